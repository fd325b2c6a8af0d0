"""backpack: per-example gradients, their norms and variances, curvature, in one backward."""

import torch
from backpack import backpack, extend
from backpack.extensions import KFAC, BatchGrad, BatchL2Grad, DiagGGNExact, DiagHessian, SumGradSquared, Variance

torch.manual_seed(0)
model = extend(torch.nn.Sequential(torch.nn.Conv2d(1, 2, 3), torch.nn.Sigmoid(), torch.nn.Flatten(), torch.nn.Linear(2 * 16, 3)))
loss = extend(torch.nn.CrossEntropyLoss())(model(torch.randn(4, 1, 6, 6)), torch.tensor([0, 1, 2, 1]))
with backpack(BatchGrad(), BatchL2Grad(), Variance(), SumGradSquared(), DiagGGNExact(), DiagHessian(), KFAC()):
    loss.backward()
for name, p in model.named_parameters():
    print(
        name,
        p.grad.norm().item(),
        p.grad_batch.shape,
        p.grad_batch.norm().item(),
        p.batch_l2.tolist(),
        p.variance.sum().item(),
        p.sum_grad_squared.sum().item(),
        p.diag_ggn_exact.sum().item(),
        p.diag_h.sum().item(),
        [f.trace().item() for f in p.kfac],
    )
