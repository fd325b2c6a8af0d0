"""Moving and casting modules."""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from ... import __future__ as settings
from ..._array.core.user_warnings import warn
from ..._bindings.tensor.conversion import DTYPE_OF_NUMBER
from ..._dispatch.device import as_device
from ..._dispatch.dtype import float64, int64
from ..._dispatch.graph.accumulator_lifetime import sharing_search
from ..._dispatch.messages import argument_messages
from .._torch import Tensor, device, dtype, memory_format, no_grad, ops
from ..parameter import Parameter, is_lazy

if TYPE_CHECKING:
    from ..._bindings.annotations import Device


def _swap_parameter(name: str, param: Any, applied: Any, grad: Any, fn: Callable[[Any], Any]) -> None:
    """Exchange a parameter, and its gradient, with the converted one."""
    param.grad = None
    try:
        _swap_tensor(name, param, Parameter(applied, param.requires_grad))
    except Exception:
        param.grad = grad
        raise
    if grad is not None:
        with no_grad():
            _swap_tensor(f"{name}.grad", grad, fn(grad).requires_grad_(grad.requires_grad))
        param.grad = grad


def _swap_tensor(name: str, tensor: Any, converted: Any) -> None:
    from ...utils._swapping import swap_tensors

    try:
        swap_tensors(tensor, converted)
    except RuntimeError as error:
        raise RuntimeError(f"_apply(): Couldn't swap {name}") from error


def _keeps_identity(tensor: Any, converted: Any) -> bool:
    """Whether a tensor stays the same object and gets the data of the converted one."""
    return tensor.device.type == converted.device.type and not settings._overwrite_module_params_on_conversion


_TO_OVERLOADS_ERROR = """to() received an invalid combination of arguments - got {}, but expected one of:
 * (torch.device device = None, torch.dtype dtype = None, bool non_blocking = False, bool copy = False, *, \
torch.memory_format memory_format = None)
 * (torch.dtype dtype, bool non_blocking = False, bool copy = False, *, torch.memory_format memory_format = None)
 * (Tensor tensor, bool non_blocking = False, bool copy = False, *, torch.memory_format memory_format = None)
"""
_TO_KEYWORDS = ("device", "dtype", "tensor", "non_blocking", "copy", "memory_format")


def _to_arguments_error(args: tuple[Any, ...], kwargs: dict[str, Any]) -> TypeError:
    return TypeError(_TO_OVERLOADS_ERROR.format(argument_messages.describe_types(args, kwargs)))


def _parse_to(*args: Any, **kwargs: Any) -> tuple[Any, Any, bool, Any]:
    """Parse the arguments of any overload of `to`: device, dtype, non_blocking and memory format."""
    parsed: dict[str, Any] = dict(kwargs)
    rest = list(args)
    if rest and isinstance(rest[0], Tensor):
        parsed["tensor"] = rest.pop(0)
    elif rest and isinstance(rest[0], dtype):
        parsed["dtype"] = rest.pop(0)
    elif rest and isinstance(rest[0], type) and rest[0] in (bool, int, float, complex):
        parsed["dtype"] = DTYPE_OF_NUMBER.get(rest.pop(0), int64)
    elif rest and (rest[0].__class__ in DTYPE_OF_NUMBER or isinstance(rest[0], (np.bool_, np.inexact))):  # numbers are accepted as tensors
        parsed["dtype"] = DTYPE_OF_NUMBER.get(rest.pop(0).__class__, float64)
    elif rest:
        parsed["device"] = rest.pop(0)
        if rest:
            parsed["dtype"] = rest.pop(0)
    parsed.update(zip(("non_blocking", "copy"), rest, strict=False))
    if len(rest) > 2 or any(k not in _TO_KEYWORDS for k in parsed) or not _has_valid_to_types(parsed):
        raise _to_arguments_error(args, kwargs)
    if parsed.get("copy"):
        raise RuntimeError(".to() does not accept copy argument")
    template = parsed.get("tensor")
    if template is not None:
        parsed["device"], parsed["dtype"] = template.device, template.dtype
    where = parsed.get("device")
    where = where if where is None else as_device(where)
    return where, parsed.get("dtype"), bool(parsed.get("non_blocking", False)), parsed.get("memory_format")


def _has_valid_to_types(parsed: dict[str, Any]) -> bool:
    kinds: dict[str, Any] = {"device": (str, int, np.integer, device), "dtype": dtype, "tensor": Tensor, "non_blocking": bool,
                             "copy": bool, "memory_format": memory_format}
    return all(value is None or isinstance(value, kinds[key]) for key, value in parsed.items())


