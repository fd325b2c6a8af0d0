"""What programs get wrong every day: sizes, types and options of layers, losses, operations, indices and files, and what is said of it."""
from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any

from .. import refused


def convolutions_by_library(torch: Any) -> Iterator[Any]:
    """Of several examples PyTorch hands a convolution of single precision to a library, of one small one it does not."""
    F, one, two = torch.nn.functional, torch.ones(1, 4, 5, 5), torch.ones(2, 4, 5, 5)
    w, turned, b = torch.ones(2, 4, 3, 3), torch.ones(4, 2, 3, 3), torch.ones(2)
    for x in (one, two):
        yield refused(lambda x=x: F.conv2d(x, w.double())), refused(lambda x=x: F.conv2d(x, w, dilation=0))
        yield refused(lambda x=x: F.conv_transpose2d(x, turned.double())), refused(lambda x=x: F.conv1d(x[0], w[0].double()))
    yield refused(lambda: F.conv2d(two, w, b.double(), padding="same")), F.conv2d(one, w, b.double(), padding="same")
    yield refused(lambda: F.conv_transpose2d(two, turned, b.double())), F.conv_transpose2d(one, turned, b.double())
    yield refused(lambda: F.conv_transpose2d(one, turned, b * 1j)), refused(lambda: F.conv_transpose3d(one[None], turned[None], b.long()))
    yield refused(lambda: F.conv2d(one, torch.ones(2, 4, 0, 3))), refused(lambda: F.conv3d(one[:, :, None], torch.ones(2, 4, 1, 1, 0)))
    yield refused(lambda: F.conv_transpose2d(one, turned, dilation=0)), refused(lambda: F.conv_transpose1d(one[0], turned[0], padding=9))


def convolutions_before_types(torch: Any) -> Iterator[Any]:
    """Channels, kernel sizes and dilation are complained of before dtypes that do not match."""
    F, nn, x = torch.nn.functional, torch.nn, torch.ones(1, 4, 5, 5)
    yield refused(lambda: F.conv2d(x, torch.ones(2, 3, 3, 3).double())), refused(lambda: F.conv2d(x.bool(), torch.ones(2, 3, 3, 3)))
    yield refused(lambda: F.conv2d(x[..., :2, :2], torch.ones(2, 4, 3, 3).double())), refused(lambda: F.conv2d(x, x, dilation=-1))
    yield refused(lambda: nn.Conv2d(4, 2, 3)(torch.ones(2, 4).long())), refused(lambda: nn.Conv2d(4, 2, 3).double()(torch.ones(3, 4)))
    # PyTorch: (RuntimeError: Given groups=1, weight of size [2, 3, ..., RuntimeError: Given groups=1, weight of size [2, 3, ...)
    # PyTorch: (RuntimeError: Calculated padded input size per ..., RuntimeError: dilation should be greater than zero)
    # PyTorch: (RuntimeError: Input type (long int) and bias type ..., RuntimeError: Input type (float) and bias type ...)


def losses(torch: Any) -> Iterator[Any]:
    """What losses say of targets of wrong dtype or shape, weights of wrong length, and complex or bool inputs."""
    F, x, whole = torch.nn.functional, torch.ones(3, 4), torch.tensor([0, 1, 2])
    yield refused(lambda: F.cross_entropy(x, torch.ones(3), torch.ones(3))), refused(lambda: F.cross_entropy(x, whole.int(), torch.ones(3)))
    yield refused(lambda: F.nll_loss(x.double(), whole, torch.ones(2))), refused(lambda: F.nll_loss(x.double(), x, torch.ones(2)))
    yield refused(lambda: F.nll_loss(x.long(), whole, torch.ones(2))), refused(lambda: F.nll_loss(x.double(), whole, torch.ones(4)))
    yield F.cross_entropy(x[0], whole[:1], reduction="none"), refused(lambda: F.cross_entropy(x[0], whole[:1], label_smoothing=0.1))
    yield refused(lambda: F.cross_entropy(x[0, 0], x[0, 0])), refused(lambda: F.kl_div(x * 1j, whole, reduction="sum"))
    yield refused(lambda: F.binary_cross_entropy(x, x.long(), torch.ones(5)))
    yield refused(lambda: F.binary_cross_entropy_with_logits(x, x.long(), pos_weight=torch.ones(5)))
    yield refused(lambda: F.soft_margin_loss(x > 0, whole)), refused(lambda: F.multilabel_margin_loss(x[0, 0], x[0, 0]))


