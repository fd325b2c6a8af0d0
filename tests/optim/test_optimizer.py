"""Features of all optimizers: groups, checks, state, hooks."""
from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

import minitorch_compat as torch
from minitorch_compat import optim
from minitorch_compat.optim.optimizer import Optimizer, register_optimizer_step_post_hook

NAMES = ["SGD", "Adam", "AdamW", "Adagrad", "RMSprop", "Adadelta", "Adamax", "NAdam", "RAdam", "ASGD", "Rprop"]


def parameter(values=(1.0, 2.0, 3.0), grad=(1.0, 1.0, 1.0)):
    p = torch.tensor(list(values), requires_grad=True)
    p.grad = torch.tensor(list(grad))
    return p


def test_repr():
    assert repr(optim.SGD([parameter()], lr=0.1)) == (
        "SGD (\nParameter Group 0\n    dampening: 0\n    differentiable: False\n    foreach: None\n    fused: None\n"
        "    lr: 0.1\n    maximize: False\n    momentum: 0\n    nesterov: False\n    weight_decay: 0\n)")


def test_groups_have_their_own_options():
    p, q = parameter(), parameter()
    optimizer = optim.SGD([{"params": [p]}, {"params": q, "lr": 1.0}], lr=0.5)
    optimizer.step()
    assert p.tolist() == [0.5, 1.5, 2.5]
    assert q.tolist() == [0.0, 1.0, 2.0]


def test_named_parameters():
    optimizer = optim.Adam([("a", parameter()), ("b", parameter())])
    assert optimizer.state_dict()["param_groups"][0]["param_names"] == ["a", "b"]
    with pytest.raises(ValueError, match="Some param names are missing"):
        optim.Adam([("a", parameter()), parameter()])
    with pytest.raises(ValueError, match="cannot add param group without names"):
        optimizer.add_param_group({"params": [parameter()]})


@pytest.mark.parametrize("params, error, text", [
    ([], ValueError, "optimizer got an empty parameter list"),
    ([1], TypeError, "optimizer can only optimize Tensors, but one of the params is int"),
    ([{"params": {1}}], TypeError, "organized in ordered collections"),
    ([{"params": []}, 3], TypeError, "param_group must be a dict, but got <class 'int'>"),
])
def test_refused_parameters(params, error, text):
    with pytest.raises(error, match=text):
        optim.SGD(params, lr=0.1)


def test_refuses_a_bare_tensor_a_result_and_a_parameter_in_two_groups():
    p = parameter()
    with pytest.raises(TypeError, match=r"should be an iterable of Tensors or dicts, but got torch\.FloatTensor"):
        optim.SGD(p, lr=0.1)
    with pytest.raises(ValueError, match="can't optimize a non-leaf Tensor"):
        optim.SGD([p * 2], lr=0.1)
    with pytest.raises(ValueError, match="some parameters appear in more than one parameter group"):
        optim.SGD([{"params": [p]}, {"params": [p]}], lr=0.1)
    with pytest.warns(UserWarning, match="duplicate parameters"):
        optim.SGD([p, p], lr=0.1)


@pytest.mark.parametrize("name, options, text", [
    ("SGD", {"lr": -1.0}, "Invalid learning rate: -1.0"),
    ("SGD", {"momentum": -1.0}, "Invalid momentum value: -1.0"),
    ("SGD", {"nesterov": True}, "Nesterov momentum requires a momentum and zero dampening"),
    ("Adam", {"eps": -1.0}, "Invalid epsilon value: -1.0"),
    ("Adam", {"betas": (0.9, 1.0)}, "Invalid beta parameter at index 1: 1.0"),
    ("AdamW", {"weight_decay": -1.0}, "Invalid weight_decay value: -1.0"),
    ("Adagrad", {"lr_decay": -1.0}, "Invalid lr_decay value: -1.0"),
    ("Adagrad", {"initial_accumulator_value": -1}, "Invalid initial_accumulator_value value: -1"),
    ("RMSprop", {"alpha": -1}, "Invalid alpha value: -1"),
    ("Adadelta", {"rho": 2.0}, "Invalid rho value: 2.0"),
    ("NAdam", {"momentum_decay": -1}, "Invalid momentum_decay value: -1"),
    ("Rprop", {"etas": (1.5, 1.0)}, "Invalid eta values: 1.5, 1.0"),
    ("RAdam", {"lr": float("nan")}, "Invalid learning rate: nan"),
])
def test_refused_options(name, options, text):
    with pytest.raises(ValueError, match=text):
        getattr(optim, name)([parameter()], **options)


