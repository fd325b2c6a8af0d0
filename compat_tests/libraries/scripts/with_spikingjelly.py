"""spikingjelly: integrate-and-fire neurons with surrogate gradients over time steps, trained."""
import torch
from spikingjelly.activation_based import functional, layer, neuron, surrogate

torch.manual_seed(0)
net = torch.nn.Sequential(layer.Linear(6, 8), neuron.LIFNode(surrogate_function=surrogate.ATan()), layer.Linear(8, 3), neuron.IFNode(
    surrogate_function=surrogate.Sigmoid()))
x, y = torch.rand(10, 6), torch.randint(0, 3, (10,))
optimizer = torch.optim.Adam(net.parameters(), 0.05)
for _ in range(4):
    rate = sum(net(x) for _ in range(5)) / 5
    loss = torch.nn.functional.mse_loss(rate, torch.nn.functional.one_hot(y, 3).float())
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    functional.reset_net(net)
    print(f"loss {loss.item():.5f}")
