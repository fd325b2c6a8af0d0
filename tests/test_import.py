"""What `import` does and leaves alone, each time in a fresh interpreter."""
from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
WITH_EXTRA = pytest.mark.skipif(importlib.util.find_spec("ml_dtypes") is None, reason="the bfloat16 extra is not installed")


def run(program: str) -> str:
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.parametrize("before", [True, False])
def test_the_cyclic_collector_is_on_or_off_as_before(before: bool) -> None:
    switch = "enable" if before else "disable"
    assert run(f"import gc; gc.{switch}(); import minitorch_compat; print(gc.isenabled(), gc.get_freeze_count())") == f"{before} 0"


def test_what_a_program_has_frozen_stays_so() -> None:
    # Not all: some of it is let go in the meantime.
    assert run("import gc; gc.freeze(); n = gc.get_freeze_count(); import minitorch_compat; "
               "print(gc.get_freeze_count() > n // 2 > 0)") == "True"


@WITH_EXTRA
def test_bfloat16_is_loaded_when_it_is_asked_for() -> None:
    assert run("import sys, minitorch_compat as torch; a = 'ml_dtypes' in sys.modules; x = torch.ones(1, dtype=torch.bfloat16) + 1; "
               "print(a, x, torch.bfloat16.is_floating_point)") == "False tensor([2.], dtype=torch.bfloat16) True"


@WITH_EXTRA
@pytest.mark.parametrize("first", ["ml_dtypes", "minitorch_compat"])
@pytest.mark.parametrize("call", ["from_numpy", "tensor", "as_tensor"])
def test_arrays_of_that_type_are_known_whoever_loads_it(first: str, call: str) -> None:
    assert run(f"import {first}; import ml_dtypes, numpy, minitorch_compat as torch; "
               f"x = torch.{call}(numpy.ones(1, ml_dtypes.bfloat16)); print((x * 0.5).dtype, (x.half() + x).dtype)"
               ) == "torch.bfloat16 torch.float32"


def test_what_only_printing_needs_waits_for_it() -> None:
    assert run("import sys, minitorch_compat as torch; a = 'minitorch_compat._array.formatting' in sys.modules; "
               "print(a, torch.ones(1))") == "False tensor([1.])"


def test_what_follows_from_an_entry_is_worked_out_when_it_is_asked_for() -> None:
    assert run("""
import minitorch_compat
from minitorch_compat._ops.op import OPS, Op
waiting = []
for op in OPS.values():
    try:
        object.__getattribute__(op, "schema")
    except AttributeError:
        waiting.append(op)
print(len(waiting) > 200, all(len(op.saves) == len(op.vjps) for op in OPS.values()), hasattr(waiting[0], "nonsense"))
""") == "True True False"


def test_types_that_only_checkers_read_are_not_loaded() -> None:
    assert run("import numpy, sys; before = set(sys.modules); import minitorch_compat; "
               "print({'numpy.typing', 'mmap'} & (set(sys.modules) - before))") == "set()"
