"""torch: a sine wave continued by LSTM cells trained with L-BFGS in float64; super-resolution; a siamese network."""

import numpy as np
import torch
from torch import nn

torch.manual_seed(0)
np.random.seed(0)
wave = torch.from_numpy(np.sin((np.arange(40) + np.random.randint(-20, 20, 8)[:, None]) / 5.0))


class Sequence(nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.second, self.linear = nn.LSTMCell(1, 16), nn.LSTMCell(16, 16), nn.Linear(16, 1)

    def forward(self, x, future=0):
        h = [torch.zeros(x.size(0), 16, dtype=torch.double) for _ in range(4)]
        outputs = []
        for i in range(x.size(1) + future):
            given = x[:, i : i + 1] if i < x.size(1) else outputs[-1]
            h[0], h[1] = self.first(given, (h[0], h[1]))
            h[2], h[3] = self.second(h[0], (h[2], h[3]))
            outputs.append(self.linear(h[2]))
        return torch.cat(outputs, dim=1)


model = Sequence().double()
optimizer = torch.optim.LBFGS(model.parameters(), lr=0.8, max_iter=5)
for _ in range(3):

    def closure():
        optimizer.zero_grad()
        loss = nn.functional.mse_loss(model(wave[:, :-1]), wave[:, 1:])
        loss.backward()
        return loss

    print(optimizer.step(closure).item())
print(model(wave[:1, :-1], future=5)[0, -5:].tolist())
upscale = nn.Sequential(nn.Conv2d(1, 16, 5, padding=2), nn.ReLU(), nn.Conv2d(16, 9, 3, padding=1), nn.PixelShuffle(3))
siamese = nn.Sequential(nn.Conv2d(1, 8, 3), nn.ReLU(), nn.AdaptiveAvgPool2d(2), nn.Flatten(), nn.Linear(32, 8))
optimizer = torch.optim.Adadelta([*upscale.parameters(), *siamese.parameters()])
image, other, same = torch.rand(4, 1, 8, 8), torch.rand(4, 1, 8, 8), torch.tensor([1.0, 0, 1, 0])
for _ in range(4):
    optimizer.zero_grad()
    loss = nn.functional.mse_loss(upscale(image), nn.functional.interpolate(image, scale_factor=3, mode="bicubic"))
    distance = nn.functional.pairwise_distance(siamese(image), siamese(other))
    loss = loss + (same * distance**2 + (1 - same) * nn.functional.relu(1 - distance) ** 2).mean()
    loss.backward()
    optimizer.step()
    print(loss.item())
