"""`torch.library`: custom ops, with a schema and a formula for backward. https://docs.pytorch.org/docs/stable/library.html

Functions registered for other devices and for tracing never run here.
"""
from __future__ import annotations

import functools
import inspect
import re
import typing
import weakref
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from . import ops as _ops
from ._array.core.user_warnings import warn
from ._bindings.tensor.tensor import Tensor
from ._dispatch.device import device
from ._dispatch.dtype import dtype
from ._dispatch.state import LOCAL
from ._dispatch.unsupported import UnsupportedError
from ._namespace.names import claim, missing
from ._namespace.tags import Tag
from .ops._custom import CustomOverload, register, unregister
from .ops._opcheck import opcheck
from .ops._overloads import OpOverload, OpOverloadPacket

__all__ = ["CustomOpDef", "Library", "custom_op", "define", "fallthrough_kernel", "get_ctx", "impl", "impl_abstract", "infer_schema",
           "opcheck", "register_autocast", "register_autograd", "register_fake", "register_kernel", "register_torch_dispatch",
           "register_vmap"]

_SCALAR_TYPES: dict[Any, str] = {Tensor: "Tensor", int: "SymInt", float: "float", bool: "bool", str: "str", dtype: "ScalarType",
                                 device: "Device"}
#: Element types that lists may have; list types that may be None; return types.
_LIST_ELEMENT_TYPES, _OPTIONAL_TYPES = frozenset({"Tensor", "Tensor?", "SymInt", "float", "bool",
                                                  "Scalar"}), frozenset({"SymInt[]", "float[]", "bool[]"})
_RETURN_TYPES = frozenset({"Tensor", "Tensor[]", "SymInt", "float", "bool", "Scalar"})


# Schemas ------------------------------------------------------------------------------------------------------------------------------


def infer_schema(prototype_function: Callable[..., Any], /, *, mutates_args: Any, op_name: str | None = None,
                 tags: Any = ()) -> str:
    """Derive the schema of an op from the annotations of a function.

    Parameters
    ----------
    prototype_function : callable
        A function with annotations for all parameters and the result.
    mutates_args : iterable of str
        Names of arguments that it changes in place, or ``'unknown'``.
    op_name : str, optional
        The name to put before the schema.
    tags : Tag or sequence, default ()
        Tags of the op; with ``torch.Tag.inplace`` or ``torch.Tag.out`` it returns the arguments that it writes to.

    Returns
    -------
    str
        Such as ``'(Tensor x, float y) -> Tensor'``.

    Raises
    ------
    ValueError
        If an annotation is missing or not supported.

    References
    ----------
    PyTorch: ``torch.library.infer_schema``.

    Examples
    --------
    >>> def scale(x: torch.Tensor, y: float) -> torch.Tensor:
    ...     return x * y
    >>> torch.library.infer_schema(scale, mutates_args=())
    '(Tensor x, float y) -> Tensor'
    """
    signature, tags = inspect.signature(prototype_function), _to_tags(tags or ())
    where = f" Got func with signature {signature})"
    try:
        hints = typing.get_type_hints(prototype_function)
    except Exception as error:
        raise ValueError(f"infer_schema(func): Unsupported type annotation. It is not a type. ({error}).{where}") from error
    parts: list[str] = []
    kinds: dict[str, str] = {}
    if isinstance(mutates_args, str) and mutates_args != "unknown":
        raise ValueError("mutates_args must either be a sequence of the names of the arguments that are mutated or the string 'unknown'. ")
    for position, (name, parameter) in enumerate(signature.parameters.items()):
        if parameter.kind not in (parameter.POSITIONAL_OR_KEYWORD, parameter.KEYWORD_ONLY):
            raise ValueError(f"infer_schema(func): We do not support positional-only args, varargs, or varkwargs.{where}")
        if parameter.kind is parameter.KEYWORD_ONLY and "*" not in parts:
            parts.append("*")
        if name not in hints:
            raise ValueError(f"infer_schema(func): Parameter {name} must have a type annotation.{where}")
        kind = _schema_type(hints[name])
        if kind is None:
            raise ValueError(f"infer_schema(func): Parameter {name} has unsupported type {hints[name]}.{where}")
        if mutates_args != "unknown" and name in mutates_args and not kind.startswith("Tensor"):
            raise ValueError(f"infer_schema(func): Parameter {name} is in mutable_args but only Tensors or collections of Tensors can be "
                             f"mutated{where}")
        if kind.startswith("Tensor") and (mutates_args == "unknown" or name in mutates_args):
            kind = kind.replace("Tensor", f"Tensor(a{position}!)", 1)
        default = "" if parameter.default is parameter.empty else f"={_default(name, parameter.default, where)}"
        parts.append(f"{kind} {name}{default}")
        kinds[name] = kind
    if not isinstance(mutates_args, str) and (unknown := set(mutates_args) - set(signature.parameters)):
        raise ValueError(f"infer_schema(func): {unknown} in mutates_args were not found in the custom op's signature. mutates_args names "
                         f"the arguments that are written to; \"unknown\" stands for any of them.{where}")
    if "return" not in hints:
        raise ValueError(f"infer_schema(func): No return type annotation was provided. Please add one.{where}")
    returned = _return_type(hints["return"], where)
    try:
        returned = _returned_arguments(signature, kinds, returned, tags) or returned
    except _TagMismatch as mismatch:
        raise ValueError(f"infer_schema(func): torch.Tag.{mismatch}{where}") from None
    return f"{op_name or ''}({', '.join(parts)}) -> {returned}"


