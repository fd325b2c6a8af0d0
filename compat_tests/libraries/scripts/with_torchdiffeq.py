"""torchdiffeq: a neural ODE fitted to a spiral with dopri5, by the adjoint method too; rk4; an event."""

import torch
from torchdiffeq import odeint, odeint_adjoint, odeint_event

torch.manual_seed(0)
times = torch.linspace(0, 2, 20)
matrix = torch.tensor([[-0.1, 2.0], [-2.0, -0.1]])
truth = odeint(lambda t, y: y**3 @ matrix, torch.tensor([[2.0, 0.0]]), times)
print(truth[-1].tolist())


class Field(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.net = torch.nn.Sequential(torch.nn.Linear(2, 32), torch.nn.Tanh(), torch.nn.Linear(32, 2))

    def forward(self, t, y):
        return self.net(y**3)


for solve, method in ((odeint, "dopri5"), (odeint_adjoint, "dopri5"), (odeint, "rk4")):
    torch.manual_seed(1)
    field = Field()
    optimizer = torch.optim.RMSprop(field.parameters(), 1e-3)
    for _ in range(4):
        optimizer.zero_grad()
        loss = (solve(field, truth[0], times, method=method) - truth).abs().mean()
        loss.backward()
        optimizer.step()
        print(method, loss.item())
when, _ = odeint_event(
    lambda t, y: torch.stack([y[1], torch.tensor(-9.8)]), torch.tensor([10.0, 0.0]), torch.tensor(0.0), event_fn=lambda t, y: y[0]
)
print(when.item())
