"""A variational autoencoder of points on a ring: what is drawn is differentiated through."""
import math

import torch
from torch import nn
from torch.distributions import Normal, kl_divergence


def losses(steps=120):
    torch.manual_seed(0)
    encoder = nn.Sequential(nn.Linear(2, 32), nn.Tanh(), nn.Linear(32, 4))
    decoder = nn.Sequential(nn.Linear(2, 32), nn.Tanh(), nn.Linear(32, 2))
    optimizer = torch.optim.Adam([*encoder.parameters(), *decoder.parameters()], lr=0.01)
    told = []
    for _ in range(steps):
        angle = torch.rand(128) * 2 * math.pi
        points = torch.stack([angle.cos(), angle.sin()], 1) + 0.05 * torch.randn(128, 2)
        mean, log_scale = encoder(points).chunk(2, dim=1)
        posterior = Normal(mean, log_scale.exp())
        likelihood = Normal(decoder(posterior.rsample()), 0.2).log_prob(points).sum(1)
        loss = (kl_divergence(posterior, Normal(torch.zeros(2), torch.ones(2))).sum(1) - likelihood).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        told.append(loss.item())
    return told


if __name__ == "__main__":
    from curves import main

    main(losses, "vae")
