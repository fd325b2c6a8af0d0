"""The implementation of `torch.utils.checkpoint`: recomputation and selective checkpointing."""
