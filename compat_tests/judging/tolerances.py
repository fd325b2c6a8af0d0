"""How far floats may be from PyTorch's: units in the last place, per dtype and class of operation. The only such list.

Integers, booleans, shapes, dtypes and strides are compared exactly, and so are NaN and infinities: they must be at the same positions.
An ulp is counted at the larger of the two numbers; where rounding errors of many numbers meet in one (`scaled`), at the largest
magnitude of the result instead, because a sum near zero has no accurate last places in any implementation.
"""
from __future__ import annotations

from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Rule:
    """Ulps for results of an op class in each dtype. `scaled`: counted at the largest element instead of at each."""

    name: str
    ulps: dict[str, float]
    scaled: bool
    reason: str
    #: Smaller numbers count as having this size, which is that of the terms that cancelled in them.
    floor: float = 0.0
    #: Positions of infinities and NaN in complex results. "same": the same at the same positions. "numbers": a number that is not
    #: finite must not be so on either side; an infinity times a complex number is an infinity or NaN in one part or both by how the
    #: products of parts are formed and added (three multiplications or four, fused or not), which depends on the library and the
    #: CPU's. "somewhere": every output of a Fourier transform with an infinity in its input is a sum of infinities with factors that
    #: may be 0 or of either sign; which of them stay finite depends on how the length is factored.
    infinities: str = "same"


def _ulps(float64: float, float32: float, float16: float = 1, bfloat16: float = 1) -> dict[str, float]:
    return {"float64": float64, "float32": float32, "float16": float16, "bfloat16": bfloat16, "complex128": 2 * float64,
            "complex64": 2 * float32, "complex32": 2 * float16}


EXACT = Rule("exact", _ulps(0, 0, 0, 0), False, "moves, selects, compares or rounds correctly: one right answer")
ARITHMETIC = Rule("arithmetic", _ulps(1, 1), False, "a few correctly rounded operations; PyTorch fuses multiply and add in vector code")
FUSED = Rule("fused", _ulps(2, 2), True, "a product and a sum: fused or not, they round differently where the sum cancels", floor=1.0)
POINTWISE = Rule("pointwise", _ulps(4, 4), False, "transcendental functions: numpy documents 4 ulp, PyTorch's vector library 1 ulp")
SPECIAL = Rule("special", _ulps(64, 16), False, "series and rational approximations of different making, each near its stated error")
NDTR = Rule("ndtr", _ulps(64, 16), False, "1 + erf, which cancels to the left: an ulp of erf is then any number of ulps of the sum",
            floor=1.0)
RECURRENCE = Rule("recurrence", _ulps(512, 512), False,
                  "cancels next to the zeros of a polynomial. PyTorch's own results differ by hundreds of ulps between its kernels for "
                  "AVX512, whose compiler fuses multiplications and additions, and its default ones", floor=1.0)
BESSEL = Rule("bessel", _ulps(2**34, 64), False,
              "PyTorch's Bessel and Airy functions are off the true values (mpmath, 30 digits, 600 points of [-30, 30]) by up to 7.5e-7 "
              "beyond |x| = 5 and 2.9e-6 beyond |x| = 2; these here by less than 5e-15", floor=1.0)
REDUCTION = Rule("reduction", _ulps(16, 16, 2, 2), True, "sums in another order: PyTorch adds in vector lanes, numpy in pairs")
CONTRACTION = Rule("contraction", _ulps(32, 32, 2, 2), True,
                   "dot products in the order of the BLAS at hand; half types accumulate in float32", infinities="numbers")
TRANSFORM = Rule("transform", _ulps(32, 32, 2, 2), True, "sums of products, in the order that the factors of the length give",
                 infinities="somewhere")
DECOMPOSITION = Rule("decomposition", _ulps(4096, 4096, 4, 4), True,
                     "LAPACK implementations differ in the order of elimination; the condition of the sample multiplies the rounding")
DERIVATIVE = Rule("derivative", _ulps(64, 64, 4, 4), True, "several roundings of each formula, summed; formulas may be arranged otherwise",
                  floor=1.0)

MAGNIFIED = Rule("magnified", _ulps(1e5, 1e5, 64, 64), True, "exponentials of differences from a saved result of size 1e4: its rounding "
                 "comes back ten thousand times as large; PyTorch is off by that much where the exact answer is a round number", floor=1.0)

