"""Large arrays in pieces: results do not depend on the number of threads, and errors and modes carry over to them."""
from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Callable, Iterator

import numpy as np
import pytest

import minitorch_compat as torch
from minitorch_compat._array.core.execution import blas_threads, threads
from minitorch_compat._array.linalg import products
from minitorch_compat._ops.op import OPS

SIZE = (1 << 20) + 4099  # more than one large piece, and a tail


@pytest.fixture(autouse=True)
def _threads_as_before() -> Iterator[None]:
    before = torch.get_num_threads()
    yield
    torch.set_num_threads(before)


def _answers(run: object, count: int) -> list[bytes]:
    torch.set_num_threads(count)
    torch.manual_seed(0)
    return [np.ascontiguousarray(t.detach().numpy()).tobytes() for t in run()]  # type: ignore[operator]


def _same(run: object) -> None:
    assert _answers(run, 1) == _answers(run, 3)


def _elementwise() -> list[str]:
    return sorted(name for name, op in OPS.items() if op.elementwise and op.kernel is not None and op.module == "torch"
                  and hasattr(torch, name) and all(p.type == "Tensor" or p.default is not None for p in op.params))


@pytest.mark.parametrize("name", _elementwise())
def test_elementwise(name: str) -> None:
    op = OPS[name]
    tensors = sum(p.type == "Tensor" for p in op.params)

    def run() -> list[torch.Tensor]:
        args = [torch.rand(SIZE).mul_(0.8).add_(0.1).requires_grad_() for _ in range(tensors)]
        try:
            result = getattr(torch, name)(*args)
        except (RuntimeError, NotImplementedError):  # integers or Booleans only
            with torch.no_grad():
                args = [(a * 100).long() if "bit" in name or name in ("gcd", "lcm") else a > 0.5 for a in args]
            result = getattr(torch, name)(*args)
        results = [result] if isinstance(result, torch.Tensor) else list(result)
        if results[0].requires_grad:
            with contextlib.suppress(RuntimeError, NotImplementedError):  # some have no derivative
                results[0].backward(torch.rand(SIZE))
            results += [a.grad for a in args if a.grad is not None]
        return results

    _same(run)


@pytest.mark.parametrize("width", [7, 1000, 70_001])
def test_rows(width: int) -> None:
    def run() -> list[torch.Tensor]:
        x = torch.randn(600_000 // width + 3, width, requires_grad=True)
        w = torch.rand(width, requires_grad=True)
        F = torch.nn.functional
        out = [F.softmax(x, -1), F.log_softmax(x, 0), F.layer_norm(x, (width,), w, w)]
        sum((o * o).sum() for o in out).backward()
        return [*out, x.grad, w.grad]

    _same(run)


@pytest.mark.parametrize("optimizer", ["SGD", "Adam", "AdamW", "RMSprop", "Adagrad"])
def test_steps(optimizer: str) -> None:
    def run() -> list[torch.Tensor]:
        p = torch.nn.Parameter(torch.randn(1200, 503))
        o = getattr(torch.optim, optimizer)([p], lr=0.1, weight_decay=0.1)
        for _ in range(2):
            p.grad = torch.randn(1200, 503)
            o.step()
        return [p]

    _same(run)


def test_inplace_and_accumulation() -> None:
    def run() -> list[torch.Tensor]:
        x, y = torch.randn(SIZE), torch.randn(SIZE)
        x.add_(y).mul_(1.5).sub_(y)
        leaf = torch.zeros(SIZE, requires_grad=True)
        recorded = (leaf * 1).add_(y).mul_(x)
        recorded.sub_(1).sum().backward()
        with torch.no_grad():
            leaf.sub_(leaf.grad).add_(2)
        return [x, x + 1, 2 - x, x < y, recorded, leaf]

    _same(run)


def test_overflow_is_quiet_and_infinite() -> None:
    torch.set_num_threads(3)
    x = torch.full((SIZE,), 3e38)
    for result in (x + x, x * x, x.exp(), x.clone().mul_(x)):
        assert bool(result.isinf().all())


def test_an_error_in_a_piece_reaches_the_caller_and_the_pool_goes_on() -> None:
    torch.set_num_threads(3)

    def fail(i: int) -> None:
        if i == 5:
            raise KeyError(i)

    for _ in range(3):
        with pytest.raises(KeyError):
            threads.run_parallel(fail, 8)
    seen: list[int] = []
    threads.run_parallel(seen.append, 100)
    assert sorted(seen) == list(range(100))


def test_threads_work_again_and_again() -> None:
    torch.set_num_threads(3)
    for _ in range(3):
        workers: set[int] = set()

        def work(i: int, workers: set[int] = workers) -> None:
            time.sleep(0.01)
            workers.add(threading.get_ident())

        threads.run_parallel(work, 30)
        assert 1 < len(workers) <= 3


def test_a_piece_may_bring_pieces_of_its_own() -> None:
    torch.set_num_threads(3)
    seen: list[int] = []
    threads.run_parallel(lambda i: threads.run_parallel(seen.append, 10), 10)
    assert sorted(seen) == sorted(list(range(10)) * 10)


def test_two_callers() -> None:
    torch.set_num_threads(3)
    x = torch.rand(SIZE)
    expected = x.exp().tanh().sum().item()
    found: list[float] = []

    def work() -> None:
        for _ in range(5):
            found.append(x.exp().tanh().sum().item())

    callers = [threading.Thread(target=work) for _ in range(3)]
    for c in callers:
        c.start()
    for c in callers:
        c.join()
    assert found == [expected] * 15


def _python(code: str, **env: str) -> str:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=True,
                          env={**os.environ, **env}).stdout


