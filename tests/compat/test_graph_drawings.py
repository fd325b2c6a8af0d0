"""Drawings of graphs: their contents, that boxes do not overlap, that edges run downwards."""
from __future__ import annotations

import itertools
import re
import xml.etree.ElementTree as ElementTree

import pytest

import minitorch_compat as torch
from minitorch_compat import nn
from minitorch_compat.compat import draw
from minitorch_compat.compat._layout import Layout, _isotonic_fit

SPACE = "{http://www.w3.org/2000/svg}"


def loss_of(net):
    return nn.functional.cross_entropy(net(torch.zeros(8, 6)), torch.zeros(8, dtype=torch.int64))


@pytest.fixture
def net():
    return nn.Sequential(nn.Linear(6, 5), nn.ReLU(), nn.Linear(5, 4), nn.ReLU(), nn.Linear(4, 3))


def texts(picture):
    return [t.text for t in ElementTree.fromstring(picture.svg).iter(f"{SPACE}text")]


def rectangles(picture):
    for box in ElementTree.fromstring(picture.svg).iter(f"{SPACE}rect"):
        x, y, width, height = (float(box.get(name)) for name in ("x", "y", "width", "height"))
        yield x, y, x + width, y + height


def test_names_and_shapes(net):
    found = texts(draw(loss_of(net), net, graphviz=False))
    for name, parameter in net.named_parameters():
        assert found[found.index(name) + 1] == f"({', '.join(map(str, parameter.shape))})"
    assert found[:2] == ["result", "scalar"] and "NllLossBackward0" in found


def test_saved_tensors(net):
    loss = loss_of(net)
    without, found = texts(draw(loss, graphviz=False)), texts(draw(loss, saved=True, graphviz=False))
    assert not any(text.startswith("saved") for text in without)
    assert [found[i + 1] for i, text in enumerate(found) if text == "saved mat1"] == ["(8, 4)", "(8, 5)", "(8, 6)"]
    loss.backward()
    assert not any(text.startswith("saved weight") for text in texts(draw(loss, saved=True, graphviz=False)))


def test_a_chain_is_straight():
    x = torch.ones(3, requires_grad=True)
    for _ in range(6):
        x = x.sin() * torch.ones(3, requires_grad=True)
    found = ElementTree.fromstring(draw(x, graphviz=False).svg).iter(f"{SPACE}text")
    middles = [float(text.get("x")) for text in found if text.text in ("SinBackward0", "MulBackward0")]
    assert len(middles) == 12 and max(middles) - min(middles) < 10


def test_callers_variables_name_leaves(net):
    weight = torch.ones(2, requires_grad=True)
    total = (weight * 2).sum() + net[0].weight.sum()
    assert {"weight", "total", "net.0.weight"} <= set(texts(draw(total, graphviz=False)))
    assert "w" in texts(draw(total, {"w": weight}, graphviz=False))


def test_boxes_do_not_overlap_and_edges_run_down(net):
    picture = draw(loss_of(net), graphviz=False)
    for (a, b, c, d), (e, f, g, h) in itertools.combinations(rectangles(picture), 2):
        assert c <= e or g <= a or d <= f or h <= b
    for path in ElementTree.fromstring(picture.svg).iter(f"{SPACE}path"):
        if path.get("marker-end"):
            numbers = [float(n) for n in re.findall(r"-?[\d.]+", path.get("d"))]
            heights = numbers[1::2]
            assert heights == sorted(heights)


def test_everything_lies_inside(net):
    picture = draw(loss_of(net), graphviz=False)
    root = ElementTree.fromstring(picture.svg)
    width, height = float(root.get("width")), float(root.get("height"))
    assert all(x >= 0 and y >= 0 and right <= width and bottom <= height for x, y, right, bottom in rectangles(picture))


def test_shared_nodes_are_drawn_once():
    a = torch.ones(3, requires_grad=True)
    b = a * 2
    picture = draw([(b * b).sum(), b.mean()], graphviz=False)
    assert texts(picture).count("MulBackward0") == 2 and {"result 0", "result 1"} <= set(texts(picture))
    assert sum(1 for source, _ in picture.edges if source[0] == "leaf") == 1


