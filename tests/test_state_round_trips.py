"""A run that is saved after any of its steps and resumed with new objects continues unchanged."""
from __future__ import annotations

import io
import itertools
from collections.abc import Callable
from typing import Any

import pytest

import minitorch_compat as torch
from minitorch_compat.utils.data import BatchSampler, RandomSampler, SubsetRandomSampler, WeightedRandomSampler


def through_a_file(state: Any) -> Any:
    file = io.BytesIO()
    torch.save(state, file)
    file.seek(0)
    return torch.load(file)


# Generators -----------------------------------------------------------------------------------------------------------------------

#: Odd counts of normal numbers leave half a pair pending, of either precision; others take 32 or 64 bits of the stream.
DRAWS: dict[str, Callable[[Any], Any]] = {
    "a normal number": lambda g: torch.empty(1).normal_(generator=g),
    "three normal numbers": lambda g: torch.randn(3, generator=g),
    "a normal number of float64": lambda g: torch.empty(1, dtype=torch.float64).normal_(generator=g),
    "seventeen normal numbers": lambda g: torch.randn(17, generator=g),
    "uniform": lambda g: torch.rand(3, generator=g),
    "uniform of float64": lambda g: torch.rand(1, generator=g, dtype=torch.float64),
    "integers": lambda g: torch.randint(0, 10, (3,), generator=g),
    "wide integers": lambda g: torch.randint(0, 2**40, (1,), generator=g),
    "an order": lambda g: torch.randperm(5, generator=g),
    "exponential": lambda g: torch.empty(3).exponential_(generator=g),
    "a choice": lambda g: torch.multinomial(torch.ones(4), 2, generator=g),
    "many words": lambda g: torch.rand(700, generator=g)}


@pytest.mark.parametrize("first", DRAWS)
def test_generator(first: str) -> None:
    """After each draw the state says all there is: a copy goes on with the same numbers, whatever is drawn next."""
    for second in DRAWS:
        g = torch.Generator().manual_seed(3)
        DRAWS[first](g)
        DRAWS[second](g)
        state, other = through_a_file(g.get_state()), torch.Generator()
        other.set_state(state)
        assert torch.equal(other.get_state(), g.get_state())
        for third in ("a normal number of float64", "a normal number", "uniform", "three normal numbers"):
            assert torch.equal(DRAWS[third](g), DRAWS[third](other)), (first, second, third)


def test_default_generator() -> None:
    """So does the one that every thread starts with, by `get_rng_state` and by `fork_rng`."""
    torch.manual_seed(1)
    torch.empty(1).normal_()
    state = through_a_file(torch.get_rng_state())
    expected = torch.empty(3).normal_()
    torch.set_rng_state(state)
    with torch.random.fork_rng():
        assert torch.equal(torch.empty(3).normal_(), expected)
    assert torch.equal(torch.empty(3).normal_(), expected)


# Training -------------------------------------------------------------------------------------------------------------------------

STEPS = 4
OPTIMIZERS: dict[str, dict[str, Any]] = {
    "SGD": {"momentum": 0.9, "nesterov": True}, "Adam": {"amsgrad": True}, "AdamW": {}, "Adamax": {}, "NAdam": {}, "RAdam": {},
    "Adadelta": {},
    "Adagrad": {"lr_decay": 0.1}, "RMSprop": {"momentum": 0.5, "centered": True}, "Rprop": {}, "ASGD": {"t0": 1.0}, "Adafactor": {},
    "LBFGS": {"max_iter": 2, "history_size": 2}}
SCHEDULERS: dict[str, Callable[[Any], Any]] = {
    "StepLR": lambda o: torch.optim.lr_scheduler.StepLR(o, 2, 0.5),
    "CyclicLR": lambda o: torch.optim.lr_scheduler.CyclicLR(o, 0.001, 0.01, step_size_up=2, cycle_momentum=False),
    "CosineAnnealingWarmRestarts": lambda o: torch.optim.lr_scheduler.CosineAnnealingWarmRestarts(o, 2),
    "OneCycleLR": lambda o: torch.optim.lr_scheduler.OneCycleLR(o, 0.01, total_steps=STEPS + 2, cycle_momentum=False),
    "SequentialLR": lambda o: torch.optim.lr_scheduler.SequentialLR(o, [
        torch.optim.lr_scheduler.ConstantLR(o, 0.5, 2), torch.optim.lr_scheduler.ExponentialLR(o, 0.5)], [2]),
    "ReduceLROnPlateau": lambda o: torch.optim.lr_scheduler.ReduceLROnPlateau(o, patience=0)}


