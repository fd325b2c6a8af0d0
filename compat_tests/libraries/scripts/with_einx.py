"""einx: rearranged, reduced, contracted and indexed by einsum-like notation."""

import einx
import torch

torch.manual_seed(0)
x, w = torch.randn(2, 6, 4, requires_grad=True), torch.randn(4, 3)
print(einx.id("b (s t) c -> b s (t c)", x, s=3).sum().item(), einx.sum("b [s] c", x).tolist(), einx.mean("b s [c]", x).tolist())
y = einx.dot("b s [c], [c] d -> b s d", x, w)
y.square().sum().backward()
print(y.shape, x.grad.sum().item(), einx.softmax("b [s] c", x.detach())[0].tolist())
print(einx.get_at("b [s] c, i -> b i c", x.detach(), torch.tensor([0, 2])).tolist())
