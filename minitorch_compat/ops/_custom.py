"""Ops registered by user code: a schema, a function, perhaps a formula for backward. The interface is `torch.library`."""
from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from types import SimpleNamespace
from typing import Any

from .._array.core.user_warnings import warn
from .._array.shape.strided import storage_of
from .._bindings.tensor.tensor import Tensor
from .._dispatch.graph.versions import bump_version
from .._dispatch.levels.lifting import Batched, Lifted, example_array
from .._dispatch.state import ACTIVE, LOCAL
from .._dispatch.tensor import is_meta_tensor
from .._dispatch.unsupported import UnsupportedError
from ._fitting import convert_argument, convert_result
from ._overloads import Namespace, OpOverload, OpOverloadPacket, _default_value
from ._schema import normalize_schema

#: Dispatch keys whose function runs for CPU tensors, the most specific first.
_CPU_KEYS = ("AutogradCPU", "Autograd", "CPU", None, "CompositeExplicitAutograd", "CompositeImplicitAutograd")
#: Those whose function defines itself how its result is differentiated.
_AUTOGRAD_KEYS = ("AutogradCPU", "Autograd", "CompositeImplicitAutograd")
#: The keys inside `torch._C._AutoDispatchBelowAutograd()`, where the function of an autograd key calls the op itself.
_BELOW_AUTOGRAD = ("CPU", None, "CompositeExplicitAutograd", "CompositeImplicitAutograd")
#: Those whose function runs for meta tensors, too.
_META_KEYS = ("Meta", "CompositeExplicitAutograd", "CompositeImplicitAutograd")
_ALIAS_ERROR = ("The output of this custom operator (1) must not also be an input to this custom operator and (2) may not alias any inputs "
                "to this custom operator or other returns. Return a clone of the offending tensor instead.")


_NO_BACKWARD_WARNING = (
    "{}: an autograd kernel was not registered to the Autograd key(s) but we are trying to backprop through it. This may lead to silently "
    "incorrect behavior: register a formula (`register_autograd`) or a function for CompositeImplicitAutograd.")


