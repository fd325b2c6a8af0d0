"""`torch.ops.aten`: packets and overloads."""
from __future__ import annotations

import copy
import pickle

import pytest

import minitorch_compat as torch
from minitorch_compat.ops import OpOverload, OpOverloadPacket

aten = torch.ops.aten


def test_names():
    assert (str(aten.mm), str(aten.mm.default), repr(aten.mm.default)) == ("aten.mm", "aten.mm.default",
                                                                           "<OpOverload(op='aten.mm', overload='default')>")
    assert aten.add.Tensor.name() == "aten::add.Tensor" and str(aten.mm.default._schema) == "aten::mm(Tensor self, Tensor mat2) -> Tensor"
    assert isinstance(aten.mm, OpOverloadPacket) and isinstance(aten.mm.default, OpOverload) and "Scalar" in aten.add.overloads()


def test_identity():
    assert aten.mm.default is aten.mm.default and len({aten.mm.default, aten.mm.default, aten.mm}) == 2
    assert copy.deepcopy(aten.mm.default) is aten.mm.default and pickle.loads(pickle.dumps(aten.add.Tensor)) is aten.add.Tensor


def test_what_is_not_there():
    for call, text in ((lambda: aten.nothing, "'_OpNamespace' 'aten' object has no attribute 'nothing'"),
                       (lambda: aten.mm.nothing, "The underlying op of 'aten.mm' has no overload name 'nothing'"),
                       (lambda: torch.ops.mine.nothing, "'_OpNamespace' 'mine' object has no attribute 'nothing'")):
        with pytest.raises(AttributeError, match=text):
            call()


def test_calls():
    x = torch.arange(4.0).reshape(2, 2)
    assert aten.add.Tensor(x, x, alpha=2).tolist() == [[0.0, 3.0], [6.0, 9.0]] and aten.sum(x, [1]).tolist() == [1.0, 5.0]
    assert aten.mm.default(self=x, mat2=x).tolist() == (x @ x).tolist() and isinstance(aten.max.dim(x, 1), tuple)
    assert aten.convolution.default(x[None], torch.ones(1, 2, 2), None, [1], [0], [1], False, [0], 1).tolist() == [[[6.0]]]
    y = x.clone()
    assert aten.relu_(y) is y and aten.sin.out(x, out=y) is y


@pytest.mark.parametrize(("call", "text"), [
    (lambda x: aten.mm.default(x), "aten::mm\\(\\) is missing value for argument 'mat2'"),
    (lambda x: aten.mm.default(x, x, x), "expected at most 2 argument\\(s\\) but received 3"),
    (lambda x: aten.mm.default(3, x), "Expected a value of type 'Tensor' for argument 'self' but instead found type 'int'"),
    (lambda x: aten.mm(x, 3), "failed to match any schema"), (lambda x: aten.add.Scalar(x, x), "Expected a value of type 'number'"),
    (lambda x: aten.sum.dim_IntList(x, [0], foo=1), "Unknown keyword argument 'foo' for operator 'aten::sum'")])
def test_arguments_that_do_not_fit(call, text):
    with pytest.raises(RuntimeError, match=text):
        call(torch.ones(2, 2))


@pytest.mark.parametrize("name", ["add", "sub", "subtract", "mul", "multiply", "div", "divide", "true_divide", "floor_divide"])
def test_numbers_for_tensors(name: str) -> None:
    """Ops of arithmetic, by all of their names, take numbers where their schema has tensors."""
    x = torch.tensor([4.0, 6.0])
    packets = getattr(torch.ops.aten, name), getattr(torch.ops.aten, f"{name}_")
    overloads = [getattr(packet, "Tensor" if "Tensor" in packet.overloads() else "default") for packet in packets]
    assert [overload(x.clone(), 2).tolist() for overload in overloads] == [getattr(torch, name)(x, 2).tolist()] * 2