def test_refused_combinations():
    with pytest.raises(RuntimeError, match="`fused` and `foreach` cannot be `True` together"):
        optim.Adam([parameter()], fused=True, foreach=True)
    with pytest.raises(RuntimeError, match="`fused` does not support `differentiable`"):
        optim.SGD([parameter()], lr=0.1, fused=True, differentiable=True)
    with pytest.raises(AssertionError, match="If capturable=True"):
        optim.Adam([parameter()], capturable=True).step()
    with pytest.raises(ValueError, match="Tensor lr must be 1-element"):
        optim.Adam([parameter()], lr=torch.tensor([0.1, 0.2]))


@pytest.mark.parametrize("name", ["Adam", "AdamW"])
def test_fused_steps_can_be_capturable_on_any_device(name):
    p, q = parameter(), parameter()
    getattr(optim, name)([p], lr=0.5, fused=True).step()
    getattr(optim, name)([q], lr=0.5, fused=True, capturable=True).step()
    assert p.tolist() == q.tolist() != [1.0, 2.0, 3.0]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("flag", ["foreach", "fused", "tensor_lr"])
def test_implementation_flags_change_nothing(name, flag):
    options = {"lr": torch.tensor(0.5)} if flag == "tensor_lr" else {"lr": 0.5, flag: True}
    if flag == "fused" and name not in ("SGD", "Adam", "AdamW", "Adagrad"):
        pytest.skip(f"{name} has no such option")
    p, q = parameter(), parameter()
    getattr(optim, name)([p], lr=0.5).step()
    getattr(optim, name)([q], **options).step()
    assert p.tolist() == q.tolist() != [1.0, 2.0, 3.0]


@pytest.mark.parametrize("name", NAMES)
def test_large_parameters_step_like_small_ones(name):
    """Blocks are an implementation detail: a large parameter's elements move as if they were alone."""
    rng = np.random.RandomState(0)
    large = torch.tensor(rng.rand(300, 200).astype(np.float32), requires_grad=True)
    small = [torch.tensor(large.detach().numpy()[:, i].copy(), requires_grad=True) for i in (0, 99, 199)]
    first, second = getattr(optim, name)([large], lr=0.1), getattr(optim, name)(small, lr=0.1)
    for _ in range(3):
        gradient = rng.rand(200, 300).astype(np.float32).T  # not contiguous, as gradients of weights often are
        large.grad = torch.from_numpy(gradient)
        for p, i in zip(small, (0, 99, 199)):
            p.grad = torch.from_numpy(gradient[:, i].copy())
        first.step()
        second.step()
    for p, i in zip(small, (0, 99, 199)):
        np.testing.assert_array_equal(large.detach().numpy()[:, i], p.detach().numpy())


@pytest.mark.parametrize("name", NAMES)
def test_half_precision(name):
    p = torch.tensor(np.ones(4, np.float16), requires_grad=True)
    p.grad = torch.tensor(np.full(4, 0.5, np.float16))
    optimizer = getattr(optim, name)([p], lr=0.125)
    optimizer.step()
    assert p.detach().numpy().dtype == np.float16
    assert (p.detach().numpy() < 1).all() and np.isfinite(p.detach().numpy()).all()


