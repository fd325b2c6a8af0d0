"""torchbnn: layers with distributions for weights, and their divergence."""
import torch
import torchbnn as bnn

torch.manual_seed(0)
net = torch.nn.Sequential(bnn.BayesLinear(0, 0.1, 3, 8), torch.nn.ReLU(), bnn.BayesLinear(0, 0.1, 8, 2))
divergence = bnn.BKLLoss(reduction="mean", last_layer_only=False)
optimizer = torch.optim.Adam(net.parameters(), 0.01)
x, y = torch.randn(16, 3), torch.randint(0, 2, (16,))
for _ in range(4):
    loss = torch.nn.functional.cross_entropy(net(x), y) + 0.01 * divergence(net)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"loss {loss.item():.5f}")
