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
    """A way to choose what is pruned; a subclass defines ``compute_mask(t, default_mask)``.

    ``PRUNING_TYPE`` tells what it considers after earlier pruning: ``'unstructured'`` the
    elements that are left, ``'structured'`` the channels that are left, ``'global'`` everything.

    References
    ----------
    PyTorch: ``torch.nn.utils.prune.BasePruningMethod``.

    Examples
    --------
    >>> from torch.nn.utils import prune
    >>> class Negative(prune.BasePruningMethod):
    ...     PRUNING_TYPE = "unstructured"
    ...     def compute_mask(self, t, default_mask):
    ...         return default_mask * (t > 0)
    >>> layer = torch.nn.Linear(3, 1)
    >>> method = Negative.apply(layer, "weight")
    >>> bool((layer.weight >= 0).all())
    True
    """

    _tensor_name: str
    PRUNING_TYPE: str = ""

    def __call__(self, module: Module, inputs: Any) -> None:
        setattr(module, self._tensor_name, self.apply_mask(module))

    @abstractmethod
    def compute_mask(self, t: Any, default_mask: Any) -> Any:
        """The mask: 0 where an element is pruned, else 1.

        Parameters
        ----------
        t : Tensor
            The parameter.
        default_mask : Tensor
            The mask of earlier pruning.

        Returns
        -------
        Tensor
            Shaped as ``t``, 0 at least where ``default_mask`` is.

        Examples
        --------
        >>> from torch.nn.utils import prune
        >>> method = prune.L1Unstructured(amount=1)
        >>> method.compute_mask(torch.tensor([3., 1., 2.]), torch.ones(3))
        tensor([1., 0., 1.])
        """

    def apply_mask(self, module: Module) -> Any:
        """The parameter times its mask.

        Parameters
        ----------
        module : Module
            The pruned module.

        Returns
        -------
        Tensor
            The product, whose graph leads to the original.

        Raises
        ------
        AssertionError
            If the module is not pruned by this method.

        Examples
        --------
        >>> from torch.nn.utils import prune
        >>> layer = torch.nn.Linear(2, 1)
        >>> method = prune.L1Unstructured.apply(layer, "weight", 1)
        >>> int((method.apply_mask(layer) == 0).sum())
        1
        """
        assert self._tensor_name is not None, f"Module {module} has to be pruned"
        mask, original = getattr(module, self._tensor_name + "_mask"), getattr(module, self._tensor_name + "_orig")
        return mask.to(dtype=original.dtype) * original

    @classmethod
    def apply(cls, module: Module, name: str, *args: Any, importance_scores: Any = None, **kwargs: Any) -> Any:
        """Prune a parameter, in addition to earlier pruning, before each later call.

        Parameters
        ----------
        module : Module
            The module that is changed.
        name : str
            Name of the parameter within ``module``.
        *args : object
            For the method's constructor.
        importance_scores : Tensor, optional
            The values that decide instead of the parameter.
        **kwargs : object
            For the method's constructor.

        Returns
        -------
        BasePruningMethod
            The method, a hook of the module.

        Examples
        --------
        >>> from torch.nn.utils import prune
        >>> layer = torch.nn.Linear(2, 1)
        >>> method = prune.RandomUnstructured.apply(layer, "weight", 0.5)
        >>> [name for name, _ in layer.named_parameters()]
        ['bias', 'weight_orig']
        """
        method: Any = _pop_pruning_method(module, name)
        pruning_method = cls(*args, **kwargs)
        pruning_method._tensor_name = name
        if method is not None:
            container = method if isinstance(method, PruningContainer) else PruningContainer(method)
            container.add_pruning_method(pruning_method)
            pruning_method = container
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
            module.register_buffer(name + "_mask", pruning_method.compute_mask(importance_scores, default_mask=default))
            setattr(module, name, pruning_method.apply_mask(module))
            module.register_forward_pre_hook(pruning_method)
        except Exception:
            if method is None:
                module.register_parameter(name, module._parameters.pop(name + "_orig"))
            raise
        return pruning_method

    def prune(self, t: Any, default_mask: Any = None, importance_scores: Any = None) -> Any:
        """Prune a tensor, without any module.

        Parameters
        ----------
        t : Tensor
            The tensor.
        default_mask : Tensor, optional
            The mask of earlier pruning; None is all.
        importance_scores : Tensor, optional
            The values that decide instead of ``t``.

        Returns
        -------
        Tensor
            ``t`` with zeros.

        Examples
        --------
        >>> from torch.nn.utils import prune
        >>> prune.L1Unstructured(amount=1).prune(torch.tensor([3., 1., 2.]))
        tensor([3., 0., 2.])
        """
        if importance_scores is not None:
            assert importance_scores.shape == t.shape, "importance_scores should have the same shape as tensor t"
        scores = t if importance_scores is None else importance_scores
        default = ops.ones_like(t) if default_mask is None else default_mask
        return t * self.compute_mask(scores, default_mask=default)

    def remove(self, module: Module) -> None:
        """Make the pruned parameter an ordinary one, with its zeros.

        Parameters
        ----------
        module : Module
            The module that is changed.

        Raises
        ------
        AssertionError
            If the module is not pruned by this method.

        Examples
        --------
        >>> from torch.nn.utils import prune
        >>> layer = torch.nn.Linear(2, 1)
        >>> prune.L1Unstructured.apply(layer, "weight", 1).remove(layer)
        >>> int((layer.weight == 0).sum())
        1
        """
        assert self._tensor_name is not None, f"Module {module} has to be pruned            before pruning can be removed"
        name = self._tensor_name
        weight = self.apply_mask(module)
        if hasattr(module, name):
            delattr(module, name)
        original = module._parameters.pop(name + "_orig")
        original.data = weight.data
        del module._buffers[name + "_mask"]
        module.register_parameter(name, original)


