"""torch: sequence to sequence with attention, a graph network, neural style by Gram matrices, a diffusion model, a real NVP."""

import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(0)
embed, encoder, decoder, out = nn.Embedding(12, 16), nn.GRU(16, 16), nn.GRU(32, 16), nn.Linear(32, 12)
attention = nn.MultiheadAttention(16, 2)
source, target = torch.randint(2, 12, (7, 4)), torch.randint(2, 12, (5, 4))
optimizer = torch.optim.RMSprop(
    [*embed.parameters(), *encoder.parameters(), *decoder.parameters(), *out.parameters(), *attention.parameters()], 1e-3
)
for _ in range(3):
    memory, state = encoder(embed(source))
    loss, word = 0.0, torch.zeros(1, 4, dtype=torch.long)
    for gold in target:
        context, _ = attention(state, memory, memory)
        y, state = decoder(torch.cat([embed(word), context], -1), state)
        scores = out(torch.cat([y, context], -1))[0]
        loss, word = loss + F.cross_entropy(scores, gold), gold[None]
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item())
adjacency = (torch.rand(12, 12) > 0.7).float()
adjacency = ((adjacency + adjacency.t() + torch.eye(12)) > 0).float()
norm = adjacency.sum(1).rsqrt()
adjacency = (norm[:, None] * adjacency * norm).to_sparse()
features, labels, first, second = torch.randn(12, 6), torch.arange(12) % 3, nn.Linear(6, 8), nn.Linear(8, 3)
optimizer = torch.optim.Adam([*first.parameters(), *second.parameters()], 0.02, weight_decay=5e-4)
for _ in range(4):
    hidden = F.dropout(torch.sparse.mm(adjacency, first(features)).relu(), 0.5)
    loss = F.nll_loss(F.log_softmax(torch.sparse.mm(adjacency, second(hidden)), 1)[:6], labels[:6])
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item())


def gram(x):
    return torch.einsum("bchw,bdhw->bcd", x, x) / x[0].numel()


layers, style = nn.Sequential(nn.Conv2d(3, 8, 3, padding=1), nn.InstanceNorm2d(8, affine=True), nn.ReLU()), torch.rand(1, 3, 12, 12)
image = torch.rand(1, 3, 12, 12, requires_grad=True)
optimizer = torch.optim.LBFGS([image], max_iter=4)


def closure():
    optimizer.zero_grad()
    loss = F.mse_loss(gram(layers(F.pad(image, (1,) * 4, mode="reflect"))), gram(layers(style)))
    loss.backward()
    return loss


print(optimizer.step(closure).item(), optimizer.step(closure).item())
steps = torch.cumprod(1 - torch.linspace(1e-4, 0.05, 50), 0)
model = nn.Sequential(nn.Linear(3, 32), nn.SiLU(), nn.Linear(32, 2))
optimizer = torch.optim.AdamW(model.parameters(), 1e-3)
x = torch.randn(32, 2) * torch.tensor([1.0, 0.2])
for _ in range(4):
    t, noise = torch.randint(50, (32,)), torch.randn(32, 2)
    noisy = steps[t].sqrt()[:, None] * x + (1 - steps[t]).sqrt()[:, None] * noise
    loss = F.mse_loss(model(torch.cat([noisy, t[:, None] / 50], 1)), noise)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item())
nets, prior = (
    [nn.Sequential(nn.Linear(1, 16), nn.Tanh(), nn.Linear(16, 2)) for _ in range(3)],
    torch.distributions.MultivariateNormal(torch.zeros(2), torch.eye(2)),
)
optimizer = torch.optim.NAdam([p for n in nets for p in n.parameters()], 1e-2)
for _ in range(4):
    z, logdet = x, 0.0
    for n in nets:
        a, b = z.chunk(2, 1)
        scale, shift = n(a).chunk(2, 1)
        z, logdet = torch.cat([b * torch.tanh(scale).exp() + shift, a], 1), logdet + torch.tanh(scale).sum(1)
    loss = -(prior.log_prob(z) + logdet).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item())
