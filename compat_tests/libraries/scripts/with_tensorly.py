"""tensorly: decompositions with the torch backend, and one fitted by gradient."""

import tensorly as tl
import torch
from tensorly.decomposition import non_negative_parafac, parafac, tensor_train, tucker

tl.set_backend("pytorch")
torch.manual_seed(0)
x = torch.rand(5, 6, 7, dtype=torch.float64)
for name, made in (
    ("parafac", parafac(x, 3, n_iter_max=20, random_state=0)),
    ("tucker", tucker(x, (2, 3, 3), n_iter_max=10)),
    ("train", tensor_train(x, (1, 3, 3, 1))),
    ("positive", non_negative_parafac(x, 2, n_iter_max=10, random_state=0)),
):
    print(name, tl.norm(made.to_tensor() - x).item())
core, factors = (
    torch.rand(2, 2, 2, dtype=torch.float64, requires_grad=True),
    [torch.rand(n, 2, dtype=torch.float64, requires_grad=True) for n in x.shape],
)
loss = tl.norm(tl.tucker_to_tensor((core, factors)) - x)
loss.backward()
print(loss.item(), core.grad.norm().item(), [f.grad.norm().item() for f in factors])
