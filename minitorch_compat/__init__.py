"""A drop-in for PyTorch in pure Python over numpy: `import minitorch_compat as torch`.

The names here are PyTorch's; their documentation is PyTorch's too, https://docs.pytorch.org/docs/stable/.
"""
from __future__ import annotations

from importlib import import_module as _import_module
from math import inf as _inf
from math import nan as _nan
from typing import TYPE_CHECKING as TYPE_CHECKING
from typing import TYPE_CHECKING as _TYPE_CHECKING
from typing import Any as _Any

# `x as x`: public, though `from torch import *` leaves it out, as PyTorch's does.
# isort: off
from ._importing import import_most as _import_most

_import_most()
from . import autograd as autograd
from ._bindings.settings.constants import (
    channels_last as channels_last, channels_last_3d as channels_last_3d, contiguous_format as contiguous_format, jagged as jagged,
    layout, memory_format, preserve_format as preserve_format, sparse_bsc as sparse_bsc, sparse_bsr as sparse_bsr,
    sparse_coo as sparse_coo, sparse_csc as sparse_csc, sparse_csr as sparse_csr, strided as strided,
)
from ._bindings.generated import functions as _functions
from ._bindings.randomness.generators import default_generator
from ._bindings.override.public_functions import make_overridable as _make_overridable
from ._bindings.tensor.tensor import Tensor
from ._dispatch.device import device
from ._dispatch.dtype import (
    bfloat16, bool_ as _bool, complex64, complex128, dtype, float16, float32, float64, get_default_dtype, int8, int16, int32, int64,
    set_default_dtype as set_default_dtype, uint8, uint16, uint32, uint64,
)
from ._dispatch.size import Size
from ._dispatch.unsupported import UnsupportedError as UnsupportedError
from ._namespace.modules import install_finder as _stand_by
from ._namespace.names import claim as _claim, missing as _missing
from ._version import torch_version as _torch_version
from .autograd.anomaly_mode import is_anomaly_check_nan_enabled, is_anomaly_enabled, set_anomaly_enabled as set_anomaly_enabled
from .autograd.grad_mode import (
    enable_grad, inference_mode, is_grad_enabled, is_inference_mode_enabled, no_grad, set_grad_enabled as set_grad_enabled,
)
from .compat.importing.install import install as install, installed as installed, is_active as is_active, uninstall as uninstall

if _TYPE_CHECKING:
    from ._bindings.generated.functions import *
    from ._bindings.generated.functions import _has_compatible_shallow_copy_type
    from . import (
        accelerator as accelerator, amp as amp, backends as backends, compiler as compiler, cpu as cpu, cuda as cuda,
        distributed as distributed, distributions as distributions, fft as fft, func as func, jit as jit, linalg as linalg,
        masked as masked, mps as mps, mtia as mtia, multiprocessing as multiprocessing, nn as nn, optim as optim,
        overrides as overrides, profiler as profiler, random as random, return_types as return_types, serialization as serialization,
        signal as signal, sparse as sparse, special as special, storage as storage, testing as testing, types as types,
        utils as utils, version as version, xpu as xpu,
    )

