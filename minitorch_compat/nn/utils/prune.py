"""Pruning: parameters multiplied by masks before every forward call."""
from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Any

import numpy as np

from .._torch import ops
from ..modules.module import Module

__all__ = ["BasePruningMethod", "CustomFromMask", "Identity", "L1Unstructured", "LnStructured", "PruningContainer", "RandomStructured",
           "RandomUnstructured", "custom_from_mask", "global_unstructured", "identity", "is_pruned", "l1_unstructured", "ln_structured",
           "random_structured", "random_unstructured", "remove"]


class BasePruningMethod(ABC):
    """A way to choose what is pruned: `compute_mask(t, default_mask)` gives a mask, 0 where an element goes.

    `PRUNING_TYPE` says of what `compute_mask` sees only the part that is left: "unstructured" (elements), "structured" (channels along
    `dim`), "global" (everything).
    """

    _tensor_name: str
    PRUNING_TYPE: str = ""

    def __call__(self, module: Module, inputs: Any) -> None:
        setattr(module, self._tensor_name, self.apply_mask(module))

    @abstractmethod
    def compute_mask(self, t: Any, default_mask: Any) -> Any:
        """A mask like `t`, at most `default_mask`."""

    def apply_mask(self, module: Module) -> Any:
        """The parameter times its mask."""
        assert self._tensor_name is not None, f"Module {module} has to be pruned"
        mask, original = getattr(module, self._tensor_name + "_mask"), getattr(module, self._tensor_name + "_orig")
        return mask.to(dtype=original.dtype) * original

    @classmethod
    def apply(cls, module: Module, name: str, *args: Any, importance_scores: Any = None, **kwargs: Any) -> Any:
        """Prune a parameter: `name_orig` and `name_mask` take its place, after what was pruned before."""
        method: Any = _known_method(module, name)
        made = cls(*args, **kwargs)
        made._tensor_name = name
        if method is not None:
            container = method if isinstance(method, PruningContainer) else PruningContainer(method)
            container.add_pruning_method(made)
            made = container
        original = getattr(module, name)
        if importance_scores is not None:
            assert importance_scores.shape == original.shape, (
                f"importance_scores should have the same shape as parameter {name} of {module}, "
                f"got {importance_scores.shape} vs {original.shape}")
        else:
            importance_scores = original
        if method is None:
            module.register_parameter(name + "_orig", original)
            del module._parameters[name]
            default = ops.ones_like(original)
        else:
            default = getattr(module, name + "_mask").detach().clone()
        try:
            module.register_buffer(name + "_mask", made.compute_mask(importance_scores, default_mask=default))
            setattr(module, name, made.apply_mask(module))
            module.register_forward_pre_hook(made)
        except Exception:
            if method is None:
                module.register_parameter(name, module._parameters.pop(name + "_orig"))
            raise
        return made

    def prune(self, t: Any, default_mask: Any = None, importance_scores: Any = None) -> Any:
        """A tensor pruned, without any module."""
        if importance_scores is not None:
            assert importance_scores.shape == t.shape, "importance_scores should have the same shape as tensor t"
        scores = t if importance_scores is None else importance_scores
        default = ops.ones_like(t) if default_mask is None else default_mask
        return t * self.compute_mask(scores, default_mask=default)

    def remove(self, module: Module) -> None:
        """The pruned parameter as an ordinary one."""
        assert self._tensor_name is not None, f"Module {module} has to be pruned            before pruning can be removed"
        name = self._tensor_name
        weight = self.apply_mask(module)
        if hasattr(module, name):
            delattr(module, name)
        original = module._parameters.pop(name + "_orig")
        original.data = weight.data
        del module._buffers[name + "_mask"]
        module.register_parameter(name, original)


def _known_method(module: Module, name: str) -> Any:
    """The hook that already prunes this parameter, taken off the module."""
    for key, hook in list(module._forward_pre_hooks.items()):
        if isinstance(hook, BasePruningMethod) and hook._tensor_name == name:
            del module._forward_pre_hooks[key]
            return hook
    return None


