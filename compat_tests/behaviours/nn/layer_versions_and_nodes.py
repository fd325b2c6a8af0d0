"""What layers, initialisations, schedules and optimizers leave behind: versions, nodes, refusals of what was added later."""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .. import chain, refused


def versions_after_truncated_draws(torch: Any) -> Iterator[Any]:
    """Truncated normal values are drawn into the tensor and, if any were outside, written once more."""
    for bounds in ((0, 1, -2, 2), (0, 1, -3.9, 3.9), (0, 1, -0.1, 0.1), (1, 2, 0.9, 1.0)):
        for size in (50, 1, 0):
            torch.manual_seed(3)
            w = torch.zeros(size)
            torch.nn.init.trunc_normal_(w, *bounds)
            yield w, w._version
    weight = torch.ones(4, requires_grad=True)
    y = weight * weight
    torch.nn.init.trunc_normal_(weight)
    yield refused(y.sum().backward)


def graph_of_all_log_probabilities(torch: Any) -> Iterator[Any]:
    """An adaptive softmax writes the parts of its classes into one tensor."""
    torch.manual_seed(0)
    layer, x = torch.nn.AdaptiveLogSoftmaxWithLoss(3, 10, [2, 5]), torch.ones(2, 3, requires_grad=True)
    out = layer.log_prob(x)
    out.sum().backward()
    yield out.grad_fn.name(), out.stride(), out.logsumexp(1).abs().lt(1e-5), x.grad.shape
    # PyTorch: ('torch::autograd::CopySlices', (10, 1), tensor([True, True]), Size(2, 3))
    # PyTorch: UserWarning: Initializing zero-element tensors is a ...
    # PyTorch: UserWarning: Initializing zero-element tensors is a ...
    # PyTorch: UserWarning: Initializing zero-element tensors is a ...
    # PyTorch: UserWarning: Initializing zero-element tensors is a ...


def padding_of_four_dimensions(torch: Any) -> Iterator[Any]:
    """Padding other than with a constant is of at most three dimensions."""
    x = torch.arange(60.0).reshape(1, 1, 3, 4, 5)
    for mode in ("reflect", "replicate", "circular"):
        for count in (4, 5):
            message = refused(lambda n=count, m=mode: torch.nn.functional.pad(x, (1, 1) * n, m))
            yield message["raised"], message["message"]
    yield torch.nn.functional.pad(x, (1, 1) * 4).shape


def nodes_of_means_of_strided_images(torch: Any) -> Iterator[Any]:
    """The mean of an image with the channels innermost keeps them there, by a node of its own."""
    for shape in ((2, 3, 4, 4), (2, 1, 4, 4), (2, 3, 1, 1)):
        for memory in (torch.contiguous_format, torch.channels_last):
            x = torch.arange(1.0, 1.0 + 2 * shape[1] * shape[2] ** 2).reshape(shape).contiguous(memory_format=memory).requires_grad_()
            out = torch.nn.functional.adaptive_avg_pool2d(x, 1)
            yield chain(out.grad_fn, 3), out, out._is_view(), torch.autograd.grad((out ** 2).sum(), x)
    with torch.no_grad():
        yield torch.nn.functional.adaptive_avg_pool2d(x, 1)


def versions_under_parametrizations(torch: Any) -> Iterator[Any]:
    """Registering, assigning and removing change the parameter, which a graph that saved it notices."""
    parametrize = torch.nn.utils.parametrize

    class Double(torch.nn.Module):
        def forward(self, x: Any) -> Any:
            return x * 2

        def right_inverse(self, x: Any) -> Any:
            return x / 2

    layer = torch.nn.Linear(2, 2)
    weight = layer.weight
    y = (weight * weight).sum()
    parametrize.register_parametrization(layer, "weight", Double())
    original = layer.parametrizations.weight.original
    yield original is weight, original._version, refused(y.backward)
    parametrize.register_parametrization(layer, "weight", Double())
    yield original._version
    layer.weight = torch.ones(2, 2)
    yield original._version, original.detach(), layer.parametrizations.weight.original is original
    parametrize.remove_parametrizations(layer, "weight")
    yield layer.weight is original, original._version, layer.weight.detach()
    # PyTorch: (True, 2, RuntimeError: one of the variables needed for ...)
    # PyTorch: 2
    # PyTorch: (3, tensor([[0.2500, 0.2500], [0.2500, 0.2500]]), True)
    # PyTorch: (True, 4, tensor([[1., 1.], [1., 1.]]))


def groups_added_after_schedules(torch: Any) -> Iterator[Any]:
    """Which schedules go on with a group that was added after them, and which refuse it, and what they have changed by then."""
    optim, parameter = torch.optim, torch.nn.Parameter
    schedules = optim.lr_scheduler
    make = {"step": lambda o: schedules.StepLR(o, 1), "lambda": lambda o: schedules.LambdaLR(o, lambda e: 0.9 ** e),
            "multiplicative": lambda o: schedules.MultiplicativeLR(o, lambda e: 0.5), "cosine": lambda o: schedules.CosineAnnealingLR(o, 2),
            "restarts": lambda o: schedules.CosineAnnealingWarmRestarts(o, 2),
            "cyclic": lambda o: schedules.CyclicLR(o, 0.01, 0.1, cycle_momentum=False),
            "one": lambda o: schedules.OneCycleLR(o, 0.1, total_steps=9, cycle_momentum=False),
            "sequence": lambda o: schedules.SequentialLR(o, [schedules.ConstantLR(o), schedules.ExponentialLR(o, 0.5)], [2])}
    for name, schedule in make.items():
        optimizer = optim.SGD([parameter(torch.ones(1))], 0.1)
        scheduler = schedule(optimizer)
        optimizer.add_param_group({"params": [parameter(torch.ones(1))]})
        optimizer.step()
        yield name, [refused(scheduler.step)["raised"] for _ in range(3)], [round(g["lr"], 6) for g in optimizer.param_groups]
        yield [round(lr, 6) for lr in scheduler.get_last_lr()]


def differentiated_steps_of_lists(torch: Any) -> Iterator[Any]:
    """SGD differentiates its step with `foreach`, which the other optimizers refuse."""
    for options in ({}, {"momentum": 0.9}, {"maximize": True}):
        w = torch.tensor([1.0, 2.0], requires_grad=True)
        x = w * 1.0
        optimizer = torch.optim.SGD([w], lr=0.1, foreach=True, differentiable=True, **options)
        optimizer.param_groups[0]["params"] = [x]
        x.grad = w * 3
        optimizer.step()
        yield x.detach(), torch.autograd.grad(x.sum(), w)
    for kind in ("Adam", "Adagrad", "RMSprop", "Rprop", "ASGD"):
        w = torch.ones(2, requires_grad=True)
        w.grad = torch.ones(2)
        yield kind, refused(getattr(torch.optim, kind)([w], lr=0.1, foreach=True, differentiable=True).step)
