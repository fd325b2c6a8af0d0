"""Modules that PyTorch does not document and libraries import: their names behave as in PyTorch."""
from __future__ import annotations

import os
import time
import warnings
from collections.abc import Iterator
from typing import Any

import pytest

import minitorch_compat as torch
from minitorch_compat.nn import _reduction
from minitorch_compat.nn.utils._named_member_accessor import NamedMemberAccessor, swap_tensor
from minitorch_compat.utils import _pytree
from minitorch_compat.utils._contextlib import _DecoratorContextManager, _NoParamDecoratorContextManager
from minitorch_compat.utils.data._utils.worker import _generate_state


class Counting(_DecoratorContextManager):
    depth = 0

    def __enter__(self) -> None:
        Counting.depth += 1

    def __exit__(self, *error: object) -> None:
        Counting.depth -= 1


def test_contexts_decorate_functions_and_generators() -> None:
    assert Counting()(lambda: Counting.depth)() == 1 and Counting.depth == 0

    @Counting()
    def numbers() -> Iterator[Any]:
        got = yield Counting.depth
        try:
            yield got, Counting.depth
        except ValueError:
            yield "thrown", Counting.depth

    steps: Any = numbers()
    assert next(steps) == 1 and Counting.depth == 0
    assert steps.send("x") == ("x", 1) and steps.throw(ValueError()) == ("thrown", 1) and list(steps) == []

    class Bare(_NoParamDecoratorContextManager, Counting):
        pass

    @Bare
    def inside() -> int:
        return Counting.depth

    assert inside() == 1


def test_named_tuples_of_the_interpreter() -> None:
    assert _pytree.is_structseq_instance(time.gmtime()) and not _pytree.is_structseq_instance((1, 2))
    assert _pytree.is_structseq_class(time.struct_time) and not _pytree.is_structseq_class(tuple)


def test_seeds_of_numpy_in_workers_are_pytorchs() -> None:
    assert _generate_state(1, 2) == [307626447, 1538850434, 3092219749, 3926071173]
    assert _generate_state(2**40 + 5, 0) == [1947079492, 4165553494, 3768236192, 650331197]


def test_numbers_of_reductions() -> None:
    assert [_reduction.get_enum(name) for name in ("none", "mean", "sum")] == [0, 1, 2]
    with pytest.raises(ValueError, match="x is not a valid value for reduction"):
        _reduction.get_enum("x")
    with pytest.warns(UserWarning, match="reduction='sum'"):
        assert _reduction.legacy_get_enum(False, None) == 2
    assert _reduction.legacy_get_string(True, False, emit_warning=False) == "none"


def test_members_by_name() -> None:
    net = torch.nn.Sequential(torch.nn.Linear(2, 3), torch.nn.BatchNorm1d(3))
    other = torch.ones(3)
    before = swap_tensor(net[0], "bias", other)
    assert isinstance(before, torch.nn.Parameter) and net[0]._parameters["bias"] is other
    members = NamedMemberAccessor(net)
    assert members.swap_tensor("0.bias", before) is other and members.get_tensor("1.running_mean") is net[1].running_mean
    with pytest.raises(KeyError):
        swap_tensor(net, "0.bias", other)
    with pytest.raises(AttributeError):
        swap_tensor(net[0], "nothing", other)


def test_marks_for_a_profiler_of_cuda_say_that_it_is_not_there() -> None:
    from minitorch_compat.cuda import nvtx

    @nvtx.range("decorated")
    def function() -> None: ...

    for call in (lambda: nvtx.range_push("a"), nvtx.range_pop, lambda: nvtx.mark("a"), function):
        with pytest.raises(RuntimeError, match="NVTX functions not installed"):
            call()


def test_functorch_of_old() -> None:
    from minitorch_compat._functorch import combine_state_for_ensemble, make_functional, make_functional_with_buffers, vmap

    net = torch.nn.Linear(2, 3)
    x = torch.ones(4, 2)
    import minitorch_compat._functorch.make_functional
    import minitorch_compat._functorch.vmap  # modules of these names leave the functions where they are
    assert minitorch_compat._functorch.make_functional is make_functional and minitorch_compat._functorch.vmap is vmap
    with pytest.warns(FutureWarning, match="functorch.make_functional"):
        f, parameters = make_functional(net)
    assert torch.equal(f(parameters, x), net(x)) and all(p.is_meta for p in f.parameters())
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with pytest.raises(RuntimeError, match="has buffers"):
            make_functional(torch.nn.BatchNorm1d(2))
        g, parameters, buffers = make_functional_with_buffers(torch.nn.BatchNorm1d(2))
        assert g(parameters, buffers, x).shape == (4, 2)
        nets = [torch.nn.Linear(2, 3) for _ in range(3)]
        h, parameters, buffers = combine_state_for_ensemble(nets)
        out = vmap(h, (0, 0, None))(parameters, buffers, x)
        torch.testing.assert_close(out, torch.stack([net(x) for net in nets]))


