"""The examples that PyTorch's own docstrings give, run on both sides: `python -m compat_tests.docs --pytorch-examples [--select REGEX]`.

They are read from the PyTorch that is installed, and nothing of them is kept. What both sides print is compared statement by statement,
numbers to three digits; what both refuse counts as the same.
"""
from __future__ import annotations

import json
import math
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from .examples import Examples, outputs, plain

#: Docstrings in one process, and seconds that it has: a crash is looked for by halves.
CHUNK, SECONDS = 60, 240.0
#: Modules that are not in scope (docs/coverage.md), or whose examples want a device, a network, a compiler or other processes.
LEFT_OUT = ("ao", "cuda", "distributed", "export", "fx.experimental", "jit", "mps", "mtia", "nested", "nn.intrinsic", "nn.qat",
            "nn.quantizable", "nn.quantized", "onnx", "package", "quantization", "testing", "utils.benchmark", "utils.bottleneck",
            "utils.cpp_extension", "utils.hipify", "utils.tensorboard", "xpu")
#: Statements that are not run, and with them the rest of the docstring.
NOT_RUN = re.compile(r"cuda|download|https?:|compile\(|process_group|hub\.|\bmps\b|time\.|input\(|[Qq]uantiz|Stream|Event\(|"
                     "multiprocessing")
#: Statements, or docstrings by their names, about whose outcome nothing is promised, and why.
NOT_COMPARED = {
    r"empty|skip_init|new\(|resize_": "memory that nobody has written", r"\.seed\(\)|initial_seed": "drawn from the system",
    r"key_averages|export_chrome_trace|record_function": "times", r"get_safe_globals": "what ran before in the process",
    r"\.data_ptr\(\)|\bid\(|__module__": "addresses and names of modules", r"allclose": "rounding of ill-conditioned examples",
    r"torch\.linalg\.(cholesky|eigh)": "the last digits of complex products, and signs of zeros",
    r"torch\.monitor\.Tensorboard": "an extra that only one side has"}
_COLLECTING = "import sys; sys.path.insert(0, {folder!r}); import pytorch_examples_collector; pytorch_examples_collector.main({left_out!r})"
_NUMBER = re.compile(r"-?\d+\.\d*(?:e[-+]?\d+)?")


class Difference(NamedTuple):
    """A statement that prints something else here."""

    name: str
    source: str
    theirs: str
    ours: str


def collected(oracle: str) -> Examples:
    """Name -> statements, of every docstring of a public name that has some."""
    program = _COLLECTING.format(folder=str(Path(__file__).parent), left_out=LEFT_OUT)
    done = subprocess.run([oracle, "-W", "ignore", "-c", program], capture_output=True, text=True, check=True, timeout=600)
    given: dict[str, list[str]] = json.loads(done.stdout.splitlines()[-1])
    found: Examples = {}
    for name, sources in given.items():
        end = next((i for i, source in enumerate(sources) if NOT_RUN.search(source)), len(sources))
        if end:
            found[name] = [(source, "") for source in sources[:end]]
    return found


def printed(examples: Examples, python: str, package: str) -> dict[str, list[str]]:
    """What one side prints; nothing of a docstring that it does not come through alive."""
    if len(examples) > CHUNK:
        names = list(examples)
        return {k: v for i in range(0, len(names), CHUNK)
                for k, v in printed({n: examples[n] for n in names[i:i + CHUNK]}, python, package).items()}
    try:
        return outputs(examples, python, package, SECONDS)
    except (RuntimeError, subprocess.TimeoutExpired, IndexError):
        if len(examples) == 1:
            return {}
        names, half = list(examples), len(examples) // 2
        return {k: v for part in (names[:half], names[half:])
                for k, v in printed({n: examples[n] for n in part}, python, package).items()}


def differences(examples: Examples, theirs: dict[str, list[str]], ours: dict[str, list[str]]) -> Iterator[Difference]:
    """The statements that print something else here, up to the first of a docstring that is said not to be supported."""
    for name, pairs in examples.items():
        if name not in theirs:
            continue
        for i, (source, _) in enumerate(pairs):
            a, b = theirs[name][i], ours[name][i] if name in ours else "the process ended"
            if "UnsupportedError" in b:
                break
            if not same(a, b) and not any(re.search(pattern, f"{name} {source}") for pattern in NOT_COMPARED):
                yield Difference(name, source.strip(), a.strip(), b.strip())


def same(a: str, b: str) -> bool:
    """Whether two outputs say the same: words alike but for addresses, numbers to three digits; of refusals, that they are two."""
    a, b = _words(a), _words(b)
    if a == b or "Error: " in a and "Error: " in b:
        return True
    numbers = zip(map(float, _NUMBER.findall(a)), map(float, _NUMBER.findall(b)), strict=False)
    return _NUMBER.sub("#", a) == _NUMBER.sub("#", b) and all(math.isclose(x, y, rel_tol=2e-3, abs_tol=2e-3) for x, y in numbers)


def _words(text: str) -> str:
    return " ".join(re.sub(r"0x[0-9a-f]+|<(built-in )?(method|function)|of type object", "", plain(text)).split())


def report(oracle: str, select: re.Pattern[str] | None) -> int:
    """Run all and print what differs; how many statements do."""
    examples = {name: pairs for name, pairs in collected(oracle).items() if select is None or select.search(name)}
    theirs, ours = printed(examples, oracle, "torch"), printed(examples, sys.executable, "minitorch_compat")
    unsupported = sum(any("UnsupportedError" in text for text in texts) for texts in ours.values())
    found = list(differences(examples, theirs, ours))
    for one in found:
        print(f"{one.name}\n  {one.source}\n  PyTorch: {one.theirs[:300]}\n  here:    {one.ours[:300]}")
    print(f"{sum(map(len, theirs.values()))} statements of {len(theirs)} docstrings, {len(found)} print something else here; "
          f"{unsupported} docstrings use what is not supported")
    return len(found)