class _TagMismatch(Exception):
    """Arguments or results that do not fit the tag ``inplace`` or ``out``."""


def _returned_arguments(signature: inspect.Signature, kinds: dict[str, str], returned: str, tags: tuple[Tag, ...]) -> str | None:
    """The results of an op that is tagged as one that returns the arguments it writes to, with their marks; None without such a tag."""
    written = {name: kind for name, kind in kinds.items() if "!" in kind}
    if Tag.inplace in tags:
        if Tag.out in tags:
            raise AssertionError("torch.Tag.inplace and torch.Tag.out are mutually exclusive")
        first = next((name for name, p in signature.parameters.items() if p.kind is p.POSITIONAL_OR_KEYWORD), None)
        if first is None:
            raise _TagMismatch("inplace requires a positional Tensor argument.")
        if not _TENSOR.fullmatch(kinds[first]):
            raise _TagMismatch("inplace requires the first positional argument to be a Tensor.")
        if list(written) != [first]:
            raise _TagMismatch(f"inplace requires mutates_args to contain exactly the first positional argument, got {tuple(written)}.")
    elif Tag.out in tags:
        if any(signature.parameters[name].kind is not inspect.Parameter.KEYWORD_ONLY for name in written):
            raise _TagMismatch("out requires mutable arguments to be keyword-only.")
        if not all(map(_TENSOR.fullmatch, written.values())):
            raise _TagMismatch("out only supports mutable keyword-only Tensor arguments.")
        if not written:
            raise _TagMismatch("out requires at least one mutable keyword-only Tensor argument.")
    else:
        return None
    if re.findall(r"[^(), ]+", returned) != ["Tensor"] * len(written):
        raise _TagMismatch(f"{'out' if Tag.out in tags else 'inplace'} requires the return annotation to match the arguments written to, "
                           f"{tuple(written)}: a torch.Tensor for each.")
    joined = ", ".join(written.values())
    return f"({joined})" if len(written) > 1 else joined


_TENSOR = re.compile(r"Tensor(\(\w+!\))?")


def _schema_type(hint: Any) -> str | None:
    """The schema's type for an annotation; None if schemas have none."""
    if hint in _SCALAR_TYPES:
        return _SCALAR_TYPES[hint]
    origin, members = typing.get_origin(hint), typing.get_args(hint)
    if origin in (list, Sequence) and len(members) == 1:
        inner = _schema_type(members[0])
        return f"{inner}[]" if inner in _LIST_ELEMENT_TYPES else None
    if members and type(None) in members:
        rest = [m for m in members if m is not type(None)]
        inner = _schema_type(rest[0]) if len(rest) == 1 else _schema_type(typing.Union[tuple(rest)])  # noqa: UP007
        return None if inner is None or inner.endswith("]") and inner not in _OPTIONAL_TYPES else f"{inner}?"
    return "Scalar" if set(members) == {int, float, bool} else None


def _default(name: str, value: Any, where: str) -> str:
    if value is None or isinstance(value, (bool, int, float)):
        return str(value)
    if isinstance(value, (str, device)):
        return f'"{value}"'
    if isinstance(value, dtype):
        return str(value).removeprefix("torch.")
    raise ValueError(f"infer_schema(func): Parameter {name} has an unsupported default value type {type(value)}. Please file an issue on "
                     f"GitHub so we can prioritize this.{where}")


def _return_type(hint: Any, where: str) -> str:
    if hint is None or hint is type(None):
        return "()"
    members = typing.get_args(hint) if typing.get_origin(hint) is tuple else (hint,)
    kinds = [None if typing.get_origin(member) is Sequence else _schema_type(member) for member in members]
    if not all(kind in _RETURN_TYPES for kind in kinds):
        raise ValueError(f"infer_schema(func): Return has unsupported type {hint}.{where}")
    joined = ", ".join(map(str, kinds))
    return f"({joined})" if typing.get_origin(hint) is tuple else joined


# Registration -------------------------------------------------------------------------------------------------------------------------


def _split(qualname: str) -> tuple[str, str, str]:
    """Split a qualified name into namespace, name and overload."""
    namespace, colons, name = qualname.partition("::")
    if not colons or not name or "::" in name:
        raise ValueError(f"Expected `qualname` to be of the form \"namespace::name\". Got: {qualname}. The qualname passed to the "
                         "torch.library API must consist of a namespace and a name, e.g. aten::sin")
    name, _, overload = name.partition(".")
    return namespace, name, overload or "default"


def _define(qualname: str, schema: str, override: bool = False, tags: tuple[Tag, ...] = ()) -> CustomOverload:
    namespace, name, overload = _split(qualname)
    made = register(getattr(_ops, namespace), name, schema, overload, override)
    made._tags = tags
    return made


def _find_op(op: Any) -> CustomOverload | None:
    """The registered op that `op` refers to; None if there is none."""
    if isinstance(op, CustomOpDef):
        return op._overload
    if isinstance(op, OpOverloadPacket):
        op = getattr(op, "default", None)
    if isinstance(op, str):
        namespace, name, overload = _split(op)
        op = getattr(vars(getattr(_ops, namespace)).get(name), overload, None)
    elif op is not None and not isinstance(op, OpOverload):
        raise ValueError(f"got unexpected type for op: {type(op)}")
    return op if isinstance(op, CustomOverload) else None


def _require_op(op: Any) -> CustomOverload:
    result = _find_op(op)
    if result is None:
        if isinstance(op, OpOverload):
            raise UnsupportedError(f"torch.library for {op}", "out of scope (ops of its own are what they are)")
        raise RuntimeError(f"operator {op} does not exist")
    return result


