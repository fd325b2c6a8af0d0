"""Optimizers, their states and hooks, distributions, and errors of the engine."""
from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from typing import Any

from . import questions


def cases() -> Iterator[str]:
    """Every line, and every function under every transform."""
    yield from questions("training")[0]
    mapped = questions("training")[1]  # what transforms are asked of
    for call, given in product(mapped, ("vectors", "matrices", "cubes", "numbers")):
        if not re.search(r"resize_|set_\(|data_ptr|rand|bern|dropout", call):
            yield f"torch.vmap(lambda x: shown({call}))({given})"
    for call in mapped:
        if not re.search("data_ptr|rand|bern|dropout", call):
            yield f"torch.func.grad(lambda x: total({call}))(vectors[0] * 1)"
            yield f"torch.func.jvp(lambda x: total({call}), (vectors[0] * 1,), (v * 1,))"
            yield f"torch.func.grad(lambda v: total((lambda x: {call})(vectors[0] * 1)))(v * 1)"


def names(torch: Any) -> dict[str, Any]:
    """What the texts name."""
    import importlib

    optimizer = importlib.import_module(f"{torch.__name__}.optim.optimizer")
    nn, optim, D = torch.nn, torch.optim, torch.distributions

    def muon(**options: Any) -> Any:
        p = nn.Parameter(torch.tensor([[1.0, 2.0, 0.5], [0.0, -1.0, 3.0]]))
        optimizer = optim.Muon([p], **options)
        p.grad = torch.tensor([[0.5, -1.0, 2.0], [1.0, 0.25, 0.0]])
        optimizer.step()
        return [[round(v, 2) for v in row] for row in p.tolist()]

    def trained(kind: Any, dtype: Any = None, named: bool = False) -> Any:
        p = nn.Parameter(torch.tensor([1.0, -2.0], dtype=dtype))
        optimizer = kind([("a", p)] if named else [p], lr=0.1)
        for _ in range(2):
            p.grad = p.detach() * 2
            optimizer.step()
        return p, optimizer

    def moved(one: Any, other: Any, dtype: Any = None, extra: Any = None, named: bool = False) -> Any:
        _, first = trained(one)
        p, second = trained(other, dtype, named)
        second.load_state_dict({**first.state_dict(), **(extra or {})} if extra else first.state_dict())
        if extra:
            second.state["spam"] = 3
        p.grad = p.detach() * 2
        second.step()
        return [p, dict(second.state[p]), sorted(second.param_groups[0])]

    def seen(register: Any) -> Any:
        told: list[Any] = []
        _, optimizer = trained(optim.SGD)
        handles = [register(optimizer, lambda *args, i=i: told.append([i, len(args), [type(a).__name__ for a in args]])) for i in range(2)]
        try:
            optimizer.step()
            optimizer.load_state_dict(optimizer.state_dict())
        finally:
            for handle in handles:
                handle.remove()
        optimizer.step()
        return told

    def cleared(to_none: bool) -> Any:
        p = nn.Parameter(torch.ones(2))
        (p * p).sum().backward(create_graph=True)
        optim.SGD([p], lr=0.1).zero_grad(set_to_none=to_none)
        return None if p.grad is None else [p.grad.tolist(), p.grad.requires_grad]

    def mismatched(what: str) -> Any:
        p, optimizer = trained(optim.Adam)
        if what == "state":
            optimizer.state[p]["exp_avg"] = torch.ones(3)
        p.grad = torch.ones(2)
        if what == "grad":
            p.data = torch.ones(3)
        optimizer.step()
        return p

    def differentiated(kind: Any) -> Any:
        """Steps that are recorded, by rates that are numbers, tensors and leaves."""
        found = []
        for rate in (0.1, torch.tensor(0.1), torch.tensor(0.1, requires_grad=True)):
            try:
                leaf = torch.tensor([1.0, -2.0], requires_grad=True)
                p = leaf * 1
                p.grad = (leaf * leaf).detach()
                optimizer = kind([leaf], lr=rate, differentiable=True)
                optimizer.param_groups[0]["params"] = [p]
                optimizer.step()
                found.append([p, p.requires_grad, torch.autograd.grad(p.sum(), leaf, allow_unused=True)[0]])
            except (RuntimeError, ValueError, TypeError) as error:
                found.append(f"{type(error).__name__}: {str(error)[:20]}")
        return found

    def grown(**options: Any) -> Any:
        p = nn.Parameter(torch.ones(1))
        optimizer = optim.SGD([p], lr=0.1)
        schedule = optim.lr_scheduler.ReduceLROnPlateau(optimizer, patience=0, **options)
        optimizer.add_param_group({"params": [nn.Parameter(torch.ones(1))], "lr": 1.0})
        for _ in range(3):
            schedule.step(1.0)
        return schedule.get_last_lr()

    def restarted(epoch: Any, factor: int = 1) -> Any:
        optimizer = optim.SGD([nn.Parameter(torch.ones(1))], lr=0.1)
        schedule = optim.lr_scheduler.CosineAnnealingWarmRestarts(optimizer, 3, factor)
        optimizer.step()
        schedule.step(epoch)
        return [schedule.get_last_lr(), schedule.T_cur, schedule.T_i, schedule.last_epoch]

    def averaged(**options: Any) -> Any:
        model = nn.BatchNorm1d(1)
        mean = optim.swa_utils.AveragedModel(model, **options)
        for value in (1.0, 2.0, 5.0):
            model.weight.data.fill_(value)
            model.running_mean.fill_(value * 2)
            mean.update_parameters(model)
        return [mean.module.weight, mean.module.running_mean, mean.n_averaged]

    def backward(value: Any, gradient: Any, **options: Any) -> Any:
        leaf = value.clone().requires_grad_()
        return torch.autograd.grad(leaf * 3, leaf, gradient, **options)

    def freed(function: Any) -> Any:
        leaf = torch.ones(3, requires_grad=True)
        out = function(leaf)
        out.backward()
        out.backward()
        return leaf.grad

    def total(value: Any) -> Any:
        values = value if isinstance(value, (tuple, list)) else (value,)
        floats = [v for v in values if isinstance(v, torch.Tensor) and v.is_floating_point()]
        return sum((v * torch.arange(1.0, v.numel() + 1).reshape(v.shape)).sum() for v in floats)

    def shown(value: Any) -> Any:
        if isinstance(value, (tuple, list)) and not isinstance(value, torch.Size):
            return tuple(map(shown, value))
        return value if isinstance(value, torch.Tensor) else torch.tensor(len(str(value)))

    return {"O": optim, "S": optim.lr_scheduler, "D": D, "T": D.transforms, "C": D.constraints, "p": nn.Parameter(torch.ones(2)),
            "muon": muon, "moved": moved,
            "q": torch.ones(3, requires_grad=True), "seen": seen, "optimizer": optimizer, "cleared": cleared,
            "mismatched": mismatched, "differentiated": differentiated, "grown": grown,
            "restarted": restarted, "averaged": averaged, "backward": backward, "freed": freed, "total": total, "shown": shown,
            "vectors": torch.tensor([[0.5, -1.0], [2.0, 1.5], [0.25, -3.0]]), "matrices": torch.arange(12.0).reshape(3, 2, 2) - 5,
            "cubes": torch.arange(24.0).reshape(3, 2, 2, 2) - 11,
            "numbers": torch.tensor([0.5, -1.0, 2.0]), "v": torch.tensor([1.5, -0.5]), "i": torch.tensor([1, 0])}
