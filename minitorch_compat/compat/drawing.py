"""Drawings of the autograd graph.

>>> picture = draw(loss)          # shows itself in a notebook
>>> picture.save("graph.svg")     # or graph.dot, or graph.png where cairosvg or graphviz is installed

Data flows downwards: leaves at the top, the result at the bottom, a box per node of the graph.
"""
from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any
from xml.sax.saxutils import escape

import numpy as np

from .._dispatch.graph.node import FREED, AccumulateGrad
from .._dispatch.graph.saved_tensor_hooks import Packed
from .._dispatch.tensor import TensorBase
from ._layout import Key, Layout

_FONT, _LINE, _CHARACTER, _PAD = 12, 15, 7.3, 8
_GAP_X, _GAP_Y, _MARGIN = 18, 34, 12
#: Fill and stroke by kind of box.
_COLOURS = {"leaf": ("#dbeafe", "#2563eb"), "op": ("#f3f4f6", "#6b7280"), "function": ("#ede9fe", "#7c3aed"),
            "saved": ("#fef3c7", "#d97706"), "result": ("#dcfce7", "#16a34a")}


@dataclass
class Box:
    """A node of the picture: its lines of text, and its kind (a key of the colours)."""

    lines: tuple[str, ...]
    kind: str

    @property
    def size(self) -> tuple[float, float]:
        """Width and height needed for the text."""
        return max(len(line) for line in self.lines) * _CHARACTER + 2 * _PAD, len(self.lines) * _LINE + _PAD


class Drawing:
    """A picture: displays as SVG in notebooks; `save` writes .svg, .dot or .png; `svg` and `dot` are the texts."""

    boxes: Any
    edges: Any

    def __init__(self, boxes: dict[Key, Box], edges: list[tuple[Key, Key]], graphviz: bool | None) -> None:
        self.boxes, self.edges, self._graphviz = boxes, edges, graphviz
        self._svg: str | None = None

    @property
    def svg(self) -> str:
        """The picture as SVG, laid out by graphviz's `dot` if that is installed, otherwise by `_layout.py`."""
        if self._svg is None:
            program = shutil.which("dot") if self._graphviz in (None, True) else None
            if self._graphviz and program is None:
                raise RuntimeError("draw(graphviz=True): the program `dot` of graphviz is not installed")
            self._svg = _render_by_graphviz(program, self.dot) if program else _svg(self.boxes, self.edges)
        return self._svg

    @property
    def dot(self) -> str:
        """The picture in graphviz's language."""
        return _dot(self.boxes, self.edges)

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, path: str | Path) -> Path:
        """Write the picture in the format of the suffix: .svg, .dot (or .gv) or .png. Return the path.

        RuntimeError for a PNG if neither cairosvg nor graphviz is installed.
        """
        path = Path(path)
        if path.suffix not in (".svg", ".dot", ".gv", ".png"):
            raise ValueError(f"draw().save(path): path must end in .svg, .dot or .png, but got {path.name!r}")
        if path.suffix == ".png":
            path.write_bytes(_png(self))
            return path
        path.write_text(self.svg if path.suffix == ".svg" else self.dot, encoding="utf-8")
        return path

    def __repr__(self) -> str:
        return f"<Drawing of {len(self.boxes)} boxes and {len(self.edges)} edges; .save('graph.svg') writes it>"


def draw(
    result: Any, names: Any = None, *, saved: bool = False, graphviz: bool | None = None, max_nodes: int = 1000,
) -> Drawing:
    """Draw the graph that backward from `result` (a tensor, or a sequence of them) would run.

    `names` has the names of leaves: a module (its parameters' names), or a dict of names to tensors or modules; other leaves are named
    after the caller's variables: a tensor, or a module or object, such as `self`, with tensors as attributes.  `saved`
    adds the tensors that nodes save for backward.  `graphviz`: whether the `dot` program does the layout (None: if it is installed).
    ValueError if `result` has no graph, or more than `max_nodes` nodes.
    """
    results = list(result) if isinstance(result, (list, tuple)) else [result]
    for t in results:
        if not isinstance(t, TensorBase):
            raise TypeError(f"draw(): expected a tensor or a sequence of tensors, but got {type(t).__name__}")
        if not t.requires_grad:  # type: ignore[attr-defined]
            raise ValueError("draw(): the tensor does not require grad, so there is no graph to draw")
    frame = sys._getframe(1)
    of_caller = dict(_named_tensors({**frame.f_globals, **frame.f_locals}))
    if names is None:
        picture = _Picture(of_caller, saved, max_nodes)
    else:  # the caller's other tensors, such as the input, keep the names of their variables
        wanted_names = dict(_named_tensors(names))
        known_ids = {id(t) for t in wanted_names.values()}
        picture = _Picture({**{name: t for name, t in of_caller.items() if id(t) not in known_ids}, **wanted_names}, saved, max_nodes)
    for i, t in enumerate(results):
        picture.add_result(t, i if len(results) > 1 else None)
    return Drawing(picture.boxes, picture.edges, graphviz)


