"""mup: shapes of a small and a wide network compared, and their optimizers scaled."""

import torch
from mup import MuAdam, MuReadout, MuSGD, init, set_base_shapes


def network(width):
    layers = torch.nn.Linear(4, width), torch.nn.ReLU(), torch.nn.Linear(width, width), torch.nn.ReLU(), MuReadout(width, 2)
    return torch.nn.Sequential(*layers)


for make in (MuAdam, MuSGD):
    torch.manual_seed(0)
    model = network(32)
    set_base_shapes(model, network(8), delta=network(16))
    for layer in (model[0], model[2]):
        init.kaiming_uniform_(layer.weight)
    init.xavier_normal_(model[2].weight)
    init.uniform_(model[4].weight, -0.1, 0.1)
    optimizer = make(model.parameters(), lr=1e-2)
    x, y = torch.randn(16, 4), torch.randint(2, (16,))
    for _ in range(4):
        loss = torch.nn.functional.cross_entropy(model(x), y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        print(make.__name__, loss.item())
    print([group["lr"] for group in optimizer.param_groups])
