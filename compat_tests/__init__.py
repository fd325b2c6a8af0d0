"""The conformance suite: checks and measurements against PyTorch itself."""
