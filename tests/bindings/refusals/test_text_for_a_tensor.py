"""A string for each tensor argument of every public op: a TypeError that names the op and the argument."""
from __future__ import annotations

import re
import warnings
from collections.abc import Iterator
from typing import Any

import pytest

import minitorch_compat as torch
from minitorch_compat._dispatch.call.caller import caller
from minitorch_compat._ops.op import OPS
from tests.many_cases import for_each
from tests.ops.op_row import build
from tests.samples import ROWS


def takers() -> Iterator[tuple[str, Any, list[Any], dict[str, Any], Any]]:
    """Name, function, arguments and place of each tensor that a sample of a public function or method is called with."""
    for row in ROWS.values():
        if not (row.public and isinstance(row.reference, str)):
            continue
        function: Any = torch
        for part in row.reference.split("."):
            function = getattr(function, part)
        args = build(row, 0, lambda a: torch.from_numpy(a.copy()), lambda name: getattr(torch, name), dtype="float32", reference=True)
        positional, named = row.arguments(args)
        for place in [*range(len(positional)), *named]:
            value = positional[place] if place.__class__ is int else named[place]
            if isinstance(value, torch.Tensor) or isinstance(value, (list, tuple)) and value and isinstance(value[0], torch.Tensor):
                yield row.reference, function, positional, named, place


#: Functions written in Python that refuse in the name of the native one they hand on to.
NATIVE = {"unfold": "im2col", "fold": "col2im", "logsigmoid": "log_sigmoid"}
#: Which asks its argument for an attribute before it hands it on, as PyTorch's does.
ASKING = {"nn.functional.glu"}
CASES = {f"{name}-{place}": (name, function, positional, named, place) for name, function, positional, named, place in takers()
         if name not in ASKING}


def with_text(positional: list[Any], named: dict[str, Any], place: Any) -> tuple[list[Any], dict[str, Any]]:
    """The arguments with a text in one place, or in a list there."""
    def text_for(value: Any) -> Any:
        return "a" if isinstance(value, torch.Tensor) else [*value[:-1], "a"]

    if isinstance(place, int):
        return [*positional[:place], text_for(positional[place]), *positional[place + 1:]], named
    return positional, {**named, place: text_for(named[place])}


@for_each(CASES)
def test_the_op_and_the_argument_are_named(case: str) -> None:
    name, function, positional, named, place = CASES[case]
    args, kwargs = with_text(positional, named, place)
    with warnings.catch_warnings(), pytest.raises(TypeError) as caught:
        warnings.simplefilter("ignore")
        function(*args, **kwargs)
    assert caught.type is TypeError
    text = str(caught.value)
    op = name.rpartition(".")[2]
    op = NATIVE.get(op, op)
    assert f"{op}()" in text, text
    assert f"argument '{place}'" in text if place.__class__ is str else NAMED.search(text), text


#: An argument, and that it is the text.
NAMED = re.compile(r"argument '\w+'.* must be [\w ]+(, not str|$)")


#: Ops of formulas alone, which take a text for a cotangent that nothing is computed of.
OF_FORMULAS = {"sgn_gradient", "cumprod_gradient"}


@for_each([row for row in ROWS.values() if row.op not in OF_FORMULAS], lambda row: row.op)
def test_ops_name_themselves(row: Any) -> None:
    """Also those that are no function of PyTorch, and are reached by another one."""
    op = OPS[row.op]
    args = build(row, 0, lambda a: torch.from_numpy(a.copy()), lambda name: getattr(torch, name), dtype="float32")
    for place in op.schema.tensor_positions:
        if args[place] is None:
            continue
        text = [*args[place][:-1], "a"] if isinstance(args[place], (list, tuple)) else "a"
        with pytest.raises(TypeError) as caught:
            caller(row.op)(*args[:place], text, *args[place + 1:])
        assert f"{row.op}(): argument '{op.params[place].name}'" in str(caught.value)
