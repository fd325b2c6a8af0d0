"""snntorch: leaky integrate-and-fire neurons with surrogate gradients, over time."""

import snntorch
import torch
from snntorch import functional, surrogate

torch.manual_seed(0)
first, second = torch.nn.Linear(8, 16), torch.nn.Linear(16, 3)
a, b = snntorch.Leaky(beta=0.9, spike_grad=surrogate.fast_sigmoid()), snntorch.Synaptic(alpha=0.8, beta=0.9, spike_grad=surrogate.atan())
x, target = torch.randn(10, 4, 8) * 2, torch.tensor([0, 1, 2, 1])
optimizer = torch.optim.Adam([*first.parameters(), *second.parameters()], 0.01)
for _ in range(4):
    memory, (synapse, outer), spikes = a.init_leaky(), b.init_synaptic(), []
    for step in x:
        spike, memory = a(first(step), memory)
        spike, synapse, outer = b(second(spike), synapse, outer)
        spikes.append(spike)
    loss = functional.ce_rate_loss()(torch.stack(spikes), target)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item(), torch.stack(spikes).sum().item())
