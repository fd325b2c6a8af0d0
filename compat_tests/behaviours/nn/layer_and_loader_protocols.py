"""Options, protocols and old spellings of layers, distributions and loaders."""
from __future__ import annotations

import copy
import pickle
import warnings
from collections.abc import Callable, Iterator
from typing import Any

from .. import refused


def _told(call: Callable[[], Any]) -> tuple[Any, list[str]]:
    """The result of a call, and the categories of its warnings."""
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        result = call()
    return result, [w.category.__name__ for w in told]


def parametrized_tensors_replaced(torch: Any) -> Iterator[Any]:
    """A call with another value of a parametrized tensor passes it to the setter, which stores what the parametrization needs."""
    parametrize = torch.nn.utils.parametrize

    class Double(torch.nn.Module):
        def forward(self, x: Any) -> Any:
            return 2 * x

        def right_inverse(self, x: Any) -> Any:
            return x / 2

    class OneWay(torch.nn.Module):
        def forward(self, x: Any) -> Any:
            return 2 * x

    for made in (Double(), OneWay()):
        torch.manual_seed(0)
        layer = parametrize.register_parametrization(torch.nn.Linear(2, 2), "weight", made)
        given = {"weight": torch.ones(2, 2)}
        try:
            yield torch.func.functional_call(layer, given, torch.ones(1, 2))
            yield given["weight"].grad_fn.name()
        except RuntimeError as error:
            yield str(error)
        yield layer.weight, layer.parametrizations.weight.original
    yield refused(lambda: torch.func.functional_call(layer, {"weight": torch.ones(2, 2)}, torch.ones(1, 2), strict=True))


def attributes_of_classes_replaced(torch: Any) -> Iterator[Any]:
    """A tensor that is an attribute of the class, and one behind a property without a setter."""
    class Constant(torch.nn.Module):
        scale = torch.ones(3)

        def forward(self) -> Any:
            return self.scale

    class Hidden(torch.nn.Module):
        @property
        def scale(self) -> Any:
            return torch.ones(3)

        def forward(self) -> Any:
            return self.scale

    module = Constant()
    yield torch.func.functional_call(module, {"scale": torch.zeros(2)}), module.scale
    yield refused(lambda: torch.func.functional_call(Hidden(), {"scale": torch.zeros(2)}))["raised"]
    # PyTorch: (tensor([0., 0.]), tensor([1., 1., 1.]))
    # PyTorch: 'AttributeError'


def arguments_by_their_names(torch: Any) -> Iterator[Any]:
    """Methods of distributions and recurrent layers, called with their arguments by name."""
    d = torch.distributions
    for half in (d.HalfNormal(2.0), d.HalfCauchy(2.0)):
        yield half.icdf(prob=torch.tensor([0.2, 0.9]))
    mixture = d.MixtureSameFamily(d.Categorical(torch.ones(2)), d.Normal(torch.tensor([0.0, 2.0]), 1.0))
    yield mixture.log_prob(x=torch.tensor(1.0)), mixture.cdf(x=torch.tensor(1.0))
    yield refused(lambda: torch.nn.GRU(3, 2).check_hidden_size(torch.ones(1, 2, 3), expected_hidden_size=(1, 2, 2)))
    # PyTorch: tensor([0.5067, 3.2897])
    # PyTorch: tensor([0.6498, 12.6275])
    # PyTorch: (tensor(-1.4189), tensor(0.5000))
    # PyTorch: RuntimeError: Expected hidden size (1, 2, 2), got [1, ...


def what_distributions_declare(torch: Any) -> Iterator[Any]:
    """Whether values can be enumerated follows the base; a class without a support says that values are not checked."""
    d = torch.distributions
    for n in (0, 1):
        for base in (d.Bernoulli(torch.tensor([0.5, 0.5])), d.Normal(torch.zeros(2), 1.0)):
            yield d.Independent(base, n).has_enumerate_support

    class Unbounded(d.Distribution):
        arg_constraints: dict[str, Any] = {}

        def log_prob(self, value: Any) -> Any:
            if self._validate_args:
                self._validate_sample(value)
            return value

    yield _told(lambda: Unbounded().log_prob(torch.tensor(1.0))), _told(lambda: Unbounded(validate_args=False).log_prob(torch.tensor(1.0)))
    yield d.HalfCauchy(1.0, validate_args=False).log_prob(2.0)
    yield d.Wishart(torch.tensor([4.0, 5.0]), torch.eye(2)).__getstate__()["_batch_dims"]


