"""efficientnet_pytorch: the smallest EfficientNet on small images: a step, and features."""
import torch
from efficientnet_pytorch import EfficientNet

torch.manual_seed(0)
net = EfficientNet.from_name("efficientnet-b0", override_params={"num_classes": 4, "dropout_rate": 0.0, "drop_connect_rate": 0.0})
x = torch.randn(4, 3, 64, 64)
loss = torch.nn.functional.cross_entropy(net(x), torch.tensor([0, 1, 2, 3]))
loss.backward()
print(f"{loss.item():.4f} {net._fc.weight.grad.abs().sum().item():.3f}")
net.eval()
print(f"{net.extract_features(x[:1]).abs().mean().item():.4f}")
