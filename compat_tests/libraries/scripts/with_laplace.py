"""laplace: the curvature around a trained network, for uncertainty: full and Kronecker-factored last layer."""
import torch
from laplace import Laplace

torch.manual_seed(0)
x = torch.linspace(-2, 2, 40)[:, None]
y = torch.sin(x) + torch.randn_like(x) * 0.1
model = torch.nn.Sequential(torch.nn.Linear(1, 16), torch.nn.Tanh(), torch.nn.Linear(16, 1))
optimizer = torch.optim.Adam(model.parameters(), 0.01)
for _ in range(30):
    optimizer.zero_grad()
    torch.nn.functional.mse_loss(model(x), y).backward()
    optimizer.step()
loader = torch.utils.data.DataLoader(torch.utils.data.TensorDataset(x, y), 20)
for structure in ("full", "kron", "diag"):
    found = Laplace(model, "regression", subset_of_weights="last_layer", hessian_structure=structure)
    found.fit(loader)
    mean, variance = found(x[:3])
    print(structure, found.log_marginal_likelihood().item(), mean.flatten().tolist(), variance.flatten().tolist())
