"""Recurrent layers and cells."""
from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from ..._array.core.user_warnings import warn
from ..._bindings.functions.arguments import check_tensor_list
from ..._dispatch.call.torch_function import overrides
from ..._dispatch.grad_mode import profiled_within
from ..._dispatch.messages import argument_messages
from ..._dispatch.state import ACTIVE, LOCAL, PLAIN
from .. import functional as F
from .. import init
from .._torch import Tensor, ops
from ..parameter import Parameter
from ..utils.rnn import PackedSequence
from ._recurrence import STEPS, run_layers
from .module import Module

if TYPE_CHECKING:
    from ..._bindings.annotations import Device, Dtype

__all__ = ["GRU", "LSTM", "RNN", "GRUCell", "LSTMCell", "RNNBase", "RNNCell", "RNNCellBase"]

_GATES = {"LSTM": 4, "GRU": 3, "RNN_TANH": 1, "RNN_RELU": 1}


def _apply_permutation(tensor: Tensor, permutation: Tensor, dim: int = 1) -> Tensor:
    return tensor.index_select(dim, permutation)


def _check_sizes(mode: str, input_size: Any, hidden_size: Any, num_layers: int, dropout: Any, proj_size: int) -> float:
    float(dropout)  # raises for other types
    if not isinstance(dropout, (int, float)) or isinstance(dropout, bool) or not 0 <= dropout <= 1:
        raise ValueError("dropout should be a number in range [0, 1] representing the probability of an element being "
                         "zeroed")
    if dropout > 0 and num_layers == 1:
        warn("dropout option adds dropout after all but last recurrent layer, so non-zero dropout expects "
             f"num_layers greater than 1, but got dropout={dropout} and num_layers={num_layers}")
    if not isinstance(input_size, int):
        raise TypeError(f"input_size should be of type int, got: {type(input_size).__name__}")
    if input_size <= 0:
        raise ValueError("input_size must be greater than zero")
    if not isinstance(hidden_size, int):
        raise TypeError(f"hidden_size should be of type int, got: {type(hidden_size).__name__}")
    if hidden_size.__class__ is bool:
        ops.empty((_GATES.get(mode, 1) * hidden_size if mode in ("LSTM", "GRU") else hidden_size,))  # raises for other types
    if hidden_size <= 0:
        raise ValueError("hidden_size must be greater than zero")
    if num_layers <= 0:
        raise ValueError("num_layers must be greater than zero")
    if proj_size < 0:
        raise ValueError("proj_size should be a positive integer or zero to disable projections")
    if proj_size >= hidden_size:
        raise ValueError("proj_size has to be smaller than hidden_size")
    if mode not in _GATES:
        raise ValueError("Unrecognized RNN mode: " + mode)
    return float(dropout)

_WEIGHT_KINDS = ("weight_ih", "weight_hh", "bias_ih", "bias_hh", "weight_hr")


