"""State that every call looks at, kept where a look is cheapest."""
from __future__ import annotations

from _thread import _local, allocate_lock  # the rest of threading takes half a millisecond
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from .tensor import TensorBase

#: Non-empty while any thread has a level, a mode or a profiler open.  Calls test its truth only: one load on the fast path.
#: What is open in *this* thread is in `LOCAL`.
ACTIVE: list[Any] = []

#: Held by who takes an entry out of `ACTIVE`.
_TAKING_BACK = allocate_lock()

#: As long as an entry per thread in which nothing is recorded.  While it is empty, as it mostly is, `LOCAL.grad` is True: a look at
#: a thread's own state costs ten times as much as a test of this list's truth.
PAUSED: list[None] = []

#: The classes whose instances need no override check: Tensor itself, Parameter and Buffer.
PLAIN: set[Any] = set()

#: PLAIN, and the classes of what functions are given beside tensors.
ORDINARY: set[Any] = {int, float, bool, complex, str, type(None), slice, type(Ellipsis)}

#: Sets of classes that contain those of PLAIN, too.
TAKING_TENSORS: list[set[Any]] = []


#: Where forward levels are hidden from in ordinary times.
EVERY_LEVEL = 1 << 60


#: What `lowered` is where no level is open, and another mode (inference, autocast, what other threads have open) has nothing left to do.
HANDED_ON = "handed on"


class ThreadState(_local):
    """Modes of the current thread."""

    #: The profiler that sees this thread's calls.
    observer: Any = None
    #: When a creation function that it is to see began, in nanoseconds.
    began = 0
    #: Whether calls are recorded. To be read where `PAUSED` is not empty, and changed by `set_recording` only.
    grad = True
    inference = False
    multithreading = True
    view_replay = False
    #: A first gradient that lies otherwise than its leaf is copied, so that it lies as the leaf does.
    grad_layout = True
    #: Forward levels from this one on are not seen: while a Function runs its `forward`, and its `jvp`.
    forward_limit = EVERY_LEVEL
    #: The (innermost) backward that this thread runs.
    task: Any = None
    #: The node whose derivative this thread computes, while anomaly mode is on.
    node: Any = None
    #: Called with a tensor that is about to be changed in place, inside `allow_mutation_on_saved_tensors`.
    writes: Any = None
    #: A level has handed a call on to the levels below: what is made now is made there. Or `HANDED_ON`.
    lowered: bool | str = False
    #: The numpy dtype in which autocast runs products, where it is open.
    autocast: Any = None
    #: So many functions under `func.functionalize` run.
    functionalizing = 0
    #: By id: weights and what they have been cast to in the outermost block.
    autocast_cache: Any = None
    #: Whether they are looked for there.
    autocast_caching = True
    #: How much of `__torch_function__` is switched off, see `overrides`.
    no_overrides = 0
    #: The next function of a program's own that wonders whether to ask is not to.
    unasked = False

    def __init__(self) -> None:
        self.levels: list[Any] = []
        self.function_modes: list[Any] = []
        self.saved_hooks: list[Any] = []
        self.saved_hooks_disabled: str | None = None


LOCAL = ThreadState()


def set_recording(mode: bool) -> bool:
    """Turn recording on or off in this thread; answers with what it was."""
    before = LOCAL.grad
    if mode is not before:
        LOCAL.grad = mode
        if mode:
            PAUSED.pop()
        else:
            PAUSED.append(None)
    return before


class Anomaly:
    """Anomaly mode, which holds for all threads: whether nodes keep a traceback, whether gradients are searched for NaN."""

    enabled = False
    check_nan = True


class Classes:
    """The one knot of the layers: dispatch builds results of the final Tensor class, which a higher layer completes."""

    tensor: type[TensorBase]
    #: Makes one, with its slots still to be filled.
    blank: Any
    #: What `Tensor(...)` calls, for subclasses too: `(class, *arguments)`.
    construct: Any
    #: What gives the class of the tensors of a sparse layout, by what stands for their arrays.
    layouts: dict[type, Callable[[], type[TensorBase]]] = {}
    #: Makes what registering a hook answers with, a `utils.hooks.RemovableHandle`.
    handle: Callable[[Any], Any]
    #: What calling a node runs: `_engine.hooks.call_node`.
    call_node: Any
    #: What knows of the inference tensors that require gradients, once there has been one.
    inference_leaves: Any = None
    #: What autocast does to the arguments of a call: `autocast.cast_arguments`, which nobody can have opened without importing it.
    autocast: Any


def register_plain(cls: type) -> None:
    """Say that `cls` overrides nothing, so that its instances take the fast path."""
    for classes in (PLAIN, ORDINARY, *TAKING_TENSORS):
        classes.add(cls)


def activate(entry: Any) -> None:
    """Send calls through the slow path, where `entry` is honoured."""
    ACTIVE.append(entry)


def deactivate(entry: Any) -> None:
    """Take `entry` back."""
    with _TAKING_BACK:  # other threads' entries move
        for i in range(len(ACTIVE) - 1, -1, -1):
            if ACTIVE[i] is entry:
                del ACTIVE[i]
                return
