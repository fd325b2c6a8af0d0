"""Effects of `import` and what it does not touch, each time in a fresh interpreter."""
from __future__ import annotations

import ast
import importlib
import importlib.util
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
WITH_EXTRA = pytest.mark.skipif(importlib.util.find_spec("ml_dtypes") is None, reason="the bfloat16 extra is not installed")


def run(program: str, **environment: str) -> str:
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, env={**os.environ, **environment}, capture_output=True, text=True,
                          check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.parametrize("before", [True, False])
def test_the_cyclic_collector_is_on_or_off_as_before(before: bool) -> None:
    switch = "enable" if before else "disable"
    program = (f"import gc; gc.{switch}(); frozen = gc.get_freeze_count(); import minitorch_compat; "
               "print(gc.isenabled(), gc.get_freeze_count() - frozen)")  # some versions of Python freeze what they start with
    assert run(program) == f"{before} 0"


def test_what_a_program_has_frozen_stays_so() -> None:
    # Not all: some of it is let go in the meantime.
    assert run("import gc; gc.freeze(); n = gc.get_freeze_count(); import minitorch_compat; "
               "print(gc.get_freeze_count() > n // 2 > 0)") == "True"


@pytest.mark.skipif(sys.platform != "linux" or sys.implementation.name != "cpython", reason="how CPython keeps frames, seen in page faults")
def test_an_import_from_deep_inside_a_program_costs_no_more(tmp_path: Path) -> None:
    """Frames at the end of CPython's memory for them would map and unmap pages for each call of the import system."""
    program = """
import resource

def deep(depth):
    if depth:
        return deep(depth - 1)
    import minitorch_compat
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt

print(deep({}))
"""
    cached = {"PYTHONPYCACHEPREFIX": str(tmp_path), "PYTHONDONTWRITEBYTECODE": ""}
    run(program.format(0), **cached)
    faults = [min(int(run(program.format(depth), **cached)) for _ in range(2)) for depth in (0, 45, 75, 105, 135)]
    assert max(faults) - min(faults) < 500


def test_numpy_is_imported_first() -> None:
    # Inside of other imports its own would be deeper, and its garbage would be looked at by the collector.
    assert run("""
import sys

class Watch:
    @staticmethod
    def find_spec(name, path=None, target=None):
        if name == "numpy":
            print([n for n in sys.modules if n.partition(".")[0] == "minitorch_compat"])

sys.meta_path.insert(0, Watch)
import minitorch_compat
""") == "['minitorch_compat', 'minitorch_compat._importing']"


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
    assert run("import sys, minitorch_compat as torch; a = 'minitorch_compat._array.exchange.printing' in sys.modules; "
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


def test_an_import_reads_little() -> None:
    """Half of an import is reading code: what few programs call waits. A module more is 0.1 ms, 10 kB are 0.15 ms.

    Docstrings are read, too, at a tenth of that: a string is one copy.
    """
    files = run("import sys, minitorch_compat; "
                "print(*[m.__file__ for n, m in sys.modules.items() if n.partition('.')[0] == 'minitorch_compat'], sep='\\n')")
    modules = [Path(file).read_text(encoding="utf-8") for file in files.splitlines()]
    documentation = sum(len(ast.get_docstring(node, clean=False) or "") for text in modules for node in ast.walk(ast.parse(text))
                        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef))
    assert sum(map(len, modules)) - documentation <= 1_300_000
    assert documentation <= 1_000_000
    assert len([text for text in modules if len(text) > 400]) <= 137  # the `__init__` of a room is a line
    assert len(modules) <= 170