class CustomOpDef:
    """An op made by ``custom_op``, with methods to register more about it.

    Parameters
    ----------
    overload : object
        The op in ``torch.ops``.
    function : callable
        The function that computes it.

    References
    ----------
    PyTorch: ``torch.library.CustomOpDef``.

    Examples
    --------
    >>> @torch.library.custom_op("docs::plus_one", mutates_args=())
    ... def plus_one(x: torch.Tensor) -> torch.Tensor:
    ...     return x + 1
    >>> type(plus_one).__name__, plus_one(torch.zeros(1))
    ('CustomOpDef', tensor([1.]))
    """

    def __init__(self, overload: CustomOverload, function: Callable[..., Any]) -> None:
        self._overload, self._init_fn = overload, function
        self._qualname = overload.name()
        self._namespace, self._name = overload.namespace, overload._opname

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self._overload(*args, **kwargs)

    def __repr__(self) -> str:
        return f"<CustomOpDef({self._qualname})>"

    @property
    def _opoverload(self) -> CustomOverload:
        return self._overload

    def register_kernel(self, device_types: Any, fn: Callable[..., Any] | None = None, /) -> Any:
        """Register the function for tensors on some devices.

        Parameters
        ----------
        device_types : str or sequence of str
            The devices; all if None.
        fn : callable, optional
            The function; None makes it a decorator.

        Returns
        -------
        callable
            The function.

        Examples
        --------
        >>> @torch.library.custom_op("docs::plus_two", mutates_args=(), device_types="cuda")
        ... def plus_two(x: torch.Tensor) -> torch.Tensor:
        ...     return x + 2
        >>> f = plus_two.register_kernel("cpu")(lambda x: x + 2)
        >>> plus_two(torch.zeros(1))
        tensor([2.])
        """
        return register_kernel(self, device_types, fn)

    def register_fake(self, fn: Callable[..., Any], /) -> Callable[..., Any]:
        """Register the function for meta tensors, which computes shapes and dtypes.

        Parameters
        ----------
        fn : callable
            A function of meta tensors.

        Returns
        -------
        callable
            The function.

        Examples
        --------
        >>> @torch.library.custom_op("docs::same", mutates_args=())
        ... def same(x: torch.Tensor) -> torch.Tensor:
        ...     return x.clone()
        >>> f = same.register_fake(lambda x: torch.empty_like(x))
        >>> same(torch.empty(2, device="meta")).shape
        torch.Size([2])
        """
        if self._overload.returned:
            warn(f"The fake registration for {self} is unnecessary: custom ops tagged with torch.Tag.inplace or torch.Tag.out already get "
                 "an autogenerated fake kernel. The provided one will be used instead.")
        return register_fake(self, fn)

    def register_autograd(self, backward: Callable[..., Any], /, *, setup_context: Callable[..., Any] | None = None) -> None:
        """Register the derivative.

        Parameters
        ----------
        backward : callable
            ``backward(ctx, *gradients)`` returns one gradient per argument.
        setup_context : callable, optional
            ``setup_context(ctx, inputs, output)`` saves what backward needs.

        Examples
        --------
        >>> @torch.library.custom_op("docs::square", mutates_args=())
        ... def square(x: torch.Tensor) -> torch.Tensor:
        ...     return x * x
        >>> def save(ctx, inputs, output):
        ...     ctx.save_for_backward(*inputs)
        >>> square.register_autograd(lambda ctx, g: 2 * ctx.saved_tensors[0] * g, setup_context=save)
        >>> x = torch.tensor(3.0, requires_grad=True)
        >>> torch.autograd.grad(square(x), x)
        (tensor(6.),)
        """
        register_autograd(self, backward, setup_context=setup_context)

    def register_vmap(self, func: Callable[..., Any] | None = None) -> Any:
        """Register the batching rule.

        Parameters
        ----------
        func : callable, optional
            ``func(info, in_dims, *args)`` returns outputs and the batch dimension of each; None makes
            it a decorator.

        Returns
        -------
        callable
            The function.

        Examples
        --------
        >>> @torch.library.custom_op("docs::plus_three", mutates_args=())
        ... def plus_three(x: torch.Tensor) -> torch.Tensor:
        ...     return x + 3
        >>> f = plus_three.register_vmap(lambda info, in_dims, x: (plus_three(x), in_dims[0]))
        >>> torch.func.vmap(plus_three)(torch.zeros(2))
        tensor([3., 3.])
        """
        return register_vmap(self, func)

    def register_torch_dispatch(self, torch_dispatch_class: Any, fn: Callable[..., Any] | None = None, /) -> Any:
        """Register the implementation for a ``__torch_dispatch__`` class; never called here.

        Parameters
        ----------
        torch_dispatch_class : type
            The class.
        fn : callable, optional
            The function; None makes it a decorator.

        Returns
        -------
        callable
            The function.

        Examples
        --------
        >>> class Mine(torch.Tensor):
        ...     pass
        >>> @torch.library.custom_op("docs_a::double", mutates_args=())
        ... def double(x: torch.Tensor) -> torch.Tensor:
        ...     return 2 * x
        >>> def of_mine(mode, func, types, args, kwargs):
        ...     return NotImplemented
        >>> double.register_torch_dispatch(Mine, of_mine) is of_mine
        True
        >>> double(torch.ones(2))
        tensor([2., 2.])
        """
        return fn if fn is not None else lambda f: f

    def register_autocast(self, device_type: str, cast_inputs: dtype) -> None:
        """Register the dtype to which floating arguments are cast under autocast.

        Parameters
        ----------
        device_type : str
            The device type.
        cast_inputs : dtype
            The dtype.

        Examples
        --------
        >>> @torch.library.custom_op("docs::plus_four", mutates_args=())
        ... def plus_four(x: torch.Tensor) -> torch.Tensor:
        ...     return x + 4
        >>> kernel = plus_four.register_autocast("cpu", torch.bfloat16)
        >>> with torch.autocast("cpu"):
        ...     print(plus_four(torch.zeros(1)).dtype)
        torch.bfloat16
        """
        register_autocast(self, device_type, cast_inputs)

    @contextmanager
    def set_kernel_enabled(self, device_type: str, enabled: bool = True) -> Iterator[None]:
        """Context in which the function for a device is enabled or disabled; without it the one for all devices is used.

        Parameters
        ----------
        device_type : str
            The device.
        enabled : bool, default True
            False disables the function.

        Yields
        ------
        None
            Nothing.

        Examples
        --------
        >>> @torch.library.custom_op("docs::plus_nine", mutates_args=())
        ... def plus_nine(x: torch.Tensor) -> torch.Tensor:
        ...     return x + 9
        >>> f = plus_nine.register_kernel("cpu")(lambda x: x + 90)
        >>> with plus_nine.set_kernel_enabled("cpu", enabled=False):
        ...     print(plus_nine(torch.zeros(1)))
        tensor([9.])
        >>> plus_nine(torch.zeros(1))
        tensor([90.])
        """
        disabled = self._overload.disabled
        before = set(disabled)
        (disabled.discard if enabled else disabled.add)(_key_of(device_type))
        try:
            yield
        finally:
            disabled.clear()
            disabled.update(before)


