"""Alternatives to missing features: one line by the prefix of a name. Imported when an error about a missing feature is raised."""
from __future__ import annotations

import re
from functools import cache

#: The longest matching prefix (of whole dotted parts) applies.
ADVICE = {
    "torch.quantization": "Train and run in float32 or bfloat16; quantize with PyTorch.",
    "torch.ao": "Train and run in float32 or bfloat16; quantize with PyTorch.",
    "torch.quantize_per_tensor": "Round with torch.fake_quantize_per_tensor_affine, which stays in float32.",
    "torch.quantize_per_channel": "Round with torch.fake_quantize_per_channel_affine, which stays in float32.",
    "torch.nested": "Pad with torch.nn.utils.rnn.pad_sequence and keep a mask.",
    "torch.export": "Keep the model as Python; save its state_dict.",
    "torch.onnx": "Load the state_dict into the same model under PyTorch and export it there.",
    "torch.jit": "torch.jit.script and trace give back what they get; save the state_dict instead of an archive.",
    "torch.package": "Save the state_dict, and ship the model's source.",
    "torch.cuda": "There is no GPU: guard it by torch.cuda.is_available(), or use the CPU.",
    "torch.Tensor.cuda": "There is no GPU: use .to(device) with a device chosen by torch.cuda.is_available().",
    "torch.xpu": "There is no such device: use the CPU.",
    "torch.mps": "There is no such device: use the CPU.",
    "torch.mtia": "There is no such device: use the CPU.",
    "torch.distributed": "Run in one process: guard it by torch.distributed.is_available().",
    "torch.compiler": "torch.compile gives back what it gets; leave its settings out.",
    "torch._dynamo": "torch.compile gives back what it gets; leave its settings out.",
    "torch._inductor": "torch.compile gives back what it gets; leave its settings out.",
    "torch.bfloat16": "Install the extra: pip install \"minitorch-compat[bfloat16]\".",
    "torch.utils.tensorboard": "Install the extra: pip install \"minitorch-compat[tensorboard]\".",
    "torch.hub": "Load from a local directory: torch.hub.load(path, name, source='local').",
    "torch.utils.cpp_extension": "Nothing is compiled here: write the op in Python, with torch.library.custom_op or autograd.Function.",
    "torch.utils._python_dispatch": "Override torch's functions with __torch_function__ or torch.overrides.TorchFunctionMode.",
    "torch.Tensor.__torch_dispatch__": "Override torch's functions with __torch_function__.",
    "torch.profiler": "torch.profiler.profile's tables and traces work; leave the rest out.",
}


def advice(name: str) -> str:
    """One line of advice, or the empty string."""
    while name:
        if name in ADVICE:
            return ADVICE[name]
        name = name.rpartition(".")[0]
    return ""


def hint_for_name(name: str, already_said: str = "") -> str:
    """The rest of an error about a missing name: what to use instead, unless `already_said` says so already, and where to read on."""
    listed = f" {name}" if re.match(r"torch(\.\w+)+$", name) else ""
    use = "" if "pip install" in already_said else advice(name)
    return f"{use} See {documentation_page()}, or `python -m minitorch_compat coverage{listed}`.".lstrip()


@cache
def documentation_page() -> str:
    """Where the coverage page is: at the documentation's address, if the installed distribution states one; else in the sources."""
    from importlib.metadata import PackageNotFoundError, metadata

    try:
        addresses = metadata("minitorch-compat").get_all("Project-URL") or []
    except PackageNotFoundError:
        addresses = []
    for entry in addresses:
        label, _, address = entry.partition(", ")
        if label == "Documentation":
            return f"{address.rstrip('/')}/coverage.html"
    return "docs/coverage.md"
