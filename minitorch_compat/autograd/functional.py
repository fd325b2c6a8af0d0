"""Products with Jacobians and Hessians, and both in full. https://docs.pytorch.org/docs/stable/autograd.html#functional-higher-level-api

Inputs, vectors and outputs are tensors or tuples of tensors, and results have their structure.  Where the function does not
depend on an input the result is zeros, or an error in `strict` mode.
"""
from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from .._array.core import intp
from .._dispatch.call.caller import wrap
from .._dispatch.levels.forward import zeros_on_device_of
from .._dispatch.state import ACTIVE, LOCAL, PLAIN
from .._dispatch.tensor import is_meta_tensor
from .._engine import backward
from . import forward_ad
from ._functional_parts import _as_tuple as _as_tuple
from ._functional_parts import _as_tuple_nocheck as _as_tuple_nocheck
from ._functional_parts import _autograd_grad as _autograd_grad
from ._functional_parts import _check_requires_grad as _check_requires_grad
from ._functional_parts import _construct_standard_basis_for as _construct_standard_basis_for
from ._functional_parts import _fill_in_zeros as _fill_in_zeros
from ._functional_parts import _grad_postprocess as _grad_postprocess
from ._functional_parts import _grad_preprocess as _grad_preprocess
from ._functional_parts import _tuple_postprocess as _tuple_postprocess
from ._functional_parts import _validate_v as _validate_v
from .grad_mode import enable_grad, set_grad_enabled

Function = Callable[..., Any]
Tensors = tuple[Any, ...]


def vjp(func: Function, inputs: Any, v: Any = None, create_graph: bool = False, strict: bool = False) -> tuple[Any, Any]:
    """Outputs of a function, and the product of a vector with its Jacobian: ``v @ J``.

    Parameters
    ----------
    func : callable
        Takes tensors, returns a tensor or a tuple of them.
    inputs : Tensor or tuple of Tensor
        Where it is differentiated.
    v : Tensor or tuple of Tensor, optional
        The vector, like the outputs; not needed for a single number.
    create_graph : bool, default False
        Whether results can be differentiated again.
    strict : bool, default False
        Whether an output that does not depend on an input is an error; otherwise zeros.

    Returns
    -------
    tuple
        Outputs, and the product, like ``inputs``.

    Raises
    ------
    RuntimeError
        If ``v`` does not fit.

    References
    ----------
    PyTorch: ``torch.autograd.functional.vjp``.

    Examples
    --------
    >>> torch.autograd.functional.vjp(torch.exp, torch.zeros(2), torch.tensor([1.0, 3.0]))
    (tensor([1., 1.]), tensor([1., 3.]))
    """
    run = _FunctionalCall(func, inputs, "vjp", create_graph, strict).evaluate()
    v = run.vector(v, run.outputs, run.output_is_tuple, "user-provided function returns a single Tensor")
    found = _grad(run.outputs, run.inputs, v, create_graph)
    result = run.fill_missing(found, run.inputs, _INDEPENDENT_OF_INPUT, "jacobian")
    return run.output_result(), run.to_result(result, run.input_is_tuple)


def jvp(func: Function, inputs: Any, v: Any = None, create_graph: bool = False, strict: bool = False) -> tuple[Any, Any]:
    """Outputs of a function, and the product of its Jacobian with a vector: ``J @ v``.

    Parameters
    ----------
    func : callable
        Takes tensors, returns a tensor or a tuple of them.
    inputs : Tensor or tuple of Tensor
        Where it is differentiated.
    v : Tensor or tuple of Tensor, optional
        The vector, like ``inputs``; not needed for a single number.
    create_graph : bool, default False
        Whether results can be differentiated again.
    strict : bool, default False
        Whether an output that does not depend on an input is an error; otherwise zeros.

    Returns
    -------
    tuple
        Outputs, and the product, like the outputs.

    Notes
    -----
    Computed by two backwards; ``torch.func.jvp`` needs one forward pass.

    References
    ----------
    PyTorch: ``torch.autograd.functional.jvp``.

    Examples
    --------
    >>> torch.autograd.functional.jvp(torch.exp, torch.zeros(2), torch.tensor([1.0, 3.0]))
    (tensor([1., 1.]), tensor([1., 3.]))
    """
    run = _FunctionalCall(func, inputs, "jvp", create_graph, strict)
    v = run.vector(v, run.inputs, run.input_is_tuple, _SINGLE_INPUT)
    run.evaluate()
    cotangents = tuple([_free_cotangent(o) for o in run.outputs])
    pulled = _grad(run.outputs, run.inputs, cotangents, create_graph=True)
    run.check(pulled, "The gradient with respect to input {} is independent of the inputs of the user-provided function. This is not "
                      "allowed in strict mode.", may_be_none=True)
    found = _grad(pulled, cotangents, v, create_graph)
    result = run.fill_missing(found, run.outputs, _INDEPENDENT_OF_COTANGENT, "jacobian")
    return run.output_result(), run.to_result(result, run.output_is_tuple)


