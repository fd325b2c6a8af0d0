"""Generators: random streams with a seed and a state. Functions without `generator=` draw from the default one."""
from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from ..._array.exchange.type_names import value_type_name
from ..._dispatch.call.caller import wrap
from ..._dispatch.device import CPU, as_device, device
from ..._dispatch.messages import argument_messages
from ..._dispatch.naming import OWN_NAME, names_torch, torch_object
from ..._dispatch.tensor import TensorBase

if TYPE_CHECKING:
    from ..._array.random.mt19937 import Stream
    from ..._bindings.annotations import Device, OptionalGenerator


#: PyTorch's errors for generators of other devices.
_OTHER_GENERATORS = {"cuda": "Cannot get CUDA generator without ATen_cuda library.", "mps": "Cannot execute getNewGenerator() without MPS "
                     "backend.", "xpu": "Cannot get XPU generator without ATen_xpu library.",
                     "xla": "Cannot get XLA generator without torch_xla library."}
#: The initial seed of generators made by user code; that of the default one differs in every process.
_DEFAULT_SEED = 67280421310721


def _nondeterministic_seed() -> int:
    """A seed from the operating system."""
    return int.from_bytes(os.urandom(8), "little")


def _device_type(where: Any) -> str:
    """The type of a device, in any form that names one."""
    if not isinstance(where, (str, device, int, np.integer)) or isinstance(where, bool):
        raise argument_messages.wrong_type("Generator", "device", 1, "torch.device", where)
    return as_device(where).type


