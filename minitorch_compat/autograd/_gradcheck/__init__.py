"""How `gradcheck` works: Jacobians, comparisons, and what it says."""