def vhp(func: Function, inputs: Any, v: Any = None, create_graph: bool = False, strict: bool = False) -> tuple[Any, Any]:
    """Output of a function, and the product of a vector with its second derivatives: ``v @ H``.

    Parameters
    ----------
    func : callable
        Takes tensors, returns a scalar.
    inputs : Tensor or tuple of Tensor
        Where it is differentiated.
    v : Tensor or tuple of Tensor, optional
        The vector, like ``inputs``.
    create_graph : bool, default False
        Whether results can be differentiated again.
    strict : bool, default False
        Whether independence of an input is an error; otherwise zeros.

    Returns
    -------
    tuple
        Output, and the product, like ``inputs``.

    References
    ----------
    PyTorch: ``torch.autograd.functional.vhp``.

    Examples
    --------
    >>> torch.autograd.functional.vhp(lambda x: (x ** 3).sum(), torch.tensor([1.0, 2.0]), torch.ones(2))
    (tensor(9.), tensor([ 6., 12.]))
    """
    run = _FunctionalCall(func, inputs, "vhp", create_graph, strict)
    v = run.vector(v, run.inputs, run.input_is_tuple, _SINGLE_INPUT)
    run.evaluate()
    first = run.gradient()
    found = _grad(first, run.inputs, v, create_graph)
    missing = "The jacobian of the user-provided function is independent of input {}. This is not allowed in strict mode."
    result = run.fill_missing(found, run.inputs, missing, "hessian")
    return run.output_result(), run.to_result(result, run.input_is_tuple)


def hvp(func: Function, inputs: Any, v: Any = None, create_graph: bool = False, strict: bool = False) -> tuple[Any, Any]:
    """Output of a function, and the product of its second derivatives with a vector: ``H @ v``; ``vhp`` is faster.

    Parameters
    ----------
    func : callable
        Takes tensors, returns a scalar.
    inputs : Tensor or tuple of Tensor
        Where it is differentiated.
    v : Tensor or tuple of Tensor, optional
        The vector, like ``inputs``.
    create_graph : bool, default False
        Whether results can be differentiated again.
    strict : bool, default False
        Whether independence of an input is an error; otherwise zeros.

    Returns
    -------
    tuple
        Output, and the product, like ``inputs``.

    References
    ----------
    PyTorch: ``torch.autograd.functional.hvp``.

    Examples
    --------
    >>> torch.autograd.functional.hvp(lambda x: (x ** 3).sum(), torch.tensor([1.0, 2.0]), torch.ones(2))
    (tensor(9.), tensor([ 6., 12.]))
    """
    run = _FunctionalCall(func, inputs, "hvp", create_graph, strict)
    v = run.vector(v, run.inputs, run.input_is_tuple, _SINGLE_INPUT)
    run.evaluate()
    first = run.gradient()
    cotangents = tuple([_free_cotangent(x) for x in run.inputs])
    second = _grad(first, run.inputs, cotangents, create_graph=True)
    run.check(second, "The hessian of the user-provided function with respect to input {} is independent of the input. This is not "
                      "allowed in strict mode.", may_be_none=True)
    found = _grad(second, cotangents, v, create_graph)
    missing = ("The hessian of the user-provided function is independent of entry {} in the grad_jacobian. This is not allowed in strict "
               "mode as it prevents from using the double backward trick to replace forward mode AD.")
    result = run.fill_missing(found, run.inputs, missing, "hessian")
    return run.output_result(), run.to_result(result, run.input_is_tuple)


