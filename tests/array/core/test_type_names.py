"""Names of types in messages: those of C types as they report themselves."""
from __future__ import annotations

import collections
import datetime
from fractions import Fraction

import numpy as np
import pytest

import minitorch_compat as torch
from minitorch_compat._array.exchange.type_names import value_type_name


@pytest.mark.parametrize(("value", "name"), [
    (1, "int"), (None, "NoneType"), ("a", "str"), (np.ones(2), "numpy.ndarray"), (np.float32(1), "numpy.float32"),
    (np.str_("a"), "numpy.str_"), (datetime.date(2020, 1, 1), "datetime.date"), (collections.deque(), "collections.deque"),
    (Fraction(1, 2), "Fraction"), (torch.float32, "torch.dtype"), (torch.Size([1]), "torch.Size"),
    (torch.Generator(), "torch._C.Generator"), (torch.finfo(torch.float32), "torch.finfo"),
    (torch.nn.Parameter(torch.ones(1)), "Parameter"), (torch.ones(1), "Tensor"),
    (torch.UntypedStorage(4), "torch.storage.UntypedStorage"),
], ids=lambda given: given if isinstance(given, str) else type(given).__name__)
def test_type_of(value, name):
    assert value_type_name(value) == name
