"""Tables of scores: per tier and aspect."""
from __future__ import annotations

from collections import defaultdict

from .judging.scoring import ASPECTS, Scores
from .record import tiers


def counts(results: dict[str, Scores]) -> dict[int, dict[str, tuple[int, int]]]:
    """Tier -> aspect -> (operations whose every case passes, operations that have the aspect)."""
    tier_of = tiers()
    table: dict[int, dict[str, tuple[int, int]]] = defaultdict(dict)
    for name, scores in results.items():
        for aspect, score in scores.items():
            if score.untried:
                continue
            passed, total = table[tier_of[name]].get(aspect, (0, 0))
            table[tier_of[name]][aspect] = (passed + score.ok, total + 1)
    return {tier: table[tier] for tier in sorted(table)}


def markdown(results: dict[str, Scores]) -> str:
    """(op, aspect) pairs passed of those there are, per tier."""
    table = counts(results)
    lines = ["| aspect |" + "".join(f" tier {tier} |" for tier in table), "|---|" + "---:|" * len(table)]
    for aspect in ASPECTS:
        if any(aspect in row for row in table.values()):
            lines.append(f"| {aspect} |" + "".join(cell(row.get(aspect)) for row in table.values()))
    lines.append("| all |" + "".join(cell(total(row)) for row in table.values()))
    return "\n".join(lines) + "\n"


def total(row: dict[str, tuple[int, int]]) -> tuple[int, int]:
    return sum(p for p, _ in row.values()), sum(t for _, t in row.values())


def cell(pair: tuple[int, int] | None) -> str:
    return f" {pair[0]} / {pair[1]} |" if pair else " |"
