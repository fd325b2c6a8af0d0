"""Subclasses and printing, files and what they are written to, traces and submodules."""
from __future__ import annotations

import enum
import functools
import gzip
import importlib
import io
import os
import pickle
import tempfile
import warnings
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from .. import error_text, refused


@contextmanager
def _warnings() -> Iterator[list[warnings.WarningMessage]]:
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        yield told


def subclasses_printed(torch: Any) -> Iterator[Any]:
    """A class derived from Parameter, and one whose operations give plain tensors, are printed by their names."""
    class Weight(torch.nn.Parameter):
        pass

    class Silent(torch.Tensor):
        __torch_function__ = torch._C._disabled_torch_function_impl

    class Tagged(torch.Tensor):
        pass

    for value in (Weight(torch.ones(2)), Weight(torch.ones(2), requires_grad=False), torch.ones(2).as_subclass(Silent),
                  torch.ones(2).as_subclass(Tagged), torch.nn.Parameter(torch.ones(2)),
                  torch.nn.Parameter(torch.ones(1).as_subclass(Tagged))):
        yield repr(value), f"{value}", type(value + 1).__name__


def subclasses_converted(torch: Any) -> Iterator[Any]:
    """`as_tensor` and `asarray` give a tensor of a subclass itself, or a plain one; `__torch_function__` is not asked."""
    class Tagged(torch.Tensor):
        pass

    tagged = torch.ones(2).as_subclass(Tagged)
    for convert in (torch.as_tensor, torch.asarray):
        for options in ({}, {"dtype": torch.float32}, {"dtype": torch.float64}, {"device": "meta"}):
            yield type(convert(tagged, **options)).__name__
    yield type(torch.asarray(tagged, copy=True)).__name__


def fields_of_records(torch: Any) -> Iterator[Any]:
    """An array whose strides are no multiple of its elements' size cannot be shared; one of whole elements can."""
    narrow, wide = np.zeros(3, [("a", "i4"), ("b", "i1")]), np.zeros(3, [("a", "i4"), ("b", "i4")])
    for convert in (torch.from_numpy, torch.as_tensor, torch.tensor, torch.asarray):
        yield refused(lambda: convert(narrow["a"]))
        yield convert(narrow["b"]).stride(), convert(wide["b"]).stride()


def files_that_are_written_to(torch: Any) -> Iterator[Any]:
    """Files that compress, append, or have a head of something else."""
    value = {"a": torch.arange(4), "b": torch.ones(3)}
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a")
        with gzip.open(path, "wb") as file:
            torch.save(value, file)
        with gzip.open(path, "rb") as file:
            yield torch.load(file)
        with open(path, "wb") as file:
            file.write(b"head")
        with open(path, "ab") as file:
            torch.save(value, file)
            size = os.path.getsize(path)
        yield size == os.path.getsize(path)  # it was flushed
        with open(path, "rb") as file:
            file.seek(4)
            yield torch.load(file)
        with open(path, "wb") as file:
            torch.save([torch.ones(500)], file)
            torch.save(value, file)
        try:
            torch.load(path)
        except RuntimeError as error:
            yield str(error).partition(":")[0]
    # PyTorch: {a: tensor([0, 1, 2, 3]), b: tensor([1., 1., 1.])}
    # PyTorch: True
    # PyTorch: {a: tensor([0, 1, 2, 3]), b: tensor([1., 1., 1.])}
    # PyTorch: 'PytorchStreamReader failed reading zip ...'


