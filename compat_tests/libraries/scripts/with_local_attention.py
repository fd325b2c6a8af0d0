"""local_attention: attention in windows, causal and not, in a small transformer; a few steps."""

import torch
from local_attention import LocalAttention, LocalTransformer

torch.manual_seed(0)
q, k, v = (torch.randn(2, 2, 16, 8) for _ in range(3))
for causal in (False, True):
    attention = LocalAttention(dim=8, window_size=4, causal=causal, look_forward=0 if causal else 1, autopad=True)
    print(attention(q, k, v, mask=torch.ones(2, 16).bool()).square().sum().item())
model = LocalTransformer(num_tokens=20, dim=16, depth=2, max_seq_len=32, causal=True, local_attn_window_size=8, dim_head=8, heads=2)
tokens = torch.randint(20, (2, 33))
optimizer = torch.optim.SGD(model.parameters(), 0.1)
for _ in range(3):
    loss = model(tokens, return_loss=True)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item())
