"""`torch.autocast("cpu")`: which dtype an op runs in, as recorded from PyTorch."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import minitorch_compat as torch
from minitorch_compat import nn
from minitorch_compat.nn import functional as F

pytest.importorskip("ml_dtypes", reason="needs the extra 'bfloat16'")
A = torch.arange(9.0).reshape(3, 3) / 9
H = A.bfloat16()
LABELS = torch.tensor([0, 1, 2])

LOWER: dict[str, Callable[[], Any]] = {
    "matmul": lambda: A @ A, "matrix and vector": lambda: A @ A[0], "vectors": lambda: A[0] @ A[0], "mm": lambda: torch.mm(A, A),
    "bmm": lambda: torch.bmm(A[None], A[None]), "addmm": lambda: torch.addmm(A, A, A), "einsum": lambda: torch.einsum("ij,jk", A, A),
    "inner": lambda: torch.inner(A, A), "tensordot": lambda: torch.tensordot(A, A, 1), "cov": lambda: torch.cov(A),
    "linear": lambda: F.linear(A, A, A[0]), "linear of a vector": lambda: F.linear(A[0], A, A[0]),
    "conv": lambda: F.conv2d(H[None, None], A[None, None], A[0, :1]), "prelu": lambda: F.prelu(A, torch.tensor([0.1])),
    "attention": lambda: F.scaled_dot_product_attention(A[None], A[None], A[None]), "lstm": lambda: nn.LSTM(3, 4)(A[None])[0],
    "vecdot": lambda: torch.linalg.vecdot(A, A), "vecdot of two precisions": lambda: torch.linalg.vecdot(A, H),
    "prelu of half": lambda: F.prelu(H, torch.tensor([0.1])), "prelu by half": lambda: F.prelu(A, torch.tensor([0.1]).bfloat16()),
    "attention of two precisions": lambda: F.scaled_dot_product_attention(A[None], H[None], H[None]),
    "rnn": lambda: nn.RNN(3, 4)(A[None])[0], "multi-head attention": lambda: nn.MultiheadAttention(3, 1)(A, A, A)[0],
}
SINGLE: dict[str, Callable[[], Any]] = {
    "cross_entropy": lambda: F.cross_entropy(H, LABELS), "nll_loss": lambda: F.nll_loss(H, LABELS), "mse_loss": lambda: F.mse_loss(H, H),
    "l1_loss": lambda: F.l1_loss(H, H), "kl_div": lambda: F.kl_div(H, A), "bce": lambda: F.binary_cross_entropy(H.sigmoid(), A.sigmoid()),
    "bce_with_logits": lambda: F.binary_cross_entropy_with_logits(H, A), "triplet": lambda: F.triplet_margin_loss(H, H, A),
    "huber": lambda: F.huber_loss(H, A), "prod": lambda: H.prod(), "trace": lambda: H.trace(), "cdist": lambda: torch.cdist(H, H),
    "fractional 2d": lambda: F.fractional_max_pool2d(H[None], 2, 1),
    "avg_pool3d": lambda: F.avg_pool3d(H[None, None], 1),
    "grid_sample": lambda: F.grid_sample(H[None, None], H.new_zeros(1, 2, 2, 2), align_corners=False),
    "quantile": lambda: torch.quantile(A, 0.5), "polar": lambda: torch.polar(H, H).real, "smooth_l1": lambda: F.smooth_l1_loss(H, H),
    "cosine_embedding": lambda: F.cosine_embedding_loss(H, H, torch.ones(3)), "ctc": lambda: F.ctc_loss(
        H[:, None].log_softmax(2), torch.tensor([[1]]), (3,), (1,)), "margin": lambda: F.margin_ranking_loss(H, H, H),
    "multilabel": lambda: F.multilabel_margin_loss(H, torch.zeros(3, 3).long()), "poisson": lambda: F.poisson_nll_loss(H, H),
    "hinge": lambda: F.hinge_embedding_loss(H, H), "reflection": lambda: F.pad(H[None], (1, 1), mode="reflect"),
    "linalg.svdvals": lambda: torch.linalg.svdvals(H), "quantile of half": lambda: torch.quantile(H, H[0]),
    "nanquantile": lambda: torch.nanquantile(H, 0.5), "quantiles of two precisions": lambda: torch.quantile(A, H[0]),
    "weighted nll_loss": lambda: F.nll_loss(H, LABELS, A[0]), "nll_loss, weighted by half": lambda: F.nll_loss(A, LABELS, H[0]),
    "kl_div of half": lambda: F.kl_div(H, H, reduction="batchmean"), "kl_div by element": lambda: F.kl_div(H, H, reduction="none"),
    "adaptive_avg_pool3d": lambda: F.adaptive_avg_pool3d(H[None, None], 1),
    "grid_sample at": lambda: F.grid_sample(H[None, None], A.new_zeros(1, 2, 2, 2), align_corners=False),
    "grid_sample of": lambda: F.grid_sample(A[None, None], H.new_zeros(1, 2, 2, 2), align_corners=False),
    **{f"fft.{name}": lambda name=name: getattr(torch.fft, name)(H)  # type: ignore[misc]
       for name in ("irfft", "hfft", "irfft2", "irfftn")},
    **{f"fft.{name}": lambda name=name: getattr(torch.fft, name)(H).real  # type: ignore[misc]
       for name in ("fft", "ifft", "rfft", "ihfft", "fft2", "ifft2", "rfft2", "fftn", "ifftn", "rfftn")},
}
AS_GIVEN: dict[str, Callable[[], Any]] = {
    "add": lambda: H + A, "mv": lambda: torch.mv(A, A[0]), "dot": lambda: torch.dot(A[0], A[0]), "outer": lambda: torch.outer(A[0], A[0]),
    "gru": lambda: nn.GRU(3, 4)(A[None])[0], "cat": lambda: torch.cat([H, A]), "layer_norm": lambda: F.layer_norm(A, (3,)),
    "out": lambda: torch.mm(A, A, out=torch.empty(3, 3)), "in place": lambda: A.clone().addmm_(A, A),
    "index_copy": lambda: A.index_copy(0, torch.tensor([0]), H[:1]), "embedding": lambda: F.embedding(LABELS, A),
}


def test_rank_of_half_precision() -> None:
    with torch.autocast("cpu"):
        assert torch.linalg.matrix_rank(torch.eye(3).bfloat16()).item() == 3


@pytest.mark.parametrize("name", LOWER)
def test_products_run_in_half_precision(name: str) -> None:
    with torch.autocast("cpu"):
        assert LOWER[name]().dtype is torch.bfloat16
    assert torch.is_floating_point(A @ A) and (A @ A).dtype is torch.float32


@pytest.mark.parametrize("name", SINGLE | AS_GIVEN)
def test_the_rest_runs_in_single_precision(name: str) -> None:
    with torch.autocast("cpu"):
        assert (SINGLE | AS_GIVEN)[name]().dtype is torch.float32


def test_half_precision_stays_where_an_op_may_run_in_it() -> None:
    with torch.autocast("cpu"):
        for result in (H.softmax(0), H.sum(), F.layer_norm(H, (3,), torch.ones(3)), F.gelu(H), H.exp()):
            assert result.dtype is torch.bfloat16


def test_doubles_integers_and_complex_numbers_are_left_alone() -> None:
    with torch.autocast("cpu"):
        for dtype in (torch.float64, torch.int64, torch.complex64):
            assert (A.to(dtype) @ A.to(dtype)).dtype is dtype


def test_numbers_are_those_of_half_precision() -> None:
    with torch.autocast("cpu"):
        inside = A @ A
    assert torch.equal(inside, H @ H)


def test_gradients_come_back_in_the_weights_type() -> None:
    w = torch.randn(3, 3, requires_grad=True)
    with torch.autocast("cpu"):
        loss = F.cross_entropy(H @ w, LABELS)
    loss.backward()
    assert loss.dtype is w.grad.dtype is torch.float32
    other = w.detach().clone().requires_grad_()
    F.cross_entropy((H @ other.bfloat16()).float(), LABELS).backward()
    assert torch.equal(w.grad, other.grad)


def test_a_weight_is_cast_once_in_a_block() -> None:
    w = torch.randn(3, 3, requires_grad=True)
    with torch.autocast("cpu"):
        first, second = A @ w, A @ w
    assert first.grad_fn.next_functions[1][0] is second.grad_fn.next_functions[1][0]
    with torch.autocast("cpu", cache_enabled=False):
        first, second = A @ w, A @ w
    assert first.grad_fn.next_functions[1][0] is not second.grad_fn.next_functions[1][0]


def test_blocks_nest_and_end_with_an_exception() -> None:
    with pytest.raises(ZeroDivisionError), torch.autocast("cpu", dtype=torch.float16):
        assert (A @ A).dtype is torch.get_autocast_dtype("cpu") is torch.float16
        with torch.autocast("cpu", enabled=False):
            assert (A @ A).dtype is torch.float32 and not torch.is_autocast_enabled("cpu")
        assert torch.is_autocast_enabled("cpu") and not torch.is_autocast_enabled()
        raise ZeroDivisionError
    assert not torch.is_autocast_enabled("cpu") and torch.get_autocast_dtype("cpu") is torch.bfloat16
    assert torch.autocast("cpu")(lambda: A @ A)().dtype is torch.bfloat16


def test_a_type_that_there_is_no_autocast_for() -> None:
    with pytest.warns(UserWarning, match="Disabling autocast"), torch.autocast("cpu", dtype=torch.float64):
        assert (A @ A).dtype is torch.float32


def test_switching_by_function() -> None:
    torch.set_autocast_enabled("cpu", True)
    try:
        assert (A @ A).dtype is torch.bfloat16
    finally:
        torch.set_autocast_enabled("cpu", False)
    assert (A @ A).dtype is torch.float32


def test_functions_say_what_they_want() -> None:
    seen: list[Any] = []

    class Twice(torch.autograd.Function):
        @staticmethod
        @torch.amp.custom_fwd(device_type="cpu", cast_inputs=torch.float32)
        def forward(ctx: Any, x: Any) -> Any:
            seen.append((x.dtype, torch.is_autocast_enabled("cpu")))
            return x * 2

        @staticmethod
        @torch.amp.custom_bwd(device_type="cpu")
        def backward(ctx: Any, g: Any) -> Any:
            seen.append(torch.is_autocast_enabled("cpu"))
            return g * 2

    x = H.clone().requires_grad_()
    with torch.autocast("cpu"):
        out = Twice.apply(x)
        assert out.dtype is torch.float32
        out.sum().backward()
    assert seen == [(torch.float32, False), False] and x.grad.dtype is torch.bfloat16


def test_vmap_and_jvp_inside() -> None:
    with torch.autocast("cpu"):
        assert torch.func.vmap(lambda v: A @ v)(A).dtype is torch.bfloat16
        out, tangent = torch.func.jvp(lambda v: A @ v, (A,), (A,))
        assert out.dtype is tangent.dtype is torch.bfloat16


@pytest.mark.filterwarnings("ignore::FutureWarning")
def test_the_older_names_are_for_cuda() -> None:
    class Same(torch.autograd.Function):
        @staticmethod
        @torch.cuda.amp.custom_fwd
        def forward(ctx: Any, x: Any) -> Any:
            return x.clone()

        @staticmethod
        @torch.cuda.amp.custom_bwd
        def backward(ctx: Any, g: Any) -> Any:
            return g

    x = A.clone().requires_grad_()
    with torch.autocast("cpu"):
        Same.apply(x).sum().backward()
    assert torch.equal(x.grad, torch.ones(3, 3))


def test_libraries_may_ask_whether_the_gpu_could_do_it():
    from minitorch_compat.cuda.amp.common import amp_definitely_not_available

    assert amp_definitely_not_available() is True
    assert torch.cuda.amp.common.amp_definitely_not_available()


def test_a_forward_without_a_context_may_be_decorated():
    """PyTorch's decorator writes its marks to the first argument: a tensor where `setup_context` has the context: it stays whole."""
    seen = []

    class Cast(torch.autograd.Function):
        @staticmethod
        @torch.amp.custom_fwd(device_type="cuda", cast_inputs=torch.float32)
        @torch.amp.custom_fwd(device_type="cpu", cast_inputs=torch.float32)
        def forward(x: Any, options: Any) -> Any:
            seen.extend((x.dtype, options["more"][0].dtype))
            return torch.linalg.svd(x)[1]

        @staticmethod
        def setup_context(ctx: Any, inputs: Any, output: Any) -> None:
            pass

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            return torch.diag(g), None

    x = torch.eye(3)
    assert Cast.apply(x, {"more": [A]}).tolist() == [1, 1, 1] and (x + x).dtype is x.dtype is torch.float32
    with torch.autocast("cpu"):
        Cast.apply(x.bfloat16(), {"more": [A.bfloat16()]})
    assert seen[2:] == [torch.float32, torch.float32]


