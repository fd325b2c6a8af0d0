"""`torch.autograd.Function`: ops with user-defined derivatives. https://docs.pytorch.org/docs/stable/notes/extending.html"""
from __future__ import annotations

import functools
from collections import OrderedDict
from collections.abc import Callable, Sequence
from threading import get_ident
from typing import Any

import numpy as np

from .._array.core.meta import MetaArray
from .._array.core.user_warnings import warn
from .._bindings.tensor.tensor import Tensor
from .._dispatch.call.caller import wrap
from .._dispatch.call.torch_function import NO_CLASSES, switched_off
from .._dispatch.grad_mode import grad_mode
from .._dispatch.graph.errors import freed_error
from .._dispatch.graph.inplace import check_writable, rebase
from .._dispatch.graph.node import _SEQUENCE_NUMBERS, FREEING, InputMetadata, Node, NodeHooks, as_node, hooks_of, next_key
from .._dispatch.graph.not_implemented import delayed_error
from .._dispatch.graph.recording import edge_of, note_origin
from .._dispatch.graph.versions import bump_version, counter_of, prepare_write
from .._dispatch.graph.views import mark_view, requires_grad
from .._dispatch.levels.lifting import without_ended_levels
from .._dispatch.state import ACTIVE, LOCAL, PLAIN, Anomaly, set_recording
from .._dispatch.tensor import CUSTOM_FUNCTION, MULTI_OUTPUT, is_meta_tensor
from .._engine.hooks import to_tensors
from .._engine.profiled import profiled_call, profiled_node
from ._custom_function.arguments import bind_arguments, check_inputs_saved, expands_to, full_name, marked_ids, refill, tensors_within
from ._custom_function.ctx_names import UNSET, engine_value, enter_user_code, leave_user_code, user_attributes, user_class
from ._custom_function.forward import forward_levels, forward_levels_below, forward_tangents
from ._custom_function.saved import SavedTensor, SavedValue, raw_handles, save_all

__all__ = ["BackwardCFunction", "Function", "FunctionCtx", "FunctionMeta", "InplaceFunction", "NestedIOFunction", "once_differentiable"]


class FunctionCtx:
    """The ``ctx`` shared by ``forward`` and ``backward`` of a ``Function``; any attribute may be added.

    Attributes
    ----------
    saved_tensors : tuple of Tensor
        What ``save_for_backward`` kept.
    needs_input_grad : tuple of bool
        Which arguments' gradients are wanted.

    References
    ----------
    PyTorch: ``torch.autograd.function.FunctionCtx``.

    Examples
    --------
    >>> class Scale(torch.autograd.Function):
    ...     @staticmethod
    ...     def forward(ctx, x, factor):
    ...         ctx.factor = factor
    ...         return x * factor
    ...     @staticmethod
    ...     def backward(ctx, g):
    ...         return g * ctx.factor, None
    >>> x = torch.ones(1, requires_grad=True)
    >>> torch.autograd.grad(Scale.apply(x, 3.0), x)
    (tensor([3.]),)
    """

    def save_for_backward(self, *tensors: Any) -> None:
        """Save tensors for ``backward``, available as ``saved_tensors``; in-place changes in between are detected.

        Parameters
        ----------
        *tensors : Tensor or None
            Inputs, outputs or others.

        Examples
        --------
        >>> class Exp(torch.autograd.Function):
        ...     @staticmethod
        ...     def forward(ctx, x):
        ...         y = x.exp()
        ...         ctx.save_for_backward(y)
        ...         return y
        ...     @staticmethod
        ...     def backward(ctx, g):
        ...         return g * ctx.saved_tensors[0]
        >>> x = torch.zeros(1, requires_grad=True)
        >>> torch.autograd.grad(Exp.apply(x), x)
        (tensor([1.]),)
        """
        self.to_save = tensors

    def save_for_forward(self, *tensors: Any) -> None:
        """Save tensors for ``jvp``, available as ``saved_tensors``.

        Parameters
        ----------
        *tensors : Tensor or None
            Inputs, outputs or others.

        Examples
        --------
        >>> class Exp(torch.autograd.Function):
        ...     @staticmethod
        ...     def forward(ctx, x):
        ...         y = x.exp()
        ...         ctx.save_for_forward(y)
        ...         return y
        ...     @staticmethod
        ...     def jvp(ctx, tangent):
        ...         return tangent * ctx.saved_tensors[0]
        >>> with torch.autograd.forward_ad.dual_level():
        ...     x = torch.autograd.forward_ad.make_dual(torch.zeros(1), torch.ones(1))
        ...     print(torch.autograd.forward_ad.unpack_dual(Exp.apply(x)).tangent)
        tensor([1.])
        """
        for t in tensors:
            if t is not None and not isinstance(t, Tensor):
                raise AssertionError("save_for_forward expects all arguments to be tensors; you should save non-tensors as attributes "
                                     "on ctx.")
        self.saved_for_forward: tuple[Any, ...] | None = tensors

    def mark_dirty(self, *args: Any) -> None:
        """Mark inputs that ``forward`` changes in place; they must be returned as well.

        Parameters
        ----------
        *args : Tensor
            The inputs.

        Examples
        --------
        >>> class AddOne(torch.autograd.Function):
        ...     @staticmethod
        ...     def forward(ctx, x):
        ...         x.add_(1)
        ...         ctx.mark_dirty(x)
        ...         return x
        ...     @staticmethod
        ...     def backward(ctx, g):
        ...         return g
        >>> x = torch.zeros(1)
        >>> AddOne.apply(x) is x
        True
        """
        self.dirty_tensors = args

    def mark_shared_storage(self, *pairs: Any) -> None:
        """Do nothing: tensors that share memory are detected.

        Parameters
        ----------
        *pairs : tuple
            Ignored.

        Examples
        --------
        >>> ctx = torch.autograd.function.FunctionCtx()
        >>> print(ctx.mark_shared_storage())
        None
        """
        warn("`mark_shared_storage` is deprecated. Tensors with shared storages are automatically tracked. Note that calls to "
             "`set_()` are not tracked", FutureWarning)

    def mark_non_differentiable(self, *args: Any) -> None:
        """Mark outputs as non-differentiable.

        Parameters
        ----------
        *args : Tensor
            The outputs.

        Examples
        --------
        >>> class Sorted(torch.autograd.Function):
        ...     @staticmethod
        ...     def forward(ctx, x):
        ...         values, indices = x.sort()
        ...         ctx.mark_non_differentiable(indices)
        ...         ctx.save_for_backward(indices)
        ...         return values, indices
        ...     @staticmethod
        ...     def backward(ctx, g, _):
        ...         return torch.zeros_like(g).scatter(0, ctx.saved_tensors[0], g)
        >>> values, indices = Sorted.apply(torch.tensor([2., 1.], requires_grad=True))
        >>> values.requires_grad, indices.requires_grad
        (True, False)
        """
        self.non_differentiable = args

    def set_materialize_grads(self, value: bool) -> None:
        """Choose whether ``backward`` receives zeros or None for outputs without a gradient.

        Parameters
        ----------
        value : bool
            True, the initial state, passes zeros.

        Examples
        --------
        >>> class Two(torch.autograd.Function):
        ...     @staticmethod
        ...     def forward(ctx, x):
        ...         ctx.set_materialize_grads(False)
        ...         return x.clone(), x.clone()
        ...     @staticmethod
        ...     def backward(ctx, g1, g2):
        ...         print(g2)
        ...         return g1
        >>> Two.apply(torch.ones(1, requires_grad=True))[0].backward()
        None
        """
        if not isinstance(value, bool):
            raise TypeError("set_materialize_grads received an invalid combination of arguments - got (), but expected (bool)")
        self.__dict__["materialize_grads"] = value


