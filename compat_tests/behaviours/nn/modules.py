"""Modules, losses and optimizers in use."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .. import refused


def training(torch: Any) -> Iterator[Any]:
    """Three steps of training a small network give the same losses with six optimizers."""
    torch.manual_seed(0)
    model = torch.nn.Sequential(torch.nn.Linear(4, 8), torch.nn.Tanh(), torch.nn.Linear(8, 3))
    x, y = torch.randn(10, 4), torch.randint(0, 3, (10,))
    for make in (
        lambda p: torch.optim.SGD(p, lr=0.1),
        lambda p: torch.optim.SGD(p, lr=0.1, momentum=0.9, nesterov=True, weight_decay=0.01),
        lambda p: torch.optim.Adam(p, lr=0.01),
        lambda p: torch.optim.AdamW(p),
        lambda p: torch.optim.RMSprop(p),
        lambda p: torch.optim.Adagrad(p),
    ):
        optimizer = make(model.parameters())
        losses = []
        for _ in range(3):
            optimizer.zero_grad()
            loss = torch.nn.functional.cross_entropy(model(x), y)
            loss.backward()
            optimizer.step()
            losses.append(round(loss.item(), 4))
        yield type(optimizer).__name__, losses
    # PyTorch: ('SGD', [1.4948, 1.3631, 1.2484])
    # PyTorch: ('SGD', [1.1484, 0.9874, 0.8095])
    # PyTorch: ('Adam', [0.6487, 0.6222, 0.5971])
    # PyTorch: ('AdamW', [0.5732, 0.5708, 0.5685])
    # PyTorch: ('RMSprop', [0.5661, 0.3769, 0.2751])
    # PyTorch: ('Adagrad', [0.2139, 0.2028, 0.1955])


def state_dicts(torch: Any) -> Iterator[Any]:
    """Names and shapes in a state_dict, and what loading an incomplete or misshapen one says."""
    torch.manual_seed(0)
    model = torch.nn.Sequential(torch.nn.Linear(2, 2), torch.nn.BatchNorm1d(2))
    yield list(model.state_dict()), {k: tuple(v.shape) for k, v in model.state_dict().items()}, [n for n, _ in model.named_parameters()]
    yield (
        refused(lambda: model.load_state_dict({})),
        repr(model.load_state_dict(model.state_dict())),
        refused(lambda: model.load_state_dict({"0.weight": torch.ones(3, 3)}, strict=False)),
    )
    yield [n for n, _ in model.named_modules()], [n for n, _ in model.named_buffers()], model.training, model.eval().training


def batch_norm_statistics(torch: Any) -> Iterator[Any]:
    """BatchNorm1d updates its running statistics in training and uses them in eval mode."""
    bn = torch.nn.BatchNorm1d(2)
    x = torch.tensor([[1.0, 2.0], [3.0, 6.0]])
    yield bn(x), bn.running_mean, bn.running_var, bn.num_batches_tracked, refused(lambda: bn(torch.ones(1, 2))), bn.eval()(x)


def attributes(torch: Any) -> Iterator[Any]:
    """A module registers parameters, buffers and layers by assignment, and what it refuses."""
    class Net(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.weight = torch.nn.Parameter(torch.ones(2))
            self.register_buffer("steps", torch.zeros(1))
            self.layer = torch.nn.Linear(2, 1, bias=False)

    net = Net()

    def assign() -> None:
        net.weight = torch.ones(2)

    yield [n for n, _ in net.named_parameters()], list(net.state_dict()), refused(assign), refused(lambda: net.nothing), repr(net)
    net.requires_grad_(False)
    yield [p.requires_grad for p in net.parameters()], sum(p.numel() for p in net.parameters()), net.double().weight.dtype
    yield (
        refused(lambda: torch.nn.Linear(2, 3)(torch.ones(1, 5))),
        refused(lambda: net(1)),
        refused(lambda: torch.nn.Conv2d(1, 1, 3)(torch.ones(1, 2, 5, 5))),
    )


def module_hooks(torch: Any) -> Iterator[Any]:
    """Hooks of a module change its arguments and its output and see its gradients."""
    seen = []
    layer = torch.nn.Linear(2, 1)
    layer.weight.data.fill_(1)
    layer.bias.data.fill_(0)
    layer.register_forward_pre_hook(lambda m, args: (args[0] * 2,))
    layer.register_forward_hook(lambda m, args, out: out + 1)
    layer.register_full_backward_hook(lambda m, gi, go: seen.append((gi[0].tolist(), go[0].tolist())))
    x = torch.ones(1, 2, requires_grad=True)
    layer(x).sum().backward()
    yield layer(x), seen, x.grad
    # PyTorch: (tensor([[5.]], grad_fn=<BackwardHookFunctionBackward>), [([[1.0, 1.0]], [[1.0]])], tensor([[2., 2.]]))


def losses(torch: Any) -> Iterator[Any]:
    """The values of common losses with their options, and the targets they refuse."""
    f = torch.nn.functional
    x, t = torch.tensor([[0.5, -1.0], [2.0, 0.3]]), torch.tensor([[1.0, 0.0], [0.0, 1.0]])
    yield (
        f.mse_loss(x, t),
        f.l1_loss(x, t, reduction="none"),
        f.smooth_l1_loss(x, t),
        f.binary_cross_entropy_with_logits(x, t),
        f.kl_div(x, t, reduction="batchmean"),
    )
    yield (
        f.cross_entropy(x, torch.tensor([0, 1])),
        f.nll_loss(x.log_softmax(1), torch.tensor([1, -100])),
        f.cross_entropy(x, t, label_smoothing=0.1),
    )
    yield (
        refused(lambda: f.cross_entropy(x, torch.tensor([0, 5]))),
        refused(lambda: f.mse_loss(x, t, reduction="other")),
        refused(lambda: f.mse_loss(x, torch.ones(3))),
        refused(lambda: f.binary_cross_entropy(x, t)),
        refused(lambda: f.nll_loss(x, torch.tensor([0]))),
    )


def schedulers(torch: Any) -> Iterator[Any]:
    """The learning rates that six schedulers give over five steps."""
    schedules = torch.optim.lr_scheduler
    for make in (
        lambda o: schedules.StepLR(o, 2),
        lambda o: schedules.ExponentialLR(o, 0.9),
        lambda o: schedules.CosineAnnealingLR(o, 5),
        lambda o: schedules.OneCycleLR(o, 1.0, total_steps=6),
        lambda o: schedules.LambdaLR(o, lambda e: 0.5**e),
        lambda o: schedules.LinearLR(o),
    ):
        optimizer = torch.optim.SGD([torch.nn.Parameter(torch.ones(1))], lr=1.0)
        schedule = make(optimizer)
        rates = []
        for _ in range(5):
            optimizer.step()
            schedule.step()
            rates.append(round(schedule.get_last_lr()[0], 6))
        yield rates
    # PyTorch: [1.0, 0.1, 0.1, 0.01, 0.01]
    # PyTorch: [0.9, 0.81, 0.729, 0.6561, 0.59049]
    # PyTorch: [0.904508, 0.654508, 0.345492, 0.095492, 0.0]
    # PyTorch: [0.994415, 0.811746, 0.462637, 0.133478, 4e-06]
    # PyTorch: [0.5, 0.25, 0.125, 0.0625, 0.03125]
    # PyTorch: [0.466667, 0.6, 0.733333, 0.866667, 1.0]


def clipping(torch: Any) -> Iterator[Any]:
    """clip_grad_norm_ returns the norm from before and scales the gradient, clip_grad_value_ cuts it off."""
    p = torch.nn.Parameter(torch.ones(2))
    p.grad = torch.tensor([3.0, 4.0])
    yield torch.nn.utils.clip_grad_norm_([p], 1.0), p.grad
    yield torch.nn.utils.parameters_to_vector([p]), refused(lambda: torch.nn.utils.clip_grad_value_([p], "a"))
    torch.nn.utils.clip_grad_value_([p], 0.5)
    yield p.grad
    # PyTorch: (tensor(5.), tensor([0.6000, 0.8000]))
    # PyTorch: (tensor([1., 1.], grad_fn=<CatBackward0>), ValueError: could not convert string to float: 'a')
    # PyTorch: tensor([0.5000, 0.5000])
    # PyTorch: memory in common: 1 and 3


def data(torch: Any) -> Iterator[Any]:
    """A DataLoader shuffles with the global seed, drops an incomplete batch, and datasets can be split."""
    tools = torch.utils.data
    torch.manual_seed(2)
    dataset = tools.TensorDataset(torch.arange(7.0), torch.arange(7))
    yield (
        [b[0].tolist() for b in tools.DataLoader(dataset, batch_size=3, shuffle=True)],
        len(tools.DataLoader(dataset, batch_size=3, drop_last=True)),
    )
    yield (
        [len(part) for part in tools.random_split(dataset, [4, 3])],
        refused(lambda: tools.TensorDataset(torch.ones(2), torch.ones(3))),
        dataset[2],
    )
    # PyTorch: ([[5.0, 2.0, 3.0], [4.0, 0.0, 6.0], [1.0]], 2)
    # PyTorch: ([4, 3], AssertionError: Size mismatch between tensors, (tensor(2.), tensor(2)))
