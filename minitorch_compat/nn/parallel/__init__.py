"""`torch.nn.parallel`: DistributedDataParallel, and DataParallel, which without a GPU calls the module that it wraps."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..._namespace.modules import recorded_getattr
from ..modules.module import Module

if TYPE_CHECKING:
    from .distributed import DistributedDataParallel

_unavailable = recorded_getattr("torch.nn.parallel")

__all__ = ["DataParallel", "DistributedDataParallel"]


class DataParallel(Module):
    """Wrap a model for several GPUs. Here it only calls the model, whose parameter names begin with ``module.``.

    Parameters
    ----------
    module : Module
        The model.
    device_ids : list of int, optional
        Ignored.
    output_device : int, optional
        Ignored.
    dim : int, default 0
        Dimension of the batch.

    References
    ----------
    PyTorch: ``torch.nn.DataParallel``.

    Examples
    --------
    >>> torch.nn.DataParallel(torch.nn.Linear(2, 3))(torch.ones(1, 2)).shape
    torch.Size([1, 3])
    """

    __module__ = "minitorch_compat.nn.parallel.data_parallel"

    def __init__(self, module: Module, device_ids: Any = None, output_device: Any = None, dim: int = 0) -> None:
        super().__init__()
        self.module = module
        self.device_ids: list[Any] = []

    def forward(self, *inputs: Any, **kwargs: Any) -> Any:
        """Call the model.

        Parameters
        ----------
        *inputs : object
            Passed to the model.
        **kwargs : object
            Passed to the model.

        Returns
        -------
        object
            The result of the model.

        Examples
        --------
        >>> torch.nn.DataParallel(torch.nn.ReLU())(torch.tensor([-1., 1.]))
        tensor([0., 1.])
        """
        return self.module(*inputs, **kwargs)


if not TYPE_CHECKING:  # type checkers must see only the names that exist
    def __getattr__(name: str) -> Any:
        if name == "DistributedDataParallel":
            from .distributed import DistributedDataParallel

            return DistributedDataParallel
        if name == "distributed":
            import importlib

            return importlib.import_module(f"{__name__}.distributed")
        return _unavailable(name)