def test_families_of_ops_wait_until_one_is_asked_for() -> None:
    assert run("""
import sys, minitorch_compat as torch
from minitorch_compat._ops.op import OPS
from minitorch_compat._ops.table import FAMILY_OF, LAZY_FAMILIES
loaded = [f for f in LAZY_FAMILIES if f'minitorch_compat._ops.families.{f}' in sys.modules]
a = torch.eye(2).det().item(), 'minitorch_compat._ops.families.linalg.decompositions' in sys.modules
print(loaded, a, OPS['erf'].name, 'svd_of' in OPS, OPS.get('nonsense'), len(OPS) > len(FAMILY_OF) > 200,
      {OPS[n].name for n in FAMILY_OF} == set(FAMILY_OF))
try:
    OPS['nonsense']
except KeyError as error:
    print(error)
""") == "[] (1.0, True) erf True None True True\n'nonsense'"


def test_calls_are_made_at_the_first_one_and_kept() -> None:
    assert run("""
import minitorch_compat as torch
from minitorch_compat._bindings.generated import functions_gen, methods_gen
from minitorch_compat._dispatch.call.caller import LazyCall
before = functions_gen._erf.__class__ is LazyCall, methods_gen._erf_.__class__ is LazyCall
x = torch.zeros(2)
torch.erf(x), x.erf_(), torch.erf(x, out=x)
print(before, functions_gen._erf.__class__ is LazyCall, methods_gen._erf_.__class__ is LazyCall)
""") == "(True, True) False False"


def test_what_only_transforms_sparse_tensors_and_refusals_need_waits() -> None:
    assert run("import sys, minitorch_compat; "
               "print([n for n in ('_dispatch.levels.forward', '_dispatch.levels.grad_level', '_dispatch.levels.vmap', "
               "'_dispatch.layouts.sparse', '_ops.batching.shapes', '_ops.families.sparse.coo', '_fidelity.argument_checks', "
               "'_dispatch.layouts.meta', '_bindings.out.refusals', "
               "'_bindings.sparse_tensors.coo_tensor', '_engine.profiled') "
               "if f'minitorch_compat.{n}' in sys.modules])") == "[]"


def test_namespaces_wait_and_are_there() -> None:
    assert run("""
import sys, minitorch_compat as torch
names = ("amp autograd.function autograd.graph autograd.profiler distributions fft func fx jit linalg masked multiprocessing nn optim "
         "profiler serialization signal sparse special testing utils").split()
print([name for name in names if f"minitorch_compat.{name}" in sys.modules])
for name in names:
    found = torch
    for part in name.split("."):
        found = getattr(found, part)
    assert found is sys.modules[f"minitorch_compat.{name}"], name
""") == "[]"


def test_handles_of_hooks_are_those_of_their_module() -> None:
    assert run("""
import minitorch_compat as torch
x = torch.ones(2, requires_grad=True)
handles = x.register_hook(print), (x * 1).grad_fn.register_hook(print), x.register_post_accumulate_grad_hook(print)
print({type(h) is torch.utils.hooks.RemovableHandle for h in handles}, [h.id for h in handles])
""") == "{True} [0, 1, 2]"


def test_the_class_of_sparse_tensors_is_made_for_the_first_of_them() -> None:
    assert run("""
import minitorch_compat as torch
e = torch.nn.Embedding(3, 2, sparse=True)
e(torch.tensor([1])).sum().backward()
print(type(e.weight.grad).__name__, e.weight.grad.is_sparse, isinstance(e.weight.grad, torch.Tensor))
""") == "SparseTensor True True"


def test_neural_networks_bring_nothing_that_they_can_do_without() -> None:
    """Faces of all methods of Tensor, which the first class that overrides has made, take longer than the rest of `torch.nn`."""
    assert run("""
import sys
import minitorch_compat
from minitorch_compat import nn, optim
from minitorch_compat.utils import data
from minitorch_compat._bindings.override.overridable import wrappers
print(wrappers.cache_info().currsize, [n for n in ("typing_extensions", "numpy.typing", "json", "multiprocessing", "queue", "traceback",
      "minitorch_compat.autograd._profile.recording", "minitorch_compat.nn._uninitialized") if n in sys.modules])
""") == "0 []"


