"""Convert values to summary messages: one function per kind of chart."""
from __future__ import annotations

import io
import json
import struct
import tempfile
import wave
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from ..._array.core import intp
from ..._bindings.generated.functions import as_tensor, view_as_real
from ..._dispatch.tensor import TensorBase
from ._convert_np import make_np
from ._messages import import_name, message_class
from ._pictures import convert_to_HWC, encode_png, to_bytes, videos_to_frames


def half_to_int(f: float) -> int:
    """The bits of a number in single precision."""
    return int(struct.unpack("i", struct.pack("f", f))[0])


def int_to_half(i: int) -> float:
    """The number in single precision that has these bits."""
    return float(struct.unpack("f", struct.pack("i", i))[0])


#: By dtype: its name in the message, and the field of the values.
_TENSOR_TYPES = {
    "float16": ("DT_HALF", "half_val"), "bfloat16": ("DT_BFLOAT16", "half_val"), "float32": ("DT_FLOAT", "float_val"),
    "float64": ("DT_DOUBLE", "double_val"), "int8": ("DT_INT8", "int_val"), "uint8": ("DT_UINT8", "uint32_val"),
    "int16": ("DT_INT16", "int_val"), "int32": ("DT_INT32", "int_val"), "int64": ("DT_INT64", "int64_val"), "bool": ("DT_BOOL", "bool_val"),
    "complex32": ("DT_COMPLEX32", "scomplex_val"), "complex64": ("DT_COMPLEX64", "scomplex_val"),
    "complex128": ("DT_COMPLEX128", "dcomplex_val"),
}


def _plugin_metadata(name: str, content: bytes = b"") -> Any:
    metadata = message_class("SummaryMetadata")
    return metadata(plugin_data=metadata.PluginData(plugin_name=name, content=content))


def _summary(tag: str, **what: Any) -> Any:
    summary = message_class("Summary")
    return summary(value=[summary.Value(tag=tag, **what)])


def _shape(sizes: Any) -> Any:
    shape = message_class("TensorShapeProto")
    return shape(dim=[shape.Dim(size=n) for n in sizes])


def _floats(array: Any) -> Any:
    return message_class("TensorProto")(dtype="DT_FLOAT", float_val=array.reshape(-1).tolist(), tensor_shape=_shape(array.shape))


def scalar(name: str, tensor: Any, collections: Any = None, new_style: bool = False, double_precision: bool = False) -> Any:
    """A scalar summary."""
    array = make_np(tensor).squeeze()
    if array.ndim:
        raise AssertionError(f"Tensor should contain one element (0 dimensions). Was given size: {array.size} and {array.ndim} dimensions.")
    value = float(array)
    if not new_style:
        return _summary(name, simple_value=value)
    tensor_of = message_class("TensorProto")
    value_proto = tensor_of(double_val=[value], dtype="DT_DOUBLE") if double_precision else tensor_of(float_val=[value], dtype="DT_FLOAT")
    return _summary(name, tensor=value_proto, metadata=_plugin_metadata("scalars"))


def tensor_proto(tag: str, tensor: Any) -> Any:
    """All values of a tensor."""
    if tensor.numel() * tensor.itemsize >= 1 << 31:
        raise ValueError("tensor is bigger than protocol buffer's hard limit of 2GB in size")
    type_fields = _TENSOR_TYPES.get(str(tensor.dtype).removeprefix("torch."))
    if type_fields is None:
        raise ValueError(f"{tag} has unsupported tensor dtype {tensor.dtype}")
    dtype, field = type_fields
    values = (view_as_real(tensor) if tensor.is_complex() else tensor).flatten().tolist()
    if field == "half_val":
        values = list(map(half_to_int, values))
    message = message_class("TensorProto")(dtype=dtype, tensor_shape=_shape(tensor.shape), **{field: values})
    return _summary(tag, metadata=_plugin_metadata("tensor"), tensor=message)


def histogram_raw(name: str, min: Any, max: Any, num: Any, sum: Any, sum_squares: Any, bucket_limits: Any, bucket_counts: Any) -> Any:
    """A histogram with given counts."""
    return _summary(name, histo=message_class("HistogramProto")(
        min=min, max=max, num=num, sum=sum, sum_squares=sum_squares, bucket_limit=bucket_limits, bucket=bucket_counts))


