"""Cases of the optimizer and schedule tests, shared with the script that records PyTorch's results."""
from __future__ import annotations

import numpy as np

STEPS = 8
SHAPES = ((3, 4), (5,), ())

# Every optimizer with every option that changes its arithmetic.
OPTIMIZERS = {
    "sgd": ("SGD", {"lr": 0.1}),
    "sgd_decay": ("SGD", {"lr": 0.1, "weight_decay": 0.1, "maximize": True}),
    "sgd_momentum": ("SGD", {"lr": 0.1, "momentum": 0.9}),
    "sgd_dampening": ("SGD", {"lr": 0.1, "momentum": 0.9, "dampening": 0.3, "weight_decay": 0.01}),
    "sgd_nesterov": ("SGD", {"lr": 0.1, "momentum": 0.9, "nesterov": True, "weight_decay": 0.01}),
    "adam": ("Adam", {"lr": 0.01}),
    "adam_decay": ("Adam", {"lr": 0.01, "weight_decay": 0.1, "betas": (0.4, 0.99), "eps": 1e-3}),
    "adam_amsgrad": ("Adam", {"lr": 0.01, "amsgrad": True, "maximize": True}),
    "adam_decoupled": ("Adam", {"lr": 0.01, "weight_decay": 0.1, "decoupled_weight_decay": True}),
    "adamw": ("AdamW", {"lr": 0.01}),
    "adamw_amsgrad": ("AdamW", {"lr": 0.01, "weight_decay": 0.3, "amsgrad": True}),
    "adagrad": ("Adagrad", {"lr": 0.1}),
    "adagrad_options": ("Adagrad", {"lr": 0.1, "lr_decay": 0.1, "weight_decay": 0.1, "initial_accumulator_value": 0.5}),
    "rmsprop": ("RMSprop", {"lr": 0.01}),
    "rmsprop_momentum": ("RMSprop", {"lr": 0.01, "momentum": 0.9, "alpha": 0.9}),
    "rmsprop_centered": ("RMSprop", {"lr": 0.01, "centered": True, "weight_decay": 0.1, "eps": 1e-3}),
    "rmsprop_all": ("RMSprop", {"lr": 0.01, "centered": True, "momentum": 0.5, "eps": 1e-3}),
    "adadelta": ("Adadelta", {"lr": 1.0}),
    "adadelta_decay": ("Adadelta", {"lr": 0.5, "rho": 0.8, "weight_decay": 0.1, "maximize": True}),
    "adamax": ("Adamax", {"lr": 0.01}),
    "adamax_decay": ("Adamax", {"lr": 0.01, "weight_decay": 0.1, "betas": (0.3, 0.9)}),
    "nadam": ("NAdam", {"lr": 0.01}),
    "nadam_decay": ("NAdam", {"lr": 0.01, "weight_decay": 0.1, "momentum_decay": 0.1}),
    "nadam_decoupled": ("NAdam", {"lr": 0.01, "weight_decay": 0.1, "decoupled_weight_decay": True}),
    "radam": ("RAdam", {"lr": 0.01}),
    "radam_decay": ("RAdam", {"lr": 0.01, "weight_decay": 0.1, "betas": (0.8, 0.9)}),
    "radam_decoupled": ("RAdam", {"lr": 0.01, "weight_decay": 0.1, "decoupled_weight_decay": True}),
    "asgd": ("ASGD", {"lr": 0.1}),
    "asgd_averaging": ("ASGD", {"lr": 0.1, "t0": 3, "lambd": 0.1, "weight_decay": 0.1}),
    "rprop": ("Rprop", {"lr": 0.1}),
    "adam_half": ("Adam", {"lr": 0.03, "betas": (0.5, 0.5), "eps": 1e-2}),
    "nadam_half": ("NAdam", {"lr": 0.03, "betas": (0.5, 0.7), "eps": 1e-2, "momentum_decay": 0.3, "maximize": True}),
    "radam_half": ("RAdam", {"lr": 0.03, "betas": (0.5, 0.75), "eps": 1e-2, "maximize": True}),
    "adamax_half": ("Adamax", {"lr": 0.03, "betas": (0.5, 0.6), "eps": 1e-2, "maximize": True}),
    "rmsprop_half": ("RMSprop", {"lr": 0.03, "alpha": 0.5, "eps": 1e-2, "momentum": 0.5, "weight_decay": 0.2, "maximize": True}),
    "asgd_powers": ("ASGD", {"lr": 0.3, "lambd": 0.2, "alpha": 0.4, "t0": 1, "maximize": True}),
    "adagrad_eps": ("Adagrad", {"lr": 0.3, "lr_decay": 0.7, "eps": 1e-2, "maximize": True}),
    "adadelta_eps": ("Adadelta", {"lr": 2.0, "rho": 0.5, "eps": 1e-2}),
    "adafactor": ("Adafactor", {"lr": 0.1}),
    "adafactor_options": ("Adafactor", {
        "lr": 0.1, "beta2_decay": -0.5, "eps": (1e-2, 0.3), "d": 1.3, "weight_decay": 0.1, "maximize": True}),
    "rprop_sizes": ("Rprop", {"lr": 0.1, "etas": (0.3, 1.7), "step_sizes": (0.05, 0.2), "maximize": True}),
}
# Step in the memory of complex numbers as pairs of real ones.
COMPLEX = ("sgd_momentum", "adam", "adam_amsgrad", "rmsprop", "adagrad_options", "adadelta", "adamax")

