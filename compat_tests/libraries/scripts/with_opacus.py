"""opacus: differentially private training: per-example gradients, clipping, noise, the budget spent."""

import warnings

import torch
from opacus import PrivacyEngine

warnings.simplefilter("ignore")
torch.manual_seed(0)
x = torch.randn(64, 1, 8, 8)
data = torch.utils.data.TensorDataset(x, (x.mean((1, 2, 3)) > 0).long())
model = torch.nn.Sequential(
    torch.nn.Conv2d(1, 4, 3), torch.nn.GroupNorm(2, 4), torch.nn.ReLU(), torch.nn.Flatten(), torch.nn.Linear(4 * 36, 2)
)
engine = PrivacyEngine(accountant="rdp")
model, optimizer, loader = engine.make_private(
    module=model,
    optimizer=torch.optim.SGD(model.parameters(), 0.1),
    data_loader=torch.utils.data.DataLoader(data, 16),
    noise_multiplier=1.0,
    max_grad_norm=1.0,
)
for _ in range(2):
    for a, b in loader:
        optimizer.zero_grad()
        loss = torch.nn.functional.cross_entropy(model(a), b)
        loss.backward()
        optimizer.step()
        print(len(a), loss.item())
print(engine.get_epsilon(1e-5))
