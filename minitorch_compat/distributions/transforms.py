"""`torch.distributions.transforms`: transforms between values of distributions, with their log-Jacobian determinants."""
from __future__ import annotations

from typing import TYPE_CHECKING

from .._bindings.tensor.tensor import Tensor as Tensor
from .._namespace.names import claim, missing
from ._pointwise_transforms import (
    AbsTransform,
    AffineTransform,
    CumulativeDistributionTransform,
    ExpTransform,
    PowerTransform,
    SigmoidTransform,
    SoftplusTransform,
    TanhTransform,
    _clipped_sigmoid,  # noqa: F401  (libraries name it)
)
from ._structural_transforms import CatTransform, IndependentTransform, ReshapeTransform, StackTransform
from ._transform import ComposeTransform, Transform, _InverseTransform, identity_transform  # noqa: F401  (libraries name the inverse)
from ._vector_transforms import (
    CorrCholeskyTransform,
    LowerCholeskyTransform,
    PositiveDefiniteTransform,
    SoftmaxTransform,
    StickBreakingTransform,
)

__all__ = [
    "AbsTransform", "AffineTransform", "CatTransform", "ComposeTransform", "CorrCholeskyTransform", "CumulativeDistributionTransform",
    "ExpTransform", "IndependentTransform", "LowerCholeskyTransform", "PositiveDefiniteTransform", "PowerTransform", "ReshapeTransform",
    "SigmoidTransform", "SoftmaxTransform", "SoftplusTransform", "StackTransform", "StickBreakingTransform", "TanhTransform", "Transform",
    "identity_transform",
]

claim(globals())
if not TYPE_CHECKING:  # type checkers must see only the names that exist
    __getattr__ = missing("torch.distributions.transforms", __name__)


if TYPE_CHECKING:  # names provided by `__getattr__`
    from ..distributions.distribution import Distribution as Distribution
    from ..distributions.utils import broadcast_all as broadcast_all
    from ..distributions.utils import lazy_property as lazy_property
    from ..distributions.utils import tril_matrix_to_vec as tril_matrix_to_vec
    from ..distributions.utils import vec_to_tril_matrix as vec_to_tril_matrix
    from ..nn._functional.activation import softplus as softplus
    from ..nn._functional.vision import pad as pad