class _HookMixin:
    """Legacy mixin for classes with hooks."""

    @staticmethod
    def _register_hook(backward_hooks: Any, hook: Any) -> Any:
        from ..utils.hooks import RemovableHandle

        if backward_hooks is None:
            backward_hooks = OrderedDict()
        handle = RemovableHandle(backward_hooks)
        backward_hooks[handle.id] = hook
        return backward_hooks, handle


#: The older name.
_ContextMethodMixin = FunctionCtx


class _FunctionNode(Node):
    """The node of a custom Function and the `ctx` of its `forward`; hence the `_fn_` prefix, which user code will not use."""

    shape: Any
    metas: Any
    slots: Any
    __slots__ = (
        "__dict__",
        "_fn_differentiable",
        "_fn_freed",
        "_fn_in_forward",
        "_fn_needs_grad",
        "_fn_readers",
        "_fn_saved",
        "_fn_tensor_positions",
        "_fn_user_attributes",
        "_fn_user_threads",
        "metas",
        "slots",
    )
    takes_nothing = True
    _forward_cls: type[Function]
    saved: Any = Node.__dict__["_values"]  # free for user code: saved tensors are kept in `_fn_saved`

    def __init__(self, needs: tuple[bool, ...], positions: tuple[int, ...]) -> None:
        self.key = next_key()
        self._links = self._values = ()
        self.hooks = self._counter = self.dtype = self.shape = self.metas = self.slots = None
        self._fn_needs_grad = needs
        self._fn_tensor_positions = positions
        self._fn_saved: tuple[SavedValue | None, ...] | None = None
        self._fn_freed = False
        #: Threads whose run of `backward` has read the saved tensors.
        self._fn_readers: set[int] | None = None
        #: Whether `forward` has not returned yet.
        self._fn_in_forward = True
        #: User attributes with names of the engine's: see `user_attributes`.
        self._fn_user_attributes: dict[str, Any] | None = None
        #: Number of threads that run user code; 1 during `forward`.
        self._fn_user_threads = 1
        self._fn_differentiable: tuple[bool, ...] = ()

    def _fn_engine_value(self, name: str) -> Any:
        """The engine's value of an attribute whose name user code may also use."""
        return engine_value(self, name)

    def _fn_hooks(self) -> NodeHooks:
        """The hooks of the node, which user code may register while the name `hooks` is its own."""
        if not self._fn_user_threads:
            return hooks_of(self)
        if engine_value(self, "hooks") is None:
            Node.__dict__["hooks"].__set__(self, NodeHooks())
        found: NodeHooks = engine_value(self, "hooks")
        return found

    @property
    def next_functions(self) -> tuple[tuple[Node | None, int], ...]:
        """Pairs of a node that receives a gradient and its output number."""
        links, slots = self._fn_engine_value("_links"), self._fn_engine_value("slots")
        return tuple((as_node(edge), slot) for edge, slot in zip(links, slots or (0,) * len(links), strict=True))

    @property
    def _input_metadata(self) -> tuple[Any, ...]:
        return tuple(InputMetadata(shape, dtype) for shape, dtype in self._fn_engine_value("metas") or ())

    def _sequence_nr(self) -> int:
        return _SEQUENCE_NUMBERS.get(self, -self._fn_engine_value("key") - 1)

    def register_hook(self, fn: Callable[..., Any]) -> Any:
        """Call `fn(grad_inputs, grad_outputs)` after `backward`; its result replaces `grad_inputs`."""
        return self._register(self._fn_hooks().post, fn)

    def register_prehook(self, fn: Callable[..., Any]) -> Any:
        """Call `fn(grad_outputs)` before `backward`; its result replaces them."""
        return self._register(self._fn_hooks().pre, fn)

    def release(self) -> None:
        """Free the saved tensors: reading them raises from now on, running `backward` again does not.

        If two threads read them at once, the second to call this raises.
        """
        with FREEING:
            late, self._fn_freed = self._fn_freed, True
        if late and self._fn_readers and get_ident() in self._fn_readers:
            raise freed_error()
        self._fn_saved = None

    @property
    def saved_tensors(self) -> tuple[Any, ...]:
        """The tensors saved by `save_for_backward` (in `jvp`: by `save_for_forward`)."""
        forward = self.__dict__.get("saved_for_forward")
        if forward is not None:
            return tuple(forward)
        once = self._forward_cls.clear_saved_tensors_on_access
        if once and self.__dict__.get("_fn_accessed"):
            raise RuntimeError("saved_tensors can only be accessed once when clear_saved_tensors_on_access=True is set on the "
                               "autograd.Function. Either access saved_tensors only once, or set clear_saved_tensors_on_access=False.")
        with FREEING:  # otherwise another thread could free them between check and read
            if self._fn_freed:
                raise freed_error()
            saved = self._fn_saved
            if saved is None and not once:
                return ()
            if self._fn_readers is not None:
                self._fn_readers.add(get_ident())
        found = tuple([None if s is None else without_ended_levels(s.unpack(self)) for s in saved or ()])
        if once:
            self.__dict__["_fn_accessed"], self._fn_saved = True, ()
        return found

    @property
    def saved_variables(self) -> tuple[Any, ...]:
        """Deprecated alias of `saved_tensors`."""
        warn("'saved_variables' is deprecated; use 'saved_tensors'", DeprecationWarning)
        return self.saved_tensors

    @property
    def _raw_saved_tensors(self) -> tuple[SavedTensor, ...]:
        if self._fn_freed:
            raise freed_error()
        return raw_handles(self, self._fn_saved) if self._fn_saved else ()

    @property
    def needs_input_grad(self) -> tuple[bool, ...]:
        """Whether the gradient of each argument is needed; user code may overwrite it for itself."""
        overwritten: Any = self.__dict__.get("needs_input_grad", UNSET)
        return self._fn_needs_grad if overwritten is UNSET else overwritten

    @needs_input_grad.setter
    def needs_input_grad(self, value: tuple[bool, ...]) -> None:
        self.__dict__["needs_input_grad"] = value

    def maybe_clear_saved_tensors(self) -> None:
        """Free the saved tensors if the running backward does not retain the graph; reading them raises from now on."""
        if LOCAL.task is not None and not LOCAL.task.retain:
            self._fn_freed, self._fn_saved = True, None
            if self._fn_readers is not None:
                self._fn_readers.discard(get_ident())

    def name(self) -> str:
        return type(self).__name__

    def __repr__(self) -> str:
        return f"<torch.autograd.function.{type(self).__name__} object at {id(self):#x}>"

    def __call__(self, *cotangents: Any) -> Any:
        raise TypeError(f"'{type(self).__name__}' object is not callable")

    def _derive(self, cotangents: Any, space: Any) -> Any:
        if LOCAL.observer is not None:
            return profiled_node(self, lambda: _run_backward(self, cotangents, space), g=cotangents)
        return _run_backward(self, cotangents, space)


