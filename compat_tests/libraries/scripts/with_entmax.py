"""entmax: sparse softmaxes and their losses."""

import torch
from entmax import Entmax15Loss, entmax15, entmax_bisect, sparsemax

torch.manual_seed(0)
x = torch.randn(4, 6, requires_grad=True)
alpha = torch.tensor(1.3, requires_grad=True)
for out in (sparsemax(x, dim=-1), entmax15(x, dim=-1), entmax_bisect(x, alpha, dim=-1)):
    (out * torch.arange(6)).sum().backward()
    print(out[0].tolist(), x.grad.norm().item())
    x.grad = None
print(alpha.grad.item(), Entmax15Loss()(x, torch.tensor([0, 2, 4, 5])).item())
