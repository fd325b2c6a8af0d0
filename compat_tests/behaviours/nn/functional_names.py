"""Functions of `torch.nn.functional`, and modules of nn and data, that nothing else calls by their own name: each once, by its numbers."""
from __future__ import annotations

import inspect
from collections.abc import Iterator
from typing import Any

from .. import refused


def in_place(torch: Any) -> Iterator[Any]:
    """Activations with a trailing underscore change their input, return it and pass gradients; a leaf is refused."""
    F = torch.nn.functional
    for call in (lambda x: F.celu_(x, 0.5), lambda x: F.elu_(x), lambda x: F.hardtanh_(x, -0.5, 0.5), lambda x: F.leaky_relu_(x, 0.1),
                 lambda x: F.relu_(x), lambda x: F.selu_(x), lambda x: F.threshold_(x, 0.25, -3.0)):
        leaf = torch.tensor([-0.75, -0.25, 0.5, 2.0], requires_grad=True)
        x = leaf * 1
        result = call(x)
        yield result is x, x
        result.sum().backward()
        yield leaf.grad
    yield refused(lambda: F.relu_(torch.ones(2, requires_grad=True)))


def with_indices(torch: Any) -> Iterator[Any]:
    """Pooling functions under their `_with_indices` names give values and positions."""
    F = torch.nn.functional
    torch.manual_seed(0)
    line, plane, volume = torch.randn(1, 2, 7), torch.randn(1, 2, 6, 5), torch.randn(1, 2, 4, 5, 4)
    yield F.max_pool1d_with_indices(line, 3, 2), F.max_pool2d_with_indices(plane, (2, 3), 2, 1), F.max_pool3d_with_indices(volume, 2)
    yield F.adaptive_max_pool1d_with_indices(line, 3), F.adaptive_max_pool2d_with_indices(plane, (2, None))
    yield F.adaptive_max_pool3d_with_indices(volume, (2, 1, 2))
    samples = torch.tensor([[[0.3, 0.6], [0.9, 0.1]]])
    yield F.fractional_max_pool2d_with_indices(plane, 2, output_size=(3, 2), _random_samples=samples)
    yield F.fractional_max_pool3d_with_indices(volume, 2, output_ratio=0.5, _random_samples=torch.full((1, 2, 3), 0.4))
    yield refused(lambda: F.fractional_max_pool2d_with_indices(plane, 2)), refused(lambda: F.max_pool1d_with_indices(line, 3, 0))


def shuffles_and_dispatched_functions(torch: Any) -> Iterator[Any]:
    """Channel shuffle, `conv_tbc`, `upsample` and `boolean_dispatch` called by their own names."""
    F = torch.nn.functional
    torch.manual_seed(0)
    x = torch.arange(8.0).reshape(1, 4, 2).requires_grad_()
    yield F.native_channel_shuffle(x.detach().reshape(1, 4, 1, 2), 2), F.tanh(x / 8), F.sigmoid(x / 8)
    series, weight = torch.randn(5, 2, 3, requires_grad=True), torch.randn(2, 3, 4, requires_grad=True)
    out = F.conv_tbc(series, weight, torch.ones(4), 1)
    out.square().sum().backward()
    yield out.detach().round(decimals=3), series.grad.round(decimals=2), weight.grad.round(decimals=2)
    yield F.upsample(x.detach(), scale_factor=2), F.upsample(x.detach(), size=3, mode="linear", align_corners=True)
    yield F.GRID_SAMPLE_INTERPOLATION_MODES, F.GRID_SAMPLE_PADDING_MODES, F.TYPE_CHECKING
    yield F.BroadcastingList1[int], F.BroadcastingList2[float], F.BroadcastingList3[int]
    choose = F.boolean_dispatch("flag", 1, False, lambda x, flag=True: ("true", x), lambda x, flag=False: ("false", x), "f", "choose")
    yield choose(1), choose(1, flag=True), choose(1, True), choose.__name__


