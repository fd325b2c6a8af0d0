"""`%load_ext minitorch_compat` in IPython and notebooks: `import torch` gives this package from then on; `%unload_ext` undoes it."""
from __future__ import annotations

from typing import Any

from ..._version import __version__, torch_version
from .install import install, is_active, uninstall

_installed_here: list[bool] = []


def load_ipython_extension(shell: Any) -> None:
    """Install; what `torch` names already in the notebook stays what it is, so this comes first."""
    before = is_active()
    install()
    if not before:
        _installed_here.append(True)
    print(f"import torch: minitorch_compat {__version__} (as torch {torch_version})")


def unload_ipython_extension(shell: Any) -> None:
    """Undo it, if it was this that installed."""
    if _installed_here:
        _installed_here.clear()
        uninstall()
