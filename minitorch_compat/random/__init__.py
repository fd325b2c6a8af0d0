"""`torch.random`: seeding and state of the default generator."""
from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from .._bindings.randomness.generators import Generator, default_generator, get_rng_state, initial_seed, manual_seed, seed, set_rng_state
from .._dispatch.device import device


@contextlib.contextmanager
def fork_rng(devices: Any = None, enabled: bool = True, _caller: str = "fork_rng", _devices_kw: str = "devices",
             device_type: str | None = None) -> Iterator[None]:
    """Context that restores the state of the default generator on exit.

    Parameters
    ----------
    devices : sequence, optional
        Further devices whose generators are restored; there are none.
    enabled : bool, default True
        False does nothing.
    _caller, _devices_kw : str, default 'fork_rng'
        Names used in warnings.
    device_type : str, optional
        The kind of the devices; ``'meta'`` restores nothing.

    Returns
    -------
    contextmanager
        For `with`.

    References
    ----------
    PyTorch: torch.random.fork_rng

    Examples
    --------
    >>> _ = torch.manual_seed(0)
    >>> with torch.random.fork_rng():
    ...     a = torch.rand(2)
    >>> torch.equal(a, torch.rand(2))
    True
    """
    kind = device("cuda" if device_type is None else device_type).type
    if not enabled or kind == "meta":  # PyTorch keeps no state for meta tensors, not even the CPU's
        yield
        return
    if devices and kind == "cuda":
        raise AssertionError("Torch not compiled with CUDA enabled")
    state = get_rng_state()
    try:
        yield
    finally:
        set_rng_state(state)


def thread_safe_generator() -> Any:
    """The generator of the current thread in a thread-based worker; None elsewhere.

    Returns
    -------
    torch.Generator or None
        None.

    References
    ----------
    PyTorch: torch.random.thread_safe_generator

    Examples
    --------
    >>> print(torch.random.thread_safe_generator())
    None
    """
    return None


__all__ = ["Generator", "default_generator", "fork_rng", "get_rng_state", "initial_seed", "manual_seed", "seed", "set_rng_state",
           "thread_safe_generator"]

from .._namespace.names import claim, missing

claim(globals())
if not TYPE_CHECKING:  # type checkers must see only the names that exist
    __getattr__ = missing("torch.random", __name__)
