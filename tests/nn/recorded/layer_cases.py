"""The layers for test_layers.py, and the recorder of their reference results.

`python tests/nn/recorded/layer_cases.py` needs PyTorch 2.13 and writes layers.npz next to this file.
"""
from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

REFERENCE = Path(__file__).with_name("layers.npz")

# Class, arguments, keywords, inputs: a shape is filled by `values`, one after "i" with small integers, after "s" with signs, after "p"
# with values in (0, 1).
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
    ("Conv3d", (2, 4, 2), {"groups": 2}, [(1, 2, 3, 4, 3)]),
    ("Conv1d", (2, 3, 3), {"padding": "same", "padding_mode": "reflect", "dtype": None}, [(2, 7)]),
    ("ConvTranspose1d", (2, 4, 3), {"stride": 2, "groups": 2}, [(2, 2, 4)]),
    ("ConvTranspose3d", (2, 3, 2), {"padding": 1, "bias": False}, [(1, 2, 3, 3, 3)]),
    *((f"Lazy{name}", args, {}, [shape]) for name, args, shape in (
        ("Linear", (3,), (2, 4)), ("Conv1d", (3, 2), (2, 2, 5)), ("Conv2d", (3, 2), (1, 2, 4, 4)), ("Conv3d", (3, 2), (1, 2, 3, 3, 3)),
        ("ConvTranspose1d", (3, 2), (2, 2, 5)), ("ConvTranspose2d", (3, 2), (1, 2, 3, 3)), ("ConvTranspose3d", (3, 2), (1, 2, 2, 2, 2)),
        ("BatchNorm1d", (), (4, 3)), ("BatchNorm2d", (), (2, 3, 2, 2)), ("BatchNorm3d", (), (2, 3, 2, 2, 2)),
        ("InstanceNorm1d", (), (2, 3, 4)), ("InstanceNorm2d", (), (2, 3, 2, 2)), ("InstanceNorm3d", (), (2, 3, 2, 2, 2)))),
    ("BatchNorm3d", (3,), {"track_running_stats": False}, [(2, 3, 2, 2, 2)]),
    ("InstanceNorm1d", (3,), {"track_running_stats": True}, [(2, 3, 4)]),
    ("InstanceNorm3d", (3,), {}, [(2, 3, 2, 2, 2)]),
    ("SyncBatchNorm", (3,), {}, [(4, 3)]),
    *((f"{kind}Pool{n}d", args, {}, [(1, 2, 5, 6, 4)[:n + 2]]) for n in (1, 2, 3) for kind, args in (
        ("Max", (2,)), ("Avg", (2, 1, 1)), ("AdaptiveAvg", (2,)), ("AdaptiveMax", (2,)))),
    *((f"LPPool{n}d", (3.0, 2), {}, ["p", (1, 2, 5, 6, 4)[:n + 2]]) for n in (1, 2, 3)),
    ("MaxPool2d", (2, 1, 0, 2, True), {}, [(1, 2, 5, 6)]),
    ("FractionalMaxPool2d", (2, 3), {}, [(1, 2, 6, 7)]),
    ("FractionalMaxPool3d", (2,), {"output_ratio": (0.5, 0.5, 0.5)}, [(1, 2, 6, 5, 4)]),
    *((f"{kind}Pad{n}d", args, {}, [(1, 2, 4, 5, 3)[:n + 2]]) for n in (1, 2, 3) for kind, args in (
        ("Circular", (1,)), ("Constant", (1, 3.5)), ("Reflection", ((1, 2) * n,)), ("Replication", (2,)), ("Zero", ((1, 0) * n,)))),
    *((name, args, {}, [(3, 4)]) for name, args in (
        ("AlphaDropout", (0.3,)), ("Dropout", (0.3, False)), ("CELU", (0.7,)), ("Hardshrink", (0.3,)), ("Hardsigmoid", ()),
        ("Hardswish", ()), ("LogSigmoid", ()), ("Mish", ()), ("RReLU", (0.1, 0.4)), ("SELU", ()), ("Softmin", (0,)),
        ("Softshrink", (0.2,)), ("Softsign", ()),
        ("Tanhshrink", ()), ("Threshold", (0.1, 5.0)), ("Identity", (1,)), ("PReLU", ()), ("ELU", (0.5,)), ("SELU", (False,)),
        ("Hardtanh", ()), ("Softplus", (2, 1)))),
    ("Softmax2d", (), {}, [(1, 2, 3, 3)]),
    ("Dropout1d", (0.4,), {}, [(2, 3, 4)]),
    ("Dropout2d", (0.4,), {}, [(2, 3, 2, 2)]),
    ("Dropout3d", (0.4,), {}, [(2, 3, 2, 2, 1)]),
    ("FeatureAlphaDropout", (0.4,), {}, [(2, 3, 2, 2)]),
    ("Fold", ((3, 4), 2), {}, [(2, 12, 6)]),
    ("ChannelShuffle", (3,), {}, [(2, 6, 2, 2)]),
    ("PixelUnshuffle", (2,), {}, [(1, 2, 4, 6)]),
    ("UpsamplingBilinear2d", (), {"scale_factor": 2}, [(1, 2, 3, 3)]),
    ("UpsamplingNearest2d", (5,), {}, [(1, 2, 3, 3)]),
    ("BCELoss", (), {}, ["p", (3, 4), "p", (3, 4)]),
    ("CosineEmbeddingLoss", (0.1,), {}, [(3, 4), (3, 4), "s", (3,)]),
    ("GaussianNLLLoss", (), {"full": True}, [(3, 4), (3, 4), "p", (3, 4)]),
    ("HingeEmbeddingLoss", (), {}, [(3, 4), "s", (3, 4)]),
    ("HuberLoss", (), {"delta": 0.3}, [(3, 4), (3, 4)]),
    ("KLDivLoss", (), {"reduction": "batchmean"}, [(3, 4), "p", (3, 4)]),
    ("MarginRankingLoss", (0.2,), {}, [(3,), (3,), "s", (3,)]),
    ("MultiLabelMarginLoss", (), {}, [(2, 4), "i", (2, 4)]),
    ("MultiLabelSoftMarginLoss", (), {}, [(2, 4), "p", (2, 4)]),
    ("MultiMarginLoss", (2, 0.5), {}, [(3, 4), "i", (3,)]),
    ("PoissonNLLLoss", (), {"full": True}, [(3, 4), "p", (3, 4)]),
    ("SoftMarginLoss", (), {}, [(3, 4), "s", (3, 4)]),
    ("TripletMarginLoss", (), {"swap": True}, [(3, 4), (3, 4), (3, 4)]),
    ("TripletMarginWithDistanceLoss", (), {"margin": 0.5}, [(3, 4), (3, 4), (3, 4)]),
    ("RNNCell", (3, 4, False, "relu"), {}, [(2, 3)]),
    ("GRU", (3, 4), {"batch_first": True, "dropout": 0.5, "num_layers": 2}, [(2, 5, 3), (2, 2, 4)]),
    ("LSTM", (3, 4), {"bias": False}, [(5, 3)]),
    ("RNN", (3, 4), {"bidirectional": True, "nonlinearity": "tanh"}, [(5, 3)]),
    ("Transformer", (8, 2, 1, 1, 16, 0.1), {"batch_first": True}, [(2, 4, 8), (2, 3, 8)]),
    ("MultiheadAttention", (8, 2, 0.2), {"kdim": 6, "vdim": 5, "add_bias_kv": True, "add_zero_attn": True, "batch_first": True},
     [(2, 5, 8), (2, 4, 6), (2, 4, 5)]),
    ("LinearCrossEntropyLoss", (4, 5), {}, [(3, 4), "i", (3,)]),
    ("LinearCrossEntropyLoss", (4, 5), {"bias": True, "reduction": "sum", "label_smoothing": 0.1, "out_features": (2,)},
     [(3, 4), "i", (3, 2)]),
    ("LayerNorm", (4,), {"bias": False}, [(2, 4)]),
    ("LayerNorm", (4,), {"elementwise_affine": False}, [(2, 4)]),
    ("GroupNorm", (2, 4), {"affine": False}, [(2, 4, 3)]),
    ("Embedding", (5, 3), {"max_norm": 1.0, "scale_grad_by_freq": True}, ["i", (2, 4)]),
    ("EmbeddingBag", (5, 3), {"mode": "max", "padding_idx": 0}, ["i", (2, 4)]),
]


