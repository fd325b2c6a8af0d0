"""linformer: attention through projected keys and values."""
import torch
from linformer import LinformerLM

torch.manual_seed(0)
lm = LinformerLM(num_tokens=20, dim=16, seq_len=12, depth=2, heads=2, k=4, dim_head=8)
loss = torch.nn.functional.cross_entropy(lm(torch.arange(12).reshape(1, 12)).transpose(1, 2), torch.ones(1, 12, dtype=torch.long))
loss.backward()
print(f"{loss.item():.5f} {sum(p.grad.abs().sum().item() for p in lm.parameters() if p.grad is not None):.3f}")