class _FunctionBase:
    """Attributes of a ctx before it is in a graph, and of Function instances, which used to be the nodes."""

    __slots__ = ()
    # Defaults of what `forward` may set.
    to_save: Any = None
    saved_for_forward: Any = None
    dirty_tensors: Any = None
    non_differentiable: Any = None
    needs_input_grad: Any = None
    requires_grad: Any = True
    saved_tensors: Any = ()
    saved_variables: Any = ()
    next_functions: Any = ()
    _raw_saved_tensors: Any = ()
    _input_metadata: Any = ()

    @property
    def materialize_grads(self) -> Any:
        """The value of `set_materialize_grads`; write-only, as in PyTorch."""
        raise AttributeError("attribute 'materialize_grads' of 'torch._C._FunctionBase' objects is not readable")

    @materialize_grads.setter
    def materialize_grads(self, value: Any) -> None:
        FunctionCtx.set_materialize_grads(self, value)  # type: ignore[arg-type]

    @property
    def _materialize_non_diff_grads(self) -> bool:
        """Whether `backward` also receives zeros for outputs marked as non-differentiable."""
        return bool(self.__dict__.get("_fn_materialize_non_diff", True))

    @_materialize_non_diff_grads.setter
    def _materialize_non_diff_grads(self, value: Any) -> None:
        if not isinstance(value, bool):
            raise TypeError("set_materialize_non_diff_grads received an invalid combination of arguments - got (), but expected (bool)")
        self.__dict__["_fn_materialize_non_diff"] = value

    @property
    def metadata(self) -> dict[Any, Any]:
        """A dict for user data."""
        found: dict[Any, Any] = self.__dict__.setdefault("_fn_metadata", {})
        return found

    def register_hook(self, fn: Callable[..., Any]) -> Any:
        """Return a handle; the hook never runs, because this node is in no graph."""
        return Node._register(self.__dict__.setdefault("_fn_hooks", OrderedDict()), fn)

    register_prehook = register_hook
    name, _sequence_nr = Node.name, Node._sequence_nr
    maybe_clear_saved_tensors: Any = _FunctionNode.maybe_clear_saved_tensors


