"""Results for tensors that are not row-major, without being views, have PyTorch's strides."""
from __future__ import annotations

import copy
import io
import json
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import minitorch_compat as torch
from minitorch_compat._array.core.row_order import PERMUTED
from tests.array.paths.permuted import RECORDED, outcome
from tests.many_cases import for_each

KEPT: dict[str, dict[str, Any]] = json.loads(RECORDED.read_text())
#: What keeps the order here, where PyTorch begins a new row-major tensor, or the other way round in the innermost of three dimensions.
ELSEWHERE = frozenset({"mvlgamma", "multigammaln", "rrelu", "detach_copy", "conv1d"})


@for_each([(path, beside) for path, calls in KEPT.items() for beside in calls if path.rpartition(".")[2] not in ELSEWHERE])
def test_strides_of_results(path: str, beside: str) -> None:
    found = outcome(torch, path, beside, is_layout_visible)
    assert found == KEPT[path][beside], (found, KEPT[path][beside])


def is_layout_visible(t: Any) -> None:
    """Whether what comes next would see how `t` lies: by its being a view, or because it was noted."""
    if not (t.is_sparse or t.is_contiguous() or t._view is not None or id(t._array) in PERMUTED):
        raise AssertionError(f"nobody would know that a tensor of strides {t.stride()} is no row-major one")


def _read_back(t: Any) -> Any:
    file = io.BytesIO()
    torch.save(t, file)
    file.seek(0)
    return torch.load(file)


def _gradient(columns: Any, recorded: bool = False, times: int = 1) -> Any:
    leaf = columns.clone().requires_grad_()
    for _ in range(times):
        (leaf * 2).sum().backward(create_graph=recorded)
    return leaf.grad.detach()


def _gradients_seen_by_hook(columns: Any) -> Any:
    got: list[Any] = []
    x = columns.requires_grad_() * 1
    x.register_hook(lambda g: got.append(g.clone(memory_format=torch.preserve_format) if g._is_view() else g))
    x.sin().sum().backward()
    return got[0]


def _taken_over(columns: Any) -> Any:
    t = torch.empty(0)
    t.data = columns
    return t


MAKERS: dict[str, Callable[[Any], Any]] = {
    "empty_strided": lambda c: torch.empty_strided((3, 4), (1, 3)), "new_empty_strided": lambda c: c.new_empty_strided((3, 4), (1, 3)),
    "empty_permuted": lambda c: torch.empty_permuted((3, 4), (1, 0)), "empty_like": torch.empty_like, "rand_like": torch.rand_like,
    "zeros_like": torch.zeros_like, "full_like": lambda c: torch.full_like(c, 2.0), "clone": lambda c: c.clone(),
    "double": lambda c: c.double(), "from_numpy": lambda c: torch.from_numpy(np.ones((3, 4), order="F")),
    "as_tensor": lambda c: torch.as_tensor(np.ones((3, 4), order="F")),
    "as_tensor of a dtype": lambda c: torch.as_tensor(np.ones((3, 4), order="F"), dtype=torch.float32),
    "from_dlpack": lambda c: torch.from_dlpack(np.ones((3, 4), order="F")), "from_dlpack of a tensor": torch.from_dlpack,
    "set_": lambda c: torch.empty(0).set_(c), "set_ to a storage": lambda c: torch.empty(0).set_(c.untyped_storage(), 0, (3, 4), (1, 3)),
    "data": _taken_over, "load": _read_back, "deepcopy": copy.deepcopy, "pickle": lambda c: pickle.loads(pickle.dumps(c)),
    "add": lambda c: c + 1, "compare": lambda c: (c > 0).float(), "out": lambda c: torch.add(c, 1, out=torch.empty_like(c)),
    "copy_": lambda c: torch.empty_like(c).copy_(torch.ones(3, 4)), "detach": lambda c: c.detach(), "gradient": _gradient,
    "added gradient": lambda c: _gradient(c, times=2), "recorded gradient": lambda c: _gradient(c, recorded=True),
    "gradient that a hook gets": lambda c: _gradients_seen_by_hook(c),
    "gradient of a product": lambda c: torch.autograd.grad((c.requires_grad_() @ torch.ones(4, 2)).sum(), c)[0],
    "gradient of sin": lambda c: torch.autograd.grad(c.requires_grad_().sin().sum(), c)[0]}


@pytest.mark.filterwarnings("ignore:Using backward.. with create_graph:UserWarning")
@for_each(MAKERS)
def test_whoever_made_a_tensor_what_is_broadcast_with_it_follows(maker: str) -> None:
    """Where numpy would begin a row-major result. It is looked at where there may be any such tensor, so that each has to be known."""
    t = MAKERS[maker](torch.empty_strided((3, 4), (1, 3)).fill_(0.5))
    assert t.stride() == (1, 3)
    is_layout_visible(t)
    one = torch.ones((), dtype=t.dtype)
    for other in (one.expand(4).clone(), one.expand(1, 4).clone(), one.expand(3, 1).clone(), one, t.sum(0, True), t.sum(1, True)):
        for result in (t / other, t * other, t + other, t - other, torch.where(t > 0, t, other), torch.maximum(t, other),
                       torch.addcmul(t, other, other), t.clamp(other, other)):
            assert result.stride() == (1, 3)


@for_each(("channels_last", "normalize"))
def test_images_by_channels(kind: str) -> None:
    images = torch.rand(2, 3, 4, 5).to(memory_format=torch.channels_last)
    for dim in range(4):
        found = torch.nn.functional.normalize(images, dim=dim) if kind == "normalize" else images / images.norm(dim=dim, keepdim=True)
        assert found.is_contiguous(memory_format=torch.channels_last), dim
