"""Profilers: the name and the shapes under which each public function is measured, whatever it consists of."""
from __future__ import annotations

import importlib
import warnings
from collections.abc import Iterator
from typing import Any

FUNCTIONS = '''x+x;x+1;x*x;x-x;x-1;1-x;x/x;x/2;-x;x**2;x**x;2**x;abs(x);x@x;x@x[0];x[0]@x;x[0]@x[0];x3@x3;x3@x;x@x3;x//2;x%2;x==x;x!=x;
x<x;x>0;x>=0;x<=0;~b;b&b;b|b;b^b;i<<1;i>>1;x.sin();x.sum();x.sum(0);x.sum((0,1));x.mean();x.mean(0);x.var();x.var(0);
x.std();x.std(0);torch.var_mean(x);torch.std_mean(x,0);x.max();x.max(0);x.min(1);torch.maximum(x,x);torch.max(x,x);
x.amax();x.amax(0);x.aminmax();x.argmax();x.argmin(0);x.prod();x.prod(0);x.all();b.all();b.any();x.norm();x.norm(2,0);
torch.linalg.norm(x);torch.linalg.vector_norm(x);torch.linalg.matrix_norm(x);x.logsumexp(0);x.cumsum(0);x.cumprod(0);
x.cummax(0);x.logcumsumexp(0);x.sort();x.argsort();x.topk(2);x.kthvalue(1);x.median();x.median(0);x.mode();x.unique();
x.nonzero();torch.where(b,x,x);torch.where(b,x,0.);x.masked_fill(b,0);x.masked_fill_(b,0.);x.masked_select(b);x[b];x[0];
x[0,1];x[:,1];x[1:];x[:,None];x[...,0];x.__setitem__(0,x[1]);x.index_select(0,i1);x.gather(0,i);x.scatter(0,i,x);
x.scatter(0,i,1.);x.scatter_add(0,i,x);x.index_add(0,i1,x);x.index_copy(0,i1,x);x.index_fill(0,i1,1.);x.take(i);x.t();
x.T;x.mT;x.H;x.transpose(0,1);x.permute(1,0);x.view(9);x.view(-1);x.reshape(9);x.t().reshape(9);x.flatten();
x.t().flatten();x.ravel();x.unsqueeze(0);x.squeeze();x.squeeze(0);x.expand(2,3,3);x.expand_as(x);x.repeat(2,1);
x.tile(2);x.repeat_interleave(2);x.unbind();x.split(1);x.split([1,2]);x.chunk(2);x.tensor_split(2);torch.hsplit(x,3);
x.select(0,1);x.diagonal();x.diag();torch.diag_embed(x);x.tril();x.triu();x.flip(0);x.roll(1);x.rot90();x.unfold(0,2,1);
x.as_strided((2,),(1,));x.contiguous();x.t().contiguous();x.clone();x.detach();x.data;x.to(torch.float64);x.double();
x.float();x.half();x.long();x.bool();x.type(torch.int32);x.type_as(x);x.cpu();
x.item() if x.numel()==1 else x.sum().item();float(x.sum());bool(x.sum()>0);x.copy_(x+0);x.zero_();x.fill_(1);x.add_(x);
x.sub_(1);x.mul_(2);x.div_(2);x.pow_(2);x.neg_();x.exp_();x.clamp_(0,1);x.clamp(0);x.clamp(min=x);x.relu_();x.t_();
x.uniform_();x.normal_();x.bernoulli_();x.exponential_();x.lerp(x,0.5);x.lerp(x,x);x.addcmul(x,x);x.addcdiv(x,x);
torch.addmm(x,x,x);torch.addmv(x[0],x,x[0]);torch.addr(x,x[0],x[0]);torch.baddbmm(x3,x3,x3);torch.mm(x,x);
torch.mv(x,x[0]);torch.dot(x[0],x[0]);torch.bmm(x3,x3);torch.matmul(x,x);torch.outer(x[0],x[0]);torch.inner(x,x);
torch.tensordot(x,x,1);torch.kron(x,x);torch.cross(x,x);torch.trace(x);torch.cat([x,x]);torch.stack([x,x]);
torch.hstack([x,x]);torch.vstack([x,x]);torch.dstack([x,x]);torch.ones(2);torch.zeros(2);torch.empty(2);
torch.full((2,),1.);torch.arange(3);torch.linspace(0,1,3);torch.eye(2);torch.rand(2);torch.randn(2);
torch.randint(3,(2,));torch.randperm(3);torch.multinomial(x.abs(),1);torch.dropout(x,0.5,True);x.isnan();x.isfinite();
x.isinf();torch.equal(x,x);x.sign();x.floor();x.round();x.trunc();x.frac();x.sigmoid();x.tanh();x.erf();x.lgamma();
x.rsqrt();x.reciprocal();x.square();x.log();x.log1p();x.expm1();x.atan2(x);x.hypot(x);x.nan_to_num();x.softmax(0);
x.log_softmax(0);F.softmax(x,-1);F.log_softmax(x,-1);F.relu(x);F.relu(x,inplace=True);F.relu6(x);F.elu(x);F.selu(x);
F.celu(x);F.leaky_relu(x);F.prelu(x,x[0,:1].abs());F.gelu(x);F.silu(x);F.mish(x);F.softplus(x);F.softsign(x);
F.tanhshrink(x);F.hardtanh(x);F.hardswish(x);F.hardsigmoid(x);F.logsigmoid(x);F.threshold(x,0,0);F.glu(x4);
F.dropout(x,0.5);F.dropout(x,0.5,training=False);F.linear(x,x);F.linear(x,x,x[0]);F.linear(x3,x,x[0]);F.linear(x3,x);
F.linear(x[0],x);F.bilinear(x,x,x3);F.embedding(i,x);F.one_hot(i1);F.layer_norm(x,(3,));F.layer_norm(x,(3,),x[0],x[0]);
F.rms_norm(x,(3,));F.group_norm(x3,1);F.instance_norm(x3);F.cosine_similarity(x,x);F.pairwise_distance(x,x);F.pdist(x);
F.cross_entropy(x,i1);F.cross_entropy(x,x.softmax(1));F.nll_loss(x,i1);F.binary_cross_entropy(x.sigmoid(),x.sigmoid());
F.binary_cross_entropy_with_logits(x,x);F.cosine_embedding_loss(x,x,x[0]);F.triplet_margin_loss(x,x,x);
F.margin_ranking_loss(x,x,x);F.hinge_embedding_loss(x,x);F.multi_margin_loss(x,i1);F.soft_margin_loss(x,x);
F.poisson_nll_loss(x,x);F.conv1d(x3,x3);F.conv2d(im,w);F.conv2d(im,w,padding=1,stride=2);F.conv2d(im,w,padding="same");
F.conv_transpose2d(im,w);F.conv3d(im[None],w[None]);F.max_pool1d(x3,2);F.max_pool2d(im,2);F.avg_pool1d(x3,2);
F.avg_pool2d(im,2);F.adaptive_avg_pool1d(x3,1);F.adaptive_avg_pool2d(im,1);F.adaptive_avg_pool2d(im,2);
F.adaptive_max_pool2d(im,2);F.unfold(im,2);F.fold(F.unfold(im,2),(4,4),2);F.pad(x,(1,1));
F.pad(im,(1,1,1,1),mode="reflect");F.pad(im,(1,1,1,1),mode="replicate");F.pad(im,(1,1,1,1),mode="circular");
F.grid_sample(im,torch.zeros(1,2,2,2));F.pixel_shuffle(torch.zeros(1,4,2,2),2);F.scaled_dot_product_attention(x3,x3,x3);
F.scaled_dot_product_attention(im,im,im,is_causal=True);torch.linalg.inv(x+e);torch.linalg.det(x+e);
torch.linalg.slogdet(x+e);torch.linalg.solve(x+e,x);torch.linalg.cholesky(e);torch.linalg.qr(x);torch.linalg.svd(x);
torch.linalg.eigh(e);torch.linalg.eigvalsh(e);torch.linalg.lstsq(x+e,x);torch.linalg.matrix_rank(x);
torch.linalg.matrix_power(x,3);torch.linalg.matrix_exp(x);torch.linalg.lu(x+e);torch.linalg.lu_factor(x+e);
torch.linalg.cross(x,x);torch.linalg.multi_dot([x,x,x]);torch.fft.fft(x);torch.fft.ifft(x);torch.fft.rfft(x);
torch.fft.fft2(x);torch.fft.fftshift(x);torch.histc(x);torch.bincount(i1);torch.searchsorted(x[0],x);
torch.bucketize(x,x[0]);torch.cov(x);torch.corrcoef(x);torch.quantile(x,0.5);torch.nanmean(x);torch.nansum(x);
torch.count_nonzero(x);torch.diff(x);torch.gradient(x[0]);torch.trapezoid(x);torch.cumulative_trapezoid(x);
torch.vander(x[0]);torch.complex(x,x);torch.polar(x,x);torch.view_as_real(torch.complex(x,x));c.abs();c.conj();c.real;
c.imag;c.angle();(c.conj()*c);torch.special.entr(x);torch.combinations(x[0]);
x.sum().backward() if x.requires_grad else None;g.sin().sum().backward();(g@g).sum().backward();(g+g).sum().backward();
(g+g[0]).sum().backward();(g*2).mean().backward();F.relu(g).sum().backward();g.softmax(0).sum().backward();
F.cross_entropy(g,i1).backward();g.sum(0).prod().backward();g[0].sum().backward();g[:,1:].sum().backward();
g.t().reshape(9).sum().backward();g.view(9).sum().backward();torch.cat([g,g]).sum().backward();
torch.stack([g,g]).sum().backward();g.exp().log().sum().backward();F.layer_norm(g,(3,)).sum().backward();
F.conv2d(im.requires_grad_(),w).sum().backward();F.max_pool2d(im.requires_grad_(),2).sum().backward();
F.gelu(g).sum().backward();g.sigmoid().sum().backward();g.tanh().sum().backward();g.var().backward();
g.norm().backward();g.max().backward();g.max(0)[0].sum().backward();g.clamp(0,1).sum().backward();
torch.where(b,g,x).sum().backward();g.pow(2).sum().backward();(g/g).sum().backward();(g-g).sum().backward();
g.expand(2,3,3).sum().backward();F.dropout(g,0.5).sum().backward();F.embedding(i,g).sum().backward()'''


