"""`torch.utils.tensorboard`: event files, where the package tensorboard is installed."""
from __future__ import annotations

import pytest

import minitorch_compat as torch

pytest.importorskip("tensorboard")


def _events(folder):
    from tensorboard.backend.event_processing.event_file_loader import EventFileLoader

    files = sorted(folder.rglob("*tfevents*"))
    return [event for path in files for event in EventFileLoader(str(path)).Load() if event.HasField("summary")]


def _written(folder, *calls):
    from minitorch_compat.utils.tensorboard import SummaryWriter

    with SummaryWriter(folder) as writer:
        for name, *args in calls:
            getattr(writer, name)(*args)
    return _events(folder)


def test_scalars_have_their_step(tmp_path):
    events = _written(tmp_path, ("add_scalar", "loss", torch.tensor(0.5), 3, 7.0), ("add_scalar", "loss", 0.25, 4))
    assert [(e.step, e.summary.value[0].tag) for e in events] == [(3, "loss"), (4, "loss")]
    assert events[0].wall_time == 7.0
    assert [e.summary.value[0].tensor.float_val[0] for e in events] == [0.5, 0.25]


def test_several_scalars_are_in_folders_of_their_own(tmp_path):
    _written(tmp_path, ("add_scalars", "a/b", {"p": 1, "q": 2}, 1))
    assert sorted(path.name for path in tmp_path.iterdir() if path.is_dir()) == ["a_b_p", "a_b_q"]


def test_histograms_count(tmp_path):
    from minitorch_compat.utils.tensorboard.summary import make_histogram

    found = make_histogram(torch.tensor([0.0, 1.0, 1.0, 3.0]).double().numpy(), [0, 1, 2, 4, 8])
    assert (found.min, found.max, found.num, found.sum, found.sum_squares) == (0, 3, 4, 5, 11)
    assert list(found.bucket) == [0, 1, 2, 1]
    assert list(found.bucket_limit) == [0, 1, 2, 4]
    with pytest.raises(ValueError, match="no element"):
        _written(tmp_path, ("add_histogram", "h", torch.tensor([])))


@pytest.mark.parametrize("call", [("add_graph", None), ("add_onnx_graph", ""), ("add_video", "v", torch.zeros(1, 1, 3, 2, 2)),
                                  ("add_scalar", "m", torch.zeros((), device="meta"))])
def test_what_is_not_there_says_so(tmp_path, call):
    with pytest.raises(torch.UnsupportedError):
        _written(tmp_path, call)
