"""What differs between the two outcomes of a call."""
from __future__ import annotations

import math
import re

from ..judging.scoring import ACCIDENTS, ARTEFACTS, has_phrase
from .running import Outcome

#: In the order of their weight.
VERDICTS = ("state changed by a refusal", "answered here, refused there", "other dtype or shape", "other numbers",
            "refused here, answered there", "other exception type", "other text", "other words", "not built here")
#: What texts are compared without: addresses, the list of backends that a build has, and that Python names a class of C by its module.
_NOISE = re.compile(r"0x[0-9a-f]+|(?<=' backend)[.,] .*|(?<=')torch\.(_C\.)?(?=(dtype|layout|device|Size|Generator)')"
                    r"|torch\._C\._(?=TensorMeta)")
#: The members of a set come in an order that is another in each process.
_SET = re.compile(r"\{('\w+'(?:, '\w+')+)\}")


def verdicts(ours: Outcome, theirs: Outcome) -> list[str]:
    """None where the two agree, or where PyTorch crashed, stumbled over itself, or the call could not be prepared there."""
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
        # Of a transform of nothing PyTorch's library complains, which not every build has.
        return None if "MKL FFT error" in theirs["text"] else "answered here, refused there"
    if "result" in theirs:
        # Of an operator's method NotImplemented is a refusal: Python makes the TypeError of it.
        refusal = theirs["result"].strip() == "NotImplementedType" and ours["raised"] == "TypeError"
        return None if refusal else "refused here, answered there"
    if ACCIDENTS.search(theirs["text"]):
        return None
    if theirs["raised"] not in ours.get("caught_as", [ours["raised"]]):
        return "other exception type"
    told = theirs["text"], ours["text"].replace("<class 'minitorch_compat.", "<class 'torch.")  # the module that the class is imported from
    expected, actual = (_SET.sub(lambda found: str(sorted(found[1].split(", "))), _NOISE.sub("", text)) for text in told)
    if expected == actual or not expected.strip():  # nothing was said there
        return None
    return "other words" if has_phrase(expected, actual, None) else "other text"


def same_numbers(ours: list[list[float]], theirs: list[list[float]]) -> bool:
    """Roughly: how closely is the business of the operations' own cases."""
    return len(ours) == len(theirs) and all(
        a[2] == b[2] and math.isclose(a[1], b[1], rel_tol=1e-2, abs_tol=1e-3) for a, b in zip(ours, theirs))


def described(outcome: Outcome) -> str:
    """An outcome on one line."""
    if not outcome:
        return "cannot be prepared"
    return f"{outcome['raised']}: {outcome['text'][:400]}" if "raised" in outcome else f"{outcome['result'][:80]} {outcome['numbers'][:2]}"
