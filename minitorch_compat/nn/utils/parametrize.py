"""Parametrizations: a parameter or buffer of a module computed from other tensors, by a property of the module's class."""
from __future__ import annotations

import copyreg
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from copy import deepcopy
from typing import Any, NoReturn

from .._torch import Tensor, no_grad
from ..modules.container import ModuleDict, ModuleList
from ..modules.module import Module
from ..parameter import Parameter

__all__ = ["ParametrizationList", "cached", "is_parametrized", "register_parametrization", "remove_parametrizations",
           "transfer_parametrizations_and_params", "type_before_parametrizations"]

_cache_enabled = 0
_cache: dict[tuple[int, str], Any] = {}


@contextmanager
def cached() -> Iterator[None]:
    """Context in which each parametrized tensor is computed once, however often it is read.

    References
    ----------
    PyTorch: ``torch.nn.utils.parametrize.cached``.

    Examples
    --------
    >>> with torch.nn.utils.parametrize.cached():
    ...     layer = torch.nn.Linear(1, 1)
    """
    global _cache, _cache_enabled
    _cache_enabled += 1
    try:
        yield
    finally:
        _cache_enabled -= 1
        if not _cache_enabled:
            _cache = {}


def _register(module: Module, name: str, tensor: Any) -> None:
    if isinstance(tensor, Parameter):
        module.register_parameter(name, tensor)
    else:
        module.register_buffer(name, tensor)


def _set_data(original: Any, new: Any) -> Any:
    """Set the data of `original` to `new`, so that optimizers keep a valid reference; a graph that saved it notices the change."""
    with no_grad():
        return original.set_(new.detach())


def _take_over(original: Any, new: Any) -> Any:
    """`original` with the data of `new`; a buffer also takes whether that requires a gradient."""
    original.requires_grad_(new.requires_grad) if not isinstance(original, Parameter) else None
    return _set_data(original, new)


