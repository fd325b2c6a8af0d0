"""Versions of what is copied from tensors without versions."""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any


def copies(torch: Any) -> Iterator[Any]:
    """Copies of an inference tensor outside inference mode start at version 1, results and further copies at 0."""
    with torch.inference_mode():
        i = torch.ones(2, 3)
    yield i.clone()._version, torch.clone(i)._version, i.t().contiguous()._version, i[0].clone()._version
    yield i.expand(2, 2, 3).clone()._version, i.clone().add_(1)._version, i.clone().is_inference(), i.clone().clone()._version
    yield i.contiguous() is i, (i + 1)._version, torch.cat([i, i])._version
    with torch.inference_mode():
        yield i.clone().is_inference()
    # PyTorch: (1, 1, 1, 1)
    # PyTorch: (1, 2, False, 0)
    # PyTorch: (True, 0, 0)
    # PyTorch: True
