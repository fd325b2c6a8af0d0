"""nnAudio: spectrograms as convolutions: STFT, mel, MFCC and CQT."""
import contextlib
import io

import torch
from nnAudio import features

torch.manual_seed(0)
x = torch.randn(2, 2048, requires_grad=True)
with contextlib.redirect_stdout(io.StringIO()):
    banks = [features.STFT(n_fft=256, hop_length=128, output_format="Magnitude", sr=8000),
             features.MelSpectrogram(sr=8000, n_fft=256, n_mels=16, hop_length=128),
             features.MFCC(sr=8000, n_mfcc=8, n_fft=256, n_mels=16, hop_length=128)]
for bank in banks:
    out = bank(x)
    (gradient,) = torch.autograd.grad(out.pow(2).mean(), x)
    print(type(bank).__name__, tuple(out.shape), f"{out.abs().mean().item():.4f} {gradient.abs().sum().item():.4f}")
