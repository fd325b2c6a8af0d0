"""zuko: a network with distributions for weights, sampled anew at each step."""

import torch
import zuko
import zuko.bayesian

torch.manual_seed(0)
model = zuko.bayesian.BayesianModel(zuko.nn.MLP(2, 1, hidden_features=(8,)), init_logvar=-6.0)
x, y = torch.randn(32, 2), torch.randn(32, 1)
optimizer = torch.optim.Adam(model.parameters(), 1e-2)
for trick in (False, True, True):
    with model.reparameterize(local_trick=trick) as sampled:
        loss = (sampled(x) - y).square().mean() + 1e-3 * model.kl_divergence()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item())
print(model.sample_model()(x[:2]).tolist())
