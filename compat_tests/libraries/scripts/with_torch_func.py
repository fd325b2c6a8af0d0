"""torch: MAML with torch.func, per-sample gradients, an ensemble by vmap, Hessian-vector products, a PINN."""

import torch
from torch import nn
from torch.func import functional_call, grad, hessian, jacrev, jvp, stack_module_state, vmap

torch.manual_seed(0)
net = nn.Sequential(nn.Linear(1, 20), nn.Tanh(), nn.Linear(20, 1))
params = {k: v.detach().clone().requires_grad_() for k, v in net.named_parameters()}


def loss_of(params, x, y):
    return (functional_call(net, params, (x,)) - y).square().mean()


optimizer = torch.optim.Adam(params.values(), lr=1e-2)
for _ in range(4):
    amplitude, phase = torch.rand(5, 1, 1) * 4 + 1, torch.rand(5, 1, 1) * 3
    x = torch.rand(5, 10, 1) * 10 - 5
    y = amplitude * torch.sin(x + phase)

    def task(x, y):
        gradient = grad(loss_of)(params, x[:5], y[:5])
        return loss_of({k: p - 0.1 * gradient[k] for k, p in params.items()}, x[5:], y[5:])

    optimizer.zero_grad()
    loss = vmap(task)(x, y).mean()
    loss.backward()
    optimizer.step()
    print(loss.item())
plain = {k: v.detach() for k, v in params.items()}
each = vmap(grad(loss_of), in_dims=(None, 0, 0))(plain, x[0], y[0])
print({k: v.norm().item() for k, v in each.items()})
models = [nn.Linear(3, 2) for _ in range(4)]
stacked, buffers = stack_module_state(models)
out = vmap(lambda p, b, x: functional_call(models[0], (p, b), (x,)), in_dims=(0, 0, None))(stacked, buffers, torch.ones(5, 3))
print(out.shape, out.sum().item(), jacrev(lambda w: (w**3).sum())(torch.arange(3.0)).tolist())
print(hessian(lambda w: w.prod() + w.sin().sum())(torch.tensor([1.0, 2.0])).tolist())
print(jvp(grad(lambda w: (w**4).sum()), (torch.arange(3.0),), (torch.ones(3),))[1].tolist())
x = torch.linspace(0, 1, 20)[:, None].requires_grad_()
optimizer = torch.optim.Adam(net.parameters(), 1e-2)
for _ in range(5):
    u = net(x)
    (du,) = torch.autograd.grad(u.sum(), x, create_graph=True)
    (ddu,) = torch.autograd.grad(du.sum(), x, create_graph=True)
    loss = (ddu + u).square().mean() + net(torch.zeros(1, 1)).square().mean() + (net(torch.ones(1, 1)) - 1).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item())