class ParametrizationList(ModuleList):
    """The parametrizations of one tensor, in ``module.parametrizations.name``; made by ``register_parametrization``.

    Parameters
    ----------
    modules : sequence of Module
        The parametrizations, applied one after the other.
    original : Tensor
        The tensor before; kept as ``original``, or in parts as ``original0``, ``original1`` and so on.
    unsafe : bool, default False
        Whether parametrizations may change shape and dtype, and are not checked.

    Raises
    ------
    ValueError
        If there is none, or results have another shape or dtype.

    References
    ----------
    PyTorch: ``torch.nn.utils.parametrize.ParametrizationList``.

    Examples
    --------
    >>> class Double(torch.nn.Module):
    ...     def forward(self, x):
    ...         return 2 * x
    >>> layer = torch.nn.Linear(1, 1)
    >>> layer = torch.nn.utils.parametrize.register_parametrization(layer, "weight", Double())
    >>> len(layer.parametrizations.weight)
    1
    """

    original: Tensor

    def __init__(self, modules: Sequence[Module], original: Any, unsafe: bool = False) -> None:
        if len(modules) == 0:
            raise ValueError("ParametrizationList requires one or more modules.")
        super().__init__(modules)
        self.unsafe = unsafe
        shape, dtype = original.shape, original.dtype
        with no_grad():
            new = _inverse(self, original)
        if not isinstance(new, (Tensor, Sequence)):
            raise ValueError(f"'right_inverse' must return a Tensor or a Sequence of tensors (list, tuple...). Got {type(new).__name__}")
        self.is_tensor: bool = isinstance(new, Tensor)
        self.ntensors: int = 1 if isinstance(new, Tensor) else len(new)
        if isinstance(new, Tensor):
            self._check_dtype("`right_inverse` outputs a tensor of a different dtype", original, new)
            _register(self, "original", _take_over(original, new))
        else:
            self._register_parts(original, new)
        if not unsafe:
            self._check_result(self(), shape, dtype)

    def _check_dtype(self, what: str, original: Any, new: Any) -> None:
        if original.dtype != new.dtype:
            raise ValueError(f"When `right_inverse` outputs one tensor, it may not change the dtype.\n`original.dtype`: {original.dtype}\n"
                             f"`right_inverse(original).dtype`: {new.dtype}")

    def _register_parts(self, original: Any, new: Sequence[Any]) -> None:
        for i, part in enumerate(new):
            if not isinstance(part, Tensor):
                raise ValueError("'right_inverse' must return a Tensor or a Sequence of tensors (list, tuple...). Got element "
                                 f"{i} of the sequence with type {type(part).__name__}.")
            if isinstance(original, Parameter):
                part = Parameter(part, original.requires_grad)
            part.requires_grad_(original.requires_grad)
            _register(self, f"original{i}", part)

    @staticmethod
    def _check_result(result: Any, shape: Any, dtype: Any) -> None:
        if not isinstance(result, Tensor):
            raise ValueError(f"A parametrization must return a tensor. Got {type(result).__name__}.")
        for what, before, after in (("dtype", dtype, result.dtype), ("shape", shape, result.shape)):
            if before != after:
                raise ValueError(f"Registering a parametrization may not change the {what} of the tensor, unless `unsafe` flag is "
                                 f"enabled.\nunparametrized {what}: {before}\nparametrized {what}: {after}")

    def right_inverse(self, value: Tensor) -> None:
        """Set the original tensor so that the parametrizations compute a given value.

        Parameters
        ----------
        value : Tensor
            The wanted value.

        Raises
        ------
        RuntimeError
            If a parametrization has no ``right_inverse``.

        Examples
        --------
        >>> layer = torch.nn.utils.parametrizations.weight_norm(torch.nn.Linear(2, 1))
        >>> layer.parametrizations.weight.right_inverse(torch.tensor([[3., 4.]]))
        >>> layer.parametrizations.weight.original0.detach()
        tensor([[5.]])
        """
        with no_grad():
            module: Any
            for module in reversed(self._steps()):
                if not hasattr(module, "right_inverse"):
                    raise RuntimeError(f"parametrization {type(module).__name__} does not implement right_inverse.")
                value = module.right_inverse(value)
            if self.is_tensor:
                self._set_original(self.original, value, "original")
                return
            if not isinstance(value, Sequence) or len(value) != self.ntensors:
                raise ValueError(f"'right_inverse' must return a sequence of tensors. Got {type(value).__name__}.")
            for i, part in enumerate(value):
                self._set_original(getattr(self, f"original{i}"), part, f"original{i}")

    def _steps(self) -> list[Any]:
        """The parametrizations, without those of an original tensor, which are in the same registry of modules."""
        return [module for name, module in self._modules.items() if name.isdigit()]

    @staticmethod
    def _set_original(original: Any, value: Any, name: str) -> None:
        if not isinstance(value, Tensor):
            raise ValueError(f"`right_inverse` should return a tensor. Got {type(value).__name__}")
        if original.dtype != value.dtype:
            raise ValueError(f"The tensor returned by `right_inverse` has dtype {value.dtype} while `{name}` has dtype {original.dtype}")
        _set_data(original, value)

    def forward(self) -> Any:
        """Compute the parametrized tensor.

        Returns
        -------
        Tensor
            The value of ``module.name``.

        Examples
        --------
        >>> layer = torch.nn.utils.parametrizations.weight_norm(torch.nn.Linear(2, 1))
        >>> layer.parametrizations.weight().shape
        torch.Size([1, 2])
        """
        originals = (self.original,) if self.is_tensor else tuple(getattr(self, f"original{i}") for i in range(self.ntensors))
        first, *rest = self._steps()
        value = first(*originals)
        for module in rest:
            value = module(value)
        return value


def _inverse(modules: Any, value: Any) -> Any:
    """Apply the inverses of the parametrizations to `value`, last first, where they have one."""
    for module in reversed(list(modules)):
        if hasattr(module, "right_inverse"):
            with suppress(NotImplementedError):
                value = module.right_inverse(value)
    return value


def _inject_class(module: Module) -> None:
    """Give the module its own subclass, to which properties can be added."""
    cls = module.__class__

    def refuse_pickling(self: Any) -> NoReturn:
        raise RuntimeError(
            "Serialization of parametrized modules is only supported through state_dict(). See:\n"
            "https://pytorch.org/tutorials/beginner/saving_loading_models.html"
            "#saving-loading-a-general-checkpoint-for-inference-and-or-resuming-training")

    def copied(self: Any, memo: dict[int, Any]) -> Any:
        if id(self) not in memo:
            copied_module = memo[id(self)] = self.__class__.__new__(self.__class__)
            copied_module.__dict__ = deepcopy(dict(self.__dict__), memo)
            for slot in copyreg._slotnames(self.__class__):  # type: ignore[attr-defined]
                if hasattr(self, slot):
                    setattr(copied_module, slot, deepcopy(getattr(self, slot), memo))
        return memo[id(self)]

    body: dict[str, Any] = {"__getstate__": refuse_pickling}
    if not hasattr(cls, "__deepcopy__"):
        body["__deepcopy__"] = copied
    module.__class__ = type(f"Parametrized{cls.__name__}", (cls,), body)


