"""Errors about single arguments: generators, byte masks, Variable's."""
from __future__ import annotations

import numpy as np
import pytest

import minitorch_compat as torch


@pytest.mark.parametrize(("name", "call"), [
    ("rand", lambda g: torch.rand(2, generator=g)), ("randperm", lambda g: torch.randperm(3, generator=g)),
    ("bernoulli", lambda g: torch.bernoulli(torch.ones(2), generator=g)),
    ("multinomial", lambda g: torch.multinomial(torch.ones(2), 1, generator=g)),
    ("uniform_", lambda g: torch.ones(2).uniform_(generator=g)), ("normal", lambda g: torch.normal(0.0, 1.0, (2,), generator=g)),
])
def test_what_is_no_generator(name, call):
    with pytest.raises(TypeError, match=rf"^{name}\(\).*(generator=int|must be torch.Generator, not int)"):
        call(3)
    assert call(torch.Generator()).shape == call(None).shape


@pytest.mark.filterwarnings("ignore:indexing with dtype")
@pytest.mark.parametrize("write", [lambda x, m: x.__setitem__(m, 5.0), lambda x, m: x.__setitem__((slice(None), m), torch.tensor(5.0)),
                                   lambda x, m: x.index_put_((m,), torch.tensor(5.0)), lambda x, m: x.index_put((m,), torch.ones(1))])
def test_one_number_through_a_byte_mask(write):
    x = torch.zeros(3, 3)
    with pytest.raises(RuntimeError, match="only supports boolean masks, but got mask with dtype unsigned char"):
        write(x, torch.tensor([1, 0, 1], dtype=torch.uint8))
    assert x.tolist() == [[0.0] * 3] * 3 and x._version == 0
    write(x, torch.tensor([True, False, True]))


@pytest.mark.filterwarnings("ignore:indexing with dtype")
def test_several_numbers_through_a_byte_mask():
    x = torch.zeros(3)
    x[torch.tensor([1, 0, 1], dtype=torch.uint8)] = torch.tensor([1.0, 2.0])
    assert x.tolist() == [1.0, 0.0, 2.0]


def test_scatter_names_the_source():
    with pytest.raises(RuntimeError, match=r"larger than self \[3, 3\] apart from dimension 0 and to be no larger size than src \[2, 4\]"):
        torch.zeros(3, 3).scatter(0, torch.zeros(2, 4, dtype=torch.int64), torch.ones(2, 4))


def test_variables_arguments():
    Variable, x = torch.autograd.Variable, torch.ones(1)
    assert Variable(x, requires_grad=1).requires_grad and Variable(x, name="a").name == "a" and Variable(x).name is None
    for options in ({"volatile": None}, {"requires_grad": None}):
        with pytest.raises(TypeError, match="'NoneType' object cannot be interpreted as an integer"):
            Variable(x, **options)
    with pytest.raises(TypeError, match="unexpected keyword argument 'foo'"):
        Variable(x, foo=1)


def test_subclasses_may_have_an_array_of_their_own() -> None:
    class Image(torch.Tensor):
        @property
        def array(self) -> str:
            return f"{self.numel()} pixels"

    assert torch.ones(3).as_subclass(Image).array == "3 pixels"
    assert not hasattr(torch.ones(3), "array") and "array" not in dir(torch.ones(3))


@pytest.mark.parametrize("nothing", [(), []])
def test_an_empty_list_is_no_flag_and_no_number(nothing) -> None:  # type: ignore[no-untyped-def]
    x = torch.ones(2, 3)
    for call in (lambda: torch.sort(x, descending=nothing), lambda: x.unique(return_counts=nothing), lambda: x.median(0, keepdim=nothing),
                 lambda: torch.nn.functional.dropout2d(x[None], 0.5, nothing), lambda: torch.round(x, decimals=nothing),
                 lambda: x.index_put((torch.tensor([0]),), x[0], accumulate=nothing)):
        with pytest.raises(TypeError, match=rf"{type(nothing).__name__}"):
            call()
    assert x.sum(nothing).shape == ()


def test_a_truth_value_in_a_tensor_is_no_dimension() -> None:
    x, flag = torch.ones(2, 3), torch.tensor(True)
    for name, rest in (("cumsum", ()), ("argmax", ()), ("unsqueeze", ()), ("transpose", (0,)), ("unbind", ()), ("softmax", ())):
        with pytest.raises(TypeError, match=rf"{name}\(\): argument 'dim0?' \(position 1\) must be int, not Tensor"):
            getattr(x, name)(flag, *rest)
    with pytest.raises(TypeError, match=r"cat\(\): argument 'dim' \(position 2\) must be int, not Tensor"):
        torch.cat([x, x], flag)
    assert list(range(flag)) == [0]
    assert x.cumsum(torch.tensor(1)).shape == (2, 3)


@pytest.mark.parametrize("name", ["add_", "sub_", "mul_"])
def test_arrays_are_no_operands_in_place(name: str) -> None:
    x = torch.ones(3)
    with pytest.raises(TypeError, match=rf"{name}\(\): argument 'other' \(position 1\) must be Tensor, not numpy.ndarray"):
        getattr(x, name)(np.ones(3, np.float32))
    assert x._version == 0
    assert x.tolist() == [1, 1, 1]


def test_tensors_without_values_or_on_two_devices_are_refused() -> None:
    x = torch.ones(3)
    for other in (x.to("meta"), x.to_sparse()):
        with pytest.raises(NotImplementedError, match="aten::equal"):
            torch.equal(x, other)
    with pytest.raises(RuntimeError, match="meshgrid expects all tensors to have the same device"):
        torch.meshgrid(x, x.to("meta"), indexing="ij")


def test_what_is_read_through_a_mark_is_looked_at_too() -> None:
    with pytest.raises(RuntimeError, match="isposinf does not support complex inputs"):
        torch.isposinf(torch.ones(2, dtype=torch.complex64).conj())
    with pytest.raises(RuntimeError, match=r"quantile\(\) q values must be in the range \[0, 1\]"):
        torch.quantile(torch.ones(3), torch._neg_view(torch.ones(1)))