class Run:
    """A model, what trains it, and the state of all of it."""

    def __init__(self, optimizer: str, scheduler: str) -> None:
        torch.manual_seed(0)
        self.model = torch.nn.Sequential(torch.nn.Linear(3, 2), torch.nn.BatchNorm1d(2), torch.nn.Dropout(0.5))
        self.optimizer = getattr(torch.optim, optimizer)(self.model.parameters(), lr=0.01, **OPTIMIZERS[optimizer])
        self.scheduler = SCHEDULERS[scheduler](self.optimizer)
        self.scaler = torch.amp.GradScaler("cpu", init_scale=4.0, growth_interval=2, enabled=optimizer != "LBFGS")

    def parts(self) -> dict[str, Any]:
        return {"model": self.model, "optimizer": self.optimizer, "scheduler": self.scheduler, "scaler": self.scaler}

    def step(self, number: int) -> None:
        x = torch.linspace(-1, 2, 12).reshape(4, 3) * (number + 1)

        def loss() -> Any:
            self.optimizer.zero_grad()
            value = self.model(x).square().mean()
            self.scaler.scale(value).backward()
            return value

        if self.scaler.is_enabled():
            value = loss()
            if number == 2:  # a step that is left out, after which the scale is smaller
                next(iter(self.model.parameters())).grad.fill_(float("inf"))
            self.scaler.step(self.optimizer)
            self.scaler.update()
        else:
            value = self.optimizer.step(loss)
        if isinstance(self.scheduler, torch.optim.lr_scheduler.ReduceLROnPlateau):
            self.scheduler.step(float(value))
        else:
            self.scheduler.step()

    def state(self) -> dict[str, Any]:
        return {**{name: part.state_dict() for name, part in self.parts().items()}, "random": torch.get_rng_state()}

    def load(self, state: dict[str, Any]) -> None:
        for name, part in self.parts().items():
            part.load_state_dict(state[name])
        torch.set_rng_state(state["random"])


def same(a: Any, b: Any) -> bool:
    if isinstance(a, torch.Tensor):
        return isinstance(b, torch.Tensor) and a.dtype == b.dtype and torch.equal(a, b)
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(same(a[k], b[k]) for k in a)
    if isinstance(a, (list, tuple)):
        return len(a) == len(b) and all(same(x, y) for x, y in zip(a, b, strict=True))
    return bool(a == b) or callable(a) or hasattr(a, "__dict__")


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("optimizer", "scheduler"), [*((name, "StepLR") for name in OPTIMIZERS), *(("SGD", name) for name in SCHEDULERS)])
def test_training(optimizer: str, scheduler: str) -> None:
    whole = Run(optimizer, scheduler)
    saved = [through_a_file(whole.state())]
    for number in range(STEPS):
        whole.step(number)
        saved.append(through_a_file(whole.state()))
    for cut in range(STEPS + 1):
        again = Run(optimizer, scheduler)
        again.load(through_a_file(saved[cut]))
        assert same(through_a_file(again.state()), saved[cut]), f"what was loaded after step {cut} is not what was saved"
        for number in range(cut, STEPS):
            again.step(number)
            assert same(through_a_file(again.state()), saved[number + 1]), f"cut after step {cut}, another state after step {number + 1}"


# Samplers -------------------------------------------------------------------------------------------------------------------------

SAMPLERS: dict[str, Callable[[Any], Any]] = {
    "RandomSampler": lambda g: RandomSampler(range(5), generator=g),
    "RandomSampler with replacement": lambda g: RandomSampler(range(5), replacement=True, num_samples=40, generator=g),
    "RandomSampler of more than there are": lambda g: RandomSampler(range(5), num_samples=12, generator=g),
    "SubsetRandomSampler": lambda g: SubsetRandomSampler([3, 5, 8], generator=g),
    "WeightedRandomSampler": lambda g: WeightedRandomSampler([0.1, 0.5, 0.4], 6, generator=g),
    "BatchSampler": lambda g: BatchSampler(RandomSampler(range(7), generator=g), 3, False)}


@pytest.mark.parametrize("name", SAMPLERS)
def test_sampler(name: str) -> None:
    """Cut after any item of an epoch: with the generator as it was at its beginning the rest is the same, and so is the next epoch."""
    g = torch.Generator().manual_seed(5)
    start = g.get_state()
    epochs = [list(SAMPLERS[name](g)) for _ in range(2)]
    for cut in range(len(epochs[0]) + 1):
        other = torch.Generator()
        other.set_state(through_a_file(start))
        sampler = SAMPLERS[name](other)
        items = iter(sampler)
        head = [next(items) for _ in range(cut)]
        assert head + list(items) == epochs[0]
        assert list(sampler) == epochs[1]


def test_a_state_is_set_whatever_was_drawn_or_set_since_it_was_asked_for() -> None:
    """What has not moved is left alone: each way to move is tried between asking for a state and setting it."""
    generator = torch.Generator()
    moves: list[Callable[[], Any]] = [
        lambda: None, lambda: torch.rand(1, generator=generator), lambda: torch.randn(1, generator=generator),
        lambda: torch.rand(5000, generator=generator), lambda: generator.manual_seed(2), lambda: generator.manual_seed(1), generator.seed,
        lambda: generator.set_state(torch.Generator().manual_seed(3).get_state()), generator.get_state]
    for before, between in itertools.product(moves, moves):
        generator.manual_seed(1)
        before()
        state = generator.get_state()
        wanted = torch.randn(3, generator=generator)
        generator.set_state(state)
        between()
        generator.set_state(state)
        assert torch.equal(generator.get_state(), state)
        assert torch.equal(torch.randn(3, generator=generator), wanted)
