"""Names that libraries written for PyTorch use: at import, in old call forms, in lists of ops, for custom ops; and the page about them."""
from __future__ import annotations

import re
import subprocess
import sys
import warnings
from pathlib import Path

import numpy as np
import pytest

import minitorch_compat as torch
from compat_tests.libraries.__main__ import SCRIPTS, Run, about, digits, outcome
from compat_tests.libraries.suites import Outcome, compared, outcomes, table
from minitorch_compat._dispatch.unsupported import UnsupportedError

ROOT = Path(__file__).parents[2]


def test_names_resolve():
    """Each of these stands in an import statement or a decorator of a widely used library."""
    program = """
from torch.utils._pytree import PyTree, _get_node_type, _dict_flatten_with_keys, _dict_unflatten
from torch.utils.data.dataloader import _MultiProcessingDataLoaderIter, _BaseDataLoaderIter, _collate_fn_t
from torch.utils.dlpack import to_dlpack, from_dlpack
from torch.serialization import MAP_LOCATION
from torch._tensor_str import PRINT_OPTS, _tensor_str, printoptions
from torch.distributed._tensor import DTensor
from torch.distributed.rpc.api import _require_initialized
from torch._dynamo._trace_wrapped_higher_order_op import TransformGetItemToIndex
from torch._subclasses.fake_tensor import is_fake
from torch.onnx.symbolic_helper import parse_args
from torch.jit.annotations import BroadcastingList2
from torch.nn.parallel import DistributedDataParallel
from torch.distributions.constraints import __all__
from torch.futures import Future
from torch.hub import HASH_REGEX, _get_torch_home
import torch
import torch._custom_ops
assert not is_fake(torch.ones(1)) and not torch.onnx.is_in_onnx_export() and torch.torch is torch
BroadcastingList2[int], Future[int], torch._C.DispatchKeySet(torch._C.DispatchKey.AutocastCPU)
assert "USE_CUDA=OFF" in torch.__config__.show() and "Build settings" in torch.__config__.show()
assert torch.ops.aten._pin_memory.default is torch.ops.aten._pin_memory.default
assert torch.distributed.ReduceOp.SUM.name == "SUM" and torch.distributed.group.WORLD is None
assert torch.fx.wrap(len) is len and torch.jit._script_if_tracing(len) is len
assert torch.__name__ == "torch" and torch.Tensor.__module__ == "torch"
parse_args("v")(len)
"""
    command = [sys.executable, "-W", "error", "-m", "minitorch_compat", "-c", program]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_what_is_named_only_says_so_when_used():
    for use in (lambda: torch.ops.aten._pin_memory(torch.ones(1)), lambda: torch.ops.aten._pin_memory.default(torch.ones(1)),
                lambda: torch.ones(1, dtype=torch.float8_e8m0fnu),
                lambda: torch.hub.load("a/b", "c"), lambda: torch.distributed.fsdp.FullyShardedDataParallel(torch.nn.Linear(1, 1))):
        with pytest.raises(UnsupportedError):
            use()
    with pytest.raises(OSError, match="Could not load this library"):
        torch.ops.load_library("nowhere.so")
    with pytest.raises(AttributeError):
        torch._foreach_nothing  # noqa: B018


def test_dtypes_that_numpy_has_not():
    d = torch.float8_e4m3fn
    assert d.is_floating_point and d.itemsize == 1 and torch.finfo(d).max == 448.0 and repr(d) == "torch.float8_e4m3fn"
    assert torch.complex32 is torch.chalf and torch.chalf.is_complex and torch.finfo(torch.chalf).bits == 16
    assert not torch.uint4.is_signed and torch.quint8.itemsize == 1
    with pytest.raises(RuntimeError, match="Bits types are undefined"):
        torch.bits8.is_signed  # noqa: B018


def test_placeholders_stand_beside_abstract_classes():
    from abc import ABC

    class Wrapped(ABC, torch.distributed.fsdp.FullyShardedDataParallel):
        pass

    with pytest.raises(UnsupportedError):
        Wrapped()


