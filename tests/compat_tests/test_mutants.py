"""Where mutants are planted, and which mutations are tried."""
from __future__ import annotations

import pickle
from pathlib import Path

from compat_tests.mutants import __main__ as mutants
from compat_tests.mutants.planting import Mutant, Sites

SOURCE = b'''
LIMIT = 3
ENTRY = op("sine(Tensor input) -> Tensor", k.sine, batch=lambda x: x + LIMIT)

class Layer:
    size = 1

    def forward(self, x, scale=2.0):
        """Text."""
        if x > scale:
            return x + 1
'''


def mutants_by_key() -> dict[str, Mutant]:
    return {m.key.removeprefix("minitorch_compat/nn/a.py:"): m for m in Sites("minitorch_compat/nn/a.py", SOURCE).found}


def test_faults_of_a_module_with_what_they_belong_to() -> None:
    assert {key: (m.at_import, m.words) for key, m in mutants_by_key().items()} == {
        " constant: 3 -> 4": (True, ("LIMIT",)),
        ' swapped argument: "sine(Tensor input) -> Tensor", k.sine -> k.sine, "sine(Tensor input) -> Tensor"': (True, ("ENTRY", "sine")),
        " operator: + -> -": (True, ("ENTRY", "sine")),
        "Layer constant: 1 -> 2": (True, ("Layer", "size")),
        "Layer.forward constant: 2.0 -> 3.0": (True, ()),
        "Layer.forward removed condition: x > scale -> True": (False, ()),
        "Layer.forward removed condition: x > scale -> False": (False, ()),
        "Layer.forward comparison: > -> >=": (False, ()),
        "Layer.forward operator: + -> -": (False, ()),
        "Layer.forward constant: 1 -> 2": (False, ()),
    }
    assert mutants_by_key()["Layer.forward constant: 2.0 -> 3.0"].line == 10  # where the function runs


def test_what_is_tried_with_a_fault(tmp_path: Path, monkeypatch) -> None:
    path = "minitorch_compat/nn/a.py"
    (tmp_path / path).parent.mkdir(parents=True)
    (tmp_path / path).write_bytes(SOURCE)
    monkeypatch.setattr(mutants, "ROOT", tmp_path)
    units = {"t.py::test_sine_rows": (3.0, True, {path: [3]}), "t.py::test_quick": (1.0, True, {path: [10]}),
             "t.py::test_slow": (9.0, True, {path: [10]}), "t.py::test_red": (1.0, False, {path: [10]})}
    (tmp_path / "t.pickle").write_bytes(pickle.dumps(units))
    (tmp_path / "names.pickle").write_bytes(pickle.dumps({"names": (5.0, True, {})}))
    recordings = mutants.Recordings(tmp_path)
    named = mutants_by_key()
    assert recordings.units(named["Layer.forward comparison: > -> >="], 60) == ["t.py::test_quick", "t.py::test_slow"]
    assert recordings.units(named["Layer.forward comparison: > -> >="], 5) == ["t.py::test_quick"]
    assert recordings.units(named["Layer.forward constant: 2.0 -> 3.0"], 60) == [
        "names", "t.py::test_quick", "t.py::test_slow", "t.py::test_sine_rows"]
    assert recordings.units(named["Layer.forward operator: + -> -"], 60) == []  # reached by no test
    assert recordings.units(named[" operator: + -> -"], 60)[:2] == ["names", "t.py::test_sine_rows"]
