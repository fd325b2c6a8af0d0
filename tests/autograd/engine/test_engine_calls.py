"""The engine under the names that libraries with their own backward pass call."""
from __future__ import annotations

import subprocess
import sys

import pytest

import minitorch_compat as torch
from minitorch_compat.autograd import Variable, functional, graph

run = Variable._execution_engine.run_backward


def test_gradients_are_the_answer_or_go_to_leaves() -> None:
    x, unused = torch.ones(2, requires_grad=True), torch.ones(3, requires_grad=True)
    y = x * 2
    found = run((y,), (torch.tensor([1.0, 3.0]),), True, False, (x, unused), allow_unreachable=True)
    assert found[0].tolist() == [2.0, 6.0] and found[1] is None and x.grad is None
    assert run((y,), (torch.ones(2),), True, False, (), True, accumulate_grad=True) is None
    assert x.grad.tolist() == [2.0, 2.0]
    with pytest.raises(RuntimeError, match="index 1 appears to not have been used"):
        run((y,), (torch.ones(2),), True, False, (x, unused))


def test_create_graph_records_the_backward() -> None:
    x = torch.tensor(3.0, requires_grad=True)
    g, = graph._engine_run_backward((x ** 3,), (torch.tensor(1.0),), True, True, (x,))
    assert run((g,), (torch.tensor(1.0),), False, False, (x,))[0].item() == 18.0


def test_a_cotangent_is_summed_to_its_output_and_nothing_is_made_of_none() -> None:
    x = torch.ones(2, requires_grad=True)
    assert run((x * 2,), (torch.ones(3, 2),), False, False, (x,))[0].tolist() == [6.0, 6.0]
    with pytest.raises(RuntimeError, match="element 0 of gradients tuple is None"):
        run((x.sum(),), (None,), False, False, (x,))
    with pytest.raises(RuntimeError, match="invalid gradient at index 0 - got \\[3\\]"):
        run((x * 2,), (torch.ones(3),), False, False, (x,))


def test_callbacks_and_hooks_hear_of_it() -> None:
    x, caught = torch.ones(2, requires_grad=True), []
    x.register_hook(lambda g: Variable._execution_engine.queue_callback(lambda: caught.append(x.grad.tolist())))
    run((x * 2,), (torch.ones(2),), False, False, (), True, True)
    assert caught == [[2.0, 2.0]]


def test_as_tuple_has_the_flag_first() -> None:
    x = torch.ones(2)
    assert functional._as_tuple(x) == (x,) and functional._as_tuple([x]) == (x,)
    assert functional._as_tuple((x,), "inputs", "vjp") == (True, (x,)) and functional._as_tuple(x, "inputs", "vjp")[0] is False


def test_private_names_cost_nothing_at_import() -> None:
    code = "import sys, minitorch_compat; print([m for m in sys.modules if m.endswith(('_engine_calls', 'utils._contextlib'))])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip() == "[]"