def _named_tensors(names: Any) -> Iterator[tuple[str, Any]]:
    """(name, tensor) for all members of `names`; a module's parameters are prefixed by its name."""
    if not isinstance(names, Mapping):
        yield from names.named_parameters()
        return
    for name, value in names.items():
        if isinstance(value, TensorBase):
            yield name, value
        elif _is_module(value):
            yield from ((f"{name}.{inner}", p) for inner, p in value.named_parameters())
        elif isinstance(value, (list, tuple)) and len(value) < _MAX_NODES:
            yield from _named_tensors({f"{name}[{i}]": part for i, part in enumerate(value) if _has_names(part)})
        elif isinstance(getattr(value, "__dict__", None), dict) and not isinstance(value, (type, ModuleType)):
            parts = {f"{name}.{inner}": part for inner, part in list(vars(value).items())[:_MAX_NODES]}
            yield from _named_tensors({inner: part for inner, part in parts.items() if _has_names(part)})


#: Longer lists and larger objects are not searched for names.
_MAX_NODES = 1000


def _has_names(value: Any) -> bool:
    return isinstance(value, TensorBase) or _is_module(value)


def _is_module(value: Any) -> bool:
    return not isinstance(value, type) and callable(getattr(type(value), "named_parameters", None))


class _Picture:
    """Boxes and edges, collected from the results upwards."""

    def __init__(self, names: dict[str, Any], saved: bool, max_nodes: int) -> None:
        self.names = {id(t): name for name, t in names.items()}
        #: The name of the tensor of each array, by the array's id.
        self.owners = {id(t._array): name for name, t in names.items()}
        self.saved, self.max_nodes = saved, max_nodes
        self.boxes: dict[Key, Box] = {}
        self.edges: list[tuple[Key, Key]] = []

    def add_result(self, t: Any, number: int | None) -> None:
        """Add a result and everything above it."""
        key = ("result", id(t))
        name = self.names.get(id(t), "result" if number is None else f"result {number}")
        self.boxes[key] = Box((name, _shape(t._array.shape)), "result")
        if t.grad_fn is None:
            self._add_leaf(t)
            self.edges.append((("leaf", id(t)), key))
            return
        self.edges.append((("node", id(t.grad_fn)), key))
        self._walk(t.grad_fn)

    def _walk(self, root: Any) -> None:
        stack = [root]
        while stack:
            node = stack.pop()
            key = ("node", id(node))
            if key in self.boxes:
                continue
            self._add_node(key, node)
            for parent, _ in reversed(node.next_functions):
                if isinstance(parent, AccumulateGrad):
                    self._add_leaf(parent.variable)
                    self.edges.append((("leaf", id(parent.variable)), key))
                elif parent is not None:
                    self.edges.append((("node", id(parent)), key))
                    stack.append(parent)

    def _add_node(self, key: Key, node: Any) -> None:
        if len(self.boxes) >= self.max_nodes:
            raise ValueError(f"draw(): the graph has more than {self.max_nodes} nodes; draw a part of it, or raise max_nodes")
        shapes = [node.shape] if node.shape is not None else [shape for shape, _ in node.metas or ()]
        text = ", ".join(_shape(s) for s in shapes[:3]) + (", …" if len(shapes) > 3 else "")
        self.boxes[key] = Box((node.name(), text), "op" if node.op is not None else "function")
        if self.saved:
            for name, value in _saved_values(node):
                saved_key = ("saved", key, name)
                self.boxes[saved_key] = Box((f"saved {name}", self._saved_text(value)), "saved")
                self.edges.append((saved_key, key))

    def _saved_text(self, value: Any) -> str:
        """The shape of a saved array, with the name of its tensor or of the one that it is a view of, if known."""
        if not isinstance(value, np.ndarray):
            return "packed by a hook"
        name = self.owners.get(id(value)) or self.owners.get(id(value.base))
        return f"{name} {_shape(value.shape)}" if name else _shape(value.shape)

    def _add_leaf(self, t: Any) -> None:
        key = ("leaf", id(t))
        if key not in self.boxes:
            name = self.names.get(id(t)) or getattr(t, "name", None) or "leaf"
            self.boxes[key] = Box((str(name), _shape(t._array.shape)), "leaf")


def _saved_values(node: Any) -> Iterator[tuple[str, Any]]:
    """Name and array of each tensor that a node saves (packed ones as they are); nothing after freeing."""
    if node.op is None:
        try:
            saved = node.saved_tensors
        except (AttributeError, RuntimeError):  # it saves none, or they were freed
            return
        yield from ((str(i), t._array) for i, t in enumerate(saved) if t is not None)
        return
    if node.saved is FREED:
        return
    assert node.next_functions is not None  # reading this replaces a linear layer's node by PyTorch's addmm, which is drawn
    names = [output or "result" for output in node.op.schema.outputs] + [p.name for p in node.op.params]
    for name, value in zip(names, node.saved, strict=True):
        if isinstance(value, (np.ndarray, Packed)):
            yield name, value
        elif isinstance(value, list):
            yield from ((f"{name}[{i}]", v) for i, v in enumerate(value) if isinstance(v, (np.ndarray, Packed)))


