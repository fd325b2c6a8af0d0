"""Objects pickled by PyTorch for `tests/serialization/test_pickles.py`, and by this package there. Only names that both have."""
from __future__ import annotations

from typing import Any


def things(torch: Any) -> dict[str, Any]:
    """Name -> object, with values that do not depend on chance."""
    nn = torch.nn
    x = torch.arange(6.0).reshape(2, 3)
    tagged = nn.Parameter(torch.ones(2))
    tagged.tag = "q"
    net = nn.Sequential(nn.Linear(3, 2), nn.BatchNorm1d(2), nn.ReLU(), nn.Dropout(0.25))
    with torch.no_grad():
        for i, p in enumerate(net.parameters()):
            p.copy_(torch.arange(float(p.numel())).reshape(p.shape) + i)
    net.act, net.conv, net.erf, net.gelu, net.fft = torch.tanh, nn.functional.conv2d, torch.special.erf, nn.functional.gelu, torch.fft.fft
    trained = nn.Linear(1, 1, bias=False)
    trained.weight.data.fill_(0.5)
    optimizer = torch.optim.Adam(trained.parameters(), lr=0.5)
    trained(x.new_ones(1, 1)).sum().backward()
    optimizer.step()
    optimizer.zero_grad()
    return {
        "tensor": x, "transposed": x.t(), "row": x[1], "empty": torch.empty(0, 3), "scalar": torch.tensor(2.5),
        "leaf": torch.ones(2, dtype=torch.float64, requires_grad=True), "nonleaf": torch.ones(2, requires_grad=True) * 2,
        "bool": torch.tensor([True, False]), "half": torch.ones(2, dtype=torch.float16), "conj": torch.tensor([1 + 2j]).conj(),
        "meta": torch.ones(2, device="meta"), "coo": x.to_sparse(), "csr": x.to_sparse_csr(), "parameter": nn.Parameter(torch.ones(2)),
        "tagged": tagged, "buffer": nn.Buffer(torch.ones(1)), "typed storage": torch.arange(2.0).storage(), "dtype": torch.float32,
        "size": torch.Size([2, 3]), "device": torch.device("cuda", 1), "layout": torch.sparse_csr, "qscheme": torch.per_tensor_affine,
        "generator": torch.Generator().manual_seed(3), "max": torch.max(x, 1), "net": net, "state": net.state_dict(),
        "optimizer": optimizer, "optimizer state": optimizer.state_dict(), "normal": torch.distributions.Normal(torch.zeros(2), 1.0),
        "lstm": nn.LSTM(2, 3), "attention": nn.MultiheadAttention(4, 2), "scheduler": torch.optim.lr_scheduler.StepLR(optimizer, 3),
        "tanh": torch.tanh, "conv2d": nn.functional.conv2d, "erf": torch.special.erf, "logsumexp": torch.logsumexp, "class": nn.Linear,
        "norm": torch.linalg.norm, "relu": nn.functional.relu, "old type": torch.FloatTensor, "tensor class": torch.Tensor,
        "dataset": torch.utils.data.TensorDataset(x, x), "transform": torch.distributions.ExpTransform(),
    }
