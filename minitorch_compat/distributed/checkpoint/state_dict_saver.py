"""Save a state dict from all processes together."""
from __future__ import annotations

import uuid
import warnings
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any

from ..._bindings.tensor.tensor import Tensor
from ..._dispatch.unsupported import UnsupportedError
from ..._namespace.names import missing
from .. import distributed_c10d as c10d
from ._flatten import flatten
from .api import CheckpointException
from .filesystem import FileSystemWriter
from .metadata import (
    BytesStorageMetadata,
    ChunkStorageMetadata,
    Metadata,
    MetadataIndex,
    StorageMeta,
    TensorProperties,
    TensorStorageMetadata,
)
from .stateful import Stateful

__all__ = ["async_save", "save", "save_state_dict"]


def participants(no_dist: bool, group: Any, operation: str) -> tuple[int, int]:
    """Rank and number of the participating processes."""
    if no_dist or not c10d.is_initialized():
        if not no_dist:
            warnings.warn(f"torch.distributed is disabled, unavailable or uninitialized, assuming the intent is to {operation} in a single "
                          "process.", stacklevel=3)
        return 0, 1
    return c10d.get_rank(group), c10d.get_world_size(group)


def all_gather(value: Any, size: int, group: Any) -> list[Any]:
    """The values of all processes."""
    if size == 1:
        return [value]
    values = [None] * size
    c10d.all_gather_object(values, value, group)
    return values


def raise_if_any_failed(error: BaseException | None, size: int, group: Any, operation: str) -> None:
    """Raise in every process if any has failed."""
    failed = {rank: e for rank, e in enumerate(all_gather(error, size, group)) if e is not None}
    if failed:
        raise CheckpointException(operation, failed) from error


def save(state_dict: dict[str, Any], *, checkpoint_id: Any = None, storage_writer: Any = None, planner: Any = None,
         process_group: Any = None,
         no_dist: bool = False, use_collectives: bool = True) -> Metadata:
    """Write a state dict to a directory; every process calls this, and entries of several processes are written by the first of them.

    Parameters: `state_dict`, nested dicts and lists of tensors and picklable values, or objects with a `state_dict`; `checkpoint_id`, the
    directory, or `storage_writer`, a FileSystemWriter; `no_dist`: only this process. Raises CheckpointException in every process if one
    cannot write. PyTorch can read the files.

    Example: `dcp.save({"model": model.state_dict(), "step": 7}, checkpoint_id="run/step7")`.
    """
    if planner is not None:
        raise UnsupportedError("torch.distributed.checkpoint.save(planner=…)")
    rank, size = participants(no_dist, process_group, "save")
    if storage_writer is None:
        if checkpoint_id is None:
            raise RuntimeError("Cannot determine which storage to use: neither `checkpoint_id` nor `storage_writer` is given")
        storage_writer = FileSystemWriter(checkpoint_id)
    state = {key: value.state_dict() if isinstance(value, Stateful) else value for key, value in state_dict.items()}
    items = flatten(state)
    owned: set[str] = set()
    for names in all_gather(list(items), size, process_group)[:rank]:
        owned.update(names)
    own_items = {name: item for name, item in items.items() if name not in owned}
    error, part = None, None
    try:
        storage_writer.prepare()
        part = _write_items(storage_writer, rank, own_items)
    except Exception as caught:
        error = caught
    raise_if_any_failed(error, size, process_group, "save")
    all_parts = all_gather(part, size, process_group)
    metadata = Metadata({}, {}, {}, StorageMeta(str(storage_writer.path), str(uuid.uuid4())), "1.0.0")
    for tensor_metadata, storage_data, paths in all_parts:
        metadata.state_dict_metadata.update(tensor_metadata)
        metadata.storage_data.update(storage_data)
        metadata.planner_data.update(paths)
    if rank == 0:
        storage_writer.finish(metadata)
    if size > 1:
        c10d.barrier(process_group)
    return metadata


def _write_items(writer: FileSystemWriter, rank: int, items: dict[str, Any]) -> tuple[dict[str, Any], dict[Any, Any], dict[str, Any]]:
    """Write items; return their metadata, locations and paths."""
    from ..._dispatch.size import Size

    tensor_metadata: dict[str, Any] = {}
    stored: list[tuple[MetadataIndex, Any]] = []
    for name, (_, value) in items.items():
        if isinstance(value, Tensor):
            origin = Size([0] * value.dim())
            tensor_metadata[name] = TensorStorageMetadata(TensorProperties(value.dtype, requires_grad=value.requires_grad), value.shape,
                                                          [ChunkStorageMetadata(origin, value.shape)])
            stored.append((MetadataIndex(name, origin, 0), value))
        else:
            tensor_metadata[name] = BytesStorageMetadata()
            stored.append((MetadataIndex(name), value))
    return tensor_metadata, writer.write(rank, stored), {name: path for name, (path, _) in items.items()}


def save_state_dict(state_dict: dict[str, Any], storage_writer: Any, process_group: Any = None, coordinator_rank: int = 0,
                    no_dist: bool = False,
                    planner: Any = None) -> Metadata:
    """Deprecated alias of `save`."""
    return save(state_dict, storage_writer=storage_writer, process_group=process_group, no_dist=no_dist, planner=planner)


def async_save(state_dict: dict[str, Any], *, checkpoint_id: Any = None, storage_writer: Any = None, planner: Any = None,
               process_group: Any = None, **kwargs: Any) -> Future[Metadata]:
    """`save` with a future of the result; here it is complete on return."""
    future: Future[Metadata] = Future()
    future.set_result(save(state_dict, checkpoint_id=checkpoint_id, storage_writer=storage_writer, planner=planner,
                           process_group=process_group))
    return future


if not TYPE_CHECKING:  # type checkers must see only the names that exist
    __getattr__ = missing("torch.distributed.checkpoint.state_dict_saver", __name__)
