"""State that every call reads, stored where reading is cheapest."""
from __future__ import annotations

from _thread import _local, allocate_lock  # the rest of threading takes half a millisecond
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from .tensor import TensorBase

#: Non-empty while any thread has a level, a mode or a profiler open.  Calls test its truth only: one load on the fast path.
#: What is open in *this* thread is in `LOCAL`.
ACTIVE: list[Any] = []

#: Held while an entry is taken out of `ACTIVE`.
_ACTIVE_LOCK = allocate_lock()

#: One entry per thread in which recording is off.  While it is empty, as it mostly is, `LOCAL.grad` is True: reading a thread-local
#: costs ten times as much as testing this list.
PAUSED: list[None] = []

#: The classes whose instances need no override check: Tensor itself, Parameter and Buffer.
PLAIN: set[Any] = set()

#: PLAIN, and the classes of functions' arguments that are not tensors.
ORDINARY: set[Any] = {int, float, bool, complex, str, type(None), slice, type(Ellipsis)}

#: Sets of classes that have to contain those of PLAIN, too.
TENSOR_CLASS_SETS: list[set[Any]] = []


#: The level from which on forward levels are hidden by default: none.
NO_LEVEL_LIMIT = 1 << 60


#: The value of `delegated` with no level open, when another mode (inference, autocast, modes of other threads) has done its part.
MODES_APPLIED = "handed on"


class ThreadState(_local):
    """Modes of the current thread."""

    #: The profiler, or other observer, of this thread's calls.
    observer: Any = None
    #: When a creation function that the observer records began, in nanoseconds.
    creation_start = 0
    #: Whether calls are recorded. Only valid to read where `PAUSED` is not empty, and only `set_recording` changes it.
    grad = True
    inference = False
    multithreading = True
    view_replay = False
    #: Whether a first gradient with another layout than its leaf is copied to the leaf's layout.
    grad_layout = True
    #: Forward levels from this one on are hidden: while a Function runs its `forward` or `jvp`.
    forward_limit = NO_LEVEL_LIMIT
    #: The innermost backward that this thread runs.
    task: Any = None
    #: The node that backward is running in this thread, in anomaly mode.
    node: Any = None
    #: Called with a tensor about to be changed in place, inside `allow_mutation_on_saved_tensors`.
    before_write: Any = None
    #: Set while a level has delegated a call to the levels below, to which its results belong. Or `MODES_APPLIED`.
    delegated: bool | str = False
    #: The numpy dtype in which autocast runs products, where it is enabled.
    autocast: Any = None
    #: How many functions under `func.functionalize` are running.
    functionalizing = 0
    #: id of a weight -> the weight, and what it was cast to in the outermost autocast block.
    autocast_cache: Any = None
    #: Whether casts are cached there.
    autocast_caching = True
    #: The name of the registered op whose function for meta tensors runs.
    meta_op: str | None = None
    #: Whether functions that registered ops have for autograd keys are passed over.
    below_autograd = False
    #: How much of `__torch_function__` is disabled, see `overrides`.
    no_overrides = 0
    #: Set to skip the override check of the next wrapped function.
    skip_override_check = False

    def __init__(self) -> None:
        self.levels: list[Any] = []
        self.function_modes: list[Any] = []
        self.saved_hooks: list[Any] = []
        self.saved_hooks_disabled: str | None = None


LOCAL = ThreadState()


def set_recording(mode: bool) -> bool:
    """Turn recording on or off in this thread; return the former state."""
    previous = LOCAL.grad
    if mode is not previous:
        LOCAL.grad = mode
        if mode:
            PAUSED.pop()
        else:
            PAUSED.append(None)
    return previous


class Anomaly:
    """Anomaly mode, for all threads: whether nodes keep a traceback, whether gradients are checked for NaN."""

    enabled = False
    check_nan = True


class Classes:
    """The one knot of the layers: dispatch builds results of the final Tensor class, which a higher layer completes."""

    tensor: type[TensorBase]
    #: Makes an instance whose slots have to be filled.
    blank: Any
    #: The implementation of `Tensor(...)`, for subclasses too: `(class, *arguments)`.
    construct: Any
    #: Array class of a sparse layout -> function that returns the tensor class.
    layouts: dict[type, Callable[[], type[TensorBase]]] = {}
    #: Makes the result of registering a hook, a `utils.hooks.RemovableHandle`.
    handle: Callable[[Any], Any]
    #: The implementation of calling a node: `_engine.hooks.call_node`.
    call_node: Any
    #: Registry of inference tensors that require gradients; set once there is one.
    inference_leaves: Any = None
    #: Autocast's conversion of a call's arguments: `autocast.cast_arguments`, set by the module that can enable it.
    autocast: Any


def register_plain(cls: type) -> None:
    """Register a class that overrides nothing, so that its instances take the fast path."""
    for classes in (PLAIN, ORDINARY, *TENSOR_CLASS_SETS):
        classes.add(cls)


def activate(entry: Any) -> None:
    """Send calls through the slow path, which honours `entry`."""
    ACTIVE.append(entry)


def deactivate(entry: Any) -> None:
    """Remove `entry`."""
    with _ACTIVE_LOCK:  # other threads' entries move in the list
        for i in range(len(ACTIVE) - 1, -1, -1):
            if ACTIVE[i] is entry:
                del ACTIVE[i]
                return


_VIEW_REPLAY = object()


def set_view_replay(enabled: bool) -> None:
    """Set whether views taken in this thread record the ops that make them; calls then leave the fast paths."""
    if enabled and not LOCAL.view_replay:
        activate(_VIEW_REPLAY)
    elif not enabled and LOCAL.view_replay:
        deactivate(_VIEW_REPLAY)
    LOCAL.view_replay = enabled