def test_foreach():
    a, b = torch.ones(2), torch.full((3,), 2.0)
    assert [t.tolist() for t in torch._foreach_add([a, b], 1)] == [[2, 2], [3, 3, 3]]
    assert [t.tolist() for t in torch._foreach_mul([a, b], [2.0, 3.0])] == [[2, 2], [6, 6, 6]]
    assert [t.tolist() for t in torch._foreach_sub([a, b], [b[:2], b], alpha=2)] == [[-3, -3], [-2, -2, -2]]
    assert [t.tolist() for t in torch._foreach_pow(2.0, [b])] == [[4, 4, 4]]
    assert [t.tolist() for t in torch._foreach_addcdiv([a], [a], [a], torch.tensor([2.0]))] == [[3, 3]]
    assert [t.tolist() for t in torch._foreach_maximum([a, b], 1.5)] == [[1.5, 1.5], [2, 2, 2]]
    assert [t.item() for t in torch._foreach_norm([b], 1)] == [6]
    tensors, version = [a, b], a._version
    assert torch._foreach_lerp_(tensors, [b[:2], a[:1].expand(3)], 0.5) is tensors
    assert a.tolist() == [1.5, 1.5] and a._version == version + 1
    torch._foreach_maximum_(tensors, 1.75)
    assert a.tolist() == [1.75, 1.75]
    torch._foreach_zero_(tensors)
    assert not any(t.any() for t in tensors)
    x = torch.ones(2, requires_grad=True)
    torch._foreach_exp([x])[0].sum().backward()
    assert torch.allclose(x.grad, x.exp())


@pytest.mark.parametrize(("call", "message"), [
    (lambda o: torch._foreach_add([o], [o, o]), "Tensor lists must have the same number of tensors, got 1 and 2"),
    (lambda o: torch._foreach_add([], 1), "Tensor list must have at least one tensor."),
    (lambda o: torch._foreach_mul_([o, o], [2.0]), "Tensor list must have same number of elements as scalar list."),
    (lambda o: torch._foreach_mul([o], torch.ones(2)), "scalar tensor expected to be 0 dim but it has 1 dimensions and 2 elements."),
])
def test_foreach_refuses(call, message):
    with pytest.raises(RuntimeError, match=re.escape(message)):
        call(torch.ones(2))


def test_numbers_before_the_tensors_they_scale():
    from minitorch_compat._bindings.retired import scaled_forms as old_forms

    old_forms._WARNED.clear()
    x = torch.ones(2)
    with pytest.warns(UserWarning, match="This overload of add_ is deprecated"):
        assert x.clone().add_(2, x).tolist() == [3, 3]
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # it warns once
        assert torch.add(x, 2, x).tolist() == [3, 3] and x.sub(2, x).tolist() == [-1, -1]
        assert x.addcmul(0.5, x, x).tolist() == [1.5, 1.5] and torch.addcdiv(x, 0.5, x, x).tolist() == [1.5, 1.5]
        assert x.clone().addcmul_(0.5, x, x).tolist() == [1.5, 1.5]
    for wrong in (lambda: x.add_(x, 2), lambda: torch.add(x, 2, "s"), lambda: x.add(1, x, x), lambda: x.addcmul(x, x, x)):
        with pytest.raises(TypeError):
            wrong()


_X, _B, _V = torch.arange(1.0, 5).reshape(2, 2), torch.arange(1.0, 9).reshape(2, 2, 2), torch.arange(1.0, 3)


@pytest.mark.parametrize(("name", "start", "factors"), [
    ("addmm", _X, (_X, _X)), ("addr", _X, (_V, _V)), ("addmv", _V, (_X, _V)), ("addbmm", _X, (_B, _B)), ("baddbmm", _B, (_B, _B))])
def test_two_numbers_before_the_tensors_they_scale(name, start, factors):
    from minitorch_compat._bindings.retired import scaled_forms as old_forms

    function = getattr(torch, name)
    old_forms._WARNED.clear()
    with pytest.warns(UserWarning, match=rf"overload of {name} is deprecated:\n\t{name}\(Number beta, Tensor input, Number alpha, "):
        both = function(2, start, 3, *factors)
    old_forms._WARNED.clear()
    with pytest.warns(UserWarning, match=rf"This overload of {name}_ is deprecated:\n\t{name}_\(Number beta, Tensor"):
        getattr(start.clone(), f"{name}_")(2, *factors)
    assert torch.equal(both, function(start, *factors, beta=2, alpha=3))
    assert torch.equal(getattr(start, name)(2, 3, *factors), both)
    stored = torch.empty(0)
    assert function(2, start, *factors, out=stored) is stored
    assert torch.equal(stored, function(start, *factors, beta=2)) and torch.equal(getattr(start, name)(2, *factors), stored)
    for wrong in (lambda: function(start, 3, *factors), lambda: function(*factors, start, 2, 3), lambda: function(2, start, 3, factors[0])):
        with pytest.raises(TypeError, match=rf"{name}\(\) (received an invalid|takes 3 pos)"):
            wrong()


