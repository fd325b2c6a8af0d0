"""ignite: a trainer and an evaluator with handlers, metrics and a schedule."""

import torch
from ignite.engine import Events, create_supervised_evaluator, create_supervised_trainer
from ignite.handlers import EarlyStopping, LRScheduler
from ignite.metrics import Accuracy, Loss, Precision, RunningAverage

torch.manual_seed(0)
x = torch.randn(64, 5)
loader = torch.utils.data.DataLoader(torch.utils.data.TensorDataset(x, (x[:, 0] > 0).long()), 16, shuffle=True)
model = torch.nn.Sequential(torch.nn.Linear(5, 8), torch.nn.ReLU(), torch.nn.Linear(8, 2))
optimizer = torch.optim.SGD(model.parameters(), 0.1)
loss = torch.nn.CrossEntropyLoss()
trainer = create_supervised_trainer(model, optimizer, loss)
RunningAverage(output_transform=lambda v: v).attach(trainer, "average")
evaluator = create_supervised_evaluator(model, {"accuracy": Accuracy(), "loss": Loss(loss), "precision": Precision(average=True)})
trainer.add_event_handler(Events.EPOCH_STARTED, LRScheduler(torch.optim.lr_scheduler.ExponentialLR(optimizer, 0.9)))
evaluator.add_event_handler(Events.COMPLETED, EarlyStopping(3, lambda e: -e.state.metrics["loss"], trainer))


@trainer.on(Events.EPOCH_COMPLETED)
def report(engine):
    evaluator.run(loader)
    print(engine.state.epoch, engine.state.metrics["average"], sorted(evaluator.state.metrics.items()), optimizer.param_groups[0]["lr"])


trainer.run(loader, 4)
