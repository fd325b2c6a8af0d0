"""`torch.nn.utils._named_member_accessor`: parameters, buffers and submodules of a module by their dotted names."""
from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..._bindings.tensor.tensor import Tensor
from ..modules.module import Module

_MISSING: Any = object()


def _registry_of(module: Module, name: str) -> Any:
    """The dictionary of a module that contains `name`: its parameters or its buffers; None if neither does."""
    return next((space for space in (module._parameters, module._buffers) if name in space), None)


def set_tensor(module: Module, name: str, tensor: Any) -> None:
    """Replace the parameter, buffer or attribute `name` of the module, without checking the class of `tensor`."""
    _check_module_and_name(module, name)
    space = _registry_of(module, name)
    if space is not None:
        space[name] = tensor
    else:
        setattr(module, name, tensor)


def _check_module_and_name(module: Any, name: str) -> None:
    if not isinstance(module, Module):
        raise TypeError(f"{module} is not an instance of torch.nn.Module")
    if "." in name:
        raise KeyError('tensor name can\'t contain "."')
    if name == "":
        raise KeyError('tensor name can\'t be empty string ""')


def swap_tensor(module: Module, name: str, tensor: Any, allow_missing: bool = False) -> Any:
    """Replace `name` by `tensor` and return the previous value, `_MISSING` if there was none. Given `_MISSING`, delete `name`."""
    _check_module_and_name(module, name)
    if tensor is not _MISSING and not isinstance(tensor, Tensor) and tensor is not None:
        raise TypeError(f"{tensor} is not an instance of torch.Tensor")
    space: Any = _registry_of(module, name)
    if space is None:
        space = module.__dict__
        if name not in space and not allow_missing:
            raise AttributeError(f"{module._get_name()} has no attribute `{name}`")
    before = space.get(name, _MISSING)
    if space is module.__dict__ and before is not _MISSING and not isinstance(before, Tensor):
        raise TypeError(f"attribute `{name}`: {before} is not an instance of torch.Tensor")
    if tensor is _MISSING:
        space.pop(name, None)
    else:
        space[name] = tensor
    return before


class NamedMemberAccessor:
    """Access to members of a module by dotted names; submodules are cached."""

    def __init__(self, module: Module) -> None:
        self.module = module
        self.memo: dict[str, Module] = {}

    def get_submodule(self, name: str) -> Module:
        """The submodule of that name."""
        if name not in self.memo:
            self.memo[name] = self.module.get_submodule(name)
        return self.memo[name]

    def _split_name(self, name: str) -> tuple[Module, str]:
        prefix, _, last = name.rpartition(".")
        return (self.get_submodule(prefix) if prefix else self.module), last

    def get_tensor(self, name: str) -> Any:
        """The parameter, buffer or attribute of that name."""
        module, last = self._split_name(name)
        tensor = getattr(module, last)
        if not isinstance(tensor, Tensor) and tensor is not None:
            raise TypeError(f"{tensor} is not an instance of torch.Tensor")
        return tensor

    def set_tensor(self, name: str, value: Any) -> None:
        """Replace the parameter, buffer or attribute of that name."""
        set_tensor(*self._split_name(name), value)

    def swap_tensor(self, name: str, value: Any, allow_missing: bool = False) -> Any:
        """Replace it, and return the previous value."""
        return swap_tensor(*self._split_name(name), value, allow_missing)

    def get_tensors(self, names: Iterable[str]) -> list[Any]:
        """The tensors of the given names, in order."""
        return [self.get_tensor(name) for name in names]

    def set_tensors_dict(self, named_tensors: dict[str, Any]) -> None:
        """Replace several tensors."""
        for name, tensor in named_tensors.items():
            self.set_tensor(name, tensor)

    def swap_tensors_dict(self, named_tensors: dict[str, Any], allow_missing: bool = False) -> tuple[dict[str, Any], list[str]]:
        """Replace several tensors; return the previous ones, and the names that were missing."""
        before = {name: self.swap_tensor(name, tensor, True) for name, tensor in named_tensors.items()}
        missing = [name for name, tensor in before.items() if tensor is _MISSING]
        if missing and not allow_missing:
            for name, tensor in before.items():
                self.swap_tensor(name, tensor, True)
            raise RuntimeError(f"Missing key(s): {', '.join(map(repr, missing))}.")
        return before, missing

    def named_tensors(self, remove_duplicate: bool = True) -> Iterable[tuple[str, Any]]:
        """Parameters, then buffers, with their names."""
        yield from self.module.named_parameters(remove_duplicate=remove_duplicate)
        yield from self.module.named_buffers(remove_duplicate=remove_duplicate)