def test_no_thread_before_the_first_large_array_and_none_inherited_by_a_fork() -> None:
    if not hasattr(os, "fork"):
        pytest.skip("no fork here")
    assert _python(
        "import os, minitorch_compat as torch\n"
        "from minitorch_compat._array.core.execution.threads import POOLS\n"
        "torch.set_num_threads(3)\n"
        "x = torch.rand(1000).exp()\n"
        "print(POOLS[0].started, flush=True)\n"
        "x = torch.rand(1 << 20).exp()\n"
        "print(POOLS[0].started, flush=True)\n"
        "pid = os.fork()\n"
        "if pid == 0:\n"
        "    y = torch.ones(1 << 20).exp()\n"
        "    print(bool((y == y[0]).all()), flush=True)\n"
        "    os._exit(0)\n"
        "print(os.waitpid(pid, 0)[1])\n").split() == ["0", "2", "True", "0"]


def test_where_no_thread_can_start_the_pieces_are_run_by_the_caller() -> None:
    assert _python(
        "import minitorch_compat as torch\n"
        "from minitorch_compat._array.core.execution import threads\n"
        "def none(*args): raise RuntimeError(\"can't start new thread\")\n"
        "threads.start_new_thread = none\n"
        "torch.set_num_threads(4)\n"
        "print(torch.ones(1 << 20).exp().unique().numel())\n").split() == ["1"]


def test_the_environment_says_how_many() -> None:
    code = "from minitorch_compat._array.core.execution import threads; print(len(threads.POOLS))"
    assert _python(code, OMP_NUM_THREADS="1").split() == ["0"]


def test_what_waits_for_a_thread_holds_no_arrays() -> None:
    """A thread that comes too late, on a busy machine, finds nothing to do; what the work was done on is gone by then."""
    torch.set_num_threads(2)
    threads.run_parallel(lambda i: None, 4)  # starts the threads
    late, done = threading.Event(), []
    threads.POOLS[0].queue.put(late.wait)
    array = np.ones(1000)
    held = weakref.ref(array)

    def work(i: int, array: np.ndarray = array) -> None:
        done.append(array[i])

    threads.run_parallel(work, 4)
    del array, work
    gone = held() is None
    late.set()
    assert done == [1] * 4 and gone


@pytest.fixture
def _threads_of_the_test_runner_are_idle(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blas_threads, "count_other_threads", lambda: 0)


