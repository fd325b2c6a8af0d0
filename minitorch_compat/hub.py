"""`torch.hub`: downloaded files, and models from a `hubconf.py` in a directory."""
from __future__ import annotations

import hashlib
import importlib.util
import os
import re
import shutil
import sys
import tempfile
import zipfile
from typing import TYPE_CHECKING, Any
from urllib.parse import urlparse
from urllib.request import Request, urlopen

from ._dispatch.unsupported import UnsupportedError
from ._namespace.names import missing

DEFAULT_CACHE_DIR = "~/.cache"
ENV_GITHUB_TOKEN = "GITHUB_TOKEN"
ENV_TORCH_HOME = "TORCH_HOME"
ENV_XDG_CACHE_HOME = "XDG_CACHE_HOME"
MODULE_HUBCONF = "hubconf.py"
READ_DATA_CHUNK = 128 * 1024
VAR_DEPENDENCY = "dependencies"
#: The first digits of a file's SHA-256, in its name: `resnet18-bfd8deac.pth`.
HASH_REGEX = re.compile(r"-([a-f0-9]*)\.")

__all__ = ["download_url_to_file", "get_dir", "help", "list", "load", "load_state_dict_from_url", "set_dir"]


class _State:
    directory: str | None = None


def _get_torch_home() -> str:
    return os.path.expanduser(os.getenv(ENV_TORCH_HOME, os.path.join(os.getenv(ENV_XDG_CACHE_HOME, DEFAULT_CACHE_DIR), "torch")))


def get_dir() -> str:
    """Return the directory where models and repositories are stored.

    Returns
    -------
    str
        ``$TORCH_HOME/hub``, or ``~/.cache/torch/hub``, or as set.

    References
    ----------
    PyTorch: ``torch.hub.get_dir``.

    Examples
    --------
    >>> torch.hub.get_dir().endswith("hub")
    True
    """
    return _State.directory if _State.directory is not None else os.path.join(_get_torch_home(), "hub")


def set_dir(d: str | os.PathLike[str]) -> None:
    """Set the directory where models and repositories are stored.

    Parameters
    ----------
    d : str or path
        The folder.

    References
    ----------
    PyTorch: ``torch.hub.set_dir``.

    Examples
    --------
    >>> before = torch.hub.get_dir()
    >>> torch.hub.set_dir("/tmp/models")
    >>> torch.hub.get_dir()
    '/tmp/models'
    >>> torch.hub.set_dir(before)
    """
    _State.directory = os.path.expanduser(d)


def download_url_to_file(url: str, dst: str, hash_prefix: str | None = None, progress: bool = True) -> None:
    """Download a URL to a file.

    Parameters
    ----------
    url : str
        The URL.
    dst : str
        The file.
    hash_prefix : str, optional
        The required first digits of its SHA-256.
    progress : bool, default True
        Whether to show a progress bar.

    Raises
    ------
    RuntimeError
        If the hash differs; no file is left then.

    References
    ----------
    PyTorch: ``torch.hub.download_url_to_file``.
    """
    dst = os.path.expanduser(dst)
    digest = hashlib.sha256()
    part = tempfile.NamedTemporaryFile(dir=os.path.dirname(dst) or ".", suffix=".partial", delete=False)  # noqa: SIM115
    try:
        with part, urlopen(Request(url, headers={"User-Agent": "torch.hub"})) as source:
            while chunk := source.read(READ_DATA_CHUNK):
                part.write(chunk)
                digest.update(chunk)
        actual = digest.hexdigest()
        if hash_prefix is not None and not actual.startswith(hash_prefix):
            raise RuntimeError(f'invalid hash value (expected "{hash_prefix}", got "{actual}")')
        shutil.move(part.name, dst)
    finally:
        if os.path.exists(part.name):
            os.remove(part.name)


def load_state_dict_from_url(
    url: str, model_dir: str | None = None, map_location: Any = None, progress: bool = True, check_hash: bool = False,
    file_name: str | None = None, weights_only: bool = False,
) -> dict[str, Any]:
    """Download a file of ``torch.save`` and load it; it is stored for the next time.

    Parameters
    ----------
    url : str
        The URL.
    model_dir : str, optional
        Where it is stored; by default ``checkpoints`` in the directory of ``get_dir``.
    map_location : str, device, dict or callable, optional
        As for ``torch.load``.
    progress : bool, default True
        Whether to show a progress bar.
    check_hash : bool, default False
        Whether the file name ends in the first digits of its SHA-256, which are checked.
    file_name : str, optional
        Name of the stored file; by default that in the URL.
    weights_only : bool, default False
        As for ``torch.load``.

    Returns
    -------
    object
        The saved object.

    References
    ----------
    PyTorch: ``torch.hub.load_state_dict_from_url``.
    """
    from .serialization import load

    if model_dir is None:
        model_dir = os.path.join(get_dir(), "checkpoints")
    os.makedirs(model_dir, exist_ok=True)
    name = file_name or os.path.basename(urlparse(url).path)
    path = os.path.join(model_dir, name)
    if not os.path.exists(path):
        sys.stdout.write(f'Downloading: "{url}" to {path}\n')
        match = HASH_REGEX.search(name) if check_hash else None
        download_url_to_file(url, path, match.group(1) if match else None, progress)
    if _is_old_archive(path):
        with zipfile.ZipFile(path) as archive:
            if len(archive.infolist()) != 1:
                raise RuntimeError("Only one file(not dir) is allowed in the zipfile")
            archive.extractall(model_dir)
            path = os.path.join(model_dir, archive.infolist()[0].filename)
    return load(path, map_location=map_location, weights_only=weights_only)


