"""`torch.testing._internal.common_subclass`: classes of tensors to run tests over."""
from __future__ import annotations

import copy

import minitorch_compat as torch
from minitorch_compat.testing._internal.common_subclass import NonWrapperTensor, subclass_db


def test_results_are_of_the_class_again() -> None:
    for kind, info in subclass_db.items():
        made = info.create_fn((2, 3))
        assert type(made) is kind and type(copy.deepcopy(made)) is kind and type(made.sin()) is kind
    assert NonWrapperTensor(torch.ones(2)).sin().extra_state == {"last_func_called": "sin"}