def _space(torch: Any) -> dict[str, Any]:
    torch.manual_seed(0)
    x = torch.arange(9.0).reshape(3, 3) / 7 - 0.5
    return {"torch": torch, "F": importlib.import_module(f"{torch.__name__}.nn.functional"), "x": x, "x3": torch.ones(3, 3, 3),
            "x4": torch.ones(2, 4), "b": x > 0, "i": torch.tensor([[0, 1, 2], [2, 1, 0], [1, 1, 0]]), "i1": torch.tensor([0, 1, 2]),
            "im": torch.arange(16.0).reshape(1, 1, 4, 4), "w": torch.ones(1, 1, 2, 2), "e": torch.eye(3) * 3, "c": torch.complex(x, x),
            "g": (x + 2).detach().requires_grad_()}


def names_and_shapes(torch: Any) -> Iterator[Any]:
    """The outermost op that the profiler records for each public function, and the shapes of its tensors."""
    profiler = importlib.import_module(f"{torch.__name__}.autograd.profiler")
    for text in FUNCTIONS.replace("\n", "").split(";"):
        space = _space(torch)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with profiler.profile(record_shapes=True) as prof:
                eval(text, space)
        outermost = sorted((e for e in prof.function_events if e.cpu_parent is None), key=lambda e: e.time_range.start)
        yield text, [(e.name, [shape for shape in e.input_shapes if shape]) for e in outermost]  # not how many arguments are no tensors


def products_in_backward(torch: Any) -> Iterator[Any]:
    """The profiler records products of a backward under the node that runs them, with shapes and flops."""
    profiler = importlib.import_module(f"{torch.__name__}.autograd.profiler")
    functional = importlib.import_module(f"{torch.__name__}.nn.functional")
    for call in (lambda x, w: x @ w, lambda x, w: functional.linear(x, w.t()), lambda x, w: (x @ w).relu(), lambda x, w: x.mm(w).sigmoid()):
        x, w = torch.ones(3, 4, requires_grad=True), torch.ones(4, 2, requires_grad=True)
        with profiler.profile(record_shapes=True, with_flops=True) as prof:
            call(x, w).sum().backward()
        kept = ("aten::mm", "aten::matmul", "aten::linear", "aten::threshold_backward", "aten::sigmoid_backward")
        yield sorted((e.name, str(e.input_shapes[:2]), e.flops, e.cpu_parent.name if e.cpu_parent else "")
                     for e in prof.function_events if e.name in kept)
