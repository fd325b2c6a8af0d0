"""opt_einsum: contraction paths on torch tensors, and their gradients."""

import opt_einsum
import torch

torch.manual_seed(0)
a, b, c = torch.randn(6, 7, requires_grad=True), torch.randn(7, 8, 5), torch.randn(5, 6, 8)
out = opt_einsum.contract("ij,jkl,lik->k", a, b, c)
out.square().sum().backward()
print(out.tolist(), a.grad.norm().item())
print(opt_einsum.contract_expression("ij,jk->ik", (6, 7), (7, 3))(a, torch.ones(7, 3)).sum().item())