class RNNBase(Module):
    """Base of ``RNN``, ``LSTM`` and ``GRU``: parameters, checks, and the loop over layers and directions.

    Parameters
    ----------
    mode : str
        ``'RNN_TANH'``, ``'RNN_RELU'``, ``'LSTM'`` or ``'GRU'``.
    input_size : int
        Size of each input vector.
    hidden_size : int
        Size of the hidden state.
    num_layers : int, default 1
        Number of stacked layers.
    bias : bool, default True
        Whether there are biases.
    batch_first : bool, default False
        Whether the batch dimension precedes time.
    dropout : float, default 0.0
        Probability of dropout between layers, in training.
    bidirectional : bool, default False
        Whether the sequence is also processed backwards.
    proj_size : int, default 0
        Size to which an LSTM projects its output; 0 is none.
    device : device or str, optional
        The device of the parameters; None is the default device.
    dtype : dtype, optional
        Floating dtype of the parameters; None is the default dtype.

    Raises
    ------
    TypeError
        If a size is not an integer, or a flag is not a bool.
    ValueError
        If a size is not positive, or ``dropout`` is not in [0, 1].

    References
    ----------
    PyTorch: ``torch.nn.RNNBase``.

    Examples
    --------
    >>> torch.nn.RNNBase("GRU", 3, 4).weight_ih_l0.shape
    torch.Size([12, 3])
    """

    __constants__: ClassVar[list[str]] = ["mode", "input_size", "hidden_size", "num_layers", "bias", "batch_first", "dropout",
                     "bidirectional",
                     "proj_size"]
    __jit_unused_properties__: ClassVar[list[str]] = ["all_weights"]

    def __init__(
        self, mode: str, input_size: int, hidden_size: int, num_layers: int = 1, bias: bool = True,
        batch_first: bool = False, dropout: float = 0.0, bidirectional: bool = False, proj_size: int = 0,
        device: Device = None, dtype: Dtype = None,
    ) -> None:
        super().__init__()
        if not isinstance(batch_first, bool):
            raise TypeError(f"batch_first should be of type bool, got: {type(batch_first).__name__}")
        self.mode = mode
        self.input_size = input_size
        self.hidden_size = hidden_size
        self.num_layers = num_layers
        self.bias = bias
        self.batch_first = batch_first
        if not isinstance(bias, bool):
            raise TypeError(f"bias should be of type bool, got: {type(bias).__name__}")
        self.dropout: float = _check_sizes(mode, input_size, hidden_size, num_layers, dropout, proj_size)
        self.bidirectional = bidirectional
        self.proj_size = proj_size
        self._all_weights: list[list[str]] = []
        for layer in range(num_layers):
            for suffix in ("", "_reverse") if bidirectional else ("",):
                self._make_layer(layer, f"_l{layer}{suffix}", device, dtype)
        self.reset_parameters()

    @property
    def _directions(self) -> int:
        return 2 if self.bidirectional else 1

    def _make_layer(self, layer: int, suffix: str, device: Any, dtype: Any) -> None:
        gates = _GATES[self.mode] * self.hidden_size
        state_size = self.proj_size or self.hidden_size
        shapes: dict[str, tuple[int, ...]] = {
            "weight_ih": (gates, self.input_size if layer == 0 else state_size * self._directions),
            "weight_hh": (gates, state_size),
        }
        if self.bias:
            shapes["bias_ih"] = shapes["bias_hh"] = (gates,)
        if self.proj_size:
            shapes["weight_hr"] = (self.proj_size, self.hidden_size)
        for name, shape in shapes.items():
            setattr(self, name + suffix, Parameter(ops.empty(shape, device=device, dtype=dtype)))
        self._all_weights.append([name + suffix for name in shapes])

    @property
    def _flat_weights_names(self) -> list[str]:
        return [name for names in self._all_weights for name in names]

    @property
    def _flat_weights(self) -> list[Any]:
        """The weights used by `forward`: the parameters, except those replaced by assignment to this attribute."""
        current_weights = [getattr(self, name, None) for name in self._flat_weights_names]
        assigned = self.__dict__.get("_given_weights")
        return current_weights if assigned is None else [new if old is weight else weight
                                                         for weight, (old, new) in zip(current_weights, assigned, strict=True)]

    @_flat_weights.setter
    def _flat_weights(self, weights: Any) -> None:
        current_weights = [getattr(self, name, None) for name in self._flat_weights_names]
        same = len(current_weights) == len(weights) and all(a is b for a, b in zip(current_weights, weights, strict=True))
        self.__dict__["_given_weights"] = None if same else list(zip(current_weights, weights, strict=True))

    def _apply(self, fn: Any, recurse: bool = True) -> Any:
        self.__dict__.pop("_given_weights", None)
        return super()._apply(fn, recurse)

    def __getstate__(self) -> dict[str, Any]:
        # In PyTorch both are attributes, without which it cannot load the module.
        state = dict(super().__getstate__())
        state.pop("_given_weights", None)
        return {**state, "_flat_weights_names": self._flat_weights_names, "_flat_weights": self._flat_weights}

    def __setstate__(self, state: dict[str, Any]) -> None:
        saved = {name: value for name, value in state.items() if name not in ("_flat_weights_names", "_flat_weights")}
        super().__setstate__({"proj_size": 0, **saved})  # modules saved before PyTorch 1.8 have none

    @property
    def all_weights(self) -> list[list[Parameter]]:
        """The parameters, in a list for each layer and direction.

        Returns
        -------
        list of list of Parameter
            Weights and biases.

        Examples
        --------
        >>> len(torch.nn.GRU(3, 4, num_layers=2).all_weights)
        2
        """
        return [[getattr(self, name) for name in names] for names in self._all_weights]

    def _weights_in_order(self) -> list[list[Any]]:
        """Per layer and direction: weight_ih, weight_hh, bias_ih, bias_hh, weight_hr, None for absent ones."""
        if self.__dict__.get("_given_weights") is not None:
            flat = dict(zip(self._flat_weights_names, self._flat_weights, strict=True))
            return [[flat.get(kind + names[0][len("weight_ih"):]) for kind in _WEIGHT_KINDS] for names in self._all_weights]
        return [[getattr(self, kind + names[0][len("weight_ih"):], None)
                 for kind in _WEIGHT_KINDS]
                for names in self._all_weights]

    def flatten_parameters(self) -> None:
        """Do nothing: it matters only on GPUs.

        Examples
        --------
        >>> layer = torch.nn.GRU(1, 1)
        >>> layer.flatten_parameters()
        >>> layer(torch.zeros(5, 2, 1))[0].shape
        torch.Size([5, 2, 1])
        """

    def reset_parameters(self) -> None:
        """Initialize all parameters again, uniform in ``±1/sqrt(hidden_size)``.

        Examples
        --------
        >>> layer = torch.nn.GRU(1, 1)
        >>> before = layer.weight_hh_l0.clone()
        >>> layer.reset_parameters()
        >>> torch.equal(layer.weight_hh_l0, before)
        False
        """
        bound = 1.0 / math.sqrt(self.hidden_size) if self.hidden_size > 0 else 0
        for weight in self.parameters():
            init.uniform_(weight, -bound, bound)

    def check_input(self, input: Tensor, batch_sizes: Tensor | None) -> None:
        """Refuse an input of the wrong size or dtype.

        Parameters
        ----------
        input : Tensor
            The sequence.
        batch_sizes : Tensor or None
            Sizes of the batch at each time, if packed.

        Raises
        ------
        RuntimeError
            If its last size is not ``input_size``, or its number of dimensions is wrong.

        Examples
        --------
        >>> torch.nn.GRU(3, 4).check_input(torch.zeros(5, 1, 3), None)
        >>> try:
        ...     torch.nn.GRU(3, 4).check_input(torch.zeros(5, 1, 2), None)
        ... except RuntimeError as error:
        ...     print(error)
        input.size(-1) must be equal to input_size. Expected 3, got 2
        """
        dtype = self._flat_weights[0].dtype
        if input.dtype != dtype and LOCAL.autocast is None:
            raise ValueError(f"RNN input dtype ({input.dtype}) does not match weight dtype ({dtype}). Convert input: "
                             f"input.to({dtype}), or convert model: model.to({input.dtype})")
        expected = 2 if batch_sizes is not None else 3
        if input.dim() != expected:
            raise RuntimeError(f"input must have {expected} dimensions, got {input.dim()}")
        if self.input_size != input.size(-1):
            raise RuntimeError("input.size(-1) must be equal to input_size. "
                               f"Expected {self.input_size}, got {input.size(-1)}")

    def get_expected_hidden_size(self, input: Tensor, batch_sizes: Tensor | None) -> tuple[int, int, int]:
        """The expected shape of the initial state.

        Parameters
        ----------
        input : Tensor
            The sequence.
        batch_sizes : Tensor or None
            Sizes of the batch at each time, if packed.

        Returns
        -------
        tuple of int
            Layers times directions, batch, size.

        Examples
        --------
        >>> torch.nn.GRU(3, 4, num_layers=2).get_expected_hidden_size(torch.zeros(5, 1, 3), None)
        (2, 1, 4)
        """
        if batch_sizes is not None:
            batch = int(batch_sizes[0])
        else:
            batch = input.size(0) if self.batch_first else input.size(1)
        return self.num_layers * self._directions, batch, self.proj_size or self.hidden_size

    def check_hidden_size(self, hx: Tensor, expected_hidden_size: tuple[int, int, int],
                          msg: str = "Expected hidden size {}, got {}") -> None:
        """Refuse a state of the wrong shape.

        Parameters
        ----------
        hx : Tensor
            The state.
        expected_hidden_size : tuple of int
            The expected shape.
        msg : str, default 'Expected hidden size {}, got {}'
            The message.

        Raises
        ------
        RuntimeError
            If it has another.

        Examples
        --------
        >>> torch.nn.GRU(3, 4).check_hidden_size(torch.zeros(1, 2, 4), (1, 2, 4))
        >>> try:
        ...     torch.nn.GRU(3, 4).check_hidden_size(torch.zeros(1, 2, 5), (1, 2, 4))
        ... except RuntimeError as error:
        ...     print(error)
        Expected hidden size (1, 2, 4), got [1, 2, 5]
        """
        if tuple(hx.size()) != tuple(expected_hidden_size):
            raise RuntimeError(msg.format(expected_hidden_size, list(hx.size())))

    def check_forward_args(self, input: Tensor, hidden: Tensor, batch_sizes: Tensor | None) -> None:
        """Refuse an input or a state of the wrong size.

        Parameters
        ----------
        input : Tensor
            The sequence.
        hidden : Tensor
            The state.
        batch_sizes : Tensor or None
            Sizes of the batch at each time, if packed.

        Raises
        ------
        RuntimeError
            If they do not fit.

        Examples
        --------
        >>> torch.nn.GRU(3, 4).check_forward_args(torch.zeros(5, 1, 3), torch.zeros(1, 1, 4), None)
        >>> try:
        ...     torch.nn.GRU(3, 4).check_forward_args(torch.zeros(5, 1, 2), torch.zeros(1, 1, 4), None)
        ... except RuntimeError as error:
        ...     print(error)
        input.size(-1) must be equal to input_size. Expected 3, got 2
        """
        self.check_input(input, batch_sizes)
        self.check_hidden_size(hidden, self.get_expected_hidden_size(input, batch_sizes))

    def permute_hidden(self, hx: Tensor, permutation: Tensor | None) -> Any:
        """The state with the batch in another order.

        Parameters
        ----------
        hx : Tensor
            The state.
        permutation : Tensor or None
            The order.

        Returns
        -------
        Tensor
            The state, rearranged.

        Examples
        --------
        >>> torch.nn.GRU(1, 1).permute_hidden(torch.tensor([[[1.], [2.]]]), torch.tensor([1, 0])).flatten()
        tensor([2., 1.])
        """
        return hx if permutation is None else _apply_permutation(hx, permutation)

    def extra_repr(self) -> str:
        """The text within the brackets of ``repr``.

        Returns
        -------
        str
            Sizes, and options that differ from their defaults.

        Examples
        --------
        >>> torch.nn.GRU(3, 4, batch_first=True).extra_repr()
        '3, 4, batch_first=True'
        """
        text = f"{self.input_size}, {self.hidden_size}"
        for name, default in (("proj_size", 0), ("num_layers", 1), ("bias", True), ("batch_first", False),
                              ("dropout", 0),
                              ("bidirectional", False)):
            value = getattr(self, name)
            if value != default:
                text += f", {name}={value}"
        return text

    # Running ---------------------------------------------------------------------------------------------------------

    def _forward(self, input: Any, hx: Any) -> Any:
        """Compute the output at every time step, and the final state.

        Input (T, N, features), with `batch_first` (N, T, features), without a batch (T, features), or a
        PackedSequence, which
        gives a PackedSequence. The state is (layers * directions, N, size), 0 by default; an LSTM has a pair of them.
        """
        if isinstance(input, PackedSequence):
            return self._forward_packed(input, hx)
        if input.dim() not in (2, 3):
            word = "D tensor" if self.mode.startswith("RNN") else "D"
            raise ValueError(f"{self._family_name}: Expected input to be 2D or 3D, got {input.dim()}{word} instead")
        batched = input.dim() == 3
        if hx is not None:
            self._check_state_dims(hx, batched)
        if not batched:
            input = input.unsqueeze(0 if self.batch_first else 1)
            hx = None if hx is None else self._map_state(lambda s: s.unsqueeze(1), hx)
        hx = self._initial_state(input, None) if hx is None else hx
        self.check_forward_args(input, hx, None)
        if self.bidirectional.__class__ is not bool or self.num_layers.__class__ is bool:
            arguments: Any = (input, hx, [], self.bias, self.num_layers, self.dropout, self.training, self.bidirectional, self.batch_first)
            raise argument_messages.wrong_combination(self.mode.lower(), arguments, {})
        output, state = profiled_within(self.mode.lower(), (input, hx), lambda: self._run_time_major(input, hx))
        if not batched:
            output = output.squeeze(0 if self.batch_first else 1)
            state = self._map_state(lambda s: s.squeeze(1), state)
        return output, state

    def _run_time_major(self, input: Tensor, hx: Any) -> tuple[Tensor, Any]:
        rows = input.transpose(0, 1) if self.batch_first else input
        if not rows.shape[0]:
            raise RuntimeError("Expected sequence length to be larger than 0 in RNN")
        output, state = self._run_layers(rows, None, hx)
        if self.batch_first:  # in-place or not, as PyTorch's nodes show
            output = output.transpose(0, 1) if self.mode == "LSTM" else output.transpose_(0, 1)
        return output, state

    def _forward_packed(self, packed: PackedSequence, hx: Any) -> Any:
        data, batch_sizes, sorted_indices, unsorted_indices = packed
        if hx is None:
            hx = self._initial_state(data, batch_sizes)
        else:
            hx = self.permute_hidden(hx, sorted_indices)
        self._check_packed(data, hx, batch_sizes)
        output, state = self._run_layers(data, batch_sizes.tolist(), hx)
        packed_output = PackedSequence(output, batch_sizes, sorted_indices, unsorted_indices)
        return packed_output, self.permute_hidden(state, unsorted_indices)

    def _check_packed(self, data: Tensor, hx: Any, batch_sizes: Tensor) -> None:
        self.check_forward_args(data, hx, batch_sizes)

    def _run_layers(self, input: Tensor, batch_sizes: list[int] | None, hx: Any) -> tuple[Tensor, Any]:
        state, weights = self._as_tuple(hx), self._weights_in_order()
        if any(map(overrides, (input, *state))):
            return self._run_overridden(input, batch_sizes, hx)
        output, state = run_layers(self.mode, input, batch_sizes, state, weights, self._directions, self.dropout, self.training)
        return output, self._from_tuple(state)

    def _run_overridden(self, input: Tensor, batch_sizes: list[int] | None, hx: Any) -> tuple[Tensor, Any]:
        """Run it by the function of `torch`, which calls the handlers of overriding classes."""
        import minitorch_compat as torch

        function = getattr(torch, self.mode.lower())
        rest = self._flat_weights, self.bias, self.num_layers, self.dropout, self.training, self.bidirectional
        result = function(input, hx, *rest, False) if batch_sizes is None else function(input, torch.tensor(batch_sizes), hx, *rest)
        return result[0], self._from_tuple(result[1:])

    # An LSTM overrides these: its state is a pair.

    @property
    def _family_name(self) -> str:
        return self.mode.split("_")[0]

    def _as_tuple(self, hx: Any) -> tuple[Tensor, ...]:
        return (hx,)

    def _from_tuple(self, state: tuple[Tensor, ...]) -> Any:
        return state[0]

    def _map_state(self, fn: Any, hx: Any) -> Any:
        return self._from_tuple(tuple(fn(s) for s in self._as_tuple(hx)))

    def _check_state_dims(self, hx: Any, batched: bool) -> None:
        if hx.dim() != (3 if batched else 2):
            kind, expected = ("batched 3-D", 3) if batched else ("unbatched 2-D", 2)
            raise RuntimeError(f"For {kind} input, hx should also be {expected}-D but got {hx.dim()}-D tensor")

    def _initial_state(self, input: Tensor, batch_sizes: Tensor | None) -> Any:
        return ops.zeros(self.get_expected_hidden_size(input, batch_sizes), dtype=input.dtype, device=input.device)


