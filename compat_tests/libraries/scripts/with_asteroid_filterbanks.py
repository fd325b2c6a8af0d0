"""asteroid_filterbanks: learned, Fourier and sinc filterbanks of audio."""
import torch
from asteroid_filterbanks import STFTFB, Decoder, Encoder, FreeFB, ParamSincFB

torch.manual_seed(0)
x = torch.randn(2, 1, 400)
for make in (FreeFB, STFTFB, ParamSincFB):
    bank = make(32, 16, stride=8)
    out = Encoder(bank)(x)
    print(make.__name__, tuple(out.shape), f"{out.abs().sum().item():.3f}")
bank = FreeFB(32, 16, stride=8)
encoder, decoder = Encoder(bank), Decoder(FreeFB(32, 16, stride=8))
loss = (decoder(encoder(x).relu())[..., :392] - x[..., :392]).pow(2).mean()
loss.backward()
print(f"{loss.item():.5f} {sum(p.grad.abs().sum().item() for p in encoder.parameters()):.4f}")
