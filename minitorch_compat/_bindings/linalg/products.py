"""Products with irregular signatures: einsum, tensordot, determinants. Functions first, then their methods."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..._array.core.user_warnings import warn_once
from ..._array.exchange.type_names import value_type_name
from ..._array.shape.views import wrap_dim
from ..._dispatch.call.caller import caller, lazy_call, resolve_calls, wrap
from ..._dispatch.dtype import dtype as Dtype
from ..._dispatch.messages import argument_messages
from ..._dispatch.state import PLAIN
from ..._dispatch.tensor import TensorBase
from ..._dispatch.wrapping import view_of
from ..._ops.namespace import ARRAYS
from ..._ops.op import ENTRY
from ..functions.arguments import (
    MISSING,
    as_float,
    can_run_on_arrays,
    check_tensor_list,
    is_int_like,
    missing_argument,
    resolve_alias,
    to_int,
    write_out,
)
from ..functions.shown_signatures import shown_as
from ..override.named_refusals import named
from ..override.overridable import all_overridable, refuse

if TYPE_CHECKING:
    from ..tensor.tensor import Tensor

_einsum, _tensordot, _mm, _inv, _det = (lazy_call(n) for n in ("einsum_of", "tensordot_of", "mm", "inv", "det"))
_softmax, _log_softmax, _cast = (lazy_call(n) for n in ("softmax_dim", "log_softmax_dim", "cast"))
resolve_calls(globals())


def einsum(*args: Any) -> Tensor:
    # The docstring is written in _bindings/linalg/products.md.
    """A sum of products, in Einstein's notation.

    Letters name dimensions: those missing after `->` are summed over. `...` stands for further ones, which are
    broadcast.

    Parameters
    ----------
    equation : str
        The letters of each operand, separated by commas, `->`, and those of the result (if left out: all that come once,
        in alphabetical order).
    operands : Tensors
        As many as the equation has.

    Returns
    -------
    Tensor
        As the equation states. The operands may also be given as in numpy, each followed by a list of ints.

    Raises
    ------
    RuntimeError
        Sizes of one letter differ, or the equation does not fit.

    Notes
    -----
    Several operands are multiplied two at a time, from left to right, or in a better order if opt_einsum is there.

    References
    ----------
    PyTorch: torch.einsum

    Examples
    --------
    >>> a, b = torch.arange(6.).reshape(2, 3), torch.ones(3, 2)
    >>> torch.einsum("ij,jk->ik", a, b)
    tensor([[ 3.,  3.],
            [12., 12.]])
    >>> torch.einsum("ii", torch.eye(3)), torch.einsum("i,j->ij", torch.tensor([1, 2]), torch.tensor([3, 4]))
    (tensor(3.), tensor([[3, 4],
            [6, 8]]))
    """
    if len(args) < 2:
        raise ValueError("einsum(): must specify the equation string and at least one operand, or at least one "
                         "operand and its subscripts list")
    if isinstance(args[0], TensorBase):
        equation, operands = _parse_sublists(args)
    else:
        equation, operands = args[0], list(args[1:])
    if len(operands) == 1 and isinstance(operands[0], (list, tuple)):
        operands = list(operands[0])
    if equation.__class__ is not str:
        from ..._fidelity.argument_checks import check_native

        check_native("einsum", equation, operands)
    check_tensor_list(operands, 1)
    if len(operands) > 1 and _can_use_kernels(operands):  # with a single operand the result may be a view of it
        try:
            return _wrap_with_base(ENTRY.einsum_of.composite(ARRAYS, [t._array for t in operands], equation))  # type: ignore[misc]
        except Exception:
            pass
    return _einsum(operands, equation)


def _can_use_kernels(tensors: Any) -> bool:
    """Whether products and sums of the tensors only need kernels: unrecorded, of one dtype, float32 or float64."""
    dtype = tensors[0]._array.dtype
    return dtype.char in "fd" and can_run_on_arrays(*tensors) and all(t._array.dtype is dtype for t in tensors)


def _wrap_with_base(array: Any) -> Any:
    """Wrap the result of kernels, as a view if it is one, as the result of ops would be."""
    return wrap(array) if array.base is None else view_of(wrap(array.base), array)


def _parse_sublists(args: tuple[Any, ...]) -> tuple[str, list[Any]]:
    """The equation and operands of `einsum(a, [0, 1], b, [1, 2], [0, 2])`."""
    def text(subscripts: Any) -> str:
        if any(s is not Ellipsis and not (s >= 0 and s < 52) for s in subscripts):
            raise ValueError("einsum(): subscript in subscript list is not within the valid range [0, 52)")
        return "".join("..." if s is Ellipsis else chr(ord("A") + s) if s < 26 else chr(ord("a") + s - 26) for s in subscripts)

    count = len(args) // 2
    equation = ",".join(text(args[2 * i + 1]) for i in range(count))
    if len(args) % 2:
        equation += "->" + text(args[-1])
    return equation, [args[2 * i] for i in range(count)]


def _contracted_dims(dims: Any) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The dimensions to contract in either factor, from `dims`, a pair of lists."""
    left, right = dims
    for i, (name, given) in enumerate((("dims_self", left), ("dims_other", right))):
        if not isinstance(given, (list, tuple)):
            raise argument_messages.wrong_type("tensordot", name, i + 2, "tuple of ints", given)
        if given and not is_int_like(given[0]):
            raise TypeError(f"tensordot(): argument '{name}' (position {i + 3}) must be tuple of ints, but found element of type "
                            f"{value_type_name(given[0])} at pos 0")
    return tuple(left), tuple(right)