class BackwardCFunction(_FunctionNode, _FunctionBase, FunctionCtx, _HookMixin):
    """The node of a custom ``Function``, which is also its ``ctx``.

    Parameters
    ----------
    needs : tuple of bool
        Which arguments' gradients are wanted.
    positions : tuple of int
        Places of the tensor arguments.

    References
    ----------
    PyTorch: ``torch.autograd.function.BackwardCFunction``.

    Examples
    --------
    >>> class Double(torch.autograd.Function):
    ...     @staticmethod
    ...     def forward(ctx, x):
    ...         return 2 * x
    ...     @staticmethod
    ...     def backward(ctx, g):
    ...         return 2 * g
    >>> y = Double.apply(torch.ones(2, requires_grad=True))
    >>> isinstance(y.grad_fn, torch.autograd.function.BackwardCFunction)
    True
    """

    __slots__ = ()

    def apply(self, *args: Any) -> Any:
        """Call ``backward``, or ``vjp``, of the ``Function``.

        Parameters
        ----------
        *args : Tensor
            Gradients of the outputs.

        Returns
        -------
        object
            Gradients of the arguments.

        Examples
        --------
        >>> class Double(torch.autograd.Function):
        ...     @staticmethod
        ...     def forward(ctx, x):
        ...         return 2 * x
        ...     @staticmethod
        ...     def backward(ctx, g):
        ...         return 2 * g
        >>> y = Double.apply(torch.ones(2, requires_grad=True))
        >>> y.grad_fn.apply(torch.ones(2))
        tensor([2., 2.])
        """
        with user_attributes(self):
            return _user_backward(self._forward_cls)(self, *args)

    apply_boxed = apply  # with a list

    def apply_jvp(self, *args: Any) -> Any:
        """Call ``jvp`` of the ``Function``.

        Parameters
        ----------
        *args : Tensor
            Tangents of the arguments.

        Returns
        -------
        object
            Tangents of the outputs.

        Examples
        --------
        >>> class Double(torch.autograd.Function):
        ...     @staticmethod
        ...     def forward(ctx, x):
        ...         return 2 * x
        ...     @staticmethod
        ...     def jvp(ctx, t):
        ...         return 2 * t
        >>> y = Double.apply(torch.ones(2, requires_grad=True))
        >>> y.grad_fn.apply_jvp(torch.ones(2))
        tensor([2., 2.])
        """
        with user_attributes(self):
            return self._forward_cls.jvp(self, *args)


class FunctionMeta(type):
    """Metaclass that makes the node class of each Function, named as in PyTorch.

    Parameters
    ----------
    name : str
        Name of the Function.
    bases : tuple of type
        Its bases.
    attrs : dict
        Its body.

    References
    ----------
    PyTorch: ``torch.autograd.function.FunctionMeta``.

    Examples
    --------
    >>> type(torch.autograd.Function) is torch.autograd.function.FunctionMeta
    True
    """

    def __init__(cls, name: str, bases: tuple[type, ...], attrs: dict[str, Any]) -> None:
        super().__init__(name, bases, attrs)
        cls._backward_cls = type(name + "Backward", (BackwardCFunction,), {"_forward_cls": cls})


class _SingleLevelFunction(_FunctionBase, FunctionCtx, _HookMixin, metaclass=FunctionMeta):
    """The static methods that a Function may define."""

    _backward_cls: Any
    #: Whether `backward` takes one list of gradients, which it may clear, instead of one argument per gradient.
    boxed_grads_call = False
    #: Whether reading `ctx.saved_tensors` in `backward` frees them.
    clear_saved_tensors_on_access = False

    @staticmethod
    def forward(*args: Any, **kwargs: Any) -> Any:
        """Compute the outputs: `forward(ctx, *args)`, or `forward(*args)` with `setup_context`."""
        raise NotImplementedError("You must implement the forward function for custom autograd.Function.")

    @staticmethod
    def setup_context(ctx: Any, inputs: tuple[Any, ...], output: Any) -> Any:
        """Save what `backward` needs; if defined, `forward` takes no `ctx`."""
        raise NotImplementedError("setup_context is not implemented.")

    @staticmethod
    def backward(ctx: Any, *grad_outputs: Any) -> Any:
        """Compute one gradient (or None) per argument of `forward` from one per output."""
        raise NotImplementedError("You must implement either the backward or vjp method for your custom autograd.Function to use it with "
                                  "backward mode AD.")

    vjp = backward

    @staticmethod
    def jvp(ctx: Any, *grad_inputs: Any) -> Any:
        """Compute the tangents of the outputs from those of the arguments."""
        raise NotImplementedError("You must implement the jvp function for custom autograd.Function to use it with forward mode AD.")


