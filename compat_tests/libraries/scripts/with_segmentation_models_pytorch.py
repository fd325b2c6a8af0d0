"""segmentation_models_pytorch: a Unet and an FPN on small encoders, a step each; losses and scores."""
import segmentation_models_pytorch as smp
import torch

torch.manual_seed(0)
x, mask = torch.randn(3, 3, 64, 64), (torch.rand(3, 1, 64, 64) > 0.5).float()
for make in (smp.Unet, smp.FPN):
    net = make("resnet18", encoder_weights=None, classes=1, **({"decoder_channels": (32, 16, 16, 8, 8)} if make is smp.Unet else {}))
    optimizer = torch.optim.SGD(net.parameters(), lr=0.001)
    for _ in range(2):
        loss = smp.losses.DiceLoss("binary")(net(x), mask) + smp.losses.FocalLoss("binary")(net(x), mask)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(f"{make.__name__} loss {loss.item():.5f}")
for loss in (smp.losses.JaccardLoss("binary"), smp.losses.TverskyLoss("binary"), smp.losses.LovaszLoss("binary")):
    print(type(loss).__name__, f"{loss(x[:, :1], mask).item():.5f}")
counts = smp.metrics.get_stats(x[:, :1].sigmoid(), mask.long(), mode="binary", threshold=0.5)
print([f"{f(*counts, reduction='micro').item():.5f}" for f in (smp.metrics.iou_score, smp.metrics.f1_score, smp.metrics.accuracy)])