class CustomOverload(OpOverload):
    """A registered op. Arguments are checked against its schema; autograd records a single node for it."""

    def __init__(self, packet: OpOverloadPacket, overload: str, schema: str) -> None:
        super().__init__(packet, overload, schema)
        self.kernels: dict[str | None, Callable[..., Any]] = {}
        self.backward: Callable[..., Any] | None = None
        self.setup_context: Callable[..., Any] | None = None
        self.vmap: Callable[..., Any] | None = None
        #: The dtype to which floating arguments are cast under autocast.
        self.autocast: Any = None
        #: Dispatch keys whose kernels are disabled.
        self.disabled: set[str] = set()
        self.refuses_aliases = self.traces_inside = False
        #: The arguments that it has to return, if it is tagged as an op that returns what it writes to.
        self.returned: tuple[str, ...] = ()

    def _compute(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        positional, named = self._bind(args, kwargs)
        for a in self.arguments[len(positional):]:
            if not a.keyword_only:
                positional.append(convert_argument(a.type, _default_value(a.default)))
            elif a.name not in named:
                named[a.name] = convert_argument(a.type, _default_value(a.default))
        from .._dispatch.call.autocast import cast
        from ..amp import autocast, is_autocast_enabled
        from ..autograd.grad_mode import is_grad_enabled
        from ..utils._pytree import tree_leaves

        if self.autocast is not None and is_autocast_enabled("cpu"):
            with autocast("cpu", enabled=False):
                values = cast((*positional, *named.values()), self.autocast.numpy)
                return self._compute(tuple(values[:len(positional)]), dict(zip(named, values[len(positional):], strict=True)))
        tensors = [t for t in tree_leaves((positional, named)) if isinstance(t, Tensor)]
        if ACTIVE and (self.vmap is not None or not self.traces_inside) and _is_highest_level_vmap(tensors):
            return self._call_under_vmap(positional, named)
        if self.traces_inside:
            return self.run(positional, named)
        if is_grad_enabled() and any(t.requires_grad for t in tensors):
            return self._call_recorded(positional, named)
        if not ACTIVE:
            return self.run(positional, named)
        from ..autograd._custom_function.forward import forward_levels_below

        with forward_levels_below(0):  # no formula: tangents are dropped silently, as in PyTorch
            return self.run(positional, named)

    def run(self, positional: list[Any], named: dict[str, Any]) -> Any:
        """Call the registered function."""
        self._refuse_levels((positional, named))
        key = next((key for key in self._dispatch_keys((positional, named)) if key in self.kernels and key not in self.disabled), "")
        kernel = self.kernels.get(key)
        if kernel is None:
            raise NotImplementedError(f"Could not run '{self.name()}' with arguments from the 'CPU' backend. '{self.name()}' is only "
                                      f"available for these backends: {[*self.kernels]}.")
        previous, LOCAL.meta_op = LOCAL.meta_op, self.name() if key == "Meta" else None
        try:
            returned = kernel(*positional, **named)
        finally:
            LOCAL.meta_op = previous
        result = convert_result(self.name(), self._text[self._text.rindex(") -> ") + 5:], returned)
        if self.traces_inside and key not in _AUTOGRAD_KEYS and Fallback.mode == "warn":
            self._warn_in_backward((positional, named), result)
        if self.refuses_aliases:
            if self.returned:
                self._check_returned(result, positional, named)
            else:
                self._check_aliases(result, (positional, named))
            for value in self._written(positional, named):
                if isinstance(value, Tensor):
                    bump_version(value)
        return result

    def _written(self, positional: Iterable[Any], named: dict[str, Any]) -> list[Any]:
        """The arguments that the op writes to."""
        given = {**dict(zip((a.name for a in self.arguments), positional, strict=False)), **named}
        return [given[a.name] for a in self.arguments if "!" in a.type]

    def return_written(self, *positional: Any, **named: Any) -> Any:
        """What the op returns for meta tensors: the arguments that it has to return; None if it only writes to them."""
        written = self._written(positional, named) if self.returned else [None]
        return written[0] if len(written) == 1 else tuple(written)

    def _check_returned(self, result: Any, positional: list[Any], named: dict[str, Any]) -> None:
        results = result if isinstance(result, tuple) else (result,)
        if list(map(id, results)) != list(map(id, self._written(positional, named))):
            kind = "inplace must return its first argument" if self.returned[0] == self.arguments[0].name else (
                "out must return its mutable keyword-only arguments")
            raise RuntimeError(f"{self._opname} (with implementation in {self._module()}): An operator tagged with torch.Tag.{kind}.")

    def _module(self) -> str:
        return self.kernels.get(None, self.run).__module__

    def _warn_in_backward(self, arguments: Any, result: Any) -> None:
        """Warn in backward through a function without a formula: where it was recorded op by op, which its author may not have intended,
        and where it was not, by a node that passes no gradients on."""
        from ..autograd.grad_mode import is_grad_enabled
        from ..utils._pytree import tree_leaves

        inputs, results = ([t for t in tree_leaves(values) if isinstance(t, Tensor)] for values in (arguments, result))
        if ACTIVE or not is_grad_enabled() or not any(t.requires_grad for t in inputs):
            return
        unrecorded = []
        for t in results:
            if t.requires_grad:
                t.register_hook(lambda _: warn(_NO_BACKWARD_WARNING.format(self.name())))
            elif (t.is_floating_point() or t.is_complex()) and all(t is not one for one in inputs):
                unrecorded.append(t)
        if unrecorded:
            self._fallback_function.apply(SimpleNamespace(name=self.name(), results=tuple(unrecorded)), *inputs)

    @cached_property
    def _fallback_function(self) -> Any:
        from ..autograd.function import Function

        return type("WarnNotImplemented", (_FallbackNode, Function), {})

    def _dispatch_keys(self, arguments: Any) -> tuple[str | None, ...]:
        """The dispatch keys to look up a function by, in order."""
        from ..utils._pytree import tree_leaves

        if not any(is_meta_tensor(t) for t in tree_leaves(arguments)):
            return _BELOW_AUTOGRAD if LOCAL.below_autograd else _CPU_KEYS
        if not any(key in self.kernels for key in _META_KEYS):
            if self.refuses_aliases:
                raise RuntimeError(f"There was no fake impl registered for <CustomOpDef({self.name()})>. This is necessary for "
                                   "torch.compile/export/fx tracing to work. Please use "
                                   f"`{getattr(self.kernels.get(None), '__name__', self._opname)}.register_fake` to add an fake impl.")
            raise NotImplementedError(f"{self.name()}: attempted to run this operator with Meta tensors, but there was no fake impl or "
                                      "Meta kernel registered.")
        return _META_KEYS

    def _call_under_vmap(self, positional: list[Any], named: dict[str, Any]) -> Any:
        """Under vmap: call the registered rule, or the op once per example."""
        from ..utils._pytree import tree_flatten

        leaves, spec = tree_flatten(positional)
        return self._vmap_function.apply(SimpleNamespace(op=self, spec=spec, named=named), *leaves)

    @cached_property
    def _vmap_function(self) -> Any:
        from ..autograd.function import Function

        return type(f"Vmapped_{self.namespace}_{self._opname}_{self._overloadname}", (_CustomOpVmap, Function), {})

    def _refuse_levels(self, arguments: Any) -> None:
        """Refuse lifted tensors, since a registered function may do anything with its tensors."""
        from ..utils._pytree import tree_leaves

        if ACTIVE and not self.traces_inside and any(
                isinstance(t, Tensor) and isinstance(t._array, Lifted) for t in tree_leaves(arguments)):
            raise UnsupportedError(f"torch.ops.{self}", "registered ops are not built under torch.func transforms")

    def _check_aliases(self, result: Any, arguments: Any) -> None:
        from ..utils._pytree import tree_leaves

        seen = {_memory_id(t) for t in tree_leaves(arguments) if isinstance(t, Tensor) and t.numel()}
        for t in tree_leaves(result):
            if isinstance(t, Tensor) and t.numel():
                memory = _memory_id(t)
                if memory in seen:
                    raise RuntimeError(f"{self._opname} (with implementation in {self._module()}): {_ALIAS_ERROR}")
                seen.add(memory)

    def _call_recorded(self, positional: list[Any], named: dict[str, Any]) -> Any:
        """Run as a single node, over the arguments and the members of lists of tensors; those at the end that have their defaults are left
        out, as PyTorch's dispatcher does."""
        from ..utils._pytree import tree_flatten, tree_unflatten

        count, listed = self._explicit_count(positional), self._has_lists
        given = tuple(list(value) if isinstance(value, tuple) else value for value in positional[:count])
        leaves, spec = tree_flatten(given, _is_no_list_of_tensors if listed else lambda value: value is not given)
        call = SimpleNamespace(op=self, spec=spec, rest=positional[count:], named=named, listed=listed, out_spec=None)
        described = (None, call) if listed else (call,)
        result = self._autograd_function.apply(*leaves, *described)
        return tree_unflatten(list(result), call.out_spec)

    @cached_property
    def _has_lists(self) -> bool:
        """Whether arguments or results are lists of tensors: only then is the structure of gradients compared."""
        return "Tensor[]" in self._text or "Tensor?[]" in self._text

    def _explicit_count(self, positional: list[Any]) -> int:
        """The number of positional arguments without the trailing ones that equal the schema's defaults."""
        declared, count = self.arguments, len(positional)
        while count and declared[count - 1].default is not None and not isinstance(positional[count - 1], Tensor) and (
                positional[count - 1] == convert_argument(declared[count - 1].type, _default_value(declared[count - 1].default))):
            count -= 1
        return count

    @cached_property
    def _autograd_function(self) -> Any:
        from ..autograd.function import Function

        return type(f"GeneratedBackwardFor_{self.namespace}_{self._opname}_{self._overloadname}", (_CustomOpNode, Function), {})


def _memory_id(t: Tensor) -> int:
    """A value that identifies a tensor's memory, at any level."""
    return id(storage_of(example_array(t._array))) if ACTIVE else t.untyped_storage()._cdata


class _CustomOpNode:
    """The node of a registered op: `forward` and `backward` of an autograd Function, whose last input describes the call.

    Before it come the positional arguments, lists of tensors by their members: `ctx.needs_input_grad` counts them in this order.
    """

    @staticmethod
    def forward(ctx: Any, *inputs: Any) -> Any:
        from ..utils._pytree import tree_flatten, tree_unflatten

        call = ctx.call = inputs[-1]
        positional = [*tree_unflatten(list(inputs[:call.spec.num_leaves]), call.spec), *call.rest]
        result = call.op.run(positional, call.named)
        if call.op.setup_context is not None:
            named = {"keyword_only_inputs": call.named} if call.named else {}
            call.op.setup_context(ctx=ctx, inputs=tuple(positional), output=result, **named)
        flat, call.out_spec = tree_flatten(result)
        return tuple(flat)

    @staticmethod
    def backward(ctx: Any, *grads: Any) -> Any:
        from ..utils._pytree import tree_flatten, tree_unflatten

        call = ctx.call
        if call.op.backward is None:
            raise RuntimeError(f"Trying to backward through {call.op} but no autograd formula was registered. Please use register_autograd "
                               "to add one.")
        flat, count = ctx.needs_input_grad, call.spec.num_leaves
        ctx.needs_input_grad = tuple(tree_unflatten(list(flat[:count]), call.spec))
        try:
            outs = tree_unflatten(list(grads), call.out_spec)
            found = call.op.backward(ctx, *(outs if isinstance(outs, tuple) else (outs,)))
        finally:
            ctx.needs_input_grad = flat
        found = found if isinstance(found, tuple) else (found,)
        if call.listed:
            found, spec = tree_flatten(found, _is_no_list_of_tensors)
            if spec != call.spec:
                raise RuntimeError("Expected the return from backward to be of the same structure as the inputs. Got: "
                                   f"{spec} (return from backward), {call.spec} (inputs)")
        return (*found, *(None,) * (len(flat) - count))


def _is_no_list_of_tensors(value: Any) -> bool:
    """Whether a value counts as one argument, or one gradient, as lists of numbers do; tuples are all arguments, or all gradients."""
    return not isinstance(value, tuple) and not (
        isinstance(value, list) and all(isinstance(member, (Tensor, type(None))) for member in value))


def _is_highest_level_vmap(tensors: list[Any]) -> bool:
    """Whether the highest level among the tensors is one of vmap."""
    lifted = [t._array for t in tensors if isinstance(t._array, Lifted)]
    return bool(lifted) and isinstance(max(lifted, key=lambda array: array.level.index), Batched)


class Fallback:
    """What happens to results of ops that have a function for the CPU and no formula: "warn" in backward, or "nothing"."""

    mode = "warn"


class _FallbackNode:
    """The node of results that a function without a formula has made, as an autograd Function; its first input describes the call."""

    @staticmethod
    def forward(ctx: Any, call: Any, *inputs: Any) -> Any:
        ctx.name_of_op, ctx.count = call.name, 1 + len(inputs)
        return call.results

    @staticmethod
    def backward(ctx: Any, *grads: Any) -> Any:
        warn(_NO_BACKWARD_WARNING.format(ctx.name_of_op))
        return (None,) * ctx.count


class _CustomOpVmap:
    """A registered op under vmap: `vmap` of an autograd Function, whose first input describes the call."""

    @staticmethod
    def forward(call: Any, *leaves: Any) -> Any:
        from ..utils._pytree import tree_unflatten

        return call.op(*tree_unflatten(list(leaves), call.spec), **call.named)

    @staticmethod
    def setup_context(ctx: Any, inputs: Any, output: Any) -> None:
        """Save nothing: what the rule calls is differentiated."""

    @staticmethod
    def vmap(info: Any, in_dims: Any, call: Any, *leaves: Any) -> Any:
        from ..utils._pytree import tree_unflatten

        positional, dims = (tree_unflatten(list(flat), call.spec) for flat in (leaves, in_dims[1:]))
        if call.op.vmap is None:
            return _call_per_example(call, leaves, in_dims[1:], info.batch_size), 0
        return call.op.vmap(info, tuple(dims), *positional, **call.named)


def _call_per_example(call: Any, leaves: Any, dims: Any, count: int) -> Any:
    from .._bindings.generated.functions import stack
    from ..utils._pytree import tree_flatten, tree_unflatten

    if "!" in call.op._text:
        raise UnsupportedError(f"torch.ops.{call.op} under vmap", "ops that write to their arguments have no rule for it")
    outs = []
    for i in range(count):
        example = [leaf if d is None else leaf.select(d, i) for leaf, d in zip(leaves, dims, strict=True)]
        outs.append(tree_flatten(call.op(*tree_unflatten(example, call.spec), **call.named)))
    return tree_unflatten([stack(column) for column in zip(*(flat for flat, _ in outs), strict=True)], outs[0][1])


def register(namespace: Namespace, name: str, schema: str, overload: str = "default", override: bool = False) -> CustomOverload:
    """Register a new op `namespace::name`; RuntimeError if it exists already and `override` is False."""
    packet, text = getattr(namespace, name, None), normalize_schema(schema)
    if packet is None:
        packet = vars(namespace)[name] = OpOverloadPacket(namespace._short, name, {})
    if overload in packet._texts and not (override and isinstance(getattr(packet, overload), CustomOverload)):
        raise RuntimeError(f"Tried to register an operator ({namespace._short}::{name}{schema}) with the same name and overload name "
                           "multiple times.")
    packet._texts[overload] = text
    made = vars(packet)[overload] = CustomOverload(packet, overload, text)
    return made


def unregister(namespace: Namespace, made: CustomOverload) -> None:
    """Remove an op from its namespace."""
    packet = vars(namespace).get(made._opname)
    if packet is not None and vars(packet).get(made._overloadname) is made:
        del packet._texts[made._overloadname], vars(packet)[made._overloadname]
        if not packet._texts:
            del vars(namespace)[made._opname]
