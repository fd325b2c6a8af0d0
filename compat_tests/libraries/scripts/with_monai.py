"""monai: a UNet in two dimensions on synthetic images: transforms, Dice loss, steps, sliding windows, metrics."""
import torch
from monai.data import set_track_meta
from monai.inferers import sliding_window_inference
from monai.losses import DiceCELoss, DiceLoss, FocalLoss
from monai.metrics import DiceMetric
from monai.networks.nets import UNet
from monai.transforms import Compose, NormalizeIntensity, Resize, ScaleIntensity
from monai.utils import set_determinism

set_determinism(0)
set_track_meta(False)
net = UNet(spatial_dims=2, in_channels=1, out_channels=2, channels=(4, 8, 16), strides=(2, 2), num_res_units=1)
x, y = torch.rand(2, 1, 32, 32), (torch.rand(2, 1, 32, 32) > 0.5).long()
optimizer = torch.optim.Adam(net.parameters(), 1e-2)
loss = DiceCELoss(to_onehot_y=True, softmax=True)
for _ in range(3):
    optimizer.zero_grad()
    value = loss(net(x), y)
    value.backward()
    optimizer.step()
    print(f"loss {value.item():.5f}")
net.eval()
with torch.no_grad():
    out = sliding_window_inference(torch.rand(1, 1, 48, 48), (32, 32), 2, net, overlap=0.25)
print(out.shape, f"{out.mean().item():.5f}")
print(f"{DiceLoss(sigmoid=True)(x, y.float()).item():.5f} {FocalLoss()(x, y.float()).item():.5f}")
metric = DiceMetric(include_background=True)
metric(torch.stack([(x[:, 0] > 0.5).float()], 1), y.float())
print(f"{metric.aggregate().item():.5f}")
image = Compose([ScaleIntensity(), NormalizeIntensity(), Resize((16, 16))])(torch.rand(1, 32, 32))
print(tuple(image.shape), f"{float(image.sum()):.4f}")
