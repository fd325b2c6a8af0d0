"""Sizes that are no integers, too many, too few or out of range, for everything in `nn.functional` and `nn` that has size arguments."""
from __future__ import annotations

from collections.abc import Iterator
from itertools import product

ELEMENTS = ("2.0", "'2'", "np.float32(2)", "np.int64(2)", "torch.tensor(2)", "torch.tensor(2.0)", "torch.tensor([2, 2])", "True", "None",
            "-1", "0", "7", "[2]")
#: A call -> the options that are sizes.
CALLS = {
    "F.fold(torch.ones(1, 4, 9), **o)": "output_size=(4, 4) kernel_size=(2, 2) dilation=1 padding=0 stride=1",
    "F.unfold(torch.ones(1, 1, 4, 4), **o)": "kernel_size=2 dilation=1 padding=0 stride=1",
    "F.conv2d(torch.ones(1, 2, 6, 6), torch.ones(2, 2, 2, 2), **o)": "stride=1 padding=0 dilation=1 groups=1",
    "F.conv1d(torch.ones(1, 2, 6), torch.ones(2, 2, 2), **o)": "stride=1 padding=0 dilation=1 groups=1",
    "F.conv_transpose2d(torch.ones(1, 2, 6, 6), torch.ones(2, 2, 2, 2), **o)": "stride=2 padding=0 output_padding=0 dilation=1 groups=1",
    "F.max_pool2d(torch.ones(1, 2, 6, 6), **o)": "kernel_size=2 stride=2 padding=0 dilation=1",
    "F.avg_pool2d(torch.ones(1, 2, 6, 6), **o)": "kernel_size=2 stride=2 padding=0 divisor_override=2",
    "F.max_pool1d(torch.ones(1, 2, 6), **o)": "kernel_size=2 stride=2 padding=0 dilation=1",
    "F.avg_pool1d(torch.ones(1, 2, 6), **o)": "kernel_size=2 stride=2 padding=0",
    "F.max_pool3d(torch.ones(1, 2, 4, 4, 4), **o)": "kernel_size=2 stride=2 padding=0 dilation=1",
    "F.avg_pool3d(torch.ones(1, 2, 4, 4, 4), **o)": "kernel_size=2 stride=2 padding=0",
    "F.lp_pool2d(torch.ones(1, 2, 6, 6), **o)": "norm_type=2 kernel_size=2 stride=2",
    "F.adaptive_avg_pool2d(torch.ones(1, 2, 6, 6), **o)": "output_size=2",
    "F.adaptive_max_pool1d(torch.ones(1, 2, 6), **o)": "output_size=2",
    "F.fractional_max_pool2d(torch.ones(1, 2, 6, 6), **o)": "kernel_size=2 output_size=2",
    "F.max_unpool2d(torch.ones(1, 1, 2, 2), torch.tensor([[[[0, 3], [8, 15]]]]), **o)":
        "kernel_size=2 stride=2 padding=0 output_size=(4, 4)",
    "F.interpolate(torch.ones(1, 1, 4, 4), **o)": "size=3",
    "F.pixel_shuffle(torch.ones(1, 4, 2, 2), **o)": "upscale_factor=2",
    "F.pad(torch.ones(1, 2, 4, 4), **o)": "pad=(1, 1) value=0",
    "F.layer_norm(torch.ones(2, 2), **o)": "normalized_shape=(2,)",
    "F.group_norm(torch.ones(2, 4), **o)": "num_groups=2",
    "F.one_hot(torch.tensor([0, 1]), **o)": "num_classes=2",
    "F.embedding(torch.tensor([0, 1]), torch.ones(3, 2), **o)": "padding_idx=1 max_norm=2.0 norm_type=2.0",
    "F.softmax(torch.ones(2, 2), **o)": "dim=1",
    "F.glu(torch.ones(2, 2), **o)": "dim=1",
    "F.normalize(torch.ones(2, 2), **o)": "p=2.0 dim=1",
    "torch.roll(torch.ones(2, 2), **o)": "shifts=1 dims=1",
    "torch.ones(2, 2).unflatten(1, **o)": "sizes=(2, 1)",
    "torch.ones(2, 2).repeat(*[o['repeats']])": "repeats=2",
    "torch.ones(2, 2).tile([o['reps'], 1])": "reps=2",
    "torch.split(torch.ones(4), **o)": "split_size_or_sections=2",
    "torch.ones(2, 2).sum(**o)": "dim=1",
    "torch.topk(torch.ones(2, 2), **o)": "k=1 dim=1",
}


def cases() -> Iterator[str]:
    """Every option as it is not meant: alone, in a pair, of a wrong length."""
    for call, options in CALLS.items():
        given = dict(part.split("=", 1) for part in options.replace(", ", ",").split(" "))
        needed = {name: value for name, value in given.items() if name in (
            "output_size", "kernel_size", "norm_type", "pad", "normalized_shape", "num_groups", "upscale_factor", "size", "sizes", "shifts",
            "k", "repeats", "reps", "split_size_or_sections", "dim", "num_classes")}
        for name, element in product(given, ELEMENTS):
            forms = [element, f"({element}, 1)"] + ["(1, 1, 1)", "()", "(1, 1)", "(2,)", "[1, 1]"] * (element == "2.0")
            for form in forms:
                stated = ", ".join(f"{n}={v}" for n, v in {**needed, name: form}.items())
                yield f"(lambda **o: short({call}))({stated})"


def names(torch: object) -> dict[str, object]:
    """What the texts name."""
    import numpy as np

    def short(result: object) -> object:
        outs = result if isinstance(result, (tuple, list)) else (result,)
        return [[str(o.dtype), list(o.shape), float(o.double().sum())] for o in outs]

    return {"np": np, "short": short}
