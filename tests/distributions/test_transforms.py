"""Transforms of distributions: inverses, Jacobians, caches, and the transforms of constraints. Values are PyTorch's."""
from __future__ import annotations

import copy
import math
import pickle
from typing import Any

import pytest

import minitorch_compat as torch
from minitorch_compat.distributions import biject_to, constraints, transform_to
from minitorch_compat.distributions import transforms as T

V = torch.tensor([0.3, -0.7, 1.2], dtype=torch.float64)
MAPS = {
    "exp": (T.ExpTransform(), V), "power": (T.PowerTransform(2.5), V.exp()), "sigmoid": (T.SigmoidTransform(), V),
    "softplus": (T.SoftplusTransform(), V), "tanh": (T.TanhTransform(), V), "affine": (T.AffineTransform(1.0, -2.0), V),
    "sticks": (T.StickBreakingTransform(), V), "correlation": (T.CorrCholeskyTransform(), V),
    "reshape": (T.ReshapeTransform((3,), (1, 3)), V),
    "stack": (T.StackTransform([T.ExpTransform(), T.TanhTransform(), T.AffineTransform(0.0, 3.0)]), V),
    "cat": (T.CatTransform([T.ExpTransform(), T.TanhTransform()], lengths=[1, 2]), V),
    "composed": (T.ComposeTransform([T.AffineTransform(0.5, 2.0), T.SigmoidTransform()]), V),
    "independent": (T.IndependentTransform(T.ExpTransform(), 1), V),
    "cdf": (T.CumulativeDistributionTransform(torch.distributions.Normal(torch.tensor(0.0, dtype=torch.float64), 1.0)), V),
}


def flat(y):
    """Free coordinates of an image: of a simplex all but the last, of a Cholesky factor what lies below the diagonal."""
    if y.dim() == 2 and y.shape[0] == y.shape[1]:
        return torch.stack([y[1, 0], y[2, 0], y[2, 1]])
    return y.reshape(-1)[:3]


@pytest.mark.parametrize("name", MAPS)
def test_inverse_and_jacobian(name):
    t, x = MAPS[name]
    y = t(x)
    assert torch.allclose(t.inv(y), x) and t.inv.inv is t
    jacobian = torch.autograd.functional.jacobian(lambda v: flat(t(v)), x)
    assert torch.allclose(t.log_abs_det_jacobian(x, y).sum(), torch.linalg.slogdet(jacobian)[1])
    assert torch.allclose(t.inv.log_abs_det_jacobian(y, x), -t.log_abs_det_jacobian(x, y))
    assert tuple(t.forward_shape(x.shape)) == tuple(y.shape) and tuple(t.inverse_shape(y.shape)) == tuple(x.shape)
    assert t.codomain.check(y).all()


def test_cache():
    t = T.ExpTransform(cache_size=1)
    x = V.clone().requires_grad_()
    y = t(x)
    assert t(x) is y and t.inv(y) is x
    assert T.ExpTransform()(x) is not T.ExpTransform()(x) and t.with_cache(1) is t
    assert pickle.loads(pickle.dumps(t)).inv(torch.ones(1)).item() == 0
    with pytest.raises(ValueError, match="cache_size must be 0 or 1"):
        T.ExpTransform(cache_size=2)


@pytest.mark.parametrize("name", MAPS)
def test_the_same_map_with_another_cache(name):
    t, x = MAPS[name]
    cached = t.with_cache(1)
    assert type(cached) is type(t) and cached._cache_size == 1 and t._cache_size == 0
    y = cached(x)
    assert torch.equal(y, t(x)) and cached(x) is y and cached.inv(y) is x
    assert cached.with_cache(1) is cached and t.with_cache(0) is t
    again = cached.with_cache(0)
    assert again._cache_size == 0 and torch.equal(again(x), y)
    assert (again(x) is again(x)) == (name == "composed")  # its parts keep theirs
    assert cached.inv.with_cache(1).inv(x) is not None and cached.inv(y) is x