LBFGS = {
    "plain": {"lr": 0.5, "max_iter": 6},
    "strong_wolfe": {"line_search_fn": "strong_wolfe", "max_iter": 12, "history_size": 3},
}
# What LBFGS searches: every branch of its line search is taken on the way over one of them (steep walls, waves, kinks, poles).
LANDSCAPES = {
    "rosenbrock": lambda torch, x: (100 * (x[1:] - x[:-1] ** 2) ** 2 + (1 - x[:-1]) ** 2).sum(),
    "quartic": lambda torch, x: ((x**2 - 1) ** 2).sum() + 0.1 * x.sum() ** 2,
    "waves": lambda torch, x: (torch.sin(3 * x) + 0.1 * x**2).sum(),
    "narrow": lambda torch, x: torch.log1p(100 * x**2).sum(),
    "kink": lambda torch, x: (x.abs() + 0.01 * x**2).sum(),
    "wall": lambda torch, x: torch.exp(5 * x).sum() + torch.exp(-x).sum(),
    "pole": lambda torch, x: (x**2 + 1e-3 / (x**2 + 1e-4)).sum(),
    "sigmoids": lambda torch, x: (torch.sigmoid(x[:-1] * 4) * torch.tanh(x[1:]) + 0.01 * x[1:] ** 2).sum() + x[0] ** 2,
}
SEARCHES = [
    {"lr": 1.0, "max_iter": 3, "line_search_fn": "strong_wolfe"}, {"lr": 0.05, "max_iter": 4, "line_search_fn": "strong_wolfe"},
    {"lr": 20.0, "max_iter": 2, "line_search_fn": "strong_wolfe", "history_size": 2},
    {"lr": 1.0, "max_iter": 9, "max_eval": 5, "line_search_fn": "strong_wolfe"}, {"lr": 0.3, "max_iter": 4},
    {"lr": 1.0, "max_iter": 30, "tolerance_grad": 1e-3, "tolerance_change": 1e-4, "line_search_fn": "strong_wolfe"},
    {"lr": 0.1, "max_iter": 8, "tolerance_grad": 1e-2, "tolerance_change": 1e-3, "history_size": 1},
]


def run_search(torch, landscape, options, start):
    """Where LBFGS is after each of three steps: the point, the loss, and how many evaluations and iterations that took."""
    x = torch.tensor(start, dtype=torch.float64, requires_grad=True)
    optimizer = torch.optim.LBFGS([x], **options)

    def closure():
        optimizer.zero_grad()
        loss = LANDSCAPES[landscape](torch, x)
        loss.backward()
        return loss

    trace = []
    for _ in range(3):
        loss = optimizer.step(closure)
        state = optimizer.state[x]
        trace.append([*x.tolist(), loss.item(), state["func_evals"], state["n_iter"]])
    return trace


WAVES = 150


def run_waves(torch, seed):
    """The same over a sum of a few sines of one or two numbers, with options that are drawn, too."""
    rng = np.random.RandomState(seed)
    size, count = rng.randint(1, 3), rng.randint(1, 4)
    heights, speeds, turns = (torch.tensor(rng.uniform(low, high, (count, size))) for low, high in ((-1, 1), (0.3, 6), (0, 6)))
    bowl = float(rng.choice([0.0, 0.02, 0.3]))
    x = torch.tensor(rng.uniform(-3, 3, size), dtype=torch.float64, requires_grad=True)
    optimizer = torch.optim.LBFGS([x], lr=float(rng.choice([0.01, 0.1, 1.0, 5.0])), max_iter=int(rng.randint(1, 4)),
                                  line_search_fn="strong_wolfe")

    def closure():
        optimizer.zero_grad()
        loss = (heights * torch.sin(speeds * x + turns)).sum() + bowl * (x**2).sum()
        loss.backward()
        return loss

    trace = []
    for _ in range(2):
        loss = optimizer.step(closure)
        trace.append([*x.tolist(), loss.item(), optimizer.state[x]["func_evals"], optimizer.state[x]["n_iter"]])
    return trace


SCRIPTS = 800


