"""`torch.gru`, `torch.lstm`, `torch.rnn_tanh`, `torch.rnn_relu` and their cells: recurrent layers with all weights as arguments.

The weights come as one flat list: for each layer and direction those of the input and of the state, then, if there are any, their biases,
then an LSTM's projection. A packed batch gives `batch_sizes` in place of an order of dimensions.
"""
from __future__ import annotations

from typing import Any

from ._torch import Tensor
from .modules._recurrence import STEPS, run_layers


def _run(mode: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[Any, ...]:
    """All layers: the output, then the final states."""
    packed = len(args) > 2 and isinstance(args[1], Tensor) and isinstance(args[2], Tensor if mode != "LSTM" else (tuple, list)) or (
        "batch_sizes" in kwargs)
    names = (("data", "batch_sizes") if packed else ("input",)) + ("hx", "params", "has_biases", "num_layers", "dropout", "train",
                                                                   "bidirectional") + (() if packed else ("batch_first",))
    given = {**dict(zip(names, args, strict=False)), **kwargs}
    x, biases, params = given["data" if packed else "input"], given["has_biases"], list(given["params"])
    first = not packed and given["batch_first"]
    state = tuple(given["hx"]) if mode == "LSTM" else (given["hx"],)
    directions = 2 if given["bidirectional"] else 1
    out, final = run_layers(mode, x.transpose(0, 1) if first else x, given["batch_sizes"].tolist() if packed else None, state,
                            _by_layer(params, given["num_layers"] * directions, biases), directions, given["dropout"], given["train"])
    return (out.transpose(0, 1) if first else out, *final)


def _by_layer(params: list[Any], layers: int, biases: bool) -> list[list[Any]]:
    size = len(params) // layers
    parts = [params[i * size:(i + 1) * size] for i in range(layers)]
    return parts if biases else [[*part[:2], None, None, *part[2:]] for part in parts]


def gru(*args: Any, **kwargs: Any) -> tuple[Any, ...]:
    """`nn.GRU`: output and final state."""
    return _run("GRU", args, kwargs)


def lstm(*args: Any, **kwargs: Any) -> tuple[Any, ...]:
    """`nn.LSTM`: output, final hidden state and final cell state."""
    return _run("LSTM", args, kwargs)


def rnn_tanh(*args: Any, **kwargs: Any) -> tuple[Any, ...]:
    """`nn.RNN` with tanh: output and final state."""
    return _run("RNN_TANH", args, kwargs)


def rnn_relu(*args: Any, **kwargs: Any) -> tuple[Any, ...]:
    """`nn.RNN` with relu: output and final state."""
    return _run("RNN_RELU", args, kwargs)


def _step(mode: str, input: Any, state: tuple[Any, ...], weights: list[Any]) -> tuple[Any, ...]:
    from . import functional as F

    return STEPS[mode](F.linear(input, weights[0], weights[2]), state, weights)


def gru_cell(input: Any, hx: Any, w_ih: Any, w_hh: Any, b_ih: Any = None, b_hh: Any = None) -> Any:
    """One step of a GRU."""
    return _step("GRU", input, (hx,), [w_ih, w_hh, b_ih, b_hh])[0]


def lstm_cell(input: Any, hx: Any, w_ih: Any, w_hh: Any, b_ih: Any = None, b_hh: Any = None) -> tuple[Any, ...]:
    """One step of an LSTM: hidden state and cell state."""
    return _step("LSTM", input, tuple(hx), [w_ih, w_hh, b_ih, b_hh])


def rnn_tanh_cell(input: Any, hx: Any, w_ih: Any, w_hh: Any, b_ih: Any = None, b_hh: Any = None) -> Any:
    """One step of an RNN with tanh."""
    return _step("RNN_TANH", input, (hx,), [w_ih, w_hh, b_ih, b_hh])[0]


def rnn_relu_cell(input: Any, hx: Any, w_ih: Any, w_hh: Any, b_ih: Any = None, b_hh: Any = None) -> Any:
    """One step of an RNN with relu."""
    return _step("RNN_RELU", input, (hx,), [w_ih, w_hh, b_ih, b_hh])[0]


from .._bindings.override.publishing import publish  # noqa: E402

publish(globals(), "torch")