def _check_contracted_sizes(a: tuple[int, ...], b: tuple[int, ...], left: Any, right: Any) -> None:
    """Refuse dimensions out of range, up to the first pair of different sizes, which is refused later."""
    for i, j in zip(left, right, strict=True):
        if 1 not in (m := _dim_size(a, i), n := _dim_size(b, j)) and m != n:
            return


def _dim_size(shape: tuple[int, ...], dim: int) -> int:
    if not shape:
        raise IndexError(f"Dimension specified as {dim} but tensor has no dimensions")
    return shape[wrap_dim(dim, len(shape))]


def tensordot(a: Any, b: Any, dims: Any = 2, out: Tensor | None = None) -> Tensor:
    # The docstring is written in _bindings/linalg/products.md.
    """The sum of products over several dimensions.

    Parameters
    ----------
    a : Tensor
        The first factor.
    b : Tensor
        The second factor.
    dims : int or two lists of ints, default 2
        The number of last dimensions of `a` and first ones of `b`, or lists of dimensions of each.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        The dimensions of `a` that remain, then those of `b`.

    Raises
    ------
    RuntimeError
        The sizes that are summed over differ.

    References
    ----------
    PyTorch: torch.tensordot

    Examples
    --------
    >>> torch.tensordot(torch.arange(6.).reshape(2, 3), torch.ones(3, 2), dims=1)
    tensor([[ 3.,  3.],
            [12., 12.]])
    >>> torch.tensordot(torch.ones(2, 3, 4), torch.ones(4, 3, 5), dims=([1, 2], [1, 0])).shape
    torch.Size([2, 5])
    """
    if out is not None:
        return write_out(tensordot, out, a, b, dims)
    if isinstance(dims, TensorBase):
        if dims._array.ndim and dims._array.size > 1 and len(dims._array) != 2:
            raise AssertionError(f"dims tensor must have size 2 in first dimension, got {len(dims._array)}")
        dims = int(dims._array.item()) if dims._array.size == 1 else dims._array.tolist()
    if not isinstance(dims, (int, list, tuple)):
        raise RuntimeError("tensordot expects dims to be int or tuple[list[int], list[int]] or list[list[int]] containing two lists, but "
                           f"got dims={dims}")
    if isinstance(dims, int):
        if dims < 0:
            raise RuntimeError(f"tensordot expects dims >= 0, but got dims={dims}")
        if dims > min(a._array.ndim, b._array.ndim):
            raise RuntimeError(f"tensordot expects dims < ndim_a or ndim_b, but got dims={dims}")
        left, right = tuple(range(-dims, 0)), tuple(range(dims))
    else:
        for position, (name, value) in enumerate((("input", a), ("other", b))):
            if not isinstance(value, TensorBase):
                raise argument_messages.wrong_type("tensordot", name, position + 1, "Tensor", value)
        left, right = _contracted_dims(dims)
        if len(left) != len(right):
            raise RuntimeError("both dimension lists should have same length")
        if a._array.dtype == b._array.dtype:
            _check_contracted_sizes(a._array.shape, b._array.shape, left, right)
    if _can_use_kernels((a, b)):
        try:
            found = ENTRY.tensordot_of.composite(ARRAYS, a._array, b._array, left, right)  # type: ignore[misc]
            return _wrap_with_base(found if found.base is not None else np.asarray(found)[...])
        except Exception:
            pass
    return _tensordot(a, b, left, right)


