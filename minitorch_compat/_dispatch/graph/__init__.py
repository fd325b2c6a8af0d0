"""What a call leaves for backward: nodes, saved tensors, versions, views, in-place changes."""
