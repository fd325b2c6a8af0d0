"""torchensemble: voting, bagging and gradient boosting of small networks."""
import logging

import torch
from torch.utils.data import DataLoader, TensorDataset
from torchensemble import BaggingRegressor, GradientBoostingRegressor, VotingClassifier

logging.disable(logging.CRITICAL)


class Net(torch.nn.Module):
    def __init__(self, n=1):
        super().__init__()
        self.net = torch.nn.Sequential(torch.nn.Linear(3, 8), torch.nn.Tanh(), torch.nn.Linear(8, n))

    def forward(self, x):
        return self.net(x)


torch.manual_seed(0)
x = torch.randn(32, 3)
regression = DataLoader(TensorDataset(x, x.sum(1, keepdim=True)), batch_size=16)
for make in (BaggingRegressor, GradientBoostingRegressor):
    model = make(estimator=Net, n_estimators=2, cuda=False)
    model.set_optimizer("Adam", lr=0.01)
    model.fit(regression, epochs=2, save_model=False)
    print(make.__name__, f"{float(model.evaluate(regression)):.5f}")
classes = DataLoader(TensorDataset(x, (x[:, 0] > 0).long()), batch_size=16)
model = VotingClassifier(estimator=Net, estimator_args={"n": 2}, n_estimators=2, cuda=False)
model.set_optimizer("Adam", lr=0.05)
model.fit(classes, epochs=3, save_model=False)
print(f"{float(model.evaluate(classes)):.2f}")