def chain_matmul(*matrices: Any, out: Any = None) -> Tensor:
    # The docstring is written in _bindings/linalg/products.md.
    """Deprecated: the product of several matrices, in the best order; see `torch.linalg.multi_dot`.

    Parameters
    ----------
    matrices : Tensors
        Two or more matrices that fit each other.
    out : Tensor, optional
        Takes the result.

    Returns
    -------
    Tensor
        The product.

    References
    ----------
    PyTorch: torch.chain_matmul

    Examples
    --------
    >>> torch.chain_matmul(torch.ones(2, 3), torch.ones(3, 4), torch.ones(4, 1))
    tensor([[12.],
            [12.]])
    """
    warn_once("torch.chain_matmul is deprecated and will be removed in a future PyTorch release. Use torch.linalg.multi_dot instead.")
    if not matrices:
        raise RuntimeError("chain_matmul(): Expected one or more matrices")
    check_tensor_list(matrices)
    if len(matrices) == 1:
        product = matrices[0].clone()
    elif all(m._array.ndim == 2 for m in matrices):
        from .matrix_norms import multi_dot

        product = multi_dot(matrices)
    else:
        product = matrices[0]
        for m in matrices[1:]:
            product = _mm(product, m)
    return product if out is None else write_out(lambda: product, out)