def test_steps_leave_gradients_and_skipped_parameters_alone():
    p, q = parameter(), parameter()
    q.grad = None
    optimizer = optim.SGD([p, q], lr=0.1, momentum=0.9, nesterov=True, weight_decay=0.1)
    optimizer.step()
    optimizer.step()
    assert p.grad.tolist() == [1.0, 1.0, 1.0]
    assert q.tolist() == [1.0, 2.0, 3.0] and q not in optimizer.state


def test_the_first_momentum_buffer_is_not_the_gradient():
    p = parameter()
    optimizer = optim.SGD([p], lr=0.1, momentum=0.9)
    optimizer.step()
    p.grad.numpy()[...] = 100.0
    assert optimizer.state[p]["momentum_buffer"].tolist() == [1.0, 1.0, 1.0]


def test_overflow_is_silent():
    p = parameter(grad=(3e38, 1.0, 1.0))
    optim.Adam([p], lr=1e38).step()
    assert not np.isfinite(p.detach().numpy()).all()


def test_zero_grad():
    p = parameter()
    grad = p.grad
    optimizer = optim.SGD([p], lr=0.1)
    optimizer.zero_grad(set_to_none=False)
    assert p.grad is grad and grad.tolist() == [0.0, 0.0, 0.0]
    optimizer.zero_grad()
    assert p.grad is None


def test_closure_runs_with_gradients_and_its_value_is_returned():
    p = parameter()
    optimizer = optim.SGD([p], lr=0.1)
    seen = []

    def closure():
        seen.append((torch.is_grad_enabled(), p.tolist()))
        return 7.0

    with torch.no_grad():
        assert optimizer.step(closure) == 7.0
    assert seen == [(True, [1.0, 2.0, 3.0])]


@pytest.mark.parametrize("name", [*NAMES])
def test_state_goes_on_in_another_optimizer(name):
    p, q = parameter(), parameter()
    first = getattr(optim, name)([p], lr=0.1)
    first.step()
    second = getattr(optim, name)([q], lr=0.3)
    q.detach().numpy()[...] = p.detach().numpy()
    second.load_state_dict(copy.deepcopy(first.state_dict()))
    first.step()
    second.step()
    assert p.tolist() == q.tolist()
    assert second.param_groups[0]["lr"] == 0.1


def test_loaded_state_is_cast_but_steps_are_not():
    p = parameter()
    first = optim.Adam([p])
    first.step()
    q = torch.tensor(np.ones(3), requires_grad=True)
    second = optim.Adam([q])
    second.load_state_dict(first.state_dict())
    assert second.state[q]["exp_avg"].dtype is torch.float64
    assert second.state[q]["step"].dtype is torch.float32


def test_states_of_older_versions():
    p = parameter()
    optimizer = optim.AdamW([p])
    optimizer.load_state_dict({"state": {0: {"step": 5}}, "param_groups": [{"params": [0]}]})
    assert optimizer.state[p]["step"].item() == 5.0
    assert optimizer.param_groups[0]["decoupled_weight_decay"] is True


def test_states_that_do_not_fit():
    optimizer = optim.SGD([parameter()], lr=0.1)
    with pytest.raises(ValueError, match="different number of parameter groups"):
        optimizer.load_state_dict({"state": {}, "param_groups": []})
    with pytest.raises(ValueError, match="doesn't match the size of optimizer's group"):
        optimizer.load_state_dict({"state": {}, "param_groups": [{"params": [0, 1]}]})


def test_pickle_and_deepcopy():
    optimizer = optim.SGD([parameter()], lr=0.1, momentum=0.9)
    optimizer.step()
    for twin in (pickle.loads(pickle.dumps(optimizer)), copy.deepcopy(optimizer)):
        q = twin.param_groups[0]["params"][0]
        assert q is not optimizer.param_groups[0]["params"][0]
        assert twin.state[q]["momentum_buffer"].tolist() == [1.0, 1.0, 1.0]
        q.grad = torch.tensor([0.0, 0.0, 0.0])
        twin.step()
        np.testing.assert_allclose(q.tolist(), [0.81, 1.81, 2.81], rtol=1e-6)