def test_checks():
    torch._check(True)
    with pytest.raises(RuntimeError, match="hey"):
        torch._check(False, lambda: "hey")
    with pytest.raises(IndexError, match="Expected cond to be True"):
        torch._check_index(False)
    with pytest.raises(TypeError, match="cond must be a bool, but got a Tensor"):
        torch._check(torch.tensor(True))
    with pytest.raises(ValueError, match="k"):
        torch._check_tensor_all_with(ValueError, torch.tensor([True, False]), lambda: "k")
    with pytest.raises(AssertionError, match="m"):
        torch._assert(torch.tensor(False), "m")
    with pytest.raises(RuntimeError, match="but got zero"):
        torch._assert_async(torch.tensor(0))
    assert torch.sym_int(2.7) == 2 and torch.sym_max(2, 3.5) == 3.5 and torch.sym_not(True) is False


def test_futures():
    from minitorch_compat.futures import Future, collect_all, wait_all

    f, seen = Future(), []
    later = f.then(lambda done: done.value() + 1)
    f.add_done_callback(lambda done: seen.append(done.value()))
    assert not f.done() and not later.done()
    f.set_result(3)
    assert later.wait() == 4 and seen == [3] and collect_all([f, later]).wait() == [f, later] and wait_all([f]) == [3]
    with pytest.raises(RuntimeError, match="complete again"):
        f.set_result(4)
    failed = Future()
    failed.set_exception(ValueError("bad"))
    with pytest.raises(ValueError, match="bad"):
        failed.wait()
    with pytest.raises(RuntimeError, match="ValueError: bad"):
        failed.then(lambda done: done.wait()).wait()


def test_hub(tmp_path):
    from minitorch_compat import hub

    torch.save({"w": torch.ones(2)}, tmp_path / "source.pth")
    url = (tmp_path / "source.pth").as_uri()
    assert hub.load_state_dict_from_url(url, str(tmp_path / "kept"), progress=False)["w"].tolist() == [1, 1]
    assert (tmp_path / "kept" / "source.pth").exists()
    with pytest.raises(RuntimeError, match="invalid hash value"):
        hub.download_url_to_file(url, str(tmp_path / "wrong"), hash_prefix="0000")
    assert not (tmp_path / "wrong").exists() and not list(tmp_path.glob("*.partial"))
    (tmp_path / "hubconf.py").write_text("dependencies = ['numpy']\ndef double(x, times=2):\n    return x * times\n")
    assert hub.load(str(tmp_path), "double", 4, times=3, source="local") == 12
    with pytest.raises(RuntimeError, match="Cannot find callable"):
        hub.load(str(tmp_path), "triple", source="local")


def test_custom_op():
    @torch.library.custom_op("tests::scaled_sin", mutates_args=())
    def scaled_sin(x: torch.Tensor, k: float = 2.0) -> torch.Tensor:
        return torch.from_numpy(np.sin(x.detach().numpy()) * np.float32(k))

    x = torch.tensor([0.5, 1.0], requires_grad=True)
    with pytest.raises(RuntimeError, match="no autograd formula was registered"):
        scaled_sin(x).sum().backward()
    scaled_sin.register_autograd(lambda ctx, g: (g * ctx.saved_tensors[0].cos() * ctx.k, None), setup_context=_keep)
    y = torch.ops.tests.scaled_sin(x, k=3.0)
    assert y.grad_fn.name() == "GeneratedBackwardFor_tests_scaled_sin_defaultBackward"
    y.sum().backward()
    assert torch.allclose(x.grad, 3 * x.detach().cos()) and scaled_sin._opoverload is torch.ops.tests.scaled_sin.default
    with pytest.raises(RuntimeError, match="Expected a value of type 'Tensor' for argument 'x'"):
        scaled_sin(3)
    assert torch.allclose(torch.func.vmap(scaled_sin, out_dims=1)(torch.ones(2, 3)), 2 * torch.ones(3, 2).sin())
    with pytest.raises(RuntimeError, match="no fake impl registered for <CustomOpDef\\(tests::scaled_sin\\)>"):
        scaled_sin(torch.ones(2, device="meta"))
    scaled_sin.register_fake(lambda x, k=2.0: torch.empty_like(x))
    assert scaled_sin(torch.ones(2, device="meta")).shape == (2,)


