"""Functional optimizer steps on lists of tensors: the same as those of the classes."""
from __future__ import annotations

import pytest

import minitorch_compat as torch
from minitorch_compat.optim import _functional as steps

P = [torch.arange(3.0), torch.ones(3)]
G = [torch.tensor([1.0, -2.0, 0.5]), torch.ones(3)]
#: Class, options, the lists that the function takes behind the gradients (names of the state, in order), its options.
CASES = {
    "adam": ("Adam", {"lr": 0.1, "weight_decay": 0.1, "amsgrad": True}, ("exp_avg", "exp_avg_sq", "max_exp_avg_sq", "step"),
             {"lr": 0.1, "weight_decay": 0.1, "amsgrad": True, "beta1": 0.9, "beta2": 0.999, "eps": 1e-8, "maximize": False}),
    "adamw": ("AdamW", {"lr": 0.1, "maximize": True}, ("exp_avg", "exp_avg_sq", None, "step"),
              {"lr": 0.1, "weight_decay": 0.01, "amsgrad": False, "beta1": 0.9, "beta2": 0.999, "eps": 1e-8, "maximize": True}),
    "sgd": ("SGD", {"lr": 0.1, "momentum": 0.9, "weight_decay": 0.1}, ("momentum_buffer",),
            {"lr": 0.1, "momentum": 0.9, "weight_decay": 0.1, "dampening": 0, "nesterov": False, "maximize": False}),
    "rmsprop": ("RMSprop", {"lr": 0.1, "centered": True, "momentum": 0.5}, ("square_avg", "grad_avg", "momentum_buffer", "step"),
                {"lr": 0.1, "alpha": 0.99, "eps": 1e-8, "weight_decay": 0, "momentum": 0.5, "centered": True}),
    "adagrad": ("Adagrad", {"lr": 0.1, "lr_decay": 0.1}, ("sum", "step"),
                {"lr": 0.1, "weight_decay": 0, "lr_decay": 0.1, "eps": 1e-10, "maximize": False}),
    "adadelta": ("Adadelta", {"lr": 0.1}, ("square_avg", "acc_delta", "step"),
                 {"lr": 0.1, "rho": 0.9, "eps": 1e-6, "weight_decay": 0, "maximize": False}),
    "adamax": ("Adamax", {"lr": 0.1}, ("exp_avg", "exp_inf", "step"),
               {"lr": 0.1, "eps": 1e-8, "beta1": 0.9, "beta2": 0.999, "weight_decay": 0}),
    "nadam": ("NAdam", {"lr": 0.1}, ("exp_avg", "exp_avg_sq", "mu_product", "step"),
              {"lr": 0.1, "beta1": 0.9, "beta2": 0.999, "weight_decay": 0, "momentum_decay": 4e-3, "eps": 1e-8}),
    "radam": ("RAdam", {"lr": 0.1}, ("exp_avg", "exp_avg_sq", "step"),
              {"lr": 0.1, "beta1": 0.9, "beta2": 0.999, "weight_decay": 0, "eps": 1e-8}),
    "rprop": ("Rprop", {"lr": 0.1}, ("prev", "step_size", "step"),
              {"step_size_min": 1e-6, "step_size_max": 50, "etaminus": 0.5, "etaplus": 1.2}),
    "asgd": ("ASGD", {"lr": 0.1, "t0": 1.0}, ("ax", "mu", "eta", "step"),
             {"lambd": 1e-4, "lr": 0.1, "t0": 1.0, "alpha": 0.75, "weight_decay": 0}),
}


def _begun(name, value):
    fresh = {"mu_product": torch.ones(()), "mu": torch.ones(()), "eta": torch.tensor(0.1), "step": torch.tensor(0.0),
             "step_size": torch.full((3,), 0.1)}
    return None if name == "momentum_buffer" and value == "sgd" else fresh.get(name, torch.zeros(3)).clone()


@pytest.mark.parametrize("name", CASES)
def test_a_step_on_lists_is_that_of_the_class(name):
    cls, options, kept, named = CASES[name]
    params = [torch.nn.Parameter(p.clone()) for p in P]
    optimizer = getattr(torch.optim, cls)(params, **options)
    plain = [p.clone() for p in P]
    lists = [[] if key is None else [_begun(key, name) for _ in P] for key in kept]
    for _ in range(3):
        for p, g in zip(params, G, strict=True):
            p.grad = g.clone()
        optimizer.step()
        getattr(steps, name)(plain, G, *lists, **named)
    for ours, p in zip(plain, params, strict=True):
        torch.testing.assert_close(ours, p.detach(), rtol=1e-5, atol=1e-6)
    for key, values in zip(kept, lists, strict=True):
        if key is not None:
            torch.testing.assert_close(values[0], optimizer.state[params[0]][key], rtol=1e-5, atol=1e-6)


def test_a_found_infinity_leaves_everything():
    plain, moments = [torch.ones(2)], [torch.zeros(2)]
    steps.sgd(plain, [torch.ones(2)], moments, fused=True, found_inf=torch.tensor(1.0), weight_decay=0, momentum=0, lr=0.1,
              dampening=0, nesterov=False, maximize=False)
    assert plain[0].tolist() == [1.0, 1.0]


@pytest.mark.parametrize("name", ["adam", "adamw", "sgd", "adagrad"])
def test_scaled_gradients_belong_to_fused_steps(name):
    """What is in the gradients' memory afterwards, and whether a step was counted, are PyTorch's."""
    _, _, kept, named = CASES[name]

    def step(grads, fused, **options):
        params = [p.clone() for p in P]
        lists = [[] if key is None else [_begun(key, name) for _ in P] for key in kept]
        getattr(steps, name)(params, grads, *lists, fused=fused, **named, **options)
        return params, [values for key, values in zip(kept, lists, strict=True) if key == "step"]

    plain, _ = step([g.clone() for g in G], True)
    scale, none, found = torch.tensor(4.0), torch.tensor(0.0), torch.tensor(1.0)
    for options in ({"grad_scale": scale}, {"grad_scale": scale, "found_inf": none}):
        grads = [g * 4 for g in G]
        scaled, counts = step(grads, True, **options)
        assert all(map(torch.equal, scaled, plain)) and all(map(torch.equal, grads, G))
        assert all(values[0] == 1 for values in counts)
    grads = [g * 4 for g in G]
    same, counts = step(grads, True, grad_scale=scale, found_inf=found)
    assert all(map(torch.equal, same, P)) and torch.equal(grads[0], G[0] * 4) and all(values[0] == 0 for values in counts)
    for fused in (None, False):
        for options in ({"grad_scale": scale}, {"found_inf": found}, {"found_inf": none}):
            with pytest.raises(AssertionError, match="Expected grad_scale and found_inf to be None"):
                step([g.clone() for g in G], fused, **options)


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if "step" in case[2]])
def test_counts_of_steps_are_tensors(name):
    _, _, kept, named = CASES[name]
    params = [p.clone() for p in P]
    lists = [[] if key is None else [1 if key == "step" else _begun(key, name) for _ in P] for key in kept]
    with pytest.raises(RuntimeError, match="`state_steps` argument must contain a list of singleton tensors"):
        getattr(steps, name)(params, [g.clone() for g in G], *lists, **named)
    assert all(map(torch.equal, params, P))
