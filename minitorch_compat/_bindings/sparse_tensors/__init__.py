"""The classes of sparse tensors, their constructors, and layout methods of tensors."""