def modules_of_old_files(torch: Any) -> Iterator[Any]:
    """State of modules saved by old versions lacks options, which get their defaults."""
    for kind, arguments, absent in ((torch.nn.GRU, (3, 2), ["proj_size"]),
                                    (torch.nn.AvgPool3d, (2,), ["padding", "ceil_mode", "count_include_pad"])):
        state = dict(kind(*arguments).__dict__)
        for name in absent:
            del state[name]
        module = kind.__new__(kind)
        module.__setstate__(state)
        yield [getattr(module, name) for name in absent]
    # PyTorch: [0]
    # PyTorch: [0, False, True]


def sequences_unpadded_in_place(torch: Any) -> Iterator[Any]:
    """`unpad_sequence` transposes the tensor it is given; packed sequences move with their orders."""
    rnn = torch.nn.utils.rnn
    padded = torch.arange(24.0).view(4, 2, 3)
    yield rnn.unpad_sequence(padded, torch.tensor([4, 2])), padded.shape, padded.stride()
    packed = rnn.pack_padded_sequence(torch.arange(24.0).view(4, 2, 3), [2, 4], enforce_sorted=False)
    for moved in (packed.to("meta"), packed.to(torch.float64), packed.to("cpu")):
        yield [part.device.type for part in moved], moved.data.dtype, moved is packed