def test_custom_op_on_many_examples_and_in_place():
    @torch.library.custom_op("tests::add_into", mutates_args={"y"})
    def add_into(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
        y.add_(x)
        return x * 2

    asked = []

    @add_into.register_vmap
    def examples(info, in_dims, x, y):
        asked.append((info.batch_size, in_dims))
        return add_into(x, y), in_dims[0]

    assert str(add_into._opoverload._schema) == "tests::add_into(Tensor x, Tensor(a1!) y) -> Tensor"
    y = torch.zeros(2, 3)
    assert torch.func.vmap(add_into)(torch.ones(2, 3), y).tolist() == [[2] * 3] * 2 and y.tolist() == [[1] * 3] * 2
    assert asked == [(2, (0, 0))] and y._version == 2  # as in PyTorch: once for what is done, once for what is declared


def _keep(ctx, inputs, output):
    ctx.save_for_backward(inputs[0])
    ctx.k = inputs[1]


def test_custom_op_refuses():
    @torch.library.custom_op("tests::same", mutates_args=())
    def same(x: torch.Tensor) -> torch.Tensor:
        return x

    with pytest.raises(RuntimeError, match="must not also be an input"):
        same(torch.ones(1))
    with pytest.raises(ValueError, match="Parameter x must have a type annotation"):
        torch.library.custom_op("tests::bare", lambda x: x, mutates_args=())
    torch.library.define("tests::later", "(Tensor x) -> Tensor")
    with pytest.raises(NotImplementedError, match="Could not run 'tests::later'"):
        torch.ops.tests.later(torch.ones(1))
    torch.library.impl("tests::later", "CPU", lambda x: x * 2)
    y = torch.ops.tests.later(torch.ones(1, requires_grad=True))
    assert y.tolist() == [2] and y.grad_fn.name() == "MulBackward0"
    with pytest.raises(RuntimeError, match="does not exist"):
        torch.library.impl("tests::nothing", "CPU", lambda x: x)


def test_asarray():
    n, x = np.ones(2), torch.ones(2)
    assert torch.asarray(x) is x and torch.asarray(n).data_ptr() == n.ctypes.data
    assert torch.asarray(x, copy=True).data_ptr() != x.data_ptr() and torch.asarray(n, copy=True).data_ptr() != n.ctypes.data
    assert torch.asarray(bytearray(8), dtype=torch.float32).tolist() == [0, 0]
    assert torch.asarray([1, 2.0], dtype=torch.int32).tolist() == [1, 2]
    y = torch.ones(2, requires_grad=True)
    assert (y * 2).grad_fn is not None and torch.asarray(y * 2, requires_grad=False).grad_fn is None
    assert torch.asarray([1.0], requires_grad=True).requires_grad
    with pytest.raises(ValueError, match="can't alias tensor with dtype 'Float' into dtype 'Double'"):
        torch.asarray(x, dtype=torch.float64, copy=False)
    with pytest.raises(ValueError, match="can't alias arbitrary sequence into a tensor"):
        torch.asarray([1], copy=False)


def test_capsules():
    from minitorch_compat.utils.dlpack import from_dlpack, to_dlpack

    x = torch.ones(2)
    y = from_dlpack(to_dlpack(x))
    y[0] = 3
    assert x.tolist() == [3, 1]


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda s: s.stem)
def test_page_has_every_script(script):
    name, what = about(script)
    page = (ROOT / "docs" / "libraries.md").read_text()
    assert f"| {name} |" in page and what.replace("<", "&lt;") in page
    compile(script.read_text(), str(script), "exec")