def test_what_is_asked_of_tensors_under_transforms() -> None:
    from minitorch_compat._C import _functorch as c

    seen = []

    def look(x: Any) -> Any:
        seen.append((c.is_batchedtensor(x), c.is_gradtrackingtensor(x), c.maybe_get_level(x), c.maybe_get_bdim(x),
                     tuple(c.get_unwrapped(x).shape), c.maybe_current_level()))
        return x.sum()

    torch.vmap(look)(torch.ones(2, 3))
    torch.func.grad(look)(torch.ones(3))
    assert seen == [(True, False, 1, 0, (2, 3), 1), (False, True, 1, -1, (3,), 1)]
    plain = torch.ones(3)
    assert not c.is_batchedtensor(plain) and c.maybe_get_level(plain) == -1 and c.maybe_current_level() is None and c.dlevel(plain) == 0
    escaped: list[Any] = []
    torch.func.grad(lambda x: escaped.append((x, c.dlevel(x))) or x.sum())(plain)
    assert escaped[0][1] == 1 and c.dlevel(escaped[0][0]) == -1 and c.dlevel(escaped[0][0] + 1) == 0
    with pytest.raises(RuntimeError, match="No wrappers present"):
        c.get_unwrapped(plain)

    def through(x: Any) -> Any:
        level = c.current_level()
        inside = c._add_batch_dim(torch.arange(6.0).reshape(3, 2), 1, level)
        return c._remove_batch_dim(inside * x, level, 2, 1).sum() + x

    assert torch.vmap(through)(torch.ones(2)).shape == (2,)


def test_handlers_are_given_the_members_of_a_list() -> None:
    given = []

    class Mine(torch.Tensor):
        @classmethod
        def __torch_function__(cls, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            given.append(args)
            return 0

    a = torch.ones(2, 2).as_subclass(Mine)
    torch.einsum("ij,jk->ik", [a, a])
    assert given[0][0] == "ij,jk->ik" and len(given[0]) == 3


#: PyTorch's, between p = 0.3 and others.
DIVERGENCES = {"ContinuousBernoulli": 0.0, "Exponential": 0.2693, "Normal": 1.3727}


def test_divergences_of_continuous_bernoulli() -> None:
    d = torch.distributions
    p = d.ContinuousBernoulli(torch.tensor(0.3))
    others = {"ContinuousBernoulli": p, "Exponential": d.Exponential(torch.tensor(1.5)),
              "Normal": d.Normal(torch.tensor(0.5), torch.tensor(1.5))}
    for name, expected in DIVERGENCES.items():
        assert d.kl_divergence(p, others[name]).item() == pytest.approx(expected, abs=1e-4)
    assert d.kl_divergence(d.Beta(torch.tensor(1.5), torch.tensor(2.0)), p).item() == pytest.approx(0.0773, abs=1e-4)
    assert d.kl_divergence(d.Uniform(torch.tensor(0.2), torch.tensor(0.7)), p).item() == pytest.approx(0.6805, abs=1e-4)
    assert d.kl_divergence(p, d.Uniform(torch.tensor(0.2), torch.tensor(0.7))).item() == float("inf")


def test_paths_by_their_parts(tmp_path) -> None:
    from minitorch_compat import _utils_internal as internal

    assert internal.get_file_path_2("a", "b") == os.path.join("a", "b")
    assert os.path.isfile(internal.get_file_path("minitorch_compat", "_utils_internal.py"))
    assert internal.get_writable_path(str(tmp_path)) == str(tmp_path)
    other = internal.get_writable_path(str(tmp_path / "nowhere"))
    assert other.endswith("nowhere") and os.path.isdir(other)
    assert internal.resolve_library_path(str(tmp_path / ".." / tmp_path.name)) == str(tmp_path.resolve())
    with pytest.raises(torch.UnsupportedError, match="justknobs_check"):
        internal.justknobs_check("a")
