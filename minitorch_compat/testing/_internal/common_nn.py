"""`torch.testing._internal.common_nn`: test cases and references for tests of modules, with tables shorter than PyTorch's."""
# ruff: noqa: F401
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..._namespace.modules import recorded_getattr
from ._case import TestCase
from ._guards import freeze_rng_state, gradcheck, gradgradcheck, is_iterable, set_default_dtype
from ._loss_references import (
    _multilabelmarginloss_reference,
    _multimarginloss_reference,
    cosineembeddingloss_reference,
    cross_entropy_loss_reference,
    ctcloss_reference,
    hingeembeddingloss_reference,
    huberloss_reference,
    kldivloss_reference,
    linear_cross_entropy_loss_reference,
    loss_reference_fns,
    marginrankingloss_reference,
    multilabelmarginloss_reference,
    multimarginloss_reference,
    nllloss_reference,
    nlllossNd_reference,
    smoothl1loss_reference,
    softmarginloss_reference,
    tripletmarginloss_reference,
)
from ._module_checks import (
    CriterionTest,
    InputVariableMixin,
    ModuleTest,
    NewModuleTest,
    NNTestCase,
    TestBase,
    _create_basic_net,
    _test_bfloat16_ops,
    _test_module_empty_input,
    criterion_rows,
    module_rows,
    single_batch_reference_criterion_fn,
    single_batch_reference_fn,
)
from ._skipping import skipIfTorchDynamo

module_tests: list[dict[str, Any]] = module_rows()
criterion_tests: list[dict[str, Any]] = criterion_rows()


def get_new_module_tests() -> list[dict[str, Any]]:
    """Further rows for `NewModuleTest`: none, all of them are in `module_tests`."""
    return []


if not TYPE_CHECKING:  # type checkers must see only the names that exist
    __getattr__ = recorded_getattr("torch.testing._internal.common_nn")
