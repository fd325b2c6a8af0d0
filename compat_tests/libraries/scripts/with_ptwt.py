"""ptwt: wavelets: fast, continuous and packets, and the way back."""
import ptwt
import pywt
import torch

torch.manual_seed(0)
x = torch.randn(2, 32, dtype=torch.float64, requires_grad=True)
parts = ptwt.wavedec(x, pywt.Wavelet("db2"), mode="zero", level=2)
print([f"{p.abs().sum().item():.5f}" for p in parts], (ptwt.waverec(parts, pywt.Wavelet("db2")) - x).abs().max().item() < 1e-10)
parts[0].pow(2).sum().backward()
print(f"{x.grad.abs().sum().item():.5f}")
image = torch.randn(1, 16, 16, dtype=torch.float64)
whole = ptwt.wavedec2(image, "haar", level=2, mode="reflect")
print(f"{whole[0].sum().item():.5f}", (ptwt.waverec2(whole, "haar") - image).abs().max().item() < 1e-10)
scales, _ = ptwt.cwt(x.detach(), torch.arange(1, 5).numpy(), "mexh")
print(f"{scales.abs().sum().item():.4f}")
