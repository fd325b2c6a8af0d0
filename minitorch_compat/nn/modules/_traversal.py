"""Traversal of the tree of modules, and access to members by dotted name."""
from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from .._torch import Tensor
from ..parameter import Parameter

if TYPE_CHECKING:
    from .module import Module


class TraversalMixin:
    """The methods `parameters()`, `modules()`, `get_submodule()` and so on."""

    _parameters: dict[str, Any]
    _buffers: dict[str, Any]
    _modules: dict[str, Any]

    def _get_name(self) -> str:
        return type(self).__name__

    def get_submodule(self, target: str) -> Module:
        """The submodule at a dotted path.

        Parameters
        ----------
        target : str
            Such as ``'encoder.layers.0'``; ``''`` is the module itself.

        Returns
        -------
        Module
            The submodule.

        Raises
        ------
        AttributeError
            If there is none at that path.

        Examples
        --------
        >>> net = torch.nn.Sequential(torch.nn.Sequential(torch.nn.ReLU()))
        >>> net.get_submodule("0.0")
        ReLU()
        """
        module: Any = self
        if target == "":
            return module
        from .module import Module

        for item in target.split("."):
            if not hasattr(module, item):
                raise AttributeError(f"{module._get_name()} has no attribute `{item}`")
            module = getattr(module, item)
            if not isinstance(module, Module):
                raise AttributeError(f"`{item}` is not an nn.Module")
        return module

    def set_submodule(self, target: str, module: Any, strict: bool = False) -> None:
        """Replace the submodule at a dotted path, or add one.

        Parameters
        ----------
        target : str
            Such as ``'encoder.layers.0'``.
        module : Module
            The new module.
        strict : bool, default False
            Whether it must exist already.

        Raises
        ------
        ValueError
            If ``target`` is empty.
        AttributeError
            If the path does not lead to a module.

        Examples
        --------
        >>> net = torch.nn.Sequential(torch.nn.ReLU())
        >>> net.set_submodule("0", torch.nn.Tanh())
        >>> net[0]
        Tanh()
        """
        from .module import Module

        if target == "":
            raise ValueError("Cannot set the submodule without a target name!")
        if not isinstance(module, Module):
            raise ValueError(f"`module` is not an nn.Module, found {type(module)}")
        path, _, name = target.rpartition(".")
        parent = self.get_submodule(path)
        if strict and not hasattr(parent, name):
            raise AttributeError(f"{parent._get_name()} has no attribute `{name}`")
        if hasattr(parent, name) and not isinstance(getattr(parent, name), Module):
            raise AttributeError(f"`{name}` is not an nn.Module")
        setattr(parent, name, module)

    def _member(self, target: str) -> tuple[Any, str, Any]:
        path, _, name = target.rpartition(".")
        module = self.get_submodule(path)
        if not hasattr(module, name):
            raise AttributeError(f"{module._get_name()} has no attribute `{name}`")
        return module, name, getattr(module, name)

    def get_parameter(self, target: str) -> Parameter:
        """The parameter at a dotted path.

        Parameters
        ----------
        target : str
            Such as ``'encoder.0.weight'``.

        Returns
        -------
        Parameter
            The parameter.

        Raises
        ------
        AttributeError
            If there is none at that path, or it is something else.

        Examples
        --------
        >>> net = torch.nn.Sequential(torch.nn.Linear(2, 3))
        >>> net.get_parameter("0.bias").shape
        torch.Size([3])
        """
        _, name, param = self._member(target)
        if not isinstance(param, Parameter):
            raise AttributeError(f"`{name}` is not an nn.Parameter")
        return param

    def get_buffer(self, target: str) -> Tensor:
        """The buffer at a dotted path.

        Parameters
        ----------
        target : str
            Such as ``'norm.running_mean'``.

        Returns
        -------
        Tensor
            The buffer.

        Raises
        ------
        AttributeError
            If there is none at that path, or it is something else.

        Examples
        --------
        >>> net = torch.nn.Sequential(torch.nn.BatchNorm1d(2))
        >>> net.get_buffer("0.running_mean")
        tensor([0., 0.])
        """
        module, name, buffer = self._member(target)
        if name not in module._buffers:
            raise AttributeError(f"`{name}` is not a buffer")
        return buffer

    def _named_members(
        self, get_members_fn: Callable[[Any], Any], prefix: str = "", recurse: bool = True,
        remove_duplicate: bool = True,
    ) -> Iterator[tuple[str, Any]]:
        seen: dict[int, Any] = {}  # by id: the hash of a tensor is computed in Python
        modules = self.named_modules(prefix=prefix, remove_duplicate=remove_duplicate) if recurse else [(prefix, self)]
        for module_prefix, module in modules:
            for name, value in get_members_fn(module):
                if value is None or id(value) in seen:
                    continue
                if remove_duplicate:
                    seen[id(value)] = value
                yield module_prefix + ("." if module_prefix else "") + name, value

    def parameters(self, recurse: bool = True) -> Iterator[Parameter]:
        """All parameters, each once, as for an optimizer.

        Parameters
        ----------
        recurse : bool, default True
            Whether submodules are included.

        Yields
        ------
        Parameter
            Those of this module, then of its submodules.

        Examples
        --------
        >>> net = torch.nn.Sequential(torch.nn.Linear(2, 3), torch.nn.Linear(3, 1))
        >>> sum(p.numel() for p in net.parameters())
        13
        """
        for _, param in self.named_parameters(recurse=recurse):
            yield param

    def named_parameters(
        self, prefix: str = "", recurse: bool = True, remove_duplicate: bool = True,
    ) -> Iterator[tuple[str, Parameter]]:
        """All parameters with their dotted names.

        Parameters
        ----------
        prefix : str, default ''
            Put before each name.
        recurse : bool, default True
            Whether submodules are included.
        remove_duplicate : bool, default True
            Whether a shared parameter is returned only once.

        Yields
        ------
        tuple of str and Parameter
            Name and parameter.

        Examples
        --------
        >>> net = torch.nn.Sequential(torch.nn.Linear(2, 3))
        >>> [(name, tuple(p.shape)) for name, p in net.named_parameters()]
        [('0.weight', (3, 2)), ('0.bias', (3,))]
        """
        yield from self._named_members(lambda m: m._parameters.items(), prefix, recurse, remove_duplicate)

    def buffers(self, recurse: bool = True) -> Iterator[Tensor]:
        """All buffers, each once.

        Parameters
        ----------
        recurse : bool, default True
            Whether submodules are included.

        Yields
        ------
        Tensor
            Those of this module, then of its submodules.

        Examples
        --------
        >>> len(list(torch.nn.BatchNorm1d(2).buffers()))
        3
        """
        for _, buffer in self.named_buffers(recurse=recurse):
            yield buffer

    def named_buffers(
        self, prefix: str = "", recurse: bool = True, remove_duplicate: bool = True,
    ) -> Iterator[tuple[str, Tensor]]:
        """All buffers with their dotted names.

        Parameters
        ----------
        prefix : str, default ''
            Put before each name.
        recurse : bool, default True
            Whether submodules are included.
        remove_duplicate : bool, default True
            Whether a shared buffer is returned only once.

        Yields
        ------
        tuple of str and Tensor
            Name and buffer.

        Examples
        --------
        >>> [name for name, _ in torch.nn.BatchNorm1d(2).named_buffers()]
        ['running_mean', 'running_var', 'num_batches_tracked']
        """
        yield from self._named_members(lambda m: m._buffers.items(), prefix, recurse, remove_duplicate)

    def children(self) -> Iterator[Any]:
        """The direct submodules, each once.

        Yields
        ------
        Module
            A submodule.

        Examples
        --------
        >>> list(torch.nn.Sequential(torch.nn.ReLU(), torch.nn.Tanh()).children())
        [ReLU(), Tanh()]
        """
        for _, module in self.named_children():
            yield module

    def named_children(self) -> Iterator[tuple[str, Any]]:
        """The direct submodules with their names.

        Yields
        ------
        tuple of str and Module
            Name and submodule.

        Examples
        --------
        >>> dict(torch.nn.Sequential(torch.nn.ReLU(), torch.nn.Tanh()).named_children())
        {'0': ReLU(), '1': Tanh()}
        """
        seen = set()
        for name, module in self._modules.items():
            if module is not None and module not in seen:
                seen.add(module)
                yield name, module

    def modules(self, remove_duplicate: bool = True) -> Iterator[Any]:
        """This module and all its descendants, each once.

        Parameters
        ----------
        remove_duplicate : bool, default True
            Whether a shared module is returned only once.

        Yields
        ------
        Module
            A module.

        Examples
        --------
        >>> net = torch.nn.Sequential(torch.nn.Sequential(torch.nn.ReLU()), torch.nn.Tanh())
        >>> [type(m).__name__ for m in net.modules()]
        ['Sequential', 'Sequential', 'ReLU', 'Tanh']
        """
        for _, module in self.named_modules(remove_duplicate=remove_duplicate):
            yield module

    def named_modules(
        self, memo: set[Any] | None = None, prefix: str = "", remove_duplicate: bool = True,
    ) -> Iterator[tuple[str, Any]]:
        """This module and all its descendants, with their dotted names.

        Parameters
        ----------
        memo : set, optional
            Modules that are left out; those that are returned are added.
        prefix : str, default ''
            Put before each name.
        remove_duplicate : bool, default True
            Whether a shared module is returned only once.

        Yields
        ------
        tuple of str and Module
            Name and module; the first name is ``prefix``.

        Examples
        --------
        >>> net = torch.nn.Sequential(torch.nn.Sequential(torch.nn.ReLU()), torch.nn.Tanh())
        >>> [name for name, _ in net.named_modules()]
        ['', '0', '0.0', '1']
        """
        memo = set() if memo is None else memo
        if self in memo:
            return
        if remove_duplicate:
            memo.add(self)
        yield prefix, self
        for name, module in self._modules.items():
            if module is not None:
                child_prefix = prefix + ("." if prefix else "") + name
                yield from module.named_modules(memo, child_prefix, remove_duplicate)
