"""torchopt: functional optimizers, and a gradient through steps of MetaSGD."""
import torch
import torchopt

torch.manual_seed(0)
net = torch.nn.Linear(3, 1)
x, y = torch.randn(16, 3), torch.randn(16, 1)
params = tuple(p.detach().clone().requires_grad_() for p in net.parameters())
for make in (torchopt.adam, torchopt.rmsprop, lambda lr: torchopt.sgd(lr, momentum=0.9)):
    tx = make(0.1)
    state, p = tx.init(params), params
    for _ in range(4):
        loss = ((x @ p[0].t() + p[1] - y) ** 2).mean()
        grads = torch.autograd.grad(loss, p)
        updates, state = tx.update(grads, state, inplace=False)
        p = torchopt.apply_updates(p, updates, inplace=False)
    print(f"loss {loss.item():.6f}")
weight = torch.tensor(1.0, requires_grad=True)
inner = torchopt.MetaSGD(net, lr=0.1)
for _ in range(3):
    inner.step((weight * (net(x) - y) ** 2).mean())
outer = (net(x) - y).abs().mean()
outer.backward()
print(f"{outer.item():.6f} {weight.grad.item():.6f}")
