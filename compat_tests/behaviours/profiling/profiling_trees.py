"""Profilers: what ops call inside, as the profile shows it."""
from __future__ import annotations

import importlib
import warnings
from collections.abc import Iterator
from typing import Any

from compat_tests.behaviours.profiling.profiling_names import _space

FUNCTIONS = '''x+x;x+1;1-x;x/2;x**2;x<=0;x>0;x==x;x.double()+1.;i+1;i*2;i/2;i+1.5;i<=1.5;i>1;x.mul_(2);x.sub_(1.);x.clamp(0,1);abs(x);
x@x;x@x[0];x3@x;torch.addmm(x,x,x);torch.bmm(x3,x3);torch.outer(x[0],x[0]);x.sum();x.sum(0);x.sum(0,keepdim=True);x.mean();x.mean(0);b.sum();i.sum();
x.norm();x.norm(2,0);x.amax(0);x.max();x.prod();x.prod(0);x.all();b.any();x.cumsum(0);x.sort();x.topk(2);x.nonzero();torch.where(b,x,x);
x.masked_fill(b,0.);x[b];x[0];x[:,1];x.__setitem__(0,x[1]);x.index_select(0,i1);x.t();x.T;x.view(9);x.reshape(9);x.flatten();
x.unsqueeze(0);x.expand(2,3,3);x.repeat(2,1);x.unbind();x.diagonal();x.tril();x.flip(0);x.contiguous();x.t().contiguous();x.clone();
x.to(torch.float64);x.half();x.item() if x.numel()==1 else x.sum().item();x.copy_(x+0);x.zero_();torch.ones(2);torch.rand(2);x.isnan();
x.softmax(0);x.log_softmax(0);F.relu(x);F.gelu(x);F.silu(x);F.softplus(x);F.embedding(i,x);F.one_hot(i1);F.layer_norm(x,(3,));
F.group_norm(x3,1);F.max_pool2d(im,2);F.avg_pool2d(im,2);F.pad(x,(1,1));torch.linalg.det(x+e);torch.linalg.qr(x);torch.fft.fft(x);
torch.var_mean(x);F.scaled_dot_product_attention(im,im,im);F.relu(g).sum().backward();g.softmax(0).sum().backward();
g.sigmoid().sum().backward();g.tanh().sum().backward()'''


def _tree(event: Any) -> list[Any]:
    return [event.name, [_tree(e) for e in sorted(event.cpu_children, key=lambda e: e.time_range.start)]]


def trees(torch: Any) -> Iterator[Any]:
    profiler = importlib.import_module(f"{torch.__name__}.autograd.profiler")
    for text in FUNCTIONS.replace("\n", "").split(";"):
        space = _space(torch)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with profiler.profile() as prof:
                eval(text, space)
        yield text, [_tree(e) for e in sorted(prof.function_events, key=lambda e: e.time_range.start) if e.cpu_parent is None]
