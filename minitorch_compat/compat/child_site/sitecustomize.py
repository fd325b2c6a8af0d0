"""Run at the start of children of `python -m minitorch_compat` under MINITORCH_COMPAT=1, since PYTHONPATH begins with this directory."""
import os
import sys

_here = os.path.dirname(os.path.abspath(__file__))


def _follow() -> None:
    """Set the import hook, and run the `sitecustomize` that this one shadows."""
    compat = os.path.dirname(_here)
    with open(os.path.join(compat, "importing", "hook.py"), encoding="utf-8") as file:
        source = file.read().replace("\nHOME = None  # type: str | None", f"\nHOME = {os.path.dirname(os.path.dirname(compat))!r}")
    exec(compile(source, os.path.join(compat, "importing", "hook.py"), "exec"), {"__name__": "minitorch_compat_hook"})
    sys.path[:] = [entry for entry in sys.path if os.path.abspath(entry) != _here]
    del sys.modules["sitecustomize"]
    try:
        import sitecustomize  # noqa: F401
    except ModuleNotFoundError as error:
        if error.name != "sitecustomize":
            raise
        sys.modules["sitecustomize"] = _this


_this = sys.modules["sitecustomize"]
_follow()
