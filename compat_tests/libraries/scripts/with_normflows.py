"""normflows: a real NVP and a planar flow, fitted to a target density by reverse and forward divergence."""

import normflows as nf
import torch

torch.manual_seed(0)
layers = []
for _ in range(2):
    net = nf.nets.MLP([1, 16, 2], init_zeros=True)
    layers += [nf.flows.AffineCouplingBlock(net), nf.flows.Permute(2, mode="swap")]
model = nf.NormalizingFlow(nf.distributions.DiagGaussian(2), layers, nf.distributions.TwoMoons())
optimizer = torch.optim.Adam(model.parameters(), 1e-2)
for _ in range(5):
    optimizer.zero_grad()
    loss = model.reverse_kld(32)
    loss.backward()
    optimizer.step()
    print(loss.item())
print(model.log_prob(torch.zeros(2, 2)).tolist(), model.sample(2)[0].tolist())
planar = nf.NormalizingFlow(nf.distributions.DiagGaussian(2), [nf.flows.Planar((2,)) for _ in range(3)], nf.distributions.TwoMoons())
print(planar.reverse_kld(16).item())
