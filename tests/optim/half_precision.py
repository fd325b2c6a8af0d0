"""Steps of parameters in half precision, which PyTorch rounds after each operation: digests of their bits after five steps.

Written by `data/recorders/programs/optim_half_precision.py`; nothing here imports a tensor library.
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
    "Adafactor": [{}, {"weight_decay": 0.1, "d": 2.0}, {"maximize": True}, {"eps": (1e-8, 1e-2), "beta2_decay": -0.5}],
    "SparseAdam": [{}, {"betas": (0.8, 0.9)}, {"maximize": True}],
}


def digests(torch: Any, name: str, options: dict[str, Any]) -> list[str]:
    """Of a parameter of 512 elements, of each type; of a matrix, where that is another matter."""
    found = []
    shape = (16, 32) if name in ("Adafactor", "SparseAdam") else (512,)
    for dtype in (torch.bfloat16, torch.float16):
        p = torch.nn.Parameter(torch.linspace(-1, 1, 512).to(dtype).view(shape))
        optimizer = getattr(torch.optim, name)([p], lr=0.05, **options)
        for step in range(5):
            g = (torch.linspace(0.1, 2, 512) * (1 - 0.3 * step)).to(dtype).view(shape)
            p.grad = g if name != "SparseAdam" else torch.sparse_coo_tensor(torch.arange(0, 16, 3)[None], g[::3], shape)
            optimizer.step()
        found.append(hashlib.md5(p.detach().view(torch.int16).numpy().tobytes(), usedforsecurity=False).hexdigest()[:8])
    return found
