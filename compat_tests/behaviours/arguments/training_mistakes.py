"""What programs that train get wrong: targets, states, scalers, optimizers and data, and what is said of it, in which order."""
from __future__ import annotations

import importlib
import io
import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np

from .. import refused


def targets(torch: Any) -> Iterator[Any]:
    """cross_entropy takes classes of int64 and uint8 alone; a weight that is no tensor fails where its `size` is called."""
    F, x, n = torch.nn.functional, torch.ones(2, 2), torch.tensor([0, 1])
    for dtype in (torch.half, torch.bfloat16, torch.cfloat, torch.int8, torch.int32, torch.bool):
        yield refused(lambda dtype=dtype: F.cross_entropy(x, n.to(dtype))), refused(lambda dtype=dtype: F.nll_loss(x, n.to(dtype)))
    yield F.cross_entropy(x, n.byte()), refused(lambda: F.nll_loss(x.long(), n))
    for weight in (1.0, [1.0], "a", np.ones(2), torch.ones(3)):
        yield refused(lambda w=weight: F.mse_loss(x, x, weight=w)), refused(lambda w=weight: F.huber_loss(x, x, weight=w))


def nested_tensors(torch: Any) -> Iterator[Any]:
    """Tensors among numbers: one element each, and whole numbers for integers."""
    x, n, p = torch.ones(2, 2), torch.tensor([0, 1]), torch.ones(2, requires_grad=True)
    yield torch.tensor([n[0], n[1]]), torch.tensor([n[:1], n[1:]]), torch.tensor([x[0, 0], 1.0], dtype=torch.float64)
    for data in ([n, n], [n, 1], [1, n], [1.0, n], [x, x], [x[0] > 0, x[0] > 0], [torch.ones(0), 1]):
        yield refused(lambda data=data: torch.tensor(data)), refused(lambda data=data: torch.as_tensor(data))
    for dtype in (torch.int64, torch.uint8, torch.bool, torch.float64):
        yield refused(lambda dtype=dtype: torch.tensor([n[0], x[0, 0]], dtype=dtype))
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        yield torch.tensor([p[0], p[1]]).requires_grad, torch.tensor([p.detach()[0]])
    yield all("requires_grad=True to a scalar" in str(w.message) for w in caught)  # said once in a process


def arrays_in_front(torch: Any) -> Iterator[Any]:
    """A product of an array with a tensor is none, whatever their shapes."""
    x = torch.ones(2, 2)
    for a in (np.ones(3), np.array(1.0), np.array(["a"]), np.float64(1)):
        yield refused(lambda a=a: a @ x), refused(lambda a=a: x @ a)
    yield refused(lambda: np.ones((2, 2)) @ x), refused(lambda: np.ones((2, 2), np.float32) @ x)
    yield refused(lambda: np.array(["a"]) / x), refused(lambda: np.array(["a"]) * x), refused(lambda: np.array(["a"]) - x)


def sizes_taken_apart(torch: Any) -> Iterator[Any]:
    """unflatten refuses falsy sizes as empty, others by their type, and ints whose product is not the dimension's size."""
    x, n = torch.ones(2, 2), torch.tensor([0, 1])
    for sizes in (np.array([1, 2]), {1: 2}, {}, 0, 1, None, True, "a", set(), [1.5, 2], (1, True), (n[0], 2), (5, -1), [None, 1]):
        yield refused(lambda sizes=sizes: x.unflatten(1, sizes))
    yield refused(lambda: x.unflatten(True, (1, 2))), refused(lambda: x.unflatten("a", (1, 2))), refused(lambda: x.unflatten(5, (1, 2)))
    yield refused(lambda: torch.empty(0).unflatten(0, (0, -1))), refused(lambda: torch.ones(3).unflatten(0, (0, -1)))


