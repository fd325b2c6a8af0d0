"""torch: word language models by LSTM (truncated backpropagation, clipped) and by transformer; text sampled."""

import math

import torch
from torch import nn

torch.manual_seed(0)
text = (torch.arange(240) * torch.arange(1, 241) % 23).view(6, 40).t().contiguous()


class LSTM(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed, self.drop, self.rnn = nn.Embedding(23, 16), nn.Dropout(0.2), nn.LSTM(16, 32, 2, dropout=0.2)
        self.out = nn.Linear(32, 23)

    def forward(self, x, state=None):
        y, state = self.rnn(self.drop(self.embed(x)), state)
        return self.out(self.drop(y)), state


class Transformer(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed, self.out = nn.Embedding(23, 16), nn.Linear(16, 23)
        self.encoder = nn.TransformerEncoder(nn.TransformerEncoderLayer(16, 2, 32, 0.1), 2, enable_nested_tensor=False)
        position, scale = torch.arange(40.0)[:, None], torch.exp(torch.arange(0, 16, 2) * (-math.log(10000.0) / 16))
        table = torch.zeros(40, 1, 16)
        table[:, 0, 0::2], table[:, 0, 1::2] = torch.sin(position * scale), torch.cos(position * scale)
        self.register_buffer("table", table)

    def forward(self, x, state=None):
        mask = nn.Transformer.generate_square_subsequent_mask(len(x))
        return self.out(self.encoder(self.embed(x) * 4 + self.table[: len(x)], mask=mask)), None


for model in (LSTM(), Transformer()):
    optimizer, schedule = torch.optim.SGD(model.parameters(), lr=0.5), None
    schedule = torch.optim.lr_scheduler.StepLR(optimizer, 1, gamma=0.9)
    for _ in range(3):
        state = None
        for start in range(0, 39, 10):
            x, y = text[start : start + 10][: 39 - start], text[start + 1 : start + 11]
            state = None if state is None else tuple(s.detach() for s in state)
            optimizer.zero_grad()
            scores, state = model(x, state)
            loss = nn.functional.cross_entropy(scores.view(-1, 23), y.reshape(-1))
            loss.backward()
            nn.utils.clip_grad_norm_(model.parameters(), 0.25)
            optimizer.step()
        schedule.step()
        print(type(model).__name__, loss.item(), schedule.get_last_lr())
    model.eval()
    word, words = torch.tensor([[3]]), []
    with torch.no_grad():
        for _ in range(10):
            word = torch.multinomial(model(word)[0][-1, 0].softmax(-1), 1)[None]
            words.append(word.item())
    print(words)