class RNN(RNNBase):
    """Elman's recurrent layers: ``h[t] = tanh(W_ih @ x[t] + b_ih + W_hh @ h[t-1] + b_hh)``.

    Parameters
    ----------
    input_size : int
        Size of each input vector.
    hidden_size : int
        Size of the hidden state.
    num_layers : int, default 1
        Number of stacked layers.
    nonlinearity : str, default 'tanh'
        ``'tanh'`` or ``'relu'``.
    bias : bool, default True
        Whether there are biases.
    batch_first : bool, default False
        Whether input and output are ``(N, L, ...)``; the layout of states does not change.
    dropout : float, default 0
        Probability of dropout between layers, in training.
    bidirectional : bool, default False
        Whether the sequence is also processed backwards; outputs of both directions are joined.
    device : device or str, optional
        The device of the parameters; None is the default device.
    dtype : dtype, optional
        Floating dtype of the parameters; None is the default dtype.

    Attributes
    ----------
    weight_ih_l[k] : Parameter
        ``(hidden_size, input_size)`` for layer 0, then ``(hidden_size, D * hidden_size)``; ``_reverse``
        is appended for the other direction.
    weight_hh_l[k] : Parameter
        ``(hidden_size, hidden_size)``. All start uniform in ``±1/sqrt(hidden_size)``.

    Raises
    ------
    ValueError
        If ``nonlinearity`` is another, or a size is not positive.

    Notes
    -----
    Shape: input ``(L, N, input_size)``, ``(L, input_size)`` or a ``PackedSequence``; initial state
    ``(D * num_layers, N, hidden_size)``, zeros if not given; output ``(L, N, D * hidden_size)`` and the
    last state. ``D`` is 2 if bidirectional, else 1.

    References
    ----------
    PyTorch: ``torch.nn.RNN``.

    Examples
    --------
    >>> rnn = torch.nn.RNN(10, 20, num_layers=2)
    >>> out, h = rnn(torch.randn(5, 3, 10))
    >>> out.shape, h.shape
    (torch.Size([5, 3, 20]), torch.Size([2, 3, 20]))
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        if "proj_size" in kwargs:
            raise ValueError("proj_size argument is only supported for LSTM, not RNN or GRU")
        if len(args) > 3:
            self.nonlinearity: Any = args[3]
            args = args[:3] + args[4:]
        else:
            self.nonlinearity = kwargs.pop("nonlinearity", "tanh")
        if self.nonlinearity not in ("tanh", "relu"):
            raise ValueError(f"Unknown nonlinearity '{self.nonlinearity}'. Select from 'tanh' or 'relu'.")
        super().__init__("RNN_" + self.nonlinearity.upper(), *args, **kwargs)

    def forward(self, input: Any, hx: Any = None) -> Any:
        """Run over a sequence.

        Parameters
        ----------
        input : Tensor or PackedSequence
            ``(L, N, input_size)``, or ``(N, L, input_size)`` with ``batch_first``.
        hx : Tensor, optional
            Initial state ``(D * num_layers, N, hidden_size)``; None is zeros.

        Returns
        -------
        tuple
            Outputs of the last layer at each time, and the last state of each layer.

        Examples
        --------
        >>> out, h = torch.nn.RNN(1, 2)(torch.zeros(4, 1))
        >>> out.shape, h.shape
        (torch.Size([4, 2]), torch.Size([1, 2]))
        """
        return self._forward(input, hx)


class LSTM(RNNBase):
    """Long short-term memory: recurrent layers with a cell ``c`` controlled by gates.

    ``i, f, o = sigmoid(...)``, ``g = tanh(...)`` of ``W_ih @ x[t] + b_ih + W_hh @ h[t-1] + b_hh``;
    ``c[t] = f * c[t-1] + i * g``, ``h[t] = o * tanh(c[t])``.

    Parameters
    ----------
    input_size : int
        Size of each input vector.
    hidden_size : int
        Size of hidden state and cell.
    num_layers : int, default 1
        Number of stacked layers.
    bias : bool, default True
        Whether there are biases.
    batch_first : bool, default False
        Whether input and output are ``(N, L, ...)``; the layout of states does not change.
    dropout : float, default 0
        Probability of dropout between layers, in training.
    bidirectional : bool, default False
        Whether the sequence is also processed backwards; outputs of both directions are joined.
    proj_size : int, default 0
        Size to which ``h`` is projected; 0 is none.
    device : device or str, optional
        The device of the parameters; None is the default device.
    dtype : dtype, optional
        Floating dtype of the parameters; None is the default dtype.

    Attributes
    ----------
    weight_ih_l[k] : Parameter
        ``(4 * hidden_size, input_size)`` for layer 0; the gates are in the order i, f, g, o.
    weight_hh_l[k] : Parameter
        ``(4 * hidden_size, hidden_size)``. All start uniform in ``±1/sqrt(hidden_size)``.

    Notes
    -----
    Shape: input ``(L, N, input_size)``, ``(L, input_size)`` or a ``PackedSequence``; states
    ``(D * num_layers, N, hidden_size)``; output ``(L, N, D * hidden_size)``. ``D`` is 2 if
    bidirectional, else 1.

    References
    ----------
    Hochreiter and Schmidhuber (1997), Long short-term memory; projections: Sak and others (2014),
    arXiv:1402.1128.

    PyTorch: ``torch.nn.LSTM``.

    Examples
    --------
    >>> lstm = torch.nn.LSTM(10, 20, num_layers=2)
    >>> out, (h, c) = lstm(torch.randn(5, 3, 10))
    >>> out.shape, h.shape, c.shape
    (torch.Size([5, 3, 20]), torch.Size([2, 3, 20]), torch.Size([2, 3, 20]))
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__("LSTM", *args, **kwargs)

    def forward(self, input: Any, hx: Any = None) -> Any:
        """Run over a sequence.

        Parameters
        ----------
        input : Tensor or PackedSequence
            ``(L, N, input_size)``, or ``(N, L, input_size)`` with ``batch_first``.
        hx : tuple of Tensor, optional
            Initial state and cell; None is zeros.

        Returns
        -------
        tuple
            Outputs of the last layer at each time, and the pair of last states and cells.

        Examples
        --------
        >>> out, (h, c) = torch.nn.LSTM(1, 2, bidirectional=True)(torch.zeros(4, 1))
        >>> out.shape, c.shape
        (torch.Size([4, 4]), torch.Size([2, 2]))
        """
        return self._forward(input, hx)

    def get_expected_cell_size(self, input: Tensor, batch_sizes: Tensor | None) -> tuple[int, int, int]:
        """The expected shape of the initial cell.

        Parameters
        ----------
        input : Tensor
            The sequence.
        batch_sizes : Tensor or None
            Sizes of the batch at each time, if packed.

        Returns
        -------
        tuple of int
            Layers times directions, batch, size.

        Examples
        --------
        >>> torch.nn.LSTM(3, 4, proj_size=2).get_expected_cell_size(torch.zeros(5, 1, 3), None)
        (1, 1, 4)
        """
        layers, batch, _ = self.get_expected_hidden_size(input, batch_sizes)
        return layers, batch, self.hidden_size

    def check_forward_args(  # type: ignore[override]
        self, input: Tensor, hidden: Sequence[Tensor], batch_sizes: Tensor | None,
    ) -> None:
        """Refuse an input or states of the wrong size.

        Parameters
        ----------
        input : Tensor
            The sequence.
        hidden : tuple of Tensor
            State and cell.
        batch_sizes : Tensor or None
            Sizes of the batch at each time, if packed.

        Raises
        ------
        RuntimeError
            If they do not fit.

        Examples
        --------
        >>> state = torch.zeros(1, 1, 4)
        >>> torch.nn.LSTM(3, 4).check_forward_args(torch.zeros(5, 1, 3), (state, state), None)
        >>> try:
        ...     torch.nn.LSTM(3, 4).check_forward_args(torch.zeros(5, 1, 2), (state, state), None)
        ... except RuntimeError as error:
        ...     print(error)
        input.size(-1) must be equal to input_size. Expected 3, got 2
        """
        self.check_input(input, batch_sizes)
        self.check_hidden_size(hidden[0], self.get_expected_hidden_size(input, batch_sizes),
                               "Expected hidden[0] size {}, got {}")
        self.check_hidden_size(hidden[1], self.get_expected_cell_size(input, batch_sizes),
                               "Expected hidden[1] size {}, got {}")

    def permute_hidden(self, hx: Sequence[Tensor], permutation: Tensor | None) -> Any:  # type: ignore[override]
        """State and cell with the batch in another order.

        Parameters
        ----------
        hx : tuple of Tensor
            State and cell.
        permutation : Tensor or None
            The order.

        Returns
        -------
        tuple of Tensor
            Both, rearranged.

        Examples
        --------
        >>> h = torch.tensor([[[1.], [2.]]])
        >>> torch.nn.LSTM(1, 1).permute_hidden((h, h), torch.tensor([1, 0]))[0].flatten()
        tensor([2., 1.])
        """
        if permutation is None:
            return hx
        return _apply_permutation(hx[0], permutation), _apply_permutation(hx[1], permutation)

    def _check_packed(self, data: Tensor, hx: Any, batch_sizes: Tensor) -> None:
        """Raise the messages of the op, since PyTorch's LSTM does not check packed sequences itself."""
        if not isinstance(hx, (tuple, list)):
            arguments: Any = (data, batch_sizes, hx, [], self.bias, self.num_layers, self.dropout, self.training, self.bidirectional)
            raise argument_messages.wrong_combination("lstm", arguments, {})
        check_tensor_list(hx, 2)
        if len(hx) != 2:
            raise RuntimeError("lstm expects two hidden states")
        layers, _, size = self.get_expected_hidden_size(data, batch_sizes)
        if [part.size(2) for part in hx] != [size, self.hidden_size]:
            raise RuntimeError("got an incorrect number of RNN parameters")
        if self.bidirectional and any(part.size(0) % 2 for part in hx):
            raise RuntimeError("Odd number of params or hiddens given to a bidirectional RNN")
        if any(part.size(0) != layers for part in hx):
            raise RuntimeError("Expected more hidden states in stacked_rnn")
        if data.dim() == 2:  # the first product raises for wrong features
            for i, expected in enumerate((self.get_expected_hidden_size, self.get_expected_cell_size)):
                self.check_hidden_size(hx[i], expected(data, batch_sizes), f"Expected hidden[{i}] size {{}}, got {{}}")
        else:
            self.check_input(data, batch_sizes)

    def _as_tuple(self, hx: Any) -> tuple[Tensor, ...]:
        return tuple(hx)

    def _from_tuple(self, state: tuple[Tensor, ...]) -> Any:
        return state

    def _check_state_dims(self, hx: Any, batched: bool) -> None:
        expected = 3 if batched else 2
        if hx[0].dim() != expected or hx[1].dim() != expected:
            kind = "batched 3-D" if batched else "unbatched 2-D"
            raise RuntimeError(f"For {kind} input, hx and cx should also be {expected}-D but got "
                               f"({hx[0].dim()}-D, {hx[1].dim()}-D) tensors")

    def _initial_state(self, input: Tensor, batch_sizes: Tensor | None) -> Any:
        sizes = self.get_expected_hidden_size(input, batch_sizes), self.get_expected_cell_size(input, batch_sizes)
        return tuple(ops.zeros(size, dtype=input.dtype, device=input.device) for size in sizes)


