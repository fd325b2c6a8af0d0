"""The node of packed sequences, and zeros of `elu` below 0."""
from __future__ import annotations

import minitorch_compat as torch
from minitorch_compat.nn.utils.rnn import pack_padded_sequence, pack_sequence


def test_packed_data_has_one_node() -> None:
    x = torch.randn(4, 3, 2, requires_grad=True)
    packed = pack_padded_sequence(x, torch.tensor([4, 2, 1]))
    assert packed.data.grad_fn.name() == "PackPaddedSequenceBackward0" and packed.batch_sizes.grad_fn is None
    assert packed.data.grad_fn.next_functions[0][0].variable is x and packed.data.grad_fn._saved_batch_first is False
    assert packed.data.grad_fn._saved_result1.equal(packed.batch_sizes)
    (packed.data * torch.arange(7.0).unsqueeze(1)).sum().backward()
    assert x.grad[:, :, 0].tolist() == [[0, 1, 2], [3, 4, 0], [5, 0, 0], [6, 0, 0]]
    ordered = pack_padded_sequence(x, torch.tensor([1, 4, 2]), enforce_sorted=False)
    assert ordered.data.grad_fn.next_functions[0][0].name() == "IndexSelectBackward0"
    assert pack_sequence([x[0], x[1, :1]]).data.grad_fn.name() == "PackPaddedSequenceBackward0"
    (g,) = torch.autograd.grad((packed.data ** 3).sum(), x, create_graph=True)
    assert torch.autograd.grad(g.sum(), x)[0][0].allclose(6 * x[0])


def test_zeros_of_elu_have_the_sign_of_their_branch() -> None:
    x = torch.tensor([-1.0, -0.0, 0.0, -200.0])
    for size in (1, 3000):
        given = x.repeat(size)
        assert torch.signbit(torch.nn.functional.elu(given, 0.0))[:4].tolist() == [True, True, False, True]
        assert torch.signbit(torch.nn.functional.elu(given, -1.0))[:4].tolist() == [False, True, False, False]
    assert torch.nn.functional.elu(x.clone(), 0.0, inplace=True).tolist() == [0.0] * 4