def jacobian(
    func: Function, inputs: Any, create_graph: bool = False, strict: bool = False, vectorize: bool = False,
    strategy: str = "reverse-mode",
) -> Any:
    """All first derivatives of a function.

    Parameters
    ----------
    func : callable
        Takes tensors, returns a tensor or a tuple of them.
    inputs : Tensor or tuple of Tensor
        Where it is differentiated.
    create_graph : bool, default False
        Whether results can be differentiated again.
    strict : bool, default False
        Whether independence of an input is an error; otherwise zeros.
    vectorize : bool, default False
        Whether all rows are computed at once.
    strategy : str, default 'reverse-mode'
        ``'reverse-mode'``, a row a pass, or ``'forward-mode'``, a column a pass (with ``vectorize``
        only).

    Returns
    -------
    Tensor or tuple
        Of shape output + input; nested as ``[output][input]`` where there are tuples.

    References
    ----------
    PyTorch: ``torch.autograd.functional.jacobian``.

    Examples
    --------
    >>> torch.autograd.functional.jacobian(lambda x: x ** 2, torch.tensor([1.0, 2.0]))
    tensor([[2., 0.],
            [0., 4.]])
    """
    if strategy not in ("forward-mode", "reverse-mode"):
        raise AssertionError('Expected strategy to be either "forward-mode" or "reverse-mode". Hint: If your function has more outputs '
                             'than inputs, "forward-mode" tends to be more performant. Otherwise, prefer to use "reverse-mode".')
    if strategy == "forward-mode":
        return _forward_jacobian(func, inputs, create_graph, strict, vectorize)
    run = _FunctionalCall(func, inputs, "jacobian", create_graph, strict).evaluate()
    if vectorize and strict:
        raise RuntimeError("torch.autograd.functional.jacobian: `strict=True` and `vectorized=True` are not supported together. Please "
                           "either set `strict=False` or `vectorize=False`.")
    if vectorize and not run.outputs:
        raise AssertionError("Expected at least one tensor")
    with enable_grad():
        found = run.batched_rows() if vectorize else [run.rows(i, out) for i, out in enumerate(run.outputs)]
    _check_not_empty(found)
    parts = tuple(run.to_result(row, run.input_is_tuple) for row in found)
    return parts if run.output_is_tuple else parts[0]


def hessian(
    func: Function, inputs: Any, create_graph: bool = False, strict: bool = False, vectorize: bool = False,
    outer_jacobian_strategy: str = "reverse-mode",
) -> Any:
    """All second derivatives of a function with a single number as output.

    Parameters
    ----------
    func : callable
        Takes tensors, returns a scalar.
    inputs : Tensor or tuple of Tensor
        Where it is differentiated.
    create_graph : bool, default False
        Whether results can be differentiated again.
    strict : bool, default False
        Whether independence of an input is an error; otherwise zeros.
    vectorize : bool, default False
        Whether all rows are computed at once.
    outer_jacobian_strategy : str, default 'reverse-mode'
        ``'reverse-mode'`` or ``'forward-mode'`` (with ``vectorize`` only).

    Returns
    -------
    Tensor or tuple
        Of shape input + input; nested as ``[i][j]`` for a tuple.

    Raises
    ------
    RuntimeError
        If the output has several elements.

    References
    ----------
    PyTorch: ``torch.autograd.functional.hessian``.

    Examples
    --------
    >>> torch.autograd.functional.hessian(lambda x: (x ** 3).sum(), torch.tensor([1.0, 2.0]))
    tensor([[ 6.,  0.],
            [ 0., 12.]])
    """
    _tensors_of(inputs, "inputs", "hessian")  # raises for anything else
    if outer_jacobian_strategy not in ("forward-mode", "reverse-mode"):
        raise AssertionError('Expected strategy to be either "forward-mode" or "reverse-mode".')

    def single(*args: Any) -> Any:
        out = func(*args)
        outs, is_tuple = _tensors_of(out, "outputs of the user-provided function", "hessian")
        _check(outs, _OUTPUT, strict)
        if is_tuple:
            raise RuntimeError("The function given to hessian should return a single Tensor")
        if out._array.size != 1:
            raise RuntimeError("The Tensor returned by the function given to hessian should contain a single element")
        return out.squeeze()

    def first(*args: Any) -> Any:
        found = jacobian(single, args, create_graph=True)
        _check(found, _JACOBIAN, strict)
        return found if isinstance(inputs, tuple) else found[0]

    if outer_jacobian_strategy == "forward-mode":
        return _forward_jacobian(first, inputs, create_graph, strict, vectorize, need_graph=True)
    return jacobian(first, inputs, create_graph=create_graph, strict=strict, vectorize=vectorize)


