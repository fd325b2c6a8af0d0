"""Expressions whose values and gradients are compared with PyTorch's; `data/recorders/ops/expressions.py` records those.

`R(*shape)` is a leaf of random numbers, the same on both sides.
"""
from __future__ import annotations

from typing import Any

import numpy as np

N = float("nan")
CASES = [
    "torch.positive(R(2))",
    "torch.deg2rad(R(3))",
    "torch.rad2deg(torch.arange(3))",
    "torch.sinc(torch.tensor([0., .5, -1.2], requires_grad=True))",
    "torch.sinc(torch.arange(3))",
    "torch.ldexp(R(3), torch.arange(3))",
    "torch.frexp(R(3))",
    "torch.isin(torch.arange(5), torch.tensor([1, 3]))",
    "torch.isin(torch.arange(5), 3, invert=True)",
    "torch.diff(R(4))",
    "torch.diff(R(3, 4), n=2, dim=0)",
    "torch.diff(torch.tensor([True, False, False]))",
    "torch.diff(R(3), prepend=R(1), append=R(2))",
    "torch.diff(R(3), n=5)",
    "torch.trapezoid(R(4))",
    "torch.trapezoid(R(3, 4), dx=.5, dim=0)",
    "torch.trapezoid(R(3, 4), torch.tensor([0., 1, 3, 4]).double())",
    "torch.trapezoid(R(3, 4), R(3, 4))",
    "torch.cumulative_trapezoid(R(3, 4), dim=0)",
    "torch.trapz(R(3, 4), torch.tensor([0., 1, 3]).double(), dim=0)",
    "torch.gradient(R(5))",
    "torch.gradient(R(4, 5), spacing=2.0)",
    "torch.gradient(R(4, 5), spacing=(torch.tensor([0., 1, 3, 4]).double(), ), dim=0, edge_order=2)",
    "torch.gradient(R(5), edge_order=2)",
    "torch.logcumsumexp(R(4), 0)",
    "torch.logcumsumexp(R(3, 4), 1)",
    "torch.nanmean(torch.tensor([[1., N], [2, 3]], requires_grad=True), 1)",
    "torch.nanmean(torch.tensor([[1., N], [2, 3]], requires_grad=True))",
    "torch.cov(R(3, 4))",
    "torch.cov(R(4))",
    "torch.cov(R(3, 4), correction=0, fweights=torch.tensor([1, 2, 1, 3]))",
    "torch.cov(R(3, 4), aweights=torch.tensor([.1, .2, .3, .4]).double())",
    "torch.corrcoef(R(3, 4))",
    "torch.corrcoef(R(4))",
    "torch.dist(R(3), R(3))",
    "torch.dist(R(3), R(3), 1)",
    "torch.renorm(R(3, 4), 2, 0, 1.0)",
    "torch.block_diag(R(2, 2), R(3), R(1, 2))",
    "torch.combinations(torch.arange(4))",
    "torch.combinations(R(3), 3, True)",
    "torch.kron(R(2, 3), R(2, 2))",
    "torch.kron(R(2), R(2, 3))",
    "torch.inner(R(2, 3), R(4, 3))",
    "torch.inner(R(3), R(3))",
    "torch.inner(torch.tensor(2.), R(3))",
    "torch.cross(R(2, 3), R(2, 3), dim=1)",
    "torch.cross(R(3, 4), R(3, 4))",
    "torch.linalg.cross(R(4, 3), R(4, 3))",
    "torch.hsplit(R(2, 4), 2)",
    "torch.vsplit(R(4, 2), [1, 3])",
    "torch.dsplit(R(2, 2, 4), 2)",
    "torch.vander(torch.tensor([1, 2, 3]), N=2, increasing=True)",
    "torch.linalg.vander(R(2, 3), N=4)",
    "torch.tril_indices(3, 4, 1)",
    "torch.triu_indices(3, 3, -1, dtype=torch.int32)",
    "torch.unravel_index(torch.tensor([1, 5]), (2, 3))",
    "torch.select_scatter(R(3, 4), R(3), 1, 2)",
    "torch.slice_scatter(R(3, 4), R(3, 2), 1, 0, 4, 2)",
    "torch.diagonal_scatter(R(3, 3), R(2), 1)",
    "torch.quantile(R(5), .3)",
    "torch.quantile(R(4, 5), torch.tensor([.1, .5, .9]).double(), dim=1)",
    "torch.quantile(R(4, 5), torch.tensor([.1, .5, .9]).double(), dim=0, keepdim=True)",
    "torch.quantile(R(4, 5), .25, dim=0, keepdim=True, interpolation=\"lower\")",
    "torch.quantile(R(4, 5), .4, interpolation=\"nearest\")",
    "torch.quantile(R(4, 5), .4, interpolation=\"midpoint\", keepdim=True)",
    "torch.quantile(R(4, 5), torch.tensor([.4, .5]).double(), interpolation=\"higher\", keepdim=True)",
    "torch.quantile(torch.tensor([1., N, 3]), .5)",
    "torch.nanquantile(torch.tensor([1., N, 3]), .5)",
    "torch.nanquantile(torch.tensor([[1., N, 3], [N, N, N]]), .5, dim=1)",
    "torch.polygamma(0, R(3).abs())",
    "torch.polygamma(2, R(3).abs()+1)",
    "torch.mvlgamma(R(3).abs()+3, 3)",
    "R(3).abs().polygamma(1)",
    "R(2, 3).diff(dim=0)",
    "torch.linalg.pinv(R(3, 2))",
    "torch.linalg.pinv(R(2, 2, 3))",
    "torch.linalg.lstsq(R(3, 2), R(3, 1))[0]",
    "torch.linalg.lstsq(R(2, 3), R(2, 1))[0]",
    "torch.cholesky_solve(R(2, 1), torch.linalg.cholesky(torch.tensor([[2., 1], [1, 2]]).double()))",
    "torch.cholesky_inverse(torch.linalg.cholesky(torch.tensor([[2., 1], [1, 2]]).double()))",
    "torch.cholesky(torch.tensor([[2., 1], [1, 2]], requires_grad=True))",
    "torch.cholesky(torch.tensor([[2., 1], [1, 2]]), upper=True)",
    "torch.linalg.cholesky_ex(torch.tensor([[2., 1], [1, 2]]))",
    "torch.linalg.cholesky_ex(torch.tensor([[2., 1], [1, -2]]))",
    "torch.linalg.inv_ex(R(2, 2))",
    "torch.linalg.solve_ex(R(2, 2), R(2))",
    "torch.linalg.eigvals(R(3, 3))",
    "torch.linalg.matrix_rank(R(3, 2))",
    "torch.linalg.matrix_rank(torch.ones(2, 3, 3))",
    "torch.linalg.cond(R(3, 3))",
    "torch.linalg.lu(R(3, 3))",
    "torch.linalg.lu_factor(R(3, 3))",
    "torch.linalg.lu_solve(*torch.linalg.lu_factor(R(3, 3)), R(3, 2))",
    "torch.lu(R(3, 3))",
    "torch.lu_unpack(*torch.linalg.lu_factor(R(3, 3)))",
    "torch.lu_solve(R(3, 2), *torch.linalg.lu_factor(R(3, 3)))",
    "torch.matrix_exp(R(3, 3))",
    "torch.linalg.matrix_exp(R(2, 3, 3)*3)",
    "torch.linalg.tensorsolve(R(2, 3, 6), R(2, 3))",
    "torch.linalg.vecdot(R(2, 3), R(2, 3))",
    "torch.svd(R(3, 2)).S",
    "torch.qr(R(3, 2))[0].abs()",
    "torch.pinverse(R(3, 2))",
    "torch.matrix_power(R(2, 2), 3)",
    "torch.linalg.householder_product(R(3, 2), R(2))",
    "torch.logdet(torch.eye(2)*2)",
    "torch.histogram(R(10).detach(), 4)",
    "torch.histogram(R(10).detach(), torch.tensor([-2., 0, 1, 3]).double(), density=True)",
    "D.Normal(R(3), R(3).abs()).sample()",
    "D.Normal(R(3), R(3).abs()).rsample((2,))",
    "D.Normal(0.0, 1.0).sample((20,))",
    "D.Normal(R(3), R(3).abs()).log_prob(R(2, 3))",
    "[D.Normal(R(3), R(3).abs()).cdf(R(3)), D.Normal(R(3), R(3).abs()).icdf(R(3).sigmoid()), D.Normal(R(3), R(3).abs()).entropy()]",
    "[D.LogNormal(R(3), R(3).abs()).rsample(), D.LogNormal(R(2), R(2).abs()).log_prob(R(2).abs())]",
    "[D.LogNormal(R(2), R(2).abs()).mean, D.LogNormal(R(2), R(2).abs()).variance, D.LogNormal(R(2), R(2).abs()).entropy()]",
    "[D.Uniform(R(3), R(3).abs() + 3).rsample((2,)), D.Uniform(-1.0, R(2).abs()).entropy(), D.Uniform(-2.0, 2.0).log_prob(R(3))]",
    "[D.Exponential(R(3).abs()).rsample((4,)), D.Exponential(R(3).abs()).log_prob(R(3).abs()), D.Exponential(R(2).abs()).entropy()]",
    "[D.Laplace(R(3), R(3).abs()).rsample((4,)), D.Laplace(R(3), R(3).abs()).log_prob(R(3)), D.Laplace(R(3), R(3).abs()).cdf(R(3))]",
    ("[D.Bernoulli(R(4).sigmoid()).sample((3,)), D.Bernoulli(logits=R(4)).log_prob(torch.tensor([0.0, 1, "
     "1, 0]).double()), D.Bernoulli(logits=R(4)).entropy()]"),
    "[D.Bernoulli(0.3).enumerate_support(), D.Bernoulli(R(4).sigmoid()).variance, D.Bernoulli(R(4).sigmoid()).mode]",
    ("[D.Categorical(R(2, 4).exp()).sample((3,)), D.Categorical(logits=R(2, 4)).sample(), "
     "D.Categorical(logits=R(4)).log_prob(torch.tensor([1, 3]))]"),
    ("[D.Categorical(R(2, 4).exp()).log_prob(torch.tensor([1, 3])), D.Categorical(logits=R(2, "
     "4)).entropy(), D.Categorical(logits=R(2, 4)).mode]"),
    "[D.Categorical(R(2, 4).exp()).probs, D.Categorical(R(2, 4).exp()).logits, D.Categorical(logits=R(4)).expand((2, 3)).sample()]",
    "[D.OneHotCategorical(logits=R(2, 4)).sample((2,)), D.OneHotCategorical(logits=R(3)).log_prob(torch.tensor([0.0, 1, 0]))]",
    "[D.Poisson(R(3).abs() * 5).variance, D.Poisson(R(3).abs()).log_prob(torch.tensor([0.0, 1, 4]))]",
    ("[D.Geometric(R(3).sigmoid()).sample((2,)), D.Geometric(R(3).sigmoid()).log_prob(torch.tensor([0.0, "
     "1, 4])), D.Geometric(R(3).sigmoid()).entropy()]"),
    "[D.Independent(D.Normal(R(2, 3), R(2, 3).abs()), 1).log_prob(R(2, 3)), D.Independent(D.Normal(R(2, 3), R(2, 3).abs()), 2).entropy()]",
    "D.MultivariateNormal(R(2), torch.eye(2).double() * 2).rsample((3,))",
    "D.MultivariateNormal(R(2), scale_tril=R(2, 2).tril().exp().tril()).log_prob(R(3, 2))",
    "D.MultivariateNormal(R(2), precision_matrix=torch.tensor([[2.0, 0.5], [0.5, 1]]).double()).log_prob(R(2))",
    ("[D.MultivariateNormal(R(2), torch.tensor([[2.0, 0.5], [0.5, 1]]).double()).entropy(), "
     "D.MultivariateNormal(R(2), torch.eye(2).double()).variance]"),
    "D.kl_divergence(D.Normal(R(2), R(2).abs()), D.Normal(R(2), R(2).abs()))",
    "D.kl_divergence(D.Categorical(logits=R(2, 3)), D.Categorical(logits=R(2, 3)))",
    "D.kl_divergence(D.Bernoulli(logits=R(3)), D.Bernoulli(R(3).sigmoid()))",
    ("[D.kl_divergence(D.Uniform(0.0, 1.0), D.Uniform(-1.0, R(2).abs() + 1)), "
     "D.kl_divergence(D.Laplace(R(2), 1.0), D.Laplace(0.0, R(2).abs()))]"),
    "D.kl_divergence(D.Independent(D.Normal(R(2, 3), R(2, 3).abs()), 1), D.Independent(D.Normal(R(2, 3), R(2, 3).abs()), 1))",
    "D.kl_divergence(D.MultivariateNormal(R(2), torch.eye(2).double()), D.MultivariateNormal(R(2), torch.eye(2).double() * 3))",
    "[D.kl_divergence(D.Exponential(R(2).abs()), D.Exponential(1.0)), D.kl_divergence(D.Poisson(R(2).abs()), D.Poisson(R(2).abs()))]",
    "[D.kl_divergence(D.Geometric(R(2).sigmoid()), D.Geometric(R(2).sigmoid())), D.Normal(R(1), 1.0).expand((3, 2)).sample()]",
    "torch.special.i0(R(6) * 4)",
    "torch.special.i0e(R(6) * 4)",
    "torch.special.i1(R(6) * 4)",
    "torch.special.i1e(R(6) * 4)",
    "torch.special.erfcx(R(6) * 4)",
    "torch.special.ndtr(R(6) * 4)",
    "torch.special.log_ndtr(R(6) * 4)",
    "torch.special.i0e(torch.tensor([0.0, 29.0, 31.0, 100.0]).double())",
    "torch.special.i1(torch.tensor([0.0, -29.0, 31.0]).double().requires_grad_())",
    "torch.special.erfcx(torch.tensor([-3.0, 5.0, 20.0, 30.0, 100.0]).double())",
    "torch.special.log_ndtr(torch.tensor([-50.0, -8.0, -1.0, 3.0]).double())",
    "torch.special.ndtri(torch.tensor([1e-10, 0.01, 0.3, 0.5, 0.999]).double())",
    "torch.special.ndtri(R(4).sigmoid())",
    "torch.special.entr(R(4).abs())",
    "torch.special.entr(torch.tensor([0.0, -1.0, 1.0]))",
    "torch.special.xlog1py(R(4), R(4).abs())",
    "torch.special.zeta(R(4).abs().detach() + 1.5, R(4).abs() + 0.5)",
    "torch.igamma(R(5).abs().detach() * 4, R(5).abs() * 5)",
    "torch.igammac(R(5).abs().detach() * 4, R(5).abs() * 5)",
    "torch.special.gammainc(torch.tensor([20.0, 100.0, 0.01]).double(), torch.tensor([25.0, 90.0, 3.0]).double())",
    "torch.special.multigammaln(R(3).abs() + 3, 2)",
    "torch.special.expit(R(3))",
    "torch.i0(torch.arange(4))",
    "torch.special.ndtr(torch.tensor([0.5, 2.0]))",
    "torch.scatter_reduce(R(3, 4), 0, torch.tensor([[0, 1, 1, 0], [2, 2, 0, 1]]), R(2, 4), 'sum', include_self=True)",
    "torch.scatter_reduce(R(3, 4), 0, torch.tensor([[0, 1, 1, 0], [2, 2, 0, 1]]), R(2, 4), 'sum', include_self=False)",
    "torch.scatter_reduce(R(3, 4), 0, torch.tensor([[0, 1, 1, 0], [2, 2, 0, 1]]), R(2, 4), 'prod', include_self=True)",
    "torch.scatter_reduce(R(3, 4), 0, torch.tensor([[0, 1, 1, 0], [2, 2, 0, 1]]), R(2, 4), 'prod', include_self=False)",
    "torch.scatter_reduce(R(3, 4), 0, torch.tensor([[0, 1, 1, 0], [2, 2, 0, 1]]), R(2, 4), 'mean', include_self=True)",
    "torch.scatter_reduce(R(3, 4), 0, torch.tensor([[0, 1, 1, 0], [2, 2, 0, 1]]), R(2, 4), 'mean', include_self=False)",
    "torch.scatter_reduce(R(3, 4), 0, torch.tensor([[0, 1, 1, 0], [2, 2, 0, 1]]), R(2, 4), 'amax', include_self=True)",
    "torch.scatter_reduce(R(3, 4), 0, torch.tensor([[0, 1, 1, 0], [2, 2, 0, 1]]), R(2, 4), 'amax', include_self=False)",
    "torch.scatter_reduce(R(3, 4), 0, torch.tensor([[0, 1, 1, 0], [2, 2, 0, 1]]), R(2, 4), 'amin', include_self=True)",
    "torch.scatter_reduce(R(3, 4), 0, torch.tensor([[0, 1, 1, 0], [2, 2, 0, 1]]), R(2, 4), 'amin', include_self=False)",
    "R(3).scatter_reduce(0, torch.tensor([0, 0, 2, 2, 2]), torch.tensor([0.0, 2, 0, 0, 3]).double().requires_grad_(), 'prod')",
    ("torch.tensor([1.0, 2, 3]).double().requires_grad_().scatter_reduce(0, torch.tensor([0, 0, 2]), "
     "torch.tensor([1.0, 1, 3]).double(), 'amax')"),
    "torch.scatter_reduce(R(3, 4), 0, torch.tensor([[0, 1, 1, 0], [2, 2, 0, 1]])[:, :2], R(2, 4).detach(), 'sum')",
    "(R(3) * 2).scatter_reduce_(0, torch.tensor([0, 0, 2]), R(3), 'mean')",
    "torch.arange(4).scatter_reduce(0, torch.tensor([0, 0, 2]), torch.tensor([5, 7, 8]), 'mean')",
    "torch.index_reduce(R(3, 2), 0, torch.tensor([0, 2, 0]), R(3, 2), 'prod')",
    "R(2, 3).index_reduce(1, torch.tensor([0, 2]), R(2, 2), 'prod', include_self=False)",
    "torch.index_reduce(R(3, 2), 0, torch.tensor([0, 2, 0]), R(3, 2), 'mean')",
    "R(2, 3).index_reduce(1, torch.tensor([0, 2]), R(2, 2), 'mean', include_self=False)",
    "torch.index_reduce(R(3, 2), 0, torch.tensor([0, 2, 0]), R(3, 2), 'amax')",
    "R(2, 3).index_reduce(1, torch.tensor([0, 2]), R(2, 2), 'amax', include_self=False)",
    "torch.index_reduce(R(3, 2), 0, torch.tensor([0, 2, 0]), R(3, 2), 'amin')",
    "R(2, 3).index_reduce(1, torch.tensor([0, 2]), R(2, 2), 'amin', include_self=False)",
    "torch.put(R(2, 3), torch.tensor([1, 4]), R(2))",
    "torch.put(R(2, 3), torch.tensor([1, 1]), R(2), accumulate=True)",
    "torch.arange(6).put_(torch.tensor([[1], [-1]]), torch.tensor([[9], [8]]))",
    "torch.hann_window(5)",
    "torch.hamming_window(6, periodic=False)",
    "torch.bartlett_window(5)",
    "torch.blackman_window(4, dtype=torch.float64)",
    "torch.kaiser_window(5, True, 3.0)",
    "torch.layer_norm(R(2, 3), (3,), R(3), R(3))",
    "torch.group_norm(R(2, 4, 3), 2)",
    "torch.batch_norm(R(3, 2), R(2), R(2), None, None, True, 0.1, 1e-5, False)",
    "torch.embedding(R(5, 2), torch.tensor([1, 3, 1]))",
    "torch.conv1d(R(1, 2, 5), R(3, 2, 2), R(3), padding=1)",
    "torch.max_pool2d(R(1, 2, 4, 4), 2)",
    "torch.kl_div(R(2, 3), R(2, 3).sigmoid(), 2)",
    "torch.cosine_similarity(R(2, 3), R(2, 3))",
    "torch.binary_cross_entropy_with_logits(R(3), torch.tensor([0.0, 1, 1]).double())",
    "torch.triplet_margin_loss(R(2, 3), R(2, 3), R(2, 3), reduction=0)",
    "torch.dropout(R(3), 0.5, False)",
    "torch.selu_(R(3) * 2)",
    "torch.pixel_shuffle(R(1, 4, 2, 2), 2)",
    "D.TransformedDistribution(D.Normal(R(3), R(3).abs()), D.ExpTransform()).rsample((2,))",
    "D.TransformedDistribution(D.Normal(R(3), R(3).abs()), [D.AffineTransform(R(1), -2.0), D.SigmoidTransform()]).log_prob(R(3).sigmoid())",
    "D.TransformedDistribution(D.Uniform(0.0, 1.0), [D.SigmoidTransform().inv, D.AffineTransform(1.0, R(2).abs())]).log_prob(R(2))",
    "D.TransformedDistribution(D.Normal(R(2), 1.0), D.TanhTransform()).log_prob(R(2).tanh())",
    "D.TransformedDistribution(D.Normal(R(2), 1.0), [D.AffineTransform(0.0, -1.5), D.ExpTransform()]).cdf(R(2).exp())",
    "D.TransformedDistribution(D.Normal(R(3, 2), 1.0), D.AffineTransform(R(2), R(2), event_dim=1)).log_prob(R(3, 2))",
    "[D.SoftplusTransform().log_abs_det_jacobian(R(2), R(2)), D.PowerTransform(2.0).log_abs_det_jacobian(R(2).abs(), R(2).abs())]",
    "D.ComposeTransform([D.ExpTransform(), D.AffineTransform(1.0, 2.0)]).inv(R(2).exp() * 2 + 1)",
    "[t(x) for x in [R(2, 3)] for t in [D.SoftmaxTransform(), D.StickBreakingTransform(), D.CorrCholeskyTransform()]]",
    "[t.inv(t(x)) for x in [R(2, 3)] for t in [D.SoftmaxTransform(), D.StickBreakingTransform(), D.CorrCholeskyTransform()]]",
    "[t.log_abs_det_jacobian(x, t(x)) for x in [R(2, 3)] for t in [D.StickBreakingTransform(), D.CorrCholeskyTransform()]]",
    "[f(x) for x in [R(3, 3)] for t in [D.LowerCholeskyTransform(), D.PositiveDefiniteTransform()] for f in [t, lambda v: t.inv(t(v))]]",
    "[f(R(2, 3)) for t in [D.CatTransform([D.ExpTransform(), D.SigmoidTransform()], 1, [1, 2])] for f in [t, lambda x: t.inv(t(x))]]",
    "[t.log_abs_det_jacobian(x, t(x)) for x in [R(2, 3)] for t in [D.CatTransform([D.ExpTransform(), D.SigmoidTransform()], 1, [1, 2]), "
    "D.StackTransform([D.ExpTransform(), D.SigmoidTransform()], 0), D.IndependentTransform(D.ExpTransform(), 1), "
    "D.CumulativeDistributionTransform(D.Normal(0.0, 1.0)), "
    "D.ComposeTransform([D.AffineTransform(0.0, 2.0), D.StickBreakingTransform()])]]",
    "[f(c)(R(3)) for f in [D.biject_to, D.transform_to] for c in [D.constraints.real, D.constraints.positive, D.constraints.simplex, "
    "D.constraints.unit_interval, D.constraints.interval(-1.0, 2.0), D.constraints.less_than(1.0), D.constraints.corr_cholesky, "
    "D.constraints.real_vector, D.constraints.greater_than(2.0), D.constraints.stack([D.constraints.positive] * 3, 0)]]",
    "[D.transform_to(c)(R(3, 3)) for c in [D.constraints.lower_cholesky, D.constraints.positive_definite]]",
    "D.TransformedDistribution(D.Normal(R(3), R(3).abs()), D.StickBreakingTransform()).log_prob(R(4).softmax(-1))",
    "D.LogisticNormal(R(3), R(3).abs()).rsample((2,))",
    "[f(D.InverseGamma(R(2).abs() + 2, R(2).abs())) for f in [lambda d: d.log_prob(R(2).abs()), lambda d: d.entropy(), lambda d: d.mean, "
    "lambda d: d.variance, lambda d: d.sample((3,))]]",
    "[f(D.Kumaraswamy(R(2).abs(), R(2).abs())) for f in [lambda d: d.log_prob(R(2).sigmoid()), lambda d: d.entropy(), lambda d: d.mean, "
    "lambda d: d.variance, lambda d: d.rsample((3,)), lambda d: d.cdf(R(2).sigmoid())]]",
    "[f(D.FisherSnedecor(R(2).abs() + 5, R(2).abs() + 5)) for f in [lambda d: d.log_prob(R(2).abs()), lambda d: d.mean, lambda d: d.mode, "
    "lambda d: d.variance, lambda d: d.sample((3,))]]",
    "[f(D.VonMises(R(2), R(2).abs())) for f in [lambda d: d.log_prob(R(2)), lambda d: d.variance, lambda d: d.sample((3,))]]",
    "[f(D.LowRankMultivariateNormal(R(2, 3), R(3, 2), R(3).abs() + 0.5)) for f in [lambda d: d.log_prob(R(3)), lambda d: d.entropy(), "
    "lambda d: d.variance, lambda d: d.rsample((2,)), lambda d: d.covariance_matrix, "
    "lambda d: d.precision_matrix, lambda d: d.scale_tril]]",
    "[f(D.LKJCholesky(3, R(2).abs() + 0.5)) for f in [lambda d: d.sample((2,)), lambda d: d.log_prob(torch.eye(3).double())]]",
    *(f"D.kl_divergence({p}, {q})" for low in ["D.LowRankMultivariateNormal(R(3), R(3, 2), R(3).abs() + 0.5)"]
      for full in ["D.MultivariateNormal(R(3), torch.eye(3).double() * (R(1).abs() + 1))"]
      for p, q in [(low, low), (low, full), (full, low)]),
    *(f"D.kl_divergence({p}, {q})" for p, q in [
        (a, a.replace("1.0", "0.5")) for a in [
            "D.Gamma(R(2).abs(), R(2).abs() + 1.0)", "D.Beta(R(2).abs(), R(2).abs() + 1.0)", "D.Dirichlet(R(3).abs() + 1.0)",
            "D.Gumbel(R(2), R(2).abs() + 1.0)", "D.HalfNormal(R(2).abs() + 1.0)", "D.Pareto(torch.ones(2) * 1.0, R(2).abs())",
            "D.Cauchy(R(2), R(2).abs() + 1.0)", "D.Binomial(3, R(2).sigmoid() * 1.0)", "D.LogNormal(R(2), R(2).abs() + 1.0)"]]),
    *(f"D.kl_divergence(D.{p}, D.{q})" for p in ["Beta(R(2).abs(), R(2).abs())", "Exponential(R(2).abs())", "Gamma(R(2).abs(), R(2).abs())",
                                                 "Pareto(R(2).abs(), R(2).abs() + 2)",
                                                 "Uniform(R(2).sigmoid() / 2, R(2).sigmoid() / 2 + 0.5)"]
      for q in ["Gamma(R(2).abs(), R(2).abs())", "Normal(R(2), R(2).abs())", "Exponential(R(2).abs())"]),
    *(f"D.kl_divergence(D.{p}, D.Gumbel(R(2), R(2).abs()))" for p in ["Exponential(R(2).abs())", "Gamma(R(2).abs(), R(2).abs())",
                                                                     "Normal(R(2), R(2).abs())", "Uniform(R(2) - 9, R(2))"]),
    "D.kl_divergence(D.Normal(R(2), R(2).abs()), D.Laplace(R(2), R(2).abs()))",
    "D.kl_divergence(D.Uniform(R(2).sigmoid() / 2, R(2).sigmoid() / 2 + 0.5), D.Beta(R(2).abs(), R(2).abs()))",
    "D.kl_divergence(D.Beta(R(2).abs(), R(2).abs()), D.Uniform(torch.zeros(2), torch.ones(2)))",
    "D.kl_divergence(D.Bernoulli(R(2).sigmoid()), D.Poisson(R(2).abs()))",
    "D.kl_divergence(D.Normal(R(2), R(2).abs()), D.Uniform(R(2), R(2) + 9))",
]