@pytest.mark.parametrize("name", ["remainder", "fmod", "remainder_", "fmod_", "eq", "bitwise_and"])
def test_no_numbers_for_tensors(name: str) -> None:
    """Other ops have overloads for numbers."""
    with pytest.raises(RuntimeError, match="Expected a value of type 'Tensor' for argument 'other'"):
        getattr(torch.ops.aten, name).Tensor(torch.ones(2), 2)


def test_composite_and_plain_forms_take_atens_arguments() -> None:
    aten, x, index = torch.ops.aten, torch.tensor([[0.1, 0.5], [0.4, 0.2]]), torch.tensor([1, 0])
    loss = torch.nn.functional.cross_entropy(x, index, reduction="none", label_smoothing=0.1)
    assert aten.cross_entropy_loss.default(x, index, None, 0, -100, 0.1).equal(loss)
    assert aten.nll_loss(x, index, None, 2).item() == pytest.approx(-0.9) and aten.kl_div.default(x, x.exp(), 2).item() == pytest.approx(
        torch.nn.functional.kl_div(x, x.exp(), reduction="sum").item())
    assert aten.layer_norm.default(x, [2]).equal(torch.nn.functional.layer_norm(x, (2,))) and aten.dropout.default(x, 0.5, False) is x
    assert aten._unsafe_index.Tensor(x, [None, index]).equal(x[:, index]) and aten.pad.default(x, [1, 0]).shape == (2, 3)
    y = x.clone()
    assert aten.gelu_(y) is y and y.equal(torch.nn.functional.gelu(x)) and aten.copy.default(x, y[0]).equal(y[0].expand(2, 2))
    assert aten.sym_size.int(x, 1) == 2 and aten.sym_numel.default(x) == 4 and aten._local_scalar_dense.default(x[0, 1]) == 0.5
    arguments = (x[:, None].log_softmax(-1), torch.tensor([[1]]))
    assert aten.ctc_loss.IntList(*arguments, [2], [1]).equal(aten.ctc_loss.Tensor(*arguments, torch.tensor([2]), torch.tensor([1]), 0, 1))
    with pytest.raises(torch.UnsupportedError):
        aten.resize.default(x, [2])


def test_registered_ops_are_checked() -> None:
    with torch.library._scoped_library("checked", "DEF") as library:
        for name, kernel, keys in (("good", lambda x: x * 2, ("CPU", "Meta", "AutogradCPU")), ("writes", lambda x: x.add_(1) * 2, ("CPU",)),
                                   ("untold", lambda x: x.sin(), ("CPU",)), ("misshapen", lambda x: x.clone(), ("CPU",))):
            library.define(f"{name}(Tensor x) -> Tensor")
            for key in keys:
                library.impl(name, kernel, key)
        library.impl("misshapen", lambda x: x.new_empty(3), "Meta")
        tests, x = ("test_schema", "test_autograd_registration", "test_faketensor"), torch.ones(2, requires_grad=True)

        def failed(name: str) -> dict[str, str]:
            found = torch.library.opcheck(getattr(torch.ops.checked, name), (x,), test_utils=tests, raise_exception=False)
            return {test: str(error) for test, error in found.items() if error != "SUCCESS"}

        assert failed("good") == {}
        assert failed("writes")["test_schema"] == "Argument x is not defined as mutable but was mutated"
        assert "does not have an autograd kernel" in failed("untold")["test_autograd_registration"]
        assert "mismatched tensor metadata: shape" in failed("misshapen")["test_faketensor"]
        with pytest.raises(Exception, match=r"test_schema failed with Argument x") as raised:
            torch.library.opcheck(torch.ops.checked.writes.default, (x,))
        assert type(raised.value).__name__ == "OpCheckError"
        with pytest.raises(torch.UnsupportedError):
            torch.library.opcheck(torch.ops.checked.good, (x,))
        with pytest.raises(ValueError, match="expected test_utils to be subset"):
            torch.library.opcheck(torch.ops.checked.good, (x,), test_utils="nothing")