def _shape(shape: Sequence[int]) -> str:
    return "(" + ", ".join(map(str, shape)) + ")" if shape else "scalar"


# Output formats ------------------------------------------------------------------------------------------------------------------------


def _svg(boxes: dict[Key, Box], edges: list[tuple[Key, Key]]) -> str:
    satellites = {key for key, box in boxes.items() if box.kind in ("leaf", "saved")}
    layout = Layout({key: box.size for key, box in boxes.items()}, edges, _GAP_X, _GAP_Y, satellites)
    width, height = (round(n + 2 * _MARGIN) for n in layout.size)
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
             f'font-family="monospace" font-size="{_FONT}">',
             '<defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
             '<path d="M0,0 L8,4 L0,8 z" fill="#6b7280"/></marker></defs>',
             f'<g transform="translate({_MARGIN},{_MARGIN})">']
    parts += [_svg_edge(layout, path) for path in layout.paths]
    parts += [_svg_box(layout, key, box) for key, box in boxes.items()]
    return "\n".join([*parts, "</g>", "</svg>", ""])


def _svg_edge(layout: Layout, path: tuple[Key, ...]) -> str:
    """A curve from the bottom of the first box through the points to the top of the last one."""
    places = [layout.places[key] for key in path]
    x, y = places[0].x, places[0].y + places[0].height / 2
    curve = f"M{x:.1f},{y:.1f}"
    for place in places[1:]:
        top = place.y - place.height / 2
        middle = (y + top) / 2
        curve += f" C{x:.1f},{middle:.1f} {place.x:.1f},{middle:.1f} {place.x:.1f},{top:.1f}"
        if not place.box:
            curve += f" V{place.y + place.height / 2:.1f}"
        x, y = place.x, place.y + place.height / 2
    return f'<path d="{curve}" fill="none" stroke="#6b7280" marker-end="url(#head)"/>'


def _svg_box(layout: Layout, key: Key, box: Box) -> str:
    place = layout.places[key]
    fill, stroke = _COLOURS[box.kind]
    left, top = place.x - place.width / 2, place.y - place.height / 2
    texts = []
    for i, line in enumerate(box.lines):
        weight = ' font-weight="bold"' if i == 0 and box.kind in ("leaf", "result") else ""
        texts.append(f'<text x="{place.x:.1f}" y="{top + _LINE * (i + 1):.1f}" text-anchor="middle" fill="#111827"{weight}>'
                     f"{escape(line)}</text>")
    return (f'<g><rect x="{left:.1f}" y="{top:.1f}" width="{place.width:.1f}" height="{place.height:.1f}" rx="5" fill="{fill}" '
            f'stroke="{stroke}"/>{"".join(texts)}</g>')


def _dot(boxes: dict[Key, Box], edges: list[tuple[Key, Key]]) -> str:
    number = {key: f"n{i}" for i, key in enumerate(boxes)}
    lines = ["digraph autograd {", '  node [shape=box, style="filled,rounded", fontname=monospace, fontsize=12];']
    for key, box in boxes.items():
        fill, stroke = _COLOURS[box.kind]
        label = "\\n".join(line.replace("\\", "\\\\").replace('"', '\\"') for line in box.lines)
        lines.append(f'  {number[key]} [label="{label}", fillcolor="{fill}", color="{stroke}"];')
    lines += [f"  {number[a]} -> {number[b]};" for a, b in edges]
    return "\n".join([*lines, "}", ""])


def _render_by_graphviz(program: str, text: str) -> str:
    done = subprocess.run([program, "-Tsvg"], input=text, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"draw(): graphviz failed: {done.stderr.strip()}")
    return done.stdout


def _png(drawing: Drawing) -> bytes:
    """The picture as PNG, by cairosvg or by graphviz."""
    try:
        import cairosvg
    except (ImportError, OSError):  # not installed, or the library that it needs is missing
        program = shutil.which("dot")
        if program is None:
            raise RuntimeError('draw().save("….png"): nothing here can render a PNG; run `pip install cairosvg` (or install graphviz), or '
                               "save as .svg") from None
        done = subprocess.run([program, "-Tpng"], input=drawing.dot.encode(), capture_output=True, check=False)
        if done.returncode:
            raise RuntimeError(f"draw(): graphviz failed: {done.stderr.decode(errors='replace').strip()}") from None
        return done.stdout
    rendered: bytes = cairosvg.svg2png(bytestring=drawing.svg.encode(), scale=2, background_color="white")
    return rendered


__all__ = ["Drawing", "draw"]