def histogram(name: str, values: Any, bins: Any, max_bins: int | None = None) -> Any:
    """A histogram of values."""
    return _summary(name, histo=make_histogram(make_np(values).astype(float), bins, max_bins))


def make_histogram(values: Any, bins: Any, max_bins: int | None = None) -> Any:
    """Count values between the limits `bins`, without empty bins at both ends; `max_bins` merges neighboring bins."""
    if values.size == 0:
        raise ValueError("The input has no element.")
    values = values.reshape(-1)
    counts, limits = np.histogram(values, bins=bins)
    if max_bins is not None and len(counts) > max_bins:
        counts, limits = _coarsen(counts, limits, len(counts) // max_bins)
    filled = intp.cumsum(counts > 0)
    start, end = (int(i) for i in intp.searchsorted(filled, [0, filled[-1] - 1], side="right"))
    # One empty bin precedes the first, added if there is none: viewers use its limit as the lower end.
    trimmed = counts[start - 1:end + 1] if start else np.concatenate([[0], counts[:end + 1]])
    limits = limits[start:end + 2]
    if not trimmed.size or not limits.size:
        raise ValueError("The histogram is empty, please file a bug report.")
    return message_class("HistogramProto")(min=values.min(), max=values.max(), num=len(values), sum=values.sum(),
                                           sum_squares=values.dot(values),
                                           bucket_limit=limits.tolist(), bucket=trimmed.tolist())


def _coarsen(counts: Any, limits: Any, factor: int) -> tuple[Any, Any]:
    """Merge each `factor` bins of a histogram."""
    remainder = len(counts) % factor
    if remainder:
        counts = np.pad(counts, (0, factor - remainder))
    return counts.reshape(-1, factor).sum(-1), np.append(limits[:-1:factor], limits[-1])


def image(tag: str, tensor: Any, rescale: float = 1, dataformats: str = "NCHW") -> Any:
    """An image, or several in a grid."""
    return _image_summary(tag, convert_to_HWC(make_np(tensor), dataformats), rescale)


def image_boxes(tag: str, tensor_image: Any, tensor_boxes: Any, rescale: float = 1, dataformats: str = "CHW", labels: Any = None) -> Any:
    """An image with boxes drawn on it."""
    return _image_summary(tag, convert_to_HWC(make_np(tensor_image), dataformats), rescale, make_np(tensor_boxes), labels)


def _image_summary(tag: str, picture: Any, rescale: float, *drawn: Any) -> Any:
    height, width, channels = picture.shape
    return _summary(tag, image=message_class("Summary").Image(height=height, width=width, colorspace=channels,
                                                              encoded_image_string=encode_png(to_bytes(picture), rescale, *drawn)))


def audio(tag: str, tensor: Any, sample_rate: int = 44100) -> Any:
    """Mono audio with values from -1 to 1."""
    array = make_np(tensor).squeeze()
    if abs(array).max() > 1:
        print("warning: audio amplitude out of range, auto clipped.")
        array = array.clip(-1, 1)
    if array.ndim != 1:
        raise AssertionError("input tensor should be 1 dimensional.")
    samples, output = (array * np.iinfo(np.int16).max).astype("<i2"), io.BytesIO()
    with wave.open(output, "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(2)
        sound.setframerate(sample_rate)
        sound.writeframes(samples.tobytes())
    return _summary(tag, audio=message_class("Summary").Audio(sample_rate=sample_rate, num_channels=1, length_frames=len(samples),
                                                              encoded_audio_string=output.getvalue(), content_type="audio/wav"))


def video(tag: str, tensor: Any, fps: int = 4) -> Any:
    """Videos (N, T, C, H, W) of bytes or of values from 0 to 1, arranged in a grid."""
    return _summary(tag, image=make_video(to_bytes(videos_to_frames(make_np(tensor))), fps))


def make_video(tensor: Any, fps: int) -> Any:
    """Encode frames (T, H, W, C) of bytes as a GIF; print a message and return None without moviepy 1.x, which has the editor."""
    editor = _editor()
    if editor is None:
        return None
    _, height, width, channels = tensor.shape
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "video.gif"
        editor.ImageSequenceClip(list(tensor), fps=fps).write_gif(str(path), verbose=False, logger=None)
        return message_class("Summary").Image(height=height, width=width, colorspace=channels, encoded_image_string=path.read_bytes())


def _editor() -> Any:
    try:
        import_module("moviepy")
    except ImportError:
        print("add_video needs package moviepy")
        return None
    try:
        return import_module("moviepy.editor")
    except ImportError:
        print("moviepy is installed, but can't import moviepy.editor, which releases before 2.0 have")
        return None


def text(tag: str, text: str) -> Any:
    """A text, which TensorBoard renders as Markdown."""
    content = import_name("plugins.text.plugin_data_pb2", "TextPluginData")(version=0).SerializeToString()
    message = message_class("TensorProto")(dtype="DT_STRING", string_val=[text.encode()], tensor_shape=_shape([1]))
    return _summary(f"{tag}/text_summary", metadata=_plugin_metadata("text", content), tensor=message)


def custom_scalars(layout: dict[str, dict[str, Any]]) -> Any:
    """Charts of several scalars, laid out as category -> title -> ("Multiline" or "Margin", tags)."""
    parts: Any = import_module("tensorboard.plugins.custom_scalar.layout_pb2")

    def chart(title: str, kind: str, tags: Any) -> Any:
        if kind != "Margin":
            return parts.Chart(title=title, multiline=parts.MultilineChartContent(tag=tags))
        if len(tags) != 3:
            raise AssertionError("len(tags) != 3")
        series = parts.MarginChartContent.Series(value=tags[0], lower=tags[1], upper=tags[2])
        return parts.Chart(title=title, margin=parts.MarginChartContent(series=[series]))

    categories = [parts.Category(title=category, chart=[chart(title, charts_of_category[0], charts_of_category[1])
                                                        for title, charts_of_category in charts.items()])
                  for category, charts in layout.items()]
    message = message_class("TensorProto")(dtype="DT_STRING", string_val=[parts.Layout(category=categories).SerializeToString()],
                                           tensor_shape=message_class("TensorShapeProto")())
    return _summary("custom_scalars__config__", tensor=message, metadata=_plugin_metadata("custom_scalars"))


def pr_curve_raw(tag: str, tp: Any, fp: Any, tn: Any, fn: Any, precision: Any, recall: Any, num_thresholds: int = 127,
                 weights: Any = None) -> Any:
    """A precision-recall curve with given counts."""
    return _pr_curve_summary(tag, np.stack((tp, fp, tn, fn, precision, recall)), min(num_thresholds, 127))


def pr_curve(tag: str, labels: Any, predictions: Any, num_thresholds: int = 127, weights: Any = None) -> Any:
    """The precision-recall curve of `predictions` (from 0 to 1) for `labels` (0 or 1)."""
    num_thresholds = min(num_thresholds, 127)  # viewers cannot read more
    return _pr_curve_summary(tag, compute_curve(labels, predictions, num_thresholds, weights), num_thresholds)


def _pr_curve_summary(tag: str, data: Any, num_thresholds: int) -> Any:
    content = import_name("plugins.pr_curve.plugin_data_pb2", "PrCurvePluginData")(version=0, num_thresholds=num_thresholds)
    return _summary(tag, metadata=_plugin_metadata("pr_curves", content.SerializeToString()), tensor=_floats(data))


def compute_curve(labels: Any, predictions: Any, num_thresholds: Any = None, weights: Any = None) -> Any:
    """True and false positives, true and false negatives, precision and recall, a column per threshold."""
    weights = 1.0 if weights is None else weights
    bucket = np.int32(np.floor(predictions * (num_thresholds - 1)))

    def counts_above(threshold: Any) -> Any:
        counts, _ = np.histogram(bucket, bins=num_thresholds, range=(0, num_thresholds - 1), weights=threshold * weights)
        return intp.cumsum(counts[::-1])[::-1]

    true = labels.astype(np.float64)
    tp, fp = counts_above(true), counts_above(1.0 - true)
    tn, fn = fp[0] - fp, tp[0] - tp
    smallest = 1e-7  # lower bound of divisors
    return np.stack((tp, fp, tn, fn, tp / np.maximum(smallest, tp + fp), tp / np.maximum(smallest, tp + fn)))


def mesh(tag: str, vertices: Any, colors: Any, faces: Any, config_dict: Any, display_name: Any = None, description: Any = None) -> Any:
    """3D points (batch, points, 3), with colors and faces."""
    metadata: Any = import_module("tensorboard.plugins.mesh.metadata")
    kinds = import_name("plugins.mesh.plugin_data_pb2", "MeshPluginData")
    tensors = [(as_tensor(t), kind) for t, kind in ((vertices, kinds.VERTEX), (faces, kinds.FACE), (colors, kinds.COLOR))
               if t is not None]
    components = metadata.get_components_bitmask([kind for _, kind in tensors])
    config = "{}" if config_dict is None else json.dumps(config_dict, sort_keys=True)
    summary = message_class("Summary")
    return summary(value=[
        summary.Value(tag=metadata.get_instance_name(tag, kind), tensor=_floats(t), metadata=metadata.create_summary_metadata(
            tag, display_name, kind, components, t.shape, description, json_config=config)) for t, kind in tensors])


def hparams(hparam_dict: Any = None, metric_dict: Any = None, hparam_domain_discrete: Any = None) -> Any:
    """Hyperparameters and metrics: the messages for the experiment, and for the start and end of the run."""
    api: Any = import_module("tensorboard.plugins.hparams.api_pb2")
    domains = hparam_domain_discrete or {}
    for name, value in (("hparam_dict", hparam_dict), ("metric_dict", metric_dict), ("hparam_domain_discrete", domains)):
        if not isinstance(value, dict):
            raise TypeError(f"parameter: {name} should be a dictionary, nothing logged.")
    for k, values in domains.items():
        if k not in hparam_dict or not isinstance(values, list) or not all(isinstance(v, type(hparam_dict[k])) for v in values):
            raise TypeError(f"parameter: hparam_domain_discrete[{k}] should be a list of same type as hparam_dict[{k}].")
    data = import_name("plugins.hparams.plugin_data_pb2", "SessionStartInfo")()
    infos = [_parameter(api, data.hparams, k, v, domains.get(k)) for k, v in hparam_dict.items() if v is not None]
    metrics = [api.MetricInfo(name=api.MetricName(tag=k)) for k in metric_dict]
    end = import_name("plugins.hparams.plugin_data_pb2", "SessionEndInfo")(status=api.Status.Value("STATUS_SUCCESS"))
    return (_experiment_summary("EXPERIMENT_TAG", experiment=api.Experiment(hparam_infos=infos, metric_infos=metrics)),
            _experiment_summary("SESSION_START_INFO_TAG", session_start_info=data),
            _experiment_summary("SESSION_END_INFO_TAG", session_end_info=end))


def _parameter(api: Any, hparams: Any, name: str, value: Any, domain: Any) -> Any:
    """Store one hyperparameter of a run and return its description."""
    values: Any = import_module("google.protobuf.struct_pb2")
    if isinstance(value, TensorBase):
        value, domain = make_np(value).reshape(-1)[0], None
    elif not isinstance(value, (int, float, str)):
        raise ValueError("value should be one of int, float, str, bool, or torch.Tensor")
    field, kind = ("string_value", "DATA_TYPE_STRING") if isinstance(value, str) else ("number_value", "DATA_TYPE_FLOAT64")
    setattr(hparams[name], field, value)
    listed = None if domain is None else values.ListValue(values=[values.Value(**{field: v}) for v in domain])
    return api.HParamInfo(name=name, type=api.DataType.Value(kind), domain_discrete=listed)


def _experiment_summary(tag: str, **content: Any) -> Any:
    metadata: Any = import_module("tensorboard.plugins.hparams.metadata")
    data = import_name("plugins.hparams.plugin_data_pb2", "HParamsPluginData")(version=metadata.PLUGIN_DATA_VERSION, **content)
    return _summary(getattr(metadata, tag), metadata=_plugin_metadata(metadata.PLUGIN_NAME, data.SerializeToString()))


__all__ = ["audio", "compute_curve", "custom_scalars", "half_to_int", "histogram", "histogram_raw", "hparams", "image", "image_boxes",
           "int_to_half", "make_histogram", "make_video", "mesh", "pr_curve", "pr_curve_raw", "scalar", "tensor_proto", "text", "video"]
