"""Parameters, layers and their tools: copies, prunings, parametrizations, and what refuses."""
from __future__ import annotations

import copy
import io
import pickle

import pytest

import minitorch_compat as torch
from minitorch_compat import nn
from minitorch_compat.nn.attention.flex_attention import flex_attention
from minitorch_compat.nn.utils import parametrize, prune


def test_copies_of_parameters_keep_their_attributes():
    frozen, plain = nn.Parameter(torch.tensor([1.0, 2.0]), requires_grad=False), nn.Parameter(torch.ones(2))
    frozen.note = "kept"
    file = io.BytesIO()
    torch.save(frozen, file)
    file.seek(0)
    for p in (torch.load(file, weights_only=False), pickle.loads(pickle.dumps(frozen))):
        assert type(p) is nn.Parameter and p.tolist() == [1, 2] and not p.requires_grad and p.note == "kept"
    for p in (copy.deepcopy(plain), pickle.loads(pickle.dumps(plain))):
        assert type(p) is nn.Parameter and p.tolist() == [1, 1] and p.requires_grad and not p.__dict__


def test_own_parts_of_a_transformer():
    model = nn.Transformer(4, 2, custom_encoder=lambda source, **options: source * 2,
                           custom_decoder=lambda target, memory, **_: target + memory)
    assert model(torch.ones(2, 1, 4), torch.ones(2, 1, 4)).tolist() == [[[3.0] * 4]] * 2
    encoder, decoder = nn.Identity(), nn.Identity()
    model = nn.Transformer(4, 2, custom_encoder=encoder, custom_decoder=decoder)
    assert model.encoder is encoder and model.decoder is decoder


def test_predictions_are_the_likeliest_classes():
    layer = nn.AdaptiveLogSoftmaxWithLoss(4, 6, [2, 4])
    for x in (torch.zeros(3, 4), torch.ones(3, 4), -torch.ones(2, 4), torch.eye(4) * 50, -torch.eye(4) * 50):
        assert torch.equal(layer.predict(x), layer.log_prob(x).argmax(1))
    with torch.no_grad():
        for heads in ([9.0, 0, 0, 0], [0, 0, 0, 9.0], [0, 0, 9.0, 0]):  # no example in a tail, all in one
            layer.head.weight.copy_(torch.tensor(heads)[:, None].expand(4, 4))
            assert torch.equal(layer.predict(torch.ones(3, 4)), layer.log_prob(torch.ones(3, 4)).argmax(1))


def test_containers_of_prunings():
    layer = nn.Linear(2, 2)
    prune.l1_unstructured(layer, "weight", 1)
    prune.random_unstructured(layer, "weight", 1)
    container = next(iter(layer._forward_pre_hooks.values()))
    assert [type(method).__name__ for method in container] == ["L1Unstructured", "RandomUnstructured"] and len(container) == 2
    mask = torch.tensor([[1.0, 0.0], [1.0, 1.0]])
    for method in (prune.RandomStructured(0, 0), prune.LnStructured(0, 2, 0)):
        assert method.compute_mask(torch.ones(2, 2), mask) is mask


class Sum(nn.Module):
    def forward(self, a, b):
        return a + b

    def right_inverse(self, x):
        return [x / 2, x / 2]


class Raised(nn.Module):
    def forward(self, a):
        return a + 1

    def right_inverse(self, x):
        raise NotImplementedError


class Slotted(nn.Linear):
    __slots__ = ("extra",)


def test_parametrizations_are_copied_and_transferred():
    layer = Slotted(2, 2)
    layer.extra, before = [1], layer.weight.detach().clone()
    parametrize.register_parametrization(layer, "weight", Sum())
    copied = copy.deepcopy(layer)
    assert torch.equal(copied.weight, before) and copied.extra == [1] and copied.extra is not layer.extra
    assert sorted(dict(copied.named_parameters())) == ["bias", "parametrizations.weight.original0", "parametrizations.weight.original1"]
    other = nn.Linear(2, 2)
    parametrize.transfer_parametrizations_and_params(layer, other)
    assert parametrize.is_parametrized(other) and torch.equal(other.weight, layer.weight)
    single, empty = nn.Linear(2, 2, bias=False), nn.Module()
    parametrize.register_parametrization(single, "weight", Raised())
    parametrize.transfer_parametrizations_and_params(single, empty)
    assert list(dict(empty.named_parameters())) == ["parametrizations.weight.original"]


def test_a_parametrization_whose_inverse_is_not_implemented():
    layer = nn.Linear(2, 2)
    before = layer.weight.detach().clone()
    parametrize.register_parametrization(layer, "weight", Raised())
    assert torch.equal(layer.weight, before + 1)
    with pytest.raises(NotImplementedError):
        layer.weight = torch.ones(2, 2)


