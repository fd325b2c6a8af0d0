"""The layers that test_layers.py checks, and the recorder of their references.

`python tests/nn/layer_cases.py` needs PyTorch 2.13 and writes layers.npz beside this file.
"""
from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

REFERENCE = Path(__file__).with_name("layers.npz")

# Class, arguments, keywords, inputs: a shape is filled by `values`, "i"-shapes with small integers, others are given
# as they are.
CASES: list[tuple[str, tuple[Any, ...], dict[str, Any], list[Any]]] = [
    ("Linear", (4, 3), {}, [(2, 4)]),
    ("Linear", (4, 3), {"bias": False}, [(2, 5, 4)]),
    ("Bilinear", (4, 3, 2), {}, [(2, 4), (2, 3)]),
    ("Conv1d", (2, 3, 3), {"stride": 2, "padding": 1}, [(2, 2, 7)]),
    ("Conv2d", (2, 4, 3), {}, [(2, 2, 5, 6)]),
    ("Conv2d", (2, 4, (3, 2)), {"padding": "same", "dilation": 2, "groups": 2, "bias": False}, [(2, 2, 5, 6)]),
    ("Conv2d", (2, 4, 3), {"padding": 1, "padding_mode": "circular"}, [(2, 2, 4, 4)]),
    ("ConvTranspose2d", (2, 4, 3), {"stride": 2, "output_padding": 1}, [(1, 2, 3, 3)]),
    ("MaxPool2d", (2,), {}, [(1, 2, 5, 6)]),
    ("MaxPool2d", (3,), {"stride": 2, "padding": 1, "ceil_mode": True}, [(1, 2, 6, 6)]),
    ("AvgPool2d", (3, 2, 1), {"count_include_pad": False}, [(1, 2, 5, 6)]),
    ("AdaptiveAvgPool2d", ((2, None),), {}, [(1, 2, 5, 3)]),
    ("AdaptiveMaxPool2d", (2,), {}, [(1, 2, 5, 3)]),
    ("BatchNorm1d", (3,), {}, [(4, 3)]),
    ("BatchNorm2d", (3,), {"momentum": None, "bias": False}, [(2, 3, 4, 4)]),
    ("InstanceNorm2d", (3,), {"affine": True}, [(2, 3, 4, 4)]),
    ("LayerNorm", ((3, 4),), {}, [(2, 3, 4)]),
    ("GroupNorm", (2, 4), {}, [(2, 4, 3)]),
    ("RMSNorm", (4,), {}, [(2, 4)]),
    ("LocalResponseNorm", (3,), {}, [(2, 5, 3)]),
    ("Embedding", (5, 3), {"padding_idx": 1}, ["i", (2, 4)]),
    ("EmbeddingBag", (5, 3), {"mode": "sum"}, ["i", (2, 4)]),
    ("ReLU", (), {}, [(3, 4)]),
    ("ReLU6", (), {}, [(3, 4)]),
    ("Hardtanh", (-0.5, 0.5), {}, [(3, 4)]),
    ("Sigmoid", (), {}, [(3, 4)]),
    ("Tanh", (), {}, [(3, 4)]),
    ("GELU", (), {}, [(3, 4)]),
    ("GELU", ("tanh",), {}, [(3, 4)]),
    ("SiLU", (), {}, [(3, 4)]),
    ("ELU", (), {}, [(3, 4)]),
    ("LeakyReLU", (0.2,), {}, [(3, 4)]),
    ("Softplus", (), {}, [(3, 4)]),
    ("PReLU", (4,), {}, [(3, 4)]),
    ("GLU", (), {}, [(3, 4)]),
    ("Softmax", (1,), {}, [(3, 4)]),
    ("LogSoftmax", (1,), {}, [(3, 4)]),
    ("MSELoss", (), {}, [(3, 4), (3, 4)]),
    ("L1Loss", (), {"reduction": "sum"}, [(3, 4), (3, 4)]),
    ("SmoothL1Loss", (), {}, [(3, 4), (3, 4)]),
    ("CrossEntropyLoss", (), {"label_smoothing": 0.1}, [(3, 4), "i", (3,)]),
    ("NLLLoss", (), {}, [(3, 4), "i", (3,)]),
    ("BCEWithLogitsLoss", (), {}, [(3, 4), (3, 4)]),
    ("Flatten", (), {}, [(2, 3, 4)]),
    ("Unflatten", (1, (2, 3)), {}, [(2, 6)]),
    ("Unfold", ((2, 3),), {}, [(2, 3, 4, 5)]),
    ("Upsample", (), {"scale_factor": 2, "mode": "bilinear"}, [(1, 2, 3, 3)]),
    ("PixelShuffle", (2,), {}, [(1, 8, 3, 3)]),
    ("ZeroPad2d", ((1, 2, 0, 1),), {}, [(1, 2, 3, 3)]),
    ("ReflectionPad1d", (2,), {}, [(1, 2, 4)]),
    ("CosineSimilarity", (), {}, [(3, 4), (3, 4)]),
    ("PairwiseDistance", (), {}, [(3, 4), (3, 4)]),
    ("RNN", (3, 4), {"num_layers": 2, "nonlinearity": "relu"}, [(5, 2, 3)]),
    ("LSTM", (3, 4), {"bidirectional": True, "batch_first": True}, [(2, 5, 3)]),
    ("LSTM", (3, 4), {"proj_size": 2, "num_layers": 2}, [(5, 2, 3)]),
    ("GRU", (3, 4), {"num_layers": 2, "bidirectional": True}, [(5, 2, 3)]),
    ("LSTMCell", (3, 4), {}, [(2, 3)]),
    ("GRUCell", (3, 4), {"bias": False}, [(3,)]),
    ("MultiheadAttention", (8, 2), {}, [(5, 2, 8), (4, 2, 8), (4, 2, 8)]),
    ("TransformerEncoderLayer", (8, 2, 16, 0.0), {"batch_first": True, "norm_first": True}, [(2, 5, 8)]),
    ("TransformerDecoderLayer", (8, 2, 16, 0.0), {"activation": "gelu"}, [(5, 2, 8), (4, 2, 8)]),
    ("AdaptiveLogSoftmaxWithLoss", (16, 6, [2, 4]), {}, [(4, 16), "i", (4,)]),
]