class GRU(RNNBase):
    """Gated recurrent units: recurrent layers that mix the old state with a new one.

    ``r, z = sigmoid(W_ih @ x[t] + b_ih + W_hh @ h[t-1] + b_hh)`` of the respective parts,
    ``n = tanh(W_in @ x[t] + b_in + r * (W_hn @ h[t-1] + b_hn))``, ``h[t] = (1 - z) * n + z * h[t-1]``.

    Parameters
    ----------
    input_size : int
        Size of each input vector.
    hidden_size : int
        Size of the hidden state.
    num_layers : int, default 1
        Number of stacked layers.
    bias : bool, default True
        Whether there are biases.
    batch_first : bool, default False
        Whether input and output are ``(N, L, ...)``; the layout of states does not change.
    dropout : float, default 0
        Probability of dropout between layers, in training.
    bidirectional : bool, default False
        Whether the sequence is also processed backwards; outputs of both directions are joined.
    device : device or str, optional
        The device of the parameters; None is the default device.
    dtype : dtype, optional
        Floating dtype of the parameters; None is the default dtype.

    Attributes
    ----------
    weight_ih_l[k] : Parameter
        ``(3 * hidden_size, input_size)`` for layer 0; the gates are in the order r, z, n.
    weight_hh_l[k] : Parameter
        ``(3 * hidden_size, hidden_size)``. All start uniform in ``±1/sqrt(hidden_size)``.

    Notes
    -----
    Shape: input ``(L, N, input_size)``, ``(L, input_size)`` or a ``PackedSequence``; states
    ``(D * num_layers, N, hidden_size)``; output ``(L, N, D * hidden_size)``. ``D`` is 2 if
    bidirectional, else 1.

    ``r`` multiplies the product with the state, as in cuDNN; the paper multiplies the state before.

    References
    ----------
    Cho and others (2014), arXiv:1406.1078.

    PyTorch: ``torch.nn.GRU``.

    Examples
    --------
    >>> gru = torch.nn.GRU(10, 20, batch_first=True)
    >>> out, h = gru(torch.randn(3, 5, 10))
    >>> out.shape, h.shape
    (torch.Size([3, 5, 20]), torch.Size([1, 3, 20]))
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        if "proj_size" in kwargs:
            raise ValueError("proj_size argument is only supported for LSTM, not RNN or GRU")
        super().__init__("GRU", *args, **kwargs)

    def forward(self, input: Any, hx: Any = None) -> Any:
        """Run over a sequence.

        Parameters
        ----------
        input : Tensor or PackedSequence
            ``(L, N, input_size)``, or ``(N, L, input_size)`` with ``batch_first``.
        hx : Tensor, optional
            Initial state ``(D * num_layers, N, hidden_size)``; None is zeros.

        Returns
        -------
        tuple
            Outputs of the last layer at each time, and the last state of each layer.

        Examples
        --------
        >>> out, h = torch.nn.GRU(1, 2)(torch.zeros(4, 1))
        >>> out.shape, h.shape
        (torch.Size([4, 2]), torch.Size([1, 2]))
        """
        return self._forward(input, hx)


class RNNCellBase(Module):
    """Base of the cells: parameters and checks.

    Parameters
    ----------
    input_size : int
        Size of the input vector.
    hidden_size : int
        Size of the hidden state.
    bias : bool
        Whether there are biases.
    num_chunks : int
        Number of gates.
    device : device or str, optional
        The device of the parameters; None is the default device.
    dtype : dtype, optional
        Floating dtype of the parameters; None is the default dtype.

    References
    ----------
    PyTorch: ``torch.nn.RNNCellBase``.

    Examples
    --------
    >>> torch.nn.RNNCellBase(2, 3, bias=True, num_chunks=1).weight_hh.shape
    torch.Size([3, 3])
    """

    __constants__: ClassVar[list[str]] = ["input_size", "hidden_size", "bias"]
    bias_ih: Any
    bias_hh: Any

    def __init__(self, input_size: int, hidden_size: int, bias: bool, num_chunks: int, device: Device = None,
                 dtype: Dtype = None) -> None:
        super().__init__()
        self.input_size = input_size
        self.hidden_size = hidden_size
        self.bias = bias
        rows = num_chunks * hidden_size
        self.weight_ih: Any = Parameter(ops.empty((rows, input_size), device=device, dtype=dtype))
        self.weight_hh: Any = Parameter(ops.empty((rows, hidden_size), device=device, dtype=dtype))
        for name in ("bias_ih", "bias_hh"):
            self.register_parameter(name, Parameter(ops.empty(rows, device=device, dtype=dtype)) if bias else None)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Initialize all parameters again, uniform in ``±1/sqrt(hidden_size)``.

        Examples
        --------
        >>> cell = torch.nn.GRUCell(1, 1)
        >>> before = cell.weight_hh.clone()
        >>> cell.reset_parameters()
        >>> torch.equal(cell.weight_hh, before)
        False
        """
        bound = 1.0 / math.sqrt(self.hidden_size) if self.hidden_size > 0 else 0
        for weight in self.parameters():
            init.uniform_(weight, -bound, bound)

    def extra_repr(self) -> str:
        """The text within the brackets of ``repr``.

        Returns
        -------
        str
            Sizes, and the options that differ from their defaults.

        Examples
        --------
        >>> torch.nn.RNNCellBase(2, 3, bias=True, num_chunks=1).extra_repr()
        '2, 3'
        """
        text = f"{self.input_size}, {self.hidden_size}"
        if self.bias is not True:
            text += f", bias={self.bias}"
        nonlinearity = self.__dict__.get("nonlinearity", "tanh")
        return text if nonlinearity == "tanh" else f"{text}, nonlinearity={nonlinearity}"

    def _step(self, mode: str, input: Tensor, state: tuple[Tensor, ...]) -> tuple[Tensor, ...]:
        """One step for a batch, or for a single example."""
        batched = input.dim() == 2
        if not batched:
            input, state = input.unsqueeze(0), tuple(s.unsqueeze(0) for s in state)
        self._check_step(input, state)
        weights = self.weight_ih, self.weight_hh, self.bias_ih, self.bias_hh
        new: tuple[Tensor, ...]
        if not ACTIVE and PLAIN.issuperset(map(type, (input, *state))):
            new = self._compute_step(mode, input, state, weights)
        elif any(map(overrides, (input, *state))):  # the function of `torch` calls their handlers
            import minitorch_compat as torch

            result = getattr(torch, f"{mode.lower()}_cell")(input, state if len(state) > 1 else state[0], *weights)
            new = result if len(state) > 1 else (result,)
        else:
            new = profiled_within(f"{mode.lower()}_cell", (input, None if len(state) > 1 else state[0], *weights),
                         lambda: self._compute_step(mode, input, state, weights))
        return new if batched else tuple(s.squeeze(0) for s in new)

    def _compute_step(self, mode: str, input: Tensor, state: tuple[Tensor, ...], weights: tuple[Any, ...]) -> tuple[Tensor, ...]:
        weight_ih, weight_hh, bias_ih, bias_hh = weights
        # In PyTorch's order, which determines that of backward.
        hidden = () if mode == "GRU" else (F.linear(state[0], weight_hh, bias_hh),)
        return STEPS[mode](F.linear(input, weight_ih, bias_ih), state, weights, *hidden)

    def _check_input_dims(self, input: Tensor) -> None:
        if input.dim() not in (1, 2):
            raise ValueError(f"{self._get_name()}: Expected input to be 1D or 2D, got {input.dim()}D instead")

    def _check_step(self, input: Tensor, state: tuple[Tensor, ...]) -> None:
        rows, width = input.shape
        if width != self.input_size:
            raise RuntimeError(f"input has inconsistent input_size: got {width} expected {self.input_size}")
        for i, part in enumerate(state):
            sizes = tuple(part.shape)
            if rows != sizes[0]:
                raise RuntimeError(f"Input batch size {rows} doesn't match hidden{i} batch size {sizes[0]}")
            if (part.size(1) if len(sizes) < 2 else sizes[1]) != self.hidden_size:
                raise RuntimeError(f"hidden{i} has inconsistent hidden_size: got {sizes[1]}, expected {self.hidden_size}")

    def _single_state(self, input: Tensor, hx: Tensor | None) -> tuple[Tensor]:
        self._check_input_dims(input)
        if hx is None:
            return (_zero_state(input, self.hidden_size),)
        if hx.dim() not in (1, 2):
            raise ValueError(f"{self._get_name()}: Expected hidden to be 1D or 2D, got {hx.dim()}D instead")
        return (hx,)


