"""`torch.utils.benchmark`: time statements and compare the results. https://docs.pytorch.org/docs/stable/benchmark_utils.html"""
from __future__ import annotations

from typing import TYPE_CHECKING

from ..._namespace.modules import recorded_getattr
from .utils.common import Measurement, TaskSpec, ordered_unique, select_unit, set_torch_threads, trim_sigfig, unit_to_english
from .utils.compare import Colorize, Compare
from .utils.timer import Language, Timer, timer

__all__ = ["Colorize", "Compare", "Language", "Measurement", "TaskSpec", "Timer", "ordered_unique", "select_unit", "set_torch_threads",
           "timer", "trim_sigfig", "unit_to_english"]

if not TYPE_CHECKING:  # type checkers must see only the names that exist
    __getattr__ = recorded_getattr("torch.utils.benchmark")