def _pop_pruning_method(module: Module, name: str) -> Any:
    """Remove the hook that prunes this parameter from the module, and return it, or None."""
    for key, hook in list(module._forward_pre_hooks.items()):
        if isinstance(hook, BasePruningMethod) and hook._tensor_name == name:
            del module._forward_pre_hooks[key]
            return hook
    return None


class PruningContainer(BasePruningMethod):
    """Several methods on one parameter; each considers what the earlier ones have left.

    Parameters
    ----------
    *args : BasePruningMethod
        The methods, all for the same parameter.

    References
    ----------
    PyTorch: ``torch.nn.utils.prune.PruningContainer``.

    Examples
    --------
    >>> from torch.nn.utils import prune
    >>> layer = torch.nn.Linear(4, 1)
    >>> layer = prune.l1_unstructured(layer, "weight", 1)
    >>> layer = prune.l1_unstructured(layer, "weight", 1)
    >>> int(layer.weight_mask.sum())
    2
    """

    def __init__(self, *args: Any) -> None:
        self._pruning_methods: tuple[BasePruningMethod, ...] = ()
        if len(args) == 1:
            self._tensor_name = args[0]._tensor_name
        for method in args:
            self.add_pruning_method(method)

    def add_pruning_method(self, method: Any) -> None:
        """Add a method.

        Parameters
        ----------
        method : BasePruningMethod
            For the same parameter.

        Raises
        ------
        TypeError
            If it is not a pruning method.
        ValueError
            If it is for another parameter.

        Examples
        --------
        >>> from torch.nn.utils import prune
        >>> container = prune.PruningContainer()
        >>> method = prune.L1Unstructured(1)
        >>> method._tensor_name = "weight"
        >>> container._tensor_name = "weight"
        >>> container.add_pruning_method(method)
        >>> len(container)
        1
        """
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
        """Combine the default mask with that of the last method.

        Parameters
        ----------
        t : Tensor
            The parameter.
        default_mask : Tensor
            The mask of earlier pruning.

        Returns
        -------
        Tensor
            Both masks in one.

        Examples
        --------
        >>> from torch.nn.utils import prune
        >>> layer = torch.nn.Linear(3, 1)
        >>> layer = prune.l1_unstructured(prune.l1_unstructured(layer, "weight", 1), "weight", 1)
        >>> container = next(iter(layer._forward_pre_hooks.values()))
        >>> container.compute_mask(torch.tensor([[1., 2., 3.]]), torch.tensor([[1., 1., 0.]]))
        tensor([[0., 1., 0.]])
        """
        method = self._pruning_methods[-1]
        mask = default_mask.to(dtype=t.dtype)
        if method.PRUNING_TYPE == "unstructured":
            part: Any = mask == 1
        elif method.PRUNING_TYPE == "structured":
            part = _unpruned_channels(mask, method.dim)  # type: ignore[attr-defined]
        elif method.PRUNING_TYPE == "global":
            part = slice(None)
        else:
            raise ValueError(f"Unrecognized PRUNING_TYPE {method.PRUNING_TYPE}")
        new = mask.clone()
        new[part] = method.compute_mask(t[part], default_mask=mask[part]).to(mask.dtype)
        return new


