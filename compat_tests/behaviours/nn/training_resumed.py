"""What optimizers, schedules and scalers load, and where they go on; steps inside of backward."""
from __future__ import annotations

import importlib
import warnings
from collections.abc import Iterator
from typing import Any

from .. import refused


def _sgd(torch: Any, lr: Any = 0.1) -> Any:
    return torch.optim.SGD([torch.ones(2, requires_grad=True)], lr=lr, momentum=0.9)


def loaded_state_is_cast(torch: Any) -> Iterator[Any]:
    """State gets the dtype of a floating-point parameter; counts of steps only become float32 where the group needs it."""
    state = {"step": torch.tensor(3.0, dtype=torch.float64), "exp_avg": torch.ones(2, dtype=torch.float64),
             "nested": {"a": [torch.ones(1, dtype=torch.float64), 3]}, "exp_avg_sq": torch.ones(2, dtype=torch.float64)}
    for dtype in (torch.float32, torch.bfloat16, torch.int64, torch.complex64):
        for options in ({}, {"capturable": True}, {"fused": True}):
            optimizer = torch.optim.Adam([torch.ones(2, dtype=dtype)])
            optimizer.load_state_dict({"state": {0: state, "other": 1}, "param_groups": [{"params": [0], **options}]})
            loaded = optimizer.state_dict()["state"]
            yield {k: v.dtype for k, v in loaded[0].items() if k != "nested"}, loaded[0]["nested"]["a"][0].dtype, loaded["other"]


def schedules_resumed(torch: Any) -> Iterator[Any]:
    """Restarts made for a later epoch; a sequence whose first milestone is 0; a plateau that changes its mode; early one-cycle states."""
    schedules = torch.optim.lr_scheduler
    optimizer = _sgd(torch)
    optimizer.param_groups[0]["initial_lr"] = 0.1
    restarts = schedules.CosineAnnealingWarmRestarts(optimizer, 2, 2, last_epoch=3)
    yield restarts.get_last_lr(), restarts.T_cur, restarts.T_i
    optimizer = _sgd(torch)
    parts = [schedules.ConstantLR(optimizer, 0.5, 9), schedules.ExponentialLR(optimizer, 0.9), schedules.StepLR(optimizer, 2)]
    sequence = schedules.SequentialLR(optimizer, parts, [0, 3])
    for _ in range(5):
        yield sequence.get_last_lr()
        optimizer.step()
        sequence.step()
    plateau = schedules.ReduceLROnPlateau(_sgd(torch))
    plateau.load_state_dict({**plateau.state_dict(), "mode": "max"})
    yield plateau.mode_worse, refused(lambda: plateau.load_state_dict({"mode": "sideways"}))
    cycle = schedules.OneCycleLR(_sgd(torch), 0.5, 10)
    del cycle._anneal_func_type
    cycle.load_state_dict({**cycle.state_dict(), "anneal_func": schedules.OneCycleLR._annealing_linear})
    cycle.optimizer.step()
    cycle.step()
    yield cycle.get_last_lr()
    averaged = torch.optim.swa_utils.SWALR(_sgd(torch), 0.05)
    averaged.load_state_dict({**averaged.state_dict(), "_anneal_strategy": "linear"})
    yield averaged.anneal_func(0.25)


def helpers_of_optimizers(torch: Any) -> Iterator[Any]:
    """What optimizers and schedules of users borrow; a learning rate in a tensor of one element."""
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        _sgd(torch)._cuda_graph_capture_health_check()
        _sgd(torch)._accelerator_graph_capture_health_check()
    yield [(each.category.__name__, str(each.message)) for each in told]
    schedules = torch.optim.lr_scheduler
    schedule = schedules.StepLR(_sgd(torch), 1)
    with schedules._enable_get_lr_call(schedule):
        yield schedule.get_lr(), schedules._format_param("x", schedule.optimizer, 3.0)
    p = torch.tensor([3.0], requires_grad=True)
    lbfgs = torch.optim.LBFGS([p], lr=torch.tensor([0.5]), max_iter=2)

    def closure() -> Any:
        lbfgs.zero_grad()
        loss = (p ** 2).sum()
        loss.backward()
        return loss

    yield lbfgs.step(closure), p
    # PyTorch: [('DeprecationWarning', 'Use ...')]
    # PyTorch: ([0.1], [3.0])
    # PyTorch: (tensor(9., grad_fn=<SumBackward0>), tensor([2.5000], requires_grad=True))


def scalers_and_autocast(torch: Any) -> Iterator[Any]:
    """A scaler that is off checks nothing; each kind of device has a dtype of its own."""
    yield torch.amp.GradScaler("cpu", growth_factor=0.5, enabled=False).get_scale()
    yield refused(lambda: torch.amp.GradScaler("cpu", growth_factor=0.5))
    yield [torch.get_autocast_dtype(kind) for kind in ("cpu", "cuda", "xpu", "mps", "hpu", "mtia")]
    # PyTorch: 1.0
    # PyTorch: AssertionError: The growth factor must be > 1.0.
    # PyTorch: [bfloat16, float16, float16, float16, bfloat16, float16]


def steps_inside_of_backward(torch: Any) -> Iterator[Any]:
    """Each parameter has optimizers of its own, which step when its gradient is there."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        optim = importlib.import_module(f"{torch.__name__}.distributed.optim")
    torch.manual_seed(0)
    model = torch.nn.Linear(2, 2)
    optim._apply_optimizer_in_backward(torch.optim.SGD, model.parameters(), {"lr": 0.1})
    optim._apply_optimizer_in_backward(torch.optim.SGD, [model.weight], {"lr": 0.25, "momentum": 0.5})
    for _ in range(2):
        model(torch.ones(1, 2)).sum().backward()
    yield model.weight.detach(), model.bias.detach(), model.weight.grad
    yield [type(each).__name__ for each in optim._get_in_backward_optimizers(model)], model.weight._optimizer_kwargs
    # PyTorch: (tensor([[-0.8303, -0.4457], [-1.4070, -1.3454]]), tensor([-0.4723, -0.0104]), None)
    # PyTorch: (['SGD', 'SGD', 'SGD'], [{lr: 0.1}, {lr: 0.25, momentum: 0.5}])
