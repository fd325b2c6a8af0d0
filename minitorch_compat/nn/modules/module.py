"""The base class of all layers and models."""
from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from types import FunctionType
from typing import TYPE_CHECKING, Any, Self, TypeVar

from ..._dispatch.naming import reduce_instance
from .._torch import Tensor, typename
from ..parameter import Buffer, Parameter
from ._conversion import ConversionMixin
from ._hooks import (
    Hooks,
    HooksMixin,
    _has_any_global_hook,
    _WrappedHook,
    register_module_backward_hook,
    register_module_buffer_registration_hook,
    register_module_forward_hook,
    register_module_forward_pre_hook,
    register_module_full_backward_hook,
    register_module_full_backward_pre_hook,
    register_module_module_registration_hook,
    register_module_parameter_registration_hook,
)
from ._state_dict import _EXTRA_STATE_KEY_SUFFIX, StateDictMixin, _IncompatibleKeys
from ._traversal import TraversalMixin

__all__ = [
    "Module", "register_module_backward_hook", "register_module_buffer_registration_hook",
    "register_module_forward_hook", "register_module_forward_pre_hook", "register_module_full_backward_hook",
    "register_module_full_backward_pre_hook", "register_module_module_registration_hook",
    "register_module_parameter_registration_hook",
]

#: Names that other modules of `torch.nn` read as attributes of this one.
_REEXPORTED = (_EXTRA_STATE_KEY_SUFFIX, _IncompatibleKeys, _WrappedHook, _has_any_global_hook)

# The hooks of all modules. User code may assign new dictionaries, so no other module keeps references to them.
_global_buffer_registration_hooks: Hooks = OrderedDict()
_global_module_registration_hooks: Hooks = OrderedDict()
_global_parameter_registration_hooks: Hooks = OrderedDict()
_global_forward_pre_hooks: Hooks = OrderedDict()
_global_forward_hooks: Hooks = OrderedDict()
_global_forward_hooks_always_called: dict[int, bool] = OrderedDict()
_global_forward_hooks_with_kwargs: dict[int, bool] = OrderedDict()
_global_backward_pre_hooks: Hooks = OrderedDict()
_global_backward_hooks: Hooks = OrderedDict()
#: Whether the global backward hooks are full ones; None if there are none yet.
_global_is_full_backward_hook: bool | None = None

T_destination = TypeVar("T_destination", bound=dict[str, Any])

if TYPE_CHECKING:
    from typing import ParamSpec, Protocol

    P = ParamSpec("P")
    R_co = TypeVar("R_co", covariant=True)

    class _CallableLikeForward(Protocol[P, R_co]):
        """The type of modules for type checkers: a call has the signature of `forward`."""

        def forward(self, *args: P.args, **kwargs: P.kwargs) -> R_co: ...

_EARLY_ASSIGNMENT_ERROR = "cannot assign {} before Module.__init__() call"


def _addindent(s_: str, numSpaces: int) -> str:
    first, *rest = s_.split("\n")
    return "\n".join([first, *(" " * numSpaces + line for line in rest)])


def _check_name(owner: Any, kind: str, name: Any, existing: Any, dotted: str) -> None:
    """Refuse a name that cannot be registered."""
    if not isinstance(name, str):
        raise TypeError(f"{kind} name should be a string. Got {typename(name)}")
    if "." in name:
        raise KeyError(dotted)
    if name == "":
        raise KeyError(f'{kind} name can\'t be empty string ""')
    if hasattr(owner, name) and name not in existing:
        raise KeyError(f"attribute '{name}' already exists")


def _has_parameter(method: Callable[..., Any], parameter: str) -> bool:
    from inspect import signature

    return parameter in signature(method).parameters


def _attribute_error(owner: Any, name: str) -> AttributeError:
    return AttributeError(f"'{type(owner).__name__}' object has no attribute '{name}'")


def _run_registration_hooks(hooks: Any, module: Any, name: str, value: Any) -> Any:
    for hook in hooks.values():
        output = hook(module, name, value)
        if output is not None:
            value = output
    return value


def _forward_unimplemented(self: Any, *input: Any) -> None:
    """Raise NotImplementedError: subclasses define what a call computes.

    Parameters
    ----------
    *input : object
        The arguments of the call.

    Raises
    ------
    NotImplementedError
        The subclass does not define it.

    References
    ----------
    PyTorch: ``torch.nn.Module.forward``.

    Examples
    --------
    >>> class Double(torch.nn.Module):
    ...     def forward(self, x):
    ...         return 2 * x
    >>> Double()(torch.ones(2))
    tensor([2., 2.])
    """
    raise NotImplementedError(f'Module [{type(self).__name__}] is missing the required "forward" function')


