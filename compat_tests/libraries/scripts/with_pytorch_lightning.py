"""pytorch_lightning: a LightningModule, its Trainer with validation, a checkpoint, early stopping."""

import logging
import tempfile
import warnings

import pytorch_lightning as pl
import torch

warnings.simplefilter("ignore")
logging.getLogger("pytorch_lightning").setLevel(logging.ERROR)
pl.seed_everything(0, verbose=False)
x = torch.randn(96, 6)
data = torch.utils.data.TensorDataset(x, (x.sum(1) > 0).long())


class Model(pl.LightningModule):
    def __init__(self, width=16):
        super().__init__()
        self.save_hyperparameters()
        self.net = torch.nn.Sequential(torch.nn.Linear(6, width), torch.nn.ReLU(), torch.nn.Linear(width, 2))

    def training_step(self, batch, index):
        loss = torch.nn.functional.cross_entropy(self.net(batch[0]), batch[1])
        self.log("loss", loss)
        return loss

    def validation_step(self, batch, index):
        self.log("accuracy", (self.net(batch[0]).argmax(1) == batch[1]).float().mean())
        self.log("valid", torch.nn.functional.cross_entropy(self.net(batch[0]), batch[1]))

    def on_validation_epoch_end(self):
        print({name: value.item() for name, value in sorted(self.trainer.callback_metrics.items())})

    def configure_optimizers(self):
        optimizer = torch.optim.AdamW(self.parameters(), 0.01)
        return [optimizer], [torch.optim.lr_scheduler.StepLR(optimizer, 1, 0.5)]


folder = tempfile.mkdtemp()
train, valid = torch.utils.data.random_split(data, [64, 32])
trainer = pl.Trainer(
    max_epochs=3,
    accelerator="cpu",
    logger=False,
    enable_progress_bar=False,
    default_root_dir=folder,
    enable_model_summary=False,
    gradient_clip_val=1.0,
    callbacks=[pl.callbacks.EarlyStopping("valid"), pl.callbacks.ModelCheckpoint(folder, "best", monitor="valid")],
)
trainer.fit(Model(), torch.utils.data.DataLoader(train, 16, shuffle=True), torch.utils.data.DataLoader(valid, 16))
loaded = Model.load_from_checkpoint(f"{folder}/best.ckpt")
print(loaded.hparams.width, loaded.net(x[:2]).tolist())
print(trainer.validate(loaded, torch.utils.data.DataLoader(valid, 16), verbose=False))