class Function(_SingleLevelFunction):
    """An operation with a user-defined derivative.

    Subclass it with static methods ``forward(ctx, *args)`` and ``backward(ctx, *gradients)``, and call
    ``apply``. With ``setup_context(ctx, inputs, output)``, ``forward`` takes no ``ctx``, and transforms of
    ``torch.func`` work; ``jvp(ctx, *tangents)`` and ``vmap(info, in_dims, *args)`` add forward mode and
    batching.

    Parameters
    ----------
    *args : object
        Ignored; Functions are not instantiated.
    **kwargs : object
        Ignored.

    References
    ----------
    PyTorch: ``torch.autograd.function.Function``.

    Examples
    --------
    >>> class Square(torch.autograd.Function):
    ...     @staticmethod
    ...     def forward(ctx, x):
    ...         ctx.save_for_backward(x)
    ...         return x * x
    ...     @staticmethod
    ...     def backward(ctx, g):
    ...         (x,) = ctx.saved_tensors
    ...         return 2 * x * g
    >>> x = torch.tensor(3.0, requires_grad=True)
    >>> Square.apply(x).backward()
    >>> x.grad
    tensor(6.)
    """

    #: Whether `vmap` is derived from `forward` and `backward`; otherwise `vmap` must be defined.
    generate_vmap_rule = False

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        warn(f"{type(self)} should not be instantiated. Methods on autograd functions are all static, so you should invoke them "
             "on the class itself. Instantiating an autograd function will raise an error in a future version of PyTorch.",
             DeprecationWarning)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        raise RuntimeError("Legacy autograd function with non-static forward method is deprecated. Please use new-style autograd "
                           "function with static forward method. (Example: https://pytorch.org/docs/stable/autograd.html#torch.autograd"
                           ".Function)")

    @staticmethod
    def vmap(info: Any, in_dims: Any, *args: Any) -> Any:
        """The operation on a batch, for ``torch.func.vmap``; a subclass may define it.

        Parameters
        ----------
        info : object
            ``batch_size`` and ``randomness``.
        in_dims : tuple
            Dimension of the batch in each argument, or None.
        *args : object
            The arguments.

        Returns
        -------
        tuple
            Outputs, and the dimension of the batch in each.

        Raises
        ------
        NotImplementedError
            Unless a subclass defines it.

        Examples
        --------
        >>> class Double(torch.autograd.Function):
        ...     @staticmethod
        ...     def forward(x):
        ...         return 2 * x
        ...     @staticmethod
        ...     def setup_context(ctx, inputs, output):
        ...         pass
        ...     @staticmethod
        ...     def vmap(info, in_dims, x):
        ...         return Double.apply(x), in_dims[0]
        >>> torch.func.vmap(Double.apply)(torch.ones(2))
        tensor([2., 2.])
        """
        raise NotImplementedError("To use autograd.Function with vmap, you must either override the vmap staticmethod or set "
                                  "generate_vmap_rule=True.")

    @classmethod
    def apply(cls, *args: Any, **kwargs: Any) -> Any:
        """Run ``forward``, and record it as one step whose derivative is ``backward``.

        Parameters
        ----------
        *args : object
            For ``forward``.
        **kwargs : object
            Refused.

        Returns
        -------
        object
            What ``forward`` returns, with a history.

        Examples
        --------
        >>> class Double(torch.autograd.Function):
        ...     @staticmethod
        ...     def forward(ctx, x):
        ...         return 2 * x
        ...     @staticmethod
        ...     def backward(ctx, g):
        ...         return 2 * g
        >>> Double.apply(torch.ones(1))
        tensor([2.])
        """
        has_setup = cls.setup_context is not Function.setup_context
        if kwargs or has_setup:
            args = bind_arguments(cls.forward, has_setup, args, kwargs)
        if ACTIVE:
            from ._custom_function.levels import apply_at_level

            handled, result = apply_at_level(cls, args)
            if handled:
                return result
            if LOCAL.observer is not None:
                return profiled_call(cls.__name__, lambda: run_forward(cls, args, cls.forward))
        return run_forward(cls, args, cls.forward)


def run_forward(cls: Any, args: tuple[Any, ...], forward: Callable[..., Any], forward_limit: int = 0, node_class: Any = None) -> Any:
    """Call `forward` with forward levels from `forward_limit` on hidden, and attach a node of `cls` to its outputs."""
    inputs, positions, needs = [], [], [False] * len(args)
    for i, a in enumerate(args):
        if isinstance(a, Tensor):
            inputs.append(a)
            positions.append(i)
            need = a._requires_grad
            needs[i] = need if need.__class__ is bool else requires_grad(a)
    node = (node_class or cls._backward_cls)(tuple(needs), tuple(positions))
    recording = LOCAL.grad and True in needs and (not LOCAL.inference or bool(LOCAL.levels))
    # Before `forward` runs: inputs that it changes in place get a new history.
    if recording:
        node._links, slots = zip(*[edge_of(args[i]) if needs[i] else (None, 0) for i in positions])
        node.slots = slots if any(slots) else None
    raw = _call_forward(cls, node, args, forward, forward_limit)
    outs = raw if isinstance(raw, tuple) else (raw,)
    if recording:
        node.key = next_key()
        if Anomaly.enabled:
            note_origin(node)
    results = _wrap_outputs(node, inputs, outs, recording)
    attributes = node.__dict__
    if recording:
        saved = attributes.get("to_save")
        node._fn_saved = save_all(saved, results) if saved else ()
        node._counter = (None,)  # to be released even if nothing is saved
    attributes.pop("to_save", None)
    if LOCAL.levels:
        for level in forward_levels(args):
            forward_tangents(cls, node, args, results, level)
    if attributes:  # marked tensors must not be kept alive by the node
        for mark in _MARKS:
            attributes.pop(mark, None)
    return results if isinstance(raw, tuple) else results[0]


def pass_through(node_class: Any, tensors: Sequence[Any]) -> tuple[tuple[Any, ...], Any]:
    """Record a node of `node_class` whose Function returns its arguments, those that require no gradient as non-differentiable; return
    the results and the node. No mode is open, and gradients are recorded."""
    needs = tuple(map(requires_grad, tensors))
    node = node_class(needs, tuple(range(len(tensors))))
    node._links, slots = zip(*[edge_of(t) if need else (None, 0) for t, need in zip(tensors, needs)])
    node.slots = slots if any(slots) else None
    node.metas, node._fn_differentiable = tuple([(t._array.shape, t._dtype) for t in tensors]), needs
    node._fn_saved, node._counter, node._fn_in_forward, node._fn_user_threads = (), (None,), False, 0
    results = [_attach_history(node, i, t, True) if needs[i] else _without_history(t, True) for i, t in enumerate(tensors)]
    return tuple(results), node


_MARKS = ("saved_for_forward", "non_differentiable", "dirty_tensors")


def _call_forward(cls: Any, node: Any, args: tuple[Any, ...], forward: Any, forward_limit: int) -> Any:
    """The result of the user's `forward`, which runs without recording."""
    recording, limit = set_recording(False), LOCAL.forward_limit
    LOCAL.forward_limit = min(forward_limit, limit)
    node_class = node.__class__
    node.__class__ = user_class(node_class)
    try:
        if cls.setup_context is Function.setup_context:
            return forward(node, *args)
        raw = forward(*args)
        cls.setup_context(node, args, raw)
        return raw
    finally:
        node.__class__, node._fn_user_threads, node._fn_in_forward = node_class, 0, False
        set_recording(recording)
        LOCAL.forward_limit = limit


_NONE: Any = frozenset()


