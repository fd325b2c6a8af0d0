"""The files of the embedding projector: points, their labels and images, and the configuration."""
from __future__ import annotations

import io
import math
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from ._convert_np import make_np
from ._messages import import_name
from ._pictures import make_grid


def make_mat(points: Any, folder: str) -> None:
    """Write points, one per line."""
    _write(folder, "tensors.tsv", "".join("\t".join(str(v.item()) for v in row) + "\n" for row in points))


def make_tsv(labels: Any, folder: str, header: Any = None) -> None:
    """Write labels, one per line; with several columns, below a header."""
    if not header:
        lines = [str(label) for label in labels]
    else:
        if len(header) != len(labels[0]):
            raise AssertionError("len of header must be equal to the number of columns in metadata")
        lines = ["\t".join(str(e) for e in row) for row in [header, *labels]]
    _write(folder, "metadata.tsv", "\n".join(lines) + "\n")


def make_sprite(pictures: Any, folder: str) -> None:
    """Write images (N, C, H, W) as one square grid."""
    arranged = make_grid(make_np(pictures), math.ceil(pictures.size(0) ** 0.5)).transpose(1, 2, 0)
    square = np.zeros((arranged.shape[1], arranged.shape[1], 3))
    square[:arranged.shape[0]] = arranged
    pillow: Any = import_module("PIL.Image")
    output = io.BytesIO()
    pillow.fromarray(np.uint8((square * 255).clip(0, 255))).save(output, format="PNG")
    Path(folder, "sprite.png").write_bytes(output.getvalue())


def get_embedding_info(labels: Any, pictures: Any, subfolder: str, step: Any, tag: str) -> Any:
    """The message with the paths of the files."""
    info = import_name("plugins.projector.projector_config_pb2", "EmbeddingInfo")()
    info.tensor_name, info.tensor_path = f"{tag}:{str(step).zfill(5)}", f"{subfolder}/tensors.tsv"
    if labels is not None:
        info.metadata_path = f"{subfolder}/metadata.tsv"
    if pictures is not None:
        info.sprite.image_path = f"{subfolder}/sprite.png"
        info.sprite.single_image_dim.extend([pictures.size(3), pictures.size(2)])
    return info


def write_pbtxt(folder: str, text: str) -> None:
    """Write the configuration of the projector."""
    _write(folder, "projector_config.pbtxt", text)


def _write(folder: str, name: str, text: str) -> None:
    Path(folder, name).write_bytes(text.encode())
