"""`%load_ext minitorch_compat` in IPython and notebooks: from then on `import torch` loads this package; `%unload_ext` undoes it."""
from __future__ import annotations

from typing import Any

from ..._version import __version__, torch_version
from .install import install, is_active, uninstall

_installed_here: list[bool] = []


def load_ipython_extension(shell: Any) -> None:
    """Install. An existing variable `torch` of the notebook is not changed, so this comes first."""
    before = is_active()
    install()
    if not before:
        _installed_here.append(True)
    print(f"import torch: minitorch_compat {__version__} (as torch {torch_version})")


def unload_ipython_extension(shell: Any) -> None:
    """Undo it, if this extension has installed."""
    if _installed_here:
        _installed_here.clear()
        uninstall()
