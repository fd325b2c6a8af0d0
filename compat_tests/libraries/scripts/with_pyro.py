"""pyro: variational inference, HMC, importance sampling, effect handlers."""

import pyro
import pyro.distributions as dist
import torch
from pyro.infer import MCMC, NUTS, SVI, Predictive, Trace_ELBO
from pyro.infer.autoguide import AutoDiagonalNormal
from pyro.optim import Adam

pyro.set_rng_seed(0)
x = torch.randn(40, 2)
y = x @ torch.tensor([1.5, -0.7]) + 0.3 + 0.1 * torch.randn(40)


def model(x, y=None):
    weight = pyro.sample("weight", dist.Normal(torch.zeros(2), 1.0).to_event(1))
    bias = pyro.sample("bias", dist.Normal(0.0, 1.0))
    scale = pyro.sample("scale", dist.HalfNormal(1.0))
    with pyro.plate("data", len(x)):
        return pyro.sample("y", dist.Normal(x @ weight + bias, scale), obs=y)


guide = AutoDiagonalNormal(model)
svi = SVI(model, guide, Adam({"lr": 0.05}), Trace_ELBO())
for step in range(20):
    loss = svi.step(x, y)
    if step % 4 == 0:
        print(loss)
print(Predictive(model, guide=guide, num_samples=5)(x[:3])["y"].mean(0).tolist())
trace = pyro.poutine.trace(pyro.poutine.condition(model, {"bias": torch.tensor(0.0)})).get_trace(x)
print(trace.log_prob_sum().item())
mcmc = MCMC(NUTS(model), num_samples=5, warmup_steps=5, disable_progbar=True)
mcmc.run(x, y)
print({name: value.mean(0).tolist() for name, value in sorted(mcmc.get_samples().items())})
