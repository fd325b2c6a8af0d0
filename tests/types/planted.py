"""A typed program with forty mistakes, each on a line marked `# planted`; the other lines are correct.

`tests/types/measure.py` counts how many of them mypy and pyright find, and on which of the other lines they report errors. The program is
never run.
"""
from __future__ import annotations

import minitorch_compat as torch
import minitorch_compat.nn.functional as F
from minitorch_compat import Tensor, nn, optim
from minitorch_compat.utils.data import DataLoader, Dataset, TensorDataset


class Net(nn.Module):
    def __init__(self, width: int = 8) -> None:
        super().__init__()
        self.first = nn.Linear(4, width)
        self.drop = nn.Dropout(0.1)
        self.last = nn.Linear(width, 2, bias=True)

    def forward(self, x: Tensor) -> Tensor:
        return self.last(self.drop(F.relu(self.first(x))))


x = torch.randn(3, 4)
y = torch.zeros(3, 2, dtype=torch.float32)
net = Net()

# Names that are not there.
torch.addd(x, x)  # planted
x.sumt()  # planted
F.reluu(x)  # planted
nn.Linnear(4, 2)  # planted
optim.Adamm(net.parameters())  # planted
torch.linalg.normm(x)  # planted
torch.float33  # planted
x.shap  # planted
torch.utils.data.DataLoaderr  # planted
torch.fft.fftt(x)  # planted

# Names of arguments.
torch.sum(x, dims=0)  # planted
torch.zeros(2, requires_gradient=True)  # planted
nn.Linear(4, 2, biases=False)  # planted
optim.SGD(net.parameters(), learning_rate=0.1)  # planted
F.cross_entropy(x, y, weights=None)  # planted
x.softmax(axes=1)  # planted
torch.stack([x, x], dimension=0)  # planted

# Too few, too many.
torch.matmul(x)  # planted
x.transpose(0)  # planted
torch.relu(x, y)  # planted
nn.Linear(4)  # planted
F.linear(x)  # planted
x.numel(1)  # planted

# Types of arguments.
torch.cat(x, dim="0")  # planted
torch.sin("a")  # planted
torch.zeros(2, dtype="float32")  # planted
torch.matmul(x, 3)  # planted
x.view("2, 6")  # planted
x.reshape(2.5)  # planted
nn.Linear("4", 2)  # planted
optim.SGD(net.parameters(), lr="fast")  # planted
F.dropout("x", 0.5)  # planted
DataLoader(TensorDataset(x, y), batch_size="8")  # planted
x.backward(gradient=1.0)  # planted
torch.no_grad(3)  # planted

# Types of results.
n: int = x.sum()  # planted
s: str = x.shape[0]  # planted
pair: Tensor = x.max(dim=0)  # planted
found: Tensor = torch.sort(x)  # planted
net.train().fit(x)  # planted

# What is right.
values, indices = x.max(dim=1)
top: Tensor = x.max()
ordered: Tensor = torch.sort(x, dim=0, descending=True).values
larger: Tensor = torch.max(x, x)
rows: int = x.size(0)
size: torch.Size = x.size()
number: float = x.sum().item()
loss = F.mse_loss(net(x), y)
loss.backward()
gradient = x.grad
if gradient is not None:
    print(gradient.abs().mean())
(gx,) = torch.autograd.grad(loss, [x], retain_graph=True)
optimizer = optim.Adam(net.parameters(), lr=1e-3, weight_decay=0.0, betas=(0.9, 0.99))
scheduler = optim.lr_scheduler.StepLR(optimizer, step_size=10)
optimizer.zero_grad(set_to_none=True)
optimizer.step()
scheduler.step()
data: Dataset[tuple[Tensor, ...]] = TensorDataset(x, y)
for bx, by in DataLoader(data, batch_size=2, shuffle=True):
    print(F.cross_entropy(net(bx), by.argmax(dim=1)))
torch.save(net.state_dict(), "net.pt")
net.load_state_dict(torch.load("net.pt", weights_only=True))
with torch.no_grad():
    z = (x.unsqueeze(0) * 2 + 1).permute(1, 0, 2).reshape(-1, 4)
    z[0, 1:] = 3.0
    z.add_(1).clamp_(min=0).mul_(0.5)
parts: tuple[Tensor, ...] = torch.split(z, 2, dim=0)
mask = (z > 0) & (z < 1)
print(torch.where(mask, z, torch.zeros_like(z)).sum(dim=(0, 1), keepdim=True), z[mask].tolist(), torch.cuda.is_available())
q, r = torch.linalg.qr(torch.rand(3, 3))
a, b = torch.unique(x, return_inverse=True)
print(torch.einsum("ij,kj->ik", x, x), x.T @ x, -x, 1 / x, x ** 2, x.to(torch.float64), x.to("cpu"), x.float().numpy(), len(x))
layers = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.BatchNorm1d(8), nn.Linear(8, 2))
for name, parameter in layers.named_parameters():
    print(name, parameter.shape, parameter.requires_grad, parameter.grad is None)
torch.manual_seed(0)
print(torch.arange(10), torch.arange(0, 1, 0.1), torch.linspace(0, 1, 5), torch.full((2, 3), 1.5), torch.eye(3), torch.tensor([1, 2]))
