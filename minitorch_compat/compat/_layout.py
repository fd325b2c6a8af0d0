"""Layered layout of a directed acyclic graph, after Sugiyama, Tagawa and Toda (1981).

Layers by longest path to the end, long edges split at invisible points, order within a layer by barycentres, then positions that
are as near to the mean of the neighbours as the order allows.
"""
from __future__ import annotations

from collections.abc import Hashable, Sequence, Set
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

Key = Hashable
_ORDER_SWEEPS = 8
_POSITION_SWEEPS = 24


@dataclass
class BoxPosition:
    """A box, or a point through which a long edge passes (`box` False)."""

    width: float
    height: float
    layer: int = 0
    x: float = 0.0
    y: float = 0.0
    box: bool = True
    above: list[Key] = field(default_factory=list)
    below: list[Key] = field(default_factory=list)


class Layout:
    """The positions of boxes and edges. `places` by key; `paths` has for each edge the keys that it passes.

    `satellites` are placed by their neighbours without influencing them, so that these stay in line.
    """

    def __init__(
        self, sizes: dict[Key, tuple[float, float]], edges: Sequence[tuple[Key, Key]], gap_x: float, gap_y: float,
        satellites: Set[Key] = frozenset(),
    ) -> None:
        self.places = {key: BoxPosition(*size) for key, size in sizes.items()}
        self.gap_x, self.gap_y, self.satellites = gap_x, gap_y, satellites
        self.paths: list[tuple[Key, ...]] = []
        self._assign_layers(edges)
        for source, target in edges:
            self._add_path(source, target)
        self._order()
        self._position()

    def _assign_layers(self, edges: Sequence[tuple[Key, Key]]) -> None:
        """Layer 0 is the end; each box is placed just above the highest box that uses it."""
        users: dict[Key, list[Key]] = {key: [] for key in self.places}
        waiting = dict.fromkeys(self.places, 0)
        sources: dict[Key, list[Key]] = {key: [] for key in self.places}
        for source, target in edges:
            users[source].append(target)
            sources[target].append(source)
            waiting[source] += 1
        ready = [key for key, count in waiting.items() if count == 0]
        while ready:
            key = ready.pop()
            self.places[key].layer = max((self.places[u].layer + 1 for u in users[key]), default=0)
            for source in sources[key]:
                waiting[source] -= 1
                if waiting[source] == 0:
                    ready.append(source)

    def _add_path(self, source: Key, target: Key) -> None:
        path: list[Key] = [source]
        for layer in range(self.places[source].layer - 1, self.places[target].layer, -1):
            key = ("point", len(self.paths), layer)
            self.places[key] = BoxPosition(2.0, 0.0, layer, box=False)
            path.append(key)
        path.append(target)
        for a, b in pairwise(path):
            self.places[a].below.append(b)
            self.places[b].above.append(a)
        self.paths.append(tuple(path))

    def _order(self) -> None:
        count = max((p.layer for p in self.places.values()), default=0) + 1
        self.layers: list[list[Key]] = [[] for _ in range(count)]
        for key, place in self.places.items():
            self.layers[place.layer].append(key)
        rank = {key: float(i) for layer in self.layers for i, key in enumerate(layer)}
        best, crossings = [list(layer) for layer in self.layers], self._crossings(rank)
        for sweep in range(_ORDER_SWEEPS):
            upwards = sweep % 2 == 0
            for layer in self.layers if upwards else reversed(self.layers):
                layer.sort(key=lambda key: _mean_position(rank, self._neighbours(key, upwards), rank[key]))
                rank.update((key, float(i)) for i, key in enumerate(layer))
            crossing_count = self._crossings(rank)
            if crossing_count < crossings:
                best, crossings = [list(layer) for layer in self.layers], crossing_count
        self.layers = best

    def _neighbours(self, key: Key, below: bool) -> list[Key]:
        return self.places[key].below if below else self.places[key].above

    def _crossings(self, rank: dict[Key, float]) -> int:
        """The number of crossings of edges between neighbouring layers."""
        total = 0
        for layer in self.layers:
            pairs = [(rank[key], rank[below]) for key in layer for below in self.places[key].below]
            total += sum(1 for i, (a, b) in enumerate(pairs) for c, d in pairs[:i] if (a - c) * (b - d) < 0)
        return total

    def _position(self) -> None:
        for layer in self.layers:
            x = 0.0
            for key in layer:
                place = self.places[key]
                place.x = x + place.width / 2
                x += place.width + self.gap_x
        for sweep in range(_POSITION_SWEEPS):
            for layer in self.layers if sweep % 2 == 0 else reversed(self.layers):
                self._align_layer(layer)
        self._assign_heights()
        left = min((p.x - p.width / 2 for p in self.places.values()), default=0.0)
        for place in self.places.values():
            place.x -= left

    def _align_layer(self, layer: list[Key]) -> None:
        """Move a layer's members towards the mean of their neighbours as far as order and gaps allow (by least squares)."""
        offsets, targets, weights, x = [], [], [], 0.0
        for i, key in enumerate(layer):
            place = self.places[key]
            if i:
                before = self.places[layer[i - 1]]
                x += (before.width + place.width) / 2 + self.gap_x
            offsets.append(x)
            neighbours = [n for n in place.above + place.below if n not in self.satellites] or place.above + place.below
            at = {n: self.places[n].x for n in neighbours}
            targets.append(_mean_position(at, neighbours, place.x) - x)
            # Points of long edges get more weight: straight edges are easier to read than centred boxes.
            weights.append(0.01 if key in self.satellites else 1.0 if place.box else 4.0)
        for key, offset, at_x in zip(layer, offsets, _isotonic_fit(targets, weights), strict=True):
            self.places[key].x = at_x + offset

    def _assign_heights(self) -> None:
        y = 0.0
        for layer in reversed(self.layers):
            height = max(self.places[key].height for key in layer)
            for key in layer:
                place = self.places[key]
                place.y = y + height / 2
                if not place.box:  # a long edge passes its layer vertically, so as not to run behind boxes
                    place.height = height
            y += height + self.gap_y

    @property
    def size(self) -> tuple[float, float]:
        """Total width and height."""
        return (max((p.x + p.width / 2 for p in self.places.values()), default=0.0),
                max((p.y + p.height / 2 for p in self.places.values()), default=0.0))


def _mean_position(at: dict[Any, float], keys: Sequence[Key], otherwise: float) -> float:
    return sum(at[key] for key in keys) / len(keys) if keys else otherwise


def _isotonic_fit(values: list[float], weights: list[float]) -> list[float]:
    """The nearest non-decreasing sequence: pool adjacent violators."""
    pools: list[list[float]] = []  # mean, weight, count
    for value, weight in zip(values, weights, strict=True):
        pools.append([value, weight, 1])
        while len(pools) > 1 and pools[-2][0] > pools[-1][0]:
            mean, w, n = pools.pop()
            before = pools[-1]
            before[0] = (before[0] * before[1] + mean * w) / (before[1] + w)
            before[1] += w
            before[2] += n
    return [mean for mean, _, count in pools for _ in range(int(count))]
