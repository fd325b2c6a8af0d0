"""torch.optim: optimizers and learning-rate schedules."""
from __future__ import annotations

from typing import TYPE_CHECKING

from . import lr_scheduler, swa_utils
from ._stateless import swap_in_optimizer_params_and_state
from .adadelta import Adadelta
from .adafactor import Adafactor
from .adagrad import Adagrad
from .adam import Adam
from .adamax import Adamax
from .adamw import AdamW
from .asgd import ASGD
from .lbfgs import LBFGS
from .muon import Muon
from .nadam import NAdam
from .optimizer import Optimizer
from .radam import RAdam
from .rmsprop import RMSprop
from .rprop import Rprop
from .sgd import SGD
from .sparse_adam import SparseAdam

__all__ = [
    "ASGD", "LBFGS", "SGD", "Adadelta", "Adafactor", "Adagrad", "Adam", "AdamW", "Adamax", "Muon", "NAdam", "Optimizer", "RAdam",
    "RMSprop", "Rprop", "SparseAdam", "lr_scheduler", "swa_utils",
    "swap_in_optimizer_params_and_state",
]

from .._namespace.names import claim, missing

claim(globals())

# As in PyTorch, these modules can be imported but are not attributes of the package.
del adadelta, adafactor, adagrad, adam, adamax, adamw, asgd, lbfgs, muon, nadam, optimizer, radam, rmsprop, rprop, sgd, sparse_adam  # type: ignore[name-defined]  # noqa: F821

if not TYPE_CHECKING:  # type checkers must see only the names that exist
    __getattr__ = missing("torch.optim", __name__)
