"""`torch.utils.tensorboard`: event files, where the package tensorboard is installed."""
from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

import numpy as np
import pytest

import minitorch_compat as torch

pytest.importorskip("tensorboard")


def _events(folder):
    from tensorboard.backend.event_processing.event_file_loader import EventFileLoader

    files = sorted(folder.rglob("*tfevents*"))
    return [event for path in files for event in EventFileLoader(str(path)).Load() if event.HasField("summary")]


def _written_events(folder, *calls):
    from minitorch_compat.utils.tensorboard import SummaryWriter

    with SummaryWriter(folder) as writer:
        for name, *args in calls:
            getattr(writer, name)(*args)
    return _events(folder)


def test_scalars_have_their_step(tmp_path):
    events = _written_events(tmp_path, ("add_scalar", "loss", torch.tensor(0.5), 3, 7.0), ("add_scalar", "loss", 0.25, 4))
    assert [(e.step, e.summary.value[0].tag) for e in events] == [(3, "loss"), (4, "loss")]
    assert events[0].wall_time == 7.0
    assert [e.summary.value[0].tensor.float_val[0] for e in events] == [0.5, 0.25]


def test_several_scalars_are_in_folders_of_their_own(tmp_path):
    _written_events(tmp_path, ("add_scalars", "a/b", {"p": 1, "q": 2}, 1))
    assert sorted(path.name for path in tmp_path.iterdir() if path.is_dir()) == ["a_b_p", "a_b_q"]


def test_histograms_count(tmp_path):
    from minitorch_compat.utils.tensorboard.summary import make_histogram

    found = make_histogram(torch.tensor([0.0, 1.0, 1.0, 3.0]).double().numpy(), [0, 1, 2, 4, 8])
    assert (found.min, found.max, found.num, found.sum, found.sum_squares) == (0, 3, 4, 5, 11)
    assert list(found.bucket) == [0, 1, 2, 1]
    assert list(found.bucket_limit) == [0, 1, 2, 4]
    with pytest.raises(ValueError, match="no element"):
        _written_events(tmp_path, ("add_histogram", "h", torch.tensor([])))


@pytest.mark.parametrize("call", [("add_graph", None), ("add_onnx_graph", ""), ("add_scalar", "m", torch.zeros((), device="meta"))])
def test_what_is_not_there_says_so(tmp_path, call):
    with pytest.raises(torch.UnsupportedError):
        _written_events(tmp_path, call)


@pytest.fixture
def editor(monkeypatch):
    """A stand-in for moviepy and its editor, which writes the frames' bytes where a GIF would be; the clips that were made."""
    clips = []

    class Clip:
        def __init__(self, pictures, fps):
            self.pictures, self.fps = pictures, fps
            clips.append(self)

        def write_gif(self, path, verbose, logger):
            Path(path).write_bytes(b"".join(p.tobytes() for p in self.pictures))

    monkeypatch.setitem(sys.modules, "moviepy", ModuleType("moviepy"))
    monkeypatch.setitem(sys.modules, "moviepy.editor", SimpleNamespace(ImageSequenceClip=Clip))
    return clips


def _image(*args):
    from minitorch_compat.utils.tensorboard import summary

    value, = summary.video("moves", *args).value
    return value.image if value.HasField("image") else None


def test_a_video_has_its_frames_and_their_size(tmp_path, editor):
    bytes_ = torch.arange(2 * 3 * 3 * 2 * 4, dtype=torch.uint8).view(2, 3, 3, 2, 4)  # N, T, C, H, W
    event, = _written_events(tmp_path, ("add_video", "moves", bytes_, 7, 5))
    clip, = editor
    beside = torch.cat(list(bytes_), dim=-1).permute(0, 2, 3, 1).numpy()
    assert clip.fps == 5 and np.array_equal(clip.pictures, beside)
    assert (event.step, event.summary.value[0].tag) == (7, "moves")
    assert list(event.summary.value[0].tensor.string_val) == [b"8", b"2", beside.tobytes()]  # width, height, as readers of today have it
    assert _image(bytes_).colorspace == 3


def test_videos_are_put_in_a_grid_of_a_power_of_two(editor):
    counts = (1, 2, 3, 4, 5, 8, 9, 16, 17)
    images = [_image(torch.full((n, 1, 1, 1, 1), 0.5)) for n in counts]
    sizes = [(image.height, image.width) for image in images]
    assert sizes == [(1, 1), (1, 2), (1, 4), (2, 2), (2, 4), (2, 4), (2, 8), (4, 4), (4, 8)]  # PyTorch 2.13
    assert [np.count_nonzero(clip.pictures) for clip in editor] == list(counts)
    assert {int(np.max(clip.pictures)) for clip in editor} == {127}


@pytest.mark.parametrize("missing, said", [("moviepy", "add_video needs package moviepy"),
                                           ("moviepy.editor", "moviepy is installed, but can't import moviepy.editor")])
def test_a_video_without_moviepy_is_a_tag_and_a_word(editor, monkeypatch, capsys, missing, said):
    monkeypatch.setitem(sys.modules, missing, None)
    assert _image(torch.zeros(1, 1, 3, 2, 2)) is None and not editor
    assert said in capsys.readouterr().out
