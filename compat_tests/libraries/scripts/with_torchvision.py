"""torchvision: its Python part: ResNet-18 and MobileNet trained a step, transforms on tensors, boxes."""

import torch
import torchvision
from torchvision import transforms
from torchvision.ops import box_convert, box_iou, generalized_box_iou, sigmoid_focal_loss

for make in (torchvision.models.resnet18, torchvision.models.mobilenet_v3_small, torchvision.models.squeezenet1_1):
    torch.manual_seed(0)
    model = make(num_classes=10)
    x, target = torch.randn(2, 3, 64, 64), torch.tensor([1, 7])
    optimizer = torch.optim.SGD(model.parameters(), 0.01, momentum=0.9)
    for _ in range(2):
        optimizer.zero_grad()
        loss = torch.nn.functional.cross_entropy(model(x), target)
        loss.backward()
        optimizer.step()
        print(make.__name__, loss.item())
    model.eval()
    print(model(x).abs().mean().item(), sum(p.numel() for p in model.parameters()))
torch.manual_seed(0)
image = torch.rand(3, 32, 40)
steps = transforms.Compose(
    [
        transforms.RandomCrop(28),
        transforms.RandomHorizontalFlip(),
        transforms.ColorJitter(0.2, 0.2, 0.2, 0.1),
        transforms.Resize(20, antialias=True),
        transforms.Normalize((0.5,) * 3, (0.2,) * 3),
    ]
)
print(steps(image).mean((1, 2)).tolist(), transforms.functional.rotate(image, 30).sum().item())
print(transforms.functional.gaussian_blur(image, 5).std().item(), transforms.ToTensor()(transforms.ToPILImage()(image)).sum().item())
a = torch.tensor([[0.0, 0, 10, 10], [5, 5, 15, 20]])
print(box_iou(a, a + 2).tolist(), generalized_box_iou(a, a + 3).tolist(), box_convert(a, "xyxy", "cxcywh").tolist())
print(
    sigmoid_focal_loss(torch.randn(4), torch.tensor([0.0, 1, 1, 0]), reduction="mean").item(),
    torchvision.utils.make_grid(torch.rand(4, 3, 5, 5)).shape,
)
