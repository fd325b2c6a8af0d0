"""torch: a variational autoencoder on synthetic digits, in the manner of PyTorch's examples."""

import torch
from torch import nn
from torch.nn import functional as F

torch.manual_seed(1)
data = (torch.rand(128, 1, 14, 14) > 0.7).float()


class VAE(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc1, self.mu, self.logvar = nn.Linear(196, 64), nn.Linear(64, 8), nn.Linear(64, 8)
        self.fc3, self.fc4 = nn.Linear(8, 64), nn.Linear(64, 196)

    def forward(self, x):
        h = F.relu(self.fc1(x.view(-1, 196)))
        mu, logvar = self.mu(h), self.logvar(h)
        z = mu + torch.randn_like(mu) * torch.exp(0.5 * logvar)
        return torch.sigmoid(self.fc4(F.relu(self.fc3(z)))), mu, logvar


model = VAE()
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
loader = torch.utils.data.DataLoader(torch.utils.data.TensorDataset(data), batch_size=32, shuffle=True)
for _ in range(4):
    total = 0.0
    for (x,) in loader:
        optimizer.zero_grad()
        recon, mu, logvar = model(x)
        bce = F.binary_cross_entropy(recon, x.view(-1, 196), reduction="sum")
        loss = bce - 0.5 * torch.sum(1 + logvar - mu.pow(2) - logvar.exp())
        loss.backward()
        total += loss.item()
        optimizer.step()
    print(total / len(data))
