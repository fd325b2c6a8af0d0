"""Methods of tensors in coordinate form and in compressed form, out of place and in place, and of the meta device."""
from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from . import questions

#: Which of several kernels is missing is what PyTorch says of most that it refuses; that it refuses is enough.
WORDS = None
MADE = ("coo(m)", "coo(m, 1)", "coo(m, 2, True)", "coo(cube, 2)", "m.to_sparse_csr()", "m.to_sparse_csc()", "m.to_sparse_bsr((1, 2))",
        "m.to_sparse_bsc((1, 2))", "m.to('meta')")
#: What takes a dimension: each from one below the first to one beyond the last.
OF_A_DIMENSION = ("narrow_copy({}, 0, 1)", "narrow({}, 0, 1)", "select({}, 0)", "index_select({}, i)", "sum({})", "sum(({}, 0), True)",
                  "unsqueeze({})", "squeeze({})", "transpose({}, 0)", "permute({}, 0)", "softmax({})",
                  "log_softmax({})",
                  "size({})", "any({})", "unbind({})", "chunk(2, {})", "flip({})", "mean({})")


def cases() -> Iterator[str]:
    """Every call of every tensor, what joins several, and tensors made of parts that fit and that do not."""
    calls, joined, compressed, coordinates = questions("layouts")
    asked: set[str] = set()
    for made, call in product(MADE, calls):
        if not (call == "__repr__()" and "meta" in made):
            asked.add(text := f"told(lambda s: s.{call}, {made})")
            yield text
    for made, call, dim in product(MADE[:5], OF_A_DIMENSION, range(-4, 4)):
        if (text := f"told(lambda s: s.{call.format(dim)}, {made})") not in asked:
            yield text
    for made, call in product(MADE[:-1], joined):
        yield f"told(lambda s: {call}, {made})"
    for layout, arguments in product(("csr", "csc", "bsr", "bsc", "compressed"), compressed):
        more = ", layout=torch.sparse_csr" * (layout == "compressed")
        yield f"told(lambda s: torch.sparse_{layout}_tensor({arguments}, check_invariants=True{more}), m)"
    for arguments in coordinates:
        yield f"told(lambda s: torch.sparse_coo_tensor({arguments}, check_invariants=True), m)"


def names(torch: Any) -> dict[str, Any]:
    """What the texts name."""
    m = torch.tensor([[0.0, 1.5, 0.0, -2.0], [3.0, 0.0, 0.5, 0.0]])

    def coo(t: Any, dims: int = 2, twice: bool = False) -> Any:
        made = t.to_sparse(min(dims, t.dim()))
        if twice:
            made = torch.sparse_coo_tensor(torch.cat([made.indices()] * 2, 1), torch.cat([made.values()] * 2), made.shape)
        return made

    def shown(value: Any) -> Any:
        if isinstance(value, (tuple, list)):
            return [shown(v) for v in value]
        if not isinstance(value, torch.Tensor):
            return value if isinstance(value, (bool, int, float, str)) else type(value).__name__
        words = [str(value.layout), str(value.dtype), list(value.shape), str(value.device), value.requires_grad]
        if value.layout is torch.sparse_coo:
            words.append(value.sparse_dim())
        return words if value.is_meta else [*words, value.detach().to_dense().tolist()]

    def told(call: Any, made: Any) -> Any:
        result = call(made)
        return [shown(result), result is made, made._version]

    def grad(function: Any, leaf: Any) -> Any:
        leaf = leaf.detach().clone().requires_grad_()
        return torch.autograd.grad(function(leaf), leaf)[0]

    return {"m": m, "w": torch.tensor([[1.0, 2.0], [0.5, -1.0], [0.0, 3.0], [2.0, 0.0]]), "i": torch.tensor([1, 0]), "coo": coo,
            "told": told,
            "grad": grad, "cube": torch.stack([m, m * 2, m * 0])}
