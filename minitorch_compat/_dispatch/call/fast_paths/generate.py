"""Writes `fast_calls.py` from its template: `python -m minitorch_compat._dispatch.call.fast_paths.generate`; `--check` compares only.

The file written is checked in, so that readers, type checkers and grep see ordinary functions; a test writes it again and compares.
"""
from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).parent
TEMPLATE, TARGET = HERE / "fast_calls.py.jinja", HERE / "fast_calls.py"


def render() -> str:
    """The module that the template makes."""
    import jinja2  # from the extra `dev`

    environment = jinja2.Environment(trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True, undefined=jinja2.StrictUndefined,
                                     autoescape=False)
    return environment.from_string(TEMPLATE.read_text()).render()


def main() -> int:
    if "--check" in sys.argv[1:]:
        fresh = TARGET.read_text() == render()
        print("fast_calls.py is", "up to date" if fresh else "stale: python -m minitorch_compat._dispatch.call.fast_paths.generate")
        return int(not fresh)
    TARGET.write_text(render())
    return 0


if __name__ == "__main__":
    sys.exit(main())
