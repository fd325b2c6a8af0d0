"""Schedules: checks, warnings, saving; their numbers are compared in test_against_pytorch.py."""
from __future__ import annotations

import pytest

import minitorch_compat as torch
from minitorch_compat import optim
from minitorch_compat.optim import lr_scheduler as schedules


def sgd(lr=0.1, groups=1):
    params = [{"params": [torch.tensor([1.0], requires_grad=True)]} for _ in range(groups)]
    return optim.SGD(params, lr=lr, momentum=0.9)


@pytest.mark.parametrize("make, text", [
    (lambda o: schedules.LambdaLR(o, [abs]), "Expected 2 lr_lambdas, but got 1"),
    (lambda o: schedules.LinearLR(o, start_factor=2), "Starting multiplicative factor expected"),
    (lambda o: schedules.LinearLR(o, end_factor=2), "Ending multiplicative factor expected"),
    (lambda o: schedules.ConstantLR(o, factor=2), "Constant multiplicative factor expected"),
    (lambda o: schedules.OneCycleLR(o, 1.0), "You must define either total_steps OR"),
    (lambda o: schedules.OneCycleLR(o, 1.0, total_steps=-1), "Expected positive integer total_steps, but got -1"),
    (lambda o: schedules.OneCycleLR(o, 1.0, epochs=1, steps_per_epoch=0), "Expected positive integer steps_per_epoch"),
    (lambda o: schedules.OneCycleLR(o, 1.0, total_steps=5, pct_start=2), "Expected float between 0 and 1 pct_start"),
    (lambda o: schedules.OneCycleLR(o, 1.0, total_steps=5, anneal_strategy="x"), "anneal_strategy must be one of"),
    (lambda o: schedules.OneCycleLR(o, [1.0], total_steps=5), "max_lr must have the same length"),
    (lambda o: schedules.ReduceLROnPlateau(o, factor=2.0), "Factor should be < 1.0"),
    (lambda o: schedules.ReduceLROnPlateau(o, min_lr=[1]), "expected 2 min_lrs, got 1"),
    (lambda o: schedules.ReduceLROnPlateau(o, mode="x"), "mode x is unknown!"),
    (lambda o: schedules.CosineAnnealingWarmRestarts(o, 0), "Expected positive integer T_0, but got 0"),
    (lambda o: schedules.CyclicLR(o, 0.1, 1.0, mode="x"), "mode is invalid and scale_fn is None"),
    (lambda o: schedules.SequentialLR(o, [], []), "expects at least one scheduler"),
    (lambda o: schedules.SequentialLR(o, [schedules.StepLR(o, 1)], [1]), "number of schedulers 1 and the number of"),
    (lambda o: schedules.ChainedScheduler([schedules.StepLR(o, 1), schedules.StepLR(sgd(), 1)]), "same optimizer"),
    (lambda o: schedules.ChainedScheduler([schedules.ReduceLROnPlateau(o)]), "does not support `ReduceLROnPlateau`"),
])
def test_refused(make, text):
    with pytest.raises(ValueError, match=text):
        make(sgd(groups=2))


def test_refused_optimizers():
    with pytest.raises(TypeError, match="int is not an Optimizer"):
        schedules.StepLR(1, 2)
    with pytest.raises(KeyError, match=r"param 'initial_lr' is not specified in param_groups\[0\]"):
        schedules.StepLR(sgd(), 2, last_epoch=1)
    rprop = optim.Rprop([torch.tensor([1.0], requires_grad=True)])
    with pytest.raises(ValueError, match="optimizer must support momentum or beta1"):
        schedules.CyclicLR(rprop, 0.1, 1.0)


def test_warns_of_a_wrong_order_once():
    schedule = schedules.StepLR(sgd(), 1)
    with pytest.warns(UserWarning, match=r"Detected call of `lr_scheduler.step\(\)` before `optimizer.step\(\)`"):
        schedule.step()
    schedule.step()