def _unpruned_channels(mask: Any, dim: int) -> Any:
    """An index of the channels that are not pruned altogether."""
    dim %= mask.dim()
    is_kept = mask.sum([d for d in range(mask.dim()) if d != dim]) != 0
    return (*(slice(None),) * dim, is_kept)


class Identity(BasePruningMethod):
    """A method that prunes nothing, but sets up the mask.

    References
    ----------
    PyTorch: ``torch.nn.utils.prune.Identity``.

    Examples
    --------
    >>> from torch.nn.utils import prune
    >>> layer = torch.nn.Linear(2, 1)
    >>> method = prune.Identity.apply(layer, "weight")
    >>> layer.weight_mask
    tensor([[1., 1.]])
    """

    PRUNING_TYPE = "unstructured"

    def compute_mask(self, t: Any, default_mask: Any) -> Any:
        return default_mask

    @classmethod
    def apply(cls, module: Module, name: str) -> Any:  # type: ignore[override]
        return super().apply(module, name)


class RandomUnstructured(BasePruningMethod):
    """A method that prunes elements at random.

    Parameters
    ----------
    amount : int or float
        A number of elements, or a share in [0, 1].

    References
    ----------
    PyTorch: ``torch.nn.utils.prune.RandomUnstructured``.

    Examples
    --------
    >>> from torch.nn.utils import prune
    >>> prune.RandomUnstructured(2).prune(torch.ones(5)).sum()
    tensor(3.)
    """

    PRUNING_TYPE = "unstructured"

    def __init__(self, amount: Any) -> None:
        _validate_pruning_amount_init(amount)
        self.amount = amount

    def compute_mask(self, t: Any, default_mask: Any) -> Any:
        return _prune_elements(ops.rand_like, t, default_mask, self.amount, largest=True)

    @classmethod
    def apply(cls, module: Module, name: str, amount: Any) -> Any:  # type: ignore[override]
        return super().apply(module, name, amount=amount)


class L1Unstructured(BasePruningMethod):
    """A method that prunes the elements of smallest magnitude.

    Parameters
    ----------
    amount : int or float
        A number of elements, or a share in [0, 1].

    References
    ----------
    PyTorch: ``torch.nn.utils.prune.L1Unstructured``.

    Examples
    --------
    >>> from torch.nn.utils import prune
    >>> prune.L1Unstructured(2).prune(torch.tensor([3., -1., 2., -4.]))
    tensor([ 3., -0.,  0., -4.])
    """

    PRUNING_TYPE = "unstructured"

    def __init__(self, amount: Any) -> None:
        _validate_pruning_amount_init(amount)
        self.amount = amount

    def compute_mask(self, t: Any, default_mask: Any) -> Any:
        return _prune_elements(ops.abs, t, default_mask, self.amount, largest=False)

    @classmethod
    def apply(cls, module: Module, name: str, amount: Any, importance_scores: Any = None) -> Any:  # type: ignore[override]
        return super().apply(module, name, amount=amount, importance_scores=importance_scores)


class RandomStructured(BasePruningMethod):
    """A method that prunes whole slices along a dimension, at random.

    Parameters
    ----------
    amount : int or float
        A number of slices, or a share in [0, 1].
    dim : int, default -1
        The dimension.

    References
    ----------
    PyTorch: ``torch.nn.utils.prune.RandomStructured``.

    Examples
    --------
    >>> from torch.nn.utils import prune
    >>> prune.RandomStructured(1, dim=0).prune(torch.ones(3, 2)).sum()
    tensor(4.)
    """

    PRUNING_TYPE = "structured"

    def __init__(self, amount: Any, dim: int = -1) -> None:
        _validate_pruning_amount_init(amount)
        self.amount, self.dim = amount, dim

    def compute_mask(self, t: Any, default_mask: Any) -> Any:
        _check_structured(t, self.dim)
        count = _pruned_count(self.amount, t.shape[self.dim])
        if not count:
            return default_mask
        drawn = ops.rand(t.shape[self.dim])
        return _channel_mask(drawn > ops.sort(drawn)[0][count - 1], t, self.dim) * default_mask

    @classmethod
    def apply(cls, module: Module, name: str, amount: Any, dim: int = -1) -> Any:  # type: ignore[override]
        return super().apply(module, name, amount=amount, dim=dim)


