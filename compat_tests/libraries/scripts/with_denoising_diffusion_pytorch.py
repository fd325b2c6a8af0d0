"""denoising_diffusion_pytorch: a small Unet and its Gaussian diffusion: losses, steps, samples by DDIM."""
import contextlib
import io

import torch
from denoising_diffusion_pytorch import GaussianDiffusion, Unet

torch.manual_seed(0)
net = Unet(dim=8, dim_mults=(1, 2), flash_attn=False)
diffusion = GaussianDiffusion(net, image_size=16, timesteps=20, sampling_timesteps=3)
optimizer = torch.optim.Adam(net.parameters(), 1e-3)
images = torch.rand(2, 3, 16, 16)
for _ in range(2):
    loss = diffusion(images)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"loss {loss.item():.5f}")
with contextlib.redirect_stderr(io.StringIO()):
    out = diffusion.sample(batch_size=2)
print(tuple(out.shape), f"{out.mean().item():.4f}")
