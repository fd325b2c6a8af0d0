"""`torch.gru`, `torch.lstm`, `torch.rnn_tanh`, `torch.rnn_relu` and their cells: recurrent layers with all weights as arguments.

The weights are one flat list: for each layer and direction those of the input and of the state, then their biases, if any, and
an LSTM's projection. Packed batches come with `batch_sizes` instead of `batch_first`.
"""
from __future__ import annotations

from typing import Any

from ._torch import Tensor
from .modules._recurrence import STEPS, run_layers


def _run_layers(mode: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[Any, ...]:
    """Run all layers, and return the output, then the final states."""
    packed = len(args) > 2 and isinstance(args[1], Tensor) and isinstance(args[2], Tensor if mode != "LSTM" else (tuple, list)) or (
        "batch_sizes" in kwargs)
    names = (("data", "batch_sizes") if packed else ("input",)) + ("hx", "params", "has_biases", "num_layers", "dropout", "train",
                                                                   "bidirectional") + (() if packed else ("batch_first",))
    batch_sizes_given = {**dict(zip(names, args, strict=False)), **kwargs}
    x, biases, params = batch_sizes_given["data" if packed else "input"], batch_sizes_given["has_biases"], list(batch_sizes_given["params"])
    is_batch_first = not packed and batch_sizes_given["batch_first"]
    state = tuple(batch_sizes_given["hx"]) if mode == "LSTM" else (batch_sizes_given["hx"],)
    if mode == "LSTM" and len(state) != 2:
        raise RuntimeError("lstm expects two hidden states")
    directions = 2 if batch_sizes_given["bidirectional"] else 1
    out, final = run_layers(mode, x.transpose(0, 1) if is_batch_first else x, batch_sizes_given["batch_sizes"].tolist() if packed else None,
                            state,
                            _group_by_layer(mode, params, batch_sizes_given["num_layers"] * directions, biases, state), directions,
                            batch_sizes_given["dropout"], batch_sizes_given["train"])
    return (out.transpose(0, 1) if is_batch_first else out, *final)


def _group_by_layer(mode: str, params: list[Any], layers: int, biases: bool, state: tuple[Any, ...]) -> list[list[Any]]:
    size = (4 if biases else 2) + (mode == "LSTM" and len(state) == 2 and state[0].size(2) != state[1].size(2))
    if len(params) % size:
        raise RuntimeError(f"got an incorrect number of RNN parameters: {len(params)} are not divisible by {size}")
    if len(params) < layers * size or len(params) > layers * size and mode != "LSTM":
        raise RuntimeError("Expected more weights in stacked_rnn")  # said of too many, too
    parts = [params[i * size:(i + 1) * size] for i in range(layers)]
    return parts if biases else [[*part[:2], None, None, *part[2:]] for part in parts]


def gru(*args: Any, **kwargs: Any) -> tuple[Any, ...]:
    """Run gated recurrent units over sequences, layer by layer.

    Called for padded sequences, or with `batch_sizes` after `data` for packed ones.

    Parameters
    ----------
    input : Tensor
        time x batch x features, or batch first. Packed: `data, batch_sizes`.
    hx : Tensor
        The first state: (layers * directions) x batch x hidden.
    params : list of Tensors
        Weights and biases of all layers, as `torch.nn.GRU` has them.
    has_biases : bool
        Whether there are biases.
    num_layers : int
        The number of layers.
    dropout : float
        The probability that an element between layers is dropped.
    train : bool
        Whether dropout is applied.
    bidirectional : bool
        Whether to process sequences backwards, too.
    batch_first : bool
        The batch is the first dimension; not of packed sequences.

    Returns
    -------
    tuple of Tensors
        The outputs, and the last state.

    Notes
    -----
    Programs use `torch.nn.GRU`.

    References
    ----------
    PyTorch: torch.gru

    Examples
    --------
    >>> weights = [torch.full((3, 1), 0.5), torch.full((3, 1), 0.5)]
    >>> h = torch.zeros(1, 1, 1)
    >>> torch.gru(torch.ones(2, 1, 1), h, weights, False, 1, 0., False, False, False)[0].flatten()
    tensor([0.1745, 0.2926])
    """
    return _run_layers("GRU", args, kwargs)


def lstm(*args: Any, **kwargs: Any) -> tuple[Any, ...]:
    """Run a long short-term memory over sequences, layer by layer.

    Called for padded sequences, or with `batch_sizes` after `data` for packed ones.

    Parameters
    ----------
    input : Tensor
        time x batch x features, or batch first. Packed: `data, batch_sizes`.
    hx : tuple of two Tensors
        The first states: (layers * directions) x batch x hidden.
    params : list of Tensors
        Weights and biases of all layers, as `torch.nn.LSTM` has them.
    has_biases : bool
        Whether there are biases.
    num_layers : int
        The number of layers.
    dropout : float
        The probability that an element between layers is dropped.
    train : bool
        Whether dropout is applied.
    bidirectional : bool
        Whether to process sequences backwards, too.
    batch_first : bool
        The batch is the first dimension; not of packed sequences.

    Returns
    -------
    tuple of Tensors
        The outputs, and the last states.

    Notes
    -----
    Programs use `torch.nn.LSTM`.

    References
    ----------
    PyTorch: torch.lstm

    Examples
    --------
    >>> weights = [torch.full((4, 1), 0.5), torch.full((4, 1), 0.5)]
    >>> h = torch.zeros(1, 1, 1)
    >>> torch.lstm(torch.ones(2, 1, 1), (h, h), weights, False, 1, 0., False, False, False)[0].flatten()
    tensor([0.1743, 0.3091])
    """
    return _run_layers("LSTM", args, kwargs)


def rnn_tanh(*args: Any, **kwargs: Any) -> tuple[Any, ...]:
    """Run Elman units with tanh over sequences, layer by layer.

    Called for padded sequences, or with `batch_sizes` after `data` for packed ones.

    Parameters
    ----------
    input : Tensor
        time x batch x features, or batch first. Packed: `data, batch_sizes`.
    hx : Tensor
        The first state: (layers * directions) x batch x hidden.
    params : list of Tensors
        Weights and biases of all layers, as `torch.nn.RNN` has them.
    has_biases : bool
        Whether there are biases.
    num_layers : int
        The number of layers.
    dropout : float
        The probability that an element between layers is dropped.
    train : bool
        Whether dropout is applied.
    bidirectional : bool
        Whether to process sequences backwards, too.
    batch_first : bool
        The batch is the first dimension; not of packed sequences.

    Returns
    -------
    tuple of Tensors
        The outputs, and the last state.

    Notes
    -----
    Programs use `torch.nn.RNN`.

    References
    ----------
    PyTorch: torch.rnn_tanh

    Examples
    --------
    >>> weights = [torch.full((1, 1), 0.5), torch.full((1, 1), 0.5)]
    >>> h = torch.zeros(1, 1, 1)
    >>> torch.rnn_tanh(torch.ones(2, 1, 1), h, weights, False, 1, 0., False, False, False)[0].flatten()
    tensor([0.4621, 0.6237])
    """
    return _run_layers("RNN_TANH", args, kwargs)


def rnn_relu(*args: Any, **kwargs: Any) -> tuple[Any, ...]:
    """Run Elman units with relu over sequences, layer by layer.

    Called for padded sequences, or with `batch_sizes` after `data` for packed ones.

    Parameters
    ----------
    input : Tensor
        time x batch x features, or batch first. Packed: `data, batch_sizes`.
    hx : Tensor
        The first state: (layers * directions) x batch x hidden.
    params : list of Tensors
        Weights and biases of all layers, as `torch.nn.RNN` has them.
    has_biases : bool
        Whether there are biases.
    num_layers : int
        The number of layers.
    dropout : float
        The probability that an element between layers is dropped.
    train : bool
        Whether dropout is applied.
    bidirectional : bool
        Whether to process sequences backwards, too.
    batch_first : bool
        The batch is the first dimension; not of packed sequences.

    Returns
    -------
    tuple of Tensors
        The outputs, and the last state.

    Notes
    -----
    Programs use `torch.nn.RNN`.

    References
    ----------
    PyTorch: torch.rnn_relu

    Examples
    --------
    >>> weights = [torch.full((1, 1), 0.5), torch.full((1, 1), 0.5)]
    >>> h = torch.zeros(1, 1, 1)
    >>> torch.rnn_relu(torch.ones(2, 1, 1), h, weights, False, 1, 0., False, False, False)[0].flatten()
    tensor([0.5000, 0.7500])
    """
    return _run_layers("RNN_RELU", args, kwargs)


def _step(mode: str, input: Any, state: tuple[Any, ...], weights: list[Any]) -> tuple[Any, ...]:
    from . import functional as F

    return STEPS[mode](F.linear(input, weights[0], weights[2]), state, weights)


def gru_cell(input: Any, hx: Any, w_ih: Any, w_hh: Any, b_ih: Any = None, b_hh: Any = None) -> Any:
    """One step of gated recurrent units.

    Parameters
    ----------
    input : Tensor
        batch x features.
    hx : Tensor
        The state: batch x hidden.
    w_ih : Tensor
        3 * hidden x features.
    w_hh : Tensor
        3 * hidden x hidden.
    b_ih, b_hh : Tensor, optional
        Biases.

    Returns
    -------
    Tensor
        The next state.

    Notes
    -----
    Programs use `torch.nn.GRUCell`.

    References
    ----------
    PyTorch: torch.gru_cell

    Examples
    --------
    >>> w, h = torch.full((3, 1), 0.5), torch.zeros(1, 1)
    >>> torch.gru_cell(torch.ones(1, 1), h, w, w)
    tensor([[0.1745]])
    """
    return _step("GRU", input, (hx,), [w_ih, w_hh, b_ih, b_hh])[0]


def lstm_cell(input: Any, hx: Any, w_ih: Any, w_hh: Any, b_ih: Any = None, b_hh: Any = None) -> tuple[Any, ...]:
    """One step of a long short-term memory.

    Parameters
    ----------
    input : Tensor
        batch x features.
    hx : tuple of two Tensors
        The states: batch x hidden.
    w_ih : Tensor
        4 * hidden x features.
    w_hh : Tensor
        4 * hidden x hidden.
    b_ih, b_hh : Tensor, optional
        Biases.

    Returns
    -------
    tuple of two Tensors
        The next states.

    Notes
    -----
    Programs use `torch.nn.LSTMCell`.

    References
    ----------
    PyTorch: torch.lstm_cell

    Examples
    --------
    >>> w, h = torch.full((4, 1), 0.5), torch.zeros(1, 1)
    >>> torch.lstm_cell(torch.ones(1, 1), (h, h), w, w)
    (tensor([[0.1743]]), tensor([[0.2876]]))
    """
    return _step("LSTM", input, tuple(hx), [w_ih, w_hh, b_ih, b_hh])


def rnn_tanh_cell(input: Any, hx: Any, w_ih: Any, w_hh: Any, b_ih: Any = None, b_hh: Any = None) -> Any:
    """One step of Elman units with tanh.

    Parameters
    ----------
    input : Tensor
        batch x features.
    hx : Tensor
        The state: batch x hidden.
    w_ih : Tensor
        hidden x features.
    w_hh : Tensor
        hidden x hidden.
    b_ih, b_hh : Tensor, optional
        Biases.

    Returns
    -------
    Tensor
        The next state.

    Notes
    -----
    Programs use `torch.nn.RNNCell`.

    References
    ----------
    PyTorch: torch.rnn_tanh_cell

    Examples
    --------
    >>> w, h = torch.full((1, 1), 0.5), torch.zeros(1, 1)
    >>> torch.rnn_tanh_cell(torch.ones(1, 1), h, w, w)
    tensor([[0.4621]])
    """
    return _step("RNN_TANH", input, (hx,), [w_ih, w_hh, b_ih, b_hh])[0]


def rnn_relu_cell(input: Any, hx: Any, w_ih: Any, w_hh: Any, b_ih: Any = None, b_hh: Any = None) -> Any:
    """One step of Elman units with relu.

    Parameters
    ----------
    input : Tensor
        batch x features.
    hx : Tensor
        The state: batch x hidden.
    w_ih : Tensor
        hidden x features.
    w_hh : Tensor
        hidden x hidden.
    b_ih, b_hh : Tensor, optional
        Biases.

    Returns
    -------
    Tensor
        The next state.

    Notes
    -----
    Programs use `torch.nn.RNNCell`.

    References
    ----------
    PyTorch: torch.rnn_relu_cell

    Examples
    --------
    >>> w, h = torch.full((1, 1), 0.5), torch.zeros(1, 1)
    >>> torch.rnn_relu_cell(torch.ones(1, 1), h, w, w)
    tensor([[0.5000]])
    """
    return _step("RNN_RELU", input, (hx,), [w_ih, w_hh, b_ih, b_hh])[0]


from .._bindings.override.public_functions import make_all_overridable  # noqa: E402

make_all_overridable(globals(), "torch")