def triton_op(name: str, fn: Callable[..., Any] | None = None, /, *, mutates_args: str | Iterable[str], schema: str | None = None) -> Any:
    """Same as ``custom_op``; the function may launch Triton kernels, which do not exist here.

    Parameters
    ----------
    name : str
        ``'namespace::name'``.
    fn : callable, optional
        The function; None makes it a decorator.
    mutates_args : iterable of str
        Names of arguments that it changes in place.
    schema : str, optional
        The schema; derived from the annotations if None.

    Returns
    -------
    CustomOpDef
        The op.

    References
    ----------
    PyTorch: ``torch.library.triton_op``.

    Examples
    --------
    >>> @torch.library.triton_op("docs::same_again", mutates_args=())
    ... def same_again(x: torch.Tensor) -> torch.Tensor:
    ...     return x.clone()
    >>> same_again(torch.ones(1))
    tensor([1.])
    """
    return custom_op(name, fn, mutates_args=mutates_args, schema=schema)


def custom_op(name: str, fn: Callable[..., Any] | None = None, /, *, mutates_args: str | Iterable[str], device_types: Any = None,
              schema: str | None = None, tags: Any = None) -> Any:
    """Decorator that makes an op from a function; it becomes ``torch.ops.namespace.name`` as well.

    Parameters
    ----------
    name : str
        ``'namespace::name'``.
    fn : callable, optional
        The function; None makes it a decorator.
    mutates_args : iterable of str
        Names of arguments that it changes in place, or ``'unknown'``.
    device_types : str or sequence of str, optional
        Its devices; all if None.
    schema : str, optional
        The schema; derived from the annotations if None.
    tags : sequence, optional
        Tags of the op.

    Returns
    -------
    CustomOpDef
        The op, which can be called.

    Raises
    ------
    ValueError
        If no schema can be derived from the annotations.

    References
    ----------
    PyTorch: ``torch.library.custom_op``.

    Examples
    --------
    >>> @torch.library.custom_op("docs::double", mutates_args=())
    ... def double(x: torch.Tensor) -> torch.Tensor:
    ...     return 2 * x
    >>> double(torch.ones(1)), torch.ops.docs.double(torch.ones(1))
    (tensor([2.]), tensor([2.]))
    """

    tags = _to_tags(tags or ())

    def make(function: Callable[..., Any]) -> CustomOpDef:
        text = infer_schema(function, mutates_args=mutates_args, tags=tags) if schema is None else schema
        overload = _define(name, text, override=True, tags=(Tag.pt2_compliant_tag, *(t for t in tags if t is not Tag.pt2_compliant_tag)))
        written = tuple(a.name for a in overload.arguments if "!" in a.type)
        try:
            if mutates_args != "unknown" and set(written) != set(mutates_args):
                raise ValueError(f"Attempted to create a custom op with `mutates_args={mutates_args}` and `schema={schema}. The schema "
                                 f"suggests that the op mutates {set(written)}; `mutates_args` has to name the same.")
            if _has_keyword_tensors(overload) and Tag.out not in tags:
                raise NotImplementedError(f"custom_op with kwarg-only Tensor args. Please make your tensors not kwarg-only. Got: "
                                          f"{overload._schema}")
            register_kernel(overload, device_types, function)
        except (ValueError, NotImplementedError):
            unregister(getattr(_ops, overload.namespace), overload)
            raise
        overload.refuses_aliases = True
        overload.returned = written if {Tag.inplace, Tag.out} & set(tags) else ()
        if overload.returned or written and text.endswith("-> ()"):
            overload.kernels["Meta"] = overload.return_written
        return CustomOpDef(overload, function)

    return make if fn is None else make(fn)


