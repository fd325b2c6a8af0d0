"""torchrun accelerate: its Accelerator's data parallel training, with accumulation, clipping, gathered metrics and a saved state."""
import tempfile

import torch
from accelerate import Accelerator
from accelerate.utils import broadcast_object_list, gather_object, set_seed

accelerator = Accelerator(cpu=True, gradient_accumulation_steps=2)
set_seed(0)
x = torch.randn(100, 5)
data = torch.utils.data.TensorDataset(x, x.sum(1, keepdim=True))
loader = torch.utils.data.DataLoader(data, 8, shuffle=True)
model = torch.nn.Sequential(torch.nn.Linear(5, 8), torch.nn.Tanh(), torch.nn.Linear(8, 1))
optimizer = torch.optim.Adam(model.parameters(), 0.01)
schedule = torch.optim.lr_scheduler.LinearLR(optimizer)
model, optimizer, loader, schedule = accelerator.prepare(model, optimizer, loader, schedule)
accelerator.print(accelerator.num_processes, accelerator.distributed_type, type(model).__name__)
for _ in range(2):
    for a, b in loader:
        with accelerator.accumulate(model):
            loss = torch.nn.functional.mse_loss(model(a), b)
            accelerator.backward(loss)
            if accelerator.sync_gradients:
                accelerator.clip_grad_norm_(model.parameters(), 1.0)
            optimizer.step()
            schedule.step()
            optimizer.zero_grad()
        accelerator.print(*accelerator.gather(loss.detach().reshape(1)).tolist())
folder = broadcast_object_list([tempfile.mkdtemp() if accelerator.is_main_process else None])[0]
accelerator.save_state(folder)
accelerator.wait_for_everyone()
accelerator.load_state(folder)
total = 0
for a, b in loader:
    found, _ = accelerator.gather_for_metrics((model(a), b))
    total += len(found)
accelerator.print(total, accelerator.reduce(torch.ones(2), "sum").tolist(), gather_object([accelerator.process_index]),
                  accelerator.pad_across_processes(torch.ones(accelerator.process_index + 1)).tolist())
accelerator.end_training()
