"""Memory shared between processes. The expected results are PyTorch 2.13.0's, except where noted."""
from __future__ import annotations

import copy
import gc
import os
import pickle
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import minitorch_compat as torch
from minitorch_compat import multiprocessing as mp
from minitorch_compat import nn
from minitorch_compat._array.exchange import shared_memory as shared
from minitorch_compat._bindings.storage import moved_memory as moving
from minitorch_compat.multiprocessing.reductions import reduce_tensor

pytestmark = pytest.mark.skipif(not shared.CAN_SHARE, reason="no memory to share on this system")


def raised_error(function: Callable[[], Any]) -> str:
    with pytest.raises((RuntimeError, NotImplementedError)) as caught:
        function()
    return str(caught.value)


# In one process ------------------------------------------------------------------------------------------------------------

def test_what_is_over_the_memory_moves_along() -> None:
    x = torch.arange(12.0)
    assert not x.is_shared()
    view, other, transposed, storage = x[1:], x.detach(), x.view(3, 4).t(), x.untyped_storage()
    before, old = x.data_ptr(), x.numpy()
    assert x.share_memory_() is x and x.data_ptr() != before
    assert all(t.is_shared() for t in (x, view, other, transposed, storage)) and storage.data_ptr() == x.data_ptr()
    assert x.untyped_storage() is storage and transposed.stride() == (1, 4) and transposed._base is x
    x[1] = 9
    assert view[0] == other[1] == transposed[1, 0] == 9 and storage.tolist()[4:8] == storage[4:8].tolist() == list(np.float32(9).tobytes())
    assert old[1] == 1  # as an array of before; PyTorch leaves it with memory that is none any more
    view.mul_(2)
    assert x[1] == 18 and x._version == 2 == view._version


def test_nothing_is_searched_for_one_tensor_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(*_: Any) -> Any:
        raise AssertionError

    monkeypatch.setattr(moving, "living_objects", forbidden)
    assert torch.ones(3).share_memory_().is_shared() and torch.stack([torch.ones(2)]).share_memory_().is_shared()
    x = torch.ones(3)
    with pytest.raises(AssertionError):
        x[1:].share_memory_()
    kept = x.numpy()
    with pytest.raises(AssertionError):
        x.share_memory_()
    assert kept.all()


def test_frozen_objects_follow() -> None:
    x = torch.ones(4)
    view = x[1:]
    gc.freeze()
    try:
        x.share_memory_()
        assert gc.get_freeze_count()
    finally:
        gc.unfreeze()
    x.zero_()
    assert view.tolist() == [0, 0, 0]


def test_marks_strides_and_types() -> None:
    z = torch.tensor([1 + 1j, 2 - 1j])
    y = z.conj().share_memory_()
    assert y.is_conj() and y.is_shared() and z.is_shared() and y.tolist() == [1 - 1j, 2 + 1j]
    wide = torch.ones(1).expand(4).share_memory_()
    assert wide.stride() == (0,) and wide.tolist() == [1, 1, 1, 1]
    half = torch.tensor([1.5, -2], dtype=torch.bfloat16).share_memory_()
    assert (half + 1).tolist() == [2.5, -1] and half.dtype is torch.bfloat16
    assert torch.empty(0).share_memory_().is_shared() and torch.tensor(3.0).share_memory_().item() == 3
    x = torch.ones(3, requires_grad=True)
    y = (x * 2).share_memory_()
    y.sum().backward()
    assert x.grad is not None and x.grad.tolist() == [2, 2, 2]


def test_copies_are_not_shared() -> None:
    x = torch.ones(3).share_memory_()
    copies = (copy.deepcopy(x), x.clone(), pickle.loads(pickle.dumps(x)), x + 1)
    assert not any(t.is_shared() for t in copies) and x.view(3, 1).is_shared() and x.copy_(torch.zeros(3)).is_shared()
    assert x.untyped_storage().resizable() and x.untyped_storage().filename is None
    x.numpy()[0] = 7
    assert x.tolist() == [7, 0, 0] and not x.untyped_storage().resizable()


def test_modules_gradients_and_optimizers() -> None:
    model = nn.Sequential(nn.Linear(2, 2), nn.BatchNorm1d(2))
    model(torch.ones(3, 2)).sum().backward()
    optimizer = torch.optim.Adagrad(model.parameters())
    assert model.share_memory() is model
    optimizer.share_memory()
    assert all(t.is_shared() for t in model.state_dict().values())
    assert all(p.grad is not None and p.grad.is_shared() and optimizer.state[p]["sum"].is_shared() for p in model.parameters())
    weight = model[0].weight
    optimizer.step()
    assert weight.is_shared() and model[0].weight is weight


