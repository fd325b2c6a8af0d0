"""pytorch_optimizer: many of its optimizers, steps on the same problem; a schedule; losses."""

import pytorch_optimizer
import torch

for name in (
    "AdaBelief",
    "AdamP",
    "AdaNorm",
    "Adan",
    "ADOPT",
    "AdEMAMix",
    "Amos",
    "CAME",
    "DAdaptAdam",
    "DiffGrad",
    "Fromage",
    "Gravity",
    "Lamb",
    "LARS",
    "Lion",
    "MADGRAD",
    "NovoGrad",
    "Prodigy",
    "QHAdam",
    "RAdam",
    "Ranger",
    "ScheduleFreeAdamW",
    "SGDP",
    "SGDW",
    "Shampoo",
    "SOAP",
    "SophiaH",
    "StableAdamW",
    "Tiger",
    "Yogi",
):
    torch.manual_seed(0)
    model = torch.nn.Sequential(torch.nn.Linear(6, 16), torch.nn.Tanh(), torch.nn.Linear(16, 1))
    x = torch.randn(32, 6)
    optimizer = getattr(pytorch_optimizer, name)(model.parameters(), lr=1e-3)
    if hasattr(optimizer, "train"):
        optimizer.train()
    for _ in range(8):
        optimizer.zero_grad()
        loss = (model(x) - x.sum(1, keepdim=True)).square().mean()
        loss.backward(create_graph=name == "SophiaH")
        optimizer.step()
    print(name, loss.item())
logits, target = torch.randn(8, 1), torch.randint(2, (8, 1)).float()
print(pytorch_optimizer.BCEFocalLoss()(logits.sigmoid(), target).item())