# Messages of strict mode -----------------------------------------------------------------------------------------------------------------

_OUTPUT = ("Output {} of the user-provided function does not require gradients. The outputs must be computed in a differentiable manner "
           "from the input when running in strict mode.")
_JACOBIAN = ("While computing the hessian, found that the jacobian of the user-provided function with respect to input {} is independent "
             "of the input. This is not allowed in strict mode. You should ensure that your function is twice differentiable and that the "
             "jacobian depends on the inputs (this would be violated by a linear function for example).")
_INDEPENDENT_OF_INPUT = "The output of the user-provided function is independent of input {}. This is not allowed in strict mode."
_INDEPENDENT_OF_COTANGENT = ("The gradient with respect to the input is independent of entry {} in the grad_outputs when using the double "
                             "backward trick to compute forward mode gradients. This is not allowed in strict mode.")
_SINGLE_INPUT = "input to the user-provided function is a single Tensor"


def _check_not_empty(results: Sequence[Any]) -> Any:
    """The first result; PyTorch reads it, so a function without inputs or outputs fails here."""
    if not results:
        raise IndexError("tuple index out of range")
    return results[0]


def _check(tensors: Sequence[Any], text: str, strict: bool, may_be_none: bool = False) -> None:
    if not strict:
        return
    for i, t in enumerate(tensors):
        if t is None and may_be_none:
            raise RuntimeError(_INDEPENDENT_OF_INPUT.format(i))
        if t is None or not t.requires_grad:
            raise RuntimeError(text.format(i))


class _FunctionalCall:
    """One call of a public function: prepares the inputs, calls `func` on them and converts the results."""

    def __init__(self, func: Function, inputs: Any, name: str, create_graph: bool, strict: bool) -> None:
        self.func, self.name, self.create_graph, self.strict = func, name, create_graph, strict
        with enable_grad():
            tensors, self.input_is_tuple = _tensors_of(inputs, "inputs", name)
            self.inputs = tuple([_prepare_input(x, create_graph, need_graph=True) for x in tensors])

    def evaluate(self) -> _FunctionalCall:
        """Call the function and keep its outputs."""
        with enable_grad():
            self.outputs, self.output_is_tuple = _tensors_of(self.func(*self.inputs), "outputs of the user-provided function", self.name)
            self.check(self.outputs, _OUTPUT)
        return self

    def check(self, tensors: Sequence[Any], text: str, may_be_none: bool = False) -> None:
        """In strict mode, refuse tensors that do not require gradients."""
        _check(tensors, text, self.strict, may_be_none)

    def vector(self, v: Any, like: Tensors, is_tuple: bool, exception: str) -> Tensors | None:
        """The user's vector, which must have the structure and shapes of `like`; None means 1 for a single element."""
        if v is None:
            if len(like) != 1 or like[0]._array.size != 1:
                raise RuntimeError(f"The vector v can only be None if the {exception} with a single element.")
            return None
        tensors, _ = _tensors_of(v, "v", self.name)
        with enable_grad():  # a vector keeps its history under no_grad, too
            prepared = tuple([_prepare_input(t, self.create_graph, need_graph=False) for t in tensors])
        _validate_v(prepared, like, is_tuple)
        return prepared

    def gradient(self) -> Tensors:
        """The gradient of the single output, with a graph, for Hessians."""
        if self.output_is_tuple or len(self.outputs) != 1:
            raise RuntimeError(f"The function given to {self.name} should return a single Tensor")
        if self.outputs[0]._array.size != 1:
            raise RuntimeError(f"The Tensor returned by the function given to {self.name} should contain a single element")
        first = _grad(self.outputs, self.inputs, None, create_graph=True)
        self.check(first, _JACOBIAN, may_be_none=True)
        return first

    def fill_missing(self, grads: Tensors, like: Tensors, missing: str, what: str, output: int | None = None) -> Tensors:
        """Replace missing gradients by zeros; in strict mode, raise."""
        if self.strict:
            for i, g in enumerate(grads):
                if g is None:
                    raise RuntimeError(missing.format(i))
                if self.create_graph and not g.requires_grad:
                    raise RuntimeError(f"The {what} of the user-provided function is independent of input "
                                       f"{i if output is None else output}. This is not allowed in "
                                       "strict mode when create_graph=True.")
        return tuple([_zeros(x) if g is None else g for g, x in zip(grads, like, strict=True)])

    def rows(self, number: int, out: Any) -> Tensors:
        """The Jacobians of one output, by one backward per element."""
        missing = f"Output {number} of the user-provided function is independent of input {{}}. This is not allowed in strict mode."
        rows = []
        flat = out.reshape(-1)
        if out._array.dtype.kind == "c" and out._array.size:  # PyTorch's loop differentiates single elements, which raises for complex ones
            _grad((flat[0],), self.inputs, None, self.create_graph)
        for i in range(out._array.size):
            found = _grad((flat,), self.inputs, (_unit_vector(flat, i),), self.create_graph)
            rows.append(self.fill_missing(found, self.inputs, missing, "jacobian", number))
        return tuple(_stack([row[k] for row in rows]).reshape(out.shape + x.shape) for k, x in enumerate(self.inputs))

    def batched_rows(self) -> list[Tensors]:
        """The Jacobians of all outputs, by one batched backward over the standard basis of all of them together."""
        sizes = [out._array.size for out in self.outputs]
        flat = tuple(out.reshape(-1) for out in self.outputs)
        found = _grad(flat, self.inputs, _unit_vectors(flat), self.create_graph, batched=True)
        by_input = []
        for g, x in zip(found, self.inputs, strict=True):
            all_rows = _zeros(x).expand(sum(sizes), *x.shape) if g is None else g
            by_input.append([part.view(out.shape + x.shape) for part, out in zip(all_rows.split(sizes), self.outputs, strict=True)])
        return list(zip(*by_input, strict=True))

    def to_result(self, tensors: Tensors, is_tuple: bool) -> Any:
        """Results in the user's structure, detached without `create_graph`; raise if there are none, as in PyTorch."""
        _check_not_empty(tensors)
        tensors = tensors if self.create_graph else tuple([t.detach() for t in tensors])
        return tensors if is_tuple else tensors[0]

    def output_result(self) -> Any:
        """The outputs in the user's structure."""
        return self.to_result(self.outputs, self.output_is_tuple)


