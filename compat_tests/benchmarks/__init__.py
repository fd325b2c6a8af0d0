"""Speed, side by side with PyTorch: see docs/benchmarks.md."""
