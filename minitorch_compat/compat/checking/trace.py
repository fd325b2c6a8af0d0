"""`trace script.py`: run a program, and list the names that it reached which are missing here, or work only partly.

Missing names are seen when UnsupportedError is raised, also if the program catches it; names that work partly when they are called, by
wrappers that replace the functions for that time.
"""
from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from functools import wraps
from pathlib import Path
from types import FrameType, FunctionType
from typing import Any

from . import name_status
from .name_status import NO, PARTLY

USAGE = """usage: python -m minitorch_compat trace [--json FILE] [script.py | -m module | -c code] [argument ...]

Runs a program as `python -m minitorch_compat` does, and lists at its end, on standard error, the torch names that it reached and that
do not work here, or only partly, with the lines that reached them. The exit code is the program's.

  --json FILE   write the list there"""
_PACKAGE = str(Path(__file__).parents[2])


class Trace:
    """Records what a program reaches from `start` to `stop`."""

    def __init__(self) -> None:
        #: (name, status, what is missing, the user's line) -> count.
        self.uses: Counter[tuple[str, str, str, str]] = Counter()
        self._patched: list[tuple[Any, str, Any]] = []

    def start(self) -> None:
        from ..._dispatch.unsupported import UnsupportedError

        self._original = plain = UnsupportedError.__init__
        note = self.note

        def __init__(error: UnsupportedError, name: str, status: str = "not built yet") -> None:
            plain(error, name, status)
            note(name, NO, "", sys._getframe(1))

        UnsupportedError.__init__ = __init__  # type: ignore[method-assign, assignment]
        for full, owner, name, missing in _partial_functions():
            value = getattr(owner, name, None)
            if isinstance(value, FunctionType):
                self._patched.append((owner, name, owner.__dict__.get(name)))
                setattr(owner, name, self._tracing_wrapper(full, missing, value))

    def _tracing_wrapper(self, full: str, missing: str, function: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(function)
        def noted(*args: Any, **kwargs: Any) -> Any:
            self.note(full, PARTLY, missing, sys._getframe(1))
            return function(*args, **kwargs)

        return noted

    def stop(self) -> None:
        from ..._dispatch.unsupported import UnsupportedError

        UnsupportedError.__init__ = self._original  # type: ignore[method-assign]
        for owner, name, value in self._patched:
            if value is None:  # it was inherited
                delattr(owner, name)
            else:
                setattr(owner, name, value)

    def note(self, name: str, status: str, missing: str, frame: FrameType | None) -> None:
        """Count a use at the innermost line outside of the package."""
        first = frame
        while frame is not None and frame.f_code.co_filename.startswith(_PACKAGE):
            frame = frame.f_back
        if status == PARTLY and frame is not first:
            return  # called by the package itself: the measurements of the calling function include it
        if frame is None or frame.f_code.co_filename.startswith("<frozen importlib"):
            return  # called by the package's own code, or during an import
        self.uses[name, status, missing, f"{frame.f_code.co_filename}:{frame.f_lineno}"] += 1

    def text(self) -> str:
        if not self.uses:
            return "trace: everything that was reached works"
        lines = []
        for (name, status, missing, line), count in sorted(self.uses.items()):
            advice = name_status.advice(name) if status == NO else ""
            lines.append(f"{line}: {name}: {status}" + (f" ({missing})" if missing else "") + (f", {count} times" if count > 1 else "")
                         + (f". {advice}" if advice else ""))
        return "\n".join(["trace: reached, and not there or only partly:", *lines])

    def data(self) -> list[dict[str, Any]]:
        return [{"name": name, "status": status, "missing": missing, "line": line, "count": count}
                for (name, status, missing, line), count in sorted(self.uses.items())]


def _partial_functions() -> Iterator[tuple[str, Any, str, str]]:
    """Full name, module or class, name there, and what is missing, of each function that works partly."""
    for space, names in name_status.namespaces().items():
        for name, (status, missing) in names.items():
            if status == PARTLY and not name.startswith("__"):
                name_status.resolve(f"{space}.{name}")  # after this its module has the name
                yield f"{space}.{name}", name_status.resolve(space), name, missing


def trace(argv: list[str]) -> int:
    """`trace [--json FILE] script.py [argument ...]`."""
    target = None
    if argv[:1] == ["--json"] and len(argv) > 1:
        target, argv = Path(argv[1]), argv[2:]
    if not argv or argv[0] in ("-h", "--help"):
        print(USAGE)
        return 0 if argv else 2
    from .. import run
    from ..importing.install import install

    install()
    tracer = Trace()
    tracer.start()
    try:
        return run.run_guarded(run.run, argv)
    finally:
        tracer.stop()
        sys.stdout.flush()
        print(tracer.text(), file=sys.stderr)
        if target is not None:
            target.write_text(json.dumps(tracer.data(), indent=1) + "\n", encoding="utf-8")