def script(seed):
    """What a line search is told, whatever it asks: losses and slopes that belong to no function, so that it comes everywhere."""
    rng = np.random.RandomState(seed)
    slopes = rng.choice([-3.0, -1.8, -1.0, -0.89, -0.4, 0.0, 0.3, 1.0, 5.0], 40) * rng.choice([0.5, 1.0])
    if rng.rand() < 0.5:
        slopes[: rng.randint(1, 5)] = -2.0
    losses = np.round(rng.normal(-2, 2, 40), 1) - np.arange(40) * rng.choice([0.0, 0.5, 3.0])
    t = float(rng.choice([0.1, 1.0, 2.5]))
    if rng.rand() < 0.2:
        losses[1] = 1e-4 * t * -2.0  # just enough
    return losses, slopes, {"t": t, "reach": float(rng.choice([1e-9, 0.5, 1.0])),
                            "trials": int(rng.choice([1, 2, 3, 5, 25]))}


def run_script(torch, seed):
    """The loss, step and number of evaluations that a search with such answers comes to, and the steps that it asked for."""
    from importlib import import_module

    losses, slopes, options = script(seed)
    asked = []

    def told(x, t, d):
        asked.append(float(t))
        return float(losses[len(asked)]), torch.tensor([slopes[len(asked)] / options["reach"]], dtype=torch.float64)

    d, start = torch.tensor([options["reach"]], dtype=torch.float64), torch.tensor([-2.0 / options["reach"]], dtype=torch.float64)
    loss, gradient, t, count = import_module(f"{torch.__name__}.optim.lbfgs")._strong_wolfe(
        told, None, options["t"], d, 0.0, start, start.dot(d), max_ls=options["trials"])
    return [float(loss), float(gradient[0]) * options["reach"], float(t), count, *asked]


def search_starts(landscape):
    return np.random.RandomState(len(landscape)).normal(0, 1.5, (3, 3)).tolist()


def values(name: str, dtype: str = "float32") -> tuple[list[np.ndarray], list[list[np.ndarray]]]:
    """Parameters and, for every step, gradients."""
    rng = np.random.RandomState(sum(map(ord, name)))

    def draw() -> list[np.ndarray]:
        real = [rng.standard_normal(shape) for shape in SHAPES]
        if dtype.startswith("complex"):
            real = [x + 1j * rng.standard_normal(x.shape) for x in real]
        return [np.asarray(x, dtype) for x in real]

    return draw(), [draw() for _ in range(STEPS)]


