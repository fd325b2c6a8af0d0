"""Layer 3: what happens at a call: promotion, grad mode, levels, version counters, views, in-place writes, recording."""
