"""tensorboard: what `SummaryWriter` writes, read back from the event files."""

import tempfile
from pathlib import Path

import torch
from tensorboard.backend.event_processing.event_file_loader import EventFileLoader
from torch.utils.tensorboard import SummaryWriter

image = torch.arange(54.0).view(3, 3, 6) / 54
values = torch.arange(-3.0, 3.0, 0.25)
with tempfile.TemporaryDirectory() as folder:
    with SummaryWriter(folder) as writer:
        writer.add_scalar("loss", torch.tensor(0.5), 1, 1.0)
        writer.add_scalar("loss", 0.25, 2, 1.0, new_style=True)
        writer.add_scalars("both/of", {"p": 1, "q": torch.tensor(2)}, 3, 1.0)
        writer.add_tensor("tensor", torch.tensor([[1, 2]]), 1, 1.0)
        writer.add_histogram("values", values, 1, walltime=1.0)
        writer.add_histogram("values", values, 1, 8, 1.0, max_bins=3)
        writer.add_image("image", image, 1, 1.0)
        writer.add_images("images", torch.stack([image] * 9), 1, 1.0)
        writer.add_audio("sound", values.sin(), 1, 8000, 1.0)
        writer.add_text("text", "said", 1, 1.0)
        writer.add_pr_curve("curve", torch.tensor([0, 1, 1]), torch.tensor([0.25, 0.5, 1.0]), 1, 5, walltime=1.0)
        writer.add_custom_scalars({"all": {"one": ["Multiline", ["loss"]], "between": ["Margin", ["a", "b", "c"]]}})
        writer.add_mesh("mesh", torch.ones(1, 2, 3), global_step=1, walltime=1.0)
        writer.add_hparams({"lr": 0.5}, {"accuracy": 0.75}, run_name="run")
        writer.add_embedding(torch.eye(2), ["a", "b"], global_step=1)
    for path in sorted(Path(folder).rglob("*"), key=lambda p: (str(p.parent), p.name)):
        if "tfevents" in path.name:
            for event in EventFileLoader(str(path)).Load():
                print(path.parent.relative_to(folder), event.step, event.summary)
        elif path.is_file():
            print(path.relative_to(folder), path.read_text())
