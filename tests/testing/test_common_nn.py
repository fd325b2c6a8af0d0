"""`torch.testing._internal.common_nn`: its references compute what `torch.nn.functional` does; its cases pass and fail rightly."""
from __future__ import annotations

import unittest
from typing import Any

import pytest

import minitorch_compat as torch
from minitorch_compat import nn
from minitorch_compat.nn import functional as F
from minitorch_compat.testing._internal import common_nn
from minitorch_compat.testing._internal.common_nn import CriterionTest, NewModuleTest, NNTestCase, loss_reference_fns


class Case(NNTestCase):
    def _forward(self, module: Any, input: Any) -> Any:
        return module(*input) if isinstance(input, tuple) else module(input)

    def _backward(self, module: Any, input: Any, output: Any, grad_output: Any, create_graph: bool = False) -> Any:
        output.backward(grad_output, retain_graph=True, create_graph=create_graph)
        return input.grad

    def _forward_criterion(self, criterion: Any, input: Any, target: Any, extra_args: Any = None) -> Any:
        return criterion(*(input if isinstance(input, tuple) else (input,)), target, *(extra_args or ()))

    def _get_parameters(self, module: Any) -> tuple[list[Any], list[Any]]:
        parameters = list(module.parameters())
        return parameters, [torch.zeros_like(p) if p.grad is None else p.grad for p in parameters]

    def _zero_grad_parameters(self, module: Any) -> None:
        module.zero_grad()

    def runTest(self) -> None:
        self.layer = nn.Sequential(nn.Linear(3, 2), nn.Tanh()).double()
        torch.set_default_dtype(torch.double)
        try:
            self.check_jacobian(self.layer, torch.randn(2, 3, requires_grad=True))
            with self.assertRaises(AssertionError):
                self.check_jacobian(_Wrong(), torch.randn(3, requires_grad=True))
        finally:
            torch.set_default_dtype(torch.float)


class _Double(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, x: Any) -> Any:
        return 2 * x

    @staticmethod
    def backward(ctx: Any, g: Any) -> Any:
        return 3 * g


class _Wrong(nn.Module):
    def forward(self, x: Any) -> Any:
        return _Double.apply(x)


def _passes(test: Any) -> bool:
    case = Case("runTest")
    case.runTest = lambda: test(case)  # type: ignore[method-assign]
    result = unittest.TestResult()
    case.run(result)
    return not result.failures and not result.errors and result.testsRun == 1


def test_jacobians_are_compared_with_differences() -> None:
    result = unittest.TestResult()
    Case("runTest").run(result)
    assert not result.failures and not result.errors, result


def test_rows_of_modules_and_losses_pass() -> None:
    for given, kind in ((common_nn.module_rows(), NewModuleTest), (common_nn.criterion_rows(), CriterionTest)):
        for row in given:
            test = kind(getattr(nn, row.pop("module_name")), **row)  # type: ignore[arg-type]
            assert _passes(test), test.get_name()


def test_rows_that_are_wrong_fail() -> None:
    assert not _passes(NewModuleTest(_Wrong, input_size=(3,)))
    assert not _passes(NewModuleTest(nn.ReLU, input_size=(3,), reference_fn=lambda x, *_: x + 1))
    assert not _passes(CriterionTest(nn.MSELoss, input_size=(3,), target_size=(3,), reference_fn=lambda x, y, _: (x - y).abs().mean()))
    with pytest.raises(ValueError, match="test_ReLU needs input, input_fn or input_size"):
        NewModuleTest(nn.ReLU)
    assert NewModuleTest(nn.ReLU, desc="small", input_size=(3,)).get_name() == "test_ReLU_small"


