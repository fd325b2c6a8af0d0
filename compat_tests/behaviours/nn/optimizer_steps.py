"""What a step of an optimizer leaves behind beside the numbers: versions, states, and nothing where it is refused."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .. import refused

NAMES = ("SGD", "Adam", "AdamW", "Adamax", "NAdam", "RAdam", "Adadelta", "Adagrad", "RMSprop", "Rprop", "ASGD", "Adafactor", "Muon")
FUSED = ("SGD", "Adam", "AdamW", "Adagrad")
OPTIONS: tuple[dict[str, Any], ...] = ({}, {"weight_decay": 0.1}, {"foreach": True}, {"fused": True}, {"decoupled_weight_decay": True})


def _take_step(torch: Any, name: str, options: dict[str, Any], grads: tuple[Any, ...], params: tuple[Any, ...] | None = None) -> Any:
    """One step: what it raised, versions, values and the keys of the states."""
    params = params or tuple(torch.ones(2, 2, requires_grad=True) for _ in grads)
    try:
        optimizer = getattr(torch.optim, name)(params, **options)
    except TypeError:
        return "no such option"
    for p, g in zip(params, grads):
        p.grad = g
    said = refused(optimizer.step)
    states = {i: sorted(s) for i, s in optimizer.state_dict()["state"].items()}
    return said, [p._version for p in params], [p.detach() for p in params], states


def versions(torch: Any) -> Iterator[Any]:
    """How far one step of each optimizer moves the versions of its parameters."""
    for name in NAMES:
        for options in OPTIONS:
            yield name, _take_step(torch, name, options, (torch.ones(2, 2), torch.full((2, 2), 0.5)))[1:]


def sparse_after_dense(torch: Any) -> Iterator[Any]:
    """What a step leaves behind if the second gradient is sparse and refused."""
    for name in NAMES:
        for options in ({}, {"differentiable": True}, {"capturable": True}, {"fused": True}):
            if name in ("SGD", "Adagrad") and not options.get("fused"):
                continue  # which take them
            if not options.get("differentiable"):  # in which leaves are refused first
                yield name, _take_step(torch, name, options, (torch.ones(2, 2), torch.eye(2).to_sparse()))


def capturing(torch: Any) -> Iterator[Any]:
    """What `capturable` says and changes on the CPU, with and without `foreach`."""
    for name in NAMES:
        for foreach in (False, True):
            yield name, _take_step(torch, name, {"capturable": True, "foreach": foreach}, (torch.ones(2, 2),))


def complex_numbers(torch: Any) -> Iterator[Any]:
    """Fused optimizers and `SparseAdam` on complex parameters."""
    p = torch.ones(2, dtype=torch.complex64, requires_grad=True)
    for name in FUSED:
        yield name, _take_step(torch, name, {"fused": True}, (torch.ones(2, dtype=torch.complex64),), (p,))
    yield refused(lambda: torch.optim.SparseAdam([torch.ones(2, requires_grad=True), p]))


def maximized_without_state(torch: Any) -> Iterator[Any]:
    """A maximizing SGD step with weight decay, and a fused one."""
    yield _take_step(torch, "SGD", {"maximize": True, "weight_decay": 0.1}, (torch.ones(2, 2),))
    yield _take_step(torch, "SGD", {"fused": True, "maximize": True}, (torch.ones(2, 2),))
    # PyTorch: (nothing: NoneType, [1], [tensor([[1.0009, 1.0009], [1.0009, 1.0009]])], {})
    # PyTorch: (nothing: NoneType, [0], [tensor([[1.0010, 1.0010], [1.0010, 1.0010]])], {})


def nothing_to_step(torch: Any) -> Iterator[Any]:
    """A step on a parameter without elements, and one without any gradient."""
    yield _take_step(torch, "Adafactor", {}, (torch.ones(0, 2),), (torch.ones(0, 2, requires_grad=True),))
    yield refused(torch.optim.Adam([torch.ones(2, requires_grad=True)], capturable=True).step)
    # PyTorch: (ZeroDivisionError: float division by zero, [0], [tensor([], size=(0, 2))], {0: ['col_var', 'row_var', 'step']})
    # PyTorch: nothing: NoneType


def _minimize(torch: Any, params: tuple[Any, ...], spoil: bool = False, **options: Any) -> Any:
    optimizer = torch.optim.LBFGS(params, max_iter=2, **options)

    def closure() -> Any:
        optimizer.zero_grad()
        loss = sum((p * p.conj()).real.sum() for p in params)
        loss.backward()
        if spoil:
            params[0].grad[0] = float("inf")
        return loss

    return refused(lambda: optimizer.step(closure)), [p.detach() for p in params]


def lbfgs_of_several_types(torch: Any) -> Iterator[Any]:
    """LBFGS over parameters of mixed dtypes and over a transposed one."""
    def ones(dtype: Any) -> Any:
        return torch.ones(2, dtype=dtype, requires_grad=True)

    for first, second in ((torch.float32, torch.float64), (torch.float64, torch.complex64), (torch.float32, torch.complex128)):
        yield _minimize(torch, (ones(first), ones(second)))
    yield _minimize(torch, (torch.ones(3, 2).t().requires_grad_(),))
    # PyTorch: (nothing: Tensor, [tensor([0.7500, 0.7500]), tensor([0.7500, 0.7500], dtype=torch.float64)])
    # PyTorch: (nothing: Tensor, [tensor([0.7500, 0.7500], dtype=torch.float64), tensor([0.7500+0.j, 0.7500+0.j])])
    # PyTorch: (nothing: Tensor, [tensor([0.7500, 0.7500]), tensor([0.7500+0.j, 0.7500+0.j], dtype=torch.complex128)])
    # PyTorch: (RuntimeError: view size is not compatible with input ..., [tensor([[1., 1., 1.], [1., 1., 1.]])])


def lbfgs_at_infinity(torch: Any) -> Iterator[Any]:
    """LBFGS when a gradient becomes infinite."""
    yield _minimize(torch, (torch.ones(2, requires_grad=True), torch.ones(2, requires_grad=True)), True)
    # PyTorch: (nothing: Tensor, [tensor([nan, 1.]), tensor([1., 1.])])


def gradients_that_are_not_finite(torch: Any) -> Iterator[Any]:
    """Parameters after three steps with gradients of NaN, infinity and numbers whose squares nearly overflow."""
    nan, inf = float("nan"), float("inf")
    for name in NAMES:
        for foreach in (False, True):
            for numbers in ([nan, 1.0, 0.0, -1.0], [inf, -inf, 1.0, 0.0], [1e18, -1e18, 1e-18, 1e-30]):
                p = torch.tensor([[0.5, -0.5], [1.0, 2.0]], requires_grad=True)
                optimizer = getattr(torch.optim, name)([p], lr=0.1, foreach=foreach) if name != "Muon" else torch.optim.Muon([p], lr=0.1)
                for sign in (1, -1, 1):
                    p.grad = sign * torch.tensor(numbers).reshape(2, 2)
                    optimizer.step()
                yield name, foreach, p.detach()


def line_searches_that_are_not_finite(torch: Any) -> Iterator[Any]:
    """Where `LBFGS` goes from a loss that is NaN or infinite."""
    for start in (float("nan"), float("inf"), 1e20):
        for search in (None, "strong_wolfe"):
            p = torch.tensor([start, 0.5], requires_grad=True)
            optimizer = torch.optim.LBFGS([p], lr=0.5, max_iter=3, line_search_fn=search)

            def closure(p: Any = p, optimizer: Any = optimizer) -> Any:
                optimizer.zero_grad()
                loss = (p ** 2).sum() + p.cos().sum()
                loss.backward()
                return loss

            yield optimizer.step(closure).detach(), p.detach()
    # PyTorch: (tensor(nan), tensor([nan, 0.1187]))
    # PyTorch: (tensor(nan), tensor([nan, -7.3867]))
    # PyTorch: (tensor(nan), tensor([nan, 0.1187]))
    # PyTorch: (tensor(nan), tensor([nan, -7.3867]))
    # PyTorch: (tensor(inf), tensor([0.0000, 0.2397]))
    # PyTorch: (tensor(inf), tensor([0.0000, 0.2397]))


def half_precision_by_products(torch: Any) -> Iterator[Any]:
    """Muon rounds after each operation; of bfloat16 what it keeps is normalised in place if it is not looked ahead of."""
    for dtype in (torch.bfloat16, torch.float16):
        for options in ({}, {"nesterov": False, "momentum": 0.8}, {"adjust_lr_fn": "match_rms_adamw", "ns_steps": 3}):
            p = torch.nn.Parameter(((torch.arange(64) * 37 % 101 - 50) / 50).to(dtype).view(8, 8))
            optimizer = torch.optim.Muon([p], lr=0.1, weight_decay=0.2, **options)
            for step in range(3):
                p.grad = ((torch.arange(64) * 29 % 97 - 48) / 40 * (1 - 0.3 * step)).to(dtype).view(8, 8)
                optimizer.step()
            yield (p.detach().float() * 50).round(), optimizer.state[p]["momentum_buffer"]


def lbfgs_in_half_precision(torch: Any) -> Iterator[Any]:
    """Every operation of its iterations is rounded, and what it keeps has the type of the parameters."""
    for dtype in (torch.bfloat16, torch.float16):
        for options in ({"max_iter": 3}, {"max_iter": 4, "line_search_fn": "strong_wolfe", "lr": 1.0}, {"max_iter": 6, "history_size": 2}):
            params = [torch.nn.Parameter((torch.arange(n) * 37 % 101 / 50 - 1).to(dtype)) for n in (32, 64)]
            optimizer = torch.optim.LBFGS(params, **{"lr": 0.25, **options})

            def closure(params: Any = params, optimizer: Any = optimizer) -> Any:
                optimizer.zero_grad()
                loss = sum(((p - 0.25) ** 2).sum() for p in params)
                loss.backward()
                return loss

            yield [optimizer.step(closure).item() for _ in range(3)], [p.detach() for p in params]
            state = optimizer.state[params[0]]
            yield state["d"], state["H_diag"], state["prev_flat_grad"], len(state["old_dirs"]), state["n_iter"], state["func_evals"]
