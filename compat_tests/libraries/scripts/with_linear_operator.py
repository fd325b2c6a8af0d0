"""linear_operator: structured matrices solved, decomposed and differentiated, an interpolated one by sparse products."""

import torch
from linear_operator import operators, settings, to_dense

torch.manual_seed(0)
root = torch.randn(6, 3, dtype=torch.float64, requires_grad=True)
low_rank = operators.RootLinearOperator(root).add_diagonal(torch.full((6,), 0.5, dtype=torch.float64))
b = torch.randn(6, 2, dtype=torch.float64)
print(low_rank.solve(b).sum().item(), low_rank.logdet().item())
low_rank.inv_quad(b).backward()
print(root.grad.tolist())
diagonal, toeplitz = operators.DiagLinearOperator(torch.tensor([1.0, 2.0])), operators.ToeplitzLinearOperator(torch.tensor([3.0, 1.0, 0.5]))
kron = operators.KroneckerProductLinearOperator(diagonal, toeplitz)
print(to_dense(kron).sum().item(), (kron @ torch.ones(6, 1)).flatten().tolist(), kron.logdet().item())
base = operators.DenseLinearOperator(torch.randn(5, 5).pow(2) + torch.eye(5))
indices = torch.randint(5, (7, 2))
between = operators.InterpolatedLinearOperator(base, indices, torch.rand(7, 2), indices, torch.rand(7, 2))
print((between @ torch.randn(7, 3)).sum().item(), between.diagonal().tolist(), to_dense(between[1:3]).tolist())
with settings.max_cholesky_size(0):
    print(low_rank.solve(b).sum().item())
print(to_dense(low_rank.cholesky()).diagonal().tolist(), low_rank.eigvalsh().tolist())
