"""Files, streams and decoders."""
from __future__ import annotations

import functools
import io
import os
import pickle
import tempfile
import warnings

from tests.utils.datapipes.programs import case, increment, pipes, plain, refusal, warned

# Files


def _files(folder):
    os.makedirs(os.path.join(folder, "sub", "deep"))
    texts = {"b.txt": "bee", "a.txt": "ay", "c.json": '{"x": 1}', "sub/d.txt": "dee", "sub/deep/e.py": "eee", ".hid": "h"}
    for name, text in texts.items():
        with open(os.path.join(folder, *name.split("/")), "w") as stream:
            stream.write(text)


def in_folder(program):
    @functools.wraps(program)
    def run(t, d):
        before = os.getcwd()
        with tempfile.TemporaryDirectory() as folder:
            _files(folder)
            os.chdir(folder)
            try:
                return program(t, d)
            finally:
                os.chdir(before)

    return run


def _slashes(paths):
    return [path.replace(os.sep, "/") for path in paths]


@case
@in_folder
def listed_files(t, d):
    it, _ = pipes(d)

    def of(*args, **options):
        return _slashes(it.FileLister(*args, **options))

    return plain([
        of(), of("./"), of(recursive=True), of(".", "*.txt", recursive=True), of(".", ["*.txt", "*.py"], recursive=True),
        of(["sub", "."], "*.txt"),
        sorted(of(non_deterministic=True)), [os.path.isabs(path) for path in it.FileLister(".", "*.txt", abspath=True)], of("a.txt"),
        of("a.txt", "*.py"),
        _slashes(it.IterableWrapper(["sub"]).list_files()), len(it.FileLister(".", length=7)),
        refusal(lambda: len(it.FileLister(".")), "valid length"),
        warned(lambda: refusal(lambda: of("nope"), ""), "nope : No such file or directory"),
    ])


@case
@in_folder
def opened_files(t, d):
    it, _ = pipes(d)

    def of(*args, **options):
        return [(name, stream.read()) for name, stream in it.IterableWrapper(["a.txt"]).open_files(*args, **options)]

    streams = it.IterableWrapper(["b.txt", "a.txt"])
    kept = [stream for _, stream in streams.open_files()]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        list(it.IterableWrapper([(0, kept[0]), (1, {"x": [kept[1]]})], deepcopy=False).filter(lambda item: item[0] == 1))
        closed = [stream.closed for stream in kept]
        list(it.IterableWrapper([kept], deepcopy=False).demux(2, lambda item: None, drop_none=True)[0])
    return plain([
        of(), of(mode="b"), of("rb"), of("t"), of("rt", encoding="utf-8"), [name for name, _ in it.FileOpener(["a.txt"])],
        [type(stream).__name__ for _, stream in streams.open_files()], len(it.FileOpener(["a.txt"], length=4)), closed,
        [stream.closed for stream in kept],
        list(streams.open_files(mode="b").read_from_stream()), list(streams.open_files(mode="b").read_from_stream(chunk=2)),
        list(it.IterableWrapper([("x", io.BytesIO(b"abc"))], deepcopy=False).read_from_stream(2)),
        list(streams.open_files().read_from_stream(2)),
        refusal(lambda: of(mode="w"), "Invalid mode w"),
        refusal(lambda: of(mode="rb", encoding="utf-8"), "binary mode doesn't take an encoding argument"),
        refusal(lambda: len(streams.open_files()), "FileOpenerIterDataPipe instance doesn't have valid length"),
        refusal(lambda: list(it.FileOpener(["zz"])), ""),
        refusal(lambda: list(it.IterableWrapper([3.5]).open_files()), "Expected string type for pathname, but got"),
        refusal(lambda: list(it.IterableWrapper([1]).read_from_stream()), "thrown by __iter__ of StreamReaderIterDataPipe"),
        refusal(lambda: len(streams.read_from_stream()), "has no len()"),
    ])


@case
def checks_of_elements(t, d):
    common = d.datapipes.utils.common
    elements = [(1, "should be tuple type"), ((1, 2), "should have string type pathname"),
        (("a", 1), "binary stream within the tuple should have IOBase"),
                (("a",), "tuple length should be 2, but got 1"), (("a", io.BytesIO()), ""), (("a", common.StreamWrapper(io.BytesIO())), "")]
    return plain([
        *[refusal(lambda data=data: common.validate_pathname_binary_tuple(data), phrase) for data, phrase in elements],
        [common.match_masks("a.txt", masks) for masks in ("", "*.txt", ["*.py", "a*"], [], ["*.py"])],
        [common.validate_input_col(increment, None), common.validate_input_col(print, 0), common.validate_input_col(int, [0, 1])],
        refusal(lambda: common.validate_input_col(increment, []), "takes 1 positional parameters, but 0 are required"),
    ])


