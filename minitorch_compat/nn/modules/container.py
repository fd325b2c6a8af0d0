"""Modules that hold other modules or parameters."""
from __future__ import annotations

import operator
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, islice
from typing import Any, Self

from ..._array.core.user_warnings import warn
from .._torch import Tensor, typename
from ..parameter import Parameter
from .module import Module, _addindent

__all__ = ["Container", "ModuleDict", "ModuleList", "ParameterDict", "ParameterList", "Sequential"]


def _size_text(size: Any) -> str:
    return "x".join(str(n) for n in size)


class Container(Module):
    """Deprecated base class of modules that contain others; use ``Module``. Warns when created.

    Parameters
    ----------
    *args : object
        None are accepted.
    **kwargs : Module
        Submodules by name.

    References
    ----------
    PyTorch: ``torch.nn.Container``.

    Examples
    --------
    >>> torch.nn.Container(first=torch.nn.ReLU()).first
    ReLU()
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        warn("`nn.Container` is deprecated. All of its functionality is now implemented in `nn.Module`. "
             "Subclass that instead.", FutureWarning)
        super().__init__()
        for key, value in kwargs.items():
            self.add_module(key, value)


class Sequential(Module):
    """A sequence of modules, in which the output of each is the input of the next.

    It is also a list: ``len``, indices, slices, ``+``, ``*``, ``del`` and iteration work.

    Parameters
    ----------
    *args : Module
        The modules, or one ``OrderedDict`` of names and modules.

    References
    ----------
    PyTorch: ``torch.nn.Sequential``.

    Examples
    --------
    >>> net = torch.nn.Sequential(torch.nn.Linear(4, 8), torch.nn.ReLU(), torch.nn.Linear(8, 1))
    >>> net(torch.zeros(2, 4)).shape
    torch.Size([2, 1])
    >>> net[1], len(net)
    (ReLU(), 3)
    >>> from collections import OrderedDict
    >>> torch.nn.Sequential(OrderedDict(act=torch.nn.ReLU())).act
    ReLU()
    """

    _modules: dict[str, Module]

    def __init__(self, *args: Any) -> None:
        super().__init__()
        if len(args) == 1 and isinstance(args[0], OrderedDict):
            for key, module in args[0].items():
                self.add_module(key, module)
        else:
            for i, module in enumerate(args):
                self.add_module(str(i), module)

    def _get_item_by_idx(self, iterator: Iterable[Any], idx: Any) -> Any:
        size = len(self)
        idx = operator.index(idx)
        if not -size <= idx < size:
            raise IndexError(f"index {idx} is out of range")
        return next(islice(iterator, idx % size, None))

    def __getitem__(self, idx: slice | int) -> Any:
        if isinstance(idx, slice):
            return type(self)(OrderedDict(list(self._modules.items())[idx]))
        return self._get_item_by_idx(self._modules.values(), idx)

    def __setitem__(self, idx: int, module: Module) -> None:
        setattr(self, self._get_item_by_idx(self._modules.keys(), idx), module)

    def __delitem__(self, idx: slice | int) -> None:
        if isinstance(idx, slice):
            for key in list(self._modules)[idx]:
                delattr(self, key)
        else:
            delattr(self, self._get_item_by_idx(self._modules.keys(), idx))
        self._renumber(list(self._modules.values()))

    def _renumber(self, modules: list[Module]) -> None:
        self._modules = {str(i): module for i, module in enumerate(modules)}

    def __len__(self) -> int:
        return len(self._modules)

    def __iter__(self) -> Iterator[Module]:
        return iter(self._modules.values())

    def __add__(self, other: Any) -> Sequential:
        if not isinstance(other, Sequential):
            raise ValueError(f"add operator supports only objects of Sequential class, but {type(other)} is given.")
        return Sequential(*self, *other)

    def __iadd__(self, other: Any) -> Any:
        if not isinstance(other, Sequential):
            raise ValueError(f"add operator supports only objects of Sequential class, but {type(other)} is given.")
        offset = len(self)
        for i, module in enumerate(other):
            self.add_module(str(i + offset), module)
        return self

    def __mul__(self, other: int) -> Sequential:
        self._check_factor(other)
        return Sequential(*(list(self) * other))

    __rmul__ = __mul__

    def __imul__(self, other: int) -> Any:
        self._check_factor(other)
        modules = list(self)
        for i, module in enumerate(modules * (other - 1)):
            self.add_module(str(i + len(modules)), module)
        return self

    def _check_factor(self, other: Any) -> None:
        if not isinstance(other, int):
            raise TypeError(f"unsupported operand type(s) for *: {type(self)} and {type(other)}")
        if other <= 0:
            raise ValueError(f"Non-positive multiplication factor {other} for {type(self)}")

    def pop(self, key: int | slice) -> Module:
        """Remove and return a module.

        Parameters
        ----------
        key : int or slice
            Its index, or a slice.

        Returns
        -------
        Module
            The removed module.

        Examples
        --------
        >>> net = torch.nn.Sequential(torch.nn.ReLU(), torch.nn.Tanh())
        >>> net.pop(0), len(net)
        (ReLU(), 1)
        """
        value = self[key]
        del self[key]
        return value

    def __dir__(self) -> list[str]:
        return [key for key in super().__dir__() if not key.isdigit()]

    def forward(self, input: Any) -> Any:
        """Run all modules in order.

        Parameters
        ----------
        input : object
            The input of the first module.

        Returns
        -------
        object
            The output of the last module.

        Examples
        --------
        >>> torch.nn.Sequential(torch.nn.ReLU(), torch.nn.Flatten(0))(torch.ones(1, 2))
        tensor([1., 1.])
        """
        for module in self._modules.values():
            input = module(input)
        return input

    def append(self, module: Module) -> Self:
        """Add a module at the end.

        Parameters
        ----------
        module : Module
            The module.

        Returns
        -------
        Sequential
            The container itself.

        Examples
        --------
        >>> torch.nn.Sequential(torch.nn.ReLU()).append(torch.nn.Tanh())
        Sequential(
          (0): ReLU()
          (1): Tanh()
        )
        """
        self.add_module(str(len(self)), module)
        return self

    def insert(self, index: int, module: Module) -> Any:
        """Insert a module before an index.

        Parameters
        ----------
        index : int
            The index.
        module : Module
            The module.

        Returns
        -------
        Sequential
            The container itself.

        Raises
        ------
        AssertionError
            If ``module`` is not a module.
        IndexError
            If the index is out of range.

        Examples
        --------
        >>> torch.nn.Sequential(torch.nn.ReLU()).insert(0, torch.nn.Tanh())
        Sequential(
          (0): Tanh()
          (1): ReLU()
        )
        """
        if not isinstance(module, Module):
            raise AssertionError(f"module should be of type: {Module}")
        if not -len(self) <= index <= len(self):
            raise IndexError(f"Index out of range: {index}")
        modules = list(self)
        modules.insert(index, module)
        self._renumber(modules)
        return self

    def extend(self, sequential: Iterable[Module]) -> Self:
        """Add modules at the end.

        Parameters
        ----------
        sequential : iterable of Module
            The modules.

        Returns
        -------
        Sequential
            The container itself.

        Examples
        --------
        >>> torch.nn.Sequential().extend([torch.nn.ReLU(), torch.nn.Tanh()])
        Sequential(
          (0): ReLU()
          (1): Tanh()
        )
        """
        for module in sequential:
            self.append(module)
        return self


def _name_at(container: Any, idx: Any) -> str:
    """The name of a member by its index, which may be negative."""
    idx = operator.index(idx)
    if not -len(container) <= idx < len(container):
        raise IndexError(f"index {idx} is out of range")
    return str(idx + len(container) if idx < 0 else idx)


class ModuleList(Module):
    """Modules in a list, registered as submodules; it has no ``forward``.

    Parameters
    ----------
    modules : iterable of Module, optional
        Initial contents.

    References
    ----------
    PyTorch: ``torch.nn.ModuleList``.

    Examples
    --------
    >>> layers = torch.nn.ModuleList(torch.nn.Linear(2, 2) for _ in range(3))
    >>> x = torch.ones(1, 2)
    >>> for layer in layers:
    ...     x = layer(x)
    >>> x.shape, len(layers[1:])
    (torch.Size([1, 2]), 2)
    """

    _modules: dict[str, Any]

    def __init__(self, modules: Iterable[Module] | None = None) -> None:
        super().__init__()
        if modules is not None:
            self += modules

    _get_abs_string_index = _name_at

    def __getitem__(self, idx: int | slice) -> Any:
        if isinstance(idx, slice):
            return type(self)(list(self._modules.values())[idx])
        return self._modules[self._get_abs_string_index(idx)]

    def __setitem__(self, idx: int, module: Module) -> None:
        setattr(self, self._get_abs_string_index(idx), module)

    def __delitem__(self, idx: int | slice) -> None:
        if isinstance(idx, slice):
            for k in range(len(self))[idx]:
                delattr(self, str(k))
        else:
            delattr(self, self._get_abs_string_index(idx))
        self._modules = {str(i): module for i, module in enumerate(self._modules.values())}

    def __len__(self) -> int:
        return len(self._modules)

    def __iter__(self) -> Iterator[Module]:
        return iter(self._modules.values())

    def __iadd__(self, modules: Iterable[Module]) -> Any:
        return self.extend(modules)

    def __add__(self, other: Iterable[Module]) -> ModuleList:
        combined = ModuleList()
        for i, module in enumerate(chain(self, other)):
            combined.add_module(str(i), module)
        return combined

    def __repr__(self) -> str:
        """Consecutive equal modules are shown once, as `(0-5): 6 x ...`."""
        runs: list[list[Any]] = []  # first index, last index, text
        for i, text in enumerate(repr(module) for module in self):
            if runs and runs[-1][2] == text:
                runs[-1][1] = i
            else:
                runs.append([i, i, text])
        if not runs:
            return self._get_name() + "()"
        lines = []
        for first, last, text in runs:
            line = f"({first}): {text}" if first == last else f"({first}-{last}): {last - first + 1} x {text}"
            lines.append(_addindent(line, 2))
        return self._get_name() + "(\n  " + "\n  ".join(lines) + "\n)"

    def __dir__(self) -> list[str]:
        return [key for key in super().__dir__() if not key.isdigit()]

    def insert(self, index: int, module: Module) -> None:
        """Insert a module before an index.

        Parameters
        ----------
        index : int
            The index.
        module : Module
            The module.

        Examples
        --------
        >>> layers = torch.nn.ModuleList([torch.nn.ReLU()])
        >>> layers.insert(0, torch.nn.Tanh())
        >>> layers[0]
        Tanh()
        """
        for i in range(len(self._modules), index, -1):
            self._modules[str(i)] = self._modules[str(i - 1)]
        self._modules[str(index)] = module

    def append(self, module: Module) -> Self:
        """Add a module at the end.

        Parameters
        ----------
        module : Module
            The module.

        Returns
        -------
        ModuleList
            The list itself.

        Examples
        --------
        >>> len(torch.nn.ModuleList().append(torch.nn.ReLU()))
        1
        """
        self.add_module(str(len(self)), module)
        return self

    def pop(self, key: int | slice) -> Module:
        """Remove and return a module.

        Parameters
        ----------
        key : int or slice
            Its index, or a slice.

        Returns
        -------
        Module
            The removed module.

        Examples
        --------
        >>> torch.nn.ModuleList([torch.nn.ReLU(), torch.nn.Tanh()]).pop(-1)
        Tanh()
        """
        value = self[key]
        del self[key]
        return value

    def extend(self, modules: Iterable[Module]) -> Self:
        """Add modules at the end.

        Parameters
        ----------
        modules : iterable of Module
            The modules.

        Returns
        -------
        ModuleList
            The list itself.

        Raises
        ------
        TypeError
            If ``modules`` is not iterable.

        Examples
        --------
        >>> len(torch.nn.ModuleList().extend([torch.nn.ReLU(), torch.nn.Tanh()]))
        2
        """
        if not isinstance(modules, Iterable):
            raise TypeError(f"ModuleList.extend should be called with an iterable, but got {type(modules).__name__}")
        offset = len(self)
        for i, module in enumerate(modules):
            self.add_module(str(offset + i), module)
        return self


class ModuleDict(Module):
    """Modules in a dict, registered as submodules; it has no ``forward``.

    Parameters
    ----------
    modules : mapping or iterable of pairs, optional
        Initial contents; keys are strings.

    References
    ----------
    PyTorch: ``torch.nn.ModuleDict``.

    Examples
    --------
    >>> heads = torch.nn.ModuleDict({"relu": torch.nn.ReLU(), "tanh": torch.nn.Tanh()})
    >>> heads["relu"](torch.tensor([-1., 1.]))
    tensor([0., 1.])
    >>> list(heads), "tanh" in heads
    (['relu', 'tanh'], True)
    """

    _modules: dict[str, Any]

    def __init__(self, modules: Mapping[str, Module] | None = None) -> None:
        super().__init__()
        if modules is not None:
            self.update(modules)

    def __getitem__(self, key: str) -> Module:
        return self._modules[key]

    def __setitem__(self, key: str, module: Module) -> None:
        self.add_module(key, module)

    def __delitem__(self, key: str) -> None:
        del self._modules[key]

    def __len__(self) -> int:
        return len(self._modules)

    def __iter__(self) -> Iterator[str]:
        return iter(self._modules)

    def __contains__(self, key: str) -> bool:
        return key in self._modules

    def clear(self) -> None:
        """Remove all modules.

        Examples
        --------
        >>> heads = torch.nn.ModuleDict({"a": torch.nn.ReLU()})
        >>> heads.clear()
        >>> len(heads)
        0
        """
        self._modules.clear()

    def pop(self, key: str) -> Module:
        """Remove and return a module.

        Parameters
        ----------
        key : str
            Its name.

        Returns
        -------
        Module
            The module.

        Raises
        ------
        KeyError
            If there is none of that name.

        Examples
        --------
        >>> torch.nn.ModuleDict({"a": torch.nn.ReLU()}).pop("a")
        ReLU()
        """
        value = self[key]
        del self[key]
        return value

    def keys(self) -> Any:
        """The names, in order.

        Returns
        -------
        iterable of str
            A live view.

        Examples
        --------
        >>> list(torch.nn.ModuleDict({"a": torch.nn.ReLU()}).keys())
        ['a']
        """
        return self._modules.keys()

    def items(self) -> Any:
        """Names and modules, in order.

        Returns
        -------
        iterable of tuple
            A live view.

        Examples
        --------
        >>> list(torch.nn.ModuleDict({"a": torch.nn.ReLU()}).items())
        [('a', ReLU())]
        """
        return self._modules.items()

    def values(self) -> Any:
        """The modules, in order.

        Returns
        -------
        iterable of Module
            A live view.

        Examples
        --------
        >>> list(torch.nn.ModuleDict({"a": torch.nn.ReLU()}).values())
        [ReLU()]
        """
        return self._modules.values()

    def update(self, modules: Any) -> None:
        """Add modules, replacing those of the same name.

        Parameters
        ----------
        modules : mapping or iterable of pairs
            Names and modules.

        Raises
        ------
        TypeError
            If it is neither a mapping nor iterable.
        ValueError
            If an element is not a pair.

        Examples
        --------
        >>> heads = torch.nn.ModuleDict()
        >>> heads.update([("a", torch.nn.ReLU())])
        >>> heads["a"]
        ReLU()
        """
        for key, module in _pairs(modules, "ModuleDict"):
            self[key] = module


def _pairs(source: Any, owner: str) -> Iterator[tuple[str, Any]]:
    """Yield the pairs of a mapping or of an iterable of pairs; raise TypeError or ValueError for other values."""
    if not isinstance(source, Iterable):
        owner = owner.replace("Parameter", "Parameters")  # as in PyTorch's message, only here
        raise TypeError(f"{owner}.update should be called with an iterable of key/value pairs, but got "
                        f"{type(source).__name__}")
    if isinstance(source, (Mapping, ModuleDict, ParameterDict)):
        yield from source.items()
        return
    for j, pair in enumerate(source):
        if not isinstance(pair, Iterable):
            raise TypeError(f"{owner} update sequence element #{j} should be Iterable; is{type(pair).__name__}")
        entry: list[Any] = list(pair)
        if len(entry) != 2:
            raise ValueError(f"{owner} update sequence element #{j} has length {len(entry)}; 2 is required")
        yield entry[0], entry[1]


class ParameterList(Module):
    """Parameters in a list, registered with the module that contains it.

    Tensors that are added become parameters; other values are kept unchanged.

    Parameters
    ----------
    values : iterable, optional
        Initial contents.

    References
    ----------
    PyTorch: ``torch.nn.ParameterList``.

    Examples
    --------
    >>> params = torch.nn.ParameterList([torch.zeros(2), torch.ones(3)])
    >>> [tuple(p.shape) for p in params]
    [(2,), (3,)]
    >>> isinstance(params[0], torch.nn.Parameter)
    True
    """

    def __init__(self, values: Iterable[Any] | None = None) -> None:
        super().__init__()
        self._size = 0
        if values is not None:
            self += values

    def __getitem__(self, idx: int | slice) -> Any:
        if isinstance(idx, slice):
            out = type(self)()
            for i in range(len(self))[idx]:
                out.append(self[i])
            return out
        return getattr(self, self._get_abs_string_index(idx))

    _get_abs_string_index = _name_at

    def __setitem__(self, idx: int, param: Any) -> None:
        # Without the range check of reading, since append writes one past the end.
        index = operator.index(idx)
        if not -len(self) <= index < len(self):
            raise IndexError(f"index {index} is out of range")
        self._set_item(index + len(self) if index < 0 else index, param)

    def _set_item(self, index: int, param: Any) -> None:
        if isinstance(param, Tensor) and not isinstance(param, Parameter):
            param = Parameter(param)
        setattr(self, str(index), param)

    def __len__(self) -> int:
        return self._size

    def __iter__(self) -> Iterator[Any]:
        return iter(self[i] for i in range(len(self)))

    def __iadd__(self, parameters: Iterable[Any]) -> Any:
        return self.extend(parameters)

    def __dir__(self) -> list[str]:
        return [key for key in super().__dir__() if not key.isdigit()]

    def append(self, value: Any) -> Self:
        """Add a value at the end.

        Parameters
        ----------
        value : object
            A tensor becomes a parameter.

        Returns
        -------
        ParameterList
            The list itself.

        Examples
        --------
        >>> len(torch.nn.ParameterList().append(torch.ones(1)))
        1
        """
        self._size += 1
        self._set_item(self._size - 1, value)
        return self

    def extend(self, values: Iterable[Any]) -> Self:
        """Add values at the end.

        Parameters
        ----------
        values : iterable
            Tensors become parameters.

        Returns
        -------
        ParameterList
            The list itself.

        Raises
        ------
        TypeError
            If ``values`` is not iterable, or is a tensor.

        Examples
        --------
        >>> len(torch.nn.ParameterList().extend([torch.ones(1), torch.ones(2)]))
        2
        """
        if not isinstance(values, Iterable) or isinstance(values, Tensor):
            raise TypeError(f"ParameterList.extend should be called with an iterable, but got {type(values).__name__}")
        for value in values:
            self.append(value)
        return self

    def extra_repr(self) -> str:
        r"""The text within the brackets of ``repr``.

        Returns
        -------
        str
            A line for every value.

        Examples
        --------
        >>> torch.nn.ParameterList([torch.zeros(2), torch.ones(3)]).extra_repr()
        '  (0): Parameter containing: [torch.float32 of size 2]\n  (1): Parameter containing: [torch.float32 of size 3]'
        """
        return "\n".join(f"  ({i}): {_value_text(v, operator.attrgetter('dtype'))}" for i, v in enumerate(self))

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Raise RuntimeError, since a list cannot be called."""
        raise RuntimeError("ParameterList should not be called.")


