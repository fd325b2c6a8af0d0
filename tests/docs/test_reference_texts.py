"""Docstrings of public names: complete, with examples whose output is right, here and in PyTorch, and with correct signatures."""
from __future__ import annotations

import importlib.util
import inspect
import json
from functools import cache
from pathlib import Path

import pytest

from compat_tests.docs import catalogue, examples
from minitorch_compat._bindings.functions.arguments import MISSING
from minitorch_compat._bindings.functions.shown_signatures import shown_as
from minitorch_compat._dispatch.call.own_signature import own_signature

pytestmark = pytest.mark.skipif(importlib.util.find_spec("ml_dtypes") is None, reason="examples of bfloat16 need the bfloat16 extra")
#: Namespace -> [names that lack nothing, callables with an example]: at least so many. They only rise:
#: `python -m tests.docs.test_reference_texts` puts in what there is now.
DOCUMENTED = Path(__file__).parent / "documented.json"


@cache
def found() -> examples.Examples:
    return examples.collect_examples()


@cache
def printed() -> dict[str, list[str]]:
    return examples.outputs(found())


@pytest.mark.parametrize("space", catalogue.SPACES)
def test_examples_print_what_they_say(space: str) -> None:
    wrong = []
    for name, pairs in found().items():
        if longest(name) == space:
            wrong += [f"{name}: {source}expected:\n{want}got:\n{got}" for (source, want), got in zip(pairs, printed()[name])
                      if not examples.agree(want, got)]
    assert not wrong, "\n".join(wrong)


def test_every_example_shows_something() -> None:
    assert [name for name, pairs in found().items() if not any(want for _, want in pairs)] == []


def test_methods_and_functions_in_place_are_told_as_such() -> None:
    def strange(entry: catalogue.Entry) -> bool:
        if entry.space == "torch.Tensor":  # where one `def` is function and method, it is told as a function
            shared = catalogue.documentation(getattr(catalogue.space_of("torch"), entry.name, None)) == entry.text
            return not shared and ("`out`" in entry.text or "input[" in entry.text)
        return entry.name.endswith("_") and "out : Tensor" in entry.text

    assert [entry.full for entry in catalogue.entries(("torch", "torch.Tensor", "torch.nn.functional")) if strange(entry)] == []


def longest(name: str) -> str:
    return max((space for space in catalogue.SPACES if name.startswith(space + ".")), key=len)


def test_examples_have_been_run_with_pytorch_which_prints_the_same_or_is_quoted() -> None:
    """After a change: `python -m compat_tests.docs --record`, with PyTorch."""
    recorded = json.loads(examples.OUTPUTS.read_text(encoding="utf-8"))
    texts = {one.full: one.text for entry in catalogue.entries() for one in (entry, *catalogue.members(entry))}
    new = [name for name, pairs in found().items() if [source for source, _ in pairs] != [source for source, _ in recorded.get(name, ())]]
    untold = [f"{name}: {source}PyTorch: {got}" for name, pairs in recorded.items() for source, got in pairs
              if got is not None and name in texts and not examples.shows_pytorch_output(got, texts[name])]
    assert (new, untold) == ([], [])


@pytest.mark.parametrize("space", [*catalogue.SPACES])
def test_no_fewer_names_are_documented(space: str) -> None:
    least = json.loads(DOCUMENTED.read_text())
    for row, counts in catalogue.table((space,)).items():
        whole, shown = least.get(row, (0, 0))
        assert counts["whole"] >= whole and counts["examples"] >= shown, f"{row}: {counts['lacking']}"


def test_signatures_tell_the_truth() -> None:
    wrong = []
    for entry in catalogue.entries():
        for one in (entry, *catalogue.members(entry)):
            signature = catalogue.signature_of(one.value)
            for parameter in signature.parameters.values() if signature else ():
                if parameter.default is MISSING or parameter.kind is parameter.VAR_POSITIONAL and parameter.name in ("rest", "further"):
                    wrong.append(f"{one.full}{signature}")
    assert wrong == []


def test_shown_signatures_are_signatures() -> None:
    @shown_as("input, dim=None, *, layout=torch.strided")
    def function(input: int, *rest: int, dim: object = MISSING, layout: object = None, axis: object = MISSING) -> str:
        return ""

    signature = inspect.signature(function)
    assert str(signature) == "(input, dim=None, *, layout=torch.strided) -> 'str'"
    assert signature.bind(1, 2).arguments == {"input": 1, "dim": 2}
    assert list(own_signature(function).parameters) == ["input", "rest", "dim", "layout", "axis"]
    assert list(inspect.signature(function.__get__(1)).parameters) == ["dim", "layout"]
    assert str(signature.replace(return_annotation=int)) == "(input, dim=None, *, layout=torch.strided) -> int"


if __name__ == "__main__":
    before = json.loads(DOCUMENTED.read_text()) if DOCUMENTED.exists() else {}
    now = {row: [counts["whole"], counts["examples"]] for row, counts in catalogue.table().items()}
    raised = {row: [max(pair) for pair in zip(counts, before.get(row, (0, 0)))] for row, counts in now.items()}
    DOCUMENTED.write_text(json.dumps(raised, indent=1, sort_keys=True) + "\n")
    print(catalogue.printed(catalogue.table()))
