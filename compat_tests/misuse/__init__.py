"""Wrong calls on both sides: which raise, how, and whether a refused call leaves its arguments unchanged."""
