"""Steps of parameters in half precision, which PyTorch rounds after each operation: digests of their bits after five steps.

Written by `data/recorders/programs/halves.py`; nothing here imports a tensor library.
"""
from __future__ import annotations

import hashlib
from typing import Any

#: Optimizer -> options.
STEPS: dict[str, list[dict[str, Any]]] = {
    "SGD": [{}, {"weight_decay": 0.1}, {"momentum": 0.9}, {"momentum": 0.9, "nesterov": True, "weight_decay": 0.01}, {"maximize": True}],
    "Adam": [{}, {"weight_decay": 0.1}, {"amsgrad": True}], "AdamW": [{}, {"amsgrad": True}], "Adagrad": [{}, {"lr_decay": 0.1}],
    "Adadelta": [{}], "Adamax": [{}], "NAdam": [{}, {"decoupled_weight_decay": True, "weight_decay": 0.1}], "RAdam": [{}],
    "RMSprop": [{}, {"momentum": 0.9, "centered": True}], "Rprop": [{}], "ASGD": [{}, {"t0": 2.0}],
}


def digests(torch: Any, name: str, options: dict[str, Any]) -> list[str]:
    """Of a parameter of 512 elements, of each type."""
    found = []
    for dtype in (torch.bfloat16, torch.float16):
        p = torch.nn.Parameter(torch.linspace(-1, 1, 512).to(dtype))
        optimizer = getattr(torch.optim, name)([p], lr=0.05, **options)
        for step in range(5):
            p.grad = (torch.linspace(0.1, 2, 512) * (1 - 0.3 * step)).to(dtype)
            optimizer.step()
        found.append(hashlib.md5(p.detach().view(torch.int16).numpy().tobytes(), usedforsecurity=False).hexdigest()[:8])
    return found