def _unit_vectors(tensors: Tensors) -> Tensors:
    """The standard basis of the space spanned by all tensors together: for each tensor its part, along a new first dimension."""
    sizes = [t._array.size for t in tensors]
    ends = intp.cumsum(sizes)
    return tuple(_unit_part(t, sum(sizes), n, n - int(end)) for t, n, end in zip(tensors, sizes, ends, strict=True))


def _unit_vector(t: Any, i: int) -> Any:
    """The `i`-th unit vector with the shape and dtype of the vector `t`."""
    if is_meta_tensor(t):
        return _zeros(t)
    unit = np.zeros(t._array.shape, t._array.dtype)
    unit[i] = 1
    return wrap(unit)


def _unit_part(t: Any, total: int, size: int, offset: int) -> Any:
    shape = (total, *t._array.shape)
    return wrap(zeros_on_device_of(t, shape) if is_meta_tensor(t) else np.eye(total, size, offset, t._array.dtype).reshape(shape))


def _stack(tensors: list[Any]) -> Any:
    from .._bindings.generated.functions import stack

    if not tensors:
        raise RuntimeError("stack expects a non-empty TensorList")
    return stack(tensors)


# Forward mode --------------------------------------------------------------------------------------------------------------------------


def _forward_jacobian(func: Function, inputs: Any, create_graph: bool, strict: bool, vectorize: bool, need_graph: bool = False) -> Any:
    """`need_graph`: `func` itself runs backward, so its arguments must require gradients."""
    if create_graph:
        raise NotImplementedError("torch.autograd.functional.jacobian: `create_graph=True` and `strategy=\"forward-mode\"` are not "
                                  "supported together (yet). Please either set `create_graph=False` or `strategy=\"reverse-mode\"`.")
    if strict:
        raise RuntimeError("torch.autograd.functional.jacobian: `strict=True` and `strategy=\"forward-mode\"` are not supported together "
                           "(yet). Please either set `strict=False` or `strategy=\"reverse-mode\"`.")
    tensors, input_is_tuple = _tensors_of(inputs, "inputs", "jacobian")
    if not vectorize:
        raise NotImplementedError("Computing Jacobian using forward-AD or forward-over-reverse Hessian isonly implemented for "
                                  "`vectorize=True`.")
    # As in PyTorch, an input that requires gradients lends its graph to the result, wanted or not.
    primals = tuple(x.detach().requires_grad_(x._array.dtype.kind in "fcV") if need_graph else x for x in tensors)
    if not primals:
        raise AssertionError("Expected at least one tensor")
    columns, output_is_tuple = _jacobian_columns(func, primals)
    if input_is_tuple:
        # Lists, where the reverse strategy gives tuples, as in PyTorch.
        return [list(row) for row in columns] if output_is_tuple else list(columns[0])
    return tuple(row[0] for row in columns) if output_is_tuple else columns[0][0]


