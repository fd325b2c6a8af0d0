"""Load into a state dict, in all processes together."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..._bindings.tensor.tensor import Tensor
from ..._dispatch.unsupported import UnsupportedError
from ..._namespace.names import missing
from ...autograd.grad_mode import no_grad
from ._flatten import flatten, set_at_path
from .filesystem import FileSystemReader
from .metadata import Metadata, MetadataIndex, TensorStorageMetadata
from .state_dict_saver import participants, raise_if_any_failed
from .stateful import Stateful

__all__ = ["load", "load_state_dict"]


def load(state_dict: dict[str, Any], *, checkpoint_id: Any = None, storage_reader: Any = None, planner: Any = None,
         process_group: Any = None,
         no_dist: bool = False) -> None:
    """Read the entries of a state dict from a checkpoint: tensors are filled in place, other values are replaced.

    Parameters: as for `save`, and `storage_reader`, a FileSystemReader. Raises CheckpointException in every process if one finds a missing
    name or a different shape. Reads checkpoints of PyTorch, including those of sharded tensors. Values that are not tensors are unpickled:
    load only from trusted sources.

    Example: `state = {"model": model.state_dict(), "step": 0}; dcp.load(state, checkpoint_id="run/step7")`.
    """
    if planner is not None:
        raise UnsupportedError("torch.distributed.checkpoint.load(planner=…)")
    if storage_reader is None:
        if checkpoint_id is None:
            raise RuntimeError("Cannot determine which storage to use: neither `checkpoint_id` nor `storage_reader` is given")
        storage_reader = FileSystemReader(checkpoint_id)
    _, size = participants(no_dist, process_group, "load")
    requested = {key: value.state_dict() if isinstance(value, Stateful) else value for key, value in state_dict.items()}
    error: BaseException | None = None
    try:
        _read_items(requested, storage_reader)
    except Exception as caught:
        error = caught
    raise_if_any_failed(error, size, process_group, "load")
    for key, value in state_dict.items():
        if isinstance(value, Stateful):
            value.load_state_dict(requested[key])
        else:
            state_dict[key] = requested[key]


def _read_items(state: dict[str, Any], reader: FileSystemReader) -> None:
    metadata = reader.read_metadata()
    items = flatten(state)
    for name in items:
        if name not in metadata.state_dict_metadata:
            raise RuntimeError(f"Missing key in checkpoint state_dict: {name}.")
        _check_stored(name, items[name][1], metadata.state_dict_metadata[name])
    for name, (path, value) in items.items():
        if isinstance(value, Tensor):
            _read_tensor(name, value, metadata, reader)
        else:
            set_at_path(state, path, reader.read(metadata.storage_data[MetadataIndex(name)], weights_only=False))


def _check_stored(name: str, value: Any, stored: Any) -> None:
    """Raise before anything is written if a stored value does not fit."""
    if isinstance(value, Tensor) != isinstance(stored, TensorStorageMetadata):
        raise ValueError(f"{name} is {'a tensor' if isinstance(value, Tensor) else 'no tensor'} in the state dict and not so in the "
                         f"checkpoint")
    if isinstance(value, Tensor) and tuple(stored.size) != tuple(value.shape):
        raise ValueError(f"Size mismatch between saved {tuple(stored.size)} and current: {tuple(value.shape)} for {name}")


def _read_tensor(name: str, value: Any, metadata: Metadata, reader: FileSystemReader) -> None:
    """Read all parts of a tensor."""
    with no_grad():
        for chunk in metadata.state_dict_metadata[name].chunks:
            part = reader.read(metadata.storage_data[MetadataIndex(name, chunk.offsets)], weights_only=True)
            region = tuple(slice(o, o + s) for o, s in zip(chunk.offsets, chunk.sizes))
            (value.detach()[region] if region else value.detach()).copy_(part)


def load_state_dict(state_dict: dict[str, Any], storage_reader: Any, process_group: Any = None, coordinator_rank: int = 0,
                    no_dist: bool = False, planner: Any = None) -> None:
    """Deprecated alias of `load`."""
    load(state_dict, storage_reader=storage_reader, process_group=process_group, no_dist=no_dist, planner=planner)


if not TYPE_CHECKING:  # type checkers must see only the names that exist
    __getattr__ = missing("torch.distributed.checkpoint.state_dict_loader", __name__)