# The late names and `__all__` are written by `python minitorch_compat/_bindings/generate.py`.
if _TYPE_CHECKING:  # late names
    from . import ops as ops
    from ._C import DisableTorchFunction, DisableTorchFunctionSubclass
    from ._bindings.creation.asarray import asarray
    from ._bindings.creation.evenly_spaced import linspace, logspace
    from ._bindings.functions.fake_quantize import fake_quantize_per_channel_affine, fake_quantize_per_tensor_affine
    from ._bindings.functions.view_copies import (
        as_strided_copy, detach_copy, empty_permuted, nonzero_static, split_copy, split_with_sizes_copy, squeeze_copy, unbind_copy,
        view_as_complex_copy, view_as_real_copy,
    )
    from ._bindings.linalg.decompositions import (
        pinverse, torch_cholesky as cholesky, torch_qr as qr, torch_slogdet as slogdet, torch_svd as svd,
    )
    from ._bindings.linalg.ldl import pca_lowrank as pca_lowrank, svd_lowrank as svd_lowrank
    from ._bindings.linalg.matrix_norms import matrix_power, torch_matrix_exp as matrix_exp
    from ._bindings.linalg.solving import (
        cholesky_inverse, cholesky_solve, geqrf, householder_product as orgqr, lu_unpack, ormqr, torch_lu as lu,
        torch_lu_solve as lu_solve, triangular_solve,
    )
    from ._bindings.linalg.spectral import istft, stft
    from ._bindings.retired.constructors import (
        BFloat16Tensor as BFloat16Tensor, BoolTensor, ByteTensor, CharTensor, DoubleTensor, FloatTensor, HalfTensor as HalfTensor,
        IntTensor, LongTensor, ShortTensor, set_default_tensor_type,
    )
    from ._bindings.retired.functions import (
        dequantize, init_num_threads, native_norm, resize_as_sparse_, sym_constrain_range, sym_constrain_range_for_size,
        thread_safe_generator,
    )
    from ._bindings.retired.removed import eig as eig, lstsq as lstsq, matrix_rank as matrix_rank, solve as solve, symeig as symeig
    from ._bindings.settings.constants import (
        per_channel_affine, per_channel_affine_float_qparams, per_channel_symmetric, per_tensor_affine, per_tensor_symmetric, qscheme,
    )
    from ._bindings.settings.process import (
        are_deterministic_algorithms_enabled, compiled_with_cxx11_abi as compiled_with_cxx11_abi, get_deterministic_debug_mode,
        get_device, get_device_module, get_float32_matmul_precision, get_num_interop_threads, get_num_threads,
        is_deterministic_algorithms_warn_only_enabled, is_distributed, is_inference, is_nonzero, is_same_size, is_signed,
        is_vulkan_available, is_warn_always_enabled, set_deterministic_debug_mode, set_float32_matmul_precision, set_flush_denormal,
        set_num_interop_threads, set_num_threads, set_warn_always, typename, use_deterministic_algorithms,
    )
    from ._bindings.sparse_tensors.compressed import (
        sparse_bsc_tensor, sparse_bsr_tensor, sparse_compressed_tensor, sparse_csc_tensor, sparse_csr_tensor,
    )
    from ._bindings.storage.typed import (
        BFloat16Storage as BFloat16Storage, BoolStorage, ByteStorage, CharStorage, ComplexDoubleStorage as ComplexDoubleStorage,
        ComplexFloatStorage as ComplexFloatStorage, DoubleStorage, FloatStorage, HalfStorage as HalfStorage, IntStorage, LongStorage,
        ShortStorage, TypedStorage, UntypedStorage, is_storage,
    )
    from ._lobpcg import lobpcg
    from ._namespace.control_flow import cond, while_loop as while_loop
    from ._namespace.deprecated_functions import frobenius_norm, norm_except_dim, nuclear_norm, range
    from ._namespace.exceptions import AcceleratorError, FatalError
    from ._namespace.symbolic_numbers import sym_float, sym_int, sym_ite, sym_max, sym_min, sym_not, sym_sqrt, sym_sum
    from ._namespace.tags import Tag
    from ._namespace.window_functions import bartlett_window, blackman_window, hamming_window, hann_window, kaiser_window
    from .amp import (
        GradScaler, autocast, clear_autocast_cache, get_autocast_cpu_dtype, get_autocast_dtype, get_autocast_gpu_dtype,
        is_autocast_cache_enabled, is_autocast_cpu_enabled, is_autocast_enabled, set_autocast_cache_enabled, set_autocast_cpu_dtype,
        set_autocast_cpu_enabled, set_autocast_dtype, set_autocast_enabled, set_autocast_gpu_dtype,
    )
    from .compiler import torch_compile as compile
    from .cuda import OutOfMemoryError
    from .func import vmap as vmap
    from .futures import FutureBase as Future
    from .jit import CompilationUnit, JITException, fork, wait
    from .nn._native import (
        embedding_bag, grid_sampler_2d, grid_sampler_3d, native_batch_norm, native_group_norm, native_layer_norm, unfold_copy,
    )
    from .nn._torch_names import (
        adaptive_max_pool1d, affine_grid_generator, alpha_dropout, alpha_dropout_, batch_norm, binary_cross_entropy_with_logits, celu_,
        conv_tbc, convolution, cosine_embedding_loss, ctc_loss, dropout, dropout_, embedding, feature_alpha_dropout,
        feature_alpha_dropout_, feature_dropout, feature_dropout_, grid_sampler, group_norm, hinge_embedding_loss, instance_norm, kl_div,
        layer_norm, margin_ranking_loss, max_pool1d, max_pool1d_with_indices, max_pool2d, max_pool3d, native_channel_shuffle,
        native_dropout, poisson_nll_loss, rrelu, rrelu_, selu_, threshold, threshold_, triplet_margin_loss,
    )
    from .nn._torch_recurrent import gru, gru_cell, lstm, lstm_cell, rnn_relu, rnn_relu_cell, rnn_tanh, rnn_tanh_cell
    from .nn.functional import (
        adaptive_avg_pool1d, avg_pool1d, bilinear, celu, channel_shuffle, conv1d, conv2d, conv3d, conv_transpose1d, conv_transpose2d,
        conv_transpose3d, cosine_similarity, pairwise_distance, pdist, pixel_shuffle, pixel_unshuffle, prelu, rms_norm, selu,
    )
    from .serialization import load, save
