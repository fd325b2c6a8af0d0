"""Parameter and Buffer: tensors that a module registers when they are assigned to it; and their lazy variants."""
from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING, Any, NoReturn, Self

from .._bindings import Tensor
from .._bindings.generated import functions as ops
from .._bindings.override.overridable import TensorMeta
from .._bindings.tensor.pickled_windows import reduce_parameter
from .._dispatch.call.torch_function import disabled
from .._dispatch.naming import names_torch
from .._dispatch.state import register_plain
from .._namespace.names import missing

if TYPE_CHECKING:
    from .._bindings.annotations import Device, Dtype
    from ._uninitialized import UninitializedBuffer as UninitializedBuffer
    from ._uninitialized import UninitializedParameter as UninitializedParameter

__all__ = ["Buffer", "Parameter", "UninitializedBuffer", "UninitializedParameter", "UninitializedTensorMixin",
           "is_lazy"]


class _ParameterMeta(TensorMeta):
    """The metaclass of Parameter: tensors of other subclasses are instances, too, if an attribute marks them."""

    def __instancecheck__(cls, instance: Any) -> bool:
        if type.__instancecheck__(cls, instance):
            return True
        return cls is Parameter and isinstance(instance, Tensor) and getattr(instance, "_is_param", False)


class Parameter(Tensor, metaclass=_ParameterMeta):
    """A tensor that is a parameter of the module it is assigned to.

    Parameters
    ----------
    data : Tensor, optional
        The values, whose memory it shares; None makes an empty tensor.
    requires_grad : bool, default True
        Whether a gradient is computed; also inside ``no_grad``.

    References
    ----------
    PyTorch: ``torch.nn.parameter.Parameter``.

    Examples
    --------
    >>> layer = torch.nn.Module()
    >>> layer.scale = torch.nn.Parameter(torch.ones(2))
    >>> list(layer.parameters())
    [Parameter containing:
    tensor([1., 1.], requires_grad=True)]
    """

    __module__ = f"{Tensor.__module__}.nn.parameter"  # torch's name while the package replaces it
    __torch_function__: Any = disabled  # operations on parameters return plain tensors
    _printed_as_tensor = True  # of this class alone

    def __new__(cls, data: Any = None, requires_grad: bool = True) -> Self:
        if data is None:
            data = ops.empty(0)
        if type(data) is Tensor or type(data) is Parameter:
            return Tensor._make_subclass(cls, data, requires_grad)
        t = data.detach().requires_grad_(requires_grad)
        if type(t) is not type(data):
            raise RuntimeError(f"Creating a Parameter from an instance of type {type(data).__name__} requires that detach() returns an "
                               f"instance of the same type, but return type {type(t).__name__} was found instead.")
        t._is_param = True
        return t

    def __deepcopy__(self, memo: dict[int, Any]) -> Parameter:
        if id(self) not in memo:
            copied = self.data.clone()
            memo[id(self)] = type(self)(copied, self.requires_grad)
        return memo[id(self)]

    def __repr__(self) -> str:  # type: ignore[override]  # torch's keyword is the formatter's own
        text = Tensor.__repr__(self)
        return f"Parameter containing:\n{text if type(self) is Parameter else f'Parameter({text})'}"

    def __reduce_ex__(self, proto: Any) -> Any:
        if names_torch():
            return reduce_parameter(self)
        if self.__dict__:
            return _rebuild_parameter_with_state, (self.data, self.requires_grad, OrderedDict(), self.__dict__)
        return _rebuild_parameter, (self.data, self.requires_grad, OrderedDict())


def _rebuild_parameter(data: Any, requires_grad: bool, backward_hooks: Any) -> Parameter:
    param = Parameter(data, requires_grad)
    if backward_hooks:
        param._backward_hooks = backward_hooks
    return param


def _rebuild_parameter_with_state(data: Any, requires_grad: bool, backward_hooks: Any, state: Any) -> Parameter:
    param = _rebuild_parameter(data, requires_grad, backward_hooks)
    param.__dict__.update(state)
    return param


class _BufferMeta(TensorMeta):
    """The metaclass of Buffer: instances are ordinary tensors that an attribute marks."""

    def mro(cls) -> list[type]:
        """Buffer itself has no instances that could override, so the wrappers of methods, which are slow to create, are left out."""
        return type.mro(cls) if cls.__bases__ == (Tensor,) else super().mro()

    def __instancecheck__(cls, instance: Any) -> bool:
        if type.__instancecheck__(cls, instance):
            return True
        return cls is Buffer and isinstance(instance, Tensor) and getattr(instance, "_is_buffer", False)