def test_comparison():
    assert digits(["loss 1.0"], ["loss 1.0"]) == float("inf")
    assert 5 < digits(["loss 1.000001 nan"], ["loss 1.0 nan"]) < 7
    assert digits(["[1.0, 1e-9]"], ["[1.0, -1e-9]"]) > 6  # beside 1.0 that is nothing
    with pytest.raises(ValueError, match="lines"):
        digits(["a"], ["a", "b"])
    assert outcome(Run([], "KeyError: 1", 0.0), Run([], None, 0.0)) == "fails: KeyError: 1"
    assert outcome(Run(["a 1"], None, 0.0), Run(["b 1"], None, 0.0)) == "differs: a 1"
    assert outcome(Run(["1.5"], None, 0.0), Run(["1.6"], None, 0.0)) == "differs: equal to 1 digits only"


@pytest.mark.parametrize("name", ["std", "var", "max", "min", "prod", "median", "nanmedian", "aminmax", "amax", "sum",
                                  "std_mean", "var_mean", "quantile", "nanmean"])
def test_numpys_names_of_arguments(name):
    x = torch.arange(6.0).reshape(2, 3)
    q = {"q": 0.5} if name == "quantile" else {}
    wanted = getattr(torch, name)(x, dim=1, keepdim=True, **q)
    found = [getattr(torch, name)(x, axis=1, keepdims=True, **q), getattr(torch, name)(dim=1, keepdims=True, input=x, **q)]
    if hasattr(x, name) and name not in ("quantile", "nanmean"):
        found.append(getattr(x, name)(axis=1, keepdims=True))
    for one in found:
        for a, b in zip(*((t,) if isinstance(t, torch.Tensor) else t for t in (wanted, one)), strict=True):
            assert torch.equal(a, b)
    with pytest.raises(TypeError):
        torch.norm(x, axis=1)  # it is written in Python in PyTorch, too


def test_numpys_name_of_the_input():
    assert torch.median(a=torch.ones(2)).item() == 1


def test_numpy_without_gradients():
    p = torch.nn.Parameter(torch.ones(2))
    with pytest.raises(RuntimeError, match="Can't call numpy"):
        p.numpy()
    with torch.no_grad():
        assert p.numpy().tolist() == [1, 1] and np.asarray(p).tolist() == [1, 1]


def test_suites_are_compared_test_by_test() -> None:
    theirs = {"a": Outcome("passed", ""), "b": Outcome("passed", ""), "c": Outcome("failure", "x"), "d": Outcome("passed", "")}
    ours = {"a": Outcome("passed", ""), "b": Outcome("failure", "no `b`"), "c": Outcome("failure", "y"), "e": Outcome("passed", "")}
    assert compared(theirs, ours) == ["4 tests with PyTorch, 4 here, 3 on both sides, 2 with the same outcome",
                                     "of 2 that pass with PyTorch 1 pass here; 0 too slow on a side", "    1 no `b`"]


def test_the_page_has_the_suites() -> None:
    assert (ROOT / "docs" / "libraries.md").read_text().endswith(table())


def test_outcomes_are_read_from_a_run_of_pytest(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text("import pytest\ndef test_a(): pass\ndef test_b(): assert 0, 'no b'\n"
                                         "def test_c(): pytest.skip('later')\n")
    found = outcomes([sys.executable], tmp_path, ["test_it.py"])
    assert {name.rpartition(":")[2]: outcome.kind for name, outcome in found.items()} == {
        "test_a": "passed", "test_b": "failure", "test_c": "skipped"}
    assert "no b" in found["test_it.py::test_b"].message


def test_a_run_that_is_stopped_tells_what_it_came_to(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text("import time\ndef test_a(): pass\ndef test_b(): pass\ndef test_c(): time.sleep(90)\n")
    for limit in (2, 4, 8, 30):  # a busy machine may not have come to it
        stopped = {name[-1]: outcome.kind for name, outcome in outcomes([sys.executable], tmp_path, ["test_it.py"], limit=limit).items()}
        if "b" in stopped:
            break
    assert stopped == {"a": "passed", "b": "passed"}
    (tmp_path / "test_it.py").write_text("import time\ndef test_a(): pass\ndef test_b(): time.sleep(90)\ndef test_c(): pass\n")
    slow = outcomes([sys.executable], tmp_path, ["test_it.py"], each=1)
    assert {name[-1]: outcome.kind for name, outcome in slow.items()} == {"a": "passed", "b": "slow", "c": "passed"}
    assert compared(slow, slow)[0] == "3 tests with PyTorch, 3 here, 2 on both sides, 2 with the same outcome"
