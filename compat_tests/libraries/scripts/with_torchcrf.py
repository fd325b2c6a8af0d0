"""torchcrf: a conditional random field on an LSTM: likelihood, steps, decoding."""

import torch
from torchcrf import CRF

torch.manual_seed(0)
lstm, head, crf = torch.nn.LSTM(6, 8, bidirectional=True), torch.nn.Linear(16, 4), CRF(4)
x, tags = torch.randn(7, 3, 6), torch.randint(4, (7, 3))
mask = torch.ones(7, 3, dtype=torch.bool)
mask[5:, 1] = False
optimizer = torch.optim.Adam([*lstm.parameters(), *head.parameters(), *crf.parameters()], 0.05)
for _ in range(5):
    optimizer.zero_grad()
    loss = -crf(head(lstm(x)[0]), tags, mask=mask)
    loss.backward()
    optimizer.step()
    print(loss.item())
print(crf.decode(head(lstm(x)[0]), mask))