def _inject_property(module: Module, name: str) -> None:
    def get(self: Any) -> Any:
        parametrization = self.parametrizations[name]
        if not _cache_enabled:
            return parametrization()
        key = (id(module), name)
        value = _cache.get(key)
        if value is None:
            value = _cache[key] = parametrization()
        return value

    def set_value(self: Any, value: Any) -> None:
        self.parametrizations[name].right_inverse(value)

    setattr(module.__class__, name, property(get, set_value))


def register_parametrization(module: Module, tensor_name: str, parametrization: Module, *, unsafe: bool = False) -> Module:
    """Compute a parameter or buffer of a module by another module.

    Reading ``module.tensor_name`` runs it on the original, which moves to ``module.parametrizations``;
    assigning works if it has a ``right_inverse``.

    Parameters
    ----------
    module : Module
        The module that is changed.
    tensor_name : str
        The parameter or buffer.
    parametrization : Module
        Computes the value from the original (or its parts).
    unsafe : bool, default False
        Whether it may change shape and dtype, and is not checked.

    Returns
    -------
    Module
        The module itself, with a new class.

    Raises
    ------
    ValueError
        If there is no such tensor, or the result has another shape or dtype.

    References
    ----------
    PyTorch: ``torch.nn.utils.parametrize.register_parametrization``.

    Examples
    --------
    >>> class Symmetric(torch.nn.Module):
    ...     def forward(self, x):
    ...         return x.triu() + x.triu(1).T
    >>> layer = torch.nn.utils.parametrize.register_parametrization(torch.nn.Linear(3, 3), "weight", Symmetric())
    >>> torch.equal(layer.weight, layer.weight.T)
    True
    """
    parametrization.train(module.training)
    if is_parametrized(module, tensor_name):
        _append_parametrization(module, tensor_name, parametrization, unsafe)
    elif tensor_name in module._buffers or tensor_name in module._parameters:
        parametrizations = ParametrizationList([parametrization], getattr(module, tensor_name), unsafe=unsafe)
        delattr(module, tensor_name)
        if not is_parametrized(module):
            _inject_class(module)
            module.parametrizations = ModuleDict()
        _inject_property(module, tensor_name)
        registered: Any = module.parametrizations
        registered[tensor_name] = parametrizations
    else:
        raise ValueError(f"Module '{module}' does not have a parameter, a buffer, or a parametrized element with name '{tensor_name}'")
    return module


def _append_parametrization(module: Any, name: str, parametrization: Any, unsafe: bool) -> None:
    """Add a parametrization to a tensor that already has some."""
    existing: Any = module.parametrizations[name]
    if not unsafe:
        with no_grad():
            value = getattr(module, name)
            ParametrizationList._check_result(parametrization(value), value.shape, value.dtype)
            if hasattr(parametrization, "right_inverse"):
                try:
                    inverse = parametrization.right_inverse(value)
                except NotImplementedError:
                    inverse = value
                if not isinstance(inverse, Tensor):
                    raise ValueError(f"parametrization.right_inverse must return a tensor. Got: {type(inverse).__name__}")
                ParametrizationList._check_result(inverse, value.shape, value.dtype)
    existing.append(parametrization)
    existing.unsafe |= unsafe


def is_parametrized(module: Module, tensor_name: str | None = None) -> bool:
    """Whether a module, or one tensor of it, has parametrizations.

    Parameters
    ----------
    module : Module
        The module.
    tensor_name : str, optional
        The tensor; None is any.

    Returns
    -------
    bool
        True if so.

    References
    ----------
    PyTorch: ``torch.nn.utils.parametrize.is_parametrized``.

    Examples
    --------
    >>> torch.nn.utils.parametrize.is_parametrized(torch.nn.Linear(1, 1))
    False
    """
    parametrizations = getattr(module, "parametrizations", None)
    if not isinstance(parametrizations, ModuleDict):
        return False
    return len(parametrizations) > 0 if tensor_name is None else tensor_name in parametrizations


