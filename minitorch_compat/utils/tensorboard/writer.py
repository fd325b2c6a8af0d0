"""Event files: `FileWriter` writes one of them, `SummaryWriter` is the interface for programs."""
from __future__ import annotations

import os
import socket
import time
from datetime import datetime
from importlib import import_module
from typing import Any

from ..._dispatch.unsupported import UnsupportedError
from . import _embedding, summary
from ._convert_np import make_np
from ._messages import import_name, message_class
from ._pictures import figure_to_image


class FileWriter:
    """Writes messages to an event file in a folder, from a background thread."""

    def __init__(self, log_dir: Any, max_queue: int = 10, flush_secs: int = 120, filename_suffix: str = "") -> None:
        make = import_name("summary.writer.event_file_writer", "EventFileWriter")
        self.event_writer: Any = make(str(log_dir), max_queue, flush_secs, filename_suffix)

    def get_logdir(self) -> Any:
        """The folder."""
        return self.event_writer.get_logdir()

    def add_event(self, event: Any, step: Any = None, walltime: float | None = None) -> None:
        """Write an event with the current time or `walltime`."""
        event.wall_time = time.time() if walltime is None else walltime
        if step is not None:
            event.step = int(step)
        self.event_writer.add_event(event)

    def add_summary(self, summary: Any, global_step: Any = None, walltime: float | None = None) -> None:
        """Write an event that contains a summary."""
        self.add_event(message_class("Event")(summary=summary), global_step, walltime)

    def flush(self) -> None:
        """Wait until everything is in the file."""
        self.event_writer.flush()

    def close(self) -> None:
        """Flush, and close the file."""
        self.event_writer.close()

    def reopen(self) -> None:
        """Open a new file in the same folder."""
        self.event_writer.reopen()


def _default_bins() -> list[float]:
    """Bin limits of histograms, growing by a tenth each, on both sides of 0."""
    limits, value = [], 1e-12
    while value < 1e20:
        limits.append(value)
        value *= 1.1
    return [*(-v for v in reversed(limits)), 0, *limits]


