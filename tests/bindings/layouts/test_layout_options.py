"""The options `layout=` and `memory_format=` of functions that create and copy tensors: honoured or refused, as in PyTorch."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import minitorch_compat as torch

z = torch.zeros(3)
#: PyTorch makes these strided only.
STRIDED: dict[str, Callable[[Any], Any]] = {
    "arange": lambda layout: torch.arange(3, layout=layout), "range": lambda layout: torch.range(0, 2, layout=layout),
    "linspace": lambda layout: torch.linspace(0, 1, 3, layout=layout), "logspace": lambda layout: torch.logspace(0, 1, 3, layout=layout),
    "eye": lambda layout: torch.eye(2, layout=layout), "full": lambda layout: torch.full((2,), 1.0, layout=layout),
    "ones": lambda layout: torch.ones(2, layout=layout), "rand": lambda layout: torch.rand(2, layout=layout),
    "randn": lambda layout: torch.randn(2, layout=layout), "randint": lambda layout: torch.randint(3, (2,), layout=layout),
    "randperm": lambda layout: torch.randperm(3, layout=layout), "normal": lambda layout: torch.normal(0.0, 1.0, (2,), layout=layout),
    "rand_like": lambda layout: torch.rand_like(z, layout=layout), "randn_like": lambda layout: torch.randn_like(z, layout=layout),
    "randint_like": lambda layout: torch.randint_like(z, 3, layout=layout), "ones_like": lambda layout: torch.ones_like(z, layout=layout),
    "full_like": lambda layout: torch.full_like(z, 1.0, layout=layout), "new_ones": lambda layout: z.new_ones(2, layout=layout),
    "new_full": lambda layout: z.new_full((2,), 1.0, layout=layout), "tril_indices": lambda layout: torch.tril_indices(2, 2, layout=layout),
    "triu_indices": lambda layout: torch.triu_indices(2, 2, layout=layout),
    "empty_strided": lambda layout: torch.empty_strided((2,), (1,), layout=layout),
    "new_empty_strided": lambda layout: z.new_empty_strided((2,), (1,), layout=layout),
    "empty_permuted": lambda layout: torch.empty_permuted((2,), (0,), layout=layout),
    "hann_window": lambda layout: torch.hann_window(3, layout=layout),
    "kaiser_window": lambda layout: torch.kaiser_window(3, layout=layout),
    "hamming_window": lambda layout: torch.hamming_window(3, layout=layout), "fftfreq": lambda layout: torch.fft.fftfreq(3, layout=layout),
    "bartlett_window": lambda layout: torch.bartlett_window(3, layout=layout),
    "rfftfreq": lambda layout: torch.fft.rfftfreq(3, layout=layout),
    "blackman_window": lambda layout: torch.blackman_window(3, layout=layout)}


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("name", STRIDED)
def test_strided_only(name: str) -> None:
    make = STRIDED[name]
    assert make(torch.strided).layout is torch.strided
    for layout in (torch.sparse_coo, torch.sparse_csr):
        with pytest.raises((NotImplementedError, RuntimeError), match=f"{name}|fill_|uniform|normal_"):
            make(layout)


@pytest.mark.filterwarnings("ignore:Sparse CSR")
@pytest.mark.parametrize("make", [torch.zeros, torch.empty, z.new_zeros, z.new_empty])
def test_zeros_of_other_layouts(make: Any) -> None:
    for layout in (torch.sparse_coo, torch.sparse_csr):
        made = make(2, 3, layout=layout, dtype=torch.float64)
        assert made.layout is layout and made.shape == (2, 3) and made.dtype is torch.float64 and not made.to_dense().any()


@pytest.mark.parametrize("form", ["csr", "csc", "bsr", "bsc"])
def test_the_layout_of_a_compressed_tensor_is_in_the_name(form: str) -> None:
    make, own = getattr(torch, f"sparse_{form}_tensor"), getattr(torch, f"sparse_{form}")
    values = [[[5.0]]] if form.startswith("b") else [5.0]
    assert make([0, 1], [0], values, (1, 1), layout=own).layout is own
    for layout in {torch.strided, torch.sparse_coo, torch.sparse_csr, torch.sparse_csc} - {own}:
        with pytest.raises(RuntimeError, match=f"sparse_{form}_tensor: layout must be Sparse{form.capitalize()} but got"):
            make([0, 1], [0], values, (1, 1), layout=layout)
    with pytest.raises(RuntimeError, match="pin"):
        make([0, 1], [0], values, (1, 1), pin_memory=True)


def test_memory_formats() -> None:
    x = torch.randn(1, 2, 2, 2)
    assert x.cpu(memory_format=torch.channels_last).stride() == (8, 1, 4, 2)
    assert torch.equal(x.cpu(memory_format=torch.channels_last), x) and x.cpu(memory_format=torch.preserve_format) is x
    assert torch.resize_as_(torch.zeros(0), x, memory_format=torch.channels_last).stride() == (8, 1, 4, 2)


@pytest.mark.parametrize("convert", [torch.Tensor.to_sparse, torch.Tensor.to_sparse_csr])
def test_memory_formats_of_what_has_no_strides(convert: Any) -> None:
    s = convert(torch.eye(2))
    assert s.clone(memory_format=torch.preserve_format).layout is s.layout
    for form in (torch.contiguous_format, torch.channels_last):
        with pytest.raises(RuntimeError, match="unsupported memory format option"):
            s.clone(memory_format=form)
        with pytest.raises(RuntimeError, match="only supported by strided tensors"):
            torch.zeros_like(s, memory_format=form)
