"""Convolutions and pooling."""
from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from ...._array.nn import conv as k
from ...._array.nn import unfold as u
from ...._array.nn.pooling import pool as p
from ...._array.nn.resampling import border_padding as bd
from ...._array.nn.resampling import interpolation_weights as t
from ...batching import products as bp
from ...batching import rules as b
from ...facts import NO_UNSIGNED, NoUnsigned
from ...namespace import ARRAYS
from ...op import custom, linear
from ..linalg.decompositions import plain

# Convolution: three bilinear maps, closed under differentiation -------------------------------------------------------------------

def _crop(xp: Any, x: Any, shape: tuple[int, ...]) -> Any:
    """Remove the outputs for which only an output_padding as large as the stride made room."""
    return x if tuple(x.shape) == tuple(shape) else xp.scatter_source(x, tuple(shape))


def _convolved_shape(x: Any, w: Any, stride: Any, padding: Any, dilation: Any, groups: int) -> tuple[int, ...] | None:
    """None for shapes that do not fit, which the kernel refuses, and for channels-last images."""
    if x.ndim != w.ndim or x.shape[1] != w.shape[1] * groups or w.shape[0] % groups or not (x.flags.c_contiguous and w.flags.c_contiguous):
        return None
    sizes = [(n + 2 * p - d * (m - 1) - 1) // s + 1
             for n, m, s, p, d in zip(x.shape[2:], w.shape[2:], stride, padding, dilation, strict=True)]
    return (x.shape[0], w.shape[0], *sizes) if min(sizes) > 0 else None


def _conv(name: str, node: str) -> Any:
    return linear(f"{name}(Tensor input, Tensor weight, int[] stride, int[] padding, int[] dilation, int groups) -> Tensor", k.conv,
                  lambda xp, g, _out, x_meta, w, stride, padding, dilation, groups: xp.conv_input_gradient(
                      g, w, x_meta.shape[2:], stride, padding, dilation, groups),
                  lambda xp, g, _out, x, w_meta, stride, padding, dilation, groups: xp.conv_weight_gradient(
                      g, x, w_meta.shape[2:], stride, padding, dilation, groups), module=None, node=node, batch=bp.conv,
                  shape_rule=_convolved_shape, allows_mixed_devices=True)


#: PyTorch's name of the node of its single backward of convolutions, for any of the three gradients.
_BACK = "ConvolutionBackwardBackward0"
CONV, CONV_BACKWARD = _conv("conv", "ConvolutionBackward0"), _conv("conv_backward", _BACK)
CONV_BACKWARD.set_facts(aten="convolution_backward", products_in_backward="unknown")
CONV.set_facts(aten="convolution", overload_arguments="convolution without bias",
          autocast="lower", tangent_check="convolutions", products_in_backward="unknown")
CONV_INPUT_GRADIENT = linear(
    "conv_input_gradient(Tensor input, Tensor weight, int[] size, int[] stride, int[] padding, int[] dilation, int groups) -> Tensor",
    k.conv_input_gradient,
    lambda xp, g, _out, y_meta, w, size, stride, padding, dilation, groups: _crop(
        xp, xp.conv(g, w, stride, padding, dilation, groups), y_meta.shape),
    lambda xp, g, _out, y, w_meta, size, stride, padding, dilation, groups: xp.conv_weight_gradient(
        y, g, w_meta.shape[2:], stride, padding, dilation, groups), module=None, node=_BACK, batch=bp.conv_input_gradient,
    aten="convolution_backward", products_in_backward="unknown",
    shape_rule=lambda y, w, size, _s, _p, _d, groups: (y.shape[0], w.shape[1] * groups, *size) if y.flags.c_contiguous else None)
