"""torch: a deep convolutional GAN on small images: two optimizers, transposed convolutions, batch norm."""

import torch
from torch import nn


def init(m):
    if isinstance(m, (nn.Conv2d, nn.ConvTranspose2d)):
        nn.init.normal_(m.weight, 0.0, 0.02)
    elif isinstance(m, nn.BatchNorm2d):
        nn.init.normal_(m.weight, 1.0, 0.02)
        nn.init.zeros_(m.bias)


torch.manual_seed(0)
generator = nn.Sequential(
    nn.ConvTranspose2d(16, 32, 4, 1, 0, bias=False),
    nn.BatchNorm2d(32),
    nn.ReLU(True),
    nn.ConvTranspose2d(32, 16, 4, 2, 1, bias=False),
    nn.BatchNorm2d(16),
    nn.ReLU(True),
    nn.ConvTranspose2d(16, 1, 4, 2, 1),
    nn.Tanh(),
)
critic = nn.Sequential(
    nn.Conv2d(1, 16, 4, 2, 1),
    nn.LeakyReLU(0.2, inplace=True),
    nn.Conv2d(16, 32, 4, 2, 1, bias=False),
    nn.BatchNorm2d(32),
    nn.LeakyReLU(0.2, inplace=True),
    nn.Conv2d(32, 1, 4),
    nn.Sigmoid(),
    nn.Flatten(0),
)
generator.apply(init)
critic.apply(init)
bce = nn.BCELoss()
of_g, of_d = (torch.optim.Adam(m.parameters(), lr=2e-4, betas=(0.5, 0.999)) for m in (generator, critic))
for _ in range(4):
    real, noise = torch.rand(16, 1, 16, 16) * 2 - 1, torch.randn(16, 16, 1, 1)
    critic.zero_grad()
    loss_real = bce(critic(real), torch.ones(16))
    loss_real.backward()
    fake = generator(noise)
    loss_fake = bce(critic(fake.detach()), torch.zeros(16))
    loss_fake.backward()
    of_d.step()
    generator.zero_grad()
    loss = bce(critic(fake), torch.ones(16))
    loss.backward()
    of_g.step()
    print(loss_real.item(), loss_fake.item(), loss.item())
