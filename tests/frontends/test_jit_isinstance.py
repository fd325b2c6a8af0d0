"""`torch.jit.isinstance` looks into containers."""
from __future__ import annotations

from typing import Any, Dict, List, Optional, Tuple, Union  # noqa: UP035

import pytest

import minitorch_compat as torch

one = torch.ones(1)


@pytest.mark.parametrize(("value", "kind", "expected"), [
    ([1], List[int], True), ([1], List[str], False), ([1, "a"], List[int], False), ([one], list[torch.Tensor], True),  # noqa: UP006
    ({"a": 1}, Dict[str, int], True), ({"a": ["x"]}, Dict[str, List[int]], False), ((1, "a"), Tuple[int, str], True),  # noqa: UP006
    ((1,), Tuple[int, int], False), (1, Optional[int], True), (None, Optional[int], True), (1, Union[int, str], True),  # noqa: UP006, UP007, UP045
    (1, int | str, True), ([None, 1], List[Optional[int]], True), (["a"], Optional[List[int]], False), ((1, 2), List[int], False),  # noqa: UP006, UP045
    (1, (str, int), True), ([1], (List[str], List[int]), True), (True, int, True), ({1}, set[int], False)])  # noqa: UP006
def test_types(value: Any, kind: Any, expected: bool) -> None:
    assert torch.jit.isinstance(value, kind) is expected


def test_containers_without_members() -> None:
    with pytest.warns(UserWarning, match="inner type of a container is lost"):
        assert torch.jit.isinstance([], List[str])  # noqa: UP006


@pytest.mark.parametrize("kind", [list, List, Dict, Tuple, Optional, [int]])  # noqa: UP006
def test_refused_types(kind: Any) -> None:
    with pytest.raises(RuntimeError):
        torch.jit.isinstance([1], kind)
