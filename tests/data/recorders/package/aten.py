"""Write `minitorch_compat/ops/aten.json`, `aten_absent.json` and `tags.json`, with PyTorch in the environment.

The first has the overloads and schemas of the aten ops that this package has a function for; the second the names of all others; the third
the overloads by their tags, but for those with the tag that nearly all have.
"""
from __future__ import annotations

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[4]))


#: Prefixes of ops of layouts and devices that are out of scope, for which there are only functions that refuse.
_OTHER_BACKENDS = ("cudnn_", "miopen_", "mkldnn_", "fbgemm_", "quantize", "fake_quantize", "q_", "dequantize", "int_repr",
                   "empty_quantized", "choose_qparams", "fused_moving_avg", "batch_norm_stats", "batch_norm_elemt",
                   "batch_norm_gather", "batch_norm_backward_")


def main() -> None:
    """Aten name -> overload -> schema without its name, for every op that `ops` finds a function for."""
    import torch

    absent: dict[str, list[str]] = {}
    tagged: dict[str, list[str]] = {}

    from minitorch_compat.ops._calls import function_for
    from minitorch_compat.ops._observed import packets

    wanted = packets()
    found: dict[str, dict[str, str]] = {}
    for name in sorted(n[6:] for n in torch._C._dispatch_get_all_op_names() if n.startswith("aten::")):
        base, _, overload = name.partition(".")
        op = getattr(getattr(torch.ops.aten, base, None), overload or "default", None)
        tagged.setdefault(" ".join(sorted(tag.name for tag in getattr(op, "tags", ()))), []).append(name)
        if not base.startswith(_OTHER_BACKENDS) and function_for(base) is not None or base in wanted or base.removesuffix("_") in wanted:
            try:
                schema = getattr(getattr(torch.ops.aten, base), overload or "default")._schema
            except AttributeError:
                continue
            found.setdefault(base, {})[overload or "default"] = str(schema).partition("(")[2]
        elif hasattr(torch.ops.aten, base):
            absent.setdefault(base, []).append(overload or "default")
    # In the order of registration, which is the order in which a packet tries them.
    ordered = {base: {o: found[base][o] for o in getattr(torch.ops.aten, base).overloads() if o in found[base]} for base in found}
    text = json.dumps(ordered, indent=0, separators=(",", ":"))
    (Path(__file__).parents[4] / "minitorch_compat" / "ops" / "aten.json").write_text(text + "\n")
    text = ",\n".join(f'"{base}":"{" ".join(names)}"' for base, names in absent.items() if base not in found)
    (Path(__file__).parents[4] / "minitorch_compat" / "ops" / "aten_absent.json").write_text("{\n" + text + "\n}\n")
    text = ",\n".join(f'"{tags}":"{" ".join(names)}"' for tags, names in sorted(tagged.items()) if tags not in ("", "pt2_compliant_tag"))
    (Path(__file__).parents[4] / "minitorch_compat" / "ops" / "tags.json").write_text("{\n" + text + "\n}\n")


if __name__ == "__main__":
    main()
