"""torchvision: features of inner layers of a ResNet and a MobileNet, taken out by torch.fx."""

import torch
import torchvision
from torchvision.models.feature_extraction import create_feature_extractor, get_graph_node_names

torch.manual_seed(0)
model = torchvision.models.resnet18().eval()
names = get_graph_node_names(model)[1]
print(len(names), names[:6], names[-3:])
extractor = create_feature_extractor(model, {"layer1": "first", "layer3.1.relu_1": "third", "avgpool": "pooled"})
image = torch.randn(1, 3, 64, 64)
for name, value in extractor(image).items():
    print(name, tuple(value.shape), value.mean().item(), value.std().item())
print(sum(p.numel() for p in extractor.parameters()), sum(p.numel() for p in model.parameters()))
small = torchvision.models.mobilenet_v3_small()
print(len(get_graph_node_names(small)[0]), len(get_graph_node_names(torchvision.models.vit_b_32())[0]))
traced = torch.fx.symbolic_trace(small.eval())
print(torch.equal(traced(image), small(image)), traced(image)[0, :4].tolist())