def _wrap_outputs(node: Any, inputs: list[Any], outs: tuple[Any, ...], recording: bool) -> tuple[Any, ...]:
    """Attach the history to the outputs, by kind: changed input, unchanged input, or new tensor."""
    attributes = node.__dict__
    dirty = fixed = _NONE
    if "dirty_tensors" in attributes:
        dirty = marked_ids(node, "dirty_tensors", "mark_dirty can only accept variables, but argument ")
    if "non_differentiable" in attributes:
        fixed = marked_ids(node, "non_differentiable", "mark_non_differentiable only accepts variable arguments, but got ")
    if dirty and not dirty <= {id(o) for o in outs}:
        for t in attributes["dirty_tensors"]:
            bump_version(t)
        raise RuntimeError("Some elements marked as dirty during the forward method were not returned as output. The inputs that are "
                           "modified inplace must all be outputs of the Function.")
    metas, differentiable = [], []
    for out in outs:
        is_tensor = isinstance(out, Tensor)
        metas.append((out._array.shape, out._dtype) if is_tensor else ((), None))
        differentiable.append(recording and is_tensor and out._dtype.kind in "fcV" and id(out) not in fixed)
    node.metas, node._fn_differentiable = tuple(metas), tuple(differentiable)
    if node._forward_cls.setup_context is not Function.setup_context:
        check_inputs_saved(node, inputs, outs, dirty)
    ids = {id(t): i for i, t in enumerate(inputs)}
    results: list[Any] = []
    for slot, out in enumerate(outs):
        if not isinstance(out, Tensor):
            results.append(out)
        elif id(out) in dirty:
            if id(out) not in ids:
                warn("ctx.mark_dirty() received a tensor that was not an input. Only input Tensors that have been mutated should "
                     "be passed to ctx.mark_dirty().", UserWarning)
            results.append(_rebase_input(node, slot, out, ids.get(id(out), 0)))
        elif not differentiable[slot]:
            if out._view is not None and id(out) not in ids:
                out._meta_for_writing().creation = CUSTOM_FUNCTION
            results.append(_without_history(out, id(out) in ids))
        else:
            results.append(_attach_history(node, slot, out, id(out) in ids))
    if fixed:  # including the replacements of inputs returned unchanged
        attributes["non_differentiable"] += tuple(r for r, out in zip(results, outs, strict=True) if id(out) in fixed)
    return tuple(results)


def _rebase_input(node: Any, slot: int, out: Any, position: int) -> Any:
    """Rebase the history of an input that `forward` changed in place onto the node."""
    prepare_write(out)
    bump_version(out)
    if not node._fn_differentiable[slot]:
        return _without_history(out, True) if requires_grad(out) else out
    if out._grad_fn is None and (out._requires_grad is True or out._view is None and out._requires_grad):
        raise RuntimeError("a leaf Variable that requires grad has been used in an in-place operation.")
    if out._view is not None:
        _check_view_in_place(out, len(node.metas))
    out._gradient = None
    rebase(out, node, slot, position)
    return out


def _check_view_in_place(out: Any, count: int) -> None:
    check_writable(out)
    if count > 1:
        raise RuntimeError(
            "If your Function modifies inplace an input that is a view of another Tensor, your Function cannot return more than one "
            "Tensor. This is not supported by the current autograd engine. You should either make sure the input is not a view (using "
            ".clone() for example) or make your Function only return one Tensor (potentially splitting it into two Functions: one doing "
            "the inplace that returns a single Tensor and a second one that does the other operations). You can ask on the forum "
            "https://discuss.pytorch.org/ if you need help to do this change.")


def _view_of_input(input: Any) -> Any:
    """A view of an input that is returned unchanged; a subclass makes it by its own `view_as`."""
    if input.__class__ in PLAIN:
        out = wrap(input._array[...] if isinstance(input._array, np.ndarray) else input._array)
        mark_view(out, input)
    else:
        with grad_mode(False), forward_levels_below(0):
            out = input.view_as(input)
    out._meta_for_writing().creation = CUSTOM_FUNCTION
    return out


def _without_history(out: Any, is_input: bool) -> Any:
    if not requires_grad(out):
        return _view_of_input(out) if is_input else out
    with switched_off(NO_CLASSES):
        if is_input:
            return out.detach()
        return out if out._view is not None else out.detach_()


def _attach_history(node: Any, slot: int, out: Any, is_input: bool) -> Any:
    if is_input:
        out = _view_of_input(out)
    if out._view is not None:
        out._meta_for_writing().creation = MULTI_OUTPUT if len(node.metas) > 1 else CUSTOM_FUNCTION
        out._attr_version = counter_of(out)[0]
    out._grad_fn, out._output_nr, out._requires_grad = node, slot, True
    return out


def _run_backward(node: Any, cotangents: Any, space: Any) -> list[Any]:
    cls = node._forward_cls
    if Anomaly.enabled:
        LOCAL.node = node
    cots = to_tensors(cotangents, space)
    for c in cots:
        if c is None:
            cots = _materialize(node, cots)
            break
    with FREEING:  # another thread may be creating the set
        if node._fn_readers is None:
            node._fn_readers = set()
        else:
            node._fn_readers.discard(get_ident())
        enter_user_code(node)
    try:
        found = call_backward(cls, node, cots)
    finally:
        leave_user_code(node)
    grads = [None if g is None else space.unwrap(g) for g in _check_gradients(node, found if isinstance(found, tuple) else (found,))]
    for index, g in enumerate(grads):
        if g.__class__ is MetaArray and not space.differentiable:
            raise RuntimeError(f"Function {node.name()} returned an invalid gradient at index {index} - expected device cpu but got meta")
    if Anomaly.enabled:
        from .._engine.anomaly import check_nan

        check_nan(node, grads, space)
    return grads


def _materialize(node: Any, cots: list[Any]) -> list[Any]:
    """The cotangents with zeros for those that are undefined, unless the Function has declined them."""
    if not node.__dict__.get("materialize_grads", True):
        return cots
    fills_non_diff = node._materialize_non_diff_grads
    return [_zeros(meta) if c is None and meta[1] is not None and (fills_non_diff or is_differentiable) else c
            for c, meta, is_differentiable in zip(cots, node.metas, node._fn_differentiable, strict=True)]


