"""torchcde: controlled differential equations: spline coefficients, a neural one solved and trained."""
import torch
import torchcde

torch.manual_seed(0)
t = torch.linspace(0, 1, 8)
x = torch.cat([t.expand(4, 8).unsqueeze(-1), torch.randn(4, 8, 2).cumsum(1) * 0.1], -1)
for make in (torchcde.natural_cubic_coeffs, torchcde.hermite_cubic_coefficients_with_backward_differences,
             torchcde.linear_interpolation_coeffs):
    print(f"{make(x).abs().sum().item():.4f}")


class Field(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.net = torch.nn.Sequential(torch.nn.Linear(4, 12), torch.nn.Tanh())

    def forward(self, t, z):
        return self.net(z).view(*z.shape[:-1], 4, 3)


field = Field()
path = torchcde.CubicSpline(torchcde.natural_cubic_coeffs(x))
optimizer = torch.optim.Adam(field.parameters(), 0.05)
for _ in range(3):
    z = torchcde.cdeint(X=path, func=field, z0=torch.ones(4, 4), t=path.interval, adjoint=False, method="rk4",
                      options={"step_size": 0.25})
    loss = z[:, -1].pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"loss {loss.item():.5f}")
print(f"{path.derivative(torch.tensor(0.5)).sum().item():.4f}")