def alignments(torch: Any) -> Iterator[Any]:
    """ctc_loss refuses targets and lengths that do not fit the batch; lengths in a matrix are tried as well."""
    F, logits, labels = torch.nn.functional, torch.ones(5, 2, 3), torch.tensor([[1, 2], [1, 2]])
    yield refused(lambda: F.ctc_loss(logits, labels, (6, 5), (3, 2))), refused(lambda: F.ctc_loss(logits, labels[0], (6, 5), (3, 2)))
    yield refused(lambda: F.ctc_loss(logits, labels[:1], (6, 5), (2, 2))), refused(lambda: F.ctc_loss(logits, labels, (6, 5), (2, 2)))
    yield F.ctc_loss(logits, labels, torch.tensor([[5, 5]]), torch.tensor([[2], [2]]))
    # PyTorch: (RuntimeError: Expected tensor to have size at least 3 ..., RuntimeError: Expected tensor to have size 5 at ...)
    # PyTorch: (RuntimeError: Expected tensor to have size 2 at ..., RuntimeError: Expected input_lengths to have value at ...)
    # PyTorch: tensor(-4.2777)


def norms_of_few(torch: Any) -> Iterator[Any]:
    """Groups of one element each: refused of one example, zeros of several."""
    F = torch.nn.functional
    yield F.group_norm(torch.ones(2, 2), 2), F.group_norm(torch.arange(12.0).view(3, 4, 1, 1), 4)
    for shape, groups in (((1, 2), 2), ((2, 2), 3), ((1, 3), 2), ((1, 2), 3), ((2, 2), -1)):
        yield refused(lambda shape=shape, groups=groups: F.group_norm(torch.ones(shape), groups))
    yield refused(lambda: F.layer_norm(torch.ones(1, 2).long(), (4,))), refused(lambda: F.layer_norm(torch.ones(1, 4).long(), (4,)))


def windows(torch: Any) -> Iterator[Any]:
    """What fold, pixel_unshuffle, pooling and interpolate say of wrong numbers of dimensions, bad sizes and empty channels."""
    F, x = torch.nn.functional, torch.ones(2, 4, 5)
    for shape in ((5,), (2, 4), (0, 4), (2, 0, 9), (2, 4, 4, 4), ()):
        yield refused(lambda shape=shape: F.fold(torch.ones(shape), (4, 4), (2, 2)))
    yield refused(lambda: F.fold(torch.ones(4, 8).long(), (4, 4), (2, 2))), refused(lambda: F.fold(torch.ones(5), (4, 4), 2, stride=0))
    yield refused(lambda: F.pixel_unshuffle(x, 2)), refused(lambda: F.max_pool1d(x * 1j, 2)), refused(lambda: F.max_pool3d(None, 2))
    for shape in ((1, 1, 2, 3), (1, 2, 0), ()):
        yield refused(lambda shape=shape: F.max_pool1d(torch.ones(shape), 2, return_indices=True))
    for mode in ("nearest", "bilinear", "bicubic"):
        yield refused(lambda mode=mode: F.interpolate(torch.ones(2, 0, 4, 4), 2, mode=mode))


def options_of_layers(torch: Any) -> Iterator[Any]:
    """Options of wrong types are refused by the op underneath; Transformer layers take empty batches and sequences."""
    F, nn, n, x = torch.nn.functional, torch.nn, torch.tensor([0, 1]), torch.ones(2, 2)
    yield refused(lambda: F.embedding(n, x, sparse="a")), refused(lambda: F.embedding(n, x, scale_grad_by_freq=None))
    yield refused(lambda: nn.RNN(4, 3, True)(torch.ones(5, 2, 4))), refused(lambda: nn.LSTM(4, 3, bidirectional=1)(torch.ones(5, 2, 4)))
    yield refused(lambda: F.prelu(torch.tensor([[0, 9]]), torch.ones(4)))
    layer = nn.TransformerEncoderLayer(4, 2, 8)
    yield layer(torch.ones(0, 2, 4)), layer(torch.ones(2, 0, 4)), layer(torch.ones(0, 4))
    q = torch.ones(5, 2, 4)
    yield refused(lambda: nn.MultiheadAttention(4, 2)(q, q, q, attn_mask="a"))