def remove_parametrizations(module: Module, tensor_name: str, leave_parametrized: bool = True) -> Module:
    """Make a parametrized tensor an ordinary one again.

    Parameters
    ----------
    module : Module
        The module that is changed.
    tensor_name : str
        The tensor.
    leave_parametrized : bool, default True
        Whether it keeps its present value; otherwise it gets that of the original.

    Returns
    -------
    Module
        The module itself.

    Raises
    ------
    ValueError
        If it has none, or the original is in parts.

    References
    ----------
    PyTorch: ``torch.nn.utils.parametrize.remove_parametrizations``.

    Examples
    --------
    >>> layer = torch.nn.utils.parametrizations.weight_norm(torch.nn.Linear(2, 1))
    >>> torch.nn.utils.parametrize.remove_parametrizations(layer, "weight")
    Linear(in_features=2, out_features=1, bias=True)
    """
    if not is_parametrized(module, tensor_name):
        raise ValueError(f"Module {module} does not have a parametrization on {tensor_name}")
    registered: Any = module.parametrizations
    parametrizations = registered[tensor_name]
    if parametrizations.is_tensor:
        original = parametrizations.original
        if leave_parametrized:
            _set_data(original, getattr(module, tensor_name))
    elif leave_parametrized:
        value = getattr(module, tensor_name)
        original = Parameter(value.detach(), value.requires_grad) if isinstance(parametrizations.original0, Parameter) else value
    else:
        raise ValueError("Cannot leave unparametrized (`leave_parametrized=False`) a tensor that is parametrized in terms of a sequence of "
                         "tensors.")
    delattr(module.__class__, tensor_name)
    del registered[tensor_name]
    _register(module, tensor_name, original)
    if not is_parametrized(module):
        delattr(module, "parametrizations")
        module.__class__ = module.__class__.__bases__[0]
    return module


def type_before_parametrizations(module: Module) -> type:
    """The class a module had before it was parametrized.

    Parameters
    ----------
    module : Module
        The module.

    Returns
    -------
    type
        Its class, if it is not parametrized.

    References
    ----------
    PyTorch: ``torch.nn.utils.parametrize.type_before_parametrizations``.

    Examples
    --------
    >>> layer = torch.nn.utils.parametrizations.weight_norm(torch.nn.Linear(2, 1))
    >>> type(layer).__name__, torch.nn.utils.parametrize.type_before_parametrizations(layer).__name__
    ('ParametrizedLinear', 'Linear')
    """
    return module.__class__.__bases__[0] if is_parametrized(module) else type(module)


def transfer_parametrizations_and_params(from_module: Module, to_module: Module, tensor_name: str | None = None) -> Module:
    """Give a module the parametrizations of another, and the parameters they start from.

    Parameters
    ----------
    from_module : Module
        The source.
    to_module : Module
        The target.
    tensor_name : str, optional
        The tensor; None is all.

    Returns
    -------
    Module
        ``to_module``.

    References
    ----------
    PyTorch: ``torch.nn.utils.parametrize.transfer_parametrizations_and_params``.

    Examples
    --------
    >>> a = torch.nn.utils.parametrizations.weight_norm(torch.nn.Linear(2, 1))
    >>> b = torch.nn.utils.parametrize.transfer_parametrizations_and_params(a, torch.nn.Linear(2, 1))
    >>> torch.equal(a.weight, b.weight)
    True
    """
    if not is_parametrized(from_module):
        return to_module
    assert isinstance(from_module.parametrizations, ModuleDict)
    for name in list(from_module.parametrizations) if tensor_name is None else [tensor_name]:
        source: Any = from_module.parametrizations[name]
        if not hasattr(to_module, name):
            setattr(to_module, name, Parameter(source.original))
        for module in source:
            register_parametrization(to_module, name, module)
        target_parametrizations: Any = to_module.parametrizations
        target = target_parametrizations[name]
        if source.is_tensor:
            target.original = source.original
        else:
            for i in range(source.ntensors):
                setattr(target, f"original{i}", getattr(source, f"original{i}"))
    return to_module
