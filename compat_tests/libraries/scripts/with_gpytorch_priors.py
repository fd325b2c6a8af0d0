"""gpytorch: distributions that are not lazy, indexed, added and expanded; multivariate priors; a deep kernel."""

import gpytorch
import torch
from gpytorch.distributions import MultitaskMultivariateNormal, MultivariateNormal

torch.manual_seed(0)
covariance = torch.randn(2, 4, 4)
covariance = covariance @ covariance.mT + torch.eye(4)
normal = MultivariateNormal(torch.randn(2, 4), covariance)
print(normal[0].log_prob(torch.zeros(4)).item(), normal[..., 1:3].covariance_matrix.tolist(), (normal + normal).variance.tolist())
print(normal.expand((3, 2)).log_prob(torch.ones(4)).tolist(), normal.confidence_region()[0].tolist(), normal.rsample().tolist())
tasks = MultitaskMultivariateNormal(torch.randn(3, 2), torch.eye(6))
print(tasks.log_prob(torch.zeros(3, 2)).item(), tasks.to_data_independent_dist().variance.tolist())
prior = gpytorch.priors.MultivariateNormalPrior(torch.zeros(2), torch.tensor([[2.0, 0.5], [0.5, 1.0]]))
print(prior.log_prob(torch.ones(2)).item(), prior.sample((2,)).tolist(), sorted(prior.state_dict()))


class Deep(gpytorch.models.ExactGP):
    def __init__(self, x, y, likelihood):
        super().__init__(x, y, likelihood)
        self.mean = gpytorch.means.ConstantMean()
        self.features = torch.nn.Sequential(torch.nn.Linear(3, 4), torch.nn.Tanh(), torch.nn.Linear(4, 2))
        self.kernel = gpytorch.kernels.ScaleKernel(gpytorch.kernels.MaternKernel(nu=2.5, ard_num_dims=2))

    def forward(self, x):
        x = self.features(x)
        return MultivariateNormal(self.mean(x), self.kernel(x))


x = torch.randn(20, 3)
y = x.sum(-1).sin()
likelihood = gpytorch.likelihoods.GaussianLikelihood()
model = Deep(x, y, likelihood)
objective = gpytorch.mlls.ExactMarginalLogLikelihood(likelihood, model)
optimizer = torch.optim.Adam(model.parameters(), 0.05)
for _ in range(4):
    optimizer.zero_grad()
    loss = -objective(model(x), y)
    loss.backward()
    optimizer.step()
    print(loss.item())