def inverse(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    # The docstring is written in _bindings/linalg/products.md.
    """The inverses of square matrices.

    Parameters
    ----------
    input, A : Tensor
        ... x n x n; floats or complex numbers.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        ... x n x n.

    Raises
    ------
    torch.linalg.LinAlgError
        A matrix is singular.

    Notes
    -----
    To solve equations, `torch.linalg.solve` is faster and more accurate.

    References
    ----------
    PyTorch: torch.inverse

    Examples
    --------
    >>> torch.inverse(torch.tensor([[2., 0.], [0., 4.]]))
    tensor([[0.5000, 0.0000],
            [0.0000, 0.2500]])
    """
    if out is not None:
        return write_out(inverse, out, input)
    return _inv(input)


def det(input: Any) -> Tensor:
    # The docstring is written in _bindings/linalg/products.md.
    """The determinants of square matrices.

    Parameters
    ----------
    input, A : Tensor
        ... x n x n; floats or complex numbers.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        Without the last two dimensions.

    Raises
    ------
    RuntimeError
        A matrix is not square.

    Notes
    -----
    The gradient is right for singular matrices, too.

    References
    ----------
    PyTorch: torch.det

    Examples
    --------
    >>> torch.det(torch.tensor([[1., 2.], [3., 4.]]))
    tensor(-2.)
    """
    return _det(input)


def logdet(input: Tensor) -> Tensor:
    # The docstring is written in _bindings/linalg/products.md.
    """The logarithms of determinants.

    Parameters
    ----------
    input : Tensor
        ... x n x n; floats or complex numbers.

    Returns
    -------
    Tensor
        Without the last two dimensions; -inf of singular matrices, nan of negative determinants.

    Raises
    ------
    RuntimeError
        A matrix is not square.

    References
    ----------
    PyTorch: torch.logdet

    Examples
    --------
    >>> torch.logdet(torch.tensor([[2., 0.], [0., 3.]]))
    tensor(1.7918)
    """
    from .decompositions import logdet as function

    return function(input)


def _convert_dtype(input: Any, dtype: Any) -> Any:
    """`input.to(dtype)`, which also checks `dtype`."""
    if input.__class__ not in PLAIN or dtype.__class__ is not Dtype:
        return input.to(None, dtype)
    np_dtype = dtype.numpy
    return input if input._dtype is np_dtype else _cast(input, np_dtype)


def softmax(input: Tensor, dim: int, dtype: Dtype | None = None, *, out: Tensor | None = None) -> Tensor:
    # The docstring is written in _bindings/linalg/products.md.
    """Exponentials along a dimension, divided by their sum: positive, and adding up to 1.

        out[i] = e ** input[i] / sum_j(e ** input[j])

    Parameters
    ----------
    input : Tensor
        Floats, usually the scores of classes.
    dim : int
        The dimension to normalize along.
    dtype : torch.dtype, optional
        The dtype that `input` is cast to first, and of the result.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        In the shape of `input`.

    Raises
    ------
    RuntimeError
        `input` is of integers, and `dtype` is not given.
    IndexError
        `dim` is no dimension of `input`.

    Notes
    -----
    The greatest element is subtracted first, to prevent overflow. For the logarithm use `log_softmax`.

    References
    ----------
    PyTorch: torch.softmax

    Examples
    --------
    >>> torch.softmax(torch.tensor([[1., 2., 3.], [0., 0., 1000.]]), dim=1)
    tensor([[0.0900, 0.2447, 0.6652],
            [0.0000, 0.0000, 1.0000]])
    """
    if not isinstance(input, TensorBase):
        raise TypeError(f"softmax(): argument 'input' (position 1) must be Tensor, not {type(input).__name__}")
    if dim.__class__ is not int:
        dim = to_int("softmax", "dim", dim)
    x = input if dtype is None else _convert_dtype(input, dtype)
    return _softmax(x, dim) if out is None else write_out(_softmax, out, x, dim)


def log_softmax(input: Tensor, dim: int, dtype: Dtype | None = None, *, out: Tensor | None = None) -> Tensor:
    # The docstring is written in _bindings/linalg/products.md.
    """The logarithm of softmax along a dimension, computed without loss of accuracy.

        out[i] = input[i] - ln(sum_j(e ** input[j]))

    Parameters
    ----------
    input : Tensor
        Floats, usually the scores of classes.
    dim : int
        The dimension to normalize along.
    dtype : torch.dtype, optional
        The dtype that `input` is cast to first, and of the result.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        In the shape of `input`.

    Raises
    ------
    RuntimeError
        `input` is of integers, and `dtype` is not given.
    IndexError
        `dim` is no dimension of `input`.

    References
    ----------
    PyTorch: torch.log_softmax

    Examples
    --------
    >>> torch.log_softmax(torch.tensor([1., 2., 3.]), dim=0)
    tensor([-2.4076, -1.4076, -0.4076])
    """
    if not isinstance(input, TensorBase):
        raise TypeError(f"log_softmax(): argument 'input' (position 1) must be Tensor, not {type(input).__name__}")
    if dim.__class__ is not int:
        dim = to_int("log_softmax", "dim", dim)
    x = input if dtype is None else _convert_dtype(input, dtype)
    return _log_softmax(x, dim) if out is None else write_out(_log_softmax, out, x, dim)


@named("cdist")
def cdist(x1: Any, x2: Any, p: float = 2.0, compute_mode: str = "use_mm_for_euclid_dist_if_necessary") -> Tensor:
    # The docstring is written in _bindings/linalg/products.md.
    """The distances between all points of two sets.

        out[..., i, j] = norm_p(x1[..., i, :] - x2[..., j, :])

    Parameters
    ----------
    x1 : Tensor
        The first set: ... x P x M, a row for each point.
    x2 : Tensor
        The second set: ... x R x M.
    p : float, default 2.0
        The order of the norm: 0 to inf.
    compute_mode : str, default 'use_mm_for_euclid_dist_if_necessary'
        Whether Euclidean distances may be computed by a matrix product (faster, less accurate):
        'use_mm_for_euclid_dist_if_necessary' (of more than 25 points), 'use_mm_for_euclid_dist' or
        'donot_use_mm_for_euclid_dist'.

    Returns
    -------
    Tensor
        ... x P x R.

    Raises
    ------
    RuntimeError
        The dtypes are not floating, or M differs.

    References
    ----------
    PyTorch: torch.cdist

    Examples
    --------
    >>> torch.cdist(torch.tensor([[0., 0.], [3., 0.]]), torch.tensor([[0., 4.]]))
    tensor([[4.],
            [5.]])
    """
    if compute_mode not in ("use_mm_for_euclid_dist_if_necessary", "use_mm_for_euclid_dist", "donot_use_mm_for_euclid_dist"):
        raise ValueError(f"{compute_mode} is not a valid value for compute_mode")
    rows = max(x1._array.shape[-2:-1] + x2._array.shape[-2:-1], default=0)
    many = compute_mode == "use_mm_for_euclid_dist" or compute_mode != "donot_use_mm_for_euclid_dist" and rows > 25
    if p == 2 and many and x1._array.ndim > 1 and x2._array.ndim > 1 and x1._array.size and x2._array.size:
        found = caller("euclidean_dist")(x1, x2)
        return found.view(found._array.shape)
    return caller("cdist_of")(x1, x2, as_float(p))


@all_overridable
class ProductMethods:
    """The methods of these functions; `Tensor` inherits them."""

    __slots__ = ()

    def inverse(self: Any) -> Tensor:
        # The docstring is written in _bindings/linalg/products.md.
        """The inverses of square matrices.

        Returns
        -------
        Tensor
            ... x n x n.

        Raises
        ------
        torch.linalg.LinAlgError
            A matrix is singular.

        Notes
        -----
        To solve equations, `torch.linalg.solve` is faster and more accurate.

        References
        ----------
        PyTorch: torch.inverse

        Examples
        --------
        >>> torch.tensor([[2., 0.], [0., 4.]]).inverse()
        tensor([[0.5000, 0.0000],
                [0.0000, 0.2500]])
        """
        return _inv(self)

    def det(self: Any) -> Tensor:
        # The docstring is written in _bindings/linalg/products.md.
        """The determinants of square matrices.

        Returns
        -------
        Tensor
            Without the last two dimensions.

        Raises
        ------
        RuntimeError
            A matrix is not square.

        Notes
        -----
        The gradient is right for singular matrices, too.

        References
        ----------
        PyTorch: torch.det

        Examples
        --------
        >>> torch.tensor([[1., 2.], [3., 4.]]).det()
        tensor(-2.)
        """
        return _det(self)

    def logdet(self: Any) -> Tensor:
        # The docstring is written in _bindings/linalg/products.md.
        """The logarithms of determinants.

        Returns
        -------
        Tensor
            Without the last two dimensions; -inf of singular matrices, nan of negative determinants.

        Raises
        ------
        RuntimeError
            A matrix is not square.

        References
        ----------
        PyTorch: torch.logdet

        Examples
        --------
        >>> torch.tensor([[2., 0.], [0., 3.]]).logdet()
        tensor(1.7918)
        """
        return logdet(self)

    @shown_as("self, dim, dtype=None")
    def softmax(self: Any, dim: int = MISSING, dtype: Dtype | None = None, *, axis: Any = MISSING) -> Tensor:
        # The docstring is written in _bindings/linalg/products.md.
        """Exponentials along a dimension, divided by their sum: positive, and adding up to 1.

            out[i] = e ** self[i] / sum_j(e ** self[j])

        Parameters
        ----------
        dim : int
            The dimension to normalize along.
        dtype : torch.dtype, optional
            The dtype that `self` is cast to first, and of the result.

        Returns
        -------
        Tensor
            In the shape of `self`.

        Raises
        ------
        RuntimeError
            `self` is of integers, and `dtype` is not given.
        IndexError
            `dim` is no dimension of `self`.

        Notes
        -----
        The greatest element is subtracted first, to prevent overflow. For the logarithm use `log_softmax`.

        References
        ----------
        PyTorch: torch.softmax

        Examples
        --------
        >>> torch.tensor([[1., 2., 3.], [0., 0., 1000.]]).softmax(dim=1)
        tensor([[0.0900, 0.2447, 0.6652],
                [0.0000, 0.0000, 1.0000]])
        """
        if axis is not MISSING:
            dim = resolve_alias("softmax", "axis", axis, dim, MISSING)
        if dim is MISSING:
            raise missing_argument("softmax", "dim")
        try:
            return softmax(self, dim, dtype)
        except Exception as error:
            return refuse(error)

    @shown_as("self, dim, dtype=None")
    def log_softmax(self: Any, dim: int = MISSING, dtype: Dtype | None = None, *, axis: Any = MISSING) -> Tensor:
        # The docstring is written in _bindings/linalg/products.md.
        """The logarithm of softmax along a dimension, computed without loss of accuracy.

            out[i] = self[i] - ln(sum_j(e ** self[j]))

        Parameters
        ----------
        dim : int
            The dimension to normalize along.
        dtype : torch.dtype, optional
            The dtype that `self` is cast to first, and of the result.

        Returns
        -------
        Tensor
            In the shape of `self`.

        Raises
        ------
        RuntimeError
            `self` is of integers, and `dtype` is not given.
        IndexError
            `dim` is no dimension of `self`.

        References
        ----------
        PyTorch: torch.log_softmax

        Examples
        --------
        >>> torch.tensor([1., 2., 3.]).log_softmax(dim=0)
        tensor([-2.4076, -1.4076, -0.4076])
        """
        if axis is not MISSING:
            dim = resolve_alias("log_softmax", "axis", axis, dim, MISSING)
        if dim is MISSING:
            raise missing_argument("log_softmax", "dim")
        try:
            return log_softmax(self, dim, dtype)
        except Exception as error:
            return refuse(error)


__all__ = ["cdist", "chain_matmul", "det", "einsum", "inverse", "log_softmax", "logdet",
           "softmax", "tensordot"]