class PruningContainer(BasePruningMethod):
    """Several methods on one parameter, each of which sees what the ones before have left."""

    def __init__(self, *args: Any) -> None:
        self._pruning_methods: tuple[BasePruningMethod, ...] = ()
        if len(args) == 1:
            self._tensor_name = args[0]._tensor_name
            self.add_pruning_method(args[0])
        elif not args:
            self._tensor_name = None  # type: ignore[assignment]
        else:
            for method in args:
                self.add_pruning_method(method)

    def add_pruning_method(self, method: Any) -> None:
        """One more. TypeError for what is no method, ValueError for one of another parameter."""
        if not isinstance(method, BasePruningMethod):
            raise TypeError(f"{type(method)} is not a BasePruningMethod subclass")
        if self._tensor_name != method._tensor_name:
            raise ValueError(f"Can only add pruning methods acting on the parameter named '{self._tensor_name}' to PruningContainer {self}."
                             f" Found '{method._tensor_name}'")
        self._pruning_methods += (method,)

    def __len__(self) -> int:
        return len(self._pruning_methods)

    def __iter__(self) -> Any:
        return iter(self._pruning_methods)

    def __getitem__(self, idx: Any) -> Any:
        return self._pruning_methods[idx]

    def compute_mask(self, t: Any, default_mask: Any) -> Any:
        """The last method's mask, of what is left."""
        method = self._pruning_methods[-1]
        mask = default_mask.to(dtype=t.dtype)
        if method.PRUNING_TYPE == "unstructured":
            part: Any = mask == 1
        elif method.PRUNING_TYPE == "structured":
            part = _channels_left(mask, method.dim)  # type: ignore[attr-defined]
        elif method.PRUNING_TYPE == "global":
            part = slice(None)
        else:
            raise ValueError(f"Unrecognized PRUNING_TYPE {method.PRUNING_TYPE}")
        new = mask.clone()
        new[part] = method.compute_mask(t[part], default_mask=mask[part]).to(mask.dtype)
        return new


def _channels_left(mask: Any, dim: int) -> Any:
    """An index of the channels that are not pruned altogether."""
    dim %= mask.dim()
    kept = mask.sum([d for d in range(mask.dim()) if d != dim]) != 0
    return (*(slice(None),) * dim, kept)


class Identity(BasePruningMethod):
    """Prunes nothing."""

    PRUNING_TYPE = "unstructured"

    def compute_mask(self, t: Any, default_mask: Any) -> Any:
        return default_mask

    @classmethod
    def apply(cls, module: Module, name: str) -> Any:  # type: ignore[override]
        return super().apply(module, name)


class RandomUnstructured(BasePruningMethod):
    """Prunes elements at random: a share, or a number of them."""

    PRUNING_TYPE = "unstructured"

    def __init__(self, amount: Any) -> None:
        _validate_pruning_amount_init(amount)
        self.amount = amount

    def compute_mask(self, t: Any, default_mask: Any) -> Any:
        count = _count(self.amount, t.nelement())
        mask = default_mask.clone()
        if count:
            mask.view(-1)[ops.topk(ops.rand_like(t).view(-1), k=count)[1]] = 0
        return mask

    @classmethod
    def apply(cls, module: Module, name: str, amount: Any) -> Any:  # type: ignore[override]
        return super().apply(module, name, amount=amount)


class L1Unstructured(BasePruningMethod):
    """Prunes the elements of smallest magnitude."""

    PRUNING_TYPE = "unstructured"

    def __init__(self, amount: Any) -> None:
        _validate_pruning_amount_init(amount)
        self.amount = amount

    def compute_mask(self, t: Any, default_mask: Any) -> Any:
        count = _count(self.amount, t.nelement())
        mask = default_mask.clone()
        if count:
            mask.view(-1)[ops.topk(ops.abs(t).view(-1), k=count, largest=False)[1]] = 0
        return mask

    @classmethod
    def apply(cls, module: Module, name: str, amount: Any, importance_scores: Any = None) -> Any:  # type: ignore[override]
        return super().apply(module, name, amount=amount, importance_scores=importance_scores)


class RandomStructured(BasePruningMethod):
    """Prunes whole channels along `dim` at random."""

    PRUNING_TYPE = "structured"

    def __init__(self, amount: Any, dim: int = -1) -> None:
        _validate_pruning_amount_init(amount)
        self.amount, self.dim = amount, dim

    def compute_mask(self, t: Any, default_mask: Any) -> Any:
        _check_structured(t, self.dim)
        count = _count(self.amount, t.shape[self.dim])
        if not count:
            return default_mask
        drawn = ops.rand(t.shape[self.dim])
        return _kept_channels(drawn > ops.sort(drawn)[0][count - 1], t, self.dim) * default_mask

    @classmethod
    def apply(cls, module: Module, name: str, amount: Any, dim: int = -1) -> Any:  # type: ignore[override]
        return super().apply(module, name, amount=amount, dim=dim)


