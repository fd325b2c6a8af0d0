"""`torch.utils.weak`, `swap_tensors` and `set_module`."""
from __future__ import annotations

import contextlib
import gc
import weakref

import pytest

import minitorch_compat as torch
from minitorch_compat.multiprocessing.reductions import StorageWeakRef
from minitorch_compat.utils.weak import TensorWeakRef, WeakIdKeyDictionary, WeakIdRef, WeakTensorKeyDictionary, _WeakHashRef


def test_keys_are_told_apart_by_identity_and_not_kept() -> None:
    a, b = torch.ones(2), torch.ones(2)
    mapping = WeakTensorKeyDictionary({a: 1})
    mapping[b] = 2
    assert (len(mapping), mapping[a], mapping[b], torch.ones(2) in mapping) == (2, 1, 2, False)
    assert mapping.setdefault(a, 7) == 1 and mapping.copy() == mapping
    del b
    gc.collect()
    assert len(mapping) == 1 and list(mapping.values()) == [1]
    with pytest.raises(KeyError):
        mapping[torch.ones(1)]
    one, other = WeakIdRef(a), WeakIdRef(a)
    assert one == other and hash(one) == hash(other) and one != WeakIdRef(torch.ones(2))
    reference = TensorWeakRef(a)
    assert reference() is a


def test_keys_compared_by_equality() -> None:
    class Key:
        def __eq__(self, other: object) -> bool:
            return isinstance(other, Key)

        def __hash__(self) -> int:
            return 7

    one, other = Key(), Key()
    mapping = WeakIdKeyDictionary({one: 1}, ref_type=_WeakHashRef)
    assert mapping[other] == 1 and other in mapping and hash(_WeakHashRef(one)) == 7 and _WeakHashRef(one) == _WeakHashRef(other)
    assert other not in WeakIdKeyDictionary({one: 1})


def test_keys_that_go_or_come_during_an_iteration() -> None:
    keys = [torch.ones(1) for _ in range(5)]
    mapping = WeakTensorKeyDictionary(dict.fromkeys(keys, 0))
    seen = 0
    for key in mapping:
        keys.clear()
        seen += 1
        del key
    assert 1 <= seen < 4 and len(mapping) == 0
    keys = [torch.ones(1) for _ in range(3)]
    mapping.update((key, 0) for key in keys[:2])
    mapping.update(None)
    with contextlib.suppress(RuntimeError):  # raised before Python 3.14, whose weak mappings iterate over a copy
        for _ in mapping:
            mapping[keys[2]] = 1
    assert len(mapping) == 3


def test_references_to_memory() -> None:
    x = torch.arange(4.)
    reference, same = StorageWeakRef(x.untyped_storage()), StorageWeakRef(x[1:].untyped_storage())
    assert reference == same and hash(reference) == hash(same) and reference != StorageWeakRef(torch.ones(1).untyped_storage())
    x = x[2:]
    assert not reference.expired()
    del x
    gc.collect()
    assert reference.expired()


def test_swapped_tensors_become_each_other() -> None:
    a, b = torch.nn.Parameter(torch.ones(1)), torch.zeros(2)
    a.note = "mine"  # type: ignore[attr-defined]
    torch.utils.swap_tensors(a, b)
    assert type(a) is torch.Tensor and a.tolist() == [0, 0] and not hasattr(a, "note") and not a.requires_grad
    assert type(b) is torch.nn.Parameter and b.tolist() == [1] and b.note == "mine" and b.requires_grad
    (b * 2).sum().backward()
    assert b.grad.tolist() == [2] and a.grad is None
    held = weakref.ref(a)
    with pytest.raises(RuntimeError, match="Cannot swap t1 because it has weakref"):
        torch.utils.swap_tensors(a, b)
    del held


def test_graphs_of_a_swapped_leaf_raise_in_backward() -> None:
    x = torch.ones(1, requires_grad=True)
    y, done = x * 2, x * x
    done.backward()
    torch.utils.swap_tensors(x, other := torch.zeros(2))
    assert x.tolist() == [0, 0] and x.grad is None and other.grad.tolist() == [2]
    (other * 3).backward()
    assert other.grad.tolist() == [5]
    with pytest.raises(RuntimeError, match="poisoned by swap_tensors"):
        y.backward()


def test_what_refers_to_a_tensor_keeps_it_from_being_swapped() -> None:
    base = torch.arange(4.)
    view = base[:2]
    leaf = torch.ones(1, requires_grad=True)
    square = leaf * leaf
    owner = torch.ones(2, requires_grad=True)
    owner.grad = torch.ones(2)
    for held in (base, leaf, owner.grad):
        with pytest.raises(RuntimeError, match="Expected use_count of t2 to be 1"):
            torch.utils.swap_tensors(torch.zeros(3), held)
    torch.utils.swap_tensors(view, other := torch.zeros(3))
    assert other._base is base and view._base is None and view.tolist() == [0, 0, 0]
    del other, square
    torch.utils.swap_tensors(base, leaf)
    assert base.tolist() == [1] and leaf.tolist() == [0, 1, 2, 3]


def test_garbage_does_not_keep_tensors_from_being_swapped_for_ever() -> None:
    frozen = gc.get_freeze_count()
    gc.freeze()
    try:
        base = torch.arange(4.)
        cycle = [base[:2]]
        cycle.append(cycle)
        del cycle
        for _ in range(2):  # the first search must not freeze what the second would find
            torch.utils.swap_tensors(base, torch.zeros(3))
    finally:
        if not frozen:
            gc.unfreeze()


def test_modules_are_swapped_after_a_step() -> None:
    torch.__future__.set_swap_module_params_on_conversion(True)
    try:
        net = torch.nn.Linear(2, 2)
        loss, weight = net(torch.ones(2)).sum(), net.weight
        loss.backward()
        assert net.double().weight is weight and weight.dtype == weight.grad.dtype == torch.float64
        row = weight[0]
        with pytest.raises(RuntimeError, match=r"Couldn't swap Linear\.weight"):
            net.float()
        del row
    finally:
        torch.__future__.set_swap_module_params_on_conversion(False)


def test_modules_of_objects() -> None:
    class Thing:
        pass

    torch.utils.set_module(Thing, "a.b")
    assert Thing.__module__ == "a.b"


def test_modules_are_there_without_an_import() -> None:
    for name in ("backcompat", "collect_env", "deterministic", "dlpack", "weak"):
        assert getattr(torch.utils, name).__name__.endswith(name)


def test_tensors_with_other_slots_are_not_swapped() -> None:
    slotted, plain = torch.ones(1).as_subclass(type("Slotted", (torch.Tensor,), {"__slots__": ["more"]})), torch.zeros(2)
    for pair in ((slotted, plain), (plain, slotted)):
        with pytest.raises(RuntimeError, match=r"^Cannot swap t1 and t2 if they have different slots$"):
            torch.utils.swap_tensors(*pair)
    assert type(plain) is torch.Tensor
    assert plain.tolist() == [0, 0]
