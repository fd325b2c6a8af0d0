"""Neural networks: modules, parameters, functions, initialization and utilities."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import functional, init, modules, parameter, utils
from .modules import *
from .parallel import DataParallel
from .parameter import Buffer, Parameter

if TYPE_CHECKING:
    from .parameter import UninitializedBuffer as UninitializedBuffer
    from .parameter import UninitializedParameter as UninitializedParameter


def factory_kwargs(kwargs: dict[str, Any] | None) -> dict[str, Any]:
    """Select the arguments ``device``, ``dtype`` and ``memory_format``, with which modules create parameters.

    Parameters
    ----------
    kwargs : dict or None
        Arguments.

    Returns
    -------
    dict
        The arguments for creating parameters.

    Raises
    ------
    TypeError
        If there are other arguments.

    References
    ----------
    PyTorch: ``torch.nn.factory_kwargs``.

    Examples
    --------
    >>> torch.nn.factory_kwargs({"dtype": torch.float64})
    {'dtype': torch.float64}
    """
    if kwargs is None:
        return {}
    accepted = {"device", "dtype", "memory_format"}
    unexpected = kwargs.keys() - accepted - {"factory_kwargs"}
    if unexpected:
        raise TypeError(f"unexpected kwargs {unexpected}")
    factory = dict(kwargs.get("factory_kwargs", {}))
    for key in accepted & kwargs.keys():
        if key in factory:
            raise TypeError(f"{key} specified twice, in **kwargs and in factory_kwargs")
        factory[key] = kwargs[key]
    return factory


__all__ = [
    "Buffer", "DataParallel", "Parameter", "UninitializedBuffer", "UninitializedParameter", "factory_kwargs", "functional", "init",
    "modules", "utils",
]
__all__ += modules.__all__

from .._namespace.names import missing

_LAZY_NAMES = ("UninitializedBuffer", "UninitializedParameter")
_missing = missing("torch.nn", __name__)


if not TYPE_CHECKING:  # type checkers must see only the names that exist
    def __getattr__(name: str) -> Any:
        return getattr(parameter, name) if name in _LAZY_NAMES else _missing(name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_LAZY_NAMES})


if TYPE_CHECKING:  # names provided by `__getattr__`
    intrinsic: Any
    qat: Any
    quantizable: Any
    quantized: Any