class Generator:
    """A separate stream of random numbers; functions without `generator=` draw from the default one.

    Parameters
    ----------
    device : torch.device or str, optional
        The device, which is the CPU.

    Notes
    -----
    With the same seed, a CPU generator draws PyTorch's numbers.

    References
    ----------
    PyTorch: ``torch.Generator``.

    Examples
    --------
    >>> g = torch.Generator().manual_seed(0)
    >>> torch.randperm(5, generator=g)
    tensor([4, 0, 1, 3, 2])
    >>> torch.rand(2, generator=g)
    tensor([0.3074, 0.6341])
    """

    __module__ = "torch"
    __slots__ = ("__weakref__", "_stream")

    def __repr__(self) -> str:
        return f"<torch._C.Generator object at {id(self):#x}>"

    def __init__(self, device: Device = None) -> None:
        place = "cpu" if device is None else _device_type(device)
        if place != "cpu":
            raise RuntimeError(_OTHER_GENERATORS.get(place, f"{place.upper()} device type not an accelerator."))
        self._stream: Stream | None = None

    @property
    def stream(self) -> Stream:
        """The random words from which numbers are made; created at the first draw, because importing numpy.random is slow."""
        stream = self._stream
        if stream is None:
            from ..._array.random.mt19937 import Stream

            stream = self._stream = Stream(_nondeterministic_seed() if self is default_generator else _DEFAULT_SEED)
        return stream

    def manual_seed(self, seed: int) -> Generator:
        """Restart from `seed`.

        Parameters
        ----------
        seed : int
            Any integer of 64 bits; negative ones are taken modulo 2 ** 64.

        Returns
        -------
        Generator
            `self`.

        Examples
        --------
        >>> g = torch.Generator()
        >>> g.manual_seed(3) is g
        True
        >>> torch.randint(10, (4,), generator=g)
        tensor([6, 8, 7, 7])
        """
        if isinstance(seed, np.integer):
            raise TypeError("an integer is required")
        if not isinstance(seed, int) or seed is True or seed is False:
            raise RuntimeError(f"manual_seed expected a long, but got {value_type_name(seed)}")
        self.stream.manual_seed(_check_seed(seed))
        return self

    def seed(self) -> int:
        """Restart from a seed of the operating system, and return it.

        Returns
        -------
        int
            The seed.

        Examples
        --------
        >>> g = torch.Generator()
        >>> g.seed() == g.initial_seed()
        True
        """
        value = _nondeterministic_seed()
        self.stream.manual_seed(value)
        return value

    def initial_seed(self) -> int:
        """Return the seed that the stream was started with.

        Returns
        -------
        int
            The value set by `manual_seed` or `seed`.

        Examples
        --------
        >>> g = torch.Generator().manual_seed(3)
        >>> g.initial_seed()
        3
        """
        return self.stream.initial_seed

    def get_state(self) -> Any:
        """Return the stream's state, 5056 bytes in PyTorch's layout.

        Returns
        -------
        Tensor
            Bytes, for `set_state`.

        Examples
        --------
        >>> g = torch.Generator().manual_seed(3)
        >>> state = g.get_state()
        >>> state.shape, state.dtype
        (torch.Size([5056]), torch.uint8)
        """
        return wrap(self.stream.get_state())

    def set_state(self, new_state: Any) -> Generator:
        """Set the state.

        Parameters
        ----------
        new_state : Tensor
            A result of `get_state`.

        Returns
        -------
        Generator
            `self`.

        Examples
        --------
        >>> g = torch.Generator().manual_seed(3)
        >>> state = g.get_state()
        >>> first = torch.rand(2, generator=g)
        >>> _ = g.set_state(state)
        >>> torch.equal(torch.rand(2, generator=g), first)
        True
        """
        if not isinstance(new_state, TensorBase):
            raise TypeError(f"expected a torch.ByteTensor, but got {value_type_name(new_state)}")
        if new_state._array.dtype != np.uint8:
            raise TypeError("RNG state must be a torch.ByteTensor")
        self.stream.set_state(new_state._array)
        return self

    def clone_state(self) -> Generator:
        """Return a generator in the same state.

        Returns
        -------
        Generator
            It draws the numbers that this one would draw, without changing its state.

        Examples
        --------
        >>> g = torch.Generator().manual_seed(3)
        >>> torch.rand(1, generator=g.clone_state()) == torch.rand(1, generator=g)
        tensor([True])
        """
        return Generator().set_state(self.get_state())

    def get_offset(self) -> NoReturn:
        """Raise: streams of the CPU have no offset.

        Raises
        ------
        RuntimeError
            Always.

        Examples
        --------
        >>> try:
        ...     torch.Generator().get_offset()
        ... except RuntimeError:
        ...     print("no offset")
        no offset
        """
        raise RuntimeError("CPU Generator does not use offset")

    def set_offset(self, offset: int) -> NoReturn:
        """Raise: streams of the CPU have no offset.

        Parameters
        ----------
        offset : int
            Ignored.

        Raises
        ------
        RuntimeError
            Always.

        Examples
        --------
        >>> try:
        ...     torch.Generator().set_offset(4)
        ... except RuntimeError:
        ...     print("no offset")
        no offset
        """
        raise RuntimeError("CPU Generator does not use offset")

    def graphsafe_get_state(self) -> NoReturn:
        """Raise: only GPU streams have this.

        Raises
        ------
        RuntimeError
            Always.

        Examples
        --------
        >>> try:
        ...     torch.Generator().graphsafe_get_state()
        ... except RuntimeError:
        ...     print("for a GPU")
        for a GPU
        """
        raise NotImplementedError("graphsafe_get_state is not supported in this Generator")

    def graphsafe_set_state(self, state: Any) -> NoReturn:
        """Raise: only GPU streams have this.

        Parameters
        ----------
        state : Generator
            Ignored.

        Raises
        ------
        RuntimeError
            Always.

        Examples
        --------
        >>> try:
        ...     torch.Generator().graphsafe_set_state(torch.Generator())
        ... except RuntimeError:
        ...     print("for a GPU")
        for a GPU
        """
        if not isinstance(state, Generator):
            raise TypeError(f"expected a Generator, but got {value_type_name(state)}")
        raise NotImplementedError("graphsafe_set_state is not supported in this Generator")

    @property
    def device(self) -> device:
        """The CPU."""
        return CPU

    def __reduce__(self) -> Any:
        state = self.initial_seed(), None, self.get_state()
        return (torch_object("torch._C", "Generator"), (CPU,), state) if names_torch() else (_new, (), state)

    def __setstate__(self, state: Any) -> None:
        self.set_state(state[2])


