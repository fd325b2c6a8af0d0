"""A small GPT that learns to write one sentence, letter by letter."""
import torch
from torch import nn

TEXT = "a graph remembers what was done, and backward asks each step in turn what its part was. " * 8
LETTERS = sorted(set(TEXT))


class Block(nn.Module):
    """Attention to what came before, then two layers, each added to what went in."""

    def __init__(self, width, heads):
        super().__init__()
        self.before, self.after = nn.LayerNorm(width), nn.LayerNorm(width)
        self.mix, self.heads = nn.Linear(width, 3 * width), heads
        self.out = nn.Linear(width, width)
        self.think = nn.Sequential(nn.Linear(width, 4 * width), nn.GELU(), nn.Linear(4 * width, width))

    def forward(self, x):
        batch, length, width = x.shape
        q, k, v = self.mix(self.before(x)).reshape(batch, length, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        seen = nn.functional.scaled_dot_product_attention(q, k, v, is_causal=True)
        x = x + self.out(seen.transpose(1, 2).reshape(batch, length, width))
        return x + self.think(self.after(x))


class GPT(nn.Module):
    def __init__(self, letters, length, width=32, heads=4, blocks=2):
        super().__init__()
        self.letter, self.place = nn.Embedding(letters, width), nn.Embedding(length, width)
        self.blocks = nn.Sequential(*(Block(width, heads) for _ in range(blocks)))
        self.norm, self.head = nn.LayerNorm(width), nn.Linear(width, letters)

    def forward(self, x):
        return self.head(self.norm(self.blocks(self.letter(x) + self.place(torch.arange(x.shape[1])))))


def losses(steps=60, length=32):
    torch.manual_seed(0)
    codes = torch.tensor([LETTERS.index(letter) for letter in TEXT])
    model = GPT(len(LETTERS), length)
    optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3)
    told = []
    for _ in range(steps):
        starts = torch.randint(len(codes) - length - 1, (16,))
        batch = torch.stack([codes[start:start + length + 1] for start in starts])
        loss = nn.functional.cross_entropy(model(batch[:, :-1]).flatten(0, 1), batch[:, 1:].flatten())
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        told.append(loss.item())
    return told


if __name__ == "__main__":
    from curves import main

    main(losses, "gpt")
