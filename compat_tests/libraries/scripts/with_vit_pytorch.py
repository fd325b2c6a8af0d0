"""vit_pytorch: ViT, SimpleViT and CaiT, a few steps."""

import torch
from vit_pytorch import SimpleViT, ViT
from vit_pytorch.cait import CaiT

common = {"image_size": 32, "patch_size": 8, "num_classes": 5, "dim": 32, "heads": 2, "mlp_dim": 64}
for make, more in (
    (ViT, {"depth": 2, "dropout": 0.1, "emb_dropout": 0.1}),
    (SimpleViT, {"depth": 2}),
    (CaiT, {"depth": 2, "cls_depth": 1}),
):
    torch.manual_seed(0)
    model = make(**common, **more)
    x, target = torch.randn(4, 3, 32, 32), torch.tensor([0, 3, 2, 1])
    optimizer = torch.optim.AdamW(model.parameters(), 1e-3)
    for _ in range(4):
        optimizer.zero_grad()
        loss = torch.nn.functional.cross_entropy(model(x), target)
        loss.backward()
        optimizer.step()
        print(make.__name__, loss.item())