@case
def streams(t, d):
    common = d.datapipes.utils.common

    def parts(waits):
        archive = common.StreamWrapper(io.BytesIO())
        part = common.StreamWrapper(io.BytesIO(), parent_stream=archive)
        if waits:
            archive.autoclose()
        closed = [archive.closed, archive.child_counter]
        part.close()
        return [*closed, archive.closed, archive.child_counter]

    def noted():
        common.StreamWrapper.debug_unclosed_streams = True
        stream = common.StreamWrapper(io.BytesIO())
        number = len(common.StreamWrapper.session_streams)
        stream.close()
        common.StreamWrapper.debug_unclosed_streams = False
        return [number, len(common.StreamWrapper.session_streams)]

    stream = common.StreamWrapper(io.BytesIO(b"ab\ncd\nef"))
    read = [stream.read(2), next(stream), list(stream), stream.closed, stream.close(), stream.closed, stream.close()]
    nested = common.StreamWrapper(io.BytesIO())
    common.StreamWrapper.close_streams([{"a": (nested, 1)}])
    loaded = pickle.loads(pickle.dumps(common.StreamWrapper(io.BytesIO(b"ab"))))
    alone = common.StreamWrapper(io.BytesIO())
    alone.autoclose()
    return plain([
        read, parts(True), parts(False), noted(), nested.closed, loaded.read(), loaded.closed, alone.closed, "read" in dir(loaded),
        "close_streams" in dir(loaded),
        repr(common.StreamWrapper(3)), repr(common.StreamWrapper(3, name="n")),
        refusal(lambda: common.StreamWrapper(io.BytesIO()).zz, "no attribute 'zz'"),
    ])


# Decoders


@case
def decoded_basics(t, d):
    basic = d.datapipes.utils.decoder.basichandlers

    def of(extension, data):
        return refusal(lambda: basic(extension, data), "")[:2]

    contents = (b"12", b"[1]", b"zz", pickle.dumps(3))
    extensions = ("", "txt", "text", "transcript", "pt", "t t", "cls", "cls2", "class", "count", "index", "inx", "id", "cl", "json", "jsn",
        "js", "jsonl",
                  "pyd", "pickle", "pkl", "py", "TXT", "pth", "bin")
    return plain([[extension, *[of(extension, data) for data in contents]] for extension in extensions])


@case
def decoders(t, d):
    D = d.datapipes.utils.decoder

    def always(name):
        return lambda key, data: name

    handle = {text: D.handle_extension(text, always_called) for text in ("a", "b.c", "a b.c", "b.c a", "a b c", "A")}
    names = ("a", "x.a", "b.c", "x.b.c", "c", "x.c", "b", "X.A")
    added = D.Decoder(always("a"))
    added.add_handler(always("c"), always("d"))
    stream, wrapped = io.BytesIO(b"5"), d.datapipes.utils.common.StreamWrapper(io.BytesIO(b"6"))
    files = [("x.cls", stream), ("y.cls", wrapped), ("_k.txt", b"q"), ("z.zz", b"raw"), ("e.txt", b"")]
    return plain([
        [[handle[text](name, 1) for name in names] for text in handle],
        [D.extension_extract_fn(path) for path in ("a.txt", "x/b.tar.gz", "no", "x.y/z", ".hid")],
        D.Decoder(D.basichandlers)(files), stream.closed, wrapped.closed, added(("x.y", b"1")),
        D.Decoder(always("a"), always("b"))(("x.y", b"1")),
        D.Decoder(always(None), always("b"))(("x.y", b"1")), D.Decoder()(None), D.Decoder()([]),
        D.Decoder(always_key, key_fn=len)(("x.y", b"1")),
        D.Decoder(D.basichandlers)(("a.txt", b"q")), refusal(lambda: D.Decoder(D.basichandlers)(("a.txt", True)), "no attribute 'decode'"),
    ])


def always_called(data):
    return "called"


def always_key(key, data):
    return key


@case
@in_folder
def decoded_files(t, d):
    it, _ = pipes(d)
    phrase = "are deprecated"

    def opened(*names, mode="rb"):
        return it.IterableWrapper(list(names)).open_files(mode=mode)

    def of(*handlers, **options):
        return list(opened("a.txt", "c.json", "sub/deep/e.py").routed_decode(*handlers, **options))

    def added():
        pipe = opened("a.txt").routed_decode()
        pipe.add_handler(lambda key, data: len(data))
        return list(pipe)

    return plain([
        warned(of, phrase), warned(lambda: of(lambda key, data: data.decode().upper() if key == "txt" else None), phrase),
        warned(lambda: of(key_fn=lambda path: "txt"), phrase), warned(added, phrase),
        warned(lambda: len(it.IterableWrapper(["a"]).routed_decode()), phrase),
        warned(lambda: refusal(lambda: list(opened("a.txt", mode="r").routed_decode()), "no attribute 'decode'"), phrase),
    ])
