"""Options and branches of functions and classes that PyTorch writes in Python."""
from __future__ import annotations

import contextlib
import io
import warnings
from collections.abc import Callable, Iterator
from typing import Any

from .. import refused


def _raised(call: Callable[[], Any]) -> str:
    return refused(call)["raised"]


def _annotated(function: Callable[..., Any], hints: dict[str, Any]) -> Callable[..., Any]:
    """A function with annotations that name the side's own Tensor."""
    function.__annotations__ = hints
    return function


def returned_arguments(torch: Any) -> Iterator[Any]:
    """Ops with the tag `inplace` or `out` return the arguments that they write to, by their schema and in fact; they need no fake."""
    t, tags, library = torch.Tensor, torch.Tag, torch.library
    twice = _annotated(lambda x: x.mul_(2), {"x": t, "return": t})
    fresh = _annotated(lambda x: x * 2, {"x": t, "return": t})

    def copy_both(x: Any, *, a: Any, b: Any) -> Any:
        return a.copy_(x), b.copy_(x + 1)

    def fresh_out(x: Any, *, out: Any) -> Any:
        return x * 2

    _annotated(copy_both, {"x": t, "a": t, "b": t, "return": tuple[t, t]})
    _annotated(fresh_out, {"x": t, "out": t, "return": t})
    yield library.infer_schema(twice, mutates_args={"x"}, tags=tags.inplace)
    yield library.infer_schema(copy_both, mutates_args=("a", "b"), tags=[tags.out])
    in_place = library.custom_op("branches::twice", twice, mutates_args={"x"}, tags=tags.inplace)
    x = torch.ones(2)
    result = in_place(x)
    yield result is x, x, x._version, str(in_place(torch.ones(2, device="meta")).device)
    out = library.custom_op("branches::both", copy_both, mutates_args=("a", "b"), tags=(tags.out,))
    a, b = torch.zeros(1), torch.zeros(1)
    first, second = out(torch.ones(1), a=a, b=b)
    yield first is a, second is b, a, b
    not_in_place = library.custom_op("branches::fresh", fresh, mutates_args={"x"}, tags=tags.inplace)
    not_out = library.custom_op("branches::fresh_out", fresh_out, mutates_args={"out"}, tags=tags.out)
    yield _raised(lambda: not_in_place(torch.ones(1))), _raised(lambda: not_out(torch.ones(1), out=torch.ones(1)))
    for function, written, tag in ((twice, (), tags.inplace), (fresh_out, (), tags.out), (twice, {"x"}, tags.out),
                                   (twice, {"x"}, (tags.inplace, tags.out))):
        yield _raised(lambda: library.infer_schema(function, mutates_args=written, tags=tag))


def ops_that_only_write(torch: Any) -> Iterator[Any]:
    """An op that only writes needs no fake for meta tensors; the last function registered for a device is used, however named."""
    def fill(x: Any, value: float) -> None:
        x.fill_(value)

    _annotated(fill, {"x": torch.Tensor, "value": float, "return": None})
    op = torch.library.custom_op("branches::fill", fill, mutates_args={"x"})
    yield op(torch.ones(2, device="meta"), 3.0)
    library = torch.library.Library("branches_lib", "DEF")
    library.define("f(Tensor x) -> Tensor")
    library.impl("f", lambda x: x + 1, "CPU")
    yield torch.ops.branches_lib.f(torch.zeros(1))
    torch.library.register_kernel("branches_lib::f", "cpu", lambda x: x + 2)
    yield torch.ops.branches_lib.f(torch.zeros(1))
    yield _raised(lambda: library.impl("f", lambda x: x, "CPU", allow_override=False))
    yield _raised(lambda: library.define("g(Tensor x) -> Tensor", alias_analysis="NONE")), hasattr(torch.ops.branches_lib, "g")
    library._destroy()
    yield _raised(lambda: library.define("g(Tensor x) -> Tensor"))
    # PyTorch: None
    # PyTorch: tensor([1.])
    # PyTorch: tensor([2.])
    # PyTorch: 'RuntimeError'
    # PyTorch: ('RuntimeError', False)
    # PyTorch: 'AssertionError'


