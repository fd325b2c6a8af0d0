"""einops: patches by rearrange, pooling by reduce, repeat, einsum, a Rearrange layer; trained."""

import torch
from einops import einsum, rearrange, reduce, repeat
from einops.layers.torch import EinMix, Rearrange, Reduce

torch.manual_seed(0)
images = torch.randn(8, 3, 16, 16)
print(rearrange(images, "b c (h p) (w q) -> b (h w) (p q c)", p=4, q=4).shape, reduce(images, "b c h w -> b c", "max").sum().item())
print(
    repeat(images.mean((2, 3)), "b c -> b (c k)", k=2).std().item(),
    einsum(images, images, "b c h w, b d h w -> c d").diagonal().sum().item(),
)
model = torch.nn.Sequential(
    Rearrange("b c (h p) (w q) -> b (h w) (p q c)", p=4, q=4),
    torch.nn.Linear(48, 32),
    torch.nn.GELU(),
    EinMix("b t c -> b t d", weight_shape="c d", bias_shape="d", c=32, d=16),
    Reduce("b t d -> b d", "mean"),
    torch.nn.Linear(16, 4),
)
optimizer = torch.optim.Adam(model.parameters(), 1e-2)
target = torch.arange(8) % 4
for _ in range(10):
    optimizer.zero_grad()
    loss = torch.nn.functional.cross_entropy(model(images), target)
    loss.backward()
    optimizer.step()
    print(loss.item())
