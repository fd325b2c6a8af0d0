"""auraloss: losses of audio in time and frequency."""
import auraloss
import torch

torch.manual_seed(0)
torch.set_default_dtype(torch.float64)
x, y = torch.rand(2, 1, 4096), torch.rand(2, 1, 4096).requires_grad_()
for loss in (auraloss.time.SISDRLoss(), auraloss.time.LogCoshLoss(), auraloss.time.ESRLoss(),
             auraloss.freq.STFTLoss(fft_size=512, hop_size=128, win_length=512),
             auraloss.freq.MultiResolutionSTFTLoss(fft_sizes=[512, 256], hop_sizes=[128, 64], win_lengths=[512, 256])):
    value = loss(y, x)
    (gradient,) = torch.autograd.grad(value, y)
    print(type(loss).__name__, f"{value.item():.4f} {gradient.abs().sum().item():.4f}")
