"""Gradients without values, hooks that change arguments, own optimizers, vectors of half precision."""
from __future__ import annotations

import pytest

import minitorch_compat as torch
from minitorch_compat.optim.optimizer import Optimizer, required
from minitorch_compat.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn, update_bn


def parameter(*values):
    return torch.nn.Parameter(torch.tensor(values or (1.0, 2.0)))


def test_required_options():
    class Own(Optimizer):
        def __init__(self, params):
            super().__init__(params, {"lr": required, "x": 1})

    assert repr(required) == "<required parameter>"
    with pytest.raises(ValueError, match="didn't specify a value of required optimization parameter lr"):
        Own([parameter()])
    assert Own([{"params": [parameter()], "lr": 2}]).param_groups[0] | {"params": 0} == {"params": 0, "lr": 2, "x": 1}


def test_state_of_no_parameter_is_kept():
    p = parameter()
    optimizer = torch.optim.SGD([p], lr=0.1, momentum=0.9)
    optimizer.load_state_dict({"state": {0: {"momentum_buffer": torch.ones(2)}, 5: {"a": 1}, "note": "kept"},
                               "param_groups": optimizer.state_dict()["param_groups"]})
    assert optimizer.state[p]["momentum_buffer"].tolist() == [1, 1]
    assert optimizer.state[5] == {"a": 1} and optimizer.state["note"] == "kept"


@pytest.mark.parametrize(("replacement", "error"), [(None, None), (3, RuntimeError), (((),), RuntimeError), ([(), {}], RuntimeError)])
def test_hooks_before_steps_return_arguments(replacement, error):
    p, q, called = parameter(), parameter(), []
    optimizer = torch.optim.SGD([p], lr=0.1)
    other = torch.optim.SGD([q], lr=0.1)
    p.grad = q.grad = torch.ones(2)
    optimizer.register_step_pre_hook(lambda *_: replacement)
    if error:
        with pytest.raises(error, match=r"must return None or a tuple of \(new_args, new_kwargs\)"):
            optimizer.step()
        assert p.tolist() == [1, 2]
    else:
        optimizer.step()
        torch.testing.assert_close(p.detach(), torch.tensor([0.9, 1.9]))
    other.register_step_pre_hook(lambda opt, args, kwargs: ((opt, lambda: called.append(1) or 7), {}))
    assert other.step() == 7 and called == [1]


def test_a_sparse_gradient_without_values_counts_a_step():
    embedding = torch.nn.Embedding(3, 2, sparse=True)
    optimizer, before = torch.optim.SparseAdam(embedding.parameters()), embedding.weight.detach().clone()
    embedding.weight.grad = torch.sparse_coo_tensor(torch.zeros(1, 0, dtype=torch.long), torch.zeros(0, 2), (3, 2))
    optimizer.step()
    state = optimizer.state[embedding.weight]
    assert torch.equal(embedding.weight, before) and state["step"] == 1 and not state["exp_avg"].any()


def test_a_class_as_closure_of_lbfgs():
    p = parameter()

    class Loss:
        def __new__(cls):
            p.grad = None
            loss = (p**2).sum()
            loss.backward()
            return loss

    with pytest.warns(FutureWarning, match="Decorating classes is deprecated"):
        assert torch.optim.LBFGS([p]).step(Loss) == 5


@pytest.mark.parametrize(("average", "current", "expected"), [
    ([1, 5], [20, 1], [2, 4]), ([1.0, 5.0], [20.0, 1.0], [2.9, 4.6]), ([1j, 5], [20.0, 1j], [2 + 0.9j, 4.5 + 0.1j])])
def test_moving_averages_of_any_type(average, current, expected):
    averages = [torch.tensor(average)]
    get_ema_multi_avg_fn(0.9)(averages, [torch.tensor(current).to(averages[0].dtype)], 1)
    torch.testing.assert_close(averages[0], torch.tensor(expected).to(averages[0].dtype))


def test_without_batch_norms_no_batch_is_drawn():
    update_bn(iter(pytest.fail(m) for m in ["drawn"]), torch.nn.Linear(2, 2))


@pytest.mark.parametrize(("dtype", "expected"), [
    ("float16", [-0.54833984375, -0.73779296875, 0.12030029296875, 0.54833984375, 1.59375]),
    ("bfloat16", [-0.55078125, -0.734375, 0.12060546875, 0.55078125, 1.5859375]),
    ("float32", [-0.54869, -0.73737, 0.12, 0.54869, 1.59475])])
def test_adafactor_of_vectors(dtype, expected):
    if dtype == "bfloat16":
        pytest.importorskip("ml_dtypes")
    p = torch.nn.Parameter(torch.tensor([-1.0, -0.5, 0.5, 1.0, 1.5]).to(getattr(torch, dtype)))
    optimizer = torch.optim.Adafactor([p], lr=0.1, weight_decay=0.5, d=2.0)
    for step in range(3):
        p.grad = torch.tensor([-1.0, 2.0, 0.5, 4.0, -0.25]).mul(1 + step).to(p.dtype)
        optimizer.step()
    torch.testing.assert_close(p.detach().float(), torch.tensor(expected), atol=1e-5, rtol=1e-5)


def test_buffers_are_copied_and_not_averaged_unless_asked_for():
    for use_buffers, counts, mean in ((False, [2, 2], 9), (True, [5, 5], 2)):
        model, seen = torch.nn.BatchNorm1d(1), []
        average = AveragedModel(model, multi_avg_fn=lambda own, new, n, seen=seen: seen.append(len(own)), use_buffers=use_buffers)
        for value in (2.0, 4.0, 9.0):
            model.running_mean.fill_(value)
            average.update_parameters(model)
        assert seen == counts
        assert average.module.running_mean == mean