def _zero_state(input: Tensor, size: int) -> Tensor:
    return ops.zeros((*input.shape[:-1], size), dtype=input.dtype, device=input.device)


class RNNCell(RNNCellBase):
    """One step of an ``RNN``: ``h' = tanh(W_ih @ x + b_ih + W_hh @ h + b_hh)``.

    Parameters
    ----------
    input_size : int
        Size of the input vector.
    hidden_size : int
        Size of the hidden state.
    bias : bool, default True
        Whether there are biases.
    nonlinearity : str, default 'tanh'
        ``'tanh'`` or ``'relu'``.
    device : device or str, optional
        The device of the parameters; None is the default device.
    dtype : dtype, optional
        Floating dtype of the parameters; None is the default dtype.

    Notes
    -----
    Shape: input ``(N, input_size)`` or ``(input_size,)``, state ``(N, hidden_size)`` or
    ``(hidden_size,)``, output as the state.

    References
    ----------
    PyTorch: ``torch.nn.RNNCell``.

    Examples
    --------
    >>> cell = torch.nn.RNNCell(4, 3)
    >>> h = torch.zeros(2, 3)
    >>> for x in torch.randn(5, 2, 4):
    ...     h = cell(x, h)
    >>> h.shape
    torch.Size([2, 3])
    """

    __constants__: ClassVar[list[str]] = ["input_size", "hidden_size", "bias", "nonlinearity"]
    nonlinearity: str

    def __init__(self, input_size: int, hidden_size: int, bias: bool = True, nonlinearity: str = "tanh",
                 device: Device = None,
                 dtype: Dtype = None) -> None:
        super().__init__(input_size, hidden_size, bias, num_chunks=1, device=device, dtype=dtype)
        self.nonlinearity = nonlinearity

    def forward(self, input: Tensor, hx: Tensor | None = None) -> Tensor:
        """Apply the layer.

        Parameters
        ----------
        input : Tensor
            The input: ``(N, input_size)`` or ``(input_size,)``, state ``(N, hidden_size)`` or
            ``(hidden_size,)``.
        hx : Tensor, optional
            The state; None is zeros.

        Returns
        -------
        Tensor
            As the state.

        Examples
        --------
        >>> cell = torch.nn.RNNCell(4, 3)
        >>> h = torch.zeros(2, 3)
        >>> for x in torch.randn(5, 2, 4):
        ...     h = cell(x, h)
        >>> h.shape
        torch.Size([2, 3])
        """
        state = self._single_state(input, hx)
        if self.nonlinearity not in ("tanh", "relu"):
            raise RuntimeError(f"Unknown nonlinearity: {self.nonlinearity}")
        return self._step("RNN_" + self.nonlinearity.upper(), input, state)[0]


