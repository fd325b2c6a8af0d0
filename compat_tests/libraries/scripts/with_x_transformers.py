"""x_transformers: a decoder with rotary positions and a vision transformer; steps, and tokens generated."""
import torch
from x_transformers import AutoregressiveWrapper, Decoder, Encoder, TransformerWrapper, ViTransformerWrapper

torch.manual_seed(0)
net = AutoregressiveWrapper(TransformerWrapper(num_tokens=32, max_seq_len=24, attn_layers=Decoder(
    dim=16, depth=2, heads=2, rotary_pos_emb=True, ff_glu=True, use_rmsnorm=True)))
tokens = torch.randint(0, 32, (2, 20))
optimizer = torch.optim.Adam(net.parameters(), 1e-2)
for _ in range(3):
    loss = net(tokens)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"loss {loss.item():.5f}")
print(net.generate(tokens[:, :4], 6, temperature=0.0).tolist())
vit = ViTransformerWrapper(image_size=16, patch_size=8, num_classes=5, attn_layers=Encoder(dim=16, depth=1, heads=2))
print(f"{vit(torch.randn(2, 3, 16, 16)).sum().item():.4f}")
