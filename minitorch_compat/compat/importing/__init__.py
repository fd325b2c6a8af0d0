"""Whoever says `import torch` gets this package: in this process, in those that it starts, and in all of an environment."""