class Module(HooksMixin, StateDictMixin, TraversalMixin, ConversionMixin):
    """Base class of all layers and models: contains parameters, buffers and submodules, and computes in ``forward``.

    A subclass calls ``super().__init__()`` first, assigns parameters and submodules to attributes,
    which registers them, and defines ``forward``. Calling the module runs ``forward`` between its
    hooks.

    Parameters
    ----------
    *args : object
        None are accepted.
    **kwargs : object
        None are accepted.

    Attributes
    ----------
    training : bool
        True after ``train()``, False after ``eval()``.

    Raises
    ------
    TypeError
        If arguments are given.
    AttributeError
        If something is assigned before ``super().__init__()``.

    References
    ----------
    PyTorch: ``torch.nn.Module``.

    Examples
    --------
    >>> class Scaled(torch.nn.Module):
    ...     def __init__(self, size):
    ...         super().__init__()
    ...         self.linear = torch.nn.Linear(size, size)
    ...         self.scale = torch.nn.Parameter(torch.tensor(2.0))
    ...     def forward(self, x):
    ...         return self.scale * self.linear(x)
    >>> model = Scaled(3)
    >>> [name for name, _ in model.named_parameters()]
    ['scale', 'linear.weight', 'linear.bias']
    >>> model(torch.zeros(1, 3)).shape
    torch.Size([1, 3])
    """

    dump_patches: bool = False
    #: Stored in the metadata of state_dict, and passed to `_load_from_state_dict` as `local_metadata["version"]`.
    _version: int = 1
    training: bool
    #: Whether `__init__` passes its arguments on to the next class: for multiple inheritance.
    call_super_init: bool = False
    _compiled_call_impl: Callable[..., Any] | None = None
    T_destination = T_destination

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        if not self.call_super_init and kwargs:
            raise TypeError(f"{type(self).__name__}.__init__() got an unexpected keyword argument "
                            f"'{next(iter(kwargs))}'")
        if not self.call_super_init and args:
            raise TypeError(f"{type(self).__name__}.__init__() takes 1 positional argument but {len(args) + 1} were "
                            "given")
        # Stored directly in the instance: __setattr__ would search registries that do not exist yet.
        self.__dict__.update(
            training=True, _parameters={}, _buffers={}, _non_persistent_buffers_set=set(),
            _backward_pre_hooks=OrderedDict(), _backward_hooks=OrderedDict(), _is_full_backward_hook=None,
            _forward_hooks=OrderedDict(), _forward_hooks_with_kwargs=OrderedDict(),
            _forward_hooks_always_called=OrderedDict(), _forward_pre_hooks=OrderedDict(),
            _forward_pre_hooks_with_kwargs=OrderedDict(), _state_dict_hooks=OrderedDict(),
            _state_dict_pre_hooks=OrderedDict(), _load_state_dict_pre_hooks=OrderedDict(),
            _load_state_dict_post_hooks=OrderedDict(), _modules={})
        if self.call_super_init:
            super().__init__(*args, **kwargs)

    forward: Callable[..., Any] = _forward_unimplemented

    # Calls -----------------------------------------------------------------------------------------------------------

    if TYPE_CHECKING:  # a call has the signature of `forward`
        def __call__(self: _CallableLikeForward[P, R_co], *args: P.args, **kwargs: P.kwargs) -> R_co: ...

    else:
        def __call__(self, *args: Any, **kwargs: Any) -> Any:
            """Run `forward` and the hooks."""
            # Attributes of a class with __getattr__ are slow to load, so the four registries are read from the dict.
            attributes = self.__dict__
            try:
                hooked = (attributes["_backward_hooks"] or attributes["_backward_pre_hooks"] or attributes["_forward_hooks"]
                          or attributes["_forward_pre_hooks"])
            except KeyError as missing:  # __init__ has not run
                raise _attribute_error(self, missing.args[0]) from None
            try:
                if (hooked or _global_forward_hooks or _global_forward_pre_hooks or _global_backward_hooks
                        or _global_backward_pre_hooks):
                    return self._hooked_call(args, kwargs)
                if kwargs:
                    return self.forward(*args, **kwargs)
                return self.forward(args[0]) if len(args) == 1 else self.forward(*args)
            except Exception as error:
                from ..._fidelity.tracebacks import shorten_traceback

                raise shorten_traceback(error)  # noqa: B904 (the same)

    def _wrapped_call_impl(self, *args: Any, **kwargs: Any) -> Any:
        return self(*args, **kwargs)

    def _call_impl(self, *args: Any, **kwargs: Any) -> Any:
        return self(*args, **kwargs)

    def _slow_forward(self, *input: Any, **kwargs: Any) -> Any:
        return self.forward(*input, **kwargs)

    def compile(self, *args: Any, **kwargs: Any) -> None:
        """Use ``torch.compile`` for each call of this module, in place.

        Parameters
        ----------
        *args : object
            As for ``torch.compile``.
        **kwargs : object
            As for ``torch.compile``.

        Notes
        -----
        Nothing is compiled: the module computes as before.

        Examples
        --------
        >>> layer = torch.nn.ReLU()
        >>> layer.compile(backend="eager")
        >>> layer(torch.tensor([-1., 1.]))
        tensor([0., 1.])
        """
        from ...compiler import compile

        self._compiled_call_impl = compile(self._call_impl, *args, **kwargs)

    # Registration ----------------------------------------------------------------------------------------------------

    def register_buffer(self, name: str, tensor: Tensor | None, persistent: bool = True) -> None:
        """Add a tensor that is state but not a parameter, such as a running mean.

        It moves with the module, and is in ``state_dict``.

        Parameters
        ----------
        name : str
            The name of its attribute.
        tensor : Tensor or None
            The buffer; None reserves the name, and is not in ``state_dict``.
        persistent : bool, default True
            Whether it is in ``state_dict``.

        Raises
        ------
        TypeError
            If ``tensor`` is not a tensor, or ``name`` is not a string.
        KeyError
            If the name has a dot, is empty, or is taken.

        Examples
        --------
        >>> layer = torch.nn.Linear(2, 2)
        >>> layer.register_buffer("count", torch.zeros(1))
        >>> sorted(layer.state_dict())
        ['bias', 'count', 'weight']
        """
        if "_buffers" not in self.__dict__:
            raise AttributeError(_EARLY_ASSIGNMENT_ERROR.format("buffer"))
        _check_name(self, "buffer", name, self._buffers, 'buffer name can\'t contain "."')
        if tensor is not None and not isinstance(tensor, Tensor):
            raise TypeError(f"cannot assign '{typename(tensor)}' object to buffer '{name}' (torch Tensor or None "
                            "required)")
        self._buffers[name] = _run_registration_hooks(_global_buffer_registration_hooks, self, name, tensor)
        if persistent:
            self._non_persistent_buffers_set.discard(name)
        else:
            self._non_persistent_buffers_set.add(name)

    def register_parameter(self, name: str, param: Parameter | None) -> None:
        """Add a parameter; the same as assigning a ``Parameter`` to an attribute.

        Parameters
        ----------
        name : str
            The name of its attribute.
        param : Parameter or None
            The parameter; None reserves the name, as in a layer without bias.

        Raises
        ------
        TypeError
            If ``param`` is not a ``Parameter``.
        KeyError
            If the name has a dot, is empty, or is taken.

        Examples
        --------
        >>> module = torch.nn.Module()
        >>> module.register_parameter("scale", torch.nn.Parameter(torch.ones(1)))
        >>> [name for name, _ in module.named_parameters()]
        ['scale']
        """
        if "_parameters" not in self.__dict__:
            raise AttributeError(_EARLY_ASSIGNMENT_ERROR.format("parameter"))
        _check_name(self, "parameter", name, self._parameters, 'parameter name can\'t contain "."')
        if param is not None:
            if not isinstance(param, Parameter):
                raise TypeError(f"cannot assign '{typename(param)}' object to parameter '{name}' "
                                "(torch.nn.Parameter or None required)")
            if param.grad_fn is not None:
                raise ValueError(f"Cannot assign non-leaf Tensor to parameter '{name}'. Model parameters must be "
                                 f"created explicitly. To express '{name}' as a function of another Tensor, "
                                 "compute the "
                                 "value in the forward() method.")
            param = _run_registration_hooks(_global_parameter_registration_hooks, self, name, param)
        self._parameters[name] = param

    def add_module(self, name: str, module: Module | None) -> None:
        """Add a submodule; the same as assigning a module to an attribute.

        Parameters
        ----------
        name : str
            The name of its attribute.
        module : Module or None
            The submodule.

        Raises
        ------
        TypeError
            If ``module`` is not a module.
        KeyError
            If the name has a dot, is empty, or is taken.

        Examples
        --------
        >>> net = torch.nn.Module()
        >>> net.add_module("first", torch.nn.Linear(1, 2))
        >>> net.first
        Linear(in_features=1, out_features=2, bias=True)
        """
        if module is not None and not isinstance(module, Module):
            raise TypeError(f"{typename(module)} is not a Module subclass")
        _check_name(self, "module", name, self._modules, f'module name can\'t contain ".", got: {name}')
        self._modules[name] = _run_registration_hooks(_global_module_registration_hooks, self, name, module)

    def register_module(self, name: str, module: Module | None) -> None:
        """Another name of ``add_module``.

        Parameters
        ----------
        name : str
            The name of its attribute.
        module : Module or None
            The submodule.

        Examples
        --------
        >>> net = torch.nn.Module()
        >>> net.register_module("first", torch.nn.ReLU())
        >>> net.first
        ReLU()
        """
        self.add_module(name, module)

    # Attributes ------------------------------------------------------------------------------------------------------

    def __getattr__(self, name: str) -> Tensor | Module:
        attributes = self.__dict__
        if "_modules" not in attributes:  # __init__ has not run
            raise _attribute_error(self, name)
        registry = attributes["_parameters"]
        if name in registry:
            return registry[name]
        registry = attributes["_buffers"]
        if name in registry:
            return registry[name]
        registry = attributes["_modules"]
        if name in registry:
            return registry[name]
        raise _attribute_error(self, name)

    def __setattr__(self, name: str, value: Any) -> None:
        attributes = self.__dict__
        if isinstance(value, Parameter):
            self._remove_from_registries(name, "_parameters", early_registry="parameters")
            self.register_parameter(name, value)
        elif "_parameters" in attributes and name in attributes["_parameters"]:
            if value is not None:
                raise TypeError(f"cannot assign '{typename(value)}' as parameter '{name}' "
                                "(torch.nn.Parameter or None expected)")
            self.register_parameter(name, value)
        elif isinstance(value, Module):
            self._remove_from_registries(name, "_modules", early_registry="module")
            attributes["_modules"][name] = _run_registration_hooks(_global_module_registration_hooks, self, name, value)
        elif "_modules" in attributes and name in attributes["_modules"]:
            if value is not None:
                raise TypeError(f"cannot assign '{typename(value)}' as child module '{name}' "
                                "(torch.nn.Module or None expected)")
            attributes["_modules"][name] = _run_registration_hooks(_global_module_registration_hooks, self, name, value)
        elif isinstance(value, Buffer) or ("_buffers" in attributes and name in attributes["_buffers"]):
            self._set_buffer(name, value)
        else:
            super().__setattr__(name, value)

    def _set_buffer(self, name: str, value: Any) -> None:
        if value is not None and not isinstance(value, Tensor):
            raise TypeError(f"cannot assign '{typename(value)}' as buffer '{name}' "
                            "(torch.nn.Buffer, torch.Tensor or None expected)")
        if isinstance(value, Buffer):
            # A name that was a plain attribute becomes a buffer.
            self._remove_from_registries(name, "_buffers", early_registry="buffer")
            takes_persistent = type(self).register_buffer is Module.register_buffer or _has_parameter(self.register_buffer, "persistent")
            if not (takes_persistent or value.persistent):
                raise RuntimeError("Registering a non-persistent buffer on a Module subclass that implements register_buffer() without the "
                                   "persistent argument is not allowed.")
            self.register_buffer(name, value, *((value.persistent,) if takes_persistent else ()))
        else:
            self._buffers[name] = _run_registration_hooks(_global_buffer_registration_hooks, self, name, value)

    def _remove_from_registries(self, name: str, kept_registry: str, early_registry: str) -> None:
        """Remove `name` from all registries but `kept_registry`, so that it is unambiguous."""
        attributes = self.__dict__
        if kept_registry not in attributes:
            raise AttributeError(_EARLY_ASSIGNMENT_ERROR.format(early_registry))
        attributes.pop(name, None)
        for registry in ("_parameters", "_buffers", "_modules"):
            if registry != kept_registry:
                attributes[registry].pop(name, None)
        if kept_registry != "_buffers":
            self._non_persistent_buffers_set.discard(name)

    def __delattr__(self, name: str) -> None:
        if name in self._parameters:
            del self._parameters[name]
        elif name in self._buffers:
            del self._buffers[name]
            self._non_persistent_buffers_set.discard(name)
        elif name in self._modules:
            del self._modules[name]
        else:
            super().__delattr__(name)

    def __dir__(self) -> list[str]:
        keys = {*dir(type(self)), *self.__dict__, *self._parameters, *self._modules, *self._buffers}
        # Names that are not identifiers, as those in a Sequential, are left out.
        return sorted(key for key in keys if not key[0].isdigit())

    if not TYPE_CHECKING:
        __reduce_ex__ = reduce_instance

    def __getstate__(self) -> dict[str, Any]:
        state = self.__dict__.copy()
        state.pop("_compiled_call_impl", None)
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        # Pickles of older versions lack the registries added later.
        for name in ("_forward_pre_hooks", "_forward_pre_hooks_with_kwargs", "_forward_hooks_with_kwargs",
                     "_forward_hooks_always_called", "_state_dict_hooks", "_state_dict_pre_hooks",
                     "_load_state_dict_pre_hooks", "_load_state_dict_post_hooks", "_backward_pre_hooks"):
            self.__dict__.setdefault(name, OrderedDict())
        self.__dict__.setdefault("_non_persistent_buffers_set", set())
        self.__dict__.setdefault("_is_full_backward_hook", None)

    # Training --------------------------------------------------------------------------------------------------------

    def train(self, mode: bool = True) -> Self:
        """Switch to training mode, with all submodules, which affects dropout and batch normalization.

        Parameters
        ----------
        mode : bool, default True
            False switches to evaluation mode.

        Returns
        -------
        Module
            The module itself.

        Raises
        ------
        ValueError
            If ``mode`` is not a bool.

        Examples
        --------
        >>> net = torch.nn.Sequential(torch.nn.Dropout())
        >>> net.eval().train()[0].training
        True
        """
        if not isinstance(mode, bool):
            raise ValueError("training mode is expected to be boolean")
        self.training = mode
        for module in self.children():
            module.train(mode)
        return self

    def eval(self) -> Self:
        """Switch to evaluation mode, with all submodules; the same as ``train(False)``.

        Returns
        -------
        Module
            The module itself.

        Examples
        --------
        >>> torch.nn.Dropout(0.9).eval()(torch.ones(3))
        tensor([1., 1., 1.])
        """
        return self.train(False)

    def requires_grad_(self, requires_grad: bool = True) -> Self:
        """Set ``requires_grad`` of all parameters; False freezes the module.

        Parameters
        ----------
        requires_grad : bool, default True
            False freezes.

        Returns
        -------
        Module
            The module itself.

        Examples
        --------
        >>> layer = torch.nn.Linear(2, 1).requires_grad_(False)
        >>> layer(torch.ones(1, 2)).requires_grad
        False
        """
        for param in self.parameters():
            param.requires_grad_(requires_grad)
        return self

    def zero_grad(self, set_to_none: bool = True) -> None:
        """Clear the gradients of all parameters.

        Parameters
        ----------
        set_to_none : bool, default True
            Whether ``.grad`` becomes None; otherwise it is filled with zeros, in place.

        Examples
        --------
        >>> layer = torch.nn.Linear(2, 1)
        >>> layer(torch.ones(1, 2)).sum().backward()
        >>> layer.zero_grad()
        >>> print(layer.weight.grad)
        None
        """
        for param in self.parameters():
            grad = param.grad
            if grad is None:
                continue
            if set_to_none:
                param.grad = None
                continue
            if grad.grad_fn is not None:
                grad.detach_()
            else:
                grad.requires_grad_(False)
            grad.zero_()

    def _replicate_for_data_parallel(self) -> Any:
        replica = self.__new__(type(self))
        replica.__dict__ = self.__dict__.copy()
        replica._parameters = {}
        replica._buffers = replica._buffers.copy()
        replica._modules = replica._modules.copy()
        replica._is_replica = True
        return replica

    # Text ------------------------------------------------------------------------------------------------------------

    def extra_repr(self) -> str:
        """The text within the brackets of the module's ``repr``; a subclass may define it.

        Returns
        -------
        str
            One line, or several.

        Examples
        --------
        >>> torch.nn.Linear(2, 3).extra_repr()
        'in_features=2, out_features=3, bias=True'
        """
        return ""

    def __repr__(self) -> str:
        extra = self.extra_repr()
        extra_lines = extra.split("\n") if extra else []
        child_lines = [f"({name}): " + _addindent(repr(module), 2) for name, module in self._modules.items()]
        lines = extra_lines + child_lines
        if not lines:
            return f"{self._get_name()}()"
        if len(extra_lines) == 1 and not child_lines:
            return f"{self._get_name()}({extra_lines[0]})"
        return "{}(\n  {}\n)".format(self._get_name(), "\n  ".join(lines))


for _mixin in Module.__bases__:  # Python's messages, and the repr of a bound method, show the public class
    for _method in vars(_mixin).values():
        if isinstance(_method, FunctionType):
            _method.__qualname__, _method.__module__ = f"Module.{_method.__name__}", __name__