def _is_old_archive(path: str) -> bool:
    """Whether a path is a zip file that contains a saved file, as was once common; a file of `torch.save` contains a `data.pkl`."""
    if not zipfile.is_zipfile(path):
        return False
    with zipfile.ZipFile(path) as archive:
        return not any(name.endswith("data.pkl") for name in archive.namelist())


def _load_hubconf(repo_or_dir: Any, source: str) -> Any:
    """The `hubconf.py` of a directory, as a module."""
    if source not in ("github", "local"):
        raise ValueError(f'Unknown source: "{source}". Allowed values: "github" | "local".')
    if source == "github":
        raise UnsupportedError("torch.hub with source='github'", "out of scope (it runs code from elsewhere); use source='local'")
    spec = importlib.util.spec_from_file_location(MODULE_HUBCONF, os.path.join(os.path.expanduser(repo_or_dir), MODULE_HUBCONF))
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.path.insert(0, str(repo_or_dir))
    try:
        spec.loader.exec_module(module)
    finally:
        sys.path.remove(str(repo_or_dir))
    absent = [name for name in getattr(module, VAR_DEPENDENCY, ()) if importlib.util.find_spec(name) is None]
    if absent:
        raise RuntimeError(f"Missing dependencies: {', '.join(absent)}")
    return module


def _find_entrypoint(module: Any, name: Any) -> Any:
    if not isinstance(name, str):
        raise ValueError("Invalid input: model should be a string of function name")
    function = getattr(module, name, None)
    if not callable(function):
        raise RuntimeError(f"Cannot find callable {name} in hubconf")
    return function


def list(github: Any, force_reload: bool = False, skip_validation: bool = False, trust_repo: Any = "check", verbose: bool = True) -> Any:
    """Return the entry points of a repository.

    Parameters
    ----------
    github : str
        A directory; repositories are not downloaded.
    force_reload : bool, default False
        Accepted for compatibility.
    skip_validation : bool, default False
        Accepted for compatibility.
    trust_repo : bool or str, default 'check'
        Accepted for compatibility.
    verbose : bool, default True
        Accepted for compatibility.

    Returns
    -------
    list of str
        The names.

    Raises
    ------
    UnsupportedError
        For anything but a directory.

    References
    ----------
    PyTorch: ``torch.hub.list``.
    """
    return _load_hubconf(github, "github")


def help(github: Any, model: str, force_reload: bool = False, skip_validation: bool = False, trust_repo: Any = "check") -> Any:
    """Return the docstring of an entry point.

    Parameters
    ----------
    github : str
        A directory; repositories are not downloaded.
    model : str
        Name of the entry point.
    force_reload : bool, default False
        Accepted for compatibility.
    skip_validation : bool, default False
        Accepted for compatibility.
    trust_repo : bool or str, default 'check'
        Accepted for compatibility.

    Returns
    -------
    str
        The docstring.

    Raises
    ------
    UnsupportedError
        For anything but a directory.

    References
    ----------
    PyTorch: ``torch.hub.help``.
    """
    return _find_entrypoint(_load_hubconf(github, "github"), model).__doc__


def load(repo_or_dir: Any, model: str, *args: Any, source: str = "github", trust_repo: Any = "check", force_reload: bool = False,
         verbose: bool = True, skip_validation: bool = False, **kwargs: Any) -> Any:
    """Call an entry point of a repository: a function in its ``hubconf.py``.

    Parameters
    ----------
    repo_or_dir : str
        A directory, with ``source='local'``; repositories are not downloaded.
    model : str
        Name of the entry point.
    *args : object
        Arguments of the entry point.
    source : str, default 'github'
        ``'github'`` or ``'local'``.
    trust_repo : bool or str, default 'check'
        Accepted for compatibility.
    force_reload : bool, default False
        Accepted for compatibility.
    verbose : bool, default True
        Accepted for compatibility.
    skip_validation : bool, default False
        Accepted for compatibility.
    **kwargs : object
        Arguments of the entry point.

    Returns
    -------
    object
        The result of the entry point.

    Raises
    ------
    UnsupportedError
        For anything but a directory.

    References
    ----------
    PyTorch: ``torch.hub.load``.

    Examples
    --------
    >>> import pathlib, tempfile
    >>> folder = tempfile.mkdtemp()
    >>> n = pathlib.Path(folder, "hubconf.py").write_text("def double(x): return 2 * x")
    >>> torch.hub.load(folder, "double", 3, source="local")
    6
    """
    return _find_entrypoint(_load_hubconf(repo_or_dir, source.lower()), model)(*args, **kwargs)


if not TYPE_CHECKING:  # type checkers should report names that do not exist
    __getattr__ = missing("torch.hub", __name__)
