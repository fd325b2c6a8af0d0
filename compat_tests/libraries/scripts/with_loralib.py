"""loralib: low-rank changes of linear, embedding and convolution layers, trained and merged."""

import loralib
import torch

torch.manual_seed(0)
merged = loralib.MergedLinear(8, 6, r=2, enable_lora=[True, False, True])
model = torch.nn.Sequential(loralib.Embedding(10, 8, r=2), loralib.Linear(8, 8, r=2, lora_alpha=4), torch.nn.ReLU(), merged)
loralib.mark_only_lora_as_trainable(model)
print(sorted(name for name, p in model.named_parameters() if p.requires_grad))
tokens, y = torch.randint(10, (16,)), torch.randint(6, (16,))
optimizer = torch.optim.AdamW((p for p in model.parameters() if p.requires_grad), 1e-2)
for _ in range(5):
    loss = torch.nn.functional.cross_entropy(model(tokens), y)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item())
before = model(tokens)
model.eval()
print((model(tokens) - before).abs().max().item() < 1e-5, sum(v.sum().item() for v in loralib.lora_state_dict(model).values()))