class LnStructured(BasePruningMethod):
    """A method that prunes the slices of smallest norm along a dimension.

    Parameters
    ----------
    amount : int or float
        A number of slices, or a share in [0, 1].
    n : int, float or str
        Order of the norm, as for ``torch.norm``.
    dim : int, default -1
        The dimension.

    References
    ----------
    PyTorch: ``torch.nn.utils.prune.LnStructured``.

    Examples
    --------
    >>> from torch.nn.utils import prune
    >>> prune.LnStructured(1, n=2, dim=0).prune(torch.tensor([[3., 4.], [1., 0.]]))
    tensor([[3., 4.],
            [0., 0.]])
    """

    PRUNING_TYPE = "structured"

    def __init__(self, amount: Any, n: Any, dim: int = -1) -> None:
        _validate_pruning_amount_init(amount)
        self.amount, self.n, self.dim = amount, n, dim

    def compute_mask(self, t: Any, default_mask: Any) -> Any:
        _check_structured(t, self.dim)
        channels = t.shape[self.dim]
        count = _pruned_count(self.amount, channels)
        if not count:
            return default_mask
        others = [d for d in range(t.dim()) if d != self.dim % t.dim()]
        largest = ops.topk(ops.norm(t, p=self.n, dim=others), k=channels - count)[1]
        is_kept = ops.zeros(channels, dtype=ops.ones(1).gt(0).dtype)
        is_kept[largest] = True
        return _channel_mask(is_kept, t, self.dim) * default_mask

    @classmethod
    def apply(cls, module: Module, name: str, amount: Any, n: Any, dim: int, importance_scores: Any = None) -> Any:  # type: ignore[override]
        return super().apply(module, name, amount=amount, n=n, dim=dim, importance_scores=importance_scores)


class CustomFromMask(BasePruningMethod):
    """A method that prunes by a given mask.

    Parameters
    ----------
    mask : Tensor
        0 where an element is pruned, else 1.

    References
    ----------
    PyTorch: ``torch.nn.utils.prune.CustomFromMask``.

    Examples
    --------
    >>> from torch.nn.utils import prune
    >>> prune.CustomFromMask(torch.tensor([1, 0])).prune(torch.tensor([3., 4.]))
    tensor([3., 0.])
    """

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


def _prune_elements(score: Any, t: Any, default_mask: Any, amount: Any, *, largest: bool) -> Any:
    """The mask without the elements of the largest, or smallest, scores."""
    count = _pruned_count(amount, t.nelement())
    mask = default_mask.clone()
    if count:
        mask.view(-1)[ops.topk(score(t).view(-1), k=count, largest=largest)[1]] = 0
    return mask


def _channel_mask(is_kept: Any, t: Any, dim: int) -> Any:
    shape = [1] * t.dim()
    shape[dim] = -1
    return is_kept.to(t.dtype).view(shape).expand(t.shape)


def _validate_pruning_amount_init(amount: Any) -> None:
    if not isinstance(amount, (int, float, np.integer)):
        raise TypeError(f"Invalid type for amount: {amount}. Must be int or float.")
    whole = isinstance(amount, (int, np.integer))
    if (whole and amount < 0) or (not whole and not 0.0 <= amount <= 1.0):
        raise ValueError(f"amount={amount} should either be a float in the range [0, 1] or a non-negative integer")


def _pruned_count(amount: Any, size: int) -> int:
    """The number of elements to prune."""
    if not isinstance(amount, (int, np.integer)):
        return round(amount * size)
    if amount > size:
        raise ValueError(f"amount={amount} should be smaller than the number of parameters to prune={size}")
    return amount if isinstance(amount, bool) else int(amount)


