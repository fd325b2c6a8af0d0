"""Record under PyTorch which public functions a profile shows as one aten op: `python tests/data/recorders/spans.py`, from the root."""
from __future__ import annotations

import json
import sys
import warnings
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import torch
from torch.autograd.profiler import profile, record_function
from torch.overrides import TorchFunctionMode, resolve_name
from torch.testing._internal.common_methods_invocations import op_db

ROOT = Path(__file__).parents[3]
sys.path.insert(0, str(ROOT))

#: What the database of ops does not call, or not under its own name.
MORE = """F.dropout(x);F.dropout(x, training=False);torch.dropout(x, 0.5, True);F.linear(x, x);F.linear(x, x, x[0]);
F.linear(x[0], x);x.T;x.mT;x.H;x.mH;x.to(torch.float64);x.double();x.float();x.half();x.long();x.bool();x.int();
x.type_as(x);x.to('cpu');x.cpu();x.type(torch.int32);x.item;x.sum().item();bool(x.sum() > 0);float(x.sum());
int(x.sum());x.detach();x.t_();x.unsqueeze_(0);x.squeeze_();x.transpose_(0, 1);x.resize_(2, 2);x.random_();x.normal_();
x.uniform_();x.exponential_();x.bernoulli_();x.zero_();x.fill_(1);x.copy_(x);torch.equal(x, x);x.expand_as(x);
torch.multinomial(x.abs(), 1);torch.ones_like(x);torch.zeros_like(x);torch.rand_like(x);torch.randn_like(x);
torch.full_like(x, 1);torch.empty_like(x);x.new_zeros(2);x.new_ones(2);x.new_full((2,), 1.0);x.new_empty(2);
torch.ones(2);torch.zeros(2);torch.empty(2);torch.full((2,), 1.0);torch.arange(3);torch.eye(2);torch.linspace(0, 1, 3);
torch.logspace(0, 1, 3);torch.rand(2);torch.randn(2);torch.randint(3, (2,));torch.randperm(3);
torch.normal(0.0, 1.0, (2,));b & b;b | b;b ^ b;i << 1;i >> 1;x @ x;-x;abs(x);x % 2;x // 2;x ** 2;F.relu(x);
F.batch_norm(x, x[0], x[0].abs());F.batch_norm(x, x[0], x[0].abs(), training=True);F.group_norm(x3, 1);
F.instance_norm(x3);F.one_hot(i);torch.layer_norm(x, (3,));F.pdist(x);
F.ctc_loss(p.log_softmax(2), i[:1], i[0, :1] + 4, i[0, :1] + 2);torch.lstm;F.scaled_dot_product_attention(x3, x3, x3);
torch.block_diag(x, x);torch.cartesian_prod(x[0], x[0]);torch.meshgrid(x[0], x[0], indexing='ij');torch.where(b);
torch.alpha_dropout(x, 0.5, True);torch.feature_dropout(x3, 0.5, True);F.pad(x, (1, 1));F.max_pool1d(x3, 2);
F.max_pool2d(im, 2);F.adaptive_avg_pool1d(x3, 1);F.adaptive_avg_pool2d(im, 2);F.adaptive_avg_pool2d(im, 1);
F.conv2d(im, im);F.conv_transpose2d(im, im);F.conv2d(im, im, padding='same');torch.rnn_tanh;
torch.lstm_cell(x, (x, x), x4, x4);F.cosine_similarity(x, x);F.pairwise_distance(x, x);F.prelu(x, x[0, :1]);F.selu(x);
F.relu6(x);F.logsigmoid(x);torch.chain_matmul(x, x);torch.from_numpy(x.numpy());torch.unique(x);c.real;c.imag;
torch.real(c);torch.imag(c);x.ravel();x.max(0);x.max();torch.vander(x[0])"""


class Marked(TorchFunctionMode):
    """Opens a span around each call of a public function."""

    def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        with record_function(f"function {resolve_name(func)}"):
            return func(*args, **(kwargs or {}))


def calls() -> Iterator[Any]:
    for op in op_db:
        dtype = next((d for d in (torch.float32, torch.int64) if op.supports_dtype(d, "cpu")), None)
        samples = [] if dtype is None else list(op.sample_inputs("cpu", dtype, requires_grad=False))[:6]
        variants = [v for o in (op, *op.aliases) for v in (o.op, o.method_variant, o.inplace_variant)]
        in_place = getattr(torch, f"{op.name}_", None)
        for variant in (*variants, op.operator_variant, in_place):
            if variant is not None:
                yield from ((lambda s=s, v=variant: v(s.input, *s.args, **s.kwargs)) for s in samples)
    for text in MORE.replace("\n", "").split(";"):
        x = torch.arange(9.0).reshape(3, 3) / 7 - 0.5
        space = {"torch": torch, "F": torch.nn.functional, "x": x, "x3": torch.ones(3, 3, 3), "b": x > 0, "im": torch.ones(1, 1, 4, 4),
                 "i": torch.tensor([[0, 1, 2], [2, 1, 0]]), "x4": torch.ones(12, 3), "p": torch.zeros(4, 1, 3), "c": torch.complex(x, x)}
        yield lambda t=text, s=space: eval(t, s)


def main() -> None:
    found: dict[str, Counter[Any]] = defaultdict(Counter)
    for call in calls():
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                with profile(record_shapes=True) as prof, Marked():
                    call()
            except Exception:
                continue
        for event in prof.function_events:
            if event.name.startswith("function "):
                inside = [e for e in event.cpu_children if e.name.startswith("aten::")]
                found[event.name[9:]][(inside[0].name[6:], len(inside[0].input_shapes)) if len(inside) == 1 else None] += 1
    spans = {}
    for name, seen in sorted((name.replace("torch.functional.", "torch."), seen) for name, seen in found.items() if name):
        if name.startswith("torch.") and None not in seen and len({n.rstrip("_") for n, _ in seen}) == 1:
            spans[name] = max(seen, key=lambda n, s=seen: (not n[0].endswith("_"), s[n]))
    path = ROOT / "minitorch_compat" / "autograd/_profile/spans.json"
    path.write_text("{\n" + ",\n".join(f'"{name}": {json.dumps(value)}' for name, value in spans.items()) + "\n}\n")
    print(len(spans), "functions")


if __name__ == "__main__":
    main()