class LSTMCell(RNNCellBase):
    """One step of an ``LSTM``: new hidden state and cell from input, state and cell.

    ``i, f, o = sigmoid(...)``, ``g = tanh(...)`` of ``W_ih @ x + b_ih + W_hh @ h + b_hh``;
    ``c' = f * c + i * g``, ``h' = o * tanh(c')``.

    Parameters
    ----------
    input_size : int
        Size of the input vector.
    hidden_size : int
        Size of hidden state and cell.
    bias : bool, default True
        Whether there are biases.
    device : device or str, optional
        The device of the parameters; None is the default device.
    dtype : dtype, optional
        Floating dtype of the parameters; None is the default dtype.

    Notes
    -----
    Shape: input ``(N, input_size)`` or ``(input_size,)``; states ``(N, hidden_size)`` or
    ``(hidden_size,)``.

    References
    ----------
    PyTorch: ``torch.nn.LSTMCell``.

    Examples
    --------
    >>> cell = torch.nn.LSTMCell(4, 3)
    >>> h, c = cell(torch.randn(2, 4), (torch.zeros(2, 3), torch.zeros(2, 3)))
    >>> h.shape, c.shape
    (torch.Size([2, 3]), torch.Size([2, 3]))
    """

    def __init__(self, input_size: int, hidden_size: int, bias: bool = True, device: Device = None,
                 dtype: Dtype = None) -> None:
        super().__init__(input_size, hidden_size, bias, num_chunks=4, device=device, dtype=dtype)

    def forward(self, input: Tensor, hx: tuple[Tensor, Tensor] | None = None) -> tuple[Tensor, Tensor]:
        """Apply the layer.

        Parameters
        ----------
        input : Tensor
            Of the shape ``(N, input_size)`` or ``(input_size,)``.
        hx : tuple of two Tensors, optional
            Hidden state and cell, each ``(N, hidden_size)`` or ``(hidden_size,)``; None is zeros.

        Returns
        -------
        tuple of two Tensors
            The next hidden state and the next cell, each ``(N, hidden_size)`` or ``(hidden_size,)``.

        Examples
        --------
        >>> cell = torch.nn.LSTMCell(4, 3)
        >>> h, c = cell(torch.randn(2, 4), (torch.zeros(2, 3), torch.zeros(2, 3)))
        >>> h.shape, c.shape
        (torch.Size([2, 3]), torch.Size([2, 3]))
        """
        self._check_input_dims(input)
        if hx is None:
            zeros = _zero_state(input, self.hidden_size)
            hx = (zeros, zeros)
        for i, part in enumerate(hx):
            if part.dim() not in (1, 2):
                raise ValueError(f"LSTMCell: Expected hx[{i}] to be 1D or 2D, got {part.dim()}D instead")
        if input.dim() == 1:
            hx = hx[0], hx[1]
        if not isinstance(hx, (tuple, list)):
            raise TypeError("lstm_cell(): argument 'hx' (position 2) must be tuple of Tensors, "
                            f"not {type(hx).__name__}")
        if len(hx) != 2:
            raise RuntimeError("lstm_cell expects two hidden states")
        hidden, cell = self._step("LSTM", input, tuple(hx))
        return hidden, cell


