"""e3nn: equivariant tensor products, spherical harmonics and gates; a step of training."""
import torch
from e3nn import o3
from e3nn.nn import FullyConnectedNet, Gate

torch.manual_seed(0)
irreps = o3.Irreps("4x0e + 2x1o + 1x2e")
product = o3.FullyConnectedTensorProduct(irreps, irreps, "3x0e + 2x1o", shared_weights=True)
x, y = irreps.randn(5, -1), irreps.randn(5, -1)
out = product(x, y)
print(irreps.dim, out.shape, f"{out.sum().item():.5f}")
rotation = o3.rand_matrix()
turned = product(x @ irreps.D_from_matrix(rotation).t(), y @ irreps.D_from_matrix(rotation).t())
print((turned - out @ o3.Irreps("3x0e + 2x1o").D_from_matrix(rotation).t()).abs().max().item() < 1e-4)
sh = o3.spherical_harmonics([0, 1, 2], torch.randn(4, 3), normalize=True, normalization="component")
print(f"{sh.sum().item():.5f} {sh[1, 5].item():.5f}")
linear = o3.Linear(irreps, "8x0e + 4x1o")
gate = Gate("8x0e", [torch.tanh], "4x0e", [torch.sigmoid], "4x1o")
print(f"{linear(x).pow(2).mean().item():.5f}", gate(gate.irreps_in.randn(3, -1)).shape)
net = FullyConnectedNet([4, 8, 1], torch.nn.functional.silu)
optimizer = torch.optim.Adam([*product.parameters(), *net.parameters()], lr=0.01)
for _ in range(3):
    loss = (product(x, y)[:, 0:1] - net(x[:, :4])).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"loss {loss.item():.5f}")
print(f"{o3.wigner_3j(1, 1, 2).abs().sum().item():.5f}")
