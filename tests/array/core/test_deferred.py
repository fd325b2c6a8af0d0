"""Families of kernels that are imported at their first call; see `_array/core/deferred.py`."""
from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]


def run(program: str) -> str:
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_importing_loads_none() -> None:
    assert run("import sys, minitorch_compat; rooms = [m for n, m in list(sys.modules.items()) "
               "if n.startswith('minitorch_compat._array.') and hasattr(m, 'DEFERRED')]; "
               "print(len(rooms) > 5, [n for m in rooms for n in m.DEFERRED if f'{m.__name__}.{n}' in sys.modules])") == "True []"


def test_each_is_there_and_has_what_is_asked_of_it() -> None:
    assert run("import minitorch_compat; from minitorch_compat._ops.op import OPS; "
               "from minitorch_compat._array.core.deferred import DeferredKernel; "
               "waiting = {op.kernel for op in OPS.values() if op.kernel.__class__ is DeferredKernel}; "
               "found = [stub.load() for stub in waiting]; "
               "print(len(waiting) > 150, all(map(callable, found)))") == "True True"


def test_rooms_have_what_they_name() -> None:
    """Every package of the engine that waits with its modules has them, and refuses other names."""
    assert run("import sys, minitorch_compat; rooms = [m for n, m in list(sys.modules.items()) "
               "if n.startswith('minitorch_compat._') and hasattr(m, 'DEFERRED')]; "
               "print(len(rooms) > 7, all(getattr(m, n).__name__ == f'{m.__name__}.{n}' for m in rooms for n in m.DEFERRED), "
               "[m.__name__ for m in rooms if hasattr(m, 'nothing')])") == "True True []"


def test_after_the_first_call_nobody_holds_a_stand_in() -> None:
    assert run("""
import minitorch_compat as torch
from minitorch_compat._array.core.deferred import DeferredKernel
from minitorch_compat._dispatch.call.caller import CALLS, caller
from minitorch_compat._ops.namespace import ARRAYS
from minitorch_compat._ops.op import OPS

for name in OPS:
    caller(name)
waiting = {op.kernel for op in OPS.values() if op.kernel.__class__ is DeferredKernel}

def held():
    yield from (op.kernel for op in OPS.values())
    yield from vars(ARRAYS).values()
    for call in CALLS.values():
        yield from (cell.cell_contents for cell in call.__closure__ or ())

print(sum(value.__class__ is DeferredKernel for value in held()) > len(waiting))
for stub in waiting:
    stub.load()
print(sum(value.__class__ is DeferredKernel for value in held()))
""") == "True\n0"


def test_a_twin_of_an_op_learns_of_it_too() -> None:
    assert run("import minitorch_compat as torch; from minitorch_compat._ops.op import OPS, overload; "
               "twin = overload(OPS['erfinv'], 'ErfinvBackward0'); torch.ones(1).erfinv(); "
               "print(twin.kernel is OPS['erfinv'].kernel, twin.kernel.__class__.__name__)") == "True function"


def test_what_is_no_kernel_is_imported_at_once() -> None:
    assert run("from minitorch_compat._array.reduce import softmax as family; import sys; a = family.__name__ in sys.modules; "
               "family.CHUNK if hasattr(family, 'CHUNK') else None; print(a, family.__name__ in sys.modules, hasattr(family, '__path__'))"
               ) == "False True False"


def test_importing_loads_neither_json_nor_what_checks_gradients() -> None:
    # numpy's import is its own affair: with CPython 3.14 it comes to `threading`.
    assert run("import numpy, sys; known = set(sys.modules); import minitorch_compat as torch; modules = set(sys.modules) - known; "
               "print(sorted(n for n in ('json', 'threading', 'numpy.fft', 'numpy.random', 'minitorch_compat.autograd._gradcheck.checks', "
               "'minitorch_compat.autograd.function', 'minitorch_compat._bindings.storage.typed') if n in modules), "
               "torch.autograd.gradcheck.__module__, torch.autograd.Function.__name__)"
               ) == "[] minitorch_compat.autograd.gradcheck Function"


def test_what_an_import_has_to_leave_behind_is_there() -> None:
    """Registries that modules fill: each of these was empty once a module that filled it was imported later."""
    assert run("import minitorch_compat as torch; x = torch.ones(2, requires_grad=True); h = x.register_hook(lambda g: g * 3); "
               "y = x * 2; n = y.grad_fn.register_hook(lambda i, o: None); saved = y.grad_fn._saved_other; y.sum().backward(); "
               "h.remove(); n.remove(); print(x.grad.tolist(), torch.Tensor(2).shape, saved, x.clone().detach().storage_offset())"
               ) == "[6.0, 6.0] torch.Size([2]) tensor(2) 0"
