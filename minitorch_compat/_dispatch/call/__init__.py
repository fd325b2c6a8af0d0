"""The way of a call: promotion, overriding, results and errors; `fast_paths/` has the calls of plain tensors."""
