"""Layer 3: what happens at a call: promotion, grad mode, levels, versions, views and in-place, recording."""