def test_own_map():
    class Cube(T.Transform):
        domain = codomain = constraints.real
        bijective = True

        def _call(self, x):
            return x**3

        def _inverse(self, y):
            return y.sign() * y.abs() ** (1 / 3)

        def log_abs_det_jacobian(self, x, y):
            return (3 * x**2).log()

    d = torch.distributions.TransformedDistribution(torch.distributions.Normal(torch.zeros(3, dtype=torch.float64), 1.0), [Cube()])
    assert torch.allclose(d.log_prob(V**3), torch.distributions.Normal(0.0, 1.0).log_prob(V) - (3 * V**2).log())
    assert Cube() != Cube() and T.ExpTransform() == T.ExpTransform() and T.AffineTransform(1, 2) != T.AffineTransform(1, 3)


def test_event_dims():
    sticks = torch.distributions.TransformedDistribution(torch.distributions.Normal(torch.zeros(4, 2), 1.0), [T.StickBreakingTransform()])
    assert sticks.batch_shape == (4,) and sticks.event_shape == (3,) and sticks.log_prob(sticks.sample()).shape == (4,)
    assert sticks.expand((5, 4)).sample().shape == (5, 4, 3)


@pytest.mark.parametrize(("constraint", "text"), [
    (constraints.real, "ComposeTransform(\n    \n)"),
    (constraints.positive, "ComposeTransform(\n    ExpTransform(),\n    AffineTransform()\n)"),
    (constraints.unit_interval, "SigmoidTransform()"),
    (constraints.interval(1.0, 3.0), "ComposeTransform(\n    SigmoidTransform(),\n    AffineTransform()\n)"),
    (constraints.simplex, "SoftmaxTransform()"), (constraints.lower_cholesky, "LowerCholeskyTransform()"),
    (constraints.positive_definite, "PositiveDefiniteTransform()"), (constraints.corr_cholesky, "CorrCholeskyTransform()"),
    (constraints.real_vector, "IndependentTransform(ComposeTransform(\n    \n), 1)"),
])
def test_registry(constraint, text):
    t = transform_to(constraint)
    assert repr(t) == text
    x = torch.randn(3, 3) if "Definite" in text or "Lower" in text else torch.randn(3)
    assert constraint.check(t(x)).all()


def test_registry_refuses():
    assert repr(biject_to(constraints.simplex)) == "StickBreakingTransform()"
    with pytest.raises(NotImplementedError, match="Cannot transform _Boolean constraints"):
        biject_to(constraints.boolean)
    with pytest.raises(TypeError, match="Expected constraint to be either a Constraint subclass or instance"):
        biject_to.register(3, lambda c: None)


def test_constraints_of_parts():
    x = torch.tensor([[1.0, -2.0], [2.0, 3.0]])
    assert constraints.cat([constraints.real, constraints.positive], dim=-1).check(x).tolist() == [[True, False], [True, True]]
    assert constraints.stack([constraints.real, constraints.positive], dim=-1).check(x).tolist() == [[True, False], [True, True]]
    assert constraints.positive_semidefinite.check(torch.tensor([[1.0, 0], [0, 0]])) and not constraints.positive_definite.check(
        torch.tensor([[1.0, 0], [0, 0]]))
    assert type(constraints.lower_cholesky)().check(torch.eye(2))


def test_expand_of_ones_own():
    class Own(torch.distributions.Distribution):
        arg_constraints = {}

        def __init__(self, loc):
            self.loc = loc
            super().__init__(loc.shape)

        def expand(self, batch_shape, _instance=None):
            new = self._get_checked_instance(Own, _instance)
            new.loc = self.loc.expand(batch_shape)
            super(Own, new).__init__(batch_shape)
            return new

    class Derived(Own):
        def __init__(self):
            super().__init__(torch.zeros(2))

    assert Own(torch.zeros(2)).expand((3, 2)).batch_shape == (3, 2)
    with pytest.raises(NotImplementedError, match=r"must also define a custom \.expand"):
        Derived().expand((3, 2))
    assert T.ExpTransform().inv.__class__ is T._InverseTransform