def softshrinks(torch: Any) -> Iterator[Any]:
    """The lambda of softshrink is limited by what the input's dtype holds, and complex numbers are refused."""
    F, x = torch.nn.functional, torch.tensor([-2.0, 0.25, 3.0])
    yield F.softshrink(x.bfloat16(), 0.5), refused(lambda: F.softshrink(x.bfloat16(), 1e300)), refused(lambda: F.softshrink(x, -1))
    yield refused(lambda: F.softshrink(x, 1j)), refused(lambda: F.softshrink(x.long(), 1j)), refused(lambda: torch.histc(x, 2, 1j))


def sizes(torch: Any) -> Iterator[Any]:
    """Negative sizes, bools as sizes, and lengths that do not add up are refused by view, narrow and others."""
    x = torch.ones(12)
    yield refused(lambda: x.view(3, -2, -2)), refused(lambda: x.reshape(-3, -4)), refused(lambda: x.view(True, 12)), x.view(12, True)
    yield refused(lambda: torch.narrow_copy(x, 0, 1, -1)), refused(lambda: torch.narrow_copy(x, 0, 20, -1))
    yield refused(lambda: torch.broadcast_shapes((2,), (3, 4), (2, 1)))["raised"], torch.broadcast_shapes((2, 1), 3)
    yield refused(lambda: torch.ones(5, 5).masked_scatter_(torch.ones(2, 2) > 0, x)), refused(lambda: x.masked_scatter_(x[None] > 0, x))
    yield refused(lambda: torch.repeat_interleave(x[:2], torch.tensor([5, -1]), output_size=6))
    yield refused(lambda: torch.cdist(torch.ones(2, 3).long(), torch.ones(3, 2)))


def outs(torch: Any) -> Iterator[Any]:
    """An empty meta tensor is resized as out; an out on another device, or of a dtype that does not fit, is refused."""
    meta, x = torch.zeros(2, 3, device="meta"), torch.ones(2, 2)
    for make in (lambda out: torch.zeros(2, out=out), lambda out: torch.rand(2, out=out), lambda out: torch.randn(2, out=out)):
        made = make(torch.zeros(0, device="meta"))
        yield tuple(made.shape), made.is_meta
    yield refused(lambda: torch.zeros(2, out=meta, device="cpu")), refused(lambda: torch.zeros(2, out=x, device="meta"))
    yield refused(lambda: torch.normal(x, x, out=meta)), refused(lambda: torch.bernoulli(x, out=meta))
    yield refused(lambda: torch.multinomial(x, 1, out=meta)), refused(lambda: torch.inner(x, x, out=meta))
    yield refused(lambda: torch.diag(x[0], out=x.long())), refused(lambda: torch.diag(x[0], out=x.double()))
    yield refused(lambda: torch.ones(5, 1).ldexp_(torch.ones(5, 5, device="meta")))


def numbers_and_texts(torch: Any) -> Iterator[Any]:
    """What float_power_, histogramdd, norm, cholesky, shifts and istft say of values that they cannot take."""
    x, leaf = torch.ones(2, 2), torch.ones(2, requires_grad=True)
    yield refused(lambda: leaf.float_power_(2)), refused(lambda: torch.histogramdd(x, [-100, 2])), refused(lambda: torch.histogramdd(x, -1))
    yield refused(lambda: torch.norm(x, "nuc", None, 3)), refused(lambda: torch.cholesky(x)), refused(lambda: None << x)
    window, spectrum = torch.ones(4) * 1j, torch.ones(3, 2) * 1j
    yield refused(lambda: torch.istft(spectrum, 4, window=window)), refused(lambda: torch.istft(spectrum, 4, window=window[:3]).item())
    yield refused(lambda: torch.istft(spectrum, 4, window=window, return_complex=True))


