"""`torch.distributed`: programs of several processes, on MPI (see `docs/distributed.md`).

Names are imported on first access, and MPI when a group of several processes is created.
"""
from __future__ import annotations

import importlib
import sys
from typing import TYPE_CHECKING, Any

from .._namespace.modules import names_of, recorded_getattr
from .._namespace.names import claim

_NAMES_BY_MODULE = {
    "default_pg_timeout": "constants",
    "register_rendezvous_handler": "_rendezvous", "rendezvous": "_rendezvous",
    "Store": "_stores", "HashStore": "_stores", "FileStore": "_stores", "TCPStore": "_stores", "PrefixStore": "_stores",
    "GradBucket": "_buckets", "DebugLevel": "_debug", "get_debug_level": "_debug", "set_debug_level": "_debug",
    "set_debug_level_from_env": "_debug",
}
_MODULES = frozenset(("algorithms", "checkpoint", "constants", "distributed_c10d", "launch", "nn", "optim", "run", "utils"))
_unavailable = recorded_getattr("torch.distributed")


def is_available() -> bool:
    """True: groups of one process always work; several processes need the extra `mpi`."""
    return True


def is_initialized() -> bool:
    """Whether the default process group exists."""
    module = sys.modules.get(__name__ + ".distributed_c10d")
    return module is not None and bool(module.is_initialized())


if not TYPE_CHECKING:  # type checkers must see only the names that exist
    def __getattr__(name: str) -> Any:
        if name in _MODULES:
            return importlib.import_module(f"{__name__}.{name}")
        home = _NAMES_BY_MODULE.get(name)
        if home is None and (name[0] == "_" != name[1:2] or names_of("torch.distributed").get(name, "m") != "m"):
            home = "distributed_c10d"
        found = None if home is None else vars(importlib.import_module(f"{__name__}.{home}")).get(name)
        if found is None:
            return _unavailable(name)
        claim({"__name__": __name__, name: found})
        globals()[name] = found
        return found


def __dir__() -> list[str]:
    return sorted({*globals(), *_NAMES_BY_MODULE, *_MODULES, *_unavailable("__all__")})


if TYPE_CHECKING:  # names provided by `__getattr__`
    from . import rendezvous as rendezvous
    from ._buckets import GradBucket as GradBucket
    from ._collectives import *
    from ._debug import DebugLevel as DebugLevel
    from ._debug import get_debug_level as get_debug_level
    from ._debug import set_debug_level as set_debug_level
    from ._debug import set_debug_level_from_env as set_debug_level_from_env
    from ._messages import *
    from ._rendezvous import register_rendezvous_handler as register_rendezvous_handler
    from ._stores import FileStore as FileStore
    from ._stores import HashStore as HashStore
    from ._stores import PrefixStore as PrefixStore
    from ._stores import Store as Store
    from ._stores import TCPStore as TCPStore
    from ._world import *
    from .constants import default_pg_timeout as default_pg_timeout
    from .distributed_c10d import *
    from .distributed_c10d import shrink_group as shrink_group
    from .distributed_c10d import split_group as split_group

    c10d_logger: Any
    config: Any
    device_mesh: Any
    logging_handlers: Any
    remote_device: Any
    utils: Any
