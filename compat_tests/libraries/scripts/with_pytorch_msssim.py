"""pytorch_msssim: SSIM and its multi-scale form, and an image improved by its gradient."""

import torch
from pytorch_msssim import MS_SSIM, SSIM, ms_ssim, ssim

torch.manual_seed(0)
a, b = torch.rand(1, 3, 180, 180), torch.rand(1, 3, 180, 180)
print(ssim(a, b, data_range=1).item(), ms_ssim(a, b, data_range=1).item(), MS_SSIM(data_range=1)(a, a).item())
image = b[..., :40, :40].clone().requires_grad_()
optimizer, measure = torch.optim.Adam([image], 0.05), SSIM(data_range=1, channel=3)
for _ in range(5):
    optimizer.zero_grad()
    loss = 1 - measure(image, a[..., :40, :40])
    loss.backward()
    optimizer.step()
    print(loss.item())
