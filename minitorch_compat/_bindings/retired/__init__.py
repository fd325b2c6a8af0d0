"""What PyTorch has deprecated or given up: old constructors, old orders of arguments, removed functions."""