# isort: on

__all__ = [
    "AcceleratorError", "BoolStorage", "BoolTensor", "ByteStorage", "ByteTensor", "CharStorage", "CharTensor", "CompilationUnit",
    "DisableTorchFunction", "DisableTorchFunctionSubclass", "DoubleStorage", "DoubleTensor", "FatalError", "FloatStorage",
    "FloatTensor", "Future", "Generator", "GradScaler", "IntStorage", "IntTensor", "JITException", "LongStorage", "LongTensor",
    "OutOfMemoryError", "ShortStorage", "ShortTensor", "Size", "Tag", "Tensor", "TypedStorage", "UntypedStorage", "abs", "abs_",
    "absolute", "acos", "acos_", "acosh", "acosh_", "adaptive_avg_pool1d", "adaptive_max_pool1d", "add", "addbmm", "addcdiv",
    "addcmul", "addmm", "addmv", "addmv_", "addr", "adjoint", "affine_grid_generator", "alias_copy", "all", "allclose",
    "alpha_dropout", "alpha_dropout_", "amax", "amin", "aminmax", "angle", "any", "arange", "arccos", "arccos_", "arccosh",
    "arccosh_", "arcsin", "arcsin_", "arcsinh", "arcsinh_", "arctan", "arctan2", "arctan_", "arctanh", "arctanh_",
    "are_deterministic_algorithms_enabled", "argmax", "argmin", "argsort", "argwhere", "as_strided", "as_strided_", "as_strided_copy",
    "as_strided_scatter", "as_tensor", "asarray", "asin", "asin_", "asinh", "asinh_", "atan", "atan2", "atan_", "atanh", "atanh_",
    "atleast_1d", "atleast_2d", "atleast_3d", "autocast", "avg_pool1d", "baddbmm", "bartlett_window", "batch_norm", "bernoulli",
    "bfloat16", "bilinear", "binary_cross_entropy_with_logits", "bincount", "binomial", "bitwise_and", "bitwise_left_shift",
    "bitwise_not", "bitwise_or", "bitwise_right_shift", "bitwise_xor", "blackman_window", "block_diag", "bmm", "bool",
    "broadcast_tensors", "broadcast_to", "bucketize", "can_cast", "cartesian_prod", "cat", "cdist", "cdouble", "ceil", "ceil_",
    "celu", "celu_", "cfloat", "chain_matmul", "channel_shuffle", "cholesky", "cholesky_inverse", "cholesky_solve", "chunk", "clamp",
    "clamp_", "clamp_max", "clamp_max_", "clamp_min", "clamp_min_", "clear_autocast_cache", "clip", "clip_", "clone", "column_stack",
    "combinations", "compile", "complex", "complex64", "complex128", "concat", "concatenate", "cond", "conj", "conj_physical",
    "conj_physical_", "constant_pad_nd", "conv1d", "conv2d", "conv3d", "conv_tbc", "conv_transpose1d", "conv_transpose2d",
    "conv_transpose3d", "convolution", "copysign", "corrcoef", "cos", "cos_", "cosh", "cosh_", "cosine_embedding_loss",
    "cosine_similarity", "count_nonzero", "cov", "cross", "ctc_loss", "cummax", "cummin", "cumprod", "cumsum", "cumulative_trapezoid",
    "default_generator", "deg2rad", "deg2rad_", "dequantize", "det", "detach", "detach_", "detach_copy", "device", "diag",
    "diag_embed", "diagflat", "diagonal", "diagonal_copy", "diagonal_scatter", "diff", "digamma", "dist", "div", "divide", "dot",
    "double", "dropout", "dropout_", "dsmm", "dsplit", "dstack", "dtype", "e", "einsum", "embedding", "embedding_bag",
    "embedding_renorm_", "empty", "empty_like", "empty_permuted", "empty_strided", "enable_grad", "eq", "equal", "erf", "erf_",
    "erfc", "erfc_", "erfinv", "exp", "exp2", "exp2_", "exp_", "expand_copy", "expm1", "expm1_", "eye",
    "fake_quantize_per_channel_affine", "fake_quantize_per_tensor_affine", "feature_alpha_dropout", "feature_alpha_dropout_",
    "feature_dropout", "feature_dropout_", "fill", "fill_", "finfo", "fix", "fix_", "flatten", "flip", "fliplr", "flipud", "float",
    "float16", "float32", "float64", "float_power", "floor", "floor_", "floor_divide", "fmax", "fmin", "fmod", "fork", "frac",
    "frac_", "frexp", "frobenius_norm", "from_file", "from_numpy", "frombuffer", "full", "full_like", "gather", "gcd", "gcd_", "ge",
    "geqrf", "ger", "get_autocast_cpu_dtype", "get_autocast_dtype", "get_autocast_gpu_dtype", "get_default_device",
    "get_default_dtype", "get_deterministic_debug_mode", "get_device", "get_device_module", "get_float32_matmul_precision",
    "get_num_interop_threads", "get_num_threads", "get_rng_state", "gradient", "greater", "greater_equal", "grid_sampler",
    "grid_sampler_2d", "grid_sampler_3d", "group_norm", "gru", "gru_cell", "gt", "half", "hamming_window", "hann_window",
    "hardshrink", "hash_tensor", "heaviside", "hinge_embedding_loss", "histc", "histogram", "histogramdd", "hsmm", "hsplit", "hspmm",
    "hstack", "hypot", "i0", "i0_", "igamma", "igammac", "iinfo", "imag", "index_add", "index_copy", "index_fill", "index_put",
    "index_put_", "index_reduce", "index_select", "inf", "inference_mode", "init_num_threads", "initial_seed", "inner",
    "instance_norm", "int", "int8", "int16", "int32", "int64", "inverse", "is_anomaly_check_nan_enabled", "is_anomaly_enabled",
    "is_autocast_cache_enabled", "is_autocast_cpu_enabled", "is_autocast_enabled", "is_complex", "is_conj",
    "is_deterministic_algorithms_warn_only_enabled", "is_distributed", "is_floating_point", "is_grad_enabled", "is_inference",
    "is_inference_mode_enabled", "is_neg", "is_nonzero", "is_same_size", "is_signed", "is_storage", "is_tensor",
    "is_vulkan_available", "is_warn_always_enabled", "isclose", "isfinite", "isin", "isinf", "isnan", "isneginf", "isposinf",
    "isreal", "istft", "kaiser_window", "kl_div", "kron", "kthvalue", "layer_norm", "layout", "lcm", "lcm_", "ldexp", "ldexp_", "le",
    "lerp", "less", "less_equal", "lgamma", "linspace", "load", "lobpcg", "log", "log1p", "log1p_", "log2", "log2_", "log10",
    "log10_", "log_", "log_softmax", "logaddexp", "logaddexp2", "logcumsumexp", "logdet", "logical_and", "logical_not", "logical_or",
    "logical_xor", "logit", "logit_", "logspace", "logsumexp", "long", "lstm", "lstm_cell", "lt", "lu", "lu_solve", "lu_unpack",
    "manual_seed", "margin_ranking_loss", "masked_fill", "masked_scatter", "masked_select", "matmul", "matrix_exp", "matrix_power",
    "max", "max_pool1d", "max_pool1d_with_indices", "max_pool2d", "max_pool3d", "maximum", "mean", "median", "memory_format",
    "meshgrid", "min", "minimum", "mm", "mode", "moveaxis", "movedim", "msort", "mul", "multinomial", "multiply", "mv", "mvlgamma",
    "nan", "nan_to_num", "nan_to_num_", "nanmean", "nanmedian", "nanquantile", "nansum", "narrow", "narrow_copy", "native_batch_norm",
    "native_channel_shuffle", "native_dropout", "native_group_norm", "native_layer_norm", "native_norm", "ne", "neg", "neg_",
    "negative", "negative_", "newaxis", "nextafter", "no_grad", "nonzero", "nonzero_static", "norm", "norm_except_dim", "normal",
    "not_equal", "nuclear_norm", "numel", "ones", "ones_like", "orgqr", "ormqr", "outer", "pairwise_distance", "pdist",
    "per_channel_affine", "per_channel_affine_float_qparams", "per_channel_symmetric", "per_tensor_affine", "per_tensor_symmetric",
    "permute", "permute_copy", "pi", "pinverse", "pixel_shuffle", "pixel_unshuffle", "poisson", "poisson_nll_loss", "polar",
    "polygamma", "positive", "pow", "prelu", "prod", "promote_types", "put", "qr", "qscheme", "quantile", "rad2deg", "rad2deg_",
    "rand", "rand_like", "randint", "randint_like", "randn", "randn_like", "randperm", "range", "ravel", "real", "reciprocal",
    "reciprocal_", "relu", "relu_", "remainder", "renorm", "repeat_interleave", "reshape", "resize_as_", "resize_as_sparse_",
    "resolve_conj", "resolve_neg", "result_type", "rms_norm", "rnn_relu", "rnn_relu_cell", "rnn_tanh", "rnn_tanh_cell", "roll",
    "rot90", "round", "round_", "row_stack", "rrelu", "rrelu_", "rsqrt", "rsqrt_", "rsub", "saddmm", "save", "scalar_tensor",
    "scatter", "scatter_add", "scatter_reduce", "searchsorted", "seed", "segment_reduce", "select", "select_copy", "select_scatter",
    "selu", "selu_", "set_autocast_cache_enabled", "set_autocast_cpu_dtype", "set_autocast_cpu_enabled", "set_autocast_dtype",
    "set_autocast_enabled", "set_autocast_gpu_dtype", "set_default_device", "set_default_tensor_type", "set_deterministic_debug_mode",
    "set_float32_matmul_precision", "set_flush_denormal", "set_num_interop_threads", "set_num_threads", "set_printoptions",
    "set_rng_state", "set_warn_always", "sgn", "short", "sigmoid", "sigmoid_", "sign", "signbit", "sin", "sin_", "sinc", "sinc_",
    "sinh", "sinh_", "slice_copy", "slice_scatter", "slogdet", "smm", "softmax", "sort", "sparse_bsc_tensor", "sparse_bsr_tensor",
    "sparse_compressed_tensor", "sparse_coo_tensor", "sparse_csc_tensor", "sparse_csr_tensor", "split", "split_copy",
    "split_with_sizes", "split_with_sizes_copy", "spmm", "sqrt", "sqrt_", "square", "square_", "squeeze", "squeeze_copy", "sspaddmm",
    "stack", "std", "std_mean", "stft", "sub", "subtract", "sum", "svd", "swapaxes", "swapdims", "sym_constrain_range",
    "sym_constrain_range_for_size", "sym_float", "sym_int", "sym_ite", "sym_max", "sym_min", "sym_not", "sym_sqrt", "sym_sum", "t",
    "t_copy", "take", "take_along_dim", "tan", "tan_", "tanh", "tanh_", "tensor", "tensor_split", "tensordot",
    "thread_safe_generator", "threshold", "threshold_", "tile", "to_dlpack", "topk", "trace", "transpose", "transpose_copy",
    "trapezoid", "trapz", "triangular_solve", "tril", "tril_indices", "triplet_margin_loss", "triu", "triu_indices", "true_divide",
    "trunc", "trunc_", "typename", "uint8", "uint16", "uint32", "uint64", "unbind", "unbind_copy", "unflatten", "unfold_copy",
    "unique_consecutive", "unravel_index", "unsafe_chunk", "unsafe_split", "unsafe_split_with_sizes", "unsqueeze", "unsqueeze_copy",
    "use_deterministic_algorithms", "vander", "var", "var_mean", "vdot", "view_as_complex", "view_as_complex_copy", "view_as_real",
    "view_as_real_copy", "view_copy", "vsplit", "vstack", "wait", "where", "xlogy", "xlogy_", "zero_", "zeros", "zeros_like",
]