class LnStructured(BasePruningMethod):
    """Prunes the channels along `dim` of smallest `n`-norm."""

    PRUNING_TYPE = "structured"

    def __init__(self, amount: Any, n: Any, dim: int = -1) -> None:
        _validate_pruning_amount_init(amount)
        self.amount, self.n, self.dim = amount, n, dim

    def compute_mask(self, t: Any, default_mask: Any) -> Any:
        _check_structured(t, self.dim)
        channels = t.shape[self.dim]
        count = _count(self.amount, channels)
        if not count:
            return default_mask
        others = [d for d in range(t.dim()) if d != self.dim % t.dim()]
        largest = ops.topk(ops.norm(t, p=self.n, dim=others), k=channels - count)[1]
        kept = ops.zeros(channels, dtype=ops.ones(1).gt(0).dtype)
        kept[largest] = True
        return _kept_channels(kept, t, self.dim) * default_mask

    @classmethod
    def apply(cls, module: Module, name: str, amount: Any, n: Any, dim: int, importance_scores: Any = None) -> Any:  # type: ignore[override]
        return super().apply(module, name, amount=amount, n=n, dim=dim, importance_scores=importance_scores)


class CustomFromMask(BasePruningMethod):
    """Prunes by a mask of one's own."""

    PRUNING_TYPE = "global"

    def __init__(self, mask: Any) -> None:
        self.mask = mask

    def compute_mask(self, t: Any, default_mask: Any) -> Any:
        assert default_mask.shape == self.mask.shape, (
            f"default_mask shape {default_mask.shape} must match self.mask shape {self.mask.shape}")
        return default_mask * self.mask.to(dtype=default_mask.dtype)

    @classmethod
    def apply(cls, module: Module, name: str, mask: Any) -> Any:  # type: ignore[override]
        return super().apply(module, name, mask=mask)


def _kept_channels(kept: Any, t: Any, dim: int) -> Any:
    shape = [1] * t.dim()
    shape[dim] = -1
    return kept.to(t.dtype).view(shape).expand(t.shape)


def _validate_pruning_amount_init(amount: Any) -> None:
    if not isinstance(amount, (int, float, np.integer)):
        raise TypeError(f"Invalid type for amount: {amount}. Must be int or float.")
    whole = isinstance(amount, (int, np.integer))
    if (whole and amount < 0) or (not whole and not 0.0 <= amount <= 1.0):
        raise ValueError(f"amount={amount} should either be a float in the range [0, 1] or a non-negative integer")


def _count(amount: Any, size: int) -> int:
    """How many to prune."""
    if not isinstance(amount, (int, np.integer)):
        return round(amount * size)
    if amount > size:
        raise ValueError(f"amount={amount} should be smaller than the number of parameters to prune={size}")
    return amount if isinstance(amount, bool) else int(amount)


def _compute_nparams_toprune(amount: Any, tensor_size: int) -> int:
    """How many of `tensor_size` elements `amount` means: itself, if it is whole, or that share of them."""
    return int(amount) if isinstance(amount, (int, np.integer)) else round(amount * tensor_size)


def _validate_pruning_amount(amount: Any, tensor_size: int) -> None:
    """ValueError for more elements than there are."""
    _count(amount, tensor_size)


def _validate_structured_pruning(t: Any) -> None:
    """ValueError for what has no slices."""
    _check_structured(t, 0)


def _compute_norm(t: Any, n: Any, dim: int) -> Any:
    """The n-norms of the slices along `dim`."""
    return t.norm(p=n, dim=[d for d in range(t.dim()) if d != dim % t.dim()])


def _check_structured(t: Any, dim: int) -> None:
    if t.dim() <= 1:
        raise ValueError("Structured pruning can only be applied to multidimensional tensors. Found tensor of shape "
                         f"{t.shape} with {t.dim()} dims")
    if dim >= t.dim():
        raise IndexError(f"Invalid index {dim} for tensor of size {t.shape}")