def test_dimensions_of_an_event_that_the_two_sides_do_not_share():
    from minitorch_compat.distributions import Normal, TransformedDistribution
    from minitorch_compat.distributions.transforms import ReshapeTransform

    flat = ReshapeTransform((2, 2), (4,))
    with pytest.raises(ValueError, match=r"use either \.domain\.event_dim or \.codomain\.event_dim"):
        _ = flat.event_dim
    assert repr(flat.forward_shape((3, 2, 2))) == "torch.Size([3, 4])"
    with pytest.raises(ValueError, match=r"Shape mismatch: expected torch\.Size\(\[3\]\) but got torch\.Size\(\[4\]\)"):
        TransformedDistribution(Normal(torch.zeros(2, 3), 1.0), [ReshapeTransform((4,), (2, 2))])
    with pytest.raises(ValueError, match="transforms must be a Transform or list, but was 3"):
        TransformedDistribution(Normal(0.0, 1.0), 3)


def test_what_depends_on_parameters_cannot_be_told_beforehand():
    from minitorch_compat.distributions import constraints

    with pytest.raises(NotImplementedError, match=r"\.event_dim cannot be determined statically"):
        _ = constraints.dependent.event_dim
    known = constraints.dependent(is_discrete=True, event_dim=1)
    assert known.is_discrete and known.event_dim == 1 and constraints.is_dependent(known)