def test_parameters_without_a_shape_come_when_they_are_asked_for() -> None:
    assert run("""
import pickle, minitorch_compat as torch
from minitorch_compat import nn
names = "UninitializedBuffer", "UninitializedParameter"
print(all(name in dir(space) for name in names for space in (nn, nn.parameter)), hasattr(nn.parameter, "Nonsense"))
lazy = nn.LazyLinear(2)
print(type(lazy.weight) is nn.UninitializedParameter is nn.parameter.UninitializedParameter, type(lazy.weight).__module__,
      isinstance(lazy.weight, (nn.Parameter, torch.Tensor)), nn.parameter.is_lazy(lazy.weight), nn.UninitializedBuffer())
print(type(pickle.loads(pickle.dumps(lazy.weight))) is nn.UninitializedParameter, lazy(torch.ones(1, 3)).shape, type(lazy.weight).__name__)
""").splitlines() == [
        "True False", "True minitorch_compat.nn.parameter True True <UninitializedBuffer>", "True torch.Size([1, 2]) Parameter"]


def test_switching_the_package_on_brings_little_of_the_standard_library() -> None:
    assert run("""
import sys
before = set(sys.modules)  # an environment may import what it likes at its start
import minitorch_compat
minitorch_compat.install()
import torch
print([n for n in ("importlib.abc", "importlib.metadata", "tempfile", "zipfile", "email", "socket") if n in sys.modules.keys() - before])
import importlib.metadata
print(importlib.metadata.version("torch") == torch.__version__, importlib.metadata.distribution("torch").metadata["Name"])
""") == "[]\nTrue torch"


def test_switching_the_package_on_leaves_networks_alone_and_names_their_parameters() -> None:
    assert run("""
import sys, minitorch_compat
minitorch_compat.install()
import torch
print("minitorch_compat.nn" in sys.modules, torch.nn.Parameter.__module__)
minitorch_compat.uninstall()
print(minitorch_compat.nn.Parameter.__module__)
minitorch_compat.install()
print(minitorch_compat.nn.Parameter.__module__)
""") == "False torch.nn.parameter\nminitorch_compat.nn.parameter\ntorch.nn.parameter"


def test_the_package_runs_out_of_a_zip_file(tmp_path: Path) -> None:
    archive = tmp_path / "packed.zip"
    with zipfile.ZipFile(archive, "w") as packed:
        for path in (ROOT / "minitorch_compat").rglob("*"):
            if path.is_file() and "__pycache__" not in path.parts:
                packed.write(path, path.relative_to(ROOT))
    program = f"""
import sys
sys.path.insert(0, {str(archive)!r})
import minitorch_compat as torch
assert ".zip" in torch.__file__
x = torch.nn.Linear(3, 2)(torch.ones(3)).sum()
x.backward()
print(x.grad_fn._saved_self_sym_sizes)
print(torch.quasirandom.SobolEngine(2).draw(2).tolist())
try:
    torch.ones(2, "a")
except TypeError as error:
    print(str(error)[:4])
print(hasattr(torch, "AVG"), len(torch.overrides.get_testing_overrides()) > 1000, torch.ops.aten.add.Tensor)
with torch.autograd.profiler.profile() as profile:
    torch.ones(2) + 1
print(profile.key_averages()[0].key)
"""
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    done = subprocess.run([sys.executable, "-c", program], cwd=folder, env={**os.environ, "PYTHONPATH": str(archive)}, capture_output=True,
                          text=True, timeout=60)
    assert not done.returncode, done.stderr
    assert done.stdout.splitlines() == ["(2,)", "[[0.0, 0.0], [0.5, 0.5]]", "ones", "True True aten.add.Tensor",
                                        "aten::ones"]


def test_late_names_lead_to_what_exists() -> None:
    from minitorch_compat._namespace.late_names import LAZY

    missing = []
    for name, target in LAZY.items():
        module, _, other = target.partition(":")
        home = importlib.import_module(f"minitorch_compat.{module or name}")
        if module and not hasattr(home, other or name):
            missing.append(name)
    assert missing == []