def _new() -> Any:
    return Generator()


default_generator = Generator()


def _check_seed(seed: Any) -> int:
    value = int(seed)
    if not -(2**63) <= value < 2**64:
        raise ValueError("Overflow when unpacking long long")
    return value


def manual_seed(seed: int) -> Generator:
    # The docstring is written in _bindings/randomness/generators.md.
    """Seed the default generator, so that random numbers are the same in each run.

    Parameters
    ----------
    seed : int
        Any integer of 64 bits; negative ones are taken modulo 2 ** 64.

    Returns
    -------
    torch.Generator
        The default generator.

    Raises
    ------
    RuntimeError
        The number does not fit into 64 bits.

    Notes
    -----
    The numbers are PyTorch's on a CPU, bit for bit.

    References
    ----------
    PyTorch: torch.manual_seed

    Examples
    --------
    >>> _ = torch.manual_seed(0)
    >>> torch.rand(2)
    tensor([0.4963, 0.7682])
    """
    return default_generator.manual_seed(int(seed))


def seed() -> int:
    # The docstring is written in _bindings/randomness/generators.md.
    """Seed the default generator with a nondeterministic number.

    Returns
    -------
    int
        The seed.

    References
    ----------
    PyTorch: torch.seed

    Examples
    --------
    >>> isinstance(torch.seed(), int)
    True
    """
    return default_generator.seed()


def initial_seed() -> int:
    # The docstring is written in _bindings/randomness/generators.md.
    """The seed of the default generator.

    Returns
    -------
    int
        The seed.

    References
    ----------
    PyTorch: torch.initial_seed

    Examples
    --------
    >>> _ = torch.manual_seed(7)
    >>> torch.initial_seed()
    7
    """
    return default_generator.initial_seed()


def get_rng_state() -> Any:
    # The docstring is written in _bindings/randomness/generators.md.
    """The state of the default generator, to be restored later.

    Returns
    -------
    Tensor
        A tensor of bytes (`torch.uint8`).

    References
    ----------
    PyTorch: torch.get_rng_state

    Examples
    --------
    >>> state = torch.get_rng_state()
    >>> a = torch.rand(2)
    >>> torch.set_rng_state(state)
    >>> torch.equal(a, torch.rand(2))
    True
    """
    return default_generator.get_state()


def set_rng_state(new_state: Any) -> None:
    # The docstring is written in _bindings/randomness/generators.md.
    """Set the state of the default generator.

    Parameters
    ----------
    new_state : Tensor
        The result of `torch.get_rng_state`.

    Returns
    -------
    None
        Nothing.

    Raises
    ------
    RuntimeError
        The tensor is no state of a generator.

    References
    ----------
    PyTorch: torch.set_rng_state

    Examples
    --------
    >>> state = torch.get_rng_state()
    >>> a = torch.randn(2)
    >>> torch.set_rng_state(state)
    >>> torch.equal(a, torch.randn(2))
    True
    """
    default_generator.set_state(new_state)


for _function in (manual_seed, seed, initial_seed, get_rng_state, set_rng_state):
    # PyTorch's module, for pickle and help; otherwise it would be that of the first access.
    _function.__module__ = f"{OWN_NAME}.random"


def stream_of(generator: OptionalGenerator) -> Stream:
    """The stream to draw from."""
    if generator is None:
        return default_generator.stream
    if not isinstance(generator, Generator):
        raise TypeError(f"argument 'generator' must be torch.Generator, not {type(generator).__name__}")  # as the argument checks find, too
    return generator.stream