def _zeros(meta: tuple[Any, Any]) -> Any:
    """Zeros for an undefined gradient; their version is 1 because PyTorch fills them after allocation."""
    t = wrap(np.zeros(*meta))
    t._counter = [1]
    return t


def call_backward(cls: Any, ctx: Any, cotangents: list[Any]) -> Any:
    """The result of the user's `backward` or `vjp`."""
    formula = _user_backward(cls)
    return formula(ctx, cotangents) if cls.boxed_grads_call else formula(ctx, *cotangents)


def _user_backward(cls: Any) -> Any:
    if cls.vjp is not Function.vjp:
        if cls.backward is not Function.backward:
            raise RuntimeError("Implementing both 'backward' and 'vjp' for a custom Function is not allowed. You should only implement one "
                               "of them.")
        return cls.vjp
    return cls.backward


def _check_gradients(node: Any, grads: tuple[Any, ...]) -> list[Any]:
    """Check everything that `backward` returned; return the gradients of the tensor arguments."""
    count, positions = len(node._fn_needs_grad), node._fn_tensor_positions
    if len(grads) > count and all(g is None for g in grads[count:]):
        grads = grads[:count]
    if len(grads) != count:
        raise RuntimeError(f"function {node.name()} returned an incorrect number of gradients (expected {count}, got {len(grads)})")
    links, tensor_grads = node._links, list[Any]()
    for i, g in enumerate(grads):
        if i not in positions:
            if g is not None:
                raise RuntimeError(f"function {node.name()} returned a gradient different than None at position {i + 1}, but the "
                                   "corresponding forward input was not a Variable")
            continue
        if g is not None:
            if not isinstance(g, Tensor):
                raise RuntimeError(f"expected Variable or None (got {full_name(type(g))})")
            edge = links[len(tensor_grads)]
            if edge is not None:
                _check_gradient_fits(node, len(tensor_grads), g, edge)
        tensor_grads.append(g)
    return tensor_grads


def _check_gradient_fits(node: Any, i: int, g: Any, edge: Any) -> None:
    slot = node.slots[i] if node.slots else 0
    if isinstance(edge, Node):
        shape, dtype = (edge.shape, edge.dtype) if edge.shape is not None else edge.metas[slot]
    else:
        meta, dtype = edge._autograd_meta, edge._array.dtype
        shape = edge._array.shape if meta is None or meta.recorded_shape is None else meta.recorded_shape[0]
        if is_meta_tensor(g) is not is_meta_tensor(edge):
            raise RuntimeError(f"Function {node.name()} returned an invalid gradient at index {i} - expected device {edge.device} but got "
                               f"{g.device}")
        if g._array.__class__ is not np.ndarray and (layout := _layout_name(g)) not in ("Strided", "Sparse", _layout_name(edge)):
            raise RuntimeError(f"Function {node.name()} returned an invalid gradient at index {i} - expected layout {_layout_name(edge)} "
                               f"but got {layout}")
    if g._array.shape != shape and not expands_to(shape, g._array.shape):
        raise RuntimeError(f"Function {node.name()} returned an invalid gradient at index {i} - got {list(g._array.shape)} but expected "
                           f"shape compatible with {list(shape)}")
    if g._array.dtype.kind == "c" and dtype is not None and dtype.kind != "c":
        raise RuntimeError("Expected isFloatingType(grad.scalar_type()) || (input_is_complex == grad_is_complex) to be true, but got "
                           "false.  (Could this error message be improved?  If so, please report an enhancement request to PyTorch.)")


def _layout_name(t: Any) -> str:
    """The name of a layout in PyTorch's C++: Strided, Sparse, SparseCsr, ..."""
    return str(t.layout).removeprefix("torch.").removesuffix("_coo").title().replace("_", "")


def once_differentiable(fn: Callable[..., Any]) -> Callable[..., Any]:
    """Decorate a ``backward`` so that differentiating its result again raises.

    Parameters
    ----------
    fn : callable
        The static method.

    Returns
    -------
    callable
        The decorated one.

    References
    ----------
    PyTorch: ``torch.autograd.function.once_differentiable``.

    Examples
    --------
    >>> from torch.autograd.function import once_differentiable
    >>> class Square(torch.autograd.Function):
    ...     @staticmethod
    ...     def forward(ctx, x):
    ...         ctx.save_for_backward(x)
    ...         return x * x
    ...     @staticmethod
    ...     @once_differentiable
    ...     def backward(ctx, g):
    ...         return 2 * ctx.saved_tensors[0] * g
    >>> x = torch.tensor(3.0, requires_grad=True)
    >>> torch.autograd.grad(Square.apply(x), x)
    (tensor(6.),)
    """

    @functools.wraps(fn)
    def wrapper(ctx: Any, *args: Any) -> Any:
        with grad_mode(False):
            outputs = fn(ctx, *args)
        if not LOCAL.grad or not any(isinstance(a, Tensor) and a.requires_grad for a in args):
            return outputs
        blocked = _block_second_derivative(outputs if isinstance(outputs, tuple) else (outputs,))
        return blocked[0] if len(blocked) == 1 else blocked  # unpacks a tuple of one, too, as in PyTorch

    return wrapper


def _block_second_derivative(outputs: tuple[Any, ...]) -> tuple[Any, ...]:
    """Attach the outputs (except None) to one node that raises; they are its leaves, as in PyTorch."""
    leaves = [None if o is None else o.detach() for o in outputs]
    for t in leaves:
        if t is not None:
            t._requires_grad = True
    return delayed_error("trying to differentiate twice a function that was marked with @once_differentiable", leaves)