def _compute_nparams_toprune(amount: Any, tensor_size: int) -> int:
    """The number of elements to prune: `amount` if it is an integer, otherwise that share of `tensor_size`."""
    return int(amount) if isinstance(amount, (int, np.integer)) else round(amount * tensor_size)


def _validate_pruning_amount(amount: Any, tensor_size: int) -> None:
    """Raise ValueError if `amount` is more than the number of elements."""
    _pruned_count(amount, tensor_size)


def _validate_structured_pruning(t: Any) -> None:
    """Raise ValueError for tensors without slices."""
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
    """Set up the mask of a parameter, of ones: ``name_orig`` is trained, ``name`` is its product with ``name_mask``.

    Parameters
    ----------
    module : Module
        The module that is changed.
    name : str
        Name of the parameter within ``module``.

    Returns
    -------
    Module
        The module itself.

    References
    ----------
    PyTorch: ``torch.nn.utils.prune.identity``.

    Examples
    --------
    >>> from torch.nn.utils import prune
    >>> layer = prune.identity(torch.nn.Linear(2, 1), "weight")
    >>> [name for name, _ in layer.named_parameters()]
    ['bias', 'weight_orig']
    """
    Identity.apply(module, name)
    return module


def random_unstructured(module: Module, name: str, amount: Any) -> Module:
    """Prune elements of a parameter at random.

    Parameters
    ----------
    module : Module
        The module that is changed.
    name : str
        Name of the parameter within ``module``.
    amount : int or float
        A number of elements, or a share in [0, 1] of those left.

    Returns
    -------
    Module
        The module itself.

    References
    ----------
    PyTorch: ``torch.nn.utils.prune.random_unstructured``.

    Examples
    --------
    >>> from torch.nn.utils import prune
    >>> layer = prune.random_unstructured(torch.nn.Linear(4, 1), "weight", 0.5)
    >>> int(layer.weight_mask.sum())
    2
    """
    RandomUnstructured.apply(module, name, amount)
    return module


def l1_unstructured(module: Module, name: str, amount: Any, importance_scores: Any = None) -> Module:
    """Prune the elements of a parameter of smallest magnitude.

    Parameters
    ----------
    module : Module
        The module that is changed.
    name : str
        Name of the parameter within ``module``.
    amount : int or float
        A number of elements, or a share in [0, 1] of those left.
    importance_scores : Tensor, optional
        The values that decide instead of the parameter.

    Returns
    -------
    Module
        The module itself.

    References
    ----------
    PyTorch: ``torch.nn.utils.prune.l1_unstructured``.

    Examples
    --------
    >>> from torch.nn.utils import prune
    >>> layer = torch.nn.Linear(3, 1)
    >>> layer.weight.data = torch.tensor([[1., -3., 2.]])
    >>> prune.l1_unstructured(layer, "weight", 1).weight_mask
    tensor([[0., 1., 1.]])
    """
    L1Unstructured.apply(module, name, amount=amount, importance_scores=importance_scores)
    return module


def random_structured(module: Module, name: str, amount: Any, dim: int) -> Module:
    """Prune whole slices of a parameter at random.

    Parameters
    ----------
    module : Module
        The module that is changed.
    name : str
        Name of the parameter within ``module``.
    amount : int or float
        A number of slices, or a share in [0, 1] of those left.
    dim : int
        The dimension along which slices are taken.

    Returns
    -------
    Module
        The module itself.

    References
    ----------
    PyTorch: ``torch.nn.utils.prune.random_structured``.

    Examples
    --------
    >>> from torch.nn.utils import prune
    >>> layer = prune.random_structured(torch.nn.Linear(3, 4), "weight", 0.5, dim=0)
    >>> int(layer.weight_mask[:, 0].sum())
    2
    """
    RandomStructured.apply(module, name, amount, dim)
    return module