def _flat(result: Any) -> list[Any]:
    return [leaf for part in result for leaf in _flat(part)] if isinstance(result, (tuple, list)) else [result]


def _plain(t: Any) -> Any:
    array = np.asarray(t.detach().resolve_conj().numpy()).astype(np.complex128 if t.is_complex() else np.float64).reshape(-1)
    return [[float(v.real), float(v.imag)] for v in array] if t.is_complex() else [float(v) for v in array]


def evaluate(torch: Any, expression: str) -> dict[str, Any]:
    """What an expression gives under `torch`: dtypes, shapes and values, then the gradients of a weighted sum."""
    rng = np.random.default_rng(1)
    leaves: list[Any] = []

    def make(*shape: int) -> Any:
        leaves.append(torch.tensor(rng.normal(size=shape), requires_grad=True))
        return leaves[-1]

    torch.manual_seed(0)
    names = {"torch": torch, "R": make, "N": N, "D": torch.distributions}
    outs = [t for t in _flat(eval(expression, names)) if isinstance(t, torch.Tensor)]
    sums = [((t.abs() if t.is_complex() else t) * torch.arange(1, t.numel() + 1).view(t.shape)).sum() for t in outs if t.requires_grad]
    if sums:
        sum(sums).backward()
    return {"outs": [[str(t.dtype)[6:], list(t.shape), _plain(t)] for t in outs],
            "grads": [None if leaf.grad is None else _plain(leaf.grad) for leaf in leaves]}