def values(shape: tuple[int, ...], offset: int = 0) -> np.ndarray[Any, Any]:
    """Numbers without pattern that need no generator."""
    return np.sin(np.arange(offset, offset + int(np.prod(shape))) * 1.7 + 0.3).astype(np.float32).reshape(shape)


def make_inputs(torch: Any, spec: list[Any]) -> list[Any]:
    """Tensors for the inputs of a case."""
    out: list[Any] = []
    kind = ""
    for item in spec:
        if isinstance(item, str):
            kind = item
            continue
        array = values(item, 11 * len(out))
        if kind == "i":
            array = (np.arange(array.size, dtype=np.int64) * 7 % 4).reshape(item)
        elif kind == "s":
            array = np.sign(array)
        elif kind == "p":
            array = array * np.float32(0.45) + np.float32(0.5)
        tensor = torch.from_numpy(array)
        out.append(tensor if kind in ("i", "s") else tensor.requires_grad_())
        kind = ""
    return out


def make_layer(torch: Any, name: str, args: Any, kwargs: Any, spec: list[Any]) -> Any:
    """The layer with the initial values of seed 0; a lazy one has seen its input."""
    torch.manual_seed(0)
    layer = getattr(torch.nn, name)(*args, **kwargs)
    if name.startswith("Lazy"):
        layer(*make_inputs(torch, spec))
    return layer


def flat_outputs(torch: Any, output: Any) -> list[Any]:
    """The tensors of an output, however nested."""
    if isinstance(output, torch.Tensor):
        return [output]
    return [t for part in output for t in flat_outputs(torch, part)] if isinstance(output, (tuple, list)) else []


def run(torch: Any, layer: Any, inputs: list[Any]) -> tuple[list[Any], list[Any]]:
    """Outputs, and the gradients of parameters and inputs."""
    torch.manual_seed(1)
    outputs = flat_outputs(torch, layer(*inputs))
    loss = sum((t * torch.from_numpy(values(tuple(t.shape), 5))).sum() for t in outputs)
    if loss.requires_grad:
        loss.backward()
    return outputs, [p.grad for p in layer.parameters()] + [t.grad for t in inputs]


def record(torch: Any) -> None:
    """Write the references."""
    arrays: dict[str, Any] = {"version": np.array(torch.__version__)}
    for i, (name, args, kwargs, spec) in enumerate(CASES):
        layer = make_layer(torch, name, args, kwargs, spec)
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
