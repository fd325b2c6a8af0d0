"""Errors for calls that do not support a layout (sparse, compressed, conjugate) or a tensor without values."""
from __future__ import annotations

from typing import Any

from ..._array.core.dtypes import scalar_name
from ..._array.sparse import compressed, coo
from ..._dispatch.unsupported import UnsupportedError

# --- any layout -----------------------------------------------------------------------------------------------------------------------

def dim_out_of_range(dim: int, ndim: int) -> IndexError:
    """A dimension out of range for a tensor of `ndim` dimensions."""
    return IndexError(f"Dimension out of range (expected to be in range of [{-ndim}, {ndim - 1}], but got {dim})")


def view_as_real_of_conj() -> RuntimeError:
    """`view_as_real` of a conjugated view."""
    return RuntimeError("view_as_real doesn't work on unresolved conjugated tensors.  To resolve the conjugate tensor so you can view it "
                        "as real, use self.resolve_conj(); however, be warned that the resulting tensor will NOT alias the original.")


def write_to_conj_view(name: str) -> UnsupportedError:
    """A function that writes into a conjugated or negated view."""
    return UnsupportedError(f"{name}() of a conjugate or negative view", "call resolve_conj() or resolve_neg()")


def sparse_in_transform() -> NotImplementedError:
    """A sparse tensor inside a function transform."""
    return NotImplementedError("Sparse tensors are not built for function transforms (torch.func); to_dense() gives tensors that are.")


def sparse_in_forward_mode() -> NotImplementedError:
    """A sparse tensor that carries a tangent, or is combined with one that does."""
    return NotImplementedError("Forward mode is not built for sparse tensors; to_dense() gives tensors that have it.")


# --- the meta device ------------------------------------------------------------------------------------------------------------------

def meta_without_values(name: str) -> NotImplementedError:
    """A result that depends on values, of meta tensors."""
    return NotImplementedError(f"aten::{name}: attempted to run this operator with Meta tensors, but there was no "
                               "fake impl or Meta kernel registered: what comes of it depends on values.")


def meta_in_transform() -> UnsupportedError:
    """A meta tensor inside a function transform."""
    return UnsupportedError("a tensor of the meta device inside a torch.func transform")


def write_to_meta(name: str) -> UnsupportedError:
    """A function that is not an op and writes or records, on meta tensors."""
    return UnsupportedError(f"{name}() of tensors of the meta device, in place, into `out` or with a gradient")


def devices_differ(name: str, devices: list[str]) -> RuntimeError:
    """An input, an index and a source on different devices."""
    return RuntimeError(f"{name}(): self, index and source expected to be in the same device, but got (self) {devices[0]}, "
                        f"(index) {devices[1]}, and (source) {devices[2]}")


def unexpected_device(device: str, expected: str) -> RuntimeError:
    """A tensor on another device than expected."""
    return RuntimeError(f"Tensor on device {device} is not on the expected device {expected}!")


def move_to_meta_in_transform() -> UnsupportedError:
    """Moving a tensor to the meta device inside a function transform."""
    return UnsupportedError("moving what a torch.func transform differentiates to the meta device", "use detach()")


def move_sparse_to_meta() -> UnsupportedError:
    """Moving a sparse tensor to the meta device."""
    return UnsupportedError("moving a sparse tensor to the meta device")


# --- coordinate form ------------------------------------------------------------------------------------------------------------------

def empty_like_other_layout(own: str, asked: str) -> RuntimeError:
    """A `*_like` of a compressed tensor in another layout."""
    return RuntimeError(f"empty_like with different sparse layout is not supported (self is {own} but you requested {asked})")


def index_select_index_type() -> IndexError:
    """An index of `index_select` that is no vector of int64."""
    return IndexError("index_select() argument index must be 1-D strided (non-sparse) long-tensor.")


def index_select_out_of_range(index: Any, shape: tuple[int, ...], dim: int) -> IndexError:
    """An element of the index of `index_select` that is out of range."""
    return IndexError(f"index_select(): index contains {index} that is out of range for tensor of size {list(shape)} at dimension {dim}")


def select_out_of_range(index: int, shape: tuple[int, ...], dim: int) -> IndexError:
    """An index of `select` that is out of range."""
    return IndexError(f"select(): index {index} out of range for tensor of size {list(shape)} at dimension {dim}")


def cat_sparse_to_dense() -> NotImplementedError:
    """Joining sparse tensors to a dense one."""
    return NotImplementedError("Could not run 'aten::_values' with arguments from the 'CPU' backend.")


def cat_dense_to_sparse(position: int) -> RuntimeError:
    """Joining a dense tensor to sparse ones."""
    return RuntimeError(f"Concatenating sparse tensors, but a dense tensor was found at position {position}.")


