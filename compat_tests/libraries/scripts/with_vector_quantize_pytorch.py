"""vector_quantize_pytorch: vector quantization, residual and finite scalar forms, with k-means start and losses."""

import torch
from vector_quantize_pytorch import FSQ, LFQ, ResidualVQ, VectorQuantize

for make in (
    lambda: VectorQuantize(dim=8, codebook_size=16),
    lambda: ResidualVQ(dim=8, num_quantizers=2, codebook_size=16),
    lambda: VectorQuantize(dim=8, codebook_size=16, kmeans_init=True, kmeans_iters=3),
    lambda: FSQ(levels=[5, 3, 3], dim=8),
    lambda: LFQ(codebook_size=16, dim=4),
):
    torch.manual_seed(0)
    layer = make()
    x = torch.randn(2, 10, 4 if isinstance(layer, LFQ) else 8, requires_grad=True)
    quantized, indices, *loss = layer(x)
    (quantized.square().sum() + sum(part.sum() for part in loss if part is not None)).backward()
    print(
        type(layer).__name__,
        indices.float().mean().item(),
        quantized.norm().item(),
        x.grad.norm().item(),
        [p.sum().item() for p in loss if p is not None][:1],
    )