def test_attention_says_which_argument_is_wrong():
    q = torch.zeros(1, 1, 2, 16)
    for call, words in ((lambda: flex_attention(q[0, 0, 0], q, q), "query.dim: 1, key.dim: 4"),
                        (lambda: flex_attention(q, q[0, 0, 0], q), "query.dim: 4, key.dim: 1"),
                        (lambda: flex_attention(q, q, q[0, 0, 0]), "value.dim: 1"),
                        (lambda: flex_attention(q, q[..., :8], q), "E=16 and E=8"),
                        (lambda: flex_attention(q.to("meta"), q, q), "query.device: meta, key.device: cpu"),
                        (lambda: flex_attention(q, q.to("meta"), q), "query.device: cpu, key.device: meta"),
                        (lambda: flex_attention(q, q, q.to("meta")), "value.device: meta"),
                        (lambda: flex_attention(*[q.to("meta")] * 3), "input tensors on meta device"),
                        (lambda: flex_attention(q.expand(2, 1, 2, 16), *[q.expand(3, 1, 2, 16)] * 2), "Bq=2, and Bkv=3")):
        with pytest.raises(ValueError, match=words):
            call()
    for i in range(3):
        with pytest.raises(NotImplementedError, match="must be 4D"):
            flex_attention(*[q[0] if i == k else q for k in range(3)])
        with pytest.raises(NotImplementedError, match="does not support backward on CPU"):
            flex_attention(*[q.detach().requires_grad_() if i == k else q for k in range(3)])


@pytest.mark.parametrize(("call", "error", "words"), [
    (lambda F, x: F.conv1d(torch.ones(1, 1, 5), torch.ones(1, 1, 3), stride=2, padding="same"), RuntimeError,
     "padding='same' is not supported"),
    (lambda F, x: F.cosine_similarity(x, x, 1.0), TypeError, "argument 'dim'"),
    (lambda F, x: F.embedding(torch.tensor([0]), [1.0]), TypeError, "argument 'weight'"),
    (lambda F, x: F.dropout([1.0]), TypeError, "argument 'input'"),
    (lambda F, x: F.cross_entropy(x, [1, 2]), TypeError, "argument 'target'"),
    (lambda F, x: F.nll_loss(x, torch.tensor([[1], [2]])), RuntimeError, "multi-target not supported"),
    (lambda F, x: F.nll_loss(x, torch.tensor([1, 2]), weight=torch.ones(2)), RuntimeError,
     "weight tensor should be defined either for all"),
    (lambda F, x: F.binary_cross_entropy(x / 2, x.double()), RuntimeError, "Found dtype Double but expected Float"),
    (lambda F, x: F.instance_norm(torch.ones(2, 3, 4), torch.ones(3), None), Exception, "running_mean and running_var"),
    (lambda F, x: F.embedding_bag(torch.tensor([0, 1]), x, torch.tensor([0, 3])), RuntimeError, "offsets.* can not be greater"),
    (lambda F, x: F.pad(x, (5, 1), "circular"), RuntimeError, "wrapping around more than once"),
    (lambda F, x: F.native_channel_shuffle(torch.ones(1, 4, 2, 2, requires_grad=True), 2).sum().backward(), RuntimeError,
     "derivative for aten::native_channel_shuffle is not implemented")])
def test_refused_arguments_of_functions(call, error, words):
    with pytest.raises(error, match=words):
        call(nn.functional, torch.ones(2, 3))


def test_names_that_modules_do_not_have():
    for name in ("common_types", "utils", "modules", "functional", "init", "parameter"):
        with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
            getattr(getattr(nn, name), "nothing")  # noqa: B009 (a name that checkers know to be missing)


def test_wrong_numbers_of_recurrent_weights():
    x, h, weights = torch.ones(2, 1, 4), torch.zeros(1, 1, 3), [torch.ones(9, 4), torch.ones(9, 3)]
    for count, biases, bidirectional, words in ((1, False, False, "incorrect number of RNN parameters"),
                                                (2, True, False, "incorrect number of RNN parameters"),
                                                (4, False, False, "weights in stacked_rnn"), (2, False, True, "weights in stacked_rnn")):
        with pytest.raises(RuntimeError, match=words):
            torch.gru(x, h, (weights * 2)[:count], biases, 1, 0.0, False, bidirectional, False)
    with pytest.raises(RuntimeError, match="lstm expects two hidden states"):
        torch.lstm(x, (h,), weights, False, 1, 0.0, False, False, False)