def _has_keyword_tensors(overload: CustomOverload) -> bool:
    return any(a.keyword_only and a.type.startswith("Tensor") for a in overload.arguments)


def _to_tags(tags: Any) -> tuple[Tag, ...]:
    return (tags,) if isinstance(tags, Tag) else tuple(tags)


def _to_keys(device_types: Any) -> list[str | None]:
    """The dispatch keys of devices, or those given; RuntimeError for what is neither."""
    kinds = [device_types] if device_types is None or isinstance(device_types, str) else list(device_types)
    return [kind if kind is None or _DISPATCH_KEY.fullmatch(kind) else _key_of(kind) for kind in kinds]


def _key_of(device_type: str) -> str:
    if device_type == "default":
        return "CompositeExplicitAutograd"
    name = device(device_type).type
    return "Meta" if name == "meta" else name.upper()


def register_kernel(op: Any, device_types: Any, func: Callable[..., Any] | None = None, /, *, lib: Any = None) -> Any:
    """Register the function of an op for tensors on some devices.

    Parameters
    ----------
    op : str or CustomOpDef
        The op.
    device_types : str or sequence of str
        The devices; all if None.
    func : callable, optional
        The function; None makes it a decorator.
    lib : Library, optional
        Ignored: the registration is permanent.

    Returns
    -------
    callable
        The function.

    Raises
    ------
    ValueError
        If there is no such op.

    References
    ----------
    PyTorch: ``torch.library.register_kernel``.

    Examples
    --------
    >>> @torch.library.custom_op("docs::plus_six", mutates_args=(), device_types="cuda")
    ... def plus_six(x: torch.Tensor) -> torch.Tensor:
    ...     return x + 6
    >>> @torch.library.register_kernel("docs::plus_six", "cpu")
    ... def on_cpu(x):
    ...     return x + 6
    >>> plus_six(torch.zeros(1))
    tensor([6.])
    """
    overload, keys = _require_op(op), _to_keys(device_types)
    if device_types is not None and not any(a.type.startswith(("Tensor", "Device")) for a in overload.arguments):
        raise ValueError("Functions without tensor inputs are required to have a `device: torch.device` argument")

    def register(function: Callable[..., Any]) -> Callable[..., Any]:
        for key in keys:
            overload.kernels[key] = function
        return function

    return register if func is None else register(func)


def register_autograd(op: Any, backward: Callable[..., Any], /, *, setup_context: Callable[..., Any] | None = None,
                      lib: Any = None) -> None:
    """Register the derivative of an op.

    Parameters
    ----------
    op : str or CustomOpDef
        The op.
    backward : callable
        ``backward(ctx, *gradients)`` returns one gradient per argument.
    setup_context : callable, optional
        ``setup_context(ctx, inputs, output)`` saves what backward needs.
    lib : Library, optional
        Ignored: the registration is permanent.

    References
    ----------
    PyTorch: ``torch.library.register_autograd``.

    Examples
    --------
    >>> @torch.library.custom_op("docs::triple", mutates_args=())
    ... def triple(x: torch.Tensor) -> torch.Tensor:
    ...     return 3 * x
    >>> torch.library.register_autograd("docs::triple", lambda ctx, g: 3 * g)
    >>> x = torch.tensor(1.0, requires_grad=True)
    >>> torch.autograd.grad(triple(x), x)
    (tensor(3.),)
    """
    overload = _require_op(op)
    if "!" in overload._text:
        raise RuntimeError(f"Cannot register autograd formula for non-functional operator {op} with schema {overload._schema}. Please "
                           "create a functional operator and register an autograd formula for that.")
    if _has_keyword_tensors(overload):
        raise NotImplementedError("register_autograd with kwarg-only Tensor args. In the original definition of the op, please make your "
                                  f"tensors not kwarg-only. Got: {overload._schema}")
    overload.backward, overload.setup_context, overload.traces_inside = backward, setup_context, False


def register_fake(op: Any, func: Callable[..., Any] | None = None, /, *, lib: Any = None, _stacklevel: int = 1,
                  allow_override: bool = True) -> Any:
    """Register the function of an op for meta tensors, which computes shapes and dtypes.

    Parameters
    ----------
    op : str or CustomOpDef
        The op.
    func : callable, optional
        The function; None makes it a decorator.
    lib : Library, optional
        Ignored: the registration is permanent.
    _stacklevel : int, default 1
        The stack level of warnings.
    allow_override : bool, default True
        Whether it may replace an existing one.

    Returns
    -------
    callable
        The function.

    References
    ----------
    PyTorch: ``torch.library.register_fake``.

    Examples
    --------
    >>> @torch.library.custom_op("docs::pairs", mutates_args=())
    ... def pairs(x: torch.Tensor) -> torch.Tensor:
    ...     return torch.stack([x, x])
    >>> @torch.library.register_fake("docs::pairs")
    ... def shape_of_pairs(x):
    ...     return x.new_empty((2, *x.shape))
    >>> pairs(torch.empty(3, device="meta")).shape
    torch.Size([2, 3])
    """
    overload = _find_op(op)
    if overload is None and isinstance(op, str):
        namespace, name, _ = _split(op)
        if not hasattr(getattr(_ops, namespace), name):
            raise RuntimeError(f"operator {op} does not exist")

    def register(function: Callable[..., Any]) -> Callable[..., Any]:
        if overload is not None:  # the ops of this package itself do not use one
            overload.kernels["Meta"] = function
        return function

    return register if func is None else register(func)


