"""pytorch_partial_crf: a conditional random field of partial labels: likelihood, decoding."""
import torch
from pytorch_partial_crf import CRF, PartialCRF

torch.manual_seed(0)
emissions = torch.randn(2, 5, 4, requires_grad=True)
tags = torch.tensor([[0, 1, 2, 3, 1], [2, 2, 0, 1, 3]])
for make in (CRF, PartialCRF):
    model = make(4)
    loss = model(emissions, tags if make is CRF else torch.where(tags == 2, torch.tensor(-1), tags))
    (gradient,) = torch.autograd.grad(loss, emissions)
    print(make.__name__, f"{loss.item():.5f} {gradient.abs().sum().item():.5f}", model.viterbi_decode(emissions.detach()))