class Buffer(Tensor, metaclass=_BufferMeta):
    """A tensor that is a buffer of the module it is assigned to.

    Parameters
    ----------
    data : Tensor, optional
        The values, whose memory it shares; None makes an empty tensor.
    persistent : bool, default True
        Whether it is in ``state_dict``.

    References
    ----------
    PyTorch: ``torch.nn.parameter.Buffer``.

    Examples
    --------
    >>> layer = torch.nn.Module()
    >>> layer.mean = torch.nn.Buffer(torch.zeros(2))
    >>> layer.state_dict()['mean']
    tensor([0., 0.])
    """

    persistent: bool

    def __new__(cls, data: Any = None, *, persistent: bool = True) -> Self:
        if data is None:
            data = ops.empty(0)
        t = data.detach().requires_grad_(data.requires_grad)
        t.persistent = persistent
        t._is_buffer = True
        return t


_SHAPE_ERROR = ("Can't access the shape of an uninitialized parameter or buffer. This error usually happens in "
                "`load_state_dict` when trying to load an uninitialized parameter into an initialized one. Call `forward` "
                "to initialize the parameters before accessing their attributes.")
_SHARE_MEMORY_ERROR = ("Can't share memory on an uninitialized parameter or buffer. Call `forward` to initialize the "
                       "parameters before calling `module.share_memory()`.")


class UninitializedTensorMixin:
    """Base of uninitialized parameters and buffers, which have a dtype and a device, but no shape.

    References
    ----------
    PyTorch: ``torch.nn.parameter.UninitializedTensorMixin``.

    Examples
    --------
    >>> isinstance(torch.nn.UninitializedParameter(), torch.nn.parameter.UninitializedTensorMixin)
    True
    """

    cls_to_become: type[Any]
    data: Any

    def materialize(self, shape: Any, device: Device = None, dtype: Dtype = None) -> None:
        """Allocate uninitialized memory of the given shape; it becomes an ordinary parameter or buffer.

        Parameters
        ----------
        shape : tuple of int
            The shape.
        device : device or str, optional
            None keeps the present one.
        dtype : dtype, optional
            None keeps the present one.

        Examples
        --------
        >>> weight = torch.nn.UninitializedParameter()
        >>> weight.materialize((2, 3))
        >>> weight.shape
        torch.Size([2, 3])
        """
        device = self.data.device if device is None else device
        dtype = self.data.dtype if dtype is None else dtype
        self.data = ops.empty(shape, device=device, dtype=dtype)
        self.__class__ = self.cls_to_become

    @property
    def shape(self) -> NoReturn:
        """Raise RuntimeError, since there is no shape yet."""
        raise RuntimeError(_SHAPE_ERROR)

    def share_memory_(self) -> NoReturn:
        """Raise, since there is no memory yet.

        Raises
        ------
        RuntimeError
            Always.

        Examples
        --------
        >>> try:
        ...     torch.nn.UninitializedParameter().share_memory_()
        ... except RuntimeError:
        ...     print("no memory yet")
        no memory yet
        """
        raise RuntimeError(_SHARE_MEMORY_ERROR)

    def __repr__(self) -> str:
        return f"<{type(self).__name__}>"

    def __reduce_ex__(self, proto: Any) -> Any:
        return type(self), (self.requires_grad,)  # type: ignore[attr-defined]

    @classmethod
    def __torch_function__(cls, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        name = getattr(func, "__name__", "")
        if func in _functions_of_uninitialized() or name == "__get__":
            return super().__torch_function__(func, types, args, kwargs or {})  # type: ignore[misc]
        raise ValueError(
            f"Attempted to use an uninitialized parameter in {func}. This error happens when you are using a "
            f"`LazyModule` or explicitly manipulating `torch.nn.parameter.{cls.__name__}` objects. When using "
            "LazyModules Call `forward` with a dummy batch to initialize the parameters before calling torch "
            "functions")


def _functions_of_uninitialized() -> tuple[Any, ...]:
    names = ("copy_", "size", "is_floating_point", "half", "float", "double", "char", "short", "int", "long", "cuda", "cpu", "to",
             "get_device", "_has_compatible_shallow_copy_type", "is_complex", "__hash__")
    properties: list[Any] = [getattr(Tensor, n, None) for n in ("data", "grad", "requires_grad")]
    setters = tuple(prop.__set__ for prop in properties if hasattr(prop, "__set__"))
    return tuple(getattr(Tensor, name) for name in names if hasattr(Tensor, name)) + setters


def is_lazy(param: Any) -> bool:
    """Return whether an object is an uninitialized parameter or buffer.

    Parameters
    ----------
    param : object
        The object.

    Returns
    -------
    bool
        True before ``materialize``.

    References
    ----------
    PyTorch: ``torch.nn.parameter.is_lazy``.

    Examples
    --------
    >>> torch.nn.parameter.is_lazy(torch.nn.LazyLinear(1).weight)
    True
    """
    return isinstance(param, UninitializedTensorMixin)


register_plain(Parameter)
register_plain(Buffer)

_LAZY_NAMES = ("UninitializedBuffer", "UninitializedParameter")
_missing = missing("torch.nn.parameter", __name__)


if not TYPE_CHECKING:  # type checkers must see only the names that exist
    def __getattr__(name: str) -> Any:
        if name not in _LAZY_NAMES:
            return _missing(name)
        from . import _uninitialized

        value = globals()[name] = getattr(_uninitialized, name)
        return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_LAZY_NAMES})
