"""piq: image quality measures and their gradients."""
import piq
import torch

torch.manual_seed(0)
x = torch.rand(1, 3, 96, 96)
y = (x + 0.1 * torch.randn_like(x)).clamp(0, 1).requires_grad_()
for measure in (piq.ssim, piq.psnr, piq.gmsd, piq.vif_p, piq.fsim, piq.mdsi, piq.haarpsi, piq.vsi):
    value = measure(x, y, data_range=1.0)
    (gradient,) = torch.autograd.grad(value.sum(), y)
    print(measure.__name__, f"{value.item():.4f} {gradient.abs().sum().item():.3f}")
print(f"{piq.total_variation(x).item():.3f}")
