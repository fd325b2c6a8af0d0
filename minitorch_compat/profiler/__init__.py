"""`torch.profiler`: profiles with a schedule. https://docs.pytorch.org/docs/stable/profiler.html"""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .._namespace.names import claim, missing
from ..autograd.profiler import kineto_available, record_function
from ..autograd.profiler_util import DeviceType
from ..optim.optimizer import register_optimizer_step_post_hook
from .profiler import ProfilerAction, ProfilerActivity, profile, schedule, supported_activities, tensorboard_trace_handler


class ExecutionTraceObserver:
    """Unsupported: execution traces are written by PyTorch's C++ dispatcher. Instantiation raises UnsupportedError.

    References
    ----------
    PyTorch: ``torch.profiler.ExecutionTraceObserver``.

    Examples
    --------
    >>> try:
    ...     observer = torch.profiler.ExecutionTraceObserver()
    ...     print("made")
    ... except NotImplementedError:
    ...     print("not there")
    not there

    With PyTorch this prints ``made``.
    """

    def __init__(self) -> None:
        from .._dispatch.unsupported import UnsupportedError

        raise UnsupportedError("torch.profiler.ExecutionTraceObserver")

    def register_callback(self, output_file_path: str) -> Any:
        """Not reached.

        Parameters
        ----------
        output_file_path : str
            Where PyTorch writes the trace.

        Returns
        -------
        ExecutionTraceObserver
            With PyTorch: `self`.

        Examples
        --------
        >>> try:
        ...     observer = torch.profiler.ExecutionTraceObserver().register_callback("trace.json")
        ...     print("registered")
        ... except NotImplementedError:
        ...     print("not there")
        not there

        With PyTorch this prints ``registered``.
        """


__all__ = ["DeviceType", "ExecutionTraceObserver", "ProfilerAction", "ProfilerActivity", "kineto_available", "profile", "record_function",
           "schedule", "supported_activities", "tensorboard_trace_handler"]


claim(globals())
if not TYPE_CHECKING:  # type checkers must see only the names that exist
    __getattr__ = missing("torch.profiler", __name__)


if TYPE_CHECKING:  # names provided by `__getattr__`
    from ..optim.optimizer import Optimizer as Optimizer

    is_fbcode: Any
