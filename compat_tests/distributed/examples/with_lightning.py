"""torchrun pytorch_lightning: a Trainer with the ddp strategy, validation with synchronized metrics, and a checkpoint."""
import logging
import os
import sys
import tempfile
import warnings

import pytorch_lightning as pl
import torch

warnings.simplefilter("ignore")
logging.getLogger("pytorch_lightning").setLevel(logging.ERROR)


class Model(pl.LightningModule):
    def __init__(self, width=16):  # no bias before the norm: its gradient is rounding alone, which Adam would make a step of
        super().__init__()
        self.save_hyperparameters()
        self.net = torch.nn.Sequential(
            torch.nn.Linear(6, width, bias=False), torch.nn.BatchNorm1d(width), torch.nn.ReLU(), torch.nn.Linear(width, 2))

    def training_step(self, batch, index):
        loss = torch.nn.functional.cross_entropy(self.net(batch[0]), batch[1])
        every = self.all_gather(loss.detach())
        if self.global_rank == 0:
            print(*every.tolist(), flush=True)
        return loss

    def validation_step(self, batch, index):
        self.log("accuracy", (self.net(batch[0]).argmax(1) == batch[1]).float().mean(), sync_dist=True)
        self.log("valid", torch.nn.functional.cross_entropy(self.net(batch[0]), batch[1]), sync_dist=True)

    def on_validation_epoch_end(self):
        if self.global_rank == 0:
            print({name: value.item() for name, value in sorted(self.trainer.callback_metrics.items())}, flush=True)

    def configure_optimizers(self):
        optimizer = torch.optim.AdamW(self.parameters(), 0.01)
        return [optimizer], [torch.optim.lr_scheduler.StepLR(optimizer, 1, 0.5)]


def main():
    pl.seed_everything(0, verbose=False)
    x = torch.randn(96, 6)
    data = torch.utils.data.TensorDataset(x, (x.sum(1) > 0).long())
    train, valid = torch.utils.data.random_split(data, [64, 32])
    folder = os.environ.setdefault("EXAMPLE_FOLDER", tempfile.mkdtemp())
    trainer = pl.Trainer(max_epochs=3, accelerator="cpu", devices=2, strategy=sys.argv[1] if len(sys.argv) > 1 else "ddp", logger=False,
                         enable_progress_bar=False, default_root_dir=folder, enable_model_summary=False, gradient_clip_val=1.0,
                         num_sanity_val_steps=0, callbacks=[pl.callbacks.ModelCheckpoint(folder, "best", monitor="valid")])
    model = Model()
    trainer.fit(model, torch.utils.data.DataLoader(train, 8, shuffle=True), torch.utils.data.DataLoader(valid, 16))
    if trainer.global_rank == 0:
        loaded = Model.load_from_checkpoint(f"{folder}/best.ckpt")
        print(loaded.hparams.width, loaded.eval().net(x[:2]).tolist(), flush=True)


if __name__ == "__main__":
    main()
