"""pytorch_tabnet: a TabNet classifier on synthetic tables: fitted, explained."""
import contextlib
import io

import numpy as np
import torch
from pytorch_tabnet.tab_model import TabNetClassifier

rng = np.random.RandomState(0)
x = rng.randn(64, 5).astype(np.float32)
y = (x[:, 0] + x[:, 1] > 0).astype(np.int64)
with contextlib.redirect_stdout(io.StringIO()):
    net = TabNetClassifier(n_d=4, n_a=4, n_steps=2, seed=0, verbose=0, optimizer_params={"lr": 0.02}, device_name="cpu")
    net.fit(x, y, max_epochs=3, batch_size=32, virtual_batch_size=16, num_workers=0, drop_last=False)
print([f"{v:.5f}" for v in net.history["loss"]])
print(f"{net.predict_proba(x[:4]).sum():.4f} {net.feature_importances_.sum():.3f}", torch.get_num_threads() >= 1)