def indices_of_views(torch: Any) -> Iterator[Any]:
    """Ends of slices are whole numbers also where a view is assigned to."""
    t = torch.arange(24.0).view(2, 3, 4)
    for item in (slice(1.5, None), slice("a"), slice(torch.tensor([1, 2]), None), slice(None, None, 1.0)):
        yield refused(lambda item=item: t.__setitem__(item, 1.0)), t
    t[torch.tensor(1):, ::2] = 1.0
    whole = torch.arange(6).view(2, 3)
    whole[0] = torch.tensor(2 + 1j)
    yield t, whole


def old_files_cut_short(torch: Any) -> Iterator[Any]:
    """A file of the old format that lost its last bytes raises an error that counts what is missing."""
    file = io.BytesIO()
    torch.save({"a": torch.ones(4), "b": torch.ones(2)}, file, _use_new_zipfile_serialization=False)
    for missing in (1, 4, 20):
        yield refused(lambda missing=missing: torch.load(io.BytesIO(file.getvalue()[:-missing])))
    # PyTorch: RuntimeError: unexpected EOF, expected 1 more bytes. ...
    # PyTorch: RuntimeError: unexpected EOF, expected 4 more bytes. ...
    # PyTorch: RuntimeError: unexpected EOF, expected 4 more bytes. ...


def gradients_that_do_not_fit(torch: Any) -> Iterator[Any]:
    """For several outputs, one tensor as grad_outputs is checked for its shape first and for its number next."""
    p = torch.ones(2, requires_grad=True)
    loss = (p * 2).sum()
    yield refused(lambda: torch.autograd.grad([loss, loss], p, torch.ones(2)))
    yield refused(lambda: torch.autograd.grad([loss, loss], p, torch.ones(())))
    # PyTorch: RuntimeError: Mismatch in shape: grad_output[0] has a ...
    # PyTorch: RuntimeError: got 2 tensors and 1 gradients


def memory_of_out(torch: Any) -> Iterator[Any]:
    """Elementwise ops ask which memory `out` has before they ask for its dtype or its shape, and leave it as it is."""
    t, whole, lone = torch.arange(1.0, 9.0), torch.arange(8), torch.ones(1, dtype=torch.int32)
    for call in (torch.sin, torch.neg, torch.floor, torch.sigmoid, torch.sgn, torch.special.ndtri,
                 lambda x, out: torch.add(x, 1.5, out=out), lambda x, out: torch.mul(x, x, out=out),
                 lambda x, out: torch.clamp(x, 0, 1, out=out)):
        yield refused(lambda call=call: call(t[:4], out=lone.expand(4))), refused(lambda call=call: call(t[:4], out=lone.expand(5)))
        yield refused(lambda call=call: call(t[:4], out=t[1:5])), refused(lambda call=call: call(whole[:4], out=whole[1:5])), t, whole
    part = t[2:4]
    yield refused(lambda: torch.sin(t[:4], out=part)), refused(lambda: torch.add(t[:4], 1, out=part)), part.shape
    yield refused(lambda: torch.index_copy(t[:4], 0, torch.tensor([0]), torch.ones(1), out=t[1:5])), t


def norms_of_nothing(torch: Any) -> Iterator[Any]:
    """Norms of infinite or negative order over a dimension of size 0 are refused; over other dimensions they are empty."""
    t, infinite = torch.ones(2, 0, 3), float("inf")
    for dim in (-2, 1, (0, -2), (-2, -1), None, (), 0, -1):
        for order in (infinite, -0.5):
            yield refused(lambda dim=dim, order=order: torch.linalg.vector_norm(t, order, dim))
        yield refused(lambda dim=dim: torch.norm(t, infinite, dim)), refused(lambda dim=dim: t.norm(-infinite, dim))


def devices_of_dlpack(torch: Any) -> Iterator[Any]:
    """__dlpack__ takes a pair of ints as device: CPU kinds work, absent or unknown devices and other types are refused."""
    t = torch.ones(2)
    for device in ((1, 0), (1, 7), [1, 0], (), (2, 0), (8, 0), (99, 0), (2,), 3, ("a", 0), "cpu", torch.device("cpu")):
        for copy in (None, False):
            said = refused(lambda device=device, copy=copy: t.__dlpack__(dl_device=device, copy=copy) and None)
            yield said["raised"], said["message"][:60]
