"""torchattacks: adversarial images by several attacks."""
import torch
import torchattacks

torch.manual_seed(0)
net = torch.nn.Sequential(torch.nn.Conv2d(3, 4, 3), torch.nn.ReLU(), torch.nn.Flatten(), torch.nn.Linear(4 * 36, 5)).eval()
x, y = torch.rand(3, 3, 8, 8), torch.tensor([0, 1, 2])
for attack in (torchattacks.FGSM(net, eps=0.03), torchattacks.PGD(net, steps=3), torchattacks.MIFGSM(net, steps=3),
               torchattacks.CW(net, steps=3), torchattacks.DeepFool(net, steps=3), torchattacks.BIM(net, steps=3),
               torchattacks.VMIFGSM(net, steps=2)):
    out = attack(x, y)
    print(type(attack).__name__, f"{out.sum().item():.3f} {(out - x).abs().max().item():.4f}")
