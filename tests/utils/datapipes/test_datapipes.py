"""torch.utils.data's data pipes: small programs whose answers were recorded from PyTorch, and its pickles."""
from __future__ import annotations

import base64
import doctest
import json
import marshal
import pickle
import pkgutil
import subprocess
import sys
import types
from importlib import import_module
from pathlib import Path

import pytest

import minitorch_compat as torch
from compat_tests.docs import examples
from minitorch_compat.utils import data
from tests.distributed import ranks
from tests.utils.datapipes import CASES, loaders, programs

RECORDED = json.loads((Path(__file__).parents[2] / "data" / "datapipes.json").read_text())


@pytest.mark.parametrize("name", CASES)
def test_answers_as_pytorch_does(name):
    assert json.loads(json.dumps(CASES[name](torch, data))) == RECORDED[name]


@pytest.mark.parametrize("name", RECORDED["pickles"])
def test_pickles_of_pytorch(name):
    content, wanted = RECORDED["pickles"][name]
    pipe = pickle.loads(base64.b64decode(content))
    if wanted == "ValueError":
        with pytest.raises(ValueError):
            list(pipe)
    else:
        assert json.loads(json.dumps(programs.plain(list(pipe)))) == wanted


def test_ranks_read_shares_of_one_order():
    answers = ranks.run(2, lambda: loaders.in_a_rank(torch, data, torch.distributed.get_rank()))
    assert json.loads(json.dumps(answers)) == RECORDED["ranks"]
    assert sorted(item for answer in answers for batch in answer[0] for item in batch) == list(range(12))


def test_pipes_are_imported_when_they_are_first_needed():
    code = ("import sys, minitorch_compat as torch; from minitorch_compat.utils import data\n"
            "list(data.DataLoader([1, 2], batch_size=2))\n"
            "assert not any('datapipes' in name for name in sys.modules)\n"
            "class Mine(data.IterDataPipe):\n    def __iter__(self): yield from range(3)\n"
            "assert list(Mine().map(str).batch(2)) == [['0', '1'], ['2']]")
    subprocess.run([sys.executable, "-c", code], check=True)


def test_data_frames_are_not_built():
    pipe = data.datapipes.iter.IterableWrapper([[{"a": 1}]])
    for refused in (lambda: pipe.collate({"a": sum}), pipe.trace_as_dataframe, lambda: data.DFIterDataPipe(),
                    lambda: data.datapipes.dataframe.CaptureDataFrame()):
        with pytest.raises(torch.UnsupportedError):
            refused()
    assert data.datapipes.datapipe.DFIterDataPipe is data.DFIterDataPipe


def test_a_loader_pickles_by_dill_what_pickle_refuses(monkeypatch):
    """`dill` stands for one that pickles functions by their code, as dill does."""
    source = data.datapipes.iter.IterableWrapper([1, 2])
    pipe = data.datapipes.datapipe._IterDataPipeSerializationWrapper(source.map(programs.increment))
    dill = types.ModuleType("dill")
    dill.__spec__ = types.SimpleNamespace(loader=None)
    dill.dumps = lambda value: marshal.dumps(value.fn.__code__)
    dill.loads = lambda code: source.map(types.FunctionType(marshal.loads(code), {}))
    monkeypatch.setitem(sys.modules, "dill", dill)
    monkeypatch.setattr(pipe._datapipe, "fn", lambda x: 10 * x)
    assert list(pickle.loads(pickle.dumps(pipe))) == [10, 20]


@pytest.mark.parametrize("method", ["spawn", "fork"])
def test_workers_started_in_each_way_read_their_shares(method):
    pipe = data.datapipes.iter.IterableWrapper(range(6)).sharding_filter().map(programs.increment)
    assert list(data.DataLoader(pipe, batch_size=None, num_workers=2, multiprocessing_context=method)) == [1, 2, 3, 4, 5, 6]


def test_decoders_that_call_other_packages_are_refused():
    decoder = data.datapipes.utils.decoder
    for name in ("imagehandler", "audiohandler", "videohandler", "mathandler", "ImageHandler", "MatHandler"):
        with pytest.raises(torch.UnsupportedError, match=rf"decoder\.{name}"):
            getattr(decoder, name)("l")
    pipe = data.datapipes.iter.IterableWrapper([("x.png", b"1")]).routed_decode()
    with pytest.raises(torch.UnsupportedError, match=r"decoder\.imagehandler"):
        list(pipe)


def test_examples_of_docstrings():
    """Those that have no page of the reference; `test_reference_texts.py` has the others."""
    shown = {}
    for module in map(import_module, _modules()):
        for owner in (value for value in vars(module).values() if getattr(value, "__module__", None) in (module.__name__, None)):
            for value in (owner, *vars(owner).values()) if isinstance(owner, type) else [owner]:
                found = doctest.DocTestParser().get_examples(getattr(value, "__doc__", None) or "")
                if found and isinstance(value, (type, types.FunctionType)):
                    shown[f"{module.__name__}.{value.__qualname__}"] = [(example.source, example.want) for example in found]
    public = [(module, name) for module in map(import_module, _modules()) for name in getattr(module, "__all__", ())]
    assert len(public) > 50
    assert [f"{module.__name__}.{name}" for module, name in public if ">>> " not in getattr(module, name).__doc__] == []
    printed = examples.outputs(shown)
    wrong = {name: printed[name] for name, pairs in shown.items()
             if not all(examples.agree(want, got) for (_, want), got in zip(pairs, printed[name]))}
    assert not wrong


def _modules():
    root = "minitorch_compat.utils.data"
    return [f"{root}.graph", f"{root}.graph_settings", *(
        found.name for found in pkgutil.walk_packages(data.datapipes.__path__, f"{root}.datapipes."))]