def impl_abstract(qualname: Any, func: Callable[..., Any] | None = None, *, lib: Any = None, _stacklevel: int = 1) -> Any:
    """The former name of ``register_fake``.

    Parameters
    ----------
    qualname : str
        The op.
    func : callable, optional
        The function; None makes it a decorator.
    lib : Library, optional
        Ignored: the registration is permanent.
    _stacklevel : int, default 1
        The stack level of warnings.

    Returns
    -------
    callable
        The function.

    References
    ----------
    PyTorch: ``torch.library.impl_abstract``.

    Examples
    --------
    >>> @torch.library.custom_op("docs::same_shape", mutates_args=())
    ... def same_shape(x: torch.Tensor) -> torch.Tensor:
    ...     return x.clone()
    >>> f = torch.library.impl_abstract("docs::same_shape", lambda x: torch.empty_like(x))
    >>> same_shape(torch.empty(2, device="meta")).shape
    torch.Size([2])
    """
    warn("`torch.library.impl_abstract` was renamed to `torch.library.register_fake`. The former name will be removed.", FutureWarning)
    return register_fake(qualname, func, lib=lib)


def register_vmap(op: Any, func: Callable[..., Any] | None = None, /, *, lib: Any = None) -> Any:
    """Register the batching rule of an op.

    Parameters
    ----------
    op : str or CustomOpDef
        The op.
    func : callable, optional
        ``func(info, in_dims, *args)`` returns outputs and the batch dimension of each; None makes
        it a decorator.
    lib : Library, optional
        Ignored: the registration is permanent.

    Returns
    -------
    callable
        The function.

    References
    ----------
    PyTorch: ``torch.library.register_vmap``.

    Examples
    --------
    >>> @torch.library.custom_op("docs::plus_seven", mutates_args=())
    ... def plus_seven(x: torch.Tensor) -> torch.Tensor:
    ...     return x + 7
    >>> f = torch.library.register_vmap("docs::plus_seven", lambda info, in_dims, x: (plus_seven(x), in_dims[0]))
    >>> torch.func.vmap(plus_seven)(torch.zeros(2))
    tensor([7., 7.])
    """
    overload = _require_op(op)

    def register(function: Callable[..., Any]) -> Callable[..., Any]:
        overload.vmap = function
        return function

    if func is None:
        return register
    register(func)
    return None


def register_torch_dispatch(op: Any, torch_dispatch_class: Any, func: Callable[..., Any] | None = None, /, *, lib: Any = None) -> Any:
    """Register the implementation of an op for a ``__torch_dispatch__`` class; never called here.

    Parameters
    ----------
    op : str or CustomOpDef
        The op.
    torch_dispatch_class : type
        The class.
    func : callable, optional
        The function; None makes it a decorator.
    lib : Library, optional
        Ignored: the registration is permanent.

    Returns
    -------
    callable
        The function.

    References
    ----------
    PyTorch: ``torch.library.register_torch_dispatch``.

    Examples
    --------
    >>> class Mine(torch.Tensor):
    ...     pass
    >>> @torch.library.custom_op("docs_b::double", mutates_args=())
    ... def double(x: torch.Tensor) -> torch.Tensor:
    ...     return 2 * x
    >>> def of_mine(mode, func, types, args, kwargs):
    ...     return NotImplemented
    >>> _ = torch.library.register_torch_dispatch("docs_b::double", Mine, of_mine)
    >>> double(torch.ones(2))
    tensor([2., 2.])
    """
    return func if func is not None else lambda f: f


def register_autocast(op: Any, device_type: str, cast_inputs: dtype, /, *, lib: Any = None) -> None:
    """Register the dtype to which floating arguments of an op are cast under autocast.

    Parameters
    ----------
    op : str or CustomOpDef
        The op.
    device_type : str
        The device type.
    cast_inputs : dtype
        The dtype.
    lib : Library, optional
        Ignored: the registration is permanent.

    Raises
    ------
    ValueError
        For another device type.

    References
    ----------
    PyTorch: ``torch.library.register_autocast``.

    Examples
    --------
    >>> @torch.library.custom_op("docs::plus_eight", mutates_args=())
    ... def plus_eight(x: torch.Tensor) -> torch.Tensor:
    ...     return x + 8
    >>> kernel = torch.library.register_autocast("docs::plus_eight", "cpu", torch.bfloat16)
    >>> with torch.autocast("cpu"):
    ...     print(plus_eight(torch.zeros(1)).dtype)
    torch.bfloat16
    """
    if not isinstance(device_type, str):
        raise ValueError(f"Expected `device_type` of type `str`, got: `{type(device_type)}`")
    if device_type not in ("cpu", "cuda"):
        raise ValueError(f"Unknown device type: {device_type}")
    if device_type == "cpu":
        _require_op(op).autocast = cast_inputs


@functools.singledispatch
def define(qualname: Any, schema: str, *, lib: Any = None, tags: Any = ()) -> None:
    """Define an op by its schema; ``impl`` registers its function.

    Parameters
    ----------
    qualname : str
        ``'namespace::name'``.
    schema : str
        Such as ``'(Tensor x, float y) -> Tensor'``.
    lib : Library, optional
        The library that limits the lifetime of the registration; permanent if None.
    tags : sequence, default ()
        Tags of the op.

    Raises
    ------
    ValueError
        If the name has no namespace.

    References
    ----------
    PyTorch: ``torch.library.define``.

    Examples
    --------
    >>> torch.library.define("docs::half", "(Tensor x) -> Tensor")
    >>> @torch.library.impl("docs::half", "cpu")
    ... def half(x):
    ...     return x / 2
    >>> torch.ops.docs.half(torch.ones(1))
    tensor([0.5000])
    """
    if not isinstance(qualname, str):
        raise ValueError(f"define(qualname, schema): expected qualname to be instance of str, got {type(qualname)}")
    if not re.fullmatch(r"\(.*\) -> .*", schema):
        raise ValueError('define(qualname, schema, ...): expected schema to look like e.g. "(Tensor x) -> Tensor" but got "' + schema + '"')
    overload = _define(qualname, schema, tags=_to_tags(tags))
    if lib is not None:
        lib._own(overload)


