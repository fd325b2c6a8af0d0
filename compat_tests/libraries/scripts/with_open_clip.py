"""open_clip: a tiny CLIP: texts and images embedded, the contrastive loss, a step."""
import torch
from open_clip.loss import ClipLoss
from open_clip.model import CLIP, CLIPTextCfg, CLIPVisionCfg

torch.manual_seed(0)
net = CLIP(16, CLIPVisionCfg(layers=2, width=32, head_width=16, patch_size=8, image_size=16),
           CLIPTextCfg(context_length=8, vocab_size=50, width=32, heads=2, layers=2))
images, texts = torch.randn(3, 3, 16, 16), torch.randint(1, 50, (3, 8))
optimizer = torch.optim.AdamW(net.parameters(), 1e-3)
for _ in range(3):
    a, b, scale = net(images, texts)
    loss = ClipLoss()(a, b, scale)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"loss {loss.item():.5f}")
