"""kan: a Kolmogorov-Arnold network fitted to a function, by Adam."""
import contextlib
import io
import tempfile

import torch
from kan import KAN, create_dataset

torch.manual_seed(0)
with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
    data = create_dataset(lambda x: torch.exp(torch.sin(torch.pi * x[:, [0]]) + x[:, [1]] ** 2), n_var=2, train_num=64, test_num=16)
    net = KAN(width=[2, 3, 1], grid=3, k=3, seed=0, ckpt_path=folder, auto_save=False)
    results = net.fit(data, opt="Adam", steps=10, lr=0.02)
print([f"{float(v):.4f}" for v in results["train_loss"][:3]], [f"{float(v):.4f}" for v in results["test_loss"][-2:]])
print(f"{net(data['test_input'][:4]).sum().item():.4f}")
