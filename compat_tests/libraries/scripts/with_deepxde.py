"""deepxde: a Poisson equation on an interval by a small network; some steps of Adam with its derivatives."""
import os

os.environ["DDE_BACKEND"] = "pytorch"
import contextlib
import io

with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
    import deepxde as dde
import numpy as np
import torch

dde.config.set_default_float("float64")
dde.config.set_random_seed(1)


def equation(x, y):
    return -dde.grad.hessian(y, x) - np.pi**2 * torch.sin(np.pi * x)


interval = dde.geometry.Interval(-1, 1)
border = dde.icbc.DirichletBC(interval, lambda x: 0.0, lambda x, on: on)
data = dde.data.PDE(interval, equation, border, 16, 2, solution=lambda x: np.sin(np.pi * x), num_test=20)
model = dde.Model(data, dde.nn.FNN([1, 10, 10, 1], "tanh", "Glorot uniform"))
with contextlib.redirect_stdout(io.StringIO()):
    model.compile("adam", lr=0.01, metrics=["l2 relative error"])
    history, _ = model.train(iterations=30, display_every=10)
for step in history.loss_train:
    print([round(float(v), 5) for v in step])
print(np.round(model.predict(np.array([[-0.5], [0.25]])), 4).tolist())
