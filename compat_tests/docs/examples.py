"""The examples of docstrings: found, run on one side, and compared. What runs them knows only `import torch`,
`import torch.nn.functional as F` and `import numpy as np`."""
from __future__ import annotations

import contextlib
import doctest
import io
import json
import os
import subprocess
import sys
import tempfile
import traceback
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

#: What PyTorch printed: docstring's name -> source of an example -> output. Written by `--record`.
OUTPUTS = Path(__file__).parent / "pytorch_outputs.json"
ROOT = Path(__file__).parents[2]
_FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
Examples = dict[str, list[tuple[str, str]]]


def collect_examples() -> Examples:
    """Name -> (source, output that the docstring shows) of each example, in order; only for docstrings that have some."""
    from .catalogue import entries, members

    parser, examples, seen = doctest.DocTestParser(), {}, {}
    for entry in entries():
        for one in (entry, *members(entry)):
            text = one.text
            if ">>> " in text and text not in seen:
                seen[text] = one.full
                examples[one.full] = [(example.source, example.want) for example in parser.get_examples(text)]
    return examples


def run(examples: dict[str, list[str]], package: str) -> dict[str, list[str]]:
    """What each statement prints, docstring by docstring, in this process: with `torch` where that is PyTorch, else with the package
    under that name."""
    if package != "torch":
        __import__(package).install()
    import numpy as np
    import torch

    results = {}
    with tempfile.TemporaryDirectory() as folder:
        for name, sources in examples.items():
            here = Path(folder) / str(len(results))
            here.mkdir()
            os.chdir(here)
            torch.manual_seed(0)
            results[name] = list(_outputs(sources, {"torch": torch, "F": torch.nn.functional, "np": np, "__name__": "__main__"}))
            torch.set_grad_enabled(True)
            torch.set_default_dtype(torch.float32)
            torch.set_printoptions(profile="default")
            os.chdir(folder)
        os.chdir(ROOT)
    return results


def _outputs(sources: list[str], names: dict[str, Any]) -> Iterator[str]:
    def show(value: Any) -> None:
        if value is not None:
            print(repr(value))

    usual = sys.displayhook
    for source in sources:
        printed = io.StringIO()
        sys.displayhook = show
        try:
            with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(io.StringIO()), warnings.catch_warnings():
                warnings.simplefilter("ignore")
                exec(compile(source, "<example>", "single"), names)
            yield printed.getvalue()
        except Exception as error:
            last = "".join(traceback.format_exception_only(type(error), error)).strip().splitlines()[0]
            yield f"{printed.getvalue()}Traceback (most recent call last):\n    ...\n{last}\n"
        finally:
            sys.displayhook = usual


def outputs(examples: Examples, python: str = sys.executable, package: str = "minitorch_compat",
            seconds: float | None = None) -> dict[str, list[str]]:
    """The same, in a process of its own, of any interpreter, which may have a time limit."""
    program = f"import sys; sys.path.insert(0, {str(Path(__file__).parent)!r}); import examples; examples.main({package!r})"
    given = json.dumps({name: [source for source, _ in pairs] for name, pairs in examples.items()})
    environment = {**os.environ, "OMP_NUM_THREADS": "1"}
    if package != "torch":
        environment["PYTHONPATH"] = str(ROOT)
    done = subprocess.run([python, "-c", program], input=given, capture_output=True, text=True, check=False, env=environment,
                          timeout=seconds)
    if done.returncode:
        raise RuntimeError(done.stderr[-2000:])
    answer: dict[str, list[str]] = json.loads(done.stdout.splitlines()[-1])
    return answer


def main(package: str) -> None:
    given = json.load(sys.stdin)
    print(json.dumps(run(given, package)))


def plain(text: str) -> str:
    """An output as it is compared: under PyTorch's name, and of a traceback only its last line."""
    text = text.replace("minitorch_compat", "torch")
    if "Traceback (most recent call last)" in text:
        head, _, tail = text.partition("Traceback (most recent call last)")
        text = head + next((line for line in tail.splitlines()[1:] if line and not line[0].isspace()), "") + "\n"
    return text


def agree(wanted: str, printed: str) -> bool:
    """Whether what was printed is what the docstring shows."""
    return doctest.OutputChecker().check_output(plain(wanted), plain(printed), _FLAGS)


def shows_pytorch_output(output: str, text: str) -> bool:
    """Whether a docstring shows an output of PyTorch's that is not its own, as it should where they differ."""
    words = " ".join(plain(output).split())
    return bool(words) and words in " ".join(text.split())