@functools.singledispatch
def impl(qualname: Any, types: Any, func: Callable[..., Any] | None = None, *, lib: Any = None) -> Any:
    """Register the function of an op for some devices.

    Parameters
    ----------
    qualname : str
        ``'namespace::name'``.
    types : str or sequence of str
        Devices, ``'default'``, or dispatch keys such as ``'CPU'``.
    func : callable, optional
        The function; None makes it a decorator.
    lib : Library, optional
        Ignored: the registration is permanent.

    Returns
    -------
    callable
        The function.

    References
    ----------
    PyTorch: ``torch.library.impl``.

    Examples
    --------
    >>> torch.library.define("docs::negative", "(Tensor x) -> Tensor")
    >>> torch.library.impl("docs::negative", "default", lambda x: -x)
    >>> torch.ops.docs.negative(torch.ones(1))
    tensor([-1.])
    """
    overload, keys = _require_op(qualname), _to_keys(types)

    def register(function: Callable[..., Any]) -> Callable[..., Any]:
        if not callable(function):
            raise TypeError(f"Input function is required to be a callable but found type {type(function)}")
        for key in keys:
            overload.kernels[key] = function
        # Without a formula for backward, the ops inside are recorded one by one.
        overload.traces_inside = overload.backward is None
        return function

    if func is None:
        return register
    register(func)
    return None


def get_ctx() -> None:
    """Where a function for meta tensors asks for sizes that depend on values; meta tensors have no such sizes.

    Returns
    -------
    None
        Outside of such functions.

    Raises
    ------
    RuntimeError
        Inside.

    References
    ----------
    PyTorch: ``torch.library.get_ctx``.

    Examples
    --------
    >>> torch.library.get_ctx() is None
    True
    """
    if LOCAL.meta_op is not None:
        raise RuntimeError(f"{LOCAL.meta_op}: You're trying to run this operator with meta Tensors, but its result has a data-dependent "
                           "shape, which meta Tensors don't support.")


def fallthrough_kernel() -> None:
    """A kernel that stands for the next one in dispatch; must not be called.

    Raises
    ------
    NotImplementedError
        If it is called.

    References
    ----------
    PyTorch: ``torch.library.fallthrough_kernel``.

    Examples
    --------
    >>> try:
    ...     torch.library.fallthrough_kernel()
    ... except NotImplementedError:
    ...     print("not to be called")
    not to be called
    """
    raise NotImplementedError("fallthrough_kernel() should never be called.")


#: Namespaces defined by a Library that still exists.
_DEFINED: weakref.WeakValueDictionary[str, Library] = weakref.WeakValueDictionary()


