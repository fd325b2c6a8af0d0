"""`torch.random`: seeds and states of the default stream."""
from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from .._bindings.randomness.generators import Generator, default_generator, get_rng_state, initial_seed, manual_seed, seed, set_rng_state
from .._dispatch.device import device


@contextlib.contextmanager
def fork_rng(devices: Any = None, enabled: bool = True, _caller: str = "fork_rng", _devices_kw: str = "devices",
             device_type: str | None = None) -> Iterator[None]:
    """A context that leaves the default generator as it was before.

    Parameters
    ----------
    devices : sequence, optional
        Devices whose generators are kept, too; there are none.
    enabled : bool, default True
        Whether it does so.
    _caller, _devices_kw : str, default 'fork_rng'
        Names for warnings.
    device_type : str, optional
        The kind of the devices.

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
    if not enabled:
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
    """The generator of the current thread, in workers that are threads; None elsewhere.

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


__all__ = ["Generator", "default_generator", "fork_rng", "get_rng_state", "initial_seed", "manual_seed", "seed", "set_rng_state"]

from .._namespace.names import claim, missing

claim(globals())
if not TYPE_CHECKING:  # checkers are to know the names that there are
    __getattr__ = missing("torch.random", __name__)
