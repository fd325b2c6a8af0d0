"""Tests of `torch.distributions`."""