class Library:
    """Ops of a namespace; those that it defines are removed with it.

    Parameters
    ----------
    ns : str
        The namespace.
    kind : str
        ``'DEF'`` to define a new namespace, ``'FRAGMENT'`` to extend one, ``'IMPL'`` for functions only.
    dispatch_key : str, default ''
        The default dispatch key of ``impl``.

    References
    ----------
    PyTorch: ``torch.library.Library``.

    Examples
    --------
    >>> lib = torch.library.Library("docslib", "DEF")
    >>> lib.define("twice(Tensor x) -> Tensor")
    'twice'
    >>> lib.impl("twice", lambda x: 2 * x, "CPU")
    >>> torch.ops.docslib.twice(torch.ones(1))
    tensor([2.])
    """

    def __init__(self, ns: str, kind: str, dispatch_key: str = "") -> None:
        if kind not in ("IMPL", "DEF", "FRAGMENT"):
            raise ValueError(f"Unsupported kind: {kind}")
        if ns in ("prim", "prims") or ns == "aten" and kind == "IMPL":
            raise UnsupportedError(f"torch.library.Library({ns!r}, {kind!r})", "out of scope (ops of its own are what they are)")
        if kind == "DEF" and (ns == "aten" or ns in _DEFINED):
            raise RuntimeError(f"Only a single TORCH_LIBRARY can be used to register the namespace {ns}; please put all of your "
                               'definitions in a single TORCH_LIBRARY block: a Library of kind "DEF". Others are "FRAGMENT" or "IMPL".')
        _check_dispatch_key(dispatch_key)
        self.ns, self.kind, self.dispatch_key = ns, kind, dispatch_key
        self._defined: list[tuple[Any, CustomOverload]] = []
        if kind == "DEF":
            _DEFINED[ns] = self
        self._end = weakref.finalize(self, _unregister_all, self._defined)
        self._end.atexit = False

    def __repr__(self) -> str:
        return f"Library(kind={self.kind}, ns={self.ns}, dispatch_key={self.dispatch_key})>"  # PyTorch's has this end, too

    def define(self, schema: str, alias_analysis: str = "", *, tags: Any = ()) -> str:
        """Define an op.

        Parameters
        ----------
        schema : str
            Such as ``'name(Tensor x) -> Tensor'``.
        alias_analysis : str, default ''
            ``'FROM_SCHEMA'`` or ``'CONSERVATIVE'``; no effect.
        tags : sequence, default ()
            Tags of the op.

        Returns
        -------
        str
            Its name.

        Examples
        --------
        >>> lib = torch.library.Library("docsdefine", "DEF")
        >>> lib.define("twice(Tensor x) -> Tensor")
        'twice'
        """
        if alias_analysis not in ("", "FROM_SCHEMA", "CONSERVATIVE"):
            raise RuntimeError(f"Invalid alias_analysis type {alias_analysis}")
        self._refuse_destroyed()
        name, paren, rest = schema.partition("(")
        namespace, colons, own = name.strip().rpartition("::")
        if colons and namespace != self.ns:
            raise RuntimeError(f"Explicitly provided namespace ({namespace}) in schema string does not match namespace of enclosing "
                               f"torch.library.Library, {self.ns}")
        made = _define(f"{self.ns}::{own}", paren + rest, tags=_to_tags(tags))
        self._own(made)
        return made._opname

    def _own(self, overload: CustomOverload) -> None:
        self._defined.append((getattr(_ops, overload.namespace), overload))

    def impl(self, op_name: Any, fn: Callable[..., Any], dispatch_key: str = "", *, with_keyset: bool = False,
             allow_override: bool = True) -> None:
        """Register the function of an op.

        Parameters
        ----------
        op_name : str
            The op.
        fn : callable
            The function.
        dispatch_key : str, default ''
            The dispatch key; by default that of the library.
        with_keyset : bool, default False
            Whether it gets the dispatch keys as its first argument.
        allow_override : bool, default True
            Whether it may replace an existing one.

        Raises
        ------
        RuntimeError
            If there is a function already that it may not replace.

        Examples
        --------
        >>> lib = torch.library.Library("docsimpl", "DEF")
        >>> name = lib.define("twice(Tensor x) -> Tensor")
        >>> lib.impl("twice", lambda x: 2 * x, "CPU")
        >>> torch.ops.docsimpl.twice(torch.ones(1))
        tensor([2.])
        """
        if isinstance(op_name, OpOverload):
            op_name = op_name.name()
        _check_dispatch_key(dispatch_key)
        self._refuse_destroyed()
        qualname = op_name if "::" in op_name else f"{self.ns}::{op_name}"
        key = dispatch_key or self.dispatch_key or "CompositeImplicitAutograd"
        if not allow_override and key in _require_op(qualname).kernels:
            raise RuntimeError("This is not allowed since there's already a kernel registered from python overriding "
                               f"{qualname.rpartition('::')[2]}'s behavior for {key} dispatch key and {self.ns} namespace.")
        impl(qualname, key, fn)

    def _register_fake(self, op_name: str, fn: Callable[..., Any], _stacklevel: int = 1, *, allow_override: bool = False) -> None:
        """Register the function of an op for meta tensors, which computes shapes and dtypes."""
        register_fake(op_name if "::" in op_name else f"{self.ns}::{op_name}", fn)

    def _refuse_destroyed(self) -> None:
        if not self._end.alive:
            raise AssertionError("Library object has been destroyed")

    def _destroy(self) -> None:
        """Remove the definitions from the namespace."""
        self._end()
        if _DEFINED.get(self.ns) is self:
            del _DEFINED[self.ns]


@impl.register(Library)
def _(lib: Library, name: Any, dispatch_key: str = "") -> Callable[[Any], Any]:
    """The older form: decorate the function of an op of a library."""
    def wrap(function: Any) -> Any:
        lib.impl(name, function, dispatch_key)
        return function

    return wrap


@define.register(Library)
def _(lib: Library, schema: str, alias_analysis: str = "") -> Callable[[Any], Any]:
    """The older form: define an op in a library by decorating its function."""
    def wrap(function: Any) -> Any:
        lib.impl(lib.define(schema, alias_analysis), function)
        return function

    return wrap


#: PyTorch's dispatch keys: what is done, where, and keys of neither.
_DISPATCH_KEY = re.compile(
    "(Autograd|Autocast|Quantized|Sparse|SparseCsr|NestedTensor|Tracer)?(CPU|CUDA|HIP|XLA|MPS|IPU|XPU|HPU|VE|Lazy|MTIA|MAIA|Meta|PrivateUse[123])"
    "|(Composite(Implicit|Explicit)Autograd(NestedTensor|NonFunctional)?|Autograd(Other|Functionality|NestedTensor)?|BackendSelect|Python"
    "|PythonDispatcher|PreDispatch|Functionalize|Named|Conjugate|Negative|ZeroTensor|ADInplaceOrView|Tracer|Batched|VmapMode|FuncTorch\\w+"
    "|Dense|Sparse|SparseCsr|Quantized|NestedTensor|FPGA|Vulkan|Metal|MkldnnCPU|Undefined)?")


def _check_dispatch_key(key: str) -> None:
    if not _DISPATCH_KEY.fullmatch(key):
        raise RuntimeError(f"could not parse dispatch key: {key}")


def _unregister_all(defined: list[tuple[Any, CustomOverload]]) -> None:
    for namespace, overload in defined:
        unregister(namespace, overload)
    defined.clear()


@contextmanager
def _scoped_library(*args: Any, **kwargs: Any) -> Iterator[Library]:
    """A Library whose ops are removed at the end of the `with` block."""
    library = Library(*args, **kwargs)
    try:
        yield library
    finally:
        library._destroy()


claim(globals())
if not TYPE_CHECKING:  # type checkers should report names that do not exist
    __getattr__ = missing("torch.library", __name__)