def test_no_warning_in_the_right_order(recwarn):
    optimizer = sgd()
    schedule = schedules.StepLR(optimizer, 1)
    optimizer.step()
    schedule.step()
    assert not recwarn.list


def test_warns_when_step_was_replaced():
    optimizer = sgd()
    schedule = schedules.StepLR(optimizer, 1)
    optimizer.step = lambda: None
    with pytest.warns(UserWarning, match=r"Seems like `optimizer.step\(\)` has been overridden"):
        schedule.step()


def test_explicit_epoch_uses_the_closed_form():
    optimizer = sgd(lr=1.0)
    schedule = schedules.CosineAnnealingLR(optimizer, 4)
    optimizer.step()
    with pytest.warns(UserWarning, match="The epoch parameter in"):
        schedule.step(2)
    assert schedule.get_last_lr() == [pytest.approx(0.5)]
    with pytest.warns(UserWarning, match=r"please use `get_last_lr\(\)`"):
        schedule.get_lr()


def test_too_many_steps_of_one_cycle():
    optimizer = sgd()
    schedule = schedules.OneCycleLR(optimizer, 1.0, total_steps=2)
    optimizer.step()
    schedule.step()
    schedule.step()
    with pytest.raises(ValueError, match=r"Tried to step 3 times. The specified number of total steps is 2"):
        schedule.step()


def test_adam_cycles_its_first_beta():
    optimizer = optim.Adam([torch.tensor([1.0], requires_grad=True)])
    schedules.OneCycleLR(optimizer, 1.0, total_steps=10)
    assert optimizer.param_groups[0]["betas"] == (0.95, 0.999)


def test_a_tensor_rate_keeps_its_identity():
    rate = torch.tensor(1.0)
    optimizer = sgd(lr=rate)
    schedule = schedules.ExponentialLR(optimizer, 0.5)
    optimizer.step()
    schedule.step()
    assert optimizer.param_groups[0]["lr"] is rate and rate.item() == 0.5
    assert [x.item() for x in schedule.get_last_lr()] == [0.5]


class Halving:
    def __init__(self):
        self.calls = 0

    def __call__(self, epoch):
        self.calls += 1
        return 0.5**epoch


@pytest.mark.parametrize("make", [
    lambda o: schedules.StepLR(o, 2),
    lambda o: schedules.MultiStepLR(o, [1, 3]),
    lambda o: schedules.LambdaLR(o, Halving()),
    lambda o: schedules.CyclicLR(o, 0.1, 1.0, step_size_up=3, scale_fn=Halving()),
    lambda o: schedules.OneCycleLR(o, 1.0, total_steps=20),
    lambda o: schedules.SequentialLR(o, [schedules.ConstantLR(o), schedules.ExponentialLR(o, 0.9)], [2]),
    lambda o: schedules.ChainedScheduler([schedules.ConstantLR(o), schedules.ExponentialLR(o, 0.9)]),
])
def test_saved_schedules_go_on(make):
    first, second = sgd(), sgd()
    schedule, twin = make(first), make(second)
    for _ in range(3):
        first.step()
        schedule.step()
    state = schedule.state_dict()
    assert "optimizer" not in state
    twin.load_state_dict(state)
    second.load_state_dict(first.state_dict())
    second.step()
    for _ in range(4):
        first.step()
        schedule.step()
        twin.step()
        assert twin.get_last_lr() == schedule.get_last_lr()


def test_own_schedule():
    class Harmonic(schedules.LRScheduler):
        def get_lr(self):
            return [base / (1 + self.last_epoch) for base in self.base_lrs]

    optimizer = sgd(lr=1.0)
    schedule = Harmonic(optimizer)
    optimizer.step()
    schedule.step()
    assert schedule.get_last_lr() == [0.5]
    with pytest.raises(NotImplementedError):
        schedules.LRScheduler(optimizer)
