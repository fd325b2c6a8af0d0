"""kornia: filters, geometry, colours, a homography fitted by gradient, augmentation."""

import kornia
import torch

torch.manual_seed(0)
image = torch.rand(2, 3, 24, 32, requires_grad=True)
for name, out in {
    "blur": kornia.filters.gaussian_blur2d(image, (5, 5), (1.5, 1.5)),
    "sobel": kornia.filters.sobel(image),
    "canny": kornia.filters.canny(image)[0],
    "median": kornia.filters.median_blur(image, (3, 3)),
    "rotate": kornia.geometry.rotate(image, torch.tensor([30.0, -10.0])),
    "resize": kornia.geometry.resize(image, (12, 20)),
    "gray": kornia.color.rgb_to_grayscale(image),
    "hsv": kornia.color.rgb_to_hsv(image),
    "lab": kornia.color.rgb_to_lab(image),
    "equalize": kornia.enhance.equalize(image),
    "harris": kornia.feature.harris_response(image[:, :1]),
    "erosion": kornia.morphology.erosion(image, torch.ones(3, 3)),
    "ssim": kornia.metrics.ssim(image, image.flip(0), 5),
}.items():
    out.sum().backward()
    print(name, tuple(out.shape), out.mean().item(), image.grad.norm().item())
    image.grad = None
points = torch.rand(1, 8, 2)
print(kornia.geometry.find_homography_dlt(points, points * 2 + 1, torch.ones(1, 8)).flatten().tolist())
print(kornia.geometry.conversions.axis_angle_to_rotation_matrix(torch.tensor([[0.1, 0.2, 0.3]])).flatten().tolist())
augment = kornia.augmentation.AugmentationSequential(kornia.augmentation.RandomHorizontalFlip(), kornia.augmentation.RandomAffine(20.0))
print(augment(image).mean().item())