if _TYPE_CHECKING:
    from builtins import float as _float

    bool: dtype
    float: dtype
    double: dtype
    half: dtype
    long: dtype
    int: dtype
    short: dtype
    cfloat: dtype
    cdouble: dtype
    pi: _float
    e: _float
    inf: _float
    nan: _float
    newaxis: None
    __version__: str

bool = _bool
float = float32
double, half, long, int, short = float64, float16, int64, int32, int16
cfloat, cdouble = complex64, complex128
pi, e, inf, nan, newaxis = 3.141592653589793, 2.718281828459045, _inf, _nan, None

#: This package's version; `torch.__version__` is the reference's, with this one after a plus sign, so that version checks pass.
__version__ = _torch_version

_absent = _missing("torch", __name__)
_stand_by()
_claim(globals())


if not TYPE_CHECKING:  # type checkers should report names that do not exist
    def __getattr__(name: str) -> _Any:
        """Import functions and rarely used names on first access; PyTorch's other names become placeholders."""
        if name in _functions.PLACES:
            return globals().setdefault(name, _claim_name(name, getattr(_functions, name)))
        from ._namespace.late_names import MODULES, lazy_location

        if name in MODULES:
            return _import_module(f"{__package__}.{name}")
        if name == "torch":  # the package has itself as an attribute, as PyTorch's does
            return _import_module(__package__)
        module = lazy_location(name)
        if module is None:
            from ._namespace.deprecated_names import DEPRECATED, deprecated_value

            return deprecated_value(name) if name in DEPRECATED else _absent(name)
        module, _, other = module.partition(":")
        here = _import_module(f"{__package__}.{module or name}")
        value = _make_overridable(f"torch.{name}", getattr(here, other or name)) if module else here
        return globals().setdefault(name, _claim_name(name, value))