def test_hooks():
    p = parameter()
    optimizer, calls = optim.SGD([p], lr=0.1), []
    before = optimizer.register_step_pre_hook(lambda o, args, kwargs: calls.append(("before", o is optimizer)))
    optimizer.register_step_post_hook(lambda o, args, kwargs: calls.append(("after", args == (optimizer,))))
    everywhere = register_optimizer_step_post_hook(lambda o, args, kwargs: calls.append("everywhere"))
    optimizer.step()
    assert calls == [("before", True), ("after", True), "everywhere"]
    before.remove()
    everywhere.remove()
    calls.clear()
    optimizer.step()
    assert calls == [("after", True)]
    optimizer.register_step_pre_hook(lambda o, args, kwargs: 5)
    with pytest.raises(RuntimeError, match=r"must return None or a tuple of \(new_args, new_kwargs\), but got 5"):
        optimizer.step()


def test_state_dict_hooks():
    optimizer = optim.SGD([parameter()], lr=0.1)
    optimizer.register_state_dict_post_hook(lambda o, state: {**state, "note": 1})
    saved = optimizer.state_dict()
    assert saved["note"] == 1
    loaded = []
    optimizer.register_load_state_dict_pre_hook(lambda o, state: loaded.append(state["note"]))
    optimizer.register_load_state_dict_post_hook(lambda o: loaded.append("done"))
    optimizer.load_state_dict(saved)
    assert loaded == [1, "done"]


def test_own_optimizer():
    class SignDescent(Optimizer):
        def __init__(self, params, lr=0.5):
            super().__init__(params, {"lr": lr})

        @torch.no_grad()
        def step(self, closure=None):
            for group in self.param_groups:
                for p in group["params"]:
                    self.state[p]["steps"] = self.state[p].get("steps", 0) + 1
                    p.sub_(group["lr"])

    p = parameter()
    optimizer = SignDescent([p])
    optimizer.step()
    assert p.tolist() == [0.5, 1.5, 2.5]
    assert optimizer.state_dict()["state"] == {0: {"steps": 1}}
    with pytest.raises(NotImplementedError):
        Optimizer([p], {}).step()


@pytest.mark.parametrize("make, expected", [
    (lambda p: optim.SGD([p], lr=0.1, momentum=0.5, differentiable=True), [1.0, 1.0]),  # the first momentum is detached
    (lambda p: optim.SGD([p], lr=0.1, weight_decay=0.5, differentiable=True), [0.75, 0.75]),
])
def test_a_step_can_be_differentiated(make, expected):
    x = torch.tensor([1.0, 2.0], requires_grad=True)
    p = x.clone()
    optimizer = make(p)
    p.grad = x * 2
    optimizer.step()
    (slope,) = torch.autograd.grad(p.sum(), x)
    np.testing.assert_allclose(slope.tolist(), expected, rtol=1e-6)


@pytest.mark.parametrize("name, options", [
    ("Adam", {"weight_decay": 0.1}), ("Adam", {"amsgrad": True}), ("AdamW", {}), ("SGD", {"momentum": 0.9, "nesterov": True}),
    ("RMSprop", {"weight_decay": 0.1}), ("RMSprop", {"centered": True, "momentum": 0.5}), ("Adagrad", {"lr_decay": 0.1}), ("Adadelta", {}),
    ("Adamax", {}), ("NAdam", {}), ("RAdam", {}), ("ASGD", {}), ("Rprop", {})])