def refused_ops(torch: Any) -> Iterator[Any]:
    """What cannot become an op leaves nothing behind, neither a name of its own nor a change of one of PyTorch's."""
    t, custom_op = torch.Tensor, torch.library.custom_op
    number = _annotated(lambda n: torch.ones(n), {"n": int, "return": t})

    def keyword(x: Any, *, y: Any) -> Any:
        return x + y

    _annotated(keyword, {"x": t, "y": t, "return": t})
    yield _raised(lambda: custom_op("branches::number", number, mutates_args=(), device_types="cpu"))
    yield _raised(lambda: custom_op("aten::sin", number, mutates_args=())), torch.ops.aten.sin(torch.zeros(1))
    yield _raised(lambda: torch.library.infer_schema(_annotated(lambda x: x, {"x": "Nowhere", "return": t}), mutates_args=()))
    yield _raised(lambda: custom_op("branches::keyword", keyword, mutates_args=())), hasattr(torch.ops.branches, "keyword")
    # PyTorch: 'ValueError'
    # PyTorch: ('RuntimeError', tensor([0.]))
    # PyTorch: 'ValueError'
    # PyTorch: ('NotImplementedError', False)


def trees_of_sizes(torch: Any) -> Iterator[Any]:
    """A mapped `torch.Size` is a tuple, of whatever the function gives; leaves and structure may be given in either order."""
    tree = torch.utils._pytree
    yield tree.tree_map(lambda n: n / 2, torch.Size([1, 2])), tree.tree_map(str, {"a": torch.Size([3])})
    leaves, spec = tree.tree_flatten([1, (2, 3)])
    yield tree.tree_unflatten(leaves, spec), tree.tree_unflatten(spec, leaves)
    # PyTorch: ((0.5, 1.0), {a: ('3',)})
    # PyTorch: ([1, (2, 3)], [1, (2, 3)])


def contexts_of_checkpoints(torch: Any) -> Iterator[Any]:
    """Contexts exclude `debug`, and one that suppresses the exception of the forward is refused, as there is no result."""
    class Suppressing:
        def __enter__(self) -> None:
            pass

        def __exit__(self, *exc: object) -> bool:
            return True

    def fail(x: Any) -> Any:
        raise ValueError("in the forward")

    checkpoint, x = torch.utils.checkpoint.checkpoint, torch.ones(1, requires_grad=True)
    yield _raised(lambda: checkpoint(torch.sin, x, use_reentrant=False, debug=True,
                                     context_fn=lambda: (contextlib.nullcontext(), contextlib.nullcontext())))
    yield _raised(lambda: checkpoint(fail, x, use_reentrant=False, context_fn=lambda: (Suppressing(), contextlib.nullcontext())))
    # PyTorch: 'ValueError'
    # PyTorch: 'RuntimeError'


def forked_generators(torch: Any) -> Iterator[Any]:
    """`fork_rng` restores the generator of the CPU beside that of a device, but nothing at all for meta tensors."""
    for options in ({}, {"devices": []}, {"enabled": False}, {"device_type": "meta"}):
        torch.manual_seed(0)
        with torch.random.fork_rng(**options):
            torch.rand(3)
        yield options, torch.rand(1)
    # PyTorch: ({}, tensor([0.4963]))
    # PyTorch: ({devices: []}, tensor([0.4963]))
    # PyTorch: ({enabled: False}, tensor([0.1320]))
    # PyTorch: ({device_type: 'meta'}, tensor([0.1320]))


def compared_versions(torch: Any) -> Iterator[Any]:
    """Versions are compared by number with what is one, with other strings as strings, and with nothing else."""
    version = type(torch.__version__)("1.10.0a")
    yield version > "1.9", version < (1, 10, 1), version >= "1.10.0a", version > "abc", version < "zzz", version == "abc"
    yield _raised(lambda: version > 1), version == 1, type(version)("x.y") > "1", type(version)("x.y") == "x.y"
    # PyTorch: (True, True, True, False, True, False)
    # PyTorch: ('TypeError', False, True, True)


def functions_that_restore(torch: Any) -> Iterator[Any]:
    """What a function given as `map_location` raises is what `load` raises; taggers and restoring functions are asked by priority."""
    def saved() -> Any:
        file = io.BytesIO()
        torch.save(torch.ones(2), file)
        file.seek(0)
        return file

    def fail(storage: Any, location: str) -> Any:
        raise KeyError(location)

    for only in (True, False):
        yield _raised(lambda: torch.load(saved(), map_location=fail, weights_only=only))
    yield _raised(lambda: torch.load(saved(), map_location=3)), _raised(lambda: torch.load(saved(), map_location=lambda s, p: 5))
    registered, asked = torch.serialization._package_registry, []
    for priority in (1, 15):
        before = list(registered)
        torch.serialization.register_package(priority, lambda s: asked.append("tagger") or "mine:0",  # type: ignore[func-returns-value]
                                             lambda s, place: asked.append(place) or s)  # type: ignore[func-returns-value]
        file = saved()
        yield priority, torch.load(file), list(asked)
        registered[:] = before
        asked.clear()
        file.seek(0)
        yield _raised(lambda: torch.load(file)) if priority == 1 else torch.load(file)