class ConversionMixin:
    """The methods `to`, `float`, `cuda` and so on, all based on `_apply`."""

    _parameters: dict[str, Any]
    _buffers: dict[str, Any]
    buffers: Callable[..., Any]
    children: Callable[..., Any]
    parameters: Callable[..., Any]

    def _apply(self, fn: Callable[[Any], Any], recurse: bool = True) -> Any:
        """Replace the data of every parameter, gradient and buffer by `fn` of it. Parameters keep their identity."""
        with sharing_search():  # a single search for graphs that lead to parameters
            if recurse:
                for module in self.children():
                    module._apply(fn)
            for key, param in self._parameters.items():
                if param is not None:
                    self._apply_to_parameter(key, param, fn)
        for key, buffer in self._buffers.items():
            if buffer is not None:
                self._buffers[key] = fn(buffer)
        return self

    def _apply_to_parameter(self, key: str, param: Any, fn: Callable[[Any], Any]) -> None:
        with no_grad():
            applied = fn(param)
        grad = None if is_lazy(param) else param.grad
        if settings._swap_module_params_on_conversion:
            _swap_parameter(f"{type(self).__name__}.{key}", param, applied, grad, fn)
            return
        if _keeps_identity(param, applied):
            param.data = applied
        else:
            param = self._parameters[key] = Parameter(applied, param.requires_grad)
        if grad is None:
            return
        with no_grad():
            converted = fn(grad)
        if _keeps_identity(grad, converted):
            grad.data = converted
            param.grad = grad
        else:
            param.grad = converted.requires_grad_(grad.requires_grad)

    def apply(self, fn: Callable[[Any], None]) -> Self:
        """Call a function with each submodule, and finally with the module itself, for example to initialize weights.

        Parameters
        ----------
        fn : callable
            A function of a module.

        Returns
        -------
        Module
            The module itself.

        Examples
        --------
        >>> def init(module):
        ...     if isinstance(module, torch.nn.Linear):
        ...         torch.nn.init.ones_(module.weight)
        >>> net = torch.nn.Sequential(torch.nn.Linear(2, 1)).apply(init)
        >>> net[0].weight.detach()
        tensor([[1., 1.]])
        """
        for module in self.children():
            module.apply(fn)
        fn(self)
        return self

    def cuda(self, device: Device = None) -> Self:
        """Raise, since there is no CUDA.

        Parameters
        ----------
        device : device or int, optional
            The device.

        Raises
        ------
        RuntimeError
            Always; PyTorch without CUDA raises, too.
        """
        return self._apply(lambda t: t.cuda(device))

    def ipu(self, device: Device = None) -> Self:
        """Raise, since there is no such device.

        Parameters
        ----------
        device : device or int, optional
            The device.

        Raises
        ------
        RuntimeError
            Always.
        """
        return self._apply(_raising_function(RuntimeError("PyTorch is not linked with support for ipu devices")))

    def xpu(self, device: Device = None) -> Self:
        """Raise, since there is no such device.

        Parameters
        ----------
        device : device or int, optional
            The device.

        Raises
        ------
        RuntimeError
            Always.
        """
        return self._apply(_raising_function(AssertionError("Torch not compiled with XPU enabled")))

    def mtia(self, device: Device = None) -> Self:
        """Raise, since there is no such device.

        Parameters
        ----------
        device : device or int, optional
            The device.

        Raises
        ------
        RuntimeError
            Always.
        """
        return self._apply(_raising_function(RuntimeError("PyTorch is not linked with support for mtia devices")))

    def cpu(self) -> Self:
        """Move all parameters and buffers to the CPU; has no effect here.

        Returns
        -------
        Module
            The module itself.

        Examples
        --------
        >>> torch.nn.Linear(1, 1).cpu().weight.device
        device(type='cpu')
        """
        return self._apply(lambda t: t.cpu())

    def type(self, dst_type: Any) -> Self:
        """Cast all parameters and buffers to a dtype.

        Parameters
        ----------
        dst_type : dtype or str
            The dtype, or the name of a tensor type.

        Returns
        -------
        Module
            The module itself.

        Examples
        --------
        >>> torch.nn.Linear(1, 1).type(torch.float64).weight.dtype
        torch.float64
        """
        if dst_type is None and next(self.parameters(), None) is not None:
            raise TypeError("_has_compatible_shallow_copy_type(): argument 'from' (position 2) must be Tensor, not str")
        return self._apply(lambda t: t.type(dst_type))

    def float(self) -> Self:
        """Cast floating parameters and buffers to ``torch.float32``.

        Returns
        -------
        Module
            The module itself.

        Examples
        --------
        >>> torch.nn.Linear(1, 1, dtype=torch.float64).float().weight.dtype
        torch.float32
        """
        return self._apply(lambda t: t.float() if t.is_floating_point() else t)

    def double(self) -> Self:
        """Cast floating parameters and buffers to ``torch.float64``.

        Returns
        -------
        Module
            The module itself.

        Examples
        --------
        >>> torch.nn.Linear(1, 1).double().weight.dtype
        torch.float64
        """
        return self._apply(lambda t: t.double() if t.is_floating_point() else t)

    def half(self) -> Self:
        """Cast floating parameters and buffers to ``torch.float16``.

        Returns
        -------
        Module
            The module itself.

        Examples
        --------
        >>> torch.nn.Linear(1, 1).half().weight.dtype
        torch.float16
        """
        return self._apply(lambda t: t.half() if t.is_floating_point() else t)

    def bfloat16(self) -> Self:
        """Cast floating parameters and buffers to ``torch.bfloat16``.

        Returns
        -------
        Module
            The module itself.

        Examples
        --------
        >>> torch.nn.Linear(1, 1).bfloat16().weight.dtype
        torch.bfloat16
        """
        return self._apply(lambda t: t.bfloat16() if t.is_floating_point() else t)

    def to_empty(self, *, device: Device, recurse: bool = True) -> Self:
        """Move parameters and buffers to a device without their values, which allocates memory for a module on the meta device.

        Parameters
        ----------
        device : device or str
            The device.
        recurse : bool, default True
            Whether submodules are included.

        Returns
        -------
        Module
            The module itself, uninitialized.

        Examples
        --------
        >>> layer = torch.nn.Linear(2, 3, device="meta").to_empty(device="cpu")
        >>> layer.weight.device, layer.weight.shape
        (device(type='cpu'), torch.Size([3, 2]))
        """
        return self._apply(lambda t: ops.empty_like(t, device=device), recurse=recurse)

    def to(self, *args: Any, **kwargs: Any) -> Self:
        """Move parameters and buffers to a device, cast the floating ones, or both: in place.

        Called as ``to(device)``, ``to(dtype)``, ``to(device, dtype)``, ``to(tensor)`` or
        ``to(memory_format=...)``.

        Parameters
        ----------
        *args : object
            The ``device``; the ``dtype``, floating or complex; or a tensor, whose device and dtype are
            used; then ``non_blocking``, which has no effect on a CPU.
        **kwargs : object
            The same by name, and ``memory_format``, the strides of four- and five-dimensional
            parameters.

        Returns
        -------
        Module
            The module itself.

        Raises
        ------
        TypeError
            If the dtype is neither floating nor complex.

        Examples
        --------
        >>> layer = torch.nn.Linear(2, 2).to(torch.float64)
        >>> layer.weight.dtype, layer.to("cpu").weight.dtype
        (torch.float64, torch.float64)
        """
        where, target, non_blocking, layout = _parse_to(*args, **kwargs)
        if target is not None:
            _check_target_dtype(target)

        def convert(t: Any) -> Any:
            new = target if t.is_floating_point() or t.is_complex() else None
            if layout is not None and t.dim() in (4, 5):
                return t.to(where, new, non_blocking, memory_format=layout)
            if where is not None and t.is_meta and where.type != "meta":
                ops.zeros(0, device="cpu").to(where)  # raises if the device does not exist
                raise NotImplementedError("Cannot copy out of meta tensor; no data! Please use torch.nn.Module.to_empty() instead of "
                                          "torch.nn.Module.to() when moving module from meta to a different device.")
            return t.to(where, new, non_blocking)

        return self._apply(convert)

    def share_memory(self) -> Self:
        """Move all parameters and buffers to memory that processes share.

        Returns
        -------
        Module
            The module itself.

        Examples
        --------
        >>> layer = torch.nn.Linear(1, 1).share_memory()
        >>> layer.weight.is_shared()
        True
        """
        from ..._bindings.storage.sharing import share_tensors

        was_shared = [t for t in (*self.parameters(), *self.buffers()) if t.__class__ in (Parameter, Tensor)]
        share_tensors([*was_shared, *(t.grad for t in was_shared if t.grad is not None)])  # together, which takes a single search
        return self._apply(lambda t: t.share_memory_())


def _check_target_dtype(target: Any) -> None:
    if not (target.is_floating_point or target.is_complex):
        raise TypeError(f"nn.Module.to only accepts floating point or complex dtypes, but got desired dtype={target}")
    if target.is_complex:
        warn(
            "Complex modules are a new feature under active development whose design may change, and some modules "
            "might not work as expected when using complex tensors as parameters or buffers. Please file an issue at "
            "https://github.com/pytorch/pytorch/issues/new?template=bug-report.yml if a complex module does not work "
            "as expected.")


def _raising_function(error: Exception) -> Callable[[Any], Any]:
    def fail(_: Any) -> Any:
        raise error

    return fail