def test_differentiable_steps_are_ordinary_steps(name, options):
    x, q = torch.tensor([1.0, 2.0, 3.0], requires_grad=True), parameter()
    p = x.clone()
    first = getattr(optim, name)([p], lr=0.1, **options, differentiable=True)
    second = getattr(optim, name)([q], lr=0.1, **options)
    for scale in (1.0, 0.5, 0.25):
        p.grad = torch.tensor([scale, scale, 1.0]) * x
        q.grad = p.grad.detach().clone()
        first.step()
        second.step()
    np.testing.assert_allclose(p.tolist(), q.tolist(), rtol=2e-5)  # counts are rounded to float32, as in PyTorch
    if options.get("amsgrad") or options.get("centered") or name in ("Adamax", "Rprop"):  # these write into what they have saved
        with pytest.raises(RuntimeError, match="modified by an inplace operation"):
            torch.autograd.grad(p.sum(), x)
    else:
        (slope,) = torch.autograd.grad(p.sum(), x)
        assert slope.shape == (3,)


@pytest.mark.parametrize("name", ["SGD", "Adam", "AdamW", "RMSprop", "Adagrad", "Adadelta", "Adamax", "NAdam", "RAdam", "Rprop", "Muon"])
def test_steps_without_values(name):
    p = torch.nn.Parameter(torch.empty(3, 4, device="meta"))
    optimizer = getattr(optim, name)([p], lr=0.1)
    for _ in range(2):
        p.grad = torch.empty(3, 4, device="meta")
        optimizer.step()
    assert p.is_meta and p._version > 0
    assert all(v.is_meta for k, v in optimizer.state[p].items() if k not in ("step", "mu_product") and v is not None)


@pytest.mark.parametrize("name", ["ASGD", "Adafactor"])
def test_steps_that_look_at_values_refuse_the_meta_device(name):
    p = torch.nn.Parameter(torch.empty(3, 4, device="meta"))
    p.grad = torch.empty(3, 4, device="meta")
    with pytest.raises(RuntimeError, match="cannot be called on meta tensors"):
        getattr(optim, name)([p]).step()


def test_a_learning_rate_can_be_differentiated():
    rate, x = torch.tensor(0.1, requires_grad=True), torch.tensor([1.0, 2.0], requires_grad=True)
    p = x.clone()
    optimizer = optim.SGD([p], lr=rate, differentiable=True)
    p.grad = torch.tensor([3.0, 4.0])
    optimizer.step()
    assert torch.autograd.grad(p.sum(), rate)[0].item() == -7.0


def test_lbfgs_refuses():
    p = parameter()
    with pytest.raises(ValueError, match="LBFGS doesn't support per-parameter options"):
        optim.LBFGS([{"params": [p]}, {"params": [parameter()]}])
    with pytest.raises(RuntimeError, match="only 'strong_wolfe' is supported"):
        optim.LBFGS([p], line_search_fn="armijo").step(lambda: torch.tensor(1.0))


@pytest.mark.parametrize("name", [*NAMES, "Muon", "Adafactor"])
def test_views_that_are_read_transposed_are_stepped_on_their_values(name):
    values, grad = torch.arange(6.0).reshape(2, 3) + 1, (torch.arange(6.0).reshape(2, 3) + 0.5).sin()
    ordinary, plain, transposed = (torch.nn.Parameter(v) for v in (values.clone(), values.clone(), torch._neg_view(-values)))
    for p in (ordinary, plain, transposed):
        p.grad = grad.clone()
    for parameters in ([ordinary], [plain, transposed]):
        optimizer = getattr(optim, name)(parameters, lr=0.1)
        optimizer.step()
        optimizer.step()
    assert transposed.is_neg()
    assert torch.equal(plain, ordinary) and torch.equal(transposed.detach().resolve_neg(), ordinary)


@pytest.mark.parametrize("name", ["Muon", "Adafactor"])
def test_complex_parameters_are_refused_where_nothing_is_defined_for_them(name):
    p = torch.nn.Parameter(torch.ones(2, 3, dtype=torch.complex64))
    p.grad = torch.ones_like(p)
    optimizer = getattr(optim, name)([p], lr=0.1)
    with pytest.raises(RuntimeError, match=f"{name} does not support complex parameters"):
        optimizer.step()
    assert p.tolist() == [[1] * 3] * 2 and not optimizer.state