def old_interpolation_overridden(torch: Any) -> Iterator[Any]:
    """Deprecated functions that make images larger call `interpolate`, which a class of tensors may override."""
    F = torch.nn.functional

    class Logged(torch.Tensor):
        seen: list[str] = []

        @classmethod
        def __torch_function__(cls, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            cls.seen.append(getattr(func, "__name__", ""))
            return super().__torch_function__(func, types, args, kwargs or {})

    x = torch.arange(4.0).view(1, 1, 2, 2).as_subclass(Logged)
    for function in (F.upsample, F.upsample_nearest, F.upsample_bilinear):
        Logged.seen.clear()
        result, categories = _told(lambda f=function: f(x, scale_factor=2))
        yield type(result).__name__, Logged.seen[0], categories
    # PyTorch: ('Logged', 'interpolate', ['UserWarning'])
    # PyTorch: ('Logged', 'interpolate', ['UserWarning'])
    # PyTorch: ('Logged', 'interpolate', ['UserWarning'])


def options_of_a_loss(torch: Any) -> Iterator[Any]:
    """Options of the loss with its own linear layer are checked when they are made, and told of where they do nothing."""
    Options, F = torch.nn.LinearCrossEntropyOptions, torch.nn.functional
    for wrong in ({"acc_policy": "fast"}, {"chunking_method": "rows"}, {"chunking_method": "aspect_ratio:0"}, {"chunking_method": "auto:2"},
                  {"batch_chunk_size": 0}, {"batch_chunk_size": 1.5}, {"acc_dtype": torch.int32}):
        yield refused(lambda w=wrong: Options(**w))["raised"]
    for right in ({"acc_policy": "compact"}, {"chunking_method": "aspect_ratio:2"}, {"chunking_method": None}, {"batch_chunk_size": 3},
                  {"acc_dtype": torch.float32}):
        options = Options(**right)
        yield repr(options), copy.deepcopy(options) == options, pickle.loads(pickle.dumps(options)) == options, hasattr(options, "__dict__")
    x, w, target = torch.eye(4), torch.eye(4), torch.arange(4)
    for more in ({}, {"label_smoothing": 0.1}, {"reduction": "none"}):
        result, categories = _told(lambda m=more: F.linear_cross_entropy(x, w, target, options=Options(), **m))
        yield result, categories
    yield _told(lambda: F.linear_cross_entropy(x, w, torch.eye(4), options=Options()))
    yield refused(lambda: torch.nn.LinearCrossEntropyLoss(8, 4, label_smoothing=2.0))
    loss = torch.nn.LinearCrossEntropyLoss(8, 4)
    yield sorted(name for name in vars(loss) if "hook" not in name and not name.startswith("_")), str(loss)


def parts_of_loaders(torch: Any) -> Iterator[Any]:
    """Classes that fetch a batch, under the names that other loaders derive from, and the function that pins one."""
    fetch, pin = torch.utils.data._utils.fetch, torch.utils.data._utils.pin_memory

    class Numbers(torch.utils.data.IterableDataset):
        def __iter__(self) -> Iterator[int]:
            return iter(range(3))

    yield fetch._MapDatasetFetcher([5, 6, 7], True, list, False).fetch([0, 2]), fetch._MapDatasetFetcher([5, 6], False, str, False).fetch(1)
    fetcher = fetch._IterableDatasetFetcher(Numbers(), True, list, False)
    yield fetcher.fetch([0, 0]), fetcher.fetch([0, 0]), fetcher.ended, fetcher.auto_collation
    yield refused(lambda: fetcher.fetch([0]))["raised"]
    yield issubclass(fetch._MapDatasetFetcher, fetch._BaseDatasetFetcher), pin.pin_memory({"a": ["b", 1]})
    # PyTorch: ([5, 7], '6')
    # PyTorch: ([0, 1], [2], True, True)
    # PyTorch: 'StopIteration'
    # PyTorch: (True, {a: ['b', 1]})


def names_of_multiprocessing(torch: Any) -> Iterator[Any]:
    """What `from torch.multiprocessing import *` gives, and the attributes of its errors."""
    mp = torch.multiprocessing
    names: dict[str, Any] = {}
    exec(f"from {mp.__name__} import *", names)
    yield sorted({"Process", "Queue", "Pool", "get_sharing_strategy", "set_sharing_strategy"} & names.keys()), "spawn" in mp.__all__
    error = mp.ProcessExitedException("gone", error_index=1, error_pid=2, exit_code=3)
    for e in (error, pickle.loads(pickle.dumps(error))):
        yield e.msg, e.error_index, e.error_pid, e.exit_code, e.signal_name, str(e)
    # PyTorch: (['Pool', 'Process', 'Queue', 'get_sharing_strategy', 'set_sharing_strategy'], False)
    # PyTorch: ('gone', 1, 2, 3, None, 'gone')
    # PyTorch: ('gone', 1, 2, 3, None, 'gone')


def parametrized_originals(torch: Any) -> Iterator[Any]:
    """The original tensors of a parametrization may be parametrized themselves."""
    parametrize = torch.nn.utils.parametrize

    class Double(torch.nn.Module):
        def forward(self, x: Any) -> Any:
            return 2 * x

        def right_inverse(self, x: Any) -> Any:
            return x / 2

    torch.manual_seed(0)
    layer = torch.nn.utils.parametrizations.weight_norm(torch.nn.Linear(2, 2).double())
    parametrize.register_parametrization(layer.parametrizations.weight, "original0", Double())
    yield layer.weight, list(layer.state_dict()), str(layer)
    layer(torch.ones(1, 2).double()).sum().backward()
    yield [(name, p.grad.shape) for name, p in layer.named_parameters()]
    parametrize.remove_parametrizations(layer.parametrizations.weight, "original0")
    yield layer.weight, list(layer.state_dict())


def loaders_with_their_own_iterators(torch: Any) -> Iterator[Any]:
    """A loader may replace the method that makes its iterator."""
    class Doubled(torch.utils.data.DataLoader):
        def _get_iterator(self) -> Any:
            return (batch * 2 for batch in super()._get_iterator())

    yield list(Doubled([1, 2, 3], 2))
    yield refused(lambda: list(torch.utils.data.DataLoader([1], timeout=1)))["raised"]
    # PyTorch: [tensor([2, 4]), tensor([6])]
    # PyTorch: 'AssertionError'