def _value_text(value: Any, type_of: Any) -> str:
    if not isinstance(value, Tensor):
        return f"Object of type: {type(value).__name__}"
    kind = "Parameter" if isinstance(value, Parameter) else "Tensor"
    return f"{kind} containing: [{type_of(value)} of size {_size_text(value.size())}]"


class ParameterDict(Module):
    """Parameters in a dict, registered with the module that contains it.

    Tensors that are added become parameters; other values are kept unchanged.

    Parameters
    ----------
    parameters : mapping or iterable of pairs, optional
        Initial contents; keys are strings.

    References
    ----------
    PyTorch: ``torch.nn.ParameterDict``.

    Examples
    --------
    >>> params = torch.nn.ParameterDict({"left": torch.zeros(2), "right": torch.ones(3)})
    >>> {key: tuple(p.shape) for key, p in params.items()}
    {'left': (2,), 'right': (3,)}
    """

    def __init__(self, parameters: Any = None) -> None:
        super().__init__()
        self._keys: dict[str, None] = {}
        if parameters is not None:
            self.update(parameters)

    def _key_to_attr(self, key: Any) -> str:
        if not isinstance(key, str):
            raise TypeError(f"Index given to ParameterDict cannot be used as a key as it is not a string (type is "
                            f"'{type(key).__name__}'). Open an issue on github if you need non-string keys.")
        return key

    def __getitem__(self, key: str) -> Any:
        return getattr(self, self._key_to_attr(key))

    def __setitem__(self, key: str, value: Any) -> None:
        # Attributes of every module must not be shadowed: setattr raises for parameters with such names.
        hash(key)
        attr = self._key_to_attr(key)
        self._keys[key] = None
        if isinstance(value, Tensor) and not isinstance(value, Parameter):
            value = Parameter(value)
        setattr(self, attr, value)

    def __delitem__(self, key: str) -> None:
        del self._keys[key]
        delattr(self, self._key_to_attr(key))

    def __len__(self) -> int:
        return len(self._keys)

    def __iter__(self) -> Iterator[str]:
        return iter(self._keys)

    def __reversed__(self) -> Iterator[str]:
        return reversed(self._keys)

    def __contains__(self, key: str) -> bool:
        return key in self._keys

    def copy(self) -> ParameterDict:
        """A dict with the same parameters, which are not copied.

        Returns
        -------
        ParameterDict
            The new dict.

        Examples
        --------
        >>> list(torch.nn.ParameterDict({"a": torch.ones(1)}).copy())
        ['a']
        """
        return ParameterDict(OrderedDict((k, self[k]) for k in self._keys))

    def setdefault(self, key: str, default: Any = None) -> Any:
        """The value of a key, which is first set to a default if it is missing.

        Parameters
        ----------
        key : str
            The key.
        default : object, optional
            Used if it is missing.

        Returns
        -------
        object
            The value.

        Examples
        --------
        >>> torch.nn.ParameterDict().setdefault("a", torch.ones(1))
        Parameter containing:
        tensor([1.], requires_grad=True)
        """
        if key not in self:
            self[key] = default
        return self[key]

    def clear(self) -> None:
        """Remove all entries.

        Examples
        --------
        >>> params = torch.nn.ParameterDict({"a": torch.ones(1)})
        >>> params.clear()
        >>> len(params)
        0
        """
        for key in list(self._keys):
            del self[key]

    def pop(self, key: str) -> Any:
        """Remove and return an entry.

        Parameters
        ----------
        key : str
            The key.

        Returns
        -------
        object
            Its value.

        Raises
        ------
        KeyError
            If it is missing.

        Examples
        --------
        >>> torch.nn.ParameterDict({"a": torch.ones(1)}).pop("a").shape
        torch.Size([1])
        """
        value = self[key]
        del self[key]
        return value

    def popitem(self) -> tuple[str, Any]:
        """Remove and return the last entry.

        Returns
        -------
        tuple
            Key and value.

        Raises
        ------
        KeyError
            If the dict is empty.

        Examples
        --------
        >>> torch.nn.ParameterDict({"a": torch.ones(1)}).popitem()[0]
        'a'
        """
        key, _ = self._keys.popitem()
        self._keys[key] = None
        value = self.pop(key)
        return key, value

    def get(self, key: str, default: Any = None) -> Any:
        """The value of a key, or a default.

        Parameters
        ----------
        key : str
            The key.
        default : object, optional
            Returned if it is missing.

        Returns
        -------
        object
            The value.

        Examples
        --------
        >>> torch.nn.ParameterDict().get("a", "none")
        'none'
        """
        return self[key] if key in self else default  # noqa: SIM401 (this is that get)

    def fromkeys(self, keys: Iterable[str], default: Any = None) -> ParameterDict:
        """A dict of several keys with one value.

        Parameters
        ----------
        keys : iterable of str
            The keys.
        default : object, optional
            The value of each.

        Returns
        -------
        ParameterDict
            A new dict.

        Examples
        --------
        >>> list(torch.nn.ParameterDict().fromkeys(["a", "b"], torch.ones(1)))
        ['a', 'b']
        """
        return ParameterDict((key, default) for key in keys)

    def keys(self) -> Any:
        """The keys, in order.

        Returns
        -------
        iterable of str
            A view.

        Examples
        --------
        >>> list(torch.nn.ParameterDict({"a": torch.ones(1)}).keys())
        ['a']
        """
        return self._keys.keys()

    def items(self) -> Iterable[tuple[str, Any]]:
        """Keys and values, in order.

        Returns
        -------
        iterable of tuple
            Pairs.

        Examples
        --------
        >>> [key for key, value in torch.nn.ParameterDict({"a": torch.ones(1)}).items()]
        ['a']
        """
        return ((k, self[k]) for k in self._keys)

    def values(self) -> Iterable[Any]:
        """The values, in order.

        Returns
        -------
        iterable
            The values.

        Examples
        --------
        >>> [tuple(v.shape) for v in torch.nn.ParameterDict({"a": torch.ones(1)}).values()]
        [(1,)]
        """
        return (self[k] for k in self._keys)

    def update(self, parameters: Any) -> None:
        """Add entries, replacing those of the same key.

        Parameters
        ----------
        parameters : mapping or iterable of pairs
            Keys and values.

        Raises
        ------
        TypeError
            If it is neither a mapping nor iterable.
        ValueError
            If an element is not a pair.

        Examples
        --------
        >>> params = torch.nn.ParameterDict()
        >>> params.update({"a": torch.ones(1)})
        >>> list(params)
        ['a']
        """
        pairs = _pairs(parameters, "ParameterDict")
        ordered = not isinstance(parameters, Mapping) or isinstance(parameters, OrderedDict)
        for key, value in pairs if ordered else sorted(pairs):
            self[key] = value

    def extra_repr(self) -> str:
        r"""The text within the brackets of ``repr``.

        Returns
        -------
        str
            A line for every value.

        Examples
        --------
        >>> torch.nn.ParameterDict({"left": torch.zeros(2), "right": torch.ones(3)}).extra_repr()
        '  (left): Parameter containing: [torch.FloatTensor of size 2]\n  (right): Parameter containing: [torch.FloatTensor of size 3]'
        """
        return "\n".join(f"  ({k}): {_value_text(v, typename)}" for k, v in self.items())

    def __call__(self, input: Any) -> Any:
        """Raise RuntimeError, since a dict cannot be called."""
        raise RuntimeError("ParameterDict should not be called.")

    def __or__(self, other: ParameterDict) -> ParameterDict:
        joined = self.copy()
        joined.update(other)
        return joined

    def __ror__(self, other: ParameterDict) -> ParameterDict:
        joined = other.copy()
        joined.update(self)
        return joined

    def __ior__(self, other: ParameterDict) -> Any:
        self.update(other)
        return self