# Each schedule: how it is made from (module, optimizer), by name. `m` is the optim.lr_scheduler module.
SCHEDULES = {
    "StepLR": lambda m, o: m.StepLR(o, 3),
    "MultiStepLR": lambda m, o: m.MultiStepLR(o, [2, 5, 5], gamma=0.5),
    "ExponentialLR": lambda m, o: m.ExponentialLR(o, 0.9),
    "CosineAnnealingLR": lambda m, o: m.CosineAnnealingLR(o, 5, eta_min=0.01),
    "LambdaLR": lambda m, o: m.LambdaLR(o, [lambda e: 0.9**e, lambda e: 1 / (1 + e)]),
    "MultiplicativeLR": lambda m, o: m.MultiplicativeLR(o, lambda e: 0.9 + 0.01 * e),
    "LinearLR": lambda m, o: m.LinearLR(o, 0.2, 0.8, total_iters=6),
    "ConstantLR": lambda m, o: m.ConstantLR(o, 0.25, 4),
    "PolynomialLR": lambda m, o: m.PolynomialLR(o, 7, power=2.0),
    "CosineAnnealingWarmRestarts": lambda m, o: m.CosineAnnealingWarmRestarts(o, 3, 2, eta_min=0.001),
    "CosineAnnealingWarmRestarts_3": lambda m, o: m.CosineAnnealingWarmRestarts(o, 2, 3, eta_min=0.02),
    "PolynomialLR_3": lambda m, o: m.PolynomialLR(o, 9, power=3.5),
    "OneCycleLR": lambda m, o: m.OneCycleLR(o, [1.0, 0.5], total_steps=16),
    "OneCycleLR_factors": lambda m, o: m.OneCycleLR(o, 1.0, total_steps=17, pct_start=0.41, div_factor=7.0, final_div_factor=30.0,
                                                    base_momentum=0.6, max_momentum=0.8),
    "OneCycleLR_three": lambda m, o: m.OneCycleLR(o, 1.0, epochs=3, steps_per_epoch=6, pct_start=0.27, three_phase=True,
                                                  div_factor=3.0, final_div_factor=5.0, cycle_momentum=False),
    "CyclicLR_momenta": lambda m, o: m.CyclicLR(o, 0.01, 0.1, step_size_up=5, step_size_down=2, mode="exp_range", gamma=0.7,
                                                base_momentum=[0.3, 0.4], max_momentum=0.95, scale_mode="iterations"),
    "OneCycleLR_linear": lambda m, o: m.OneCycleLR(o, 1.0, epochs=4, steps_per_epoch=4, anneal_strategy="linear",
    three_phase=True),
    "CyclicLR": lambda m, o: m.CyclicLR(o, 0.01, 0.1, step_size_up=3, step_size_down=4),
    "CyclicLR_triangular2": lambda m, o: m.CyclicLR(o, 0.01, [0.1, 0.2], step_size_up=3, mode="triangular2"),
    "CyclicLR_exp_range": lambda m, o: m.CyclicLR(o, 0.01, 0.1, step_size_up=3, mode="exp_range", gamma=0.9),
    "CyclicLR_own": lambda m, o: m.CyclicLR(o, 0.01, 0.1, step_size_up=2, scale_fn=lambda x: 1 / x,
    cycle_momentum=False),
    "SequentialLR": lambda m, o: m.SequentialLR(o, [m.ConstantLR(o, 0.1, 2), m.ExponentialLR(o, 0.9), m.StepLR(o, 2)],
    [3, 8]),
    "ChainedScheduler": lambda m, o: m.ChainedScheduler([m.ConstantLR(o, 0.1, 4), m.ExponentialLR(o, 0.9)]),
    "SequentialLR_of_chained": lambda m, o: m.SequentialLR(
        o, [m.ChainedScheduler([m.LinearLR(o, total_iters=3), m.CosineAnnealingLR(o, 8)]), m.ExponentialLR(o, 0.9)],
        [4]),
}
# Schedules that start in the middle of their course.
RESUME = {
    "StepLR": lambda m, o: m.StepLR(o, 3, last_epoch=2),
    "MultiStepLR": lambda m, o: m.MultiStepLR(o, [3, 5, 5], last_epoch=2),
    "ExponentialLR": lambda m, o: m.ExponentialLR(o, 0.9, last_epoch=2),
    "CosineAnnealingLR": lambda m, o: m.CosineAnnealingLR(o, 5, last_epoch=2),
    "LambdaLR": lambda m, o: m.LambdaLR(o, lambda e: 0.9**e, last_epoch=2),
    "MultiplicativeLR": lambda m, o: m.MultiplicativeLR(o, lambda e: 0.9, last_epoch=2),
    "LinearLR": lambda m, o: m.LinearLR(o, last_epoch=2),
    "ConstantLR": lambda m, o: m.ConstantLR(o, last_epoch=2),
    "PolynomialLR": lambda m, o: m.PolynomialLR(o, last_epoch=2, power=2.0),
    "CosineAnnealingWarmRestarts": lambda m, o: m.CosineAnnealingWarmRestarts(o, 3, 2, last_epoch=2),
    "CyclicLR": lambda m, o: m.CyclicLR(o, 0.01, 0.1, step_size_up=3, last_epoch=2),
}
# Epochs to which `step` is sent, forwards and back.
JUMPS = (1, 4, 5, 13, 30, 6, 3, 0, 26)


# Metrics for ReduceLROnPlateau, and the options to try on them.
METRICS = [1.0, 0.9, 0.95, 0.94, 0.93, 0.92, 0.91, 0.5, 0.6, 0.6, 0.6, 0.6, 0.6, 0.4, 0.40001]
PLATEAU = [
    {"patience": 2}, {"patience": 0, "cooldown": 2, "factor": 0.5}, {"mode": "max", "patience": 3},
    {"patience": 1, "threshold": 0.05, "threshold_mode": "abs", "min_lr": [0.02, 0.001]},
    {"mode": "max", "threshold_mode": "abs", "patience": 1, "eps": 0.01},
]


def run_schedule(optimizer, make, module):
    """(rate, momentum) of every group at the start and after each of 14 steps."""
    schedule = make(module, optimizer)
    rows = []
    for _ in range(15):
        rows.append([[float(g["lr"]), float(g["momentum"])] for g in optimizer.param_groups])
        assert schedule.get_last_lr() == [g["lr"] for g in optimizer.param_groups]
        optimizer.step()
        schedule.step()
    return rows


def run_jumps(optimizer, make, module):
    """The rates after each jump, or the type of the exception."""
    schedule = make(module, optimizer)
    rows = []
    for epoch in JUMPS:
        try:
            schedule.step(epoch)
        except Exception as error:
            rows.append(type(error).__name__)
        else:
            rows.append([float(g["lr"]) for g in optimizer.param_groups] + [schedule.last_epoch])
    return rows


def run_plateau(optimizer, options, module):
    """The rates after every metric."""
    schedule = module.ReduceLROnPlateau(optimizer, **options)
    rows = []
    for metric in METRICS:
        schedule.step(metric)
        rows.append(schedule.get_last_lr())
    return rows