def overriding(torch: Any) -> Iterator[Any]:
    """The helpers for `__torch_function__` find a subclass among arguments and call its handler."""
    F = torch.nn.functional

    class Told(torch.Tensor):
        @classmethod
        def __torch_function__(cls, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            return func.__name__, len(args), sorted(kwargs or {})

    plain, told = torch.ones(2), torch.ones(2).as_subclass(Told)
    yield F.has_torch_function((plain, told)), F.has_torch_function((plain,)), F.has_torch_function_unary(told)
    yield F.has_torch_function_variadic(plain, plain), F.has_torch_function_variadic(plain, told)
    yield F.handle_torch_function(F.relu, (told,), told, inplace=False)
    # PyTorch: (True, False, True)
    # PyTorch: (False, True)
    # PyTorch: ('relu', 1, ['inplace'])


def gradients_of_convolutions(torch: Any) -> Iterator[Any]:
    """`torch.nn.grad` computes input and weight gradients of grouped, strided convolutions."""
    g = torch.nn.grad
    torch.manual_seed(0)
    for inputs, weights, told, back in (
            ((1, 4, 9), (6, 2, 3), g.conv1d_input, g.conv1d_weight), ((1, 4, 6, 5), (6, 2, 3, 2), g.conv2d_input, g.conv2d_weight),
            ((1, 4, 4, 4, 5), (6, 2, 2, 2, 3), g.conv3d_input, g.conv3d_weight)):
        dims = len(inputs) - 2
        x, w = torch.randint(-3, 4, inputs).double(), torch.randint(-3, 4, weights).double()
        forward = (torch.nn.functional.conv1d, torch.nn.functional.conv2d, torch.nn.functional.conv3d)[dims - 1]
        out = torch.randint(-3, 4, forward(x, w, None, 2, 1, 1, 2).shape).double()
        yield told(inputs, w, out, 2, 1, 1, 2), back(x, weights, out, stride=2, padding=1, groups=2)


def cross_entropy_of_a_linear(torch: Any) -> Iterator[Any]:
    """The loss that joins a linear layer and cross entropy: value, gradient, parameters."""
    torch.manual_seed(0)
    for options in ({}, {"reduction": "sum"}, {"label_smoothing": 0.25}):
        loss = torch.nn.LinearCrossEntropyLoss(4, 3, **options).double()
        with torch.no_grad():
            for parameter in loss.parameters():
                parameter.copy_(torch.arange(parameter.numel()).reshape(parameter.shape) / 8 - 1)
        x = (torch.arange(8.0).double().reshape(2, 4) / 4).requires_grad_()
        out = loss(x, torch.tensor([0, 2]))
        out.backward()
        yield out.detach().float(), x.grad.float(), sorted(name for name, _ in loss.named_parameters()), repr(loss)
    yield list(inspect.signature(torch.nn.LinearCrossEntropyOptions).parameters)


def choices_of_attention(torch: Any) -> Iterator[Any]:
    """Attention under chosen backends, and the names of all backends."""
    a = torch.nn.attention
    q = torch.arange(12.0).reshape(1, 1, 3, 4) / 12
    with a.sdpa_kernel(a.SDPBackend.MATH):
        yield torch.nn.functional.scaled_dot_product_attention(q, q, q, is_causal=True)
    with a.sdpa_kernel([a.SDPBackend.FLASH_ATTENTION, a.SDPBackend.MATH]):
        yield torch.nn.functional.scaled_dot_product_attention(q, q, q)
    yield sorted(a.SDPBackend.__members__), a.WARN_FOR_UNFUSED_KERNELS
    # PyTorch: tensor([[[[0.0000, 0.0833, 0.1667, 0.2500], [0.1919, 0.2753, 0.3586, 0.4419], [0.4455, 0.5288, 0.6121, 0.6955]]]])
    # PyTorch: tensor([[[[0.3518, 0.4352, 0.5185, 0.6018], [0.4002, 0.4835, 0.5669, 0.6502], [0.4455, 0.5288, 0.6121, 0.6955]]]])
    # PyTorch: (['CUDNN_ATTENTION', 'EFFICIENT_ATTENTION', 'ERROR', 'FLASH_ATTENTION', 'MATH', 'OVERRIDEABLE'], False)


def parallel_on_one_device(torch: Any) -> Iterator[Any]:
    """`DataParallel` without GPUs calls its module, and prefixes the names in its state."""
    layer = torch.nn.Linear(2, 1)
    with torch.no_grad():
        layer.weight.fill_(0.5)
        layer.bias.fill_(1)
    model = torch.nn.parallel.DataParallel(layer)
    yield model(torch.ones(3, 2)), sorted(model.state_dict()), model.module is layer
    yield torch.nn.parallel.DataParallel is torch.nn.DataParallel
    # PyTorch: (tensor([[2.], [2.], [2.]], grad_fn=<AddmmBackward0>), ['module.bias', 'module.weight'], True)
    # PyTorch: True


def graphs_of_data(torch: Any) -> Iterator[Any]:
    """The graph of a data pipe, walked from the last pipe to its source."""
    data = torch.utils.data
    source = data.datapipes.iter.IterableWrapper([3, 1, 2])
    pipe = source.batch(2)
    graph = data.graph.traverse_dps(pipe)
    yield list(pipe), [type(found).__name__ for found, _ in graph.values()], sorted(graph) == [id(pipe)]
    yield [type(found).__name__ for found, _ in graph[id(pipe)][1].values()]
    yield sorted(type(found).__name__ for found in data.graph_settings.get_all_graph_pipes(graph))
    yield data.graph_settings.apply_shuffle_settings(pipe, shuffle=None) is pipe
    # PyTorch: ([[3, 1], [2]], ['BatcherIterDataPipe'], True)
    # PyTorch: ['IterableWrapperIterDataPipe']
    # PyTorch: ['BatcherIterDataPipe', 'IterableWrapperIterDataPipe']
    # PyTorch: True
