"""tensordict: dicts of tensors: shapes, indexing, stacks, modules over them, trained, saved."""
import tempfile

import torch
from tensordict import TensorDict
from tensordict.nn import TensorDictModule, TensorDictSequential

torch.manual_seed(0)
td = TensorDict({"x": torch.randn(8, 3), "deep": {"y": torch.randn(8, 1)}}, batch_size=[8])
print(td.batch_size, sorted(map(str, td.keys(True, True))), td["deep", "y"].shape)
print(td[2:4]["x"].sum().item(), td.reshape(2, 4)["x"].shape, td.permute(0).batch_size, (td + 1)["x"].mean().item())
both = torch.stack([td, td.clone()], 0)
print(both.batch_size, torch.cat([td, td], 0).batch_size, both.unbind(0)[1]["x"].equal(td["x"]))
net = TensorDictSequential(TensorDictModule(torch.nn.Linear(3, 4), in_keys=["x"], out_keys=["h"]),
                           TensorDictModule(torch.nn.Linear(4, 1), in_keys=["h"], out_keys=["out"]))
optimizer = torch.optim.Adam(net.parameters(), lr=0.05)
for _ in range(5):
    loss = (net(td)["out"] - td["deep", "y"]).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(f"loss {loss.item():.6f}")
weights = TensorDict.from_module(net)
print(sorted(map(str, weights.keys(True, True)))[:2], sum(w.sum().item() for w in weights.values(True, True)))
with tempfile.NamedTemporaryFile() as file:
    torch.save(td.detach().to_dict(), file.name)
    print(TensorDict(torch.load(file.name), batch_size=[8])["x"].sum().item())
