"""Answers the first `import torch` of a process with minitorch_compat, and costs nothing before.

`enable` writes a copy of this file into an environment, where a `.pth` file imports it at every start of Python; `child_site` runs it
for children. So it imports nothing but what an interpreter has loaded before, and knows the package by its name alone.
"""
# It has no types that would have to be imported, and does without the abstract classes of finders.
# mypy: disable-error-code="no-untyped-call, comparison-overlap, arg-type"
import os
import sys

#: Where the package lies, if not on the path of every process: `enable` and `child_site` fill it in.
HOME = None  # type: str | None
#: Whether a `torch` distribution record lies beside this file.
RECORDED = False


class Hook:
    """A finder that stands on `sys.meta_path` until torch is asked for, and then hands over to the finder of `install`."""

    @staticmethod
    def find_spec(fullname: str, path: object = None, target: object = None) -> object:
        if fullname not in ("torch", "functorch") or os.environ.get("MINITORCH_COMPAT") == "0":
            return None
        from importlib.machinery import PathFinder

        other = PathFinder.find_spec(fullname)
        if other is not None and other.loader is not None:  # a file or package of that name comes first, as on any path
            return None
        spec = _installed_finder().find_spec(fullname, path, target)
        # Known by now, under its own spec, which the import system would take instead of what is returned, and execute once more.
        sys.modules.pop(fullname, None)
        return spec

    @staticmethod
    def find_distributions(context: object = None) -> object:
        if RECORDED or os.environ.get("MINITORCH_COMPAT") == "0" or getattr(context, "name", None) not in (None, "torch"):
            return []
        return _installed_finder().find_distributions(context)


class _Nothing:
    """Stands for the finder where the package has gone away: torch is not found then."""

    @staticmethod
    def find_spec(fullname: str, path: object = None, target: object = None) -> object:
        return None

    @staticmethod
    def find_distributions(context: object = None) -> object:
        return []


def _installed_finder():  # type: ignore[no-untyped-def]  # its type would have to be imported
    """Install the package, and give its finder."""
    try:
        import minitorch_compat
    except ModuleNotFoundError as error:
        if error.name != "minitorch_compat" or HOME is None or not os.path.isdir(os.path.join(HOME, "minitorch_compat")):
            if error.name == "minitorch_compat":
                return _Nothing
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
