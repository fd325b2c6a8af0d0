"""pytorch_wavelets: discrete wavelets there and back, and their gradients."""
import torch
from pytorch_wavelets import DTCWTForward, DTCWTInverse, DWTForward, DWTInverse

torch.manual_seed(0)
x = torch.randn(1, 2, 16, 16, requires_grad=True)
low, high = DWTForward(J=2, wave="db2", mode="zero")(x)
print(f"{low.sum().item():.4f}", [f"{h.abs().sum().item():.4f}" for h in high])
back = DWTInverse(wave="db2", mode="zero")((low, high))
print((back[..., :16, :16] - x).abs().max().item() < 1e-4)
low.pow(2).sum().backward()
print(f"{x.grad.abs().sum().item():.4f}")
low, high = DTCWTForward(J=2)(x.detach())
print(f"{low.sum().item():.4f} {high[1].abs().sum().item():.4f}", (DTCWTInverse()((low, high)) - x).abs().max().item() < 1e-3)
