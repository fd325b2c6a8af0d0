"""The classes of sparse tensors, how they are made, and the methods about the layout."""
