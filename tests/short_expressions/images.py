"""Images of bytes, whose weights are whole numbers: pixels side by side of all values in even steps, enlarged and made smaller."""
from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any


def cases() -> Iterator[str]:
    """Pixels, size, and every way."""
    for pixels, size, mode, corners, smooth in product((2, 3, 5), range(1, 17), ("bilinear", "bicubic"), (False, True), (False, True)):
        yield f"resized({pixels}, size=(None, {size}), mode='{mode}', align_corners={corners}, antialias={smooth})"


def names(torch: Any) -> dict[str, Any]:
    """What the texts name."""
    def resized(pixels: int, *, size: Any, **options: Any) -> int:
        """A sum in which nearly every pixel weighs differently."""
        step = {2: 5, 3: 17, 5: 17}[pixels]
        rows = torch.cartesian_prod(*[torch.arange(0, 256, step)] * min(pixels, 3)).to(torch.uint8)
        rows = torch.cat([rows, rows.flip(1)], 1)[:, :pixels]
        found = torch.nn.functional.interpolate(rows[None, None], size=(len(rows), size[1]), **options).long().reshape(-1)
        return int((found * (torch.arange(len(found)) % 1009)).sum())

    return {"resized": resized}
