"""Differences between the two outcomes of a call."""
from __future__ import annotations

import math
import re

from ..judging.scoring import ACCIDENTS, ARTEFACTS, has_phrase
from .running import Outcome

#: Verdicts by severity.
VERDICTS = ("state changed by a refusal", "answered here, refused there", "other dtype or shape", "other numbers",
            "refused here, answered there", "other exception type", "other text", "other words", "not built here")
#: Parts of messages that are ignored: addresses, the list of a build's backends, and modules of classes written in C.
_NOISE = re.compile(r"0x[0-9a-f]+|(?<=' backend)[.,] .*|(?<=')torch\.(_C\.)?(?=(dtype|layout|device|Size|Generator)')"
                    r"|torch\._C\._(?=TensorMeta)")
#: The members of a set, whose order differs between processes.
_SET = re.compile(r"\{('\w+'(?:, '\w+')+)\}")


def verdicts(ours: Outcome, theirs: Outcome) -> list[str]:
    """The verdicts on a call; none if both agree, or PyTorch crashed, failed by accident, or could not prepare the call."""
    if not theirs or theirs.get("raised") in ("crash", "TimeoutError") or ARTEFACTS.search(theirs.get("text", "")):
        return []
    if not ours:
        return ["refused here, answered there"] if "result" in theirs else []
    changed = ["state changed by a refusal"] if set(ours.get("changed", ())) - set(theirs.get("changed", ())) else []
    return changed + [v for v in (_verdict(ours, theirs),) if v]


def _verdict(ours: Outcome, theirs: Outcome) -> str | None:
    if "result" in ours and "result" in theirs:
        if ours["result"] != theirs["result"]:
            return "other dtype or shape"
        return None if same_numbers(ours["numbers"], theirs["numbers"]) else "other numbers"
    if ours.get("raised") == "UnsupportedError":
        return "not built here"
    if "result" in ours:
        # For transforms without elements PyTorch's library raises, which not every build has.
        return None if "MKL FFT error" in theirs["text"] else "answered here, refused there"
    if "result" in theirs:
        # An operator method refuses by returning NotImplemented, from which Python makes a TypeError.
        refusal = theirs["result"].strip() == "NotImplementedType" and ours["raised"] == "TypeError"
        return None if refusal else "refused here, answered there"
    if ACCIDENTS.search(theirs["text"]):
        return None
    if theirs["raised"] not in ours.get("caught_as", [ours["raised"]]):
        return "other exception type"
    told = theirs["text"], ours["text"].replace("<class 'minitorch_compat.", "<class 'torch.")  # the module that the class is imported from
    expected, actual = (_SET.sub(lambda found: str(sorted(found[1].split(", "))), _NOISE.sub("", text)) for text in told)
    if expected == actual or not expected.strip():  # PyTorch's message is empty
        return None
    return "other words" if has_phrase(expected, actual, None) else "other text"


def same_numbers(ours: list[list[float]], theirs: list[list[float]]) -> bool:
    """Compare roughly; the cases of operations compare exactly."""
    return len(ours) == len(theirs) and all(
        a[2] == b[2] and math.isclose(a[1], b[1], rel_tol=1e-2, abs_tol=1e-3) for a, b in zip(ours, theirs))


def described(outcome: Outcome) -> str:
    """An outcome on one line."""
    if not outcome:
        return "cannot be prepared"
    return f"{outcome['raised']}: {outcome['text'][:400]}" if "raised" in outcome else f"{outcome['result'][:80]} {outcome['numbers'][:2]}"