def test_custom_function_and_leaf_result():
    class Double(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2

        @staticmethod
        def backward(ctx, g):
            return g * 2

    leaf = torch.ones(2, requires_grad=True)
    assert "DoubleBackward" in texts(draw(Double.apply(leaf), graphviz=False))
    assert len(draw(leaf, graphviz=False).boxes) == 2


def test_files(net, tmp_path):
    picture = draw(loss_of(net), graphviz=False)
    assert picture._repr_svg_() == picture.save(tmp_path / "graph.svg").read_text() == picture.svg
    dot = picture.save(str(tmp_path / "graph.dot")).read_text()
    assert dot.startswith("digraph") and dot.count("->") == len(picture.edges) and dot.count("label=") == len(picture.boxes)
    with pytest.raises(ValueError, match=r"must end in \.svg, \.dot or \.png"):
        picture.save(tmp_path / "graph.pdf")


def test_names_are_escaped():
    picture = draw(torch.ones(1, requires_grad=True) * 2, {'<a "b">': torch.ones(1)}, graphviz=False)
    picture.boxes[next(iter(picture.boxes))].lines = ('<a "b">',)
    assert '<a "b">' in texts(picture) and '\\"b\\"' in picture.dot


def test_graphviz_lays_out_if_installed(net, tmp_path, monkeypatch):
    program = tmp_path / "dot"
    program.write_text("#!/bin/sh\ngrep -c label= | sed 's/.*/<svg>& boxes<\\/svg>/'\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    picture = draw(loss_of(net))
    assert picture.svg == f"<svg>{len(picture.boxes)} boxes</svg>\n"
    program.write_text("#!/bin/sh\necho broken >&2; exit 1\n")
    with pytest.raises(RuntimeError, match="graphviz failed: broken"):
        _ = draw(loss_of(net)).svg
    monkeypatch.setenv("PATH", str(tmp_path / "nowhere"))
    assert draw(loss_of(net)).svg.startswith("<svg xmlns")
    with pytest.raises(RuntimeError, match="not installed"):
        _ = draw(loss_of(net), graphviz=True).svg


def test_refusals():
    with pytest.raises(ValueError, match="does not require grad"):
        draw(torch.ones(2))
    with pytest.raises(TypeError, match="got int"):
        draw([3])
    x = torch.ones(1, requires_grad=True)
    for _ in range(20):
        x = x * 2
    with pytest.raises(ValueError, match="more than 10 nodes"):
        draw(x, max_nodes=10)


def test_deep_graphs_do_not_recurse():
    x = torch.ones(1, requires_grad=True)
    for _ in range(3000):
        x = x + 1
    assert len(draw(x, max_nodes=5000, graphviz=False).boxes) == 3002


def test_layout_keeps_crossings_out():
    edges = [("a", "y"), ("b", "x"), ("x", "end"), ("y", "end")]
    layout = Layout(dict.fromkeys(["end", "x", "y", "a", "b"], (10.0, 10.0)), edges, 5.0, 5.0)
    places = layout.places
    assert (places["a"].x < places["b"].x) == (places["y"].x < places["x"].x)


@pytest.mark.parametrize(("values", "expected"), [([1.0, 2.0], [1.0, 2.0]), ([2.0, 0.0], [1.0, 1.0]), ([3.0, 0.0, 0.0], [1.0] * 3)])
def test_monotone(values, expected):
    assert _isotonic_fit(values, [1.0] * len(values)) == expected


def test_saved_parameters_say_whose_they_are():
    net = nn.Sequential(nn.Conv2d(1, 2, 3), nn.ReLU(), nn.Flatten(), nn.Linear(8, 2))
    found = texts(draw(net(torch.ones(1, 1, 4, 4, requires_grad=True)).sum(), net, saved=True, graphviz=False))
    assert found[found.index("saved weight") + 1] == "0.weight (2, 1, 3, 3)"
    assert found[found.index("saved mat2") + 1] == "3.weight (8, 2)"


def test_long_edges_pass_their_layers_upright():
    """Between a corner of a box and the curve beside it stays the gap: a curve that turns beside boxes would run behind them."""
    cell, state = torch.nn.LSTMCell(3, 4), None
    for _ in range(3):
        state = cell(torch.ones(2, 3), state)
    svg = draw(state[0].sum(), graphviz=False)._repr_svg_()
    boxes = [tuple(map(float, m)) for m in re.findall(r'<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"', svg)]
    curves = re.findall(r'<path d="M([^"]*)" fill="none"', svg)
    assert len(boxes) > 30 and any(" V" in curve for curve in curves)
    for curve in curves:
        start, *steps = re.split(r" (?=[CV])", curve)
        x, y = map(float, start.split(","))
        for step in steps:
            to_x, to_y = (x, float(step[1:])) if step[0] == "V" else map(float, step.split(" ")[-1].split(","))
            for left, top, width, height in boxes:
                if step[0] == "V":
                    assert not (left < x < left + width and top < to_y and y < top + height)
                else:  # between two layers
                    assert to_y <= top + 0.2 or y >= top + height - 0.2
            x, y = to_x, to_y


def test_names_beside_a_module(net):
    """What the module does not name has the name of the caller's variable."""
    source = torch.zeros(8, 6, requires_grad=True)
    found = texts(draw(net(source).sum(), net, graphviz=False))
    assert "source" in found and "0.weight" in found


def test_names_of_an_objects_parts(net):
    class Trainer:
        def __init__(self):
            self.net, self.scales = net, [torch.ones(3, requires_grad=True)]
            self.bias = torch.ones(3, requires_grad=True)

        def picture(self):
            scales = self.scales
            return draw((self.net(torch.zeros(8, 6)) * scales[0] + self.bias).sum(), graphviz=False)

    found = texts(Trainer().picture())
    assert {"self.bias", "scales[0]", "self.net.0.weight"} <= set(found)


def test_png(net, tmp_path, monkeypatch):
    import sys

    from minitorch_compat.compat import drawing

    picture = draw(loss_of(net), graphviz=False)
    monkeypatch.setitem(sys.modules, "cairosvg", None)  # cannot be imported
    monkeypatch.setattr(drawing.shutil, "which", lambda name: None)
    with pytest.raises(RuntimeError, match="pip install cairosvg"):
        picture.save(tmp_path / "graph.png")
    assert not (tmp_path / "graph.png").exists()

    class Renderer:
        @staticmethod
        def svg2png(bytestring, **_):
            assert bytestring.startswith(b"<svg")
            return b"\x89PNG"

    monkeypatch.setitem(sys.modules, "cairosvg", Renderer)
    assert picture.save(tmp_path / "graph.png").read_bytes() == b"\x89PNG"
    with pytest.raises(ValueError, match=r"\.png"):
        picture.save(tmp_path / "graph.jpeg")