def _jacobian_columns(func: Function, primals: Tensors) -> tuple[list[list[Any]], bool]:
    """The Jacobians as [output][input], by one batched forward pass over the standard basis of all inputs together."""
    from .._vmap_internals import _vmap

    is_tuple = False
    shapes: list[Any] = []

    def push(*tangents: Any) -> Tensors:
        nonlocal is_tuple
        LOCAL.levels[-1].is_legacy = True  # the vmap from before `torch.func`, with its error messages
        with forward_ad.dual_level():
            duals = [forward_ad.make_dual(x, t) for x, t in zip(primals, tangents, strict=True)]
            outs, is_tuple = _tensors_of(func(*duals), "outputs", "None")  # PyTorch's message has these words
            unpacked = [forward_ad.unpack_dual(o) for o in outs]
        shapes.extend(u.primal.shape for u in unpacked)
        return tuple(_zeros(u.primal) if u.tangent is None else u.tangent for u in unpacked)

    sizes = [x._array.size for x in primals]
    pushed = _vmap(push)(*_unit_vectors(primals))
    by_output = []
    for all_columns, shape in zip(pushed, shapes, strict=True):
        parts = zip(all_columns.split(sizes), primals, strict=True)
        by_output.append([part.movedim(0, -1).reshape(shape + x.shape) for part, x in parts])
    return by_output, is_tuple


# Arguments -----------------------------------------------------------------------------------------------------------------------------


def _tensors_of(value: Any, what: str, name: str) -> tuple[Tensors, bool]:
    is_tuple, tensors = _as_tuple(value, what, name)
    return tensors, is_tuple


def _prepare_input(x: Any, create_graph: bool, need_graph: bool) -> Any:
    """An alias of an input to differentiate with respect to; it keeps the history of the input with `create_graph`."""
    if create_graph:
        return x.view_as(x) if x.requires_grad or not need_graph else x.detach().requires_grad_()
    return x.detach().requires_grad_() if need_graph else x.detach()


def _grad(outputs: Tensors, inputs: Tensors, cotangents: Tensors | None, create_graph: bool, batched: bool = False) -> Tensors:
    """`autograd.grad` that skips outputs without a graph and returns None for unreachable inputs."""
    outs, cots = [], []
    for o, g in zip(outputs, cotangents or (None,) * len(outputs), strict=True):
        if o is not None and o.requires_grad:
            outs.append(o)
            cots.append(g)
    if not outs:
        return (None,) * len(inputs)
    if not (ACTIVE or batched) and PLAIN.issuperset([t.__class__ for t in (*outs, *inputs, *(cotangents or ()))]):
        return backward.grad(outs, list(inputs), cots, True, create_graph, True, True)
    from . import grad  # the public function, which tensor subclasses may override

    with set_grad_enabled(create_graph or LOCAL.grad):
        return tuple(grad(outs, list(inputs), cots, retain_graph=True, create_graph=create_graph, allow_unused=True,
                          is_grads_batched=batched))


def _free_cotangent(x: Any) -> Any:
    """A cotangent to differentiate with respect to; its value is irrelevant because gradients are linear in it."""
    if x._array.dtype.kind not in "fcV":
        raise RuntimeError("Only Tensors of floating point and complex dtype can require gradients")
    return _zeros(x).requires_grad_()


def _zeros(x: Any) -> Any:
    return wrap(zeros_on_device_of(x, x._array.shape)) if x.__class__ in PLAIN else x.new_zeros(x.shape)


__all__ = ["hessian", "hvp", "jacobian", "jvp", "vhp", "vjp"]