@pytest.mark.parametrize("size", range(2, 7))
def test_maps_of_vectors_of_every_size(size):
    def check(t, x, free):
        y = t(x)
        assert torch.allclose(t.inv(y), x)
        jacobian = torch.autograd.functional.jacobian(lambda v: free(t(v)), x)
        assert torch.allclose(t.log_abs_det_jacobian(x, y), torch.linalg.slogdet(jacobian)[1])
        assert t.codomain.check(y).all() and t.forward_shape(x.shape) == y.shape and t.inverse_shape(y.shape) == x.shape

    torch.manual_seed(size)
    below = torch.tril_indices(size, size, -1)
    check(T.CorrCholeskyTransform(), torch.randn(size * (size - 1) // 2, dtype=torch.float64), lambda y: y[below[0], below[1]])
    check(T.StickBreakingTransform(), torch.randn(size, dtype=torch.float64), lambda y: y[:-1])


#: Map, argument, what it gives in single precision, and the sum of the logarithms of its slopes: at the ends of what floats can tell apart.
SATURATED: list[tuple[str, list[float], list[float], float]] = [
    ("CorrCholeskyTransform", [50.0] * 3, [1, 0, 0, 0.99999988, 4.8828125e-4, 0, 0.99999988, 4.8828119e-4, 2.3841858e-7], -303.46576),
    ("CorrCholeskyTransform", [-50.0] * 3, [1, 0, 0, -0.99999988, 4.8828125e-4, 0, -0.99999988, -4.8828119e-4, 2.3841858e-7], -303.46576),
    ("CorrCholeskyTransform", [1.0, 50.0, -50.0],
     [1, 0, 0, 0.76159418, 0.64805424, 0, 0.99999988, -4.8828119e-4, 2.3841858e-7], -205.71959),
    ("StickBreakingTransform", [50.0, -50.0], [0.99999988, 2.299249e-29, 1.1920929e-7], -115.24924),
    ("SigmoidTransform", [50.0, -200.0], [0.99999988, 1.1754944e-38], -250.0), ("TanhTransform", [50.0, -50.0], [1, -1], -197.22742),
    ("SoftplusTransform", [50.0, -50.0], [50, 1.92875e-22], -50.0), ("ExpTransform", [80.0], [5.5406225e34], 80.0)]


@pytest.mark.parametrize(("name", "x", "y", "slope"), SATURATED, ids=[f"{name} {x}" for name, x, *_ in SATURATED])
def test_maps_at_the_ends_of_floats(name: str, x: list[float], y: list[float], slope: float) -> None:
    transform = getattr(torch.distributions, name)()
    given = torch.tensor(x)
    found = transform(given)
    assert found.flatten().tolist() == pytest.approx(y, rel=1e-4, abs=0)
    assert transform.log_abs_det_jacobian(given, found).sum().item() == pytest.approx(slope, rel=1e-5)


@pytest.mark.parametrize(("low", "high", "middle"), [
    (0.0, torch.tensor([1.0, 2.0]), [0.5, 1.0]), (torch.tensor([0.0, 1.0]), torch.tensor([1.0, 2.0]), [0.5, 1.5]),
    (torch.tensor([0.0, 1.0]), 3.0, [1.5, 2.0]), (torch.tensor(0.0), 1, [0.5, 0.5]), (0, 1, [0.5, 0.5]), (0, torch.tensor(1.0), [0.5, 0.5]),
    (-1.0, 1.0, [0.0, 0.0])])
@pytest.mark.parametrize("kind", ["interval", "half_open_interval"])
def test_intervals_between_numbers_and_tensors(low: Any, high: Any, middle: list[float], kind: str) -> None:
    constraint = getattr(torch.distributions.constraints, kind)(low, high)
    for register in (torch.distributions.biject_to, torch.distributions.transform_to):
        assert register(constraint)(torch.zeros(2)).tolist() == middle


def test_maps_are_equal_as_their_inverses_are() -> None:
    """Each is made twice, and differs from all others; an inverse is no map of the same name."""
    def made() -> list[Any]:
        return [T.ExpTransform(), T.PowerTransform(torch.tensor(2.5)), T.PowerTransform(torch.tensor(2.0)), T.SigmoidTransform(),
                T.SoftplusTransform(), T.TanhTransform(), T.AbsTransform(), T.AffineTransform(1.0, -2.0), T.AffineTransform(1.0, 2.0),
                T.AffineTransform(torch.tensor(3.0), torch.tensor(2.0)), T.SoftmaxTransform(), T.StickBreakingTransform(),
                T.ComposeTransform([T.ExpTransform()]), T.ComposeTransform([T.ExpTransform(), T.TanhTransform()]),
                T.LowerCholeskyTransform()]

    for i, a in enumerate(made()):
        for j, b in enumerate(made()):
            assert (a == b) is (i == j) and (a != b) is (i != j), (i, j)
            if a.bijective and b.bijective:
                assert (a.inv == b.inv) is (i == j) and (a.inv != b.inv) is (i != j), (i, j)
                assert a.inv != b and a != b.inv or isinstance(a, T.ComposeTransform)


def test_inverses_of_compositions():
    maps = T.ComposeTransform([T.ExpTransform(), T.AffineTransform(1.0, 2.0)])
    four = torch.tensor(4.0)
    assert T.ComposeTransform([maps, T.ExpTransform()]).inv(four.exp()) == maps.inv(four) == torch.tensor(1.5).log()
    assert T.ComposeTransform([maps.inv, T.ExpTransform()])(four) == 1.5
    assert T.ComposeTransform([maps.inv, T.ExpTransform()]).inv(torch.tensor(1.5)) == 4
    assert T.ComposeTransform([maps.inv, T.ExpTransform()]).inv.inv(four) == 1.5
    assert T.IndependentTransform(maps, 0).inv(four[None]).tolist() == [maps.inv(four)]
    assert T.StackTransform([maps, T.ExpTransform()]).inv(torch.tensor([[4.0], [2.0]])).exp().sum() == 3.5
    mixed = T.CatTransform([maps.inv, T.ExpTransform()], 0, [1, 1])
    torch.testing.assert_close(mixed.inv(torch.tensor([0.5, 2.0])), torch.tensor([2 * math.exp(0.5) + 1, math.log(2)]))


def test_inverses_are_copied_with_what_they_invert():
    for copied in (pickle.loads(pickle.dumps(T.AffineTransform(1.0, 2.0).inv)), copy.deepcopy(T.AffineTransform(1.0, 2.0).inv)):
        assert copied.inv.loc == 1 and copied(torch.tensor(5.0)) == 2


def test_transforms_are_not_hashable():
    for transform in (T.ExpTransform(), T.AffineTransform(0, 1), T.ComposeTransform([]), T.ExpTransform().inv, T.PowerTransform(2.0)):
        with pytest.raises(TypeError, match="unhashable"):
            hash(transform)


def test_domains_of_distribution_functions_are_supports():
    gamma = torch.distributions.Gamma(2.0, 1.0)
    for constraint in (T.CumulativeDistributionTransform(gamma).domain, T.CumulativeDistributionTransform(gamma).inv.codomain,
                       torch.distributions.TransformedDistribution(gamma, []).support):
        assert constraint is gamma.support
