"""`torch.testing._comparison`: the parts from which test suites make comparisons of their own."""
from __future__ import annotations

import warnings
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import numpy as np

from .. import refused


def _result_or_error(call: Any) -> Any:
    """The result, or what is raised in full."""
    try:
        return repr(call())
    except Exception as error:
        found = getattr(error, "msg", None), getattr(error, "id", None), getattr(error, "type", None)
        return type(error).__name__, *(found if found[2] is not None else (str(error).split("resulted in")[0],))


def pairs_alone(torch: Any) -> Iterator[Any]:
    """Each kind of pair takes what it is for, and says what differs."""
    c = import_module(f"{torch.__name__}.testing._comparison")
    one, two = torch.tensor([1.0, 2.0]), torch.tensor([1.0, 2.5])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        compressed = torch.eye(2).to_sparse_csr()
    inputs = ((1, 1), (1, 2), (1.0, 1.0 + 1e-8), (1, 1.0), (np.float32(1), 2), (True, True), (True, np.bool_(False)), (None, None),
              (None, 1),
              (one, one), (one, two), (one, two.double()), (one, one[:1]), (one, [1.0, 2.0]), ([1.0], [2.0]), ("a", "b"),
              (one.int(), two.int()),
              (torch.tensor(1.0), torch.tensor(2.0)), (one.to_sparse(), two.to_sparse()), (one, one.to_sparse()),
              (compressed, torch.ones(2, 2).to_sparse_csr()),
              (torch.eye(2).to_sparse_csc(), 2 * torch.eye(2).to_sparse_csc()),
              (float("nan"), float("nan")), (1 + 1j, 2 + 0j))
    for kind in (c.NonePair, c.BooleanPair, c.NumberPair, c.TensorLikePair, c.ObjectPair):
        for actual, expected in inputs:
            if kind is c.ObjectPair and getattr(expected, "layout", torch.strided) != torch.strided:
                continue  # refused with a list of what there is
            yield kind.__name__, _result_or_error(lambda k=kind, a=actual, e=expected: k(a, e, id=("x", 0)).compare())
    for pair in (c.NumberPair(1, 2.0, rtol=0.1, atol=1), c.TensorLikePair(one, two, extra=3), c.ObjectPair("a", 1),
                 c.NonePair(None, 1, id=(1,))):
        yield repr(pair)
    yield _result_or_error(lambda: c.TensorLikePair(one, two, check_dtype=False, rtol=0.0, atol=0.5).compare())
    yield _result_or_error(lambda: c.TensorLikePair(one, two.double(), check_dtype=False).compare())
    yield _result_or_error(lambda: c.TensorLikePair(one, two, rtol=0.1)), _result_or_error(lambda: c.NumberPair(1, 2, atol=1))
    yield _result_or_error(lambda: c.TensorLikePair(one, torch.nn.Parameter(one), allow_subclasses=False))
    same = c.TensorLikePair(one, one)
    yield _result_or_error(lambda: same._compare_regular_values_close(one, two, rtol=0.0, atol=0.1, equal_nan=False, identifier="They"))
    yield _result_or_error(lambda: same._compare_regular_values_equal(one[0], two[1], identifier=lambda text: text.upper()))


def pairs_of_containers(torch: Any) -> Iterator[Any]:
    """Sequences and mappings are taken apart, and every difference is found."""
    c = import_module(f"{torch.__name__}.testing._comparison")
    kinds = (c.NonePair, c.BooleanPair, c.NumberPair, c.TensorLikePair)
    x = torch.ones(2)
    for actual, expected in (([1, [x, None]], [2, [x + 1, None]]), ({"b": 1, "a": (True,)}, {"a": (False,), "b": 3}), ([1], [1, 2]),
                             ({"a": 1, "c": 2}, {"a": 1, "b": 2}), ({"a": 1}, {"a": 1, "b": 2}), ("a", "a"), ([1], [{}])):
        yield _result_or_error(lambda a=actual,
                               e=expected: [(m.type, m.msg, m.id) for m in c.not_close_error_metas(a, e, pair_types=kinds)])
    metas = c.not_close_error_metas([1, {"k": 2}], [1, {"k": 3}], pair_types=kinds)
    yield str(metas[0].to_error()), str(metas[0].to_error("own")), str(metas[0].to_error(lambda text: text.upper()))
    yield [type(pair).__name__ for pair in c.originate_pairs([1, x, None], [1, x, None], pair_types=kinds)]
    yield c.not_close_error_metas("a", "b")[0].msg, refused(lambda: c.Pair(1, 2))
    yield c.default_tolerances(torch.float32, torch.ones(1).half()), c.default_tolerances(torch.int32)
    yield c.get_tolerances(x, rtol=0.5, atol=1)
    yield c.default_tolerances(x, dtype_precisions={torch.float32: (0.5, 0.25)}), refused(lambda: c.default_tolerances(3))

    class Rounded(c.TensorLikePair):
        def __init__(self, actual: Any, expected: Any, *, digits: int = 0, **options: Any) -> None:
            super().__init__(actual, expected, **options)
            self.digits = digits

        def compare(self) -> None:
            actual, expected = self._equalize_attributes(self.actual, self.expected)
            self._compare_attributes(actual, expected)
            if (actual.round(decimals=self.digits) != expected.round(decimals=self.digits)).any():
                self._fail(AssertionError, "too far apart")

        def extra_repr(self) -> Any:
            return "digits", ("kind", "rounded")

    yield repr(Rounded(x, x, digits=1)), c.not_close_error_metas(x, x + 0.01, pair_types=(Rounded,), digits=1)
    yield [m.msg for m in c.not_close_error_metas([x], [x + 1], pair_types=(Rounded,), digits=1)]


def sparse_tensors_in_assert_close(torch: Any) -> Iterator[Any]:
    """Tensors of a compressed layout are compared as they stand there."""
    eye, ones = torch.eye(2), torch.ones(2, 2)
    for turn in (torch.Tensor.to_sparse_csr, torch.Tensor.to_sparse_csc, torch.Tensor.to_sparse):
        for other in (eye, 2 * eye, ones, eye.flip(0)):
            yield _result_or_error(lambda t=turn, o=other: torch.testing.assert_close(t(eye), t(o)))
        yield _result_or_error(lambda t=turn: torch.testing.assert_close(t(eye), eye)), _result_or_error(
            lambda t=turn: torch.testing.assert_close(t(eye), eye, check_layout=False))
    yield _result_or_error(lambda: torch.testing.assert_close(eye.to_sparse(1), eye.to_sparse(2)))
    yield _result_or_error(lambda: torch.testing.assert_close({"a": 1}, {"a": 1, "b": 2}))
    yield _result_or_error(lambda: torch.testing.assert_close({"c": 1}, {"b": 2}))
