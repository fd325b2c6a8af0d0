"""laplace: a Laplace approximation of a small regression network: fitted, its prior tuned, predictions with variances."""
import torch
from laplace import Laplace
from torch.utils.data import DataLoader, TensorDataset

torch.manual_seed(0)
x = torch.linspace(-2, 2, 32).unsqueeze(1)
y = x.sin() + 0.1 * torch.randn_like(x)
net = torch.nn.Sequential(torch.nn.Linear(1, 8), torch.nn.Tanh(), torch.nn.Linear(8, 1))
optimizer = torch.optim.Adam(net.parameters(), lr=0.05)
for _ in range(50):
    optimizer.zero_grad()
    loss = (net(x) - y).pow(2).mean()
    loss.backward()
    optimizer.step()
print(f"{loss.item():.5f}")
loader = DataLoader(TensorDataset(x, y), batch_size=16)
for structure in ("diag", "full", "kron"):
    la = Laplace(net, "regression", subset_of_weights="all", hessian_structure=structure)
    la.fit(loader)
    mean, variance = la(torch.tensor([[0.5], [3.0]]))
    print(structure, [round(v, 4) for v in mean.flatten().tolist()], [round(v, 4) for v in variance.flatten().tolist()])
    print(round(la.log_marginal_likelihood().item(), 3))
