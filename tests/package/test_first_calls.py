"""Calls with which a program may begin: each is the first thing that a process does with the package.

Much of the package is imported by the first call that needs it. In tests that run one after the other, a call could rely on an import by an
earlier one; so each snippet runs in a child of a process that has only imported the package.
"""
from __future__ import annotations

import os
import subprocess
import sys

import pytest

SNIPPETS = [
    "with torch.device('meta'): assert torch.ones(2).is_meta",
    "torch.set_default_device('meta'); assert torch.ones(2).is_meta",
    "assert (torch.ones(2, requires_grad=True) * 3).grad_fn(torch.ones(2))[0].tolist() == [3, 3]",
    "x = torch.ones(2, requires_grad=True); x.view_as(x).grad_fn.next_functions[0][0](torch.ones(2)); assert x.grad.tolist() == [1, 1]",
    "x = torch.ones(2, requires_grad=True); x.register_hook(lambda g: g * 2); x.sum().backward(); assert x.grad.tolist() == [2, 2]",
    "x = torch.ones(2, requires_grad=True); (x * 1).grad_fn.register_prehook(lambda g: None)",
    "x = torch.ones(2, requires_grad=True); assert torch.autograd.grad((x * x).sum(), x)[0].tolist() == [2, 2]",
    "x = torch.ones(2, requires_grad=True); assert (x * x).grad_fn._saved_self is x",
    "x = torch.ones(2, requires_grad=True); y = x.clone(); y[:1].mul_(2); y.sum().backward(); assert x.grad.tolist() == [2, 1]",
    "assert torch.func.grad(lambda x: (x * x).sum())(torch.ones(2)).tolist() == [2, 2]",
    "assert torch.func.vmap(lambda x: x * 2)(torch.ones(2)).tolist() == [2, 2]",
    "f = torch.autograd.forward_ad\nwith f.dual_level(): f.unpack_dual(f.make_dual(torch.ones(1), torch.ones(1)) * 2).tangent.item()",
    "with torch.inference_mode(): assert torch.ones(2).is_inference()",
    "with torch.no_grad(): assert not (torch.ones(2, requires_grad=True) * 2).requires_grad",
    "with torch.autograd.detect_anomaly(check_nan=False): torch.ones(1, requires_grad=True).exp().backward()",
    "with torch.autograd.graph.saved_tensors_hooks(lambda t: t, lambda t: t): torch.ones(1, requires_grad=True).exp().backward()",
    "with torch.autocast('cpu', torch.float16): assert (torch.ones(2, 2) @ torch.ones(2, 2)).dtype is torch.float16",
    "with torch.autograd.profiler.profile() as p: torch.ones(2).exp()\nassert 'aten::exp' in p.key_averages().table()",
    "with torch.random.fork_rng(): torch.rand(2)",
    "class T(torch.Tensor): pass\nassert type(torch.ones(2).as_subclass(T) + 1) is T",
    "assert torch.eye(2).to_sparse().layout is torch.sparse_coo",
    "assert torch.tensor([1 + 2j]).conj().resolve_conj().item() == 1 - 2j",
    "assert torch.nn.Linear(2, 2)(torch.ones(1, 2)).shape == (1, 2)",
    "import io, pickle; b = io.BytesIO(); torch.save(torch.ones(2), b); b.seek(0); assert torch.load(b).tolist() == [1, 1]",
    "import pickle; assert pickle.loads(pickle.dumps(torch.ones(2))).tolist() == [1, 1]",
    "import copy; assert copy.deepcopy(torch.ones(2, requires_grad=True)).requires_grad",
    "assert repr(torch.ones(2)) == 'tensor([1., 1.])'",
    "p = torch.nn.Parameter(torch.ones(2)); p.grad = torch.ones(2); torch.optim.SGD([p], 0.5).step(); assert p.tolist() == [0.5, 0.5]",
    "assert torch.utils.checkpoint.checkpoint(torch.sin, torch.zeros(1, requires_grad=True), use_reentrant=False).requires_grad",
    "assert torch.distributions.Normal(0.0, 1.0).log_prob(torch.zeros(1)).shape == (1,)",
]

PROGRAM = """
import os, sys, traceback
import minitorch_compat as torch
failed = 0
for snippet in {snippets!r}:
    child = os.fork()
    if not child:
        try:
            exec(snippet)
        except BaseException:
            print(snippet, traceback.format_exc(), sep="\\n", flush=True)
            os._exit(1)
        os._exit(0)
    failed += os.waitpid(child, 0)[1] != 0
sys.exit(failed > 0)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="each snippet runs in a fork of a process that has imported the package")
def test_a_program_may_begin_with_anything() -> None:
    program = PROGRAM.format(snippets=SNIPPETS)
    ran = subprocess.run([sys.executable, "-W", "ignore", "-c", program], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout + ran.stderr
