"""performer_pytorch: attention by random features, causal and not."""
import torch
from performer_pytorch import Performer, PerformerLM

torch.manual_seed(0)
net = Performer(dim=16, depth=1, heads=2, dim_head=8, nb_features=12)
x = torch.randn(2, 10, 16)
print(f"{net(x).pow(2).mean().item():.5f}")
lm = PerformerLM(num_tokens=20, max_seq_len=12, dim=16, depth=1, heads=2, dim_head=8, nb_features=12)
loss = torch.nn.functional.cross_entropy(lm(torch.arange(12).reshape(1, 12)).transpose(1, 2), torch.ones(1, 12, dtype=torch.long))
loss.backward()
print(f"{loss.item():.5f} {sum(p.grad.abs().sum().item() for p in lm.parameters() if p.grad is not None):.3f}")