def identity(module: Module, name: str) -> Module:
    """Prepare a parameter for pruning, with a mask of ones: `name_orig` is trained, `name` the product with `name_mask`.

    The module is changed, and returned, as by all functions below.
    """
    Identity.apply(module, name)
    return module


def random_unstructured(module: Module, name: str, amount: Any) -> Module:
    """Prune elements of the parameter `name` at random.

    `amount` is the share of them, a float from 0 to 1, or their number, an int; else ValueError. What was pruned before stays so, and
    shares are of what is left.
    """
    RandomUnstructured.apply(module, name, amount)
    return module


def l1_unstructured(module: Module, name: str, amount: Any, importance_scores: Any = None) -> Module:
    """Prune the elements of smallest magnitude; `amount` as for `random_unstructured`.

    `importance_scores`, of the shape of the parameter, are compared in place of it.
    """
    L1Unstructured.apply(module, name, amount=amount, importance_scores=importance_scores)
    return module


def random_structured(module: Module, name: str, amount: Any, dim: int) -> Module:
    """Prune whole slices along `dim` at random; `amount` is a share or a number of slices.

    ValueError for a parameter with fewer than 2 dimensions.
    """
    RandomStructured.apply(module, name, amount, dim)
    return module


def ln_structured(module: Module, name: str, amount: Any, n: Any, dim: int, importance_scores: Any = None) -> Module:
    """Prune the slices along `dim` whose `n`-norm is smallest; `amount` is a share or a number of slices.

    `n` is an order as of `torch.norm`. `importance_scores`, of the shape of the parameter, are measured in place of it.
    """
    LnStructured.apply(module, name, amount, n, dim, importance_scores=importance_scores)
    return module


def global_unstructured(parameters: Any, pruning_method: Any, importance_scores: Any = None, **kwargs: Any) -> None:
    """Prune elements of several parameters, (module, name) pairs, as if they were one vector.

    `pruning_method` is a class such as `L1Unstructured`, which is made with `kwargs` (`amount=`); TypeError unless it prunes elements.
    `importance_scores` is a dict from pairs to tensors that are compared in place of the parameters.
    """
    if not isinstance(parameters, Iterable):
        raise TypeError("global_unstructured(): parameters is not an Iterable")
    pairs = list(parameters)
    scores = {} if importance_scores is None else importance_scores
    if not isinstance(scores, dict):
        raise TypeError("global_unstructured(): importance_scores must be of type dict")
    joined = ops.cat([scores.get((module, name), getattr(module, name)).detach().reshape(-1) for module, name in pairs])
    masks = ops.cat([getattr(module, name + "_mask", ops.ones_like(getattr(module, name))).detach().reshape(-1) for module, name in pairs])
    container = PruningContainer()
    container._tensor_name = "temp"
    method = pruning_method(**kwargs)
    method._tensor_name = "temp"
    container.add_pruning_method(method)
    if method.PRUNING_TYPE != "unstructured":
        raise TypeError('Only "unstructured" PRUNING_TYPE supported for the `pruning_method`. Found method '
                        f"{pruning_method} of type {method.PRUNING_TYPE}")
    final, start = container.compute_mask(joined, masks), 0
    for module, name in pairs:
        parameter = getattr(module, name)
        custom_from_mask(module, name, mask=final[start:start + parameter.numel()].view_as(parameter))
        start += parameter.numel()


def custom_from_mask(module: Module, name: str, mask: Any) -> Module:
    """Prune by a mask of one's own."""
    CustomFromMask.apply(module, name, mask)
    return module


def remove(module: Module, name: str) -> Module:
    """Make pruning permanent: an ordinary parameter, pruned elements 0. ValueError if it is not pruned."""
    for key, hook in module._forward_pre_hooks.items():
        if isinstance(hook, BasePruningMethod) and hook._tensor_name == name:
            hook.remove(module)
            del module._forward_pre_hooks[key]
            return module
    raise ValueError(f"Parameter '{name}' of module {module} has to be pruned before pruning can be removed")


def is_pruned(module: Module) -> bool:
    """Whether any parameter of the module or of its submodules is pruned."""
    return any(isinstance(hook, BasePruningMethod) for _, m in module.named_modules() for hook in m._forward_pre_hooks.values())