def test_storages() -> None:
    x = torch.ones(3, dtype=torch.float64)
    with _quiet():
        storage = x.storage()
        assert storage.share_memory_() is storage and storage.is_shared() and x.is_shared()
        fresh = x._typed_storage()._new_shared(4)
        assert fresh.is_shared() and fresh._untyped_storage.nbytes() == 32 and fresh.dtype is torch.float64
    assert torch.UntypedStorage._new_shared(12).is_shared() and not torch.UntypedStorage(12).is_shared()
    assert torch.empty(0, dtype=torch.float64).set_(fresh).is_shared()


def _quiet() -> Any:
    import warnings

    return warnings.catch_warnings(action="ignore")


def test_files(tmp_path: Any) -> None:
    name = str(tmp_path / "numbers")
    x = torch.from_file(name, shared=True, size=4)
    storage = x.untyped_storage()
    assert x.is_shared() and not storage.resizable() and storage.filename == name
    assert raised_error(lambda: storage.resize_(8)) == "Trying to resize storage that is not resizable"
    x.fill_(2)
    assert torch.from_file(name, shared=False, size=4).add_(1).tolist() == [3] * 4 and np.fromfile(name, np.float32).tolist() == [2] * 4


def test_refusals() -> None:
    assert "Cannot access storage of SparseTensorImpl" in raised_error(lambda: torch.eye(2).to_sparse().share_memory_())
    assert "Cannot access storage of SparseCsrTensorImpl" in raised_error(lambda: torch.eye(2).to_sparse_csr().is_shared())
    assert "Cannot access storage of BatchedTensorImpl" in raised_error(lambda: torch.vmap(lambda t: t.share_memory_())(torch.ones(2)))
    assert "only available on CPU" in raised_error(lambda: torch.ones(2, device="meta").share_memory_())
    assert "Cowardly refusing to serialize non-leaf tensor" in raised_error(lambda: reduce_tensor(torch.ones(2, requires_grad=True) * 2))
    assert "Cannot pickle meta storage" in raised_error(lambda: mp.SimpleQueue().put(torch.ones(1, device="meta").untyped_storage()))
    with pytest.raises(AssertionError, match="invalid sharing strategy 'x', expected one of"):
        mp.set_sharing_strategy("x")


def test_where_there_is_no_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared, "CAN_SHARE", False)
    with pytest.raises(torch.UnsupportedError, match="memory that processes share is not supported"):
        torch.ones(2).share_memory_()


# Between processes -----------------------------------------------------------------------------------------------------------

def change(given: dict[str, Any], back: Any, received: Any) -> None:
    seen = given["whole"] is given["same"], given["view"].untyped_storage() is given["whole"].untyped_storage(), given["view"].stride(), \
        type(given["parameter"]).__name__, given["parameter"].requires_grad, given["transposed"].is_conj(), \
        given["sparse"].to_dense().tolist(), \
        given["empty"].shape, given["meta"].device.type, given["half"].dtype == torch.bfloat16
    given["whole"].fill_(7)
    given["parameter"].data.add_(1)
    given["module"].weight.data.zero_()
    given["storage"].fill_(1)
    back.put((seen, torch.arange(3.0)))
    received.wait(60)  # whoever sends memory must be there until it has arrived, as with PyTorch


@pytest.mark.parametrize("method", ["fork", "spawn"])
@pytest.mark.parametrize("queued", [False, True])
def test_sent_tensors_share_memory(method: str, queued: bool) -> None:
    context: Any = mp.get_context(method)
    whole = torch.zeros(2, 3)
    given: dict[str, Any] = {
        "whole": whole, "same": whole, "view": whole[:, 1:].t(), "parameter": nn.Parameter(torch.ones(2)), "module": nn.Linear(2, 2),
        "storage": torch.zeros(4, dtype=torch.uint8).untyped_storage(), "transposed": torch.tensor([1j]).conj(),
        "sparse": torch.eye(2).to_sparse(),
        "empty": torch.empty(0, 3), "meta": torch.ones(1, device="meta"), "half": torch.ones(1, dtype=torch.bfloat16)}
    back, received = context.Queue(), context.Event()
    if queued:
        there = context.Queue()
        process = context.Process(target=take_and_change, args=(there, back, received))
        process.start()
        there.put(given)
    else:
        if method == "fork":  # nothing is pickled: only what was shared before is
            given["module"].share_memory()
            for key in ("whole", "parameter", "storage"):
                given[key].share_memory_()
        process = context.Process(target=change, args=(given, back, received))
        process.start()
    seen, answer = back.get(timeout=60)
    received.set()
    process.join()
    assert process.exitcode == 0
    assert seen == (True, True, (1, 3), "Parameter", True, True, [[1, 0], [0, 1]], (0, 3), "meta", True)
    assert answer.tolist() == [0, 1, 2]
    assert whole.tolist() == [[7] * 3] * 2 and given["view"].tolist() == [[7, 7]] * 2 and given["parameter"].tolist() == [2, 2]
    assert given["module"].weight.tolist() == [[0, 0], [0, 0]] and given["storage"].tolist() == [1] * 4


