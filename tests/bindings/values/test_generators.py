"""Seeds of random streams, and object identity of tensors."""
from __future__ import annotations

import math
import subprocess
import sys

import pytest

import minitorch_compat as torch

UNSEEDED = "import minitorch_compat as torch; first = torch.rand(2); print(torch.initial_seed(), first.tolist())"


def test_each_process_starts_from_a_seed_of_its_own() -> None:
    texts = {subprocess.run([sys.executable, "-c", UNSEEDED], capture_output=True, text=True, check=True).stdout for _ in range(2)}
    seeds = [int(text.split()[0]) for text in texts]
    assert len(set(seeds)) == 2 and len({text.partition(" ")[2] for text in texts}) == 2
    assert all(0 <= seed < 2**64 for seed in seeds)


def test_the_first_seed_can_be_given_back() -> None:
    generator = torch.Generator()
    seed = generator.seed()
    numbers = torch.rand(3, generator=generator)
    assert seed == generator.initial_seed()
    assert torch.equal(numbers, torch.rand(3, generator=torch.Generator().manual_seed(seed)))


def test_new_generators_start_alike() -> None:
    assert torch.Generator().initial_seed() == 67280421310721
    assert torch.equal(torch.rand(3, generator=torch.Generator()), torch.rand(3, generator=torch.Generator()))


def test_cdata_tells_tensors_apart() -> None:
    x = torch.nn.Parameter(torch.ones(3))
    assert isinstance(x._cdata, int) and x._cdata == x._cdata
    view, other = x.view(3), x.data
    assert len({x._cdata, view._cdata, other._cdata}) == 3
    with pytest.raises(AttributeError, match=r"'_cdata' of .* is not writable"):
        x._cdata = 3


def test_normal_values_of_complex_numbers_bit_for_bit():
    """Their parts are real ones times 1 / sqrt(2), of which the last bit is not that of sqrt(1 / 2). PyTorch's first three of seed 0:"""
    torch.manual_seed(0)
    z = torch.view_as_real(torch.randn(6, dtype=torch.complex128)).flatten()
    assert z[:3].tolist() == [1.089648797921442, -0.20748556905971358, -1.5406367468421671]
    for count in (12, 100):  # one after the other, and in blocks
        torch.manual_seed(0)
        parts = torch.randn(count, dtype=torch.float64)
        torch.manual_seed(0)
        assert torch.equal(torch.view_as_real(torch.randn(count // 2, dtype=torch.complex128)).flatten(), parts * (1 / math.sqrt(2)))
        torch.manual_seed(0)
        filled = torch.empty(count // 2, dtype=torch.complex128).normal_(0, 2)
        assert torch.equal(torch.view_as_real(filled).flatten(), parts * (2 / math.sqrt(2)))
