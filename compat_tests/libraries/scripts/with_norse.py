"""norse: spiking neurons over time, with surrogate gradients; a recurrent layer trained."""

import norse.torch as norse
import torch

torch.manual_seed(0)
model = norse.SequentialState(norse.Lift(torch.nn.Linear(6, 8)), norse.LIF(), norse.Lift(torch.nn.Linear(8, 3)), norse.LI())
x, y = (torch.rand(12, 5, 6) > 0.5).float() * 4, torch.randint(3, (5,))
optimizer = torch.optim.Adam(model.parameters(), 1e-2)
for _ in range(4):
    out, _ = model(x)
    loss = torch.nn.functional.cross_entropy(out.max(0).values, y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item(), out.sum().item())
spikes, state = norse.LIFRecurrent(6, 4)(x)
print(spikes.sum().item(), state.v.sum().item())
print(norse.PoissonEncoder(10)(torch.tensor([0.1, 0.9])).sum(0).tolist())
