"""safetensors: a model saved and loaded, dtypes, slices, shared tensors."""

import os
import tempfile

import torch
from safetensors import safe_open
from safetensors.torch import load_file, load_model, save, save_file, save_model

torch.manual_seed(0)
model = torch.nn.Sequential(torch.nn.Linear(4, 8), torch.nn.BatchNorm1d(8), torch.nn.Linear(8, 2))
path = os.path.join(tempfile.mkdtemp(), "model.safetensors")
save_model(model, path)
other = torch.nn.Sequential(torch.nn.Linear(4, 8), torch.nn.BatchNorm1d(8), torch.nn.Linear(8, 2))
load_model(other, path)
print(all(torch.equal(a, b) for a, b in zip(model.state_dict().values(), other.state_dict().values())), os.path.getsize(path))
many = {str(d): torch.arange(6).reshape(2, 3).to(d) for d in (torch.float16, torch.bfloat16, torch.int8, torch.bool, torch.float64)}
save_file(many, path, metadata={"format": "pt"})
for name, value in sorted(load_file(path).items()):
    print(name, value.dtype, value.tolist())
with safe_open(path, framework="pt") as file:
    print(file.metadata(), file.get_slice("torch.float64")[:, 1:].tolist())
print(len(save({"x": torch.ones(3)})))
