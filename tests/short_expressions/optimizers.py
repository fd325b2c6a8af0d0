"""Learning rates that are no numbers, plateaus, states of schedules, limits of line searches."""
from __future__ import annotations

import warnings
from collections.abc import Iterator
from itertools import product
from typing import Any

OPTIMIZERS = ("SGD", "Adam", "AdamW", "NAdam", "RAdam", "Adamax", "Adagrad", "Adadelta", "ASGD", "RMSprop", "Rprop", "Adafactor", "LBFGS",
              "SparseAdam", "Muon")
RATES = ("None", "'0.1'", "[0.1]", "1j", "np.bool_(True)", "np.float32(0.1)", "np.int64(1)", "True", "0", "2", "torch.tensor(0.1)",
         "torch.tensor([0.1])", "float('nan')", "float('inf')", "-0.1")
#: Ways of stepping, of which a kind may refuse some; and those that PyTorch's loop over parameters takes, which are rounded as here.
WAYS = ("lr=4.0", "lr=2.0, foreach=False", "lr=2.0, differentiable=True", "lr=2.0, capturable=True",
        "lr=2.0, capturable=True, differentiable=True", "lr=0.3, maximize=True", "lr=2.0, fused=True", "lr=2.0, foreach=True")
LOOPS, HALF = WAYS[:-2], ("SGD", "Adam", "AdamW", "NAdam", "RAdam", "Adamax", "Adagrad", "Adadelta", "ASGD", "RMSprop", "Rprop")
#: Options that may be tensors which a loss after the steps is differentiated by.
LEARNED = ("lr=h", "lr=0.1, betas=(h, 0.9)", "lr=0.1, betas=(0.9, h)", "lr=0.1, betas=(h, h)", "lr=0.1, weight_decay=h",
           "lr=0.1, momentum=h", "lr=0.1, alpha=h", "lr=0.1, rho=h", "lr=0.1, eps=h")
SCHEDULES = (
    "StepLR(o, 2)", "MultiStepLR(o, [2, 2, 3])", "ExponentialLR(o, 0.5)", "CosineAnnealingLR(o, 3)", "ConstantLR(o)", "LinearLR(o)",
    "PolynomialLR(o, 3)", "CosineAnnealingWarmRestarts(o, 3)", "OneCycleLR(o, 1.0, 9)", "CyclicLR(o, 0.1, 0.5)",
    "CyclicLR(o, 0.1, 0.5, mode='exp_range', gamma=0.5)", "ReduceLROnPlateau(o)", "CyclicLR(o, 0.1, 0.5, scale_fn=lambda x: 0.5)",
    "LambdaLR(o, lambda e: 0.5)", "LambdaLR(o, Scale())", "CyclicLR(o, 0.1, 0.5, scale_fn=Scale())", "MultiplicativeLR(o, lambda e: 0.5)",
    "MultiplicativeLR(o, Scale())", "SequentialLR(o, [S.ConstantLR(o), S.StepLR(o, 2)], [2])",
    "ChainedScheduler([S.ConstantLR(o), S.StepLR(o, 2)])")


def cases() -> Iterator[str]:
    """Steps with rates that were put into a group, schedules on plateaus, states."""
    for name, rate in product(OPTIMIZERS, RATES):
        yield f"stepped('{name}', {rate})"
    for mode, kind, threshold in product(("min", "max"), ("rel", "abs"), (0, 1e-4, 0.3, 1.5)):
        for patience, cooldown in ((0, 0), (1, 0), (1, 2), (2, 1)):
            yield f"plateau(mode='{mode}', threshold_mode='{kind}', threshold={threshold}, patience={patience}, cooldown={cooldown})"
    for more in ("factor=0.5, min_lr=0.2", "factor=0.5, eps=0.3", "factor=0.5, min_lr=[0.1, 0.3]", "factor=1.0", "min_lr=[0.1]",
                 "factor=0.0", "mode='mean'", "threshold_mode='log'"):
        yield f"plateau(patience=0, {more})"
    for name, way in product(OPTIMIZERS, WAYS):
        yield f"walked('{name}', torch.float32, {way})"
    for name, way in product(HALF, LOOPS):
        yield f"walked('{name}', torch.float16, {way})"
    for name, option in product((*HALF, "Adafactor"), LEARNED):
        yield f"learned(lambda O, ps, h: O.{name}(ps, differentiable=True, {option}))"
    for schedule in SCHEDULES:
        yield f"resumed(lambda o, S: S.{schedule})"
        yield f"asked(lambda o, S: S.{schedule})"
        yield f"groups(lambda o, S: S.{schedule})"
    for momentum, name in product((", cycle_momentum=False", "", ", base_momentum=[0.3, 0.4], max_momentum=[0.8, 0.7]"), ("SGD", "Adam")):
        yield f"groups(lambda o, S: S.CyclicLR(o, 0.1, 0.5{momentum}), '{name}')"
        yield f"groups(lambda o, S: S.OneCycleLR(o, 1.0, 9{momentum}), '{name}')"
    for decay, function in product((0.0, 0.3, 1.0, -1e-9, 1.0 + 1e-9, 2), ("get_ema_multi_avg_fn", "get_ema_avg_fn")):
        yield f"torch.optim.swa_utils.{function}({decay}) and 'taken'"


class Scale:
    """A function with a state."""

    def __init__(self) -> None:
        self.factor = 0.5

    def __call__(self, epoch: int) -> float:
        return self.factor


