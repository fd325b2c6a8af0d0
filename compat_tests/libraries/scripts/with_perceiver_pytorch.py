"""perceiver_pytorch: a Perceiver with Fourier features, and Perceiver IO."""
import torch
from perceiver_pytorch import Perceiver, PerceiverIO

torch.manual_seed(0)
net = Perceiver(input_channels=3, input_axis=2, num_freq_bands=4, max_freq=10.0, depth=2, num_latents=8, latent_dim=16, cross_heads=1,
                latent_heads=2, cross_dim_head=8, latent_dim_head=8, num_classes=4)
x = torch.randn(2, 8, 8, 3)
loss = torch.nn.functional.cross_entropy(net(x), torch.tensor([1, 2]))
loss.backward()
print(f"{loss.item():.5f} {sum(p.grad.abs().sum().item() for p in net.parameters() if p.grad is not None):.3f}")
io = PerceiverIO(dim=8, queries_dim=8, logits_dim=5, depth=1, num_latents=4, latent_dim=16, cross_dim_head=8, latent_dim_head=8)
print(f"{io(torch.randn(1, 10, 8), queries=torch.randn(6, 8)).sum().item():.4f}")