@pytest.mark.parametrize("decorate", [torch.amp.custom_fwd, torch.amp.custom_bwd])
def test_device_type_of_functions(decorate: Any) -> None:
    with pytest.raises(ValueError, match="Expected `device_type` of type `str`"):
        decorate(device_type=3)


@pytest.mark.parametrize("shape", [(2, 5, 4), (4,)])
@pytest.mark.parametrize("transpose", [False, True])
def test_linear_layers_give_the_lower_precision_whatever_the_layout(shape: tuple[int, ...], transpose: bool) -> None:
    x = torch.ones(shape)
    x = x.transpose(0, 1) if transpose and x.ndim > 1 else x
    layer, gru = torch.nn.Linear(4, 3), torch.nn.RNN(4, 3, batch_first=True)
    with torch.autocast("cpu", torch.bfloat16):
        assert layer(x).dtype is torch.bfloat16
        assert x.ndim < 3 or gru(x)[0].dtype is torch.bfloat16


def test_vmap_takes_linear_layers_apart_before_autocast_sees_them() -> None:
    x, w, b = torch.ones(5, 4), torch.ones(2, 3, 4), torch.ones(2, 3)
    with torch.autocast("cpu", torch.bfloat16):
        assert torch.func.vmap(lambda w, b: F.linear(x, w, b))(w, b).dtype is torch.float32
        assert torch.func.vmap(lambda w: F.linear(x, w))(w).dtype is torch.bfloat16
        assert torch.func.jvp(lambda w: F.linear(x, w, b[0]), (w[0],), (w[0],))[1].dtype is torch.bfloat16
