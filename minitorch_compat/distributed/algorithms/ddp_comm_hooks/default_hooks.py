"""The default hooks: means in the dtype of gradients, or in half precision."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...._dispatch import dtype as dtypes
from ... import distributed_c10d as c10d
from ..._buckets import GradBucket

__all__ = ["allreduce_hook", "bf16_compress_hook", "bf16_compress_wrapper", "fp16_compress_hook", "fp16_compress_wrapper"]

Hook = Callable[[Any, Any], Any]


def _all_reduce_mean(group: Any, tensor: Any) -> Any:
    tensor.div_(c10d.get_world_size(group))
    work = c10d.all_reduce(tensor, group=group, async_op=True)
    assert work is not None
    return work.get_future()


def allreduce_hook(process_group: Any, bucket: GradBucket) -> Any:
    """The mean over the processes, as without a hook."""
    return _all_reduce_mean(process_group, bucket.buffer()).then(lambda future: future.value()[0])


def _compress(process_group: Any, bucket: GradBucket, dtype: Any) -> Any:
    buffer = bucket.buffer()

    def decompress(future: Any) -> Any:
        buffer.copy_(future.value()[0])
        return buffer

    return _all_reduce_mean(process_group, buffer.to(dtype)).then(decompress)


def fp16_compress_hook(process_group: Any, bucket: GradBucket) -> Any:
    """The mean, sent and added as float16."""
    return _compress(process_group, bucket, dtypes.float16)


def bf16_compress_hook(process_group: Any, bucket: GradBucket) -> Any:
    """The mean, sent and added as bfloat16."""
    return _compress(process_group, bucket, dtypes.bfloat16)


def _wrapper(dtype: Any) -> Callable[[Hook], Hook]:
    def wrap(hook: Hook) -> Hook:
        def compressed_hook(state: Any, bucket: GradBucket) -> Any:
            full = bucket.buffer()
            bucket.set_buffer(full.to(dtype))

            def decompress(future: Any) -> Any:
                reduced = future.value()
                full.copy_(reduced[0] if isinstance(reduced, (list, tuple)) else reduced)
                return full

            return hook(state, bucket).then(decompress)

        return compressed_hook

    return wrap


def fp16_compress_wrapper(hook: Hook) -> Hook:
    """Wrap a hook to work in float16."""
    return _wrapper(dtypes.float16)(hook)


def bf16_compress_wrapper(hook: Hook) -> Hook:
    """Wrap a hook to work in bfloat16."""
    return _wrapper(dtypes.bfloat16)(hook)
