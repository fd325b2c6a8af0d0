"""Load minitorch_compat at the first `import torch` of a process, at no cost before.

`enable` writes a copy of this file into an environment, where a `.pth` file imports it at every start of Python; `child_site` runs it
for children. So it imports only modules that every interpreter has loaded, and refers to the package by name.
"""
# Without types that would have to be imported, and without the abstract classes of finders.
# mypy: disable-error-code="no-untyped-call, comparison-overlap, arg-type"
import os
import sys

#: Directory of the package, unless it is on the path of every process: `enable` and `child_site` fill it in.
HOME = None  # type: str | None
#: Whether there is a `torch` distribution record next to this file.
RECORDED = False


class Hook:
    """A finder on `sys.meta_path` until torch is imported, which then replaces itself by the finder of `install`."""

    @staticmethod
    def find_spec(fullname: str, path: object = None, target: object = None) -> object:
        if fullname not in ("torch", "functorch") or os.environ.get("MINITORCH_COMPAT") == "0":
            return None
        from importlib.machinery import PathFinder

        other = PathFinder.find_spec(fullname)
        if other is not None and other.loader is not None:  # a file or package of that name has precedence, as on any path
            return None
        spec = _installed_finder().find_spec(fullname, path, target)
        # Loaded under its own spec by now; the import system would take that module instead of the returned spec, and execute it again.
        sys.modules.pop(fullname, None)
        return spec

    @staticmethod
    def find_distributions(context: object = None) -> object:
        if RECORDED or os.environ.get("MINITORCH_COMPAT") == "0" or getattr(context, "name", None) not in (None, "torch"):
            return []
        return _installed_finder().find_distributions(context)


class _NullFinder:
    """Replaces the finder if the package has been removed: torch is not found then."""

    @staticmethod
    def find_spec(fullname: str, path: object = None, target: object = None) -> object:
        return None

    @staticmethod
    def find_distributions(context: object = None) -> object:
        return []


def _installed_finder():  # type: ignore[no-untyped-def]  # its type would have to be imported
    """Install the package, and return its finder."""
    try:
        import minitorch_compat
    except ModuleNotFoundError as error:
        if error.name != "minitorch_compat" or HOME is None or not os.path.isdir(os.path.join(HOME, "minitorch_compat")):
            if error.name == "minitorch_compat":
                return _NullFinder
            raise
        sys.path.append(HOME)
        try:
            import minitorch_compat
        finally:
            sys.path.remove(HOME)
    if HOOK in sys.meta_path:
        sys.meta_path.remove(HOOK)
    minitorch_compat.install()
    return sys.modules["minitorch_compat.compat.importing.install"]._finder


HOOK = Hook()
sys.meta_path.insert(0, HOOK)