def windows_on_devices(torch: Any) -> Iterator[Any]:
    """Windows are made on the device of an open mode, as are other new tensors."""
    windows = torch.signal.windows
    with torch.device("meta"):
        for make in (windows.bartlett, windows.cosine, windows.exponential, windows.hann, windows.kaiser, windows.nuttall):
            yield make(4).device, make(1).device, make(4, device="cpu").device
    # PyTorch: (meta, meta, cpu)
    # PyTorch: (meta, meta, cpu)
    # PyTorch: (meta, meta, cpu)
    # PyTorch: (meta, meta, cpu)
    # PyTorch: (meta, meta, cpu)
    # PyTorch: (meta, meta, cpu)


def components_of_sparse_rows(torch: Any) -> Iterator[Any]:
    """`pca_lowrank` takes a sparse matrix, and gives for it what it gives for a dense one."""
    dense = torch.tensor([[1.0, 0.0, 2.0], [0.0, 3.0, 0.0], [4.0, 0.0, 0.0], [0.0, 0.0, 5.0]])
    for matrix in (dense, dense.to_sparse()):
        torch.manual_seed(0)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # that PyTorch makes a sparse tensor without checks
            yield torch.pca_lowrank(matrix, q=2)[1]
    yield _raised(lambda: torch.pca_lowrank(torch.ones(2, 2, 2).to_sparse(), q=2))
    # PyTorch: tensor([4.6458, 3.5000])
    # PyTorch: tensor([4.6458, 3.5000])
    # PyTorch: 'ValueError'


def orders_and_devices_of_tensors(torch: Any) -> Iterator[Any]:
    """A sparse tensor has no order of dimensions; the device of DLPack is a member of its enumeration, and is taken back."""
    yield _raised(lambda: torch.eye(2).to_sparse().dim_order())
    device = torch.ones(2).__dlpack_device__()
    yield device, type(device[0]).__name__, torch.from_dlpack(torch.ones(2).__dlpack__(dl_device=device))
    # PyTorch: 'AttributeError'
    # PyTorch: ((1, 0), 'DLDeviceType', tensor([1., 1.]))


def names_of_modules(torch: Any) -> Iterator[Any]:
    """What `import *` takes from modules that PyTorch writes in Python, and what other packages import from them."""
    import importlib

    for name in ("functional", "serialization"):
        yield name, sorted(importlib.import_module(f"{torch.__name__}.{name}").__all__)
    zoo, types = (importlib.import_module(f"{torch.__name__}.{name}") for name in ("utils.model_zoo", "types"))
    yield zoo.load_url is torch.hub.load_state_dict_from_url, types._Number, types._str, types._bytes, str(types._symsize)[:10]


def tags_of_ops(torch: Any) -> Iterator[Any]:
    """What PyTorch marks its own ops with."""
    aten = torch.ops.aten
    for op in (aten.add.Tensor, aten.sin.out, aten.sin_.default, aten.rand.default, aten.view.default, aten.resize_.default,
               aten.nonzero.default, aten.sum.dim_IntList, aten.mm.default):
        yield str(op), [tag.name for tag in op.tags], torch.Tag.pointwise in op.tags


def recorded_functions(torch: Any) -> Iterator[Any]:
    """A function decorated with `record_function` is recorded in each of its calls."""
    record_function = torch.profiler.record_function

    @record_function("double")
    def double(n: int) -> int:
        return 2 * n

    with torch.profiler.profile() as profile:
        double(double(2))
    yield double.__name__, [event.count for event in profile.key_averages() if event.key == "double"]
    yield isinstance(record_function("x"), contextlib.ContextDecorator)
    # PyTorch: ('double', [2])
    # PyTorch: True


def memory_budgets(torch: Any) -> Iterator[Any]:
    """Budgets are numbers between 0 and 1, and for compiled functions."""
    for budget in (True, "a", 2, 0.5):
        yield _raised(lambda: torch.autograd.graph.region_activation_memory_budget(budget))
    # PyTorch: 'TypeError'
    # PyTorch: 'TypeError'
    # PyTorch: 'ValueError'
    # PyTorch: 'RuntimeError'
