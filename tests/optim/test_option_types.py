"""Options of optimizers that are no ordinary numbers: accepted or refused as in PyTorch; an error does not change the parameters."""
from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import minitorch_compat as torch


def parameter() -> Any:
    p = torch.nn.Parameter(torch.tensor([1.0, 2.0]))
    p.grad = torch.ones(2)
    return p


def take_steps(name: str, **options: Any) -> list[float]:
    p = parameter()
    getattr(torch.optim, name)([p], **options).step()
    return list(p.tolist())


@pytest.mark.parametrize("name", ["SGD", "Adam", "AdamW", "RMSprop", "Adagrad", "Adadelta", "Adamax", "NAdam", "RAdam", "ASGD", "Rprop"])
@pytest.mark.parametrize("value", [0, "a", None])
def test_differentiable_is_a_flag(name: str, value: Any) -> None:
    p = parameter()
    with pytest.raises(TypeError, match=r"set_grad_enabled\(\): argument 'enabled' \(position 1\) must be bool, not"):
        getattr(torch.optim, name)([p], differentiable=value).step()
    assert p.tolist() == [1.0, 2.0]


@pytest.mark.parametrize("name", ["SGD", "Adam", "RMSprop", "Adagrad", "Adadelta", "Adamax", "NAdam", "RAdam", "ASGD"])
def test_weight_decay_is_no_flag(name: str) -> None:
    p = parameter()
    optimizer = getattr(torch.optim, name)([p], weight_decay=True)
    with pytest.raises(RuntimeError, match="Boolean alpha only supported for Boolean results"):
        optimizer.step()
    assert p.tolist() == [1.0, 2.0] and optimizer.state[p].get("mu_product", torch.ones(())).item() == 1.0


@pytest.mark.parametrize(("name", "options", "expected"), [
    ("ASGD", {"alpha": 1j}, [0.989998996257782, 1.9899979829788208]),
    ("NAdam", {"momentum_decay": torch.tensor(0.1)}, [0.9978858828544617, 1.9978859424591064]),
    ("Adafactor", {"weight_decay": torch.tensor(0.1)}, [0.9831886291503906, 1.9821885824203491]),
    ("Adafactor", {"eps": torch.ones(2)}, [0.9841886162757874, 1.9841885566711426])])
@pytest.mark.filterwarnings("ignore:Casting complex values")
def test_numbers_of_other_kinds(name: str, options: dict[str, Any], expected: list[float]) -> None:
    assert take_steps(name, **options) == pytest.approx(expected, abs=1e-6)


def test_what_is_no_number_is_refused_as_operations_refuse_it() -> None:
    for name, options, error, phrase in [
            ("ASGD", {"lambd": 1j}, RuntimeError, "result type ComplexFloat can't be cast"),
            ("ASGD", {"lambd": torch.ones(2)}, RuntimeError, "doesn't match the broadcast shape"),
            ("Rprop", {"step_sizes": 2}, TypeError, "cannot unpack non-iterable int object"),
            ("Rprop", {"step_sizes": (0.9, "a")}, TypeError, r"clamp_\(\) received an invalid combination of arguments"),
            ("Adafactor", {"d": "a"}, TypeError, "'<=' not supported between instances of 'float' and 'str'"),
            ("SGD", {"foreach": torch.ones(2)}, RuntimeError, "Boolean value of Tensor with more than one value")]:
        with pytest.raises(error, match=phrase):
            take_steps(name, **options)


def test_a_state_that_is_no_dict() -> None:
    p = parameter()
    optimizer = torch.optim.Adam([p])
    optimizer.state[p] = 1
    with pytest.raises(TypeError, match=r"object of type 'int' has no len\(\)"):
        optimizer.step()


@pytest.mark.parametrize("name", ["AdamW", "NAdam", "RAdam", "ASGD", "Rprop"])
def test_without_gradients_nobody_looks_at_the_rate(name: str) -> None:
    p = torch.nn.Parameter(torch.ones(2))
    optimizer = getattr(torch.optim, name)([p])
    optimizer.param_groups[0]["lr"] = "a"
    optimizer.param_groups[0]["foreach"] = torch.ones(2)
    optimizer.step()


@pytest.mark.parametrize("rate", [0.1j, np.complex64(0.1), np.complex128(0.1)], ids=["python", "single", "double"])
@pytest.mark.parametrize("name", ["SGD", "Adam", "AdamW", "RMSprop", "Adagrad", "Adadelta", "Adamax", "NAdam", "RAdam", "ASGD", "Rprop",
                                  "Adafactor"])
def test_rates_are_real(name: str, rate: Any) -> None:
    """PyTorch takes some of numpy's, and leaves out the imaginary part."""
    p = parameter()
    optimizer = getattr(torch.optim, name)([p])
    optimizer.param_groups[0]["lr"] = rate
    with pytest.raises((RuntimeError, TypeError), match=r"complex|Complex|without overflow"):
        optimizer.step()
    assert p.tolist() == [1.0, 2.0]


def test_no_iterations_of_lbfgs() -> None:
    p = parameter()
    torch.optim.LBFGS([p], max_iter=0).step(lambda: 1.0)
    assert p.tolist() == [1.0, 2.0]
    with pytest.raises(TypeError, match="'<=' not supported between instances of 'Tensor' and 'str'"):
        torch.optim.LBFGS([p], tolerance_grad="a").step(lambda: 1.0)


def test_states_of_schedules_are_taken_apart_by_pop() -> None:
    def made() -> Any:
        return torch.optim.SGD([torch.nn.Parameter(torch.ones(1))], lr=0.1, momentum=0.5)

    rates = torch.optim.lr_scheduler
    chained = rates.ChainedScheduler([rates.StepLR(made(), 1)])
    for schedule in (rates.LambdaLR(made(), lambda e: 1), rates.CyclicLR(made(), 0.1, 0.2), chained):
        with pytest.raises(AttributeError, match="'int' object has no attribute 'pop'"):
            schedule.load_state_dict(1)
        with pytest.raises(KeyError):
            schedule.load_state_dict({"last_epoch": 5})
        state = schedule.state_dict()
        keys = set(state)
        schedule.load_state_dict(state)
        assert set(state) == keys