def names(torch: Any) -> dict[str, Any]:
    """What the texts name."""
    import numpy as np

    def stepped(name: str, rate: Any) -> Any:
        p = torch.nn.Parameter(torch.full((2, 2), 3.0))
        optimizer = getattr(torch.optim, name)([p], lr=0.5)
        optimizer.param_groups[0]["lr"] = rate

        def closure() -> Any:
            optimizer.zero_grad()
            loss = (p * p).sum()
            loss.backward()
            if name == "SparseAdam":
                p.grad = p.grad.to_sparse(1)
            return loss

        optimizer.step(closure)
        return p

    def walked(name: str, dtype: Any, **options: Any) -> Any:
        """Five long steps of two parameters, one of which never has a gradient, and a state."""
        ps = [torch.nn.Parameter(torch.linspace(-3, 7, 32).reshape(4, 8).to(dtype)) for _ in range(2)]
        optimizer = getattr(torch.optim, name)(ps, **options)
        if options.get("differentiable"):
            ps = optimizer.param_groups[0]["params"] = [p.clone() for p in ps]

        def closure() -> Any:
            ps[0].grad = ps[0].detach() * 0.7 + 0.1
            if name == "SparseAdam":
                ps[0].grad = ps[0].grad.to_sparse(1)
            return (ps[0].detach() ** 2).sum()

        for _ in range(5):
            optimizer.step(closure)
        state = {key: value.detach().reshape(-1)[::5] if isinstance(value, torch.Tensor) and not value.is_sparse else type(value).__name__
                 for key, value in optimizer.state[ps[0]].items()}
        return [ps[0].detach().reshape(-1)[::5], ps[1].detach().sum(), state]

    def learned(make: Any) -> Any:
        """A loss after three steps, and its derivative by what a step was told."""
        h = torch.tensor(0.5, requires_grad=True)
        start = torch.tensor([1.0, -2.0, 0.5], requires_grad=True)
        optimizer = make(torch.optim, [start], h)
        p = optimizer.param_groups[0]["params"][0] = start.clone()
        for step in range(3):
            p.grad = torch.tensor([0.5, 1.0, -2.0]) * (step + 1)
            optimizer.step()
        loss = (p * p).sum()
        loss.backward()
        return [loss.detach(), h.grad, start.grad]

    def asked(make: Any) -> Any:
        """What a schedule says that is asked for its rates."""
        optimizer = torch.optim.SGD([torch.nn.Parameter(torch.ones(1))], lr=0.3, momentum=0.9)
        schedule = make(optimizer, torch.optim.lr_scheduler)
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            rates = [getattr(schedule, name)() for name in ("get_lr", "get_last_lr") if hasattr(schedule, name)]
        return [rates, [str(w.message)[:40] for w in said]]

    def groups(make: Any, name: str = "SGD") -> list[Any]:
        """What a schedule leaves in the groups of parameters, and for their optimizer to save."""
        ps = [torch.nn.Parameter(torch.ones(1)) for _ in range(2)]
        momentum = {"betas": (0.9, 0.5)} if name == "Adam" else {"momentum": 0.9}
        optimizer = getattr(torch.optim, name)([{"params": ps[:1]}, {"params": ps[1:], "lr": 0.2}], lr=0.3, **momentum)
        schedule = make(optimizer, torch.optim.lr_scheduler)
        found = [readable(optimizer.state_dict()["param_groups"])]
        for _ in range(3):
            optimizer.step()
            schedule.step(*([1.0] if "Plateau" in type(schedule).__name__ else []))
            found.append(readable(optimizer.state_dict()["param_groups"]))
        return found

    def plateau(**options: Any) -> list[Any]:
        ps = [torch.nn.Parameter(torch.ones(1)) for _ in range(2)]
        optimizer = torch.optim.SGD([{"params": ps[:1], "lr": 1.0}, {"params": ps[1:], "lr": 0.8}])
        schedule = torch.optim.lr_scheduler.ReduceLROnPlateau(optimizer, **options)
        told: list[Any] = []
        for value in (1.0, 0.9, 0.9, 0.95, 1.2, 1.3, 1.3001, 0.5, 0.4999, 0.2, -1.0, -1.2, -1.1, -2.7, 2.0, 2.6, 0.0, 0.0):
            schedule.step(value)
            told.append([*schedule.get_last_lr(), schedule.num_bad_epochs, schedule.cooldown_counter, schedule.best])
        return told

    def resumed(make: Any) -> list[Any]:
        """What is saved after three steps, and the rates of who takes it over."""
        found = []
        states: Any = None
        for turn in range(2):
            p = torch.nn.Parameter(torch.ones(1))
            optimizer = torch.optim.SGD([p], lr=0.3, momentum=0.9)
            schedule = make(optimizer, torch.optim.lr_scheduler)
            if turn:
                schedule.load_state_dict(states)
            for _ in range(3):
                optimizer.step()
                schedule.step(*([1.0] if "Plateau" in type(schedule).__name__ else []))
                found.append([optimizer.param_groups[0]["lr"], optimizer.param_groups[0]["momentum"]])
            states = schedule.state_dict()
            found.append(readable(states))
            for function in [getattr(schedule, "_scale_fn_custom", None), *getattr(schedule, "lr_lambdas", [])]:
                if isinstance(function, Scale):
                    function.factor = 0.25
        return found

    def readable(state: Any) -> Any:
        if isinstance(state, dict):
            return {key: readable(value) for key, value in sorted(state.items(), key=str)}
        return [readable(v) for v in state] if isinstance(state, (list, tuple)) else state

    return {"np": np, "stepped": stepped, "plateau": plateau, "resumed": resumed, "Scale": Scale, "walked": walked, "asked": asked,
            "learned": learned, "groups": groups}
