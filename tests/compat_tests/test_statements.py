"""Wrong statements are refused with PyTorch's messages, and the comparison of them detects differences."""
from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import minitorch_compat as torch
from compat_tests.judging.python_messages import in_words_of_today, plain
from compat_tests.judging.scoring import LEFT_OUT, WITHOUT_BFLOAT16, key_phrase
from compat_tests.misuse import statements

RECORDED = json.loads(Path(__file__).with_name("statements.json").read_text())


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Statements write files, and set what holds for all that follow."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(statements, "LIMIT", 100)
    always = torch.is_warn_always_enabled()
    yield
    torch.set_warn_always(always)


@pytest.mark.parametrize("start", range(0, len(RECORDED), 50))
def test_refusals(start: int) -> None:
    for line, raised, text in RECORDED[start:start + 50]:
        found = statements.outcome(torch, line, "")
        if WITHOUT_BFLOAT16 and LEFT_OUT in found.get("text", ""):
            continue  # with the extra it is refused for another reason
        found["text"], text = key_phrase(plain(found.get("text", ""))[:200]), in_words_of_today(text)
        differing = set(statements.verdicts(found, {"raised": raised, "text": text, "changed": []})) - {"other words"}
        assert not differing, (line, found, text)


def test_every_family_has_statements_of_its_own() -> None:
    for family in statements.families():
        keys = statements.keys_of(family, "")
        assert keys
        assert len(set(keys)) == len(keys)


def test_what_a_refusal_leaves_behind_is_seen() -> None:
    assert statements.outcome(torch, "x.add_(1); x[5]", "")["changed"] == ["x: values", "x: version"]
    assert statements.outcome(torch, "o.param_groups[0]['lr'] = 2; x[5]", "")["changed"] == ["o: groups"]
    assert statements.outcome(torch, "m.register_buffer('q', x); x[5]", "")["changed"] == ["m: _buffers"]


def test_warnings_and_results_are_told() -> None:
    found = statements.outcome(torch, "warnings.warn('hello', FutureWarning); (x, 's', 1)", "")
    assert found["warned"] == ["FutureWarning: hello"]
    assert found["result"] == "(float32[2, 2], 's', 1)"
    assert statements.outcome(torch, "w", "2")["result"] == "2"


def test_arrays_are_compared() -> None:
    x = torch.ones(2, 2)
    assert (x == np.ones(2)).tolist() == [[True, True], [True, True]]
    assert (np.array([1.0, 2.0]) / x).tolist() == [[1.0, 2.0], [1.0, 2.0]]
    assert (x == np.array(["a"])) is False


def test_an_index_by_an_array_of_floats_counts_whole() -> None:
    assert torch.arange(4)[np.array([1.0, 3.0])].tolist() == [1, 3]


def test_a_list_that_is_in_itself_is_no_tensor() -> None:
    endless: list[Any] = []
    endless.append(endless)
    with pytest.raises(ValueError, match="too many dimensions 'list'"):
        torch.tensor(endless)


def test_arrays_that_may_not_be_written_are_told_of() -> None:
    fixed = np.ones(2)
    fixed.flags.writeable = False
    torch.set_warn_always(True)
    with pytest.warns(UserWarning, match="The given NumPy array is not writable"):
        torch.from_numpy(fixed)