def states(torch: Any) -> Iterator[Any]:
    """States of one step, packed sequences that are none, arguments too many for a layer."""
    nn, rnn = torch.nn, torch.nn.utils.rnn
    for rows in (3, 5):
        yield refused(lambda rows=rows: nn.GRUCell(4, 3)(torch.ones(4), torch.ones(rows, 3)))
    for sequence in (torch.ones(4, 2), torch.ones(5, 2), (1, 2, 3, 4), [1], 3):
        yield refused(lambda sequence=sequence: rnn.pad_packed_sequence(sequence))
    for kind in (nn.LSTM, nn.GRU, nn.RNN):
        yield refused(lambda kind=kind: kind(3, 4)(torch.ones(2, 1, 3), None, None)), refused(lambda kind=kind: kind(3, 4)())
    yield refused(lambda: nn.BatchNorm2d(3, track_running_stat=False)), refused(lambda: nn.BatchNorm1d())
    yield refused(lambda: nn.Bilinear(0, 2, 3)), refused(lambda: nn.Linear(2, 2).to([1])), refused(lambda: nn.Linear(2, 2).to(np.ones(2)))


def optimizers(torch: Any) -> Iterator[Any]:
    """Whose `step` it is; which files are no attributes; what a scaler is given."""
    p, matrix = torch.ones(2, requires_grad=True), torch.ones(2, 2, requires_grad=True)
    for name in ("SGD", "Adam", "AdamW", "RMSprop", "Adagrad", "Adadelta", "Adamax", "NAdam", "RAdam", "ASGD", "Rprop", "SparseAdam",
                 "Adafactor", "Muon"):
        optimizer = getattr(torch.optim, name)([matrix])
        yield name, refused(lambda optimizer=optimizer: optimizer.step(1, 2)), optimizer.step(lambda: 3)
    for name in ("SGD", "NAdam"):
        matrix.grad = torch.ones(2, 2)
        yield refused(lambda name=name: getattr(torch.optim, name)([matrix], lr=np.bool_(True)).step()), matrix.detach().clone()
    for name in ("adam", "sgd", "optimizer", "rprop", "lbfgs", "adafactor", "muon"):
        yield name, hasattr(torch.optim, name)
    yield importlib.import_module(torch.__name__ + ".optim.adam").Adam is torch.optim.Adam, torch.optim.lr_scheduler.LRScheduler.__name__
    for scale in ("a", None, [1], matrix, 1j, {}, np.ones(2), 2, True, np.float64(2)):
        yield refused(lambda scale=scale: torch.amp.GradScaler("cpu", init_scale=scale).scale(p.sum()))


def odds_and_ends(torch: Any) -> Iterator[Any]:
    """scatter_ refuses its own memory, from_numpy all but arrays; load hands unknown options to the unpickler."""
    x, n = torch.ones(2, 2), torch.tensor([0, 1])
    yield refused(lambda: x.scatter_(0, n, x)), refused(lambda: x.scatter_(0, n[None], x)), refused(lambda: x.quantile(x))
    for value in (np.float64(1), torch.float32, torch.device("cpu"), torch.Size([1]), np.dtype("f"), io.BytesIO(), [1]):
        yield refused(lambda value=value: torch.from_numpy(value))
    file = io.BytesIO()
    torch.save({"a": x}, file)
    for options in ({"weight_only": True}, {"fix_imports": True}, {"encoding": "latin1"}):
        file.seek(0)
        yield refused(lambda options=options: torch.load(file, weights_only=True, **options))


def lines_of_odd_widths(torch: Any) -> Iterator[Any]:
    """set_printoptions takes anything as linewidth; the next repr fails unless it can be reckoned with as a number."""
    try:
        for width in (torch.ones(2), 1j, "a", np.ones(2), torch.tensor(20), 20.5):
            torch.set_printoptions(linewidth=width)
            yield refused(lambda: repr(torch.ones(20)))
    finally:
        torch.set_printoptions(profile="default")
        torch.set_printoptions(linewidth=80)
    # PyTorch: ValueError: only one element tensors can be ...
    # PyTorch: TypeError: must be real number, not complex
    # PyTorch: TypeError: unsupported operand type(s) for -: ...
    # PyTorch: TypeError: only 0-dimensional arrays can be ...
    # PyTorch: nothing: str
    # PyTorch: nothing: str