def _claim_name(name: str, value: _Any) -> _Any:
    _claim({"__name__": __name__, name: value})
    return value


def __dir__() -> list[str]:
    from ._namespace.names import names_table

    return sorted({*globals(), *names_table()["torch"]})


if TYPE_CHECKING:  # names that `__getattr__` resolves
    Storage: _Any = _missing("torch", __name__)
    USE_GLOBAL_DEPS = USE_RTLD_GLOBAL_WITH_LIBTORCH = ao = batch_norm_backward_elemt = batch_norm_backward_reduce = Storage
    batch_norm_elemt = batch_norm_gather_stats = batch_norm_gather_stats_with_counts = batch_norm_stats = Storage
    cudnn_affine_grid_generator = cudnn_batch_norm = cudnn_convolution = cudnn_convolution_add_relu = cudnn_convolution_relu = Storage
    cudnn_convolution_transpose = cudnn_grid_sampler = cudnn_is_acceptable = has_lapack = has_mkl = has_openmp = has_spectral = Storage
    legacy_contiguous_format = miopen_batch_norm = miopen_convolution = miopen_convolution_add_relu = miopen_convolution_relu = Storage
    miopen_convolution_transpose = miopen_ctc_loss = miopen_depthwise_convolution = miopen_rnn = quantized_batch_norm = Storage
    quantized_max_pool1d = quantized_max_pool2d = quantized_max_pool3d = Storage
    bit = bits16 = bits1x8 = bits2x4 = bits4x2 = bits8 = chalf = complex32 = float4_e2m1fn_x2 = float8_e4m3fn = float8_e4m3fnuz = float32
    float8_e5m2 = float8_e5m2fnuz = float8_e8m0fnu = int1 = int2 = int3 = int4 = int5 = int6 = int7 = qint32 = qint8 = quint2x4 = float32
    quint4x2 = quint8 = uint1 = uint2 = uint3 = uint4 = uint5 = uint6 = uint7 = float32