def cat_dense_dims_differ() -> RuntimeError:
    """Joining tensors of different numbers of sparse or dense dimensions."""
    return RuntimeError("All tensors must have the same sparse_dim and dense_dim")


def cat_shapes_differ(first: tuple[int, ...], shape: tuple[int, ...], position: int) -> RuntimeError:
    """Joining tensors of different shapes."""
    return RuntimeError(f"All tensors must have the same shape: {list(first)} (except in the concatenating dimension), "
                        f"but found shape: {list(shape)} at position {position}.")


def stack_shapes_differ(first: tuple[int, ...], shape: tuple[int, ...], position: int) -> RuntimeError:
    """Stacking tensors of different shapes."""
    return RuntimeError(f"stack expects each tensor to be equal size, but got {list(first)} at entry 0 and {list(shape)} at entry "
                        f"{position}")


def triangular_solve_layout() -> ValueError:
    """A triangular matrix of a layout that is not solved with."""
    return ValueError("triangular_solve: unsupported sparse layout.")


def inplace_without_coalesced(name: str) -> RuntimeError:
    """A function of each element, in place, of a tensor in which an index may occur twice."""
    return RuntimeError(f"{name}_ requires coalesced input")


def sparse_inplace_with_gradient(name: str) -> NotImplementedError:
    """An in-place call that would have to be recorded."""
    return coo.unsupported_error(f"{name}_ with a gradient; the same out of place is there for sparse tensors")


def duplicate_dim(dim: int) -> RuntimeError:
    """A dimension that is summed over twice."""
    return RuntimeError(f"dim {dim} appears multiple times in the list of dims")


def addmm_into_sparse() -> RuntimeError:
    """`addmm` that would add a product to a sparse tensor."""
    return RuntimeError("addmm_sparse_dense: expected strided result tensor, got tensor with layout Sparse")


def addmm_layouts(first: str, second: str) -> RuntimeError:
    """Factors that are not one sparse and one strided."""
    return RuntimeError("addmm_sparse_dense: expected either 'mat1' to have sparse layout and 'mat2' to have strided layout, got 'mat1' "
                        f"with layout {first} and 'mat2' with layout {second}")


def mv_size_mismatch() -> RuntimeError:
    """A matrix and a vector whose sizes do not match."""
    return RuntimeError("mv: expected self.size(-1) == vec.size(-1)")


def reshape_of_sparse() -> RuntimeError:
    """`reshape` of a sparse tensor."""
    return RuntimeError("reshape is not implemented for sparse tensors")


def expand_of_sparse() -> RuntimeError:
    """`expand` of a sparse tensor."""
    return RuntimeError("expand is unsupported for Sparse tensors")


def expand_with_too_few_sizes(kind: str, shape: tuple[int, ...], size: Any) -> RuntimeError:
    """`expand` to fewer sizes than dimensions."""
    return RuntimeError(f"expand({kind}{{{list(shape)}}}, size={list(size)}): the number of sizes provided ({len(size)}) must be "
                        f"greater or equal to the number of dimensions in the tensor ({len(shape)})")


def repeat_with_too_few_dims() -> RuntimeError:
    """`repeat` with fewer repetitions than dimensions."""
    return RuntimeError("Number of dimensions of repeat dims can not be smaller than number of dimensions of tensor")


def unsupported_memory_format(memory_format: Any) -> RuntimeError:
    """A memory format for a tensor without strides."""
    name = str(memory_format).removeprefix("torch.").removesuffix("_format")
    return RuntimeError(f"unsupported memory format option {''.join(part.capitalize() for part in name.split('_'))}")


def masked_fill_of_sparse() -> RuntimeError:
    """`masked_fill` of a sparse tensor."""
    return RuntimeError("unsupported memory format option Contiguous")


def narrow_start_out_of_range(start: int, size: int) -> IndexError:
    """A start of `narrow` that is out of range."""
    return IndexError(f"start out of range (expected to be in range of [{-size}, {size}], but got {start})")


def narrow_negative_length() -> RuntimeError:
    """A negative length of `narrow`."""
    return RuntimeError("narrow(): length must be non-negative.")


def narrow_past_end(start: int, length: int, size: int) -> RuntimeError:
    """A `narrow` that extends past the end of the tensor."""
    return RuntimeError(f"start ({start}) + length ({length}) exceeds dimension size ({size}).")


def narrow_copy_dim_out_of_range(dim: int, ndim: int) -> RuntimeError:
    """A dimension of `narrow_copy` that is out of range."""
    return RuntimeError(f"Dimension {dim} out of range. Expecting 0 <= dim < {ndim}.")


