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
#: The beginning of a file's SHA-256 in its name: `resnet18-bfd8deac.pth`.
HASH_REGEX = re.compile(r"-([a-f0-9]*)\.")

__all__ = ["download_url_to_file", "get_dir", "help", "list", "load", "load_state_dict_from_url", "set_dir"]


class _State:
    directory: str | None = None


def _get_torch_home() -> str:
    return os.path.expanduser(os.getenv(ENV_TORCH_HOME, os.path.join(os.getenv(ENV_XDG_CACHE_HOME, DEFAULT_CACHE_DIR), "torch")))


def get_dir() -> str:
    """Where files are kept: what `set_dir` set, or `hub` in $TORCH_HOME."""
    return _State.directory if _State.directory is not None else os.path.join(_get_torch_home(), "hub")


def set_dir(d: str | os.PathLike[str]) -> None:
    """Set where files are kept."""
    _State.directory = os.path.expanduser(d)


def download_url_to_file(url: str, dst: str, hash_prefix: str | None = None, progress: bool = True) -> None:
    """Write what `url` gives to the file `dst`. RuntimeError, and no file, if its SHA-256 does not begin with `hash_prefix`."""
    dst = os.path.expanduser(dst)
    digest = hashlib.sha256()
    part = tempfile.NamedTemporaryFile(dir=os.path.dirname(dst) or ".", suffix=".partial", delete=False)  # noqa: SIM115
    try:
        with part, urlopen(Request(url, headers={"User-Agent": "torch.hub"})) as source:
            while chunk := source.read(READ_DATA_CHUNK):
                part.write(chunk)
                digest.update(chunk)
        found = digest.hexdigest()
        if hash_prefix is not None and not found.startswith(hash_prefix):
            raise RuntimeError(f'invalid hash value (expected "{hash_prefix}", got "{found}")')
        shutil.move(part.name, dst)
    finally:
        if os.path.exists(part.name):
            os.remove(part.name)


def load_state_dict_from_url(
    url: str, model_dir: str | None = None, map_location: Any = None, progress: bool = True, check_hash: bool = False,
    file_name: str | None = None, weights_only: bool = False,
) -> dict[str, Any]:
    """What is saved behind `url`, kept in `model_dir` (`checkpoints` in the hub's directory) under the name it has there."""
    from .serialization import load

    if model_dir is None:
        model_dir = os.path.join(get_dir(), "checkpoints")
    os.makedirs(model_dir, exist_ok=True)
    name = file_name or os.path.basename(urlparse(url).path)
    path = os.path.join(model_dir, name)
    if not os.path.exists(path):
        sys.stderr.write(f'Downloading: "{url}" to {path}\n')
        found = HASH_REGEX.search(name) if check_hash else None
        download_url_to_file(url, path, found.group(1) if found else None, progress)
    if _is_old_archive(path):
        with zipfile.ZipFile(path) as archive:
            if len(archive.infolist()) != 1:
                raise RuntimeError("Only one file(not dir) is allowed in the zipfile")
            archive.extractall(model_dir)
            path = os.path.join(model_dir, archive.infolist()[0].filename)
    return load(path, map_location=map_location, weights_only=weights_only)


def _is_old_archive(path: str) -> bool:
    """A zip file around a saved file, as they were offered once; what `torch.save` writes holds a `data.pkl`."""
    if not zipfile.is_zipfile(path):
        return False
    with zipfile.ZipFile(path) as archive:
        return not any(name.endswith("data.pkl") for name in archive.namelist())


def _entries(repo_or_dir: Any, source: str) -> Any:
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


def _entry(module: Any, name: Any) -> Any:
    if not isinstance(name, str):
        raise ValueError("Invalid input: model should be a string of function name")
    function = getattr(module, name, None)
    if not callable(function):
        raise RuntimeError(f"Cannot find callable {name} in hubconf")
    return function


def list(github: Any, force_reload: bool = False, skip_validation: bool = False, trust_repo: Any = "check", verbose: bool = True) -> Any:
    """The entry points of a repository. From elsewhere than this machine they are not fetched: UnsupportedError."""
    return _entries(github, "github")


def help(github: Any, model: str, force_reload: bool = False, skip_validation: bool = False, trust_repo: Any = "check") -> Any:
    """The docstring of an entry point. From elsewhere than this machine it is not fetched: UnsupportedError."""
    return _entry(_entries(github, "github"), model).__doc__


def load(repo_or_dir: Any, model: str, *args: Any, source: str = "github", trust_repo: Any = "check", force_reload: bool = False,
         verbose: bool = True, skip_validation: bool = False, **kwargs: Any) -> Any:
    """What the entry point `model` of a `hubconf.py` gives, called with the other arguments; `source="local"` takes a directory."""
    return _entry(_entries(repo_or_dir, source.lower()), model)(*args, **kwargs)


if not TYPE_CHECKING:  # checkers are to know the names that there are
    __getattr__ = missing("torch.hub", __name__)
