"""`SampleInput` and `ErrorInput`: arguments of calls of an op."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import minitorch_compat as torch

from .._matrices import noncontiguous_like


def _map_tensors(value: Any, f: Callable[[Any], Any]) -> Any:
    """Apply `f` to each tensor and dtype in nested lists, tuples and dictionaries."""
    if isinstance(value, (torch.Tensor, torch.dtype)):
        return f(value)
    if isinstance(value, (tuple, list)):
        inner = [_map_tensors(v, f) for v in value]
        return type(value)(*inner) if hasattr(value, "_fields") else type(value)(inner)
    return {k: _map_tensors(v, f) for k, v in value.items()} if isinstance(value, dict) else value


class SampleInput:
    """A call of an op: `input`, further arguments and metadata.

    Either `SampleInput(x, 1, dim=0)`, or `SampleInput(x, args=(1,), kwargs={"dim": 0}, name="...")`.
    """

    __slots__ = ["args", "broadcasts_input", "input", "kwargs", "name", "output_process_fn_grad"]

    def __init__(self, input: Any, *var_args: Any, args: Any = None, kwargs: Any = None, output_process_fn_grad: Any = None,
                 broadcasts_input: bool | None = None, name: str | None = None, **var_kwargs: Any) -> None:
        metadata = {"output_process_fn_grad": output_process_fn_grad, "broadcasts_input": broadcasts_input, "name": name}
        if args is not None or kwargs is not None:
            if var_args or var_kwargs:
                raise AssertionError("A SampleInput takes its arguments one by one, or as `args=` and `kwargs=`, not both")
        elif (var_args or var_kwargs) and any(value is not None for value in metadata.values()):
            raise AssertionError("A SampleInput with arguments one by one takes no output_process_fn_grad, broadcasts_input or name: "
                                 "use with_metadata")
        self.input, self.args = input, var_args if args is None else args
        self.kwargs = var_kwargs if kwargs is None else kwargs
        self.output_process_fn_grad = output_process_fn_grad or (lambda x: x)
        self.name, self.broadcasts_input = name or "", bool(broadcasts_input)

    def with_metadata(self, *, output_process_fn_grad: Any = None, broadcasts_input: bool | None = None,
                      name: str | None = None) -> SampleInput:
        """Set metadata of the sample and return it."""
        if output_process_fn_grad is not None:
            self.output_process_fn_grad = output_process_fn_grad
        if broadcasts_input is not None:
            self.broadcasts_input = broadcasts_input
        if name is not None:
            self.name = name
        return self

    def _map_parts(self, f: Callable[[Any], Any]) -> str:
        parts = {"input": self.input, "args": self.args, "kwargs": self.kwargs, "broadcasts_input": self.broadcasts_input,
                 "name": repr(self.name)}
        return "SampleInput(" + ", ".join(f"{name}={f(value)}" for name, value in parts.items()) + ")"

    def __repr__(self) -> str:
        return self._map_parts(lambda value: value)

    def summary(self) -> str:
        """A short representation that describes tensors by size, device and dtype."""
        return self._map_parts(_summary)

    def transform(self, f: Callable[[Any], Any]) -> SampleInput:
        """A new sample with `f` applied to each tensor and dtype."""
        def apply(value: Any) -> Any:
            result = f(value)
            return value if result is None else result

        return SampleInput(_map_tensors(self.input, apply), args=tuple(_map_tensors(tuple(self.args), apply)),
                           kwargs=_map_tensors(self.kwargs, apply), output_process_fn_grad=self.output_process_fn_grad,
                           broadcasts_input=self.broadcasts_input, name=self.name + "_transformed" if self.name else None)

    def numpy(self) -> SampleInput:
        """The sample with NumPy arrays and dtypes."""
        from .._flags import torch_to_numpy_dtype_dict

        return self.transform(lambda v: v.detach().resolve_conj().numpy() if isinstance(v, torch.Tensor) else torch_to_numpy_dtype_dict[v])

    def noncontiguous(self) -> SampleInput:
        """The sample with noncontiguous tensors."""
        return self.transform(lambda v: noncontiguous_like(v) if isinstance(v, torch.Tensor) else v)


def _summary(value: Any) -> str:
    if isinstance(value, torch.Tensor):
        rest = "" if value.is_contiguous() else ", contiguous=False"
        return f'Tensor[size={tuple(value.shape)}, device="{value.device}", dtype={value.dtype}{rest}]'
    if isinstance(value, dict):
        return "{" + ", ".join(f"'{k}': {_summary(v)}" for k, v in value.items()) + "}"
    if isinstance(value, (tuple, list)):
        return ("({})" if isinstance(value, tuple) else "[{}]").format(", ".join(map(_summary, value)))
    return str(value)


class ErrorInput:
    """An invalid call: the sample, the type of the error and a pattern of its message."""

    __slots__ = ["error_regex", "error_type", "sample_input"]

    def __init__(self, sample_input: SampleInput, *, error_type: Any = RuntimeError, error_regex: str) -> None:
        self.sample_input, self.error_type, self.error_regex = sample_input, error_type, error_regex
