"""An expanded distribution is the same one, repeated: moments, densities, and samples."""
from __future__ import annotations

import math
from typing import Any

import pytest

import minitorch_compat as torch
from tests.distribution_cases import CASES
from tests.ops.boundaries import DISTRIBUTIONS

STATISTICS = ("mean", "variance", "mode", "stddev", "entropy")


def make_distribution(name: str, given: str) -> Any:
    make = lambda *args: getattr(torch.distributions, name)(*args, validate_args=False)  # noqa: E731
    return eval(f"make({given})", {"make": make, "tensor": torch.tensor, "inf": math.inf})


DISTRIBUTION = {f"{name}({given})": (lambda name=name, given=given: make_distribution(name, given))
                for name, (parameters, _) in DISTRIBUTIONS.items() for given in parameters[-2:]}
DISTRIBUTION |= {name: (lambda make=make: make(torch)[0]) for name, make in CASES.items()}


def draw(d: Any, *shape: int) -> Any:
    torch.manual_seed(7)
    return d.sample(shape)


def statistic_of(d: Any, name: str) -> Any:
    """A statistic, or the type of the error where there is none."""
    try:
        value = getattr(d, name)
        return value() if callable(value) else value
    except (NotImplementedError, RuntimeError, ValueError) as error:
        return type(error)


@pytest.mark.filterwarnings("ignore::RuntimeWarning", "ignore:Low df values detected", "ignore:Singular sample detected")
@pytest.mark.parametrize("name", DISTRIBUTION)
def test_expanded(name: str) -> None:
    d = DISTRIBUTION[name]()
    same = d.expand(d.batch_shape)
    assert type(same) is type(d) and (same.batch_shape, same.event_shape) == (d.batch_shape, d.event_shape)
    value = draw(d, 2)
    torch.testing.assert_close(draw(same, 2), value, rtol=0, atol=0, equal_nan=True)
    wide = d.expand((3, *d.batch_shape))
    assert wide.batch_shape == (3, *d.batch_shape) and draw(wide).shape == (3, *d.batch_shape, *d.event_shape)
    values = value.unsqueeze(1)
    torch.testing.assert_close(wide.log_prob(values), d.log_prob(values).expand(2, 3, *d.batch_shape), equal_nan=True)
    for statistic in STATISTICS:
        one, all_of_them = statistic_of(d, statistic), statistic_of(wide, statistic)
        if isinstance(one, type):
            assert all_of_them is one
        else:
            torch.testing.assert_close(all_of_them, one.expand(3, *one.shape), equal_nan=True)


@pytest.mark.parametrize("name", DISTRIBUTION)
def test_expansion_keeps_what_is_checked(name: str) -> None:
    d = DISTRIBUTION[name]()
    for validate in (True, False):
        d._validate_args = validate
        assert d.expand((2, *d.batch_shape))._validate_args is validate


@pytest.mark.parametrize("name", DISTRIBUTION)
def test_expansion_fills_the_instance_that_it_is_given(name: str) -> None:
    """As classes do that inherit from one and call its `expand`."""
    d = DISTRIBUTION[name]()
    given = type(d).__new__(type(d))
    if "VonMises" not in name:  # of which PyTorch makes a new one
        assert d.expand((2, *d.batch_shape), _instance=given) is given and given.batch_shape == (2, *d.batch_shape)
    assert d.expand((2, *d.batch_shape)) is not given

    class Narrower(type(d)):  # type: ignore[misc]
        def expand(self, batch_shape: Any, _instance: Any = None) -> Any:
            return super().expand(batch_shape, self._get_checked_instance(Narrower, _instance))

    d.__class__ = Narrower
    wide = d.expand((3, *d.batch_shape))
    assert type(wide) is Narrower and wide.batch_shape == (3, *d.batch_shape)


@pytest.mark.parametrize("cls", [torch.distributions.OneHotCategorical, torch.distributions.OneHotCategoricalStraightThrough,
                                 torch.distributions.Categorical, torch.distributions.RelaxedOneHotCategorical])
def test_parameters_stay_as_they_were_given(cls: Any) -> None:
    first = () if "Relaxed" not in cls.__name__ else (torch.tensor(0.5),)
    for given in ({"probs": torch.tensor([0.0, 1.0])}, {"logits": torch.tensor([0.0, -1.0])}):
        d = cls(*first, **given)
        wide = d.expand((3,))
        for name in ("probs", "logits"):
            assert torch.equal(getattr(wide, name), getattr(d, name).expand(3, 2))


def test_what_is_behind_relaxed_ones_expands() -> None:
    from minitorch_compat.distributions.relaxed_bernoulli import LogitRelaxedBernoulli
    from minitorch_compat.distributions.relaxed_categorical import ExpRelaxedCategorical

    half = torch.tensor(0.5)
    for d in (LogitRelaxedBernoulli(half, torch.tensor(0.3)), ExpRelaxedCategorical(half, torch.tensor([0.2, 0.8]))):
        wide = d.expand((3,))
        assert type(wide) is type(d) and wide.batch_shape == (3,) and wide.temperature is d.temperature
        value = d.sample()
        assert torch.equal(wide.log_prob(value), d.log_prob(value).expand(3)) and wide.sample().shape == (3, *d.event_shape)


@pytest.mark.parametrize("validated", [False, True])
def test_an_expanded_wishart_validates_as_the_first_one(validated: bool) -> None:
    first = torch.distributions.Wishart(torch.tensor(3.0), torch.eye(2), validate_args=validated)
    singular = torch.ones(2, 2)
    for law in (first, first.expand((2,))):
        if validated:
            with pytest.raises(ValueError, match="within the support"):
                law.log_prob(singular)
        else:
            assert law.log_prob(singular).isnan().all()


def test_a_relaxed_categorical_has_vectors_for_events() -> None:
    for kind in (torch.distributions.RelaxedOneHotCategorical, torch.distributions.relaxed_categorical.ExpRelaxedCategorical):
        d = kind(torch.tensor(0.5), logits=torch.zeros(2, 3))
        assert (d.batch_shape, d.event_shape, d.sample().shape) == ((2,), (3,), (2, 3))


def test_a_kumaraswamy_that_only_rises_has_its_mode_at_the_end() -> None:
    """PyTorch takes the logarithm of a negative number."""
    assert torch.distributions.Kumaraswamy(torch.tensor([2.0, 2.0, 2.0]), torch.tensor([1.0, 2.0, 0.5])).mode[:2].tolist() == pytest.approx(
        [1, 3 ** -0.5])


def test_a_wishart_of_unchecked_parameters_expands() -> None:
    d = torch.distributions.Wishart(torch.tensor(5.0), scale_tril=torch.tensor([[1.0, 2.0], [3.0, 4.0]]), validate_args=False)
    assert d.expand((2,)).df.tolist() == [5, 5]