def files_that_change(torch: Any) -> Iterator[Any]:
    """A storage that is mapped and written is read as it is, whatever its checksum says."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a")
        torch.save(torch.arange(4), path)
        with torch.serialization.set_default_mmap_options(torch.serialization.MAP_SHARED):
            mapped = torch.load(path, mmap=True)
            mapped[0] = 7
            yield mapped.untyped_storage().resizable(), refused(lambda: mapped.resize_(100))
        yield torch.load(path), torch.load(path, weights_only=False)
        for shared in (True, False):
            yield os.path.basename(str(torch.UntypedStorage.from_file(path, shared, 8).filename))
    # PyTorch: (False, RuntimeError: Trying to resize storage that is not ...)
    # PyTorch: (tensor([7, 1, 2, 3]), tensor([7, 1, 2, 3]))
    # PyTorch: 'a'
    # PyTorch: 'None'


def protocols_of_pickles(torch: Any) -> Iterator[Any]:
    """Protocols other than the usual one are told where only weights are read."""
    for protocol in (2, 3, 4):
        file = io.BytesIO()
        torch.save(torch.arange(3), file, pickle_protocol=protocol)
        for weights_only in (True, False):
            file.seek(0)
            with _warnings() as told:
                try:
                    yield torch.load(file, weights_only=weights_only)
                except Exception as error:
                    yield type(error).__name__
            yield [str(warning.message)[:80] for warning in told]


def ambiguous_divergences(torch: Any) -> Iterator[Any]:
    """Two functions that are equally near: the first class decides, and a warning says so, once."""
    distributions = torch.distributions

    class Mine(distributions.Normal):
        pass

    first = distributions.register_kl(Mine, distributions.Normal)(lambda p, q: "first")
    second = distributions.register_kl(distributions.Normal, Mine)(lambda p, q: "second")
    plain, mine = distributions.Normal(0.0, 1.0), Mine(0.0, 1.0)
    yield [distributions.kl_divergence(p, q) for p, q in ((mine, plain), (plain, mine), (mine, mine), (mine, mine))]
    yield first is second
    # PyTorch: ['first', 'second', 'first', 'first']
    # PyTorch: False
    # PyTorch: RuntimeWarning: Ambiguous kl_divergence(Mine, Mine). ...


def equal_transforms(torch: Any) -> Iterator[Any]:
    """Which transforms are equal to others of their class."""
    transforms = torch.distributions.transforms

    class Derived(transforms.ExpTransform):
        pass

    for make in (transforms.ExpTransform, transforms.PositiveDefiniteTransform, transforms.CorrCholeskyTransform,
                 transforms.LowerCholeskyTransform, transforms.SoftplusTransform, transforms.AbsTransform):
        yield make() == make(), make() != make(), make() == transforms.SigmoidTransform()
    yield Derived() == transforms.ExpTransform(), transforms.ExpTransform() == Derived()


def traces_of_nested_modules(torch: Any) -> Iterator[Any]:
    """Tensors that are attributes are found by their paths; nodes know in which submodules they were made."""
    fx, nn = importlib.import_module(f"{torch.__name__}.fx"), torch.nn

    class Inner(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.factor, self.linear, self.hidden = torch.ones(2), nn.Linear(2, 2), [torch.zeros(2)]

        def forward(self, x: Any) -> Any:
            return self.linear(x) * self.factor + self.hidden[0]

    class Outer(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.first, self.rest, self.offset = Inner(), nn.Sequential(Inner(), nn.ReLU()), torch.tensor(3.0)

        def forward(self, x: Any) -> Any:
            return self.first(self.rest(self.first(x))).relu() + self.offset + self.offset + torch.tensor(1.0)

    module = Outer()
    tracer = fx.Tracer()
    graph = tracer.trace(module)
    traced = fx.GraphModule(module, graph)
    yield str(graph), sorted(traced.state_dict()), sorted(tracer.tensor_attrs.values())
    for node in graph.nodes:
        scope = tracer.node_name_to_scope[node.name]
        yield node.name, scope[0], {k: (v[0], v[1].__name__) for k, v in node.meta.get("nn_module_stack", {}).items()}
    yield tracer.num_calls
    changed = fx.Transformer(traced).transform()
    yield [list(node.meta.get("nn_module_stack", {})) for node in changed.graph.nodes]
    with torch.no_grad():
        yield (traced(torch.ones(2)) - module(torch.ones(2))).abs().sum(), (changed(torch.ones(2)) - module(torch.ones(2))).abs().sum()


def nodes_that_refer_to_nothing(torch: Any) -> Iterator[Any]:
    """Targets are looked up in the module to which a graph belongs; arguments have to be of the same graph."""
    fx = importlib.import_module(f"{torch.__name__}.fx")
    traced = fx.symbolic_trace(torch.nn.Sequential(torch.nn.Linear(2, 2)))
    for call in (lambda: traced.graph.call_module("none", ()), lambda: traced.graph.call_module("0.none", ()),
                 lambda: fx.GraphModule(3, fx.Graph()), lambda: fx.symbolic_trace(3)):
        yield refused(call)
    for path in ("0.none", "0.weight", "0", "0.forward", "none.none"):
        with _warnings() as told:
            yield traced.graph.get_attr(path).name
        yield [str(warning.message)[:90] for warning in told]
    graph, other = fx.Graph(), fx.Graph().placeholder("other")
    graph.output(graph.call_function(torch.add, (graph.placeholder("x"), other)))
    try:
        graph.lint()
    except RuntimeError as error:
        yield error_text(error)["message"][:70]


def methods_pickled(torch: Any) -> Iterator[Any]:
    """Methods of the class, alone and in what else is saved."""
    for method in (torch.Tensor.relu, torch.Tensor.add, torch.Tensor.sum, torch.Tensor.backward, torch.Tensor.to, torch.Tensor.__add__):
        yield pickle.loads(pickle.dumps(method)) == method
    file = io.BytesIO()
    torch.save({"function": functools.partial(torch.Tensor.sum, dim=0), "activation": torch.Tensor.relu}, file)
    file.seek(0)
    loaded = torch.load(file, weights_only=False)
    yield loaded["function"](torch.ones(2, 3)), loaded["activation"](torch.tensor([-1.0, 1.0]))


def trees_of_dataclasses(torch: Any) -> Iterator[Any]:
    """Dataclasses as containers: fields that are None or dropped are no leaves."""
    tree = importlib.import_module(f"{torch.__name__}.utils._pytree")

    @dataclass
    class State:
        step: int
        moments: Any = None
        name: str = "state"

    @dataclass
    class Partial:
        kept: int
        dropped: int = 5

    tree.register_dataclass(State)
    tree.register_dataclass(Partial, field_names=["kept"], drop_field_names=["dropped"])
    state = State(1, [2, 3])
    leaves, structure = tree.tree_flatten(state)
    yield leaves, str(structure), str(tree.tree_unflatten([7, 8, 9, "other"], structure)).rpartition(".")[2]
    yield [tree.keystr(path) for path, _ in tree.tree_leaves_with_path(state)]
    yield [tree.key_get(state, path) for path, _ in tree.tree_leaves_with_path(state)]
    yield tree.tree_leaves(State(1)), str(tree.tree_structure(State(1)))
    yield tree.tree_map(lambda v: v + 1, Partial(1, 2)).dropped
    for cls, options in ((int, {}), (State, {"field_names": ["step"]}), (Partial, {"field_names": ["kept", "dropped", "x"]})):
        yield refused(lambda: tree.register_dataclass(cls, **options))["raised"]


def weights_channels_last(torch: Any) -> Iterator[Any]:
    """A weight of one pixel whose strides say channels last decides the layout, as larger ones do."""
    nn = torch.nn
    for make in (lambda: nn.Conv2d(4, 8, 1), lambda: nn.Conv2d(4, 8, 3), lambda: nn.Conv2d(4, 8, 1, groups=2), lambda: nn.Conv2d(1, 8, 1),
                 lambda: nn.ConvTranspose2d(4, 8, 1)):
        for shape in ((2, 4, 5, 6), (2, 4, 3, 3)):
            layer = make().to(memory_format=torch.channels_last)
            x = torch.ones(shape[0], layer.in_channels, *shape[2:], requires_grad=True)
            y = layer(x)
            y.sum().backward()
            yield layer.weight.stride(), y.stride(), x.grad.stride(), layer.weight.grad.stride(), torch.relu(y).stride()


class Mode(enum.Enum):
    FAST = 1


class Pair(NamedTuple):
    first: Any
    second: Any


def what_arguments_of_nodes_may_be(torch: Any) -> Iterator[Any]:
    """Members of enums, named tuples and overloads are written into code; functions, classes and other objects are refused."""
    fx = importlib.import_module(f"{torch.__name__}.fx")
    for value in (Mode.FAST, torch.ops.aten.relu.default, Pair(1, Mode.FAST), torch.float32, torch.strided, slice(1, None), range(3)):
        traced = fx.symbolic_trace(_returning(value))
        yield traced.code, repr(traced(0)[1]).rpartition(".")[2]
    for value in (torch.relu, len, torch.nn.functional.relu, int, torch.nn.ReLU, functools.partial(len), torch.no_grad(), object()):
        yield refused(lambda: fx.symbolic_trace(_returning(value)))["raised"]


def _returning(value: Any) -> Any:
    return lambda x: (x, value)


def older_forms_of_library_functions(torch: Any) -> Iterator[Any]:
    """`impl` and `define` with a library as decorators, and dispatch keys that do not exist."""
    library = torch.library.Library("subclasses_files_and_traces", "DEF")
    library.define("shifted(Tensor x, *, int n=1) -> Tensor")

    @torch.library.impl(library, "shifted", "CPU")
    def shifted(x: Any, n: int = 1) -> Any:
        return x + n

    @torch.library.impl(library, "shifted", dispatch_key="Meta")
    def shape(x: Any, n: int = 1) -> Any:
        return torch.empty_like(x)

    @torch.library.define(library, "tripled(Tensor x) -> Tensor")
    def tripled(x: Any) -> Any:
        return x * 3

    ops = torch.ops.subclasses_files_and_traces
    yield ops.shifted(torch.ones(2), n=4), shifted(torch.ones(1)), ops.tripled(torch.ones(2)), tripled(torch.ones(1))
    yield ops.shifted(torch.ones(3, device="meta")).shape
    for call in (lambda: library.impl("shifted", shifted, "NoSuchKey"),
                 lambda: torch.library.Library("subclasses_files_and_traces", "IMPL", "NoSuchKey"),
                 lambda: torch.library.register_fake("subclasses_files_and_traces::missing", shape), lambda: ops.shifted(torch.ones(1), 4)):
        message = refused(call)
        yield message["raised"], message["message"].partition("Declaration")[0]
    # PyTorch: (tensor([5., 5.]), tensor([2.]), tensor([3., 3.]), tensor([3.]))
    # PyTorch: Size(3)
    # PyTorch: ('RuntimeError', 'could not parse dispatch key: NoSuchKey')
    # PyTorch: ('RuntimeError', 'could not parse dispatch key: NoSuchKey')
    # PyTorch: ('RuntimeError', 'operator ...')
    # PyTorch: ('RuntimeError', 'subclasses_files_and_traces::shifted() ...')


def gradients_of_custom_ops(torch: Any) -> Iterator[Any]:
    """What `needs_input_grad` counts, and gradients whose structure differs from that of the arguments."""
    seen: list[Any] = []

    def note(ctx: Any, inputs: Any, output: Any, **named: Any) -> None:
        seen.append((len(inputs), named, ctx.needs_input_grad))

    library = torch.library.Library("features_apart", "DEF")
    library.define("scaled(Tensor x, Tensor w, float k=2., int[] sizes=[1], *, int n=1) -> Tensor")
    library.impl("scaled", lambda x, w, k=2.0, sizes=(1,), n=1: x * w * k, "CPU")
    ops = torch.ops.features_apart
    torch.library.register_autograd("features_apart::scaled", lambda ctx, g: (g, g, None, None)[:len(ctx.needs_input_grad)],
                                    setup_context=note)
    a, b = torch.ones(2, requires_grad=True), torch.ones(2)
    for arguments in ((a, b), (a, b, 3.0), (a, b, 3.0, [4, 5]), (b, a, 2.0, [1])):
        a.grad = None
        ops.scaled(*arguments, n=7).sum().backward()
        yield seen.pop(), a.grad
    for i, give in enumerate((lambda gs: ([g * 2 for g in gs],), lambda gs: ([g * 2 for g in gs], None),
                              lambda gs: ([None, gs[1]], None, None), lambda gs: [g * 2 for g in gs])):
        library.define(f"all{i}(Tensor[] xs, Tensor? s=None, int[] sizes=[1]) -> Tensor[]")
        library.impl(f"all{i}", lambda xs, s=None, sizes=(1,): [x + 1 for x in xs], "CPU")
        torch.library.register_autograd(f"features_apart::all{i}", lambda ctx, gs, give=give: give(gs), setup_context=note)
        for rest in ((), (torch.ones(1),), (torch.ones(1), [4, 5])):
            xs = [torch.ones(1, requires_grad=True), torch.ones(1, requires_grad=True)]
            first, second = getattr(ops, f"all{i}")(xs, *rest)
            try:
                (first + 3 * second).backward()
                yield seen.pop(), [x.grad for x in xs]
            except RuntimeError as error:
                yield seen.pop(), str(error).partition(" Got:")[0]


def geometry_in_files(torch: Any) -> Iterator[Any]:
    """What files say of offsets, sizes and strides, also of tensors without elements."""
    base = torch.arange(12.0)
    for value in (torch.zeros(0), torch.zeros(2, 0), torch.zeros(0, 3), torch.zeros(3, 0).t(), torch.zeros(2, 0, 4).permute(2, 0, 1),
                  base[3:], base.reshape(3, 4).t(), torch.tensor(3), torch.ones(1).expand(3), torch.ones(2, 1, 3, 1)):
        file = io.BytesIO()
        torch.save(value, file)
        yield _arguments(file), value.stride()


def _arguments(file: io.BytesIO) -> Any:
    """The arguments with which the pickle of a file builds its tensor."""
    class Reader(pickle.Unpickler):
        def persistent_load(self, saved: Any) -> Any:
            return saved[-1]

        def find_class(self, module: str, name: str) -> Any:
            return {"_rebuild_tensor_v2": lambda storage, *geometry: geometry[:3], "OrderedDict": dict}.get(name, f"{module}.{name}")

    with zipfile.ZipFile(file) as archive:
        return Reader(archive.open(next(name for name in archive.namelist() if name.endswith("data.pkl")))).load()