@pytest.mark.skipif(blas_threads.blas_threads() < 1, reason="this numpy's BLAS does not tell its number of threads")
@pytest.mark.usefixtures("_threads_of_the_test_runner_are_idle")
def test_blas_has_one_thread_where_pieces_have_several() -> None:
    torch.set_num_threads(2)
    seen: list[int] = []
    threads.run_parallel(lambda _i: seen.append(blas_threads.blas_threads()), 4)
    assert seen == [2] * 4
    seen.clear()
    threads.run_parallel(lambda _i: seen.append(blas_threads.blas_threads()), 4, calls_blas=True)
    assert seen == [1] * 4 and blas_threads.blas_threads() == 2
    with pytest.raises(ZeroDivisionError):
        threads.run_parallel(lambda i: 1 // i, 4, calls_blas=True)
    assert blas_threads.blas_threads() == 2


@pytest.mark.skipif(blas_threads.blas_threads() < 1, reason="this numpy's BLAS does not tell its number of threads")
def test_the_number_of_blas_threads_does_not_change_under_another_thread() -> None:
    torch.set_num_threads(2)
    end, seen = threading.Event(), []
    other = threading.Thread(target=end.wait)
    other.start()
    try:
        threads.run_parallel(lambda i: seen.append((blas_threads.blas_threads(), threading.get_ident())), 4, calls_blas=True)
    finally:
        end.set()
        other.join()
    assert seen == [(2, threading.get_ident())] * 4


def test_sums_are_added_in_order() -> None:
    total = np.zeros(2)
    parts = threads.OrderedSum(total)
    for i in (2, 0, 3):
        parts.add(i, np.full(2, 10.0**i))
    assert total.tolist() == [1, 1] and sorted(parts.waiting) == [2, 3]
    parts.add(1, np.full(2, 10.0))
    assert total.tolist() == [1111, 1111] and not parts.waiting


@pytest.mark.usefixtures("_threads_of_the_test_runner_are_idle")
@pytest.mark.parametrize(("left", "right"), [((64, 96, 64), (64, 64, 128)), ((1, 48, 128, 64), (1, 48, 64, 128)), ((96, 64), (64, 64, 128)),
                                             ((40, 2, 100, 64), (40, 1, 64, 64)), ((40, 2, 100, 64), (2, 64, 64)), ((3, 5, 4), (3, 4, 6))])
def test_stacks_of_products(left: tuple[int, ...], right: tuple[int, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    a, b = np.random.default_rng(0).random(left, np.float32), np.random.default_rng(1).random(right, np.float32)
    torch.set_num_threads(1)
    expected = products.multiply_stacks(a, b)
    torch.set_num_threads(2)
    pieces = []
    monkeypatch.setattr(products, "run_parallel", lambda work, n, **_: pieces.append(n) or threads.run_parallel(work, n, True))
    assert np.array_equal(products.multiply_stacks(a, b), expected)
    out = np.empty_like(expected)
    assert products.multiply_stacks(a, b, out) is out and np.array_equal(out, expected)
    assert len(pieces) == (0 if left == (3, 5, 4) else 2)


@pytest.mark.usefixtures("_threads_of_the_test_runner_are_idle")
@pytest.mark.parametrize("build", [lambda: torch.nn.Conv2d(16, 24, 3, stride=2), lambda: torch.nn.Conv2d(16, 24, 5, padding=2),
                                   lambda: torch.nn.Conv2d(16, 64, 1), lambda: torch.nn.ConvTranspose2d(16, 8, 3, stride=2),
                                   lambda: torch.nn.Conv2d(16, 16, 3, groups=16), lambda: torch.nn.BatchNorm2d(16)])
def test_images(build: Callable[[], torch.nn.Module]) -> None:
    def run() -> list[torch.Tensor]:
        torch.manual_seed(0)
        layer, x = build(), torch.randn(24, 16, 40, 40, requires_grad=True)
        y = layer(x)
        y.backward(torch.randn(y.shape))
        return [y, x.grad, *[p.grad for p in layer.parameters()]]

    _same(run)


@pytest.mark.skipif(sys.platform != "linux", reason="Linux tells a process what it has mapped")
def test_mapped_libraries_are_found() -> None:
    found = list(blas_threads._library_paths())
    assert np._core._multiarray_umath.__file__ in found and all(os.path.isabs(path) for path in found)
