"""skorch: a classifier in scikit-learn's manner, with a split of its own, callbacks, a grid search, pickle."""

import pickle

import numpy as np
import torch
from sklearn.datasets import make_classification
from sklearn.model_selection import GridSearchCV
from skorch import NeuralNetClassifier
from skorch.callbacks import EpochScoring

torch.manual_seed(0)
X, y = make_classification(200, 8, n_informative=5, random_state=0)
X, y = X.astype(np.float32), y.astype(np.int64)


class Net(torch.nn.Module):
    def __init__(self, width=10):
        super().__init__()
        self.layers = torch.nn.Sequential(torch.nn.Linear(8, width), torch.nn.ReLU(), torch.nn.Dropout(0.2), torch.nn.Linear(width, 2))

    def forward(self, X):
        return self.layers(X)


net = NeuralNetClassifier(
    Net,
    max_epochs=5,
    lr=0.1,
    criterion=torch.nn.CrossEntropyLoss,
    iterator_train__shuffle=True,
    verbose=0,
    callbacks=[EpochScoring("roc_auc", lower_is_better=False)],
)
net.fit(X, y)
for row in net.history:
    print(row["train_loss"], row["valid_loss"], row["valid_acc"], row["roc_auc"])
print(pickle.loads(pickle.dumps(net)).predict_proba(X[:3]).tolist())
search = GridSearchCV(
    NeuralNetClassifier(Net, criterion=torch.nn.CrossEntropyLoss, max_epochs=2, verbose=0, train_split=None),
    {"lr": [0.01, 0.1], "module__width": [5, 10]},
    cv=2,
    scoring="accuracy",
)
search.fit(X, y)
print(search.cv_results_["mean_test_score"].tolist())