class GRUCell(RNNCellBase):
    """One step of a ``GRU``: the new state from input and state.

    ``r, z = sigmoid(W_ih @ x + b_ih + W_hh @ h + b_hh)`` of the respective parts,
    ``n = tanh(W_in @ x + b_in + r * (W_hn @ h + b_hn))``, ``h' = (1 - z) * n + z * h``.

    Parameters
    ----------
    input_size : int
        Size of the input vector.
    hidden_size : int
        Size of the hidden state.
    bias : bool, default True
        Whether there are biases.
    device : device or str, optional
        The device of the parameters; None is the default device.
    dtype : dtype, optional
        Floating dtype of the parameters; None is the default dtype.

    Notes
    -----
    Shape: input ``(N, input_size)`` or ``(input_size,)``, state ``(N, hidden_size)`` or
    ``(hidden_size,)``, output as the state.

    References
    ----------
    PyTorch: ``torch.nn.GRUCell``.

    Examples
    --------
    >>> cell = torch.nn.GRUCell(4, 3)
    >>> cell(torch.randn(2, 4), torch.zeros(2, 3)).shape
    torch.Size([2, 3])
    """

    def __init__(self, input_size: int, hidden_size: int, bias: bool = True, device: Device = None,
                 dtype: Dtype = None) -> None:
        super().__init__(input_size, hidden_size, bias, num_chunks=3, device=device, dtype=dtype)

    def forward(self, input: Tensor, hx: Tensor | None = None) -> Tensor:
        """Apply the layer.

        Parameters
        ----------
        input : Tensor
            The input: ``(N, input_size)`` or ``(input_size,)``, state ``(N, hidden_size)`` or
            ``(hidden_size,)``.
        hx : Tensor, optional
            The state; None is zeros.

        Returns
        -------
        Tensor
            As the state.

        Examples
        --------
        >>> cell = torch.nn.GRUCell(4, 3)
        >>> cell(torch.randn(2, 4), torch.zeros(2, 3)).shape
        torch.Size([2, 3])
        """
        return self._step("GRU", input, self._single_state(input, hx))[0]