def narrow_copy_out_of_range(size: int) -> RuntimeError:
    """A start or length of `narrow_copy` that is out of range."""
    return RuntimeError(f"Invalid range to narrow. range(start, start+length) must be a subset of range(0, {size}).")


def floor_divide_by_dense(shape: tuple[int, ...]) -> RuntimeError:
    """A divisor with dimensions, where the quotient is rounded."""
    return RuntimeError(f"Sparse floor division requires a scalar or zero-dim dense tensor divisor (got shape {list(shape)} for divisor)")


def permute_duplicate_dims() -> RuntimeError:
    """A permutation that names a dimension twice."""
    return RuntimeError("permute(): duplicate dims are not allowed.")


def permute_dim_count(ndim: int, count: int) -> RuntimeError:
    """A permutation of another number of dimensions."""
    return RuntimeError("permute(sparse_coo): number of dimensions in the tensor input does not match the length of the desired "
                        f"ordering of dimensions i.e. input.dim() = {ndim} is not equal to len(dims) = {count}")


def permute_sparse_with_dense_dim() -> RuntimeError:
    """A permutation that exchanges a sparse and a dense dimension."""
    return RuntimeError("permute(sparse_coo): transpositions between sparse and dense dimensions are not allowed.Only transpositions "
                        "within sparse and dense dimensions are supported.")


# --- compressed forms -----------------------------------------------------------------------------------------------------------------

def unsupported_layout(layout: str) -> RuntimeError:
    """An elementwise op that does not support a compressed layout."""
    return RuntimeError(f"unsupported tensor layout: {layout}")


def scalar_types_differ(first: Any, second: Any) -> RuntimeError:
    """Two dtypes that should be equal."""
    return RuntimeError(f"expected scalar type {scalar_name(first)} but found {scalar_name(second)}")


def unsupported_product_layouts(into: str | None, first: str, second: str) -> RuntimeError:
    """Factors of layouts whose product, added to a tensor of a third layout or alone, is not supported."""
    result = into or ("Strided" if second == "Strided" else first)
    if into is None and result.startswith("SparseB"):
        return RuntimeError(f"zeros_sparse_compressed expected sparse compressed (non-block) tensor layout but got {result}")
    return RuntimeError(f"addmm: computation on CPU is not implemented for {result} + {first} @ {second}")


def compressed_mv_size_mismatch(matrix: tuple[int, ...], vector: int) -> RuntimeError:
    """A compressed matrix and a vector whose sizes do not match."""
    return RuntimeError(f"size mismatch, got input ({matrix[0]}), mat ({matrix[0]}x{matrix[-1]}), vec ({vector})")


def add_compressed_and_number(shape: tuple[int, ...]) -> RuntimeError:
    """The sum of a compressed tensor and a number."""
    return RuntimeError(f"add: expected 'self' and 'other' to have same size, but self has size [] while other has size {list(shape)} (FYI"
                        ": op2-sparse addition does not currently support broadcasting)")


def mul_without_csr() -> RuntimeError:
    """The elementwise product of two tensors that are not both compressed by rows."""
    return RuntimeError("Expected result Tensor to be of format CSR")


def transpose_without_matrix(ndim: int) -> RuntimeError:
    """The transpose of a tensor of more than two dimensions."""
    return RuntimeError(f"t() expects a tensor with <= 2 dimensions, but self is {ndim}D")


def sum_without_csr(layout: str) -> RuntimeError:
    """Sums over dimensions of a tensor that is not compressed by rows."""
    return RuntimeError(f"Currently the only compressed sparse format supported for sum.dim_IntList is CSR, but got layout {layout}")


def sum_without_keepdim() -> RuntimeError:
    """Sums with `keepdim=False`."""
    return RuntimeError("reduction operations on CSR tensors with keepdim=False is unsupported")


def compressed_inplace_with_gradient(name: str) -> NotImplementedError:
    """An in-place call that would have to be recorded."""
    return compressed.unsupported_error(f"{name}_ with a gradient")


def mixed_layouts(name: str) -> NotImplementedError:
    """A compressed tensor combined with one in coordinate form."""
    return compressed.unsupported_error(f"{name} of compressed and coordinate tensors")


def compressed_transpose_dims() -> NotImplementedError:
    """A transpose of dimensions other than rows and columns."""
    return compressed.unsupported_error("transpose.int of other dimensions than rows and columns")


def compressed_sum_with_gradient() -> NotImplementedError:
    """Sums over dimensions that would have to be recorded."""
    return compressed.unsupported_error("sum.dim_IntList with a gradient")
