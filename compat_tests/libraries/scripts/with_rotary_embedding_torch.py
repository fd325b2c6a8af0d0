"""rotary_embedding_torch: rotated queries and keys."""

import torch
from rotary_embedding_torch import RotaryEmbedding

torch.manual_seed(0)
rotary = RotaryEmbedding(dim=16)
q, k = torch.randn(1, 2, 10, 32, requires_grad=True), torch.randn(1, 2, 10, 32)
scores = rotary.rotate_queries_or_keys(q) @ rotary.rotate_queries_or_keys(k).transpose(-1, -2)
scores.softmax(-1).square().sum().backward()
print(scores.std().item(), q.grad.norm().item())
