"""botorch: a Gaussian process fitted, expected improvement and its maximum."""

import torch
from botorch.acquisition import ExpectedImprovement, qExpectedImprovement
from botorch.fit import fit_gpytorch_mll
from botorch.models import SingleTaskGP
from botorch.optim import optimize_acqf
from botorch.sampling import IIDNormalSampler
from gpytorch.mlls import ExactMarginalLogLikelihood

torch.manual_seed(0)
x = torch.rand(8, 2, dtype=torch.double)
y = 1 - (x - 0.4).norm(dim=-1, keepdim=True)
model = SingleTaskGP(x, y)
fit_gpytorch_mll(ExactMarginalLogLikelihood(model.likelihood, model))
print(model.posterior(x[:2]).mean.flatten().tolist())
acquisition = ExpectedImprovement(model, best_f=y.max())
print(acquisition(torch.tensor([[[0.4, 0.4]], [[0.9, 0.1]]], dtype=torch.double)).tolist())
sampled = qExpectedImprovement(model, y.max(), sampler=IIDNormalSampler(torch.Size([16]), seed=1))
print(sampled(torch.tensor([[[0.3, 0.4], [0.6, 0.5]]], dtype=torch.double)).item())
candidate, value = optimize_acqf(
    acquisition, torch.tensor([[0.0, 0.0], [1.0, 1.0]], dtype=torch.double), q=1, num_restarts=2, raw_samples=8
)
print(candidate.tolist(), value.item())
