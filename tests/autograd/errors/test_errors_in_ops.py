"""An error in every op's kernel, derivative and definition, and in the hooks and packing around it: nothing is changed, and the repeated
call has its usual results.
"""
from __future__ import annotations

import copy
import warnings

import numpy as np
import pytest

import minitorch_compat as torch
from minitorch_compat._dispatch.call.caller import make_call
from minitorch_compat._dispatch.graph.inplace import inplace
from minitorch_compat._dispatch.state import ACTIVE, LOCAL
from minitorch_compat._ops.op import OPS
from minitorch_compat.autograd import forward_ad, graph
from tests.ops.test_ops import op_args
from tests.samples import ROWS


class Planted(Exception):
    """The error that is put in the way."""


class Bomb:
    """Goes off at the n-th place that it is taken to; `None`: never, but counts the places."""

    def __init__(self, at=None):
        self.at, self.count = at, 0

    def __call__(self, *_):
        self.count += 1
        if self.count == self.at:
            raise Planted

    def before(self, function):
        """`function` with the bomb in front."""
        if function is None:
            return None

        def call(*args, **options):
            self()
            return function(*args, **options)

        return call


def with_bomb(op, bomb):
    """A copy of an op with the bomb in its kernel, its derivatives and its definition."""
    twin = copy.copy(op)
    twin.kernel, twin.composite, twin.jvp = bomb.before(op.kernel), bomb.before(op.composite), bomb.before(op.jvp)
    twin.vjps = tuple(bomb.before(f) for f in op.vjps)
    twin.joint = bomb.before(op.joint)
    twin.formulas = twin.vjps if op.formulas is not None else None
    twin.number_overloads = None
    return twin


def members(args):
    """The tensors among arguments, those in lists too."""
    return [t for a in args for t in (a if isinstance(a, list) else [a]) if isinstance(t, torch.Tensor)]


def prepare_arguments(row):
    args = op_args(row, 0, dtype=row.base)
    args = list(args if row.prepare is None else row.prepare(*args))
    for t in members(args):
        if t.is_floating_point() or t.is_complex():
            t.requires_grad_()
    return args


def numbers(values):
    return [None if v is None else np.asarray(v.detach().numpy(force=True)).tobytes() for v in values]


def forward_and_back(op, args, bomb):
    """Outputs and gradients, on the way past packing and hooks of every kind."""
    leaves = [t for t in members(args) if t.requires_grad]
    with graph.saved_tensors_hooks(bomb.before(lambda t: t), bomb.before(lambda t: t)):
        result = make_call(with_bomb(op, bomb))(*args)
    outs = [o for o in (result if isinstance(result, tuple) else (result,)) if o.requires_grad and o.grad_fn is not None]
    if not outs:
        return numbers(members([result] if isinstance(result, torch.Tensor) else list(result)))
    outs[0].register_hook(bomb)
    outs[0].grad_fn.register_prehook(bomb)
    outs[0].grad_fn.register_hook(bomb)
    handles = [h for t in leaves for h in (t.register_hook(bomb), t.register_post_accumulate_grad_hook(bomb))]
    try:
        torch.autograd.backward(outs, [torch.ones_like(o) for o in outs])
    finally:
        for handle in handles:
            handle.remove()
    return numbers([*outs, *(t.grad for t in leaves)])


def forward_only(op, args, bomb):
    """Outputs; for ops whose derivative is not implemented."""
    with torch.no_grad():
        result = make_call(with_bomb(op, bomb))(*args)
    return numbers(members([result] if isinstance(result, torch.Tensor) else list(result)))


def forward_mode(op, args, bomb):
    """Outputs and tangents."""
    with forward_ad.dual_level():
        duals = [forward_ad.make_dual(a.detach(), torch.ones_like(a)) if isinstance(a, torch.Tensor) and a.requires_grad else a
                 for a in args]
        result = make_call(with_bomb(op, bomb))(*duals)
        outs = result if isinstance(result, tuple) else (result,)
        return numbers([forward_ad.unpack_dual(o).tangent for o in outs])


def changed_in_place(op, args, bomb):
    """What becomes of a non-leaf; it must be as it was if that fails."""
    x = args[0].clone()
    before = numbers([x]), x._version, x.grad_fn
    try:
        inplace(with_bomb(op, bomb), x, *args[1:])
    except Planted:
        assert (numbers([x]), x._version, x.grad_fn) == before
        raise
    return numbers([x])


def state():
    return (LOCAL.grad, LOCAL.inference, list(LOCAL.levels), list(LOCAL.saved_hooks), LOCAL.saved_hooks_disabled, LOCAL.task,
            LOCAL.delegated, LOCAL.forward_limit, LOCAL.before_write, list(ACTIVE))


def check(program, op, row):
    """`program` with an error at each of its places in turn."""
    args = prepare_arguments(row)
    tensors = members(args)

    def run(bomb):
        torch.manual_seed(0)
        for t in tensors:
            t.grad = None
        return program(op, args, bomb)

    expected = run(counted := Bomb())
    before = state(), [(t._version, t._backward_hooks and len(t._backward_hooks), t.requires_grad) for t in tensors], numbers(tensors)
    for place in range(1, counted.count + 1):
        with pytest.raises(Planted):
            run(Bomb(place))
        assert (state(), [(t._version, t._backward_hooks and len(t._backward_hooks), t.requires_grad) for t in tensors],
                numbers(tensors)) == before, place
    assert run(Bomb()) == expected
    return counted.count


def fails_alone(program, op, row):
    try:
        program(op, prepare_arguments(row), Bomb())
    except (RuntimeError, TypeError, NotImplementedError, AttributeError, IndexError, ValueError):
        return True
    return False


#: Ops whose derivative raises, as in PyTorch.
WITHOUT_DERIVATIVE = frozenset({"_standard_gamma_grad", "_dirichlet_grad", "floor_divide", "heaviside", "zeta", "igamma", "igammac",
                                "hardsigmoid_gradient", "ctc_backward", "scatter_reduced_tensor", "scatter_reduced_value",
                                "cdist_backward", "embedding_renorm", "geqrf_of", "ldl_factor_of", "ldl_solve_of"})
FORWARD_AND_BACK = [name for name in ROWS if name in OPS]
assert len(FORWARD_AND_BACK) > 300


@pytest.mark.parametrize("name", FORWARD_AND_BACK)
def test_on_the_way_there_and_back(name):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        row, op = ROWS[name], OPS[name]
        without = fails_alone(forward_and_back, op, row)
        assert without == (name in WITHOUT_DERIVATIVE)
        assert check(forward_only if without else forward_and_back, op, row) >= 1


@pytest.mark.parametrize("name", [n for n in FORWARD_AND_BACK if OPS[n].is_differentiable and not OPS[n].has_lists])
def test_in_forward_mode(name):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        row, op = ROWS[name], OPS[name]
        if not fails_alone(forward_mode, op, row):
            check(forward_mode, op, row)


@pytest.mark.parametrize("name", [n for n in FORWARD_AND_BACK if "inplace" in OPS[n].variants and OPS[n].kind != "composite"])
def test_in_place(name):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        row, op = ROWS[name], OPS[name]
        if not fails_alone(changed_in_place, op, row):
            assert check(changed_in_place, op, row) >= 1
