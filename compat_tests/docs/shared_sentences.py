"""Docstrings share facts, names and signatures with PyTorch's, and no sentence: runs of words that both have, found with PyTorch.

A run counts in prose only: examples, shapes and tables of numbers are what they are.
"""
from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator

from .catalogue import entries, members, parsed

#: So many words in a row are a sentence, not a phrase of the trade.
LENGTH = 9
#: Prints the docstrings of every module of PyTorch that is imported.
_PROGRAM = """
import json, sys, torch, torch.distributions, torch.fx, torch.library, torch.nn.utils.parametrize, torch.optim.swa_utils
import torch.overrides, torch.profiler, torch.signal, torch.testing, torch.utils.checkpoint, torch.utils.data
texts = set()
def add(value):
    text = getattr(value, "__doc__", None)
    if isinstance(text, str):
        texts.add(text)
for name, module in list(sys.modules.items()):
    if name.split(".")[0] == "torch" and hasattr(module, "__dict__"):
        add(module)
        for value in list(vars(module).values()):
            try:
                add(value)
                for inner in list(vars(value).values()) if isinstance(value, type) else ():
                    add(inner)
            except Exception:  # names that are made when they are asked for, and fail to be
                continue
for name in dir(torch._C.TensorBase):
    add(getattr(torch._C.TensorBase, name))
print(json.dumps(sorted(texts)))
"""


def prose(text: str) -> Iterator[str]:
    """The sentences of a docstring: what is neither code nor quoted nor a heading of a parameter nor a title of a paper."""
    told = parsed(text)
    sections = [section for title, section in told.sections.items() if title not in ("Examples", "References")]
    for part in (told.summary, told.body, *sections):
        for paragraph in re.split(r"\n\s*\n|^\S+ : .*$", part, flags=re.M):
            yield re.sub(r"``.*?``|`[^`]*`", " _ ", paragraph)


def words(text: str) -> list[str]:
    return re.findall(r"[a-z_]+", text.lower())


def runs(texts: dict[str, str], theirs: list[str], length: int = LENGTH) -> Iterator[tuple[str, str]]:
    """Name and words of each run that a docstring shares with one of `theirs`."""
    known = {tuple(found[i:i + length]) for text in theirs for found in [words(re.sub(r"``.*?``|`[^`]*`", " _ ", text))]
             for i in range(len(found) - length + 1)}
    for name, text in texts.items():
        for paragraph in prose(text):
            found, i = words(paragraph), 0
            while i + length <= len(found):
                if tuple(found[i:i + length]) in known:
                    yield name, " ".join(found[i:i + length])
                    i += length
                else:
                    i += 1


def shared(oracle: str) -> list[tuple[str, str]]:
    """The runs of all documented names."""
    done = subprocess.run([oracle, "-W", "ignore", "-c", _PROGRAM], capture_output=True, text=True, check=True)
    texts: dict[str, str] = {}
    for entry in entries():
        for one in (entry, *members(entry)):
            texts.setdefault(one.text, one.full)
    return list(runs({name: text for text, name in texts.items()}, json.loads(done.stdout.splitlines()[-1])))