def values(shape: tuple[int, ...], offset: int = 0) -> np.ndarray[Any, Any]:
    """Numbers without pattern that need no generator."""
    return np.sin(np.arange(offset, offset + int(np.prod(shape))) * 1.7 + 0.3).astype(np.float32).reshape(shape)


def make_inputs(torch: Any, spec: list[Any]) -> list[Any]:
    """Tensors for the inputs of a case."""
    out: list[Any] = []
    integers = False
    for item in spec:
        if item == "i":
            integers = True
        elif integers:
            n = int(np.prod(item))
            out.append(torch.from_numpy((np.arange(n) * 7 % 4).reshape(item)))
            integers = False
        else:
            out.append(torch.from_numpy(values(item, 11 * len(out))).requires_grad_())
    return out


def make_layer(torch: Any, name: str, args: Any, kwargs: Any) -> Any:
    """The layer with the initial values of seed 0."""
    torch.manual_seed(0)
    return getattr(torch.nn, name)(*args, **kwargs)


def flat_outputs(torch: Any, output: Any) -> list[Any]:
    """The tensors of an output, however nested."""
    if isinstance(output, torch.Tensor):
        return [output]
    return [t for part in output for t in flat_outputs(torch, part)] if isinstance(output, (tuple, list)) else []


def run(torch: Any, layer: Any, inputs: list[Any]) -> tuple[list[Any], list[Any]]:
    """Outputs, and the gradients of parameters and inputs."""
    outputs = flat_outputs(torch, layer(*inputs))
    loss = sum((t * torch.from_numpy(values(tuple(t.shape), 5))).sum() for t in outputs)
    if loss.requires_grad:
        loss.backward()
    return outputs, [p.grad for p in layer.parameters()] + [t.grad for t in inputs]


def record(torch: Any) -> None:
    """Write the references."""
    arrays: dict[str, Any] = {"version": np.array(torch.__version__)}
    for i, (name, args, kwargs, spec) in enumerate(CASES):
        layer = make_layer(torch, name, args, kwargs)
        arrays[f"{i}/repr"] = np.array(repr(layer))
        arrays[f"{i}/keys"] = np.array(list(layer.state_dict()), dtype=str)
        for key, value in layer.state_dict().items():
            arrays[f"{i}/state/{key}"] = value.numpy().copy()
        outputs, grads = run(torch, layer, make_inputs(torch, spec))
        for kind, tensors in (("out", outputs), ("grad", grads)):
            for j, t in enumerate(tensors):
                if t is not None:
                    arrays[f"{i}/{kind}/{j}"] = t.detach().numpy()
    np.savez_compressed(REFERENCE, **arrays)


if __name__ == "__main__":
    import importlib

    record(importlib.import_module("torch"))
