"""timm: a vision transformer, a ResNet, a ConvNeXt and an EfficientNet, small; a step each, and its schedule."""

import timm
import torch
from timm.optim import create_optimizer_v2
from timm.scheduler import CosineLRScheduler

for name, options in (
    ("vit_tiny_patch16_224", {"img_size": 64, "patch_size": 16, "depth": 2}),
    ("resnet10t", {}),
    ("convnext_atto", {}),
    ("efficientnet_b0", {}),
):
    torch.manual_seed(0)
    model = timm.create_model(name, num_classes=7, **options)
    x, target = torch.randn(8, 3, 64, 64), torch.arange(8) % 7
    optimizer = create_optimizer_v2(model, "momentum", lr=1e-3, weight_decay=0.05)
    for _ in range(2):
        optimizer.zero_grad()
        loss = torch.nn.functional.cross_entropy(model(x), target)
        loss.backward()
        optimizer.step()
        print(name, loss.item())
    print(sum(p.numel() for p in model.parameters()), model.eval()(x).std().item())
schedule = CosineLRScheduler(optimizer, t_initial=10, warmup_t=2, warmup_lr_init=1e-5)
for epoch in range(4):
    schedule.step(epoch)
    print(optimizer.param_groups[0]["lr"])
