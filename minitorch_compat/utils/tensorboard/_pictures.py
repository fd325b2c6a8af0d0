"""Convert arrays to images, and images to PNG."""
from __future__ import annotations

import io
import math
from importlib import import_module
from typing import Any

import numpy as np


def convert_to_HWC(array: Any, layout: str) -> Any:
    """Convert to an RGB image with shape (H, W, C); several ("NCHW") become a grid with rows of eight."""
    if len(set(layout)) != len(layout):
        raise AssertionError(f"You can not use the same dimension shorthand twice: input_format: {layout}")
    if array.ndim != len(layout):
        raise AssertionError(f"size of input tensor and input format are different: tensor shape: {array.shape}, input_format: {layout}")
    layout = layout.upper()
    target_layout = {4: "NCHW", 3: "HWC", 2: "HW"}.get(len(layout))
    if target_layout is None:
        return None
    array = array.transpose([layout.find(d) for d in target_layout])
    if target_layout == "NCHW":
        return make_grid(array).transpose(1, 2, 0)
    if target_layout == "HW":
        return np.stack([array] * 3, 2)
    return np.concatenate([array] * 3, 2) if array.shape[2] == 1 else array


def make_grid(pictures: Any, ncols: int = 8) -> Any:
    """Arrange images (N, C, H, W) in a grid with `ncols` columns."""
    if not isinstance(pictures, np.ndarray):
        raise AssertionError("plugin error, should pass numpy array here")
    if pictures.shape[1] == 1:
        pictures = np.concatenate([pictures] * 3, 1)
    if pictures.ndim != 4 or pictures.shape[1] != 3:
        raise AssertionError("Input should be a 4D numpy array with 3 channels")
    count, _, height, width = pictures.shape
    columns = min(count, ncols)
    canvas = np.zeros((3, height * math.ceil(count / columns), width * columns), pictures.dtype)
    for i, picture in enumerate(pictures):
        y, x = divmod(i, columns)
        canvas[:, y * height:(y + 1) * height, x * width:(x + 1) * width] = picture
    return canvas


def videos_to_frames(videos: Any) -> Any:
    """Convert videos (N, T, C, H, W) to frames (T, H, W, C) with values from 0 to 1; each frame is a grid, padded to a power of two."""
    count, time, channels, height, width = videos.shape
    if videos.dtype == np.uint8:
        videos = np.float32(videos) / 255.0
    rows = 2 ** ((count.bit_length() - 1) // 2)
    grid_cells = 2 ** (count - 1).bit_length()
    if grid_cells > count:
        videos = np.concatenate([videos, np.zeros((grid_cells - count, *videos.shape[1:]))])
    columns = grid_cells // rows
    grid = videos.reshape(rows, columns, time, channels, height, width).transpose(2, 0, 4, 1, 5, 3)
    return grid.reshape(time, rows * height, columns * width, channels)


def to_bytes(picture: Any) -> Any:
    """Convert values from 0 to 1 to bytes; bytes are kept."""
    scale = 1 if picture.dtype == np.uint8 else 255
    return (picture.astype(np.float32) * scale).clip(0, 255).astype(np.uint8)


def encode_png(picture: Any, rescale: float = 1, boxes: Any = None, labels: Any = None) -> bytes:
    """Encode an image (H, W, C) of bytes as PNG, with boxes (a row of x, y, x, y each) drawn on it."""
    pillow: Any = import_module("PIL.Image")
    height, width, _ = picture.shape
    image = pillow.fromarray(picture)
    for i in range(0 if boxes is None else len(boxes)):
        _draw_box(image, boxes[i], None if labels is None else labels[i])
    output = io.BytesIO()
    image.resize((int(width * rescale), int(height * rescale)), pillow.Resampling.LANCZOS).save(output, format="PNG")
    return output.getvalue()


def _draw_box(image: Any, box: Any, label: Any) -> None:
    drawing: Any = import_module("PIL.ImageDraw")
    draw, (left, top, right, bottom) = drawing.Draw(image), box[:4]
    draw.line([(left, top), (left, bottom), (right, bottom), (right, top), (left, top)], width=2, fill="Red")
    if label:
        fonts: Any = import_module("PIL.ImageFont")
        font = fonts.load_default()
        x0, y0, x1, y1 = font.getbbox(label)
        margin = np.ceil(0.05 * (y1 - y0))
        draw.rectangle([(left, bottom - (y1 - y0) - 2 * margin), (left + x1 - x0, bottom)], fill="Red")
        draw.text((left + margin, bottom - (y1 - y0) - margin), label, fill="black", font=font)


def figure_to_image(figures: Any, close: bool = True) -> Any:
    """Render a figure of matplotlib to (3, H, W), or a list of them to (N, 3, H, W)."""
    if isinstance(figures, list):
        return np.stack([figure_to_image(figure, close) for figure in figures])
    agg: Any = import_module("matplotlib.backends.backend_agg")
    canvas = agg.FigureCanvasAgg(figures)
    canvas.draw()
    width, height = figures.canvas.get_width_height()
    drawn = np.frombuffer(canvas.buffer_rgba(), np.uint8).reshape(height, width, 4)[:, :, :3]
    if close:
        pyplot: Any = import_module("matplotlib.pyplot")
        pyplot.close(figures)
    return np.moveaxis(drawn, 2, 0)
