"""captum: attributions of a small network by gradients, ablation and layers."""

import torch
from captum.attr import (
    DeepLift,
    FeatureAblation,
    GuidedBackprop,
    InputXGradient,
    IntegratedGradients,
    LayerConductance,
    LayerGradCam,
    NoiseTunnel,
    Occlusion,
    Saliency,
    ShapleyValueSampling,
)

torch.manual_seed(0)
model = torch.nn.Sequential(torch.nn.Conv2d(1, 4, 3), torch.nn.ReLU(), torch.nn.Flatten(), torch.nn.Linear(4 * 16, 3))
model[1].inplace = False
x = torch.rand(2, 1, 6, 6)
for make in (Saliency, InputXGradient, IntegratedGradients, DeepLift, GuidedBackprop, FeatureAblation, ShapleyValueSampling):
    options = {"n_samples": 2} if make is ShapleyValueSampling else {}
    print(make.__name__, make(model).attribute(x, target=1, **options).sum((1, 2, 3)).tolist())
print(
    Occlusion(model).attribute(x, (1, 3, 3), target=0).std().item(), LayerConductance(model, model[0]).attribute(x, target=1).sum().item()
)
print(
    LayerGradCam(model, model[0]).attribute(x, target=2).sum().item(),
    NoiseTunnel(Saliency(model)).attribute(x, target=0, nt_samples=3).sum().item(),
)
attributions, delta = IntegratedGradients(model).attribute(x, target=1, return_convergence_delta=True)
print(delta.tolist(), attributions.norm().item())
