"""The parts of `torch.utils.checkpoint`: what is kept, what is computed again, and by whose choice."""
