"""`import torch` resolves to this package: an import finder, and metadata for version checks.

`torch.x.y` is the same module object as `minitorch_compat.x.y`: nothing is executed twice, and classes are the same on both paths.
"""
from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from ..._dispatch.naming import use_own_names, use_torch_names

OURS, THEIRS = "minitorch_compat", "torch"

_SPAWN_MODULES = ("multiprocessing.spawn", "loky.backend.spawn", "joblib.externals.loky.backend.spawn")
_finder: Any = None  # the TorchFinder, from the first `install` on


def is_active() -> bool:
    """Whether `import torch` loads this package."""
    return _finder in sys.meta_path


def install() -> None:
    """Make `import torch` load this package, in this process, until `uninstall`.

    Raises RuntimeError when the real PyTorch is imported already: objects of both would mix.
    """
    global _finder
    if is_active():
        return
    real = sys.modules.get(THEIRS)
    if real is not None and real is not sys.modules.get(OURS):
        raise RuntimeError("minitorch_compat.install(): the real PyTorch is already imported in this process (torch "
                           f"{getattr(real, '__version__', '?')}). Install before anything imports torch, or use "
                           "`python -m minitorch_compat script.py`.")
    if _finder is None:
        from .finder import TorchFinder

        _finder = TorchFinder()
        if any(name in sys.modules for name in _SPAWN_MODULES):  # modules that start processes may have been imported before
            from .children import install_in_children

            for name in _SPAWN_MODULES:
                if name in sys.modules:
                    install_in_children(name)
    sys.meta_path.insert(0, _finder)
    _set_torch_names(THEIRS)
    use_torch_names()
    register_loaded_modules()


def _set_torch_names(name: str) -> None:
    """Set the names by which libraries tell torch and its tensors from other packages' arrays."""
    package = sys.modules[OURS]
    package.__name__ = package.Tensor.__module__ = name
    parameter = sys.modules.get(f"{OURS}.nn.parameter")
    if parameter is not None:  # when imported later, it gets its name from Tensor
        parameter.Parameter.__module__ = f"{name}.nn.parameter"


def register_loaded_modules() -> None:
    """Register modules that are already loaded under torch's names."""
    for name, module in list(sys.modules.items()):
        if name == OURS or name.startswith(OURS + "."):
            sys.modules.setdefault(THEIRS + name[len(OURS):], module)


def uninstall() -> None:
    """Undo `install`: `import torch` finds the real PyTorch again, if there is one."""
    if not is_active():
        return
    sys.meta_path.remove(_finder)
    use_own_names()
    _set_torch_names(OURS)
    for name in [n for n in sys.modules if n == THEIRS or n.startswith(THEIRS + ".")]:
        module = sys.modules[name]
        if module is sys.modules.get(OURS + name[len(THEIRS):]):
            del sys.modules[name]
    for name in [n for n in sys.modules if n == "functorch" or n.startswith("functorch.")]:
        if sys.modules[name] is sys.modules.get(f"{OURS}._{name}"):
            del sys.modules[name]


@contextmanager
def installed() -> Iterator[None]:
    """`install` for the duration of a block; no effect inside another one."""
    outermost = not is_active()
    install()
    try:
        yield
    finally:
        if outermost:
            uninstall()
