"""The commands `conformance` and `coverage`. The suite is in `compat_tests/`: of a clone or the sdist, or importable in the environment."""
from __future__ import annotations

import argparse
import importlib
import sys
from pathlib import Path
from typing import Any

from .checking import name_status

CLONE = Path(__file__).parent.parent.parent
#: Maximum number of similar namespaces to suggest.
_SUGGESTION_DISTANCE = 3


def _suite_module(module: str) -> Any:
    """A module of the suite; exits with advice if it is not found."""
    for place in (CLONE, Path.cwd()):  # an installed package can be measured from inside an unpacked sdist
        if (place / "compat_tests" / "reference" / "manifest.json").exists():
            sys.path.insert(0, str(place))
            return importlib.import_module(f"compat_tests.{module}")
    raise SystemExit("the conformance suite is not part of an installation: run this in a clone of the repository, or in the unpacked "
                     "source distribution (minitorch_compat-*.tar.gz, which comes with each release beside the wheel)")


def conformance(argv: list[str]) -> int:
    """`conformance [--select REGEX] [--report html|json|md] [--out FILE]`: passed and total by area and aspect."""
    if argv[:1] in (["-h"], ["--help"]) and not (CLONE / "compat_tests").exists():
        print("usage: python -m minitorch_compat conformance [--select REGEX] [--report html|json|md] [--out FILE] [--jobs N]\n\n"
              "Measures this package against PyTorch's recorded behaviour. Run it in a clone or in the unpacked source distribution.")
        return 0
    return int(_suite_module("report").main(argv))


def coverage(argv: list[str]) -> int:
    """`coverage [NAMESPACE ...] [--measure]`: status of each name (works, partly or no), as measured for this release, or now."""
    parser = argparse.ArgumentParser(prog="python -m minitorch_compat coverage", description="Name by name: works, partly (what differs), "
                                     "there (not measured), no.")
    parser.add_argument("namespaces", nargs="*", metavar="NAMESPACE", help="for example torch.nn, or one name; the default is all")
    parser.add_argument("--measure", action="store_true", help="measure now, which takes minutes, instead of telling what is stored")
    options = parser.parse_args(argv)
    single = [name for name in options.namespaces if name not in name_status.namespaces()]
    for name in single:
        if name.rpartition(".")[2] not in name_status.namespaces().get(name.rpartition(".")[0], {}):
            return _report_unknown_name(name)
    requested = [name.rpartition(".")[0] if name in single else name for name in options.namespaces]
    table = _suite_module("coverage").measure(requested) if options.measure else name_status.namespaces()
    for space in dict.fromkeys(requested or table):
        for name, (kind, missing) in table[space].items():
            if space in options.namespaces or not requested or f"{space}.{name}" in single:
                print(f"{space}.{name}: {kind}" + (f" (not: {missing})" if missing else ""))
    return 0


def _report_unknown_name(name: str) -> int:
    from difflib import get_close_matches

    namespaces = name_status.namespaces()
    suggestions = get_close_matches(name, {*namespaces, *(f"{space}.{inner}" for space, names in namespaces.items() for inner in names)},
                                    _SUGGESTION_DISTANCE)
    print(f"no such namespace or name: {name}" + (f"; did you mean {', '.join(suggestions)}?" if suggestions else ""), file=sys.stderr)
    return 2