@pytest.mark.filterwarnings("ignore:reduction. 'mean' divides")
@pytest.mark.parametrize("r", ["none", "mean", "sum"])
def test_references(r: str) -> None:
    torch.manual_seed(0)
    x, y, z, w, t = torch.randn(5, 4).log_softmax(1), torch.randn(5, 4), torch.randn(5, 4), torch.rand(4), torch.tensor([0, 1, 2, 3, 1])
    signs, classes = y.sign(), torch.tensor([[0, 1, -1, 2], [-1, 1, 2, 3], [3, -1, 0, 0], [0, 1, 2, 3], [2, -1, -1, -1]])
    ones, p, images, places = torch.tensor([1, -1, 1, -1, 1]), torch.rand(5, 4), torch.randn(2, 4, 3), torch.randint(0, 4, (2, 3))
    scores, labels, times, lengths = torch.randn(7, 3, 5).log_softmax(2), torch.randint(1, 5, (3, 3)), [7, 6, 7], [3, 2, 1]
    layer, ref = torch.randn(6, 4), loss_reference_fns
    for found, expected in (
        (F.nll_loss(x, t, w, ignore_index=1, reduction=r), ref["NLLLoss"](x, t, w, 1, r)),
        (F.nll_loss(images, places, w, ignore_index=1, reduction=r), ref["NLLLossNd"](images, places, w, 1, r)),
        (F.cross_entropy(x, t, w, ignore_index=1, reduction=r, label_smoothing=0.1), ref["CrossEntropyLoss"](x, t, w, 1, r, 0.1)),
        (F.cross_entropy(x, p, w, reduction=r, label_smoothing=0.1), ref["CrossEntropyLoss"](x, p, w, reduction=r, label_smoothing=0.1)),
        (F.cross_entropy(F.linear(x, layer), t, reduction=r), ref["LinearCrossEntropyLoss"](x, layer, t, reduction=r)),
        (F.smooth_l1_loss(x, y, reduction=r, beta=0.5), ref["SmoothL1Loss"](x, y, r, 0.5)),
        (F.huber_loss(x, y, reduction=r, delta=0.5), ref["HuberLoss"](x, y, r, 0.5)),
        (F.hinge_embedding_loss(x, signs, reduction=r), ref["HingeEmbeddingLoss"](x, signs, reduction=r)),
        (F.soft_margin_loss(x, signs, reduction=r), ref["SoftMarginLoss"](x, signs, reduction=r)),
        (F.margin_ranking_loss(x, y, signs, 0.3, reduction=r), ref["MarginRankingLoss"](x, y, signs, 0.3, r)),
        (F.multi_margin_loss(x, t, 2, 0.5, w, reduction=r), ref["MultiMarginLoss"](x, t, 2, 0.5, w, r)),
        (F.multilabel_margin_loss(x, classes, reduction=r), ref["MultiLabelMarginLoss"](x, classes, r)),
        (F.multilabel_margin_loss(x[0], classes[0], reduction=r), ref["MultiLabelMarginLoss"](x[0], classes[0], r)),
        (F.cosine_embedding_loss(x, y, ones, 0.2, reduction=r), ref["CosineEmbeddingLoss"](x, y, ones, 0.2, r)),
        (F.triplet_margin_loss(x, y, z, swap=True, reduction=r), ref["TripletMarginLoss"](x, y, z, swap=True, reduction=r)),
        (F.kl_div(x, p, reduction=r), ref["KLDivLoss"](x, p, r)),
        (F.kl_div(x, y, reduction=r, log_target=True), ref["KLDivLoss_log_target"](x, y, r)),
        (F.ctc_loss(scores, labels, times, lengths, reduction=r), ref["CTCLoss"](scores, labels, times, lengths, reduction=r)),
    ):
        torch.testing.assert_close(found, expected)


def test_a_basic_net_has_parameters_and_buffers_at_two_depths() -> None:
    layer, net, both = common_nn._create_basic_net()
    assert type(net.l1) is type(layer) and net.l1 is not layer and repr(net) == "Net(\n  (l1): Layer()\n)"
    assert list(dict(both.named_parameters())) == ["0.dummy_param", "0.l1.layer_dummy_param"]
    assert list(dict(both.named_buffers())) == ["0.dummy_buf", "0.l1.layer_dummy_buf"]
