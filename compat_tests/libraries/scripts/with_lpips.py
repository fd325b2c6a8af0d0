"""lpips: the perceptual distance on an untrained AlexNet, and its gradient."""

import lpips
import torch

torch.manual_seed(0)
measure = lpips.LPIPS(net="alex", pnet_rand=True, pretrained=False, verbose=False)
a, b = torch.rand(1, 3, 64, 64) * 2 - 1, (torch.rand(1, 3, 64, 64) * 2 - 1).requires_grad_()
distance = measure(a, b)
distance.sum().backward()
print(distance.item(), b.grad.norm().item())
