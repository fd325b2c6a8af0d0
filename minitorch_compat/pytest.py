"""A pytest plugin: `pytest -p minitorch_compat.pytest` runs tests that import torch on this package.

`--torch=minitorch` does the same where the package is installed, since pytest then finds the plugin; `--torch=real` changes nothing.
`--torch-unsupported=skip` or `xfail` sets the outcome of tests that raise UnsupportedError; without it, they fail.
"""
from __future__ import annotations

import os
from collections.abc import Generator
from typing import TYPE_CHECKING, Any

import pytest

from . import _version
from ._dispatch.unsupported import UnsupportedError
from .compat.importing.install import install, is_active

if TYPE_CHECKING:
    from _pytest.reports import CollectReport, TestReport

_PLUGIN = "minitorch_compat.pytest"


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("torch", "torch by minitorch_compat")
    group.addoption("--torch", choices=("minitorch", "real"), default=None,
                    help="what `import torch` gives: minitorch_compat (the default with -p minitorch_compat.pytest), or what is installed")
    group.addoption("--torch-unsupported", choices=("fail", "skip", "xfail"), default="fail",
                    help="what becomes of tests that meet a feature which minitorch_compat has not (default: fail)")


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> None:
    """Install before any conftest is imported, which may import torch."""
    options = early_config.known_args_namespace
    is_requested = _PLUGIN in (options.plugins or ()) or _PLUGIN in os.environ.get("PYTEST_PLUGINS", "").split(",")
    if options.torch == "minitorch" or (options.torch is None and is_requested):
        try:
            install()
        except RuntimeError as error:
            raise pytest.UsageError(f"--torch=minitorch: {error}") from None


def pytest_configure(config: pytest.Config) -> None:
    """Hide numpy's warnings of overflow and invalid values, as the filter set at import does, which pytest removes after collection."""
    config.addinivalue_line("filterwarnings", "ignore::RuntimeWarning:minitorch_compat")


def pytest_report_header(config: pytest.Config) -> str | None:
    if not is_active():
        return None
    unsupported = config.option.torch_unsupported
    return f"torch: minitorch_compat {_version.__version__}, as torch {_version.torch_version} (unsupported: {unsupported})"


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[Any]) -> Generator[None, Any, None]:
    outcome = yield
    _set_outcome(item, call, outcome.get_result())


@pytest.hookimpl(hookwrapper=True)
def pytest_make_collect_report(collector: pytest.Collector) -> Generator[None, Any, None]:
    outcome = yield
    report: CollectReport = outcome.get_result()
    call = getattr(report, "call", None)
    if call is not None:
        _set_outcome(collector, call, report)


def _set_outcome(node: pytest.Item | pytest.Collector, call: pytest.CallInfo[Any], report: TestReport | CollectReport) -> None:
    """Change the report of a test that failed with UnsupportedError to the chosen outcome: skipped, or expected to fail."""
    requested = node.config.option.torch_unsupported
    if requested == "fail" or call.excinfo is None or report.outcome != "failed":
        return
    missing = _unsupported(call.excinfo.value)
    if missing is None:
        return
    report.outcome = "skipped"
    if requested == "xfail" and isinstance(node, pytest.Item):
        report.wasxfail = str(missing)  # type: ignore[union-attr]  # as pytest's own xfail does
        return
    at = node.reportinfo()[1] if isinstance(node, pytest.Item) else 0
    report.longrepr = (str(node.path), (at or 0) + 1, f"Skipped: {missing}")


def _unsupported(error: BaseException | None) -> UnsupportedError | None:
    """The UnsupportedError that an exception is or was raised from, for example an ImportError of pytest's."""
    seen = 0
    while error is not None and seen < 20:
        if isinstance(error, UnsupportedError):
            return error
        error, seen = error.__cause__ or error.__context__, seen + 1
    return None