class InplaceFunction(Function):
    """Legacy base class: a ``Function`` with a flag.

    Parameters
    ----------
    inplace : bool, default False
        The flag.

    References
    ----------
    PyTorch: ``torch.autograd.function.InplaceFunction``.

    Examples
    --------
    >>> torch.autograd.function.InplaceFunction(inplace=True).inplace
    True
    """

    def __init__(self, inplace: bool = False) -> None:
        super().__init__()
        self.inplace = inplace


class NestedIOFunction(Function):
    """Legacy base class with nested inputs and outputs; its instances cannot be called.

    Parameters
    ----------
    *args : object
        Ignored.
    **kwargs : object
        Ignored.

    References
    ----------
    PyTorch: ``torch.autograd.function.NestedIOFunction``.

    Examples
    --------
    >>> class Add(torch.autograd.function.NestedIOFunction):
    ...     def forward_extended(self, pair):
    ...         return pair[0] + pair[1]
    >>> Add().forward_extended((1, 2))
    3
    """

    to_save: Any

    def _do_forward(self, *input: Any) -> Any:
        self._nested_input = input
        flat = tuple(tensors_within(input))
        output = super()._do_forward(*flat)  # type: ignore[misc]
        return refill(output, self._nested_output)

    def _do_backward(self, gradients: Any, retain_variables: bool) -> Any:
        self.retain_variables = retain_variables
        result = super()._do_backward(gradients, retain_variables)  # type: ignore[misc]
        if not retain_variables:
            del self._nested_output, self._to_save_nested
        return result

    __call__ = _do_forward

    @property
    def saved_tensors(self) -> Any:
        """The arguments of `save_for_backward`, with their nesting."""
        nested = self._to_save_nested
        return refill(super().saved_tensors, nested)

    def save_for_backward(self, *args: Any) -> None:
        """Save the tensors in nested tuples, lists and dicts.

        Parameters
        ----------
        *args : object
            Tensors, nested.

        Examples
        --------
        >>> f = torch.autograd.function.NestedIOFunction()
        >>> f.save_for_backward([torch.ones(1)], torch.ones(2))
        >>> len(f.to_save)
        2
        """
        self.to_save, self._to_save_nested = tuple(tensors_within(args)), args

    def mark_dirty(self, *args: Any, **kwargs: Any) -> None:
        """Mark nested inputs as changed in place.

        Parameters
        ----------
        *args : object
            Tensors, nested.
        **kwargs : object
            Ignored.

        Examples
        --------
        >>> f = torch.autograd.function.NestedIOFunction()
        >>> f.mark_dirty([torch.ones(1)], torch.ones(2))
        >>> len(f.dirty_tensors)
        2
        """
        self.dirty_tensors: Any = tuple(tensors_within((args, kwargs)))

    def mark_non_differentiable(self, *args: Any, **kwargs: Any) -> None:
        """Mark nested outputs as non-differentiable.

        Parameters
        ----------
        *args : object
            Tensors, nested.
        **kwargs : object
            Ignored.

        Examples
        --------
        >>> f = torch.autograd.function.NestedIOFunction()
        >>> f.mark_non_differentiable([torch.ones(1)], torch.ones(2))
        >>> len(f.non_differentiable)
        2
        """
        self.non_differentiable: Any = tuple(tensors_within((args, kwargs)))

    def forward(self, *args: Any) -> Any:  # type: ignore[override]
        """Call ``forward_extended`` on the nested input.

        Parameters
        ----------
        *args : object
            Tensors.

        Returns
        -------
        object
            The output, nested.

        Examples
        --------
        >>> class Add(torch.autograd.function.NestedIOFunction):
        ...     def forward_extended(self, pair):
        ...         return pair[0] + pair[1]
        >>> f = Add()
        >>> f._nested_input = ((torch.ones(1), torch.ones(1)),)  # noted by a call, which is refused today
        >>> f.forward()
        (tensor([2.]),)
        """
        nested = self._nested_input
        result = self.forward_extended(*nested)
        del self._nested_input
        self._nested_output: Any = result
        return tuple(tensors_within(result))

    def backward(self, *gradients: Any) -> Any:  # type: ignore[override]
        """Call ``backward_extended`` on gradients nested like the output.

        Parameters
        ----------
        *gradients : object
            Gradients.

        Returns
        -------
        tuple
            Gradients of the tensors of the input.

        Examples
        --------
        >>> class Add(torch.autograd.function.NestedIOFunction):
        ...     def backward_extended(self, gradient):
        ...         return ((gradient, gradient),)
        >>> f = Add()
        >>> f._nested_output = torch.ones(1)  # noted by a call, which is refused today
        >>> f.backward(torch.ones(1))
        (tensor(1.), tensor(1.))
        """
        nested = refill(gradients, self._nested_output)
        result = self.backward_extended(*nested)
        return tuple(tensors_within(result))

    def forward_extended(self, *input: Any) -> Any:
        """Compute the output; subclasses define it instead of ``forward``.

        Parameters
        ----------
        *input : object
            The nested input.

        Returns
        -------
        object
            The output, nested.

        Raises
        ------
        NotImplementedError
            Unless a subclass defines it.

        Examples
        --------
        >>> class Double(torch.autograd.function.NestedIOFunction):
        ...     def forward_extended(self, numbers):
        ...         return [2 * number for number in numbers]
        >>> Double().forward_extended([1, 2])
        [2, 4]
        """
        raise NotImplementedError

    def backward_extended(self, *grad_output: Any) -> Any:
        """Compute the gradients; subclasses define it instead of ``backward``.

        Parameters
        ----------
        *grad_output : object
            Gradients, nested as the output was.

        Returns
        -------
        object
            Gradients, nested as the input was.

        Raises
        ------
        NotImplementedError
            Unless a subclass defines it.

        Examples
        --------
        >>> try:
        ...     torch.autograd.function.NestedIOFunction().backward_extended(None)
        ... except NotImplementedError:
        ...     print("subclasses define it")
        subclasses define it
        """
        raise NotImplementedError
