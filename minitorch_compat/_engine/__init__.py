"""Layer 4: the only code that walks graphs."""