def ln_structured(module: Module, name: str, amount: Any, n: Any, dim: int, importance_scores: Any = None) -> Module:
    """Prune the slices of a parameter whose norm is smallest.

    Parameters
    ----------
    module : Module
        The module that is changed.
    name : str
        Name of the parameter within ``module``.
    amount : int or float
        A number of slices, or a share in [0, 1] of those left.
    n : int, float or str
        Order of the norm, as for ``torch.norm``.
    dim : int
        The dimension along which slices are taken.
    importance_scores : Tensor, optional
        The values that decide instead of the parameter.

    Returns
    -------
    Module
        The module itself.

    References
    ----------
    PyTorch: ``torch.nn.utils.prune.ln_structured``.

    Examples
    --------
    >>> from torch.nn.utils import prune
    >>> layer = torch.nn.Linear(2, 2)
    >>> layer.weight.data = torch.tensor([[1., 0.], [3., 4.]])
    >>> prune.ln_structured(layer, "weight", 1, n=2, dim=0).weight_mask
    tensor([[0., 0.],
            [1., 1.]])
    """
    LnStructured.apply(module, name, amount, n, dim, importance_scores=importance_scores)
    return module


def global_unstructured(parameters: Any, pruning_method: Any, importance_scores: Any = None, **kwargs: Any) -> None:
    """Prune elements of several parameters as if they were one vector.

    Parameters
    ----------
    parameters : iterable of tuple
        Pairs of module and name.
    pruning_method : type
        A method of type ``'unstructured'``, such as ``L1Unstructured``.
    importance_scores : dict, optional
        By pair, the values that decide instead of the parameter.
    **kwargs : object
        For the method, such as ``amount``.

    Raises
    ------
    TypeError
        If ``parameters`` are not pairs, or the method is of another type.

    References
    ----------
    PyTorch: ``torch.nn.utils.prune.global_unstructured``.

    Examples
    --------
    >>> from torch.nn.utils import prune
    >>> a, b = torch.nn.Linear(2, 1), torch.nn.Linear(2, 1)
    >>> a.weight.data, b.weight.data = torch.tensor([[1., 2.]]), torch.tensor([[3., 4.]])
    >>> method = prune.L1Unstructured
    >>> prune.global_unstructured([(a, "weight"), (b, "weight")], method, amount=2)
    >>> a.weight_mask, b.weight_mask
    (tensor([[0., 0.]]), tensor([[1., 1.]]))
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
    """Prune a parameter by a given mask.

    Parameters
    ----------
    module : Module
        The module that is changed.
    name : str
        Name of the parameter within ``module``.
    mask : Tensor
        0 where an element is pruned, else 1.

    Returns
    -------
    Module
        The module itself.

    References
    ----------
    PyTorch: ``torch.nn.utils.prune.custom_from_mask``.

    Examples
    --------
    >>> from torch.nn.utils import prune
    >>> layer = prune.custom_from_mask(torch.nn.Linear(2, 1), "bias", torch.zeros(1))
    >>> layer.bias_mask
    tensor([0.])
    """
    CustomFromMask.apply(module, name, mask)
    return module


def remove(module: Module, name: str) -> Module:
    """Make pruning permanent: the parameter becomes an ordinary one, with its zeros.

    Parameters
    ----------
    module : Module
        The module that is changed.
    name : str
        Name of the parameter within ``module``.

    Returns
    -------
    Module
        The module itself.

    Raises
    ------
    ValueError
        If the parameter is not pruned.

    References
    ----------
    PyTorch: ``torch.nn.utils.prune.remove``.

    Examples
    --------
    >>> from torch.nn.utils import prune
    >>> layer = prune.l1_unstructured(torch.nn.Linear(2, 1), "weight", 1)
    >>> prune.remove(layer, "weight").weight.shape
    torch.Size([1, 2])
    """
    for key, hook in module._forward_pre_hooks.items():
        if isinstance(hook, BasePruningMethod) and hook._tensor_name == name:
            hook.remove(module)
            del module._forward_pre_hooks[key]
            return module
    raise ValueError(f"Parameter '{name}' of module {module} has to be pruned before pruning can be removed")


def is_pruned(module: Module) -> bool:
    """Whether any parameter of a module, or of a submodule, is pruned.

    Parameters
    ----------
    module : Module
        The module.

    Returns
    -------
    bool
        True if so.

    References
    ----------
    PyTorch: ``torch.nn.utils.prune.is_pruned``.

    Examples
    --------
    >>> from torch.nn.utils import prune
    >>> prune.is_pruned(torch.nn.Linear(1, 1))
    False
    """
    return any(isinstance(hook, BasePruningMethod) for _, m in module.named_modules() for hook in m._forward_pre_hooks.values())


