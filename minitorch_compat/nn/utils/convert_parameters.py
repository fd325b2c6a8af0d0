"""All parameters as one vector, and back."""
from __future__ import annotations

from collections.abc import Iterable

from .._torch import Tensor, ops, typename

__all__ = ["parameters_to_vector", "vector_to_parameters"]


def parameters_to_vector(parameters: Iterable[Tensor]) -> Tensor:
    """Parameters as one vector, one after the other.

    Parameters
    ----------
    parameters : iterable of Tensor
        All on one device.

    Returns
    -------
    Tensor
        One-dimensional, with a `grad_fn`.

    References
    ----------
    PyTorch: ``torch.nn.utils.parameters_to_vector``.

    Examples
    --------
    >>> layer = torch.nn.Linear(2, 3)
    >>> torch.nn.utils.parameters_to_vector(layer.parameters()).shape
    torch.Size([9])
    """
    return ops.cat([p.view(-1) for p in parameters])


def vector_to_parameters(vec: Tensor, parameters: Iterable[Tensor]) -> None:
    """Give parameters the values of a vector: the inverse of ``parameters_to_vector``.

    Parameters
    ----------
    vec : Tensor
        One-dimensional.
    parameters : iterable of Tensor
        Their data become views of it.

    Raises
    ------
    TypeError
        If ``vec`` is not a tensor.

    References
    ----------
    PyTorch: ``torch.nn.utils.vector_to_parameters``.

    Examples
    --------
    >>> layer = torch.nn.Linear(2, 1)
    >>> torch.nn.utils.vector_to_parameters(torch.tensor([1., 2., 3.]), layer.parameters())
    >>> layer.weight.detach(), layer.bias.detach()
    (tensor([[1., 2.]]), tensor([3.]))
    """
    if not isinstance(vec, Tensor):
        raise TypeError(f"expected torch.Tensor, but got: {typename(vec)}")
    start = 0
    for p in parameters:
        end = start + p.numel()
        p.data = vec[start:end].view_as(p).data
        start = end