class SummaryWriter:
    """Writes measurements for TensorBoard to `log_dir`, by default a new folder under `runs` named by time and host.

    `add_*` methods take a tag, the value, its step, and the time (default: now). With `purge_step`, events of an earlier run from that
    step on are hidden. https://docs.pytorch.org/docs/stable/tensorboard.html
    """

    def __init__(self, log_dir: Any = None, comment: str = "", purge_step: int | None = None, max_queue: int = 10, flush_secs: int = 120,
                 filename_suffix: str = "") -> None:
        if not log_dir:
            log_dir = os.path.join("runs", f"{datetime.now():%b%d_%H-%M-%S}_{socket.gethostname()}{comment}")
        self.log_dir, self.purge_step = log_dir, purge_step
        self.max_queue, self.flush_secs, self.filename_suffix = max_queue, flush_secs, filename_suffix
        self.file_writer: Any = None
        self.all_writers: dict[str, Any] | None = None
        self._get_file_writer()
        self.default_bins: list[float] = _default_bins()

    def _get_file_writer(self) -> Any:
        """The writer of `log_dir`, opened again after `close`."""
        if self.all_writers is None or self.file_writer is None:
            self.file_writer = FileWriter(self.log_dir, self.max_queue, self.flush_secs, self.filename_suffix)
            self.all_writers = {self.file_writer.get_logdir(): self.file_writer}
            if self.purge_step is not None:
                event, log = message_class("Event"), message_class("SessionLog")
                self.file_writer.add_event(event(step=self.purge_step, file_version="brain.Event:2"))
                self.file_writer.add_event(event(step=self.purge_step, session_log=log(status=log.START)))
                self.purge_step = None
        return self.file_writer

    def get_logdir(self) -> Any:
        """The folder."""
        return self.log_dir

    def add_scalar(self, tag: str, scalar_value: Any, global_step: Any = None, walltime: float | None = None, new_style: bool = False,
                   double_precision: bool = False) -> None:
        """Add a scalar."""
        self._add(summary.scalar(tag, scalar_value, new_style=new_style, double_precision=double_precision), global_step, walltime)

    def add_scalars(self, main_tag: str, tag_scalar_dict: dict[str, Any], global_step: Any = None, walltime: float | None = None) -> None:
        """Add several scalars to one chart, each in its own folder."""
        walltime = time.time() if walltime is None else walltime
        folder = self._get_file_writer().get_logdir()
        writers: Any = self.all_writers
        for tag, value in tag_scalar_dict.items():
            run_folder = f"{folder}/{main_tag.replace('/', '_')}_{tag}"
            if run_folder not in writers:
                writers[run_folder] = FileWriter(run_folder, self.max_queue, self.flush_secs, self.filename_suffix)
            writers[run_folder].add_summary(summary.scalar(main_tag, value), global_step, walltime)

    def add_tensor(self, tag: str, tensor: Any, global_step: Any = None, walltime: float | None = None) -> None:
        """Add all values of a tensor."""
        self._add(summary.tensor_proto(tag, tensor), global_step, walltime)

    def add_histogram(self, tag: str, values: Any, global_step: Any = None, bins: Any = "tensorflow", walltime: float | None = None,
                      max_bins: int | None = None) -> None:
        """Add a histogram of values; `bins` as in `numpy.histogram`."""
        bins = self.default_bins if isinstance(bins, str) and bins == "tensorflow" else bins
        self._add(summary.histogram(tag, values, bins, max_bins), global_step, walltime)

    def add_histogram_raw(self, tag: str, min: Any, max: Any, num: Any, sum: Any, sum_squares: Any, bucket_limits: Any,
                          bucket_counts: Any, global_step: Any = None, walltime: float | None = None) -> None:
        """Add a histogram with given counts."""
        if len(bucket_limits) != len(bucket_counts):
            raise ValueError("len(bucket_limits) != len(bucket_counts), see the document.")
        self._add(summary.histogram_raw(tag, min, max, num, sum, sum_squares, bucket_limits, bucket_counts), global_step, walltime)

    def add_image(self, tag: str, img_tensor: Any, global_step: Any = None, walltime: float | None = None,
                  dataformats: str = "CHW") -> None:
        """Add an image of bytes or of values from 0 to 1."""
        self._add(summary.image(tag, img_tensor, dataformats=dataformats), global_step, walltime)

    def add_images(self, tag: str, img_tensor: Any, global_step: Any = None, walltime: float | None = None,
                   dataformats: str = "NCHW") -> None:
        """Add images, in rows of eight."""
        self._add(summary.image(tag, img_tensor, dataformats=dataformats), global_step, walltime)

    def add_image_with_boxes(self, tag: str, img_tensor: Any, box_tensor: Any, global_step: Any = None, walltime: float | None = None,
                             rescale: float = 1, dataformats: str = "CHW", labels: Any = None) -> None:
        """Add an image with boxes, a row of `box_tensor` (x, y, x, y) each."""
        labels = [labels] if isinstance(labels, str) else labels
        if labels is not None and len(labels) != box_tensor.shape[0]:
            labels = None
        self._add(summary.image_boxes(tag, img_tensor, box_tensor, rescale, dataformats, labels), global_step, walltime)

    def add_figure(self, tag: str, figure: Any, global_step: Any = None, close: bool = True, walltime: float | None = None) -> None:
        """Add a figure of matplotlib, or a list of them."""
        self.add_image(tag, figure_to_image(figure, close), global_step, walltime, "NCHW" if isinstance(figure, list) else "CHW")

    def add_audio(self, tag: str, snd_tensor: Any, global_step: Any = None, sample_rate: int = 44100,
                  walltime: float | None = None) -> None:
        """Add mono audio with values from -1 to 1."""
        self._add(summary.audio(tag, snd_tensor, sample_rate), global_step, walltime)

    def add_video(self, tag: str, vid_tensor: Any, global_step: Any = None, fps: int = 4, walltime: float | None = None) -> None:
        """Add videos (N, T, C, H, W) of bytes or of values from 0 to 1; without the package moviepy, only their tag."""
        self._add(summary.video(tag, vid_tensor, fps), global_step, walltime)

    def add_text(self, tag: str, text_string: str, global_step: Any = None, walltime: float | None = None) -> None:
        """Add a text."""
        self._add(summary.text(tag, text_string), global_step, walltime)

    def add_pr_curve(self, tag: str, labels: Any, predictions: Any, global_step: Any = None, num_thresholds: int = 127,
                     weights: Any = None, walltime: float | None = None) -> None:
        """Add a precision-recall curve."""
        self._add(summary.pr_curve(tag, make_np(labels), make_np(predictions), num_thresholds, weights), global_step, walltime)

    def add_pr_curve_raw(self, tag: str, true_positive_counts: Any, false_positive_counts: Any, true_negative_counts: Any,
                         false_negative_counts: Any, precision: Any, recall: Any, global_step: Any = None, num_thresholds: int = 127,
                         weights: Any = None, walltime: float | None = None) -> None:
        """Add a precision-recall curve with given counts."""
        self._add(summary.pr_curve_raw(tag, true_positive_counts, false_positive_counts, true_negative_counts, false_negative_counts,
                                       precision, recall, num_thresholds, weights), global_step, walltime)

    def add_custom_scalars(self, layout: dict[str, Any]) -> None:
        """Add charts of several scalars, laid out as category -> title -> ("Multiline" or "Margin", tags)."""
        self._add(summary.custom_scalars(layout))

    def add_custom_scalars_multilinechart(self, tags: Any, category: str = "default", title: str = "untitled") -> None:
        """Add one chart of several scalars."""
        self.add_custom_scalars({category: {title: ["Multiline", tags]}})

    def add_custom_scalars_marginchart(self, tags: Any, category: str = "default", title: str = "untitled") -> None:
        """Add a chart of a scalar between two others."""
        if len(tags) != 3:
            raise AssertionError(f"Expected 3 tags, got {len(tags)}.")
        self.add_custom_scalars({category: {title: ["Margin", tags]}})

    def add_mesh(self, tag: str, vertices: Any, colors: Any = None, faces: Any = None, config_dict: Any = None, global_step: Any = None,
                 walltime: float | None = None) -> None:
        """Add 3D points with colors and faces."""
        self._add(summary.mesh(tag, vertices, colors, faces, config_dict), global_step, walltime)

    def add_hparams(self, hparam_dict: Any, metric_dict: Any, hparam_domain_discrete: Any = None, run_name: str | None = None,
                    global_step: Any = None) -> None:
        """Add the hyperparameters and metrics of a run, in its own folder."""
        if type(hparam_dict) is not dict or type(metric_dict) is not dict:
            raise TypeError("hparam_dict and metric_dict should be dictionary.")
        messages = summary.hparams(hparam_dict, metric_dict, hparam_domain_discrete)
        with SummaryWriter(os.path.join(self._get_file_writer().get_logdir(), run_name or str(time.time()))) as run:
            for message in messages:
                run._add(message, global_step)
            for tag, value in metric_dict.items():
                run.add_scalar(tag, value, global_step)

    def add_embedding(self, mat: Any, metadata: Any = None, label_img: Any = None, global_step: Any = None, tag: str = "default",
                      metadata_header: Any = None) -> None:
        """Add points (a row each) for the projector, with labels and images."""
        points, step = make_np(mat), 0 if global_step is None else global_step
        folder = self._get_file_writer().get_logdir()
        below = f"{str(step).zfill(5)}/{self._encode(tag)}"
        path = os.path.join(folder, below)
        if os.path.isdir(path):
            print("warning: Embedding dir exists, did you set global_step for add_embedding()?")
        elif os.path.exists(path):
            raise NotADirectoryError(f"Path: `{path}` exists, but is a file. Cannot proceed.")
        os.makedirs(path, exist_ok=True)
        if metadata is not None:
            _check_count(points, len(metadata), "#labels should equal with #data points")
            _embedding.make_tsv(metadata, path, metadata_header)
        if label_img is not None:
            _check_count(points, label_img.shape[0], "#images should equal with #data points")
            _embedding.make_sprite(label_img, path)
        if points.ndim != 2:
            raise AssertionError("mat should be 2D, where mat.size(0) is the number of data points")
        _embedding.make_mat(points, path)
        if not hasattr(self, "_projector_config"):
            self._projector_config = import_name("plugins.projector.projector_config_pb2", "ProjectorConfig")()
        self._projector_config.embeddings.extend([_embedding.get_embedding_info(metadata, label_img, below, step, tag)])
        printed: Any = import_module("google.protobuf.text_format")
        _embedding.write_pbtxt(folder, printed.MessageToString(self._projector_config))

    @staticmethod
    def _encode(rawstr: str) -> str:
        """Convert a tag to the name of a folder."""
        return rawstr.replace("%", "%25").replace("/", "%2f").replace("\\", "%5c")

    def add_graph(self, model: Any, input_to_model: Any = None, verbose: bool = False, use_strict_trace: bool = True) -> None:
        """Raise UnsupportedError: there is no tracer of ATen ops."""
        raise UnsupportedError("SummaryWriter.add_graph", "there is no tracer of ATen ops")

    def add_onnx_graph(self, prototxt: Any) -> None:
        """Raise UnsupportedError."""
        raise UnsupportedError("SummaryWriter.add_onnx_graph")

    def _add(self, message: Any, global_step: Any = None, walltime: float | None = None) -> None:
        self._get_file_writer().add_summary(message, global_step, walltime)

    def flush(self) -> None:
        """Wait until everything is in the files."""
        for writer in (self.all_writers or {}).values():
            writer.flush()

    def close(self) -> None:
        """Flush and close the files; later additions open new ones."""
        for writer in (self.all_writers or {}).values():
            writer.flush()
            writer.close()
        self.file_writer = self.all_writers = None

    def __enter__(self) -> SummaryWriter:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()


def _check_count(points: Any, count: int, message: str) -> None:
    if points.shape[0] != count:
        raise AssertionError(message)


__all__ = ["FileWriter", "SummaryWriter"]
