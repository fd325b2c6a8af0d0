"""diffusers: a tiny UNet trained to predict noise, and samples by DDPM, DDIM and Euler schedules; an autoencoder."""

import torch
from diffusers import AutoencoderKL, DDIMScheduler, DDPMPipeline, DDPMScheduler, EulerDiscreteScheduler, UNet2DModel

torch.manual_seed(0)
unet = UNet2DModel(
    sample_size=16,
    in_channels=1,
    out_channels=1,
    layers_per_block=1,
    block_out_channels=(32, 32),
    down_block_types=("DownBlock2D", "AttnDownBlock2D"),
    up_block_types=("AttnUpBlock2D", "UpBlock2D"),
)
noises = DDPMScheduler(num_train_timesteps=100)
optimizer = torch.optim.AdamW(unet.parameters(), 1e-3)
clean = torch.rand(4, 1, 16, 16) * 2 - 1
for _ in range(4):
    noise, steps = torch.randn_like(clean), torch.randint(0, 100, (4,))
    loss = torch.nn.functional.mse_loss(unet(noises.add_noise(clean, noise, steps), steps).sample, noise)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item())
unet.eval()
for make in (DDPMScheduler, DDIMScheduler, EulerDiscreteScheduler):
    schedule = make(num_train_timesteps=100)
    schedule.set_timesteps(4)
    generator = torch.Generator().manual_seed(1)
    image = torch.randn(1, 1, 16, 16, generator=generator) * schedule.init_noise_sigma
    with torch.no_grad():
        for step in schedule.timesteps:
            guess = unet(schedule.scale_model_input(image, step), step).sample
            image = schedule.step(guess, step, image, generator=generator).prev_sample
    print(make.__name__, image.mean().item(), image.std().item())
pipeline = DDPMPipeline(unet, noises)
pipeline.set_progress_bar_config(disable=True)
print(pipeline(generator=torch.Generator().manual_seed(0), num_inference_steps=3, output_type="np").images.mean().item())
vae = AutoencoderKL(in_channels=1, out_channels=1, block_out_channels=(32,), norm_num_groups=8)
print(vae(clean).sample.std().item(), vae.encode(clean).latent_dist.kl().sum().item())