#: Ops whose results are bitwise determined.
EXACT_OPS = frozenset("""
abs neg positive clone contiguous expand expand_as view view_as reshape reshape_as transpose permute t T mT H mH flip fliplr flipud roll
cat stack hstack vstack dstack column_stack split chunk narrow select slice squeeze unsqueeze flatten unflatten ravel tril triu diag
diagonal where masked_fill masked_select gather take take_along_dim index_select sort argsort topk kthvalue median nanmedian mode max min
amax amin aminmax argmax argmin maximum minimum fmax fmin clamp clamp_min clamp_max ceil floor round trunc sign sgn signbit eq ne lt le gt
ge isnan isinf isfinite logical_and logical_or logical_xor logical_not zeros ones full zeros_like ones_like full_like to float double half
int long short byte char bool bfloat16 repeat tile repeat_interleave unbind unfold movedim moveaxis swapaxes rot90 nonzero count_nonzero
unique unique_consecutive searchsorted bucketize bincount tensor_split hsplit vsplit dsplit real imag conj conj_physical resolve_conj
resolve_neg view_as_real view_as_complex as_strided broadcast_to broadcast_tensors meshgrid block_diag diag_embed diagflat index_put
index_fill index_copy scatter nn.functional.relu nn.functional.relu6 nn.functional.hardtanh nn.functional.threshold nn.functional.pad
nn.functional.one_hot nn.functional.max_pool1d nn.functional.max_pool2d nn.functional.max_pool3d nn.functional.pixel_shuffle
nn.functional.pixel_unshuffle
""".split())
ARITHMETIC_OPS = frozenset("""
mul div true_divide reciprocal square sqrt rsqrt fmod remainder floor_divide __rmul__ __rdiv__ frac deg2rad rad2deg
nn.functional.leaky_relu nn.functional.hardsigmoid nn.functional.hardswish nn.functional.hardshrink nn.functional.softshrink arange
heaviside copysign nextafter
""".split())
FUSED_OPS = frozenset("add sub rsub addcmul addcdiv lerp __radd__ __rsub__".split())
REDUCTION_OPS = frozenset("""
sum mean prod nansum nanmean var std var_mean std_mean cumsum cumprod logsumexp norm dist trace softmax log_softmax logcumsumexp histc
cumulative_trapezoid trapezoid trapz cov corrcoef nn.functional.softmax nn.functional.log_softmax nn.functional.softmin cosine_similarity
index_add scatter_add scatter_reduce index_reduce bernoulli renorm quantile nanquantile linspace logspace std_mean
""".split())
#: Ops that are exact or correctly rounded on real numbers only: complex ones take a hypotenuse, or several roundings.
COMPLEX_OPS = frozenset("abs sgn sign mul div true_divide reciprocal square sqrt rsqrt __rmul__ __rdiv__".split())
#: Beginnings of names, the more general classes last.
CONTRACTION_OPS = tuple("""
mm matmul bmm addmm addbmm baddbmm addmv addr mv dot vdot inner outer ger einsum tensordot kron chain_matmul linalg.multi_dot
linalg.vecdot cdist __rmatmul__ nn.functional. cross linalg.cross linalg.norm linalg.vector_norm native_layer_norm
native_batch_norm
""".split())
DECOMPOSITION_OPS = tuple("""
linalg. cholesky lu svd qr geqrf ormqr orgqr lobpcg pca_lowrank logdet slogdet det pinverse inverse triangular_solve matrix_exp
matrix_power
""".split())
SPECIAL_OPS = ("special.", "lgamma", "digamma", "polygamma", "mvlgamma", "erf", "erfc", "erfinv", "igamma", "igammac", "i0", "sinc")


def rule(entry: str, aspect: str, dtype: str = "float64") -> Rule:
    """The rule for an aspect of an entry on samples of a dtype."""
    name = entry.split("|")[0]
    forward = forward_rule(name)
    if forward in (EXACT, ARITHMETIC) and dtype.startswith("complex") and name in COMPLEX_OPS:
        forward = POINTWISE
    if aspect not in ("grad", "complex_grad", "gradgrad", "jvp"):
        return forward
    if name == "logcumsumexp":
        return MAGNIFIED
    return DECOMPOSITION if forward is DECOMPOSITION else DERIVATIVE


def forward_rule(name: str) -> Rule:
    if name in EXACT_OPS or name.split("_scatter")[0] in EXACT_OPS:
        return EXACT
    if name in FUSED_OPS:
        return FUSED
    if name in ARITHMETIC_OPS:
        return ARITHMETIC
    if name.startswith("masked.") or name in REDUCTION_OPS or name.removeprefix("nn.functional.") in REDUCTION_OPS:
        return REDUCTION
    if name.startswith(("fft.", "stft", "istft")):
        return TRANSFORM
    if name.startswith(CONTRACTION_OPS):
        return CONTRACTION
    if name.startswith(DECOMPOSITION_OPS):
        return DECOMPOSITION
    if name == "special.ndtr":
        return NDTR
    if "_polynomial_" in name:
        return RECURRENCE
    if name in ("special.airy_ai", "special.bessel_j0", "special.bessel_j1", "special.bessel_y0", "special.bessel_y1"):
        return BESSEL
    return SPECIAL if name.startswith(SPECIAL_OPS) else POINTWISE


#: Bits after the leading one, smallest exponent.
FORMATS = {"float64": (52, -1022), "complex128": (52, -1022), "float32": (23, -126), "complex64": (23, -126), "float16": (10, -14),
           "complex32": (10, -14), "bfloat16": (7, -126)}


def spacing(magnitude: np.ndarray, dtype: str) -> np.ndarray:
    """The distance from one number of a dtype to the next, at a magnitude."""
    bits, smallest = FORMATS[dtype]
    _, exponent = np.frexp(np.asarray(magnitude, np.float64))
    return np.ldexp(1.0, np.maximum(exponent - 1, smallest) - bits)