CONV_WEIGHT_GRADIENT = linear(
    "conv_weight_gradient(Tensor input, Tensor x, int[] kernel, int[] stride, int[] padding, int[] dilation, int groups) -> Tensor",
    k.conv_weight_gradient,
    lambda xp, g, _out, y_meta, x, kernel, stride, padding, dilation, groups: _crop(
        xp, xp.conv(x, g, stride, padding, dilation, groups), y_meta.shape),
    lambda xp, g, _out, y, x_meta, kernel, stride, padding, dilation, groups: xp.conv_input_gradient(
        y, g, x_meta.shape[2:], stride, padding, dilation, groups), module=None, node=_BACK, batch=bp.conv_weight_gradient,
    aten="convolution_backward", products_in_backward="unknown",
    shape_rule=lambda y, x, kernel, _s, _p, _d, groups: (y.shape[1], x.shape[1] // groups, *kernel))
CHANNEL_SUM = linear("channel_sum(Tensor input) -> Tensor", k.channel_sum,
                     lambda xp, g, _out, x_meta: xp.expand(xp.reshape(g, (-1, *(1,) * (len(x_meta.shape) - 2))), x_meta.shape), module=None,
                     node=_BACK, batch=b.Definition(lambda xp, x: xp.sum_dim(x, (0, *range(2, len(x.shape))), False, None)),
                     aten="sum.dim_IntList")

IM2COL = linear("im2col(Tensor input, int[] kernel, int[] dilation, int[] padding, int[] stride) -> Tensor", u.unfold,
                lambda xp, g, _out, x_meta, kernel, dilation, padding, stride: xp.col2im(
                    g, x_meta.shape[2:], kernel, dilation, padding, stride), module=None, node="Im2ColBackward0", batch=b.folding_rule,
                refuses="ui", kernel_label="im2col_out_cpu")
COL2IM = linear("col2im(Tensor input, int[] size, int[] kernel, int[] dilation, int[] padding, int[] stride) -> Tensor", u.fold,
                lambda xp, g, _out, _y, size, kernel, dilation, padding, stride: xp.im2col(g, kernel, dilation, padding, stride),
                module=None, node="Col2ImBackward0", batch=b.folding_rule, refuses="ui", kernel_label="col2im_out_cpu")


def _conv_tangent(xp: Any, ts: Any, _out: Any, x: Any, w: Any, _bias: Any, *geometry: Any) -> Any:
    parts = []
    if ts[0] is not None:
        parts.append(xp.conv(ts[0], w, *geometry))
    if ts[1] is not None:
        parts.append(xp.conv(x, ts[1], *geometry))
    if ts[2] is not None:
        parts.append(xp.reshape(ts[2], (-1, *(1,) * (len(w.shape) - 2))))
    return _sum(xp, parts, _out)


def _sum(xp: Any, parts: list[Any], out: Any) -> Any:
    total = parts[0]
    for part in parts[1:]:
        total = total + part
    return xp.expand(total, tuple(out.shape)) if tuple(total.shape) != tuple(out.shape) else total


_LAST = {3: SimpleNamespace(name="signals_last"), 4: SimpleNamespace(name="channels_last"), 5: SimpleNamespace(name="channels_last_3d")}


def _strided_like(xp: Any, grad: Any, x: Any, in_order: bool = False) -> Any:
    """A gradient, channels-last if `x` is and nobody wants it row-major."""
    return xp.clone(grad, _LAST[len(grad.shape)]) if not in_order and k.has_channels_innermost_result(plain(x)) else grad


def _in_conv_layout(xp: Any, grad: Any, x: Any, w: Any, *geometry: Any, innermost: Any = k.keeps_channels_innermost) -> Any:
    """A convolution's gradient with its channels innermost if its result's are."""
    arrays = plain(x), plain(w)
    in_order = len(grad.shape) > 3 and all(a.flags.c_contiguous and a.shape[1] > 1 and a.shape[-1] > 1 for a in arrays)
    if in_order or not innermost(*arrays, *geometry):
        return grad
    return xp.clone(grad, _LAST[len(grad.shape)])


def _weight_grad_in_layout(xp: Any, grad: Any, x: Any, w: Any, *geometry: Any) -> Any:
    return _in_conv_layout(xp, grad, x, w, *geometry, innermost=k.has_channels_innermost_weight)


# As in PyTorch the node saves input and weight for any gradient: each gradient is refused if either was modified.
CONVOLUTION = custom(
    "convolution(Tensor input, Tensor weight, Tensor? bias, int[] stride, int[] padding, int[] dilation, int groups) -> Tensor",
    k.convolution,
    lambda xp, g, _out, x, w, _b, stride, padding, dilation, groups: _in_conv_layout(xp, xp.conv_input_gradient(
        g, w, x.shape[2:], stride, padding, dilation, groups), x, w, stride, dilation, groups),
    lambda xp, g, _out, x, w, _b, stride, padding, dilation, groups: _weight_grad_in_layout(xp, xp.conv_weight_gradient(
        g, x, w.shape[2:], stride, padding, dilation, groups), x, w, stride, dilation, groups),
    lambda xp, g, _out, x, w, _b, stride, padding, dilation, groups: xp.channel_sum(g), jvp=_conv_tangent, module=None,
    node="ConvolutionBackward0", batch=b.Definition(bp.convolution), refused_as={5: "slow_conv3d_forward"},
    flops="convolutions", overload_arguments="convolutions",
    autocast="lower", tangent_check="convolutions", products_in_backward="convolutions",
    shape_rule=lambda x, w, _b, *geometry: _convolved_shape(x, w, *geometry), allows_mixed_devices=True,
    unsigned=NoUnsigned(lambda x, *_: "compute_columns3d" if x.ndim == 5 else "slow_conv2d_cpu", answers_empty=True))


def _transposed_tangent(xp: Any, ts: Any, out: Any, x: Any, w: Any, _bias: Any, stride: Any, padding: Any, output_padding: Any,
                        dilation: Any, groups: int) -> Any:
    geometry = (tuple(out.shape[2:]), stride, padding, dilation, groups)
    parts = []
    if ts[0] is not None:
        parts.append(xp.conv_input_gradient(ts[0], w, *geometry))
    if ts[1] is not None:
        parts.append(xp.conv_input_gradient(x, ts[1], *geometry))
    if ts[2] is not None:
        parts.append(xp.reshape(ts[2], (-1, *(1,) * (len(w.shape) - 2))))
    return _sum(xp, parts, out)


CONVOLUTION_TRANSPOSE = custom(
    "convolution_transpose(Tensor input, Tensor weight, Tensor? bias, int[] stride, int[] padding, int[] output_padding, int[] dilation, "
    "int groups) -> Tensor", k.convolution_transpose,
    lambda xp, g, _out, x, w, _b, stride, padding, output_padding, dilation, groups: _in_conv_layout(xp, _crop(
        xp, xp.conv_backward(g, w, stride, padding, dilation, groups), x.shape), x, w, stride, dilation, groups, output_padding),
    lambda xp, g, _out, x, w, _b, stride, padding, output_padding, dilation, groups: _in_conv_layout(xp, xp.conv_weight_gradient(
        x, g, w.shape[2:], stride, padding, dilation, groups), x, w, stride, dilation, groups, output_padding),
    lambda xp, g, _out, x, w, _b, stride, padding, output_padding, dilation, groups: xp.channel_sum(g), jvp=_transposed_tangent,
    module=None, node="ConvolutionBackward0", batch=b.Definition(bp.convolution_transpose),
    aten="convolution", refused_as={3: "slow_conv_transpose2d", 4: "slow_conv_transpose2d", 5: "slow_conv_transpose3d"},
    overload_arguments="transposed convolution", autocast="lower", products_in_backward="transposed convolution",
    saved_constants={"transposed": True}, allows_mixed_devices=True)

# Padding with the border ------------------------------------------------------------------------------------------------------------


def _border_pad(mode: str, node: str, **facts: Any) -> Any:
    kind = mode.rstrip("123d")
    name = f"{'reflection' if kind == 'reflect' else 'replication'}_pad{mode[-2:]}"
    return linear(f"pad_{mode}(Tensor input, int[] padding) -> Tensor", lambda x, padding: bd.pad_border(x, padding, kind),
                  lambda xp, g, _out, x, padding: _strided_like(xp, xp.pad_border_transpose(
                      g, x.shape[-(len(padding) // 2):], padding, kind), x), module=None, node=node, piecewise_linear=True,
                  batch=b.folding_rule, refuses="b", autocast="" if mode == "reflect3d" else "single",
                  aten=name, kernel_label=name, unsigned=NO_UNSIGNED, **facts)


for _count in (1, 2, 3):
    _border_pad(f"reflect{_count}d", f"ReflectionPad{_count}DBackward0")
    _border_pad(f"replicate{_count}d", f"ReplicationPad{_count}DBackward0")
PAD_BORDER_TRANSPOSE = linear(
    "pad_border_transpose(Tensor input, int[] size, int[] padding, str mode) -> Tensor", bd.pad_border_transpose,
    lambda xp, g, _out, _y, size, padding, mode: getattr(xp, f"pad_{mode}{len(padding) // 2}d")(g, padding), module=None,
    node="ReflectionPadBackwardBackward0", batch=b.folding_rule)

# Pixel shuffling ------------------------------------------------------------------------------------------------------------------

PIXEL_SHUFFLE = linear("pixel_shuffle_by(Tensor input, int factor) -> Tensor", p.pixel_shuffle,
                       lambda xp, g, _out, _x, factor: xp.pixel_unshuffle_by(g, factor), module=None, node="PixelShuffleBackward0",
                       batch=b.leading_dims_rule, aten="pixel_shuffle", unsigned=NoUnsigned("pixel_shuffle", answers_empty=True))
PIXEL_UNSHUFFLE = linear("pixel_unshuffle_by(Tensor input, int factor) -> Tensor", p.pixel_unshuffle,
                         lambda xp, g, _out, x_meta, factor: g if 0 in x_meta.shape else xp.pixel_shuffle_by(g, factor), module=None,
                         node="PixelUnshuffleBackward0",
                         batch=b.leading_dims_rule, aten="pixel_unshuffle", unsigned=NoUnsigned("pixel_unshuffle", answers_empty=True))
CHANNEL_SHUFFLE = linear("channel_shuffle_by(Tensor input, int groups) -> Tensor", p.channel_shuffle,
                         lambda xp, g, _out, x_meta, groups: xp.channel_shuffle_by(g, x_meta.shape[1] // groups), module=None,
                         node="ChannelShuffleBackward0", batch=b.folding_rule, aten="channel_shuffle",
                         unsigned=NoUnsigned("channel_shuffle", answers_empty=True))

# Pooling --------------------------------------------------------------------------------------------------------------------------


def _max_pool(dims: int) -> Any:
    """Max pooling over a number of dimensions, which torch's node name contains."""
    node = {1: "MaxPool2DWithIndicesBackward0", 2: "MaxPool2DWithIndicesBackward0", 3: "MaxPool3DWithIndicesBackward0"}[dims]
    return custom(
        f"max_pool{dims}d_and_indices(Tensor input, int[] kernel_size, int[] stride, int[] padding, int[] dilation, bool ceil_mode) -> "
        "(Tensor values, Tensor indices)", p.max_pool,
        lambda xp, g, _values, indices, x, kernel_size, stride, padding, dilation, ceil_mode: xp.pool_scatter(
            g, indices, x.shape[-len(kernel_size):]),
        jvp=lambda xp, t, _values, indices, _x, kernel_size, stride, padding, dilation, ceil_mode: xp.pool_gather(
            t, indices, len(kernel_size)),
        differentiable=(0,), piecewise_linear=True, module=None, node=node, batch=b.folding_rule)


MAX_POOL1D, MAX_POOL2D, MAX_POOL3D = _max_pool(1), _max_pool(2), _max_pool(3)
MAX_POOL3D.set_facts(aten="max_pool3d_with_indices", unsigned=NoUnsigned("max_pool3d"))
MAX_POOL2D.set_facts(aten="max_pool2d_with_indices", unsigned=NoUnsigned("max_pool2d"))
MAX_POOL1D.set_facts(aten="max_pool2d_with_indices", profiled_name="max_pool1d_with_indices")
POOL_SCATTER = linear("pool_scatter(Tensor input, Tensor index, int[] size) -> Tensor", p.pool_scatter,
                      lambda xp, g, _out, _x, index, size: xp.pool_gather(g, index, len(size)), module=None,
                      node="MaxPool2DWithIndicesBackwardBackward0", batch=b.folding_rule, aten="max_pool2d_with_indices_backward")
POOL_GATHER = linear("pool_gather(Tensor input, Tensor index, int? dims=None) -> Tensor", p.pool_gather,
                     lambda xp, g, _out, x_meta, index, dims: xp.pool_scatter(g, index, x_meta.shape[-dims if dims else 2:]), module=None,
                     node="GatherBackward0", batch=b.folding_rule)


def _gather_maxima(xp: Any, g: Any, index: Any, dims: int) -> Any:
    """The values at the indices of the maxima; on tensors gathered from flattened rows, as in PyTorch."""
    if xp is ARRAYS or 0 in g.shape or 0 in index.shape:
        return xp.pool_gather(g, index, dims)
    lead = tuple(g.shape[:-dims])
    taken = xp.gather(xp.reshape_or_copy(g, (*lead, -1)), -1, xp.reshape_or_copy(index, (*lead, -1)), False)
    return xp.reshape_or_copy(taken, tuple(index.shape))


def _unpool(dims: int) -> Any:
    """Max unpooling: of several maxima with one index the last is kept; the gradient goes to all of them, as in PyTorch."""
    return linear(f"max_unpool{dims}d_to(Tensor input, Tensor index, int[] size) -> Tensor", p.unpool,
                  lambda xp, g, _out, _x, index, size: _gather_maxima(xp, g, index, len(size)), module=None,
                  node=f"MaxUnpool{dims}DBackward0",
                  batch=b.folding_rule, refuses="buic")


MAX_UNPOOL2D, MAX_UNPOOL3D = _unpool(2), _unpool(3)
MAX_UNPOOL3D.set_facts(aten="max_unpool3d", autocast="single", kernel_label="max_unpool3d")
MAX_UNPOOL2D.set_facts(aten="max_unpool2d", autocast="single", kernel_label="max_unpool2d")


def _avg_pool(dims: int) -> Any:
    node = {1: "AvgPool2DBackward0", 2: "AvgPool2DBackward0", 3: "AvgPool3DBackward0"}[dims]
    return linear(
        f"avg_pool{dims}d_plain(Tensor input, int[] kernel, int[] stride, int[] padding, bool ceil_mode, bool count_include_pad, "
        "int? divisor) -> Tensor", p.avg_pool,
        lambda xp, g, _out, x, kernel, stride, padding, ceil_mode, count_include_pad, divisor: _strided_like(xp, xp.avg_pool_transpose(
            g, x.shape[-len(kernel):], kernel, stride, padding, ceil_mode, count_include_pad, divisor), x, dims == 3),
        piecewise_linear=True, module=None, node=node, batch=b.folding_rule)


AVG_POOL1D, AVG_POOL2D, AVG_POOL3D = _avg_pool(1), _avg_pool(2), _avg_pool(3)
AVG_POOL3D.set_facts(aten="avg_pool3d", autocast="single")
AVG_POOL2D.set_facts(aten="avg_pool2d")
AVG_POOL1D.set_facts(aten="avg_pool2d")
AVG_POOL_TRANSPOSE = linear(
    "avg_pool_transpose(Tensor input, int[] size, int[] kernel, int[] stride, int[] padding, bool ceil_mode, bool count_include_pad, "
    "int? divisor) -> Tensor", p.avg_pool_transpose,
    lambda xp, g, _out, _x, size, kernel, stride, padding, ceil_mode, count_include_pad, divisor: getattr(
        xp, f"avg_pool{len(kernel)}d_plain")(g, kernel, stride, padding, ceil_mode, count_include_pad, divisor), module=None,
    node="AvgPool2DBackwardBackward0", batch=b.folding_rule)


#: Whose gradients are row-major whatever the layout of the cotangent.
_GRADIENTS_IN_ORDER = frozenset({"resample_bicubic2d", "resample_nearest3d", "resample_nearest_exact3d"})


def _resampling(name: str, node: str, piecewise_linear: bool = False, kernel: Any = t.resample, vjp: Any = None, aten: str = "",
                **facts: Any) -> Any:
    copies = "nearest" in name  # which works for any element type; PyTorch copies bytes, and in two dimensions weights them
    accepts_bytes = copies or name.startswith(("resample_bilinear2d", "resample_bicubic2d", "resample_lanczos2d"))
    refuses = "bic" if accepts_bytes else "buic"
    if vjp is None:  # the transposed matrices, as an op of its own

        def vjp(xp: Any, g: Any, _out: Any, _x: Any, axes: Any) -> Any:
            return getattr(xp, f"{name}_backward")(g, tuple(a.T for a in axes))

        linear(f"{name}_backward(Tensor input, Any axes) -> Tensor", t.resample_in_order if name in _GRADIENTS_IN_ORDER else kernel,
               lambda xp, g, _out, _x, axes: getattr(xp, name)(g, tuple(a.T for a in axes)), module=None,
               node=node.replace("Backward0", "BackwardBackward0"), batch=b.folding_rule, refuses=refuses, aten=f"{aten}_backward")
    return linear(f"{name}(Tensor input, Any axes) -> Tensor", kernel, vjp, module=None, node=node, piecewise_linear=piecewise_linear,
                  batch=b.folding_rule, refuses=refuses, aten=aten, **facts)


ADAPTIVE_AVG = _resampling(
    "adaptive_avg", "AdaptiveAvgPool2DBackward0", piecewise_linear=True,
    vjp=lambda xp, g, _out, x, axes: _strided_like(xp, xp.adaptive_avg(g, tuple(a.T for a in axes)), x))
ADAPTIVE_AVG.set_facts(aten="_adaptive_avg_pool2d", kernel_label="adaptive_avg_pool2d")
ADAPTIVE_AVG3D = _resampling(
    "adaptive_avg3d", "AdaptiveAvgPool3DBackward0", piecewise_linear=True, kernel=t.resample_in_order,
    vjp=lambda xp, g, _out, x, axes: xp.adaptive_avg3d(g, tuple(a.T for a in axes)))
ADAPTIVE_AVG3D.set_facts(aten="_adaptive_avg_pool3d", autocast="single", kernel_label="adaptive_avg_pool3d_cpu")
#: Names of interpolation ops, and of their nodes in PyTorch.
RESAMPLING = {
    "resample_linear1d": "UpsampleLinear1DBackward0", "resample_bilinear2d": "UpsampleBilinear2DBackward0",
    "resample_trilinear3d": "UpsampleTrilinear3DBackward0", "resample_bicubic2d": "UpsampleBicubic2DBackward0",
    "resample_bilinear2d_aa": "UpsampleBilinear2DAaBackward0", "resample_bicubic2d_aa": "UpsampleBicubic2DAaBackward0",
    "resample_lanczos2d_aa": "UpsampleLanczos2DAaBackward0",
    **{f"resample_nearest{n}d": f"UpsampleNearest{n}DBackward0" for n in (1, 2, 3)},
    **{f"resample_nearest_exact{n}d": f"UpsampleNearestExact{n}DBackward0" for n in (1, 2, 3)},
}


def _label(name: str) -> str:
    """The kernel's name in PyTorch's refusals."""
    if name.endswith("_aa"):
        return "compute_index_ranges_weights"
    if "nearest2d" in name or "exact2d" in name or "bilinear" in name:
        return f"upsample_{'bilinear' if 'bilinear' in name else 'nearest'}2d_channels_last"
    return f"compute_indices_weights_{'nearest' if 'nearest' in name else 'cubic' if 'cubic' in name else 'linear'}"


for _name, _node in RESAMPLING.items():
    _resampling(_name, _node, kernel_label=_label(_name), unsigned=NO_UNSIGNED,
                aten=f"{'_' * ('exact' in _name or 'aa' in _name)}upsample_{_name.removeprefix('resample_')}",
                overload_arguments="sizes of axes")


def _adaptive_max(suffix: str, node: str) -> Any:
    return custom(f"adaptive_max{suffix}(Tensor input, int[] size) -> (Tensor values, Tensor indices)", p.adaptive_max_pool,
                  lambda xp, g, _values, indices, x, size: xp.pool_scatter(g, indices, x.shape[-len(size):]),
                  jvp=lambda xp, t, _values, indices, _x, size: xp.pool_gather(t, indices, len(size)), differentiable=(0,),
                  piecewise_linear=True,
                  module=None, node=node, batch=b.folding_rule)


ADAPTIVE_MAX, ADAPTIVE_MAX3D = _adaptive_max("", "AdaptiveMaxPool2DBackward0"), _adaptive_max("3d", "AdaptiveMaxPool3DBackward0")
ADAPTIVE_MAX3D.set_facts(aten="adaptive_max_pool3d", autocast="single")
ADAPTIVE_MAX.set_facts(aten="adaptive_max_pool2d")


def _fractional_max(dims: int) -> Any:
    return custom(f"fractional_max{dims}d(Tensor input, int[] kernel, int[] size, Tensor samples) -> (Tensor values, Tensor indices)",
                  p.fractional_max_pool,
                  lambda xp, g, _values, indices, x, kernel, size, _samples: xp.pool_scatter(
                      g, indices, x.shape[-len(size):]),
                  jvp=lambda xp, ts, _values, indices, _x, kernel, size, _samples: xp.pool_gather(
                      ts[0], indices, len(size)), differentiable=(0,),
                  piecewise_linear=True, module=None, node=f"FractionalMaxPool{dims}DBackward0", batch=b.folding_rule)


FRACTIONAL_MAX2D, FRACTIONAL_MAX3D = _fractional_max(2), _fractional_max(3)
FRACTIONAL_MAX3D.set_facts(aten="fractional_max_pool3d", autocast="single")
FRACTIONAL_MAX2D.set_facts(aten="fractional_max_pool2d", autocast="single")
