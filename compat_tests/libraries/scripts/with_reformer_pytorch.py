"""reformer_pytorch: a Reformer language model with hashed attention and reversible layers."""
import torch
from reformer_pytorch import ReformerLM

torch.manual_seed(0)
lm = ReformerLM(num_tokens=20, dim=16, depth=2, max_seq_len=32, heads=2, bucket_size=8, n_hashes=2, ff_chunks=2, causal=True)
tokens = torch.randint(0, 20, (1, 32))
loss = torch.nn.functional.cross_entropy(lm(tokens).transpose(1, 2), tokens)
loss.backward()
print(f"{loss.item():.5f} {sum(p.grad.abs().sum().item() for p in lm.parameters() if p.grad is not None):.3f}")
