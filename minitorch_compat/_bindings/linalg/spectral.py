"""`torch.stft` and `torch.istft`: Fourier transforms of overlapping windows."""
from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from ..._array.core import intp
from ..._array.core.dtypes import scalar_name, tensor_type
from ..._array.core.user_warnings import warn_once
from ..._array.shape.views import wrap_dim
from ..._dispatch.call.caller import caller, wrap
from ..._dispatch.levels.lifting import concrete_values
from ..._fidelity.argument_checks import check_native
from ..override.named_refusals import named

if TYPE_CHECKING:
    from ..tensor.tensor import Tensor

_c2c, _r2c, _c2r = (caller(n) for n in ("fft_c2c", "fft_r2c", "fft_c2r"))


def _dtype_name(x: Any) -> str:
    return scalar_name(x._array.dtype)


def _flag_text(value: Any) -> Any:
    return value if value is None else int(value)


@named("stft")
def stft(input: Tensor, n_fft: int, hop_length: int | None = None, win_length: int | None = None, window: Tensor | None = None,
         center: bool = True,
         pad_mode: str = "reflect", normalized: bool = False, onesided: bool | None = None, return_complex: bool | None = None,
         align_to_window: bool | None = None) -> Any:
    # The docstring is written in _bindings/linalg/spectral.md.
    """The short-time Fourier transform: spectra of windows along a signal.

        out[..., f, t] = sum_k window[k] * input[..., t * hop_length + k] * e ** (-2j pi f k / n_fft)

    Parameters
    ----------
    input : Tensor
        ... x L: the signal; at most one further dimension.
    n_fft : int
        The number of points of each spectrum.
    hop_length : int, optional
        The distance between windows; n_fft // 4 if not given.
    win_length : int, optional
        The length of a window; `n_fft` if not given.
    window : Tensor, optional
        Weights of size `win_length`; ones if not given.
    center : bool, default True
        Pad the signal so that windows are centered at multiples of `hop_length`.
    pad_mode : str, default 'reflect'
        The padding mode, see `torch.nn.functional.pad`.
    normalized : bool, default False
        Divide by the root of `n_fft`.
    onesided : bool, optional
        Only frequencies up to half; True for real signals if not given.
    return_complex : bool, optional
        Must be True for real signals.
    align_to_window : bool, optional
        Align windows by the window instead of the transform, if `center` is false.

    Returns
    -------
    Complex
        ... x frequencies x windows.

    Raises
    ------
    RuntimeError
        `return_complex` is missing, or a length does not fit.

    References
    ----------
    PyTorch: torch.stft

    Examples
    --------
    >>> torch.stft(torch.ones(8), 4, window=torch.ones(4), return_complex=True).shape
    torch.Size([3, 9])
    """
    if center:
        if align_to_window is not None:
            raise RuntimeError("stft align_to_window should only be set when center = false")
        input = _pad_signal(input, int(n_fft // 2), pad_mode)
    if window is None:
        warn_once("A window was not provided. A rectangular window will be applied, which is known to cause spectral leakage; "
                  "window=torch.ones(n_fft) asks for it.")
    check_native("stft", input, n_fft, hop_length, win_length, window, normalized, onesided, return_complex, align_to_window)
    hop, length = hop_length if hop_length is not None else n_fft // 4, win_length if win_length is not None else n_fft
    text = partial(_call_text, input, n_fft, hop, length, window, normalized, onesided, return_complex, align_to_window)
    is_complex = input._array.dtype.kind == "c" or window is not None and window._array.dtype.kind == "c"
    if return_complex is None and not is_complex:
        raise RuntimeError("stft requires the return_complex parameter be given for real inputs, and will further require that "
                           "return_complex=True in a future PyTorch release.")
    _check_stft(input, n_fft, hop, length, window, text)
    if return_complex is False:
        warn_once("stft with return_complex=False is deprecated. torch.view_as_real gives the real form of the complex result.")
    if is_complex and onesided:
        raise RuntimeError("Cannot have onesided output if window or input is complex")
    if align_to_window and not center:
        before = (n_fft - length) // 2
        input = caller("constant_pad_nd")(input, (before, n_fft - length - before), 0)
    batched = input._array.ndim == 2
    frames = _split_frames(input if batched else input.unsqueeze(0), n_fft, hop)
    if window is not None or length < n_fft:
        frames = frames * _pad_window(window, length, n_fft, frames)
    spectrum = _transform_frames(frames, not is_complex and onesided is not False, 1 if normalized else 0).transpose_(1, 2)
    spectrum = spectrum if batched else spectrum.squeeze_(0)
    return spectrum if is_complex and return_complex is None or return_complex else caller("view_as_real")(spectrum)


def _pad_signal(input: Any, pad: int, mode: str) -> Any:
    """Pad the signal on both sides."""
    if mode == "constant":
        return caller("constant_pad_nd")(input, (pad, pad), 0)
    size = input._array.shape[-1] if input._array.ndim else 1
    shape = input._array.shape
    if mode == "reflect" and 0 in shape:
        raise RuntimeError("Expected 2D or 3D (batch mode) tensor with possibly 0 batch size and other non-zero dimensions for input, but "
                           f"got: {[1] * (3 - len(shape)) + list(shape)}")
    if mode == "reflect" and pad >= size:
        raise RuntimeError("Argument #4: Padding size should be less than the corresponding input dimension, but got: padding "
                           f"({pad}, {pad}) at dimension 2 of input {[1] * (3 - len(shape)) + list(shape)}")
    if mode == "reflect" and size + 2 * pad < 1:
        raise RuntimeError(f"input (W: {size}) is too small. Calculated output W: {size + 2 * pad}")
    if mode in ("reflect", "replicate"):
        signal = input.view([1] * (3 - len(shape)) + list(shape))
        padded = caller(f"pad_{mode}1d")(signal, (pad, pad))
        return padded.view(padded._array.shape[3 - len(shape):])
    if mode != "circular":
        raise NotImplementedError("Unrecognised padding mode " + mode)
    return caller("index_select")(input, input._array.ndim - 1, wrap(intp.arange(-pad, size + pad) % size))


def _call_text(input: Any, n_fft: int, hop: int, length: int, window: Any, normalized: bool, onesided: Any, return_complex: Any,
               align: Any) -> str:
    """The call, as repeated in PyTorch's messages."""
    given = "None" if window is None else f"torch.{_dtype_name(window)}Tensor{{{list(window._array.shape)}}}"
    return (f"stft(torch.{_dtype_name(input)}Tensor{list(input._array.shape)}, n_fft={n_fft}, hop_length={hop}, win_length={length}, "
            f"window={given}, normalized={int(normalized)}, onesided={_flag_text(onesided)}, return_complex={_flag_text(return_complex)}, "
            f"align_to_window={_flag_text(align)}) ")


def _check_stft(input: Any, n_fft: int, hop: int, length: int, window: Any, text: Callable[[], str]) -> None:
    if input._array.dtype.kind not in "fcV":
        raise RuntimeError(text() + ": expected a tensor of floating point or complex values")
    if input._array.ndim not in (1, 2):
        raise RuntimeError(text() + ": expected a 1D or 2D tensor")
    size = input._array.shape[-1]
    if not 0 < n_fft <= size:
        raise RuntimeError(text() + f": expected 0 < n_fft < {size}, but got n_fft={n_fft}")
    if hop <= 0:
        raise RuntimeError(text() + f": expected hop_length > 0, but got hop_length={hop}")
    if not 0 < length <= n_fft:
        raise RuntimeError(text() + f": expected 0 < win_length <= n_fft, but got win_length={length}")
    if window is not None and tuple(window._array.shape) != (length,):
        raise RuntimeError(text() + f": expected a 1D window tensor of size equal to win_length={length}, but got window with size "
                           f"{list(window._array.shape)}")


def _split_frames(x: Any, size: int, hop: int) -> Any:
    count, length = x._array.shape
    step, stride = x.stride()
    return x.as_strided((count, 1 + (length - size) // hop, size), (step, hop * stride, stride))


def _pad_window(window: Any, length: int, n_fft: int, like: Any) -> Any:
    """The window (by default of ones), centred in `n_fft` values."""
    if window is None:
        window = wrap(np.ones(length, np.zeros(0, like._array.dtype).real.dtype))
    if window._array.dtype.kind == "b":  # its squares are summed
        window = window.long()
    before = (n_fft - length) // 2
    return window if length == n_fft else caller("constant_pad_nd")(window, (before, n_fft - length - before), 0)


def _transform_frames(frames: Any, onesided: bool, mode: int) -> Any:
    if frames._array.dtype.itemsize < 4:
        raise RuntimeError(f"MKL FFT doesn't support tensors of type: {scalar_name(frames._array.dtype)}")
    if frames._array.dtype.kind == "c":
        return _c2c(frames, (frames._array.ndim - 1,), mode, True)
    return _r2c(frames, (frames._array.ndim - 1,), mode, onesided)


@named("istft")
def istft(input: Tensor, n_fft: int, hop_length: int | None = None, win_length: int | None = None, window: Tensor | None = None,
          center: bool = True,
          normalized: bool = False, onesided: bool | None = None, length: int | None = None, return_complex: bool = False) -> Any:
    # The docstring is written in _bindings/linalg/spectral.md.
    """The signal of a short-time Fourier transform, the inverse of `torch.stft`.

    Parameters
    ----------
    input : Tensor
        Complex: ... x frequencies x windows.
    n_fft : int
        The number of points of each spectrum.
    hop_length : int, optional
        The distance between windows; n_fft // 4 if not given.
    win_length : int, optional
        The length of a window; `n_fft` if not given.
    window : Tensor, optional
        The weights used before.
    center : bool, default True
        Whether the signal was padded.
    normalized : bool, default False
        Whether the spectra were divided by the root of `n_fft`.
    onesided : bool, optional
        Whether only frequencies up to half are there.
    length : int, optional
        The length of the returned signal.
    return_complex : bool, default False
        Whether the signal is complex.

    Returns
    -------
    Tensor
        ... x L.

    Raises
    ------
    RuntimeError
        The overlapping windows add up to zero somewhere, or a size does not fit.

    References
    ----------
    PyTorch: torch.istft

    Examples
    --------
    >>> x = torch.arange(8.)
    >>> w = torch.hann_window(4)
    >>> s = torch.stft(x, 4, window=w, return_complex=True)
    >>> torch.allclose(torch.istft(s, 4, window=w, length=8), x, atol=1e-5)
    True
    """
    hop, width = hop_length if hop_length is not None else n_fft // 4, win_length if win_length is not None else n_fft
    text = partial(_inverse_call_text, input, n_fft, hop, width, window, center, normalized, onesided, length, return_complex)
    if input._array.dtype.kind != "c":
        raise RuntimeError("istft requires a complex-valued input tensor matching the output from stft with return_complex=True.")
    if input._array.ndim < 2:
        wrap_dim(-3 if input._array.ndim else -2, input._array.ndim + bool(input._array.ndim))
    if input._array.ndim not in (2, 3):
        raise RuntimeError(text() + f": expected a tensor with 3 or 4 dimensions, but got {input._array.ndim + 1}")
    onesided = _check_onesided(input, n_fft, onesided, text)
    if window is None:
        warn_once("A window was not provided. A rectangular window will be applied. Please provide the same window used by stft to make "
                  "the inversion lossless.")
    if not 0 < hop <= width:
        raise RuntimeError(text() + ": expected 0 < hop_length <= win_length")
    if not 0 < width <= n_fft:
        raise RuntimeError(text() + ": expected 0 < win_length <= n_fft")
    if window is not None and tuple(window._array.shape) != (width,):
        raise RuntimeError(text() + ": Invalid window shape. window has to be 1D and length of `win_length`")
    if return_complex and onesided:
        raise RuntimeError("Cannot have onesided output if window or input is complex")
    if not return_complex and window is not None and window._array.dtype.kind == "c":
        raise RuntimeError("Complex windows are incompatible with return_complex=False")
    batched = input._array.ndim == 3
    spectrum = (input if batched else input.unsqueeze(0)).transpose(1, 2)
    frames = _inverse_transform_frames(spectrum, n_fft, 1 if normalized else 2, return_complex, onesided)
    full = _pad_window(window, width, n_fft, frames)
    signal = _overlap_add(frames * full, full, hop, center, length, text)
    return signal if batched else signal.squeeze(0)


def _inverse_call_text(input: Any, n_fft: int, hop: int, width: int, window: Any, center: bool, normalized: bool, onesided: Any,
                       length: int | None, return_complex: bool) -> str:
    """The same for the inverse."""
    given = "None" if window is None else f"{tensor_type(window._array.dtype)}{{{list(window._array.shape)}}}"
    return (f"istft(CPU{_dtype_name(input)}Type{list(input._array.shape)}, n_fft={n_fft}, hop_length={hop}, win_length={width}, "
            f"window={given}, center={int(center)}, normalized={int(normalized)}, onesided={_flag_text(onesided)}, length={length}, "
            f"return_complex={int(return_complex)}) ")


def _check_onesided(input: Any, n_fft: int, onesided: bool | None, text: Callable[[], str]) -> bool:
    count = input._array.shape[-2]
    if onesided is None:
        onesided = count != n_fft
    if onesided and count != n_fft // 2 + 1:
        raise RuntimeError(text() + ": expected the frequency dimension (3rd to the last) of the input tensor to match n_fft / 2 + 1 when "
                           f"onesided=True, but got {count}")
    if not onesided and count != n_fft:
        raise RuntimeError(text() + ": expected the frequency dimension (3rd to the last) of the input tensor to match n_fft when "
                           f"onesided=False, but got {count}")
    return onesided


def _inverse_transform_frames(spectrum: Any, n_fft: int, mode: int, return_complex: bool, onesided: bool) -> Any:
    if return_complex:
        return _c2c(spectrum, (2,), mode, False)
    half = spectrum if onesided else spectrum.narrow(2, 0, n_fft // 2 + 1)
    return _c2r(half, (2,), mode, n_fft)


def _overlap_add(frames: Any, window: Any, hop: int, center: bool, length: int | None, text: Callable[[], str]) -> Any:
    """The overlap-added frames divided by the overlap-added squares of the window, cut to the signal's range."""
    count, n_fft = frames._array.shape[1:]
    total = n_fft + hop * (count - 1)
    start = n_fft // 2 if center else 0
    end = start + length if length is not None else total - n_fft // 2 if center else total
    if end <= start:
        raise RuntimeError("min(): Expected reduction dim to be specified for input.numel() == 0. Specify the reduction dim with the 'dim' "
                           "argument.")
    stop = min(end, total)
    indices = wrap((intp.arange(count)[:, None] * hop + intp.arange(n_fft)).reshape(-1))
    squares = (window * window).expand(count, n_fft).reshape(1, -1)
    flat = frames.reshape(frames._array.shape[0], -1)
    signal, envelope = (_add_frames(x, indices, total).narrow(1, start, stop - start) for x in (flat, squares))
    if not (np.abs(concrete_values(envelope)) > 1e-11).all():
        raise RuntimeError(text() + "window overlap add min: 1")
    out = signal / envelope
    if end == stop:
        return out
    warn_once("The length of signal is shorter than the length parameter. Result is being padded with zeros in the tail.")
    return caller("constant_pad_nd")(out, (0, end - stop), 0)


def _add_frames(x: Any, indices: Any, total: int) -> Any:
    zeros = wrap(np.zeros((x._array.shape[0], total), x._array.dtype))
    return caller("index_add")(zeros, 1, indices, x, 1)