def take_and_change(there: Any, back: Any, received: Any) -> None:
    change(there.get(timeout=60), back, received)


def test_what_comes_back_is_what_was_sent() -> None:
    queue: Any = mp.SimpleQueue()
    x = torch.zeros(4)
    queue.put(x[1:])
    view = queue.get()
    assert view.untyped_storage() is x.untyped_storage() and view.storage_offset() == 1
    view.fill_(5)
    assert x.tolist() == [0, 5, 5, 5] and len(os.listdir("/proc/self/fd") if os.path.exists("/proc/self/fd") else []) < 1000


def test_plain_multiprocessing_shares_too() -> None:
    program = ("import multiprocessing as mp, torch\nq = mp.SimpleQueue()\nx = torch.zeros(2)\nq.put([x, torch.nn.Linear(2, 2)])\n"
               "y, m = q.get()\ny.fill_(3)\nprint(x.tolist(), m.weight.is_shared())")
    import subprocess

    done = subprocess.run([sys.executable, "-m", "minitorch_compat", "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "[3.0, 3.0] True\n"


class Net(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.a, self.b, self.norm = nn.Linear(4, 8), nn.Linear(8, 2), nn.BatchNorm1d(8)

    def forward(self, x: Any) -> Any:
        return self.b(self.norm(self.a(x)).relu())


def train(rank: int, model: Any, counter: Any, lock: Any) -> None:
    torch.manual_seed(rank)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    for _ in range(15):
        x = torch.randn(16, 4)
        optimizer.zero_grad()
        nn.functional.cross_entropy(model(x), (x.sum(1) > 0).long()).backward()
        with lock:
            optimizer.step()
            counter += 1


@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
def test_hogwild(method: str) -> None:
    torch.manual_seed(0)
    context: Any = mp.get_context(method)
    model, counter, lock = Net().share_memory(), torch.zeros(1, dtype=torch.int64).share_memory_(), context.Lock()
    processes = [context.Process(target=train, args=(rank, model, counter, lock)) for rank in range(2)]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    x = torch.randn(200, 4)
    assert [p.exitcode for p in processes] == [0, 0] and counter.item() == 30 and model.norm.num_batches_tracked > 15
    assert (model.eval()(x).argmax(1) == (x.sum(1) > 0)).float().mean() > 0.8


def add_to(i: int, counts: Any, model: Any) -> None:
    counts[i] += i + 1
    model.weight.data[i] = i


def test_spawned_functions_are_given_the_memory() -> None:
    counts, model = torch.zeros(2), nn.Linear(2, 2)
    mp.spawn(add_to, (counts, model), nprocs=2)
    assert counts.tolist() == [1, 2] and model.weight.tolist() == [[0, 0], [1, 1]] and counts.is_shared()


class Rows(torch.utils.data.Dataset[Any]):
    def __init__(self, width: int) -> None:
        self.width, self.seen = width, torch.zeros(4).share_memory_()

    def __len__(self) -> int:
        return 4

    def __getitem__(self, i: int) -> Any:
        self.seen[i] = i + 1
        return torch.full((self.width,), float(i)), self.seen


@pytest.mark.parametrize(("width", "large"), [(3, False), (2**19, True)])
@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_what_workers_answer(width: int, large: bool, method: str) -> None:
    rows = Rows(width)
    batches = list(torch.utils.data.DataLoader(rows, batch_size=None, num_workers=2, multiprocessing_context=method))
    assert [b[0][-1].item() for b in batches] == [0, 1, 2, 3] and rows.seen.tolist() == [1, 2, 3, 4]
    assert {b[0].is_shared() for b in batches} == {large}  # PyTorch shares small ones, too
    assert all(b[1].untyped_storage() is rows.seen.untyped_storage() for b in batches)


def test_growing_searches_only_where_somebody_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(*_: Any) -> Any:
        raise AssertionError

    monkeypatch.setattr(moving, "living_objects", forbidden)
    out = torch.empty(0)
    assert torch.add(torch.ones(3), 1, out=out) is out and out.resize_(40).shape == (40,) and out[:3].tolist() == [2, 2, 2]
    x = torch.ones(3)
    view = x[:2]
    with pytest.raises(AssertionError):
        x.resize_(4)
    assert view.tolist() == [1, 1]


def test_memory_of_several_processes_does_not_grow() -> None:
    x = torch.ones(3).share_memory_()
    for call in (lambda: x.resize_(4000), lambda: torch.add(torch.ones(4000), 1, out=x), lambda: x.untyped_storage().resize_(40000)):
        assert raised_error(call) == "Trying to resize storage that is not resizable"
    assert x.tolist() == [1, 1, 1] and x.is_shared()
