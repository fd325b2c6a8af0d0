"""Under vmap, an example that an op does not accept is refused as it is alone: the batch dimension is not one of its dimensions."""
from __future__ import annotations

import pytest

import minitorch_compat as torch
from minitorch_compat.func import vmap

F = torch.nn.functional


@pytest.mark.parametrize("f", [
    torch.tril, torch.triu, torch.det, torch.linalg.cholesky, torch.linalg.svdvals, torch.linalg.inv, torch.linalg.eigvalsh,
    lambda x: torch.linalg.qr(x)[0], lambda x: torch.linalg.slogdet(x)[1], lambda x: torch.cdist(x, x), torch.linalg.pinv])
def test_vectors_are_no_matrices(f):
    with pytest.raises(RuntimeError):
        f(torch.ones(3))
    with pytest.raises(RuntimeError):
        vmap(f)(torch.ones(3, 3))
    with pytest.raises(RuntimeError):
        vmap(vmap(f))(torch.ones(3, 3))


def test_matrices_are_taken():
    x = torch.eye(3).expand(2, 3, 3) * 2
    assert vmap(torch.det)(x).tolist() == [8, 8]
    assert vmap(torch.tril)(torch.ones(2, 2, 2)).tolist() == [[[1, 0], [1, 1]]] * 2
    assert vmap(lambda a: torch.cdist(a, a))(x).shape == (2, 3, 3)


@pytest.mark.parametrize(("f", "shape", "error", "words"), [
    (lambda x: F.layer_norm(x, (3,)), (2, 3, 4), RuntimeError, "Given normalized_shape"),
    (lambda x: F.conv1d(x, torch.ones(1, 1, 1)), (2, 3, 4), RuntimeError, "to have 1 channels, but got 3 channels instead"),
    (lambda x: F.conv_transpose1d(x, torch.ones(1, 1, 1)), (2, 3, 4), RuntimeError, "to have 1 channels, but got 3 channels instead"),
    (lambda x: F.cross_entropy(x, torch.tensor(0)), (2, 3, 4), ValueError, r"batch_size \(3\) to match target batch_size \(0\)"),
    (lambda x: x.narrow(0, 0, 1), (3,), RuntimeError, r"narrow\(\) cannot be applied to a 0-dim tensor"),
    (lambda x: x.trace(), (3, 3), RuntimeError, "expected a matrix, but got tensor with dim 1"),
    (lambda x: F.instance_norm(x), (3,), ValueError, "Expected more than 1 spatial element"),
    (lambda x: torch.trapezoid(x), (3,), IndexError, "tensor has no dimensions")])
def test_shapes_that_do_not_fit(f, shape, error, words):
    with pytest.raises(error, match=words):
        vmap(f)(torch.ones(shape))


def test_gather_from_a_number():
    assert vmap(lambda x: x.gather(0, torch.tensor([0])))(torch.arange(3.0)).tolist() == [[0], [1], [2]]
    assert vmap(lambda x: x.gather(0, torch.tensor(0)))(torch.arange(3.0)).tolist() == [0, 1, 2]


@pytest.mark.parametrize("size", [1, 2])
@pytest.mark.parametrize(("shape", "options", "text"), [
    ((1, 1, 1), {}, r"Calculated padded input size per channel: \(1\). Kernel size: \(2\)"),
    ((1, 1, 4), {"dilation": 0}, "dilation should be greater than zero"),
    ((1, 1, 4), {"groups": 0}, "non-positive groups is not supported"),
    ((1, 1, 4), {"dtype": torch.float64}, "expected scalar type Double but found Float"),
])
def test_convolutions_refuse_under_vmap_what_they_refuse_of_one_example(size, shape, options, text):
    options = dict(options)
    x, w = torch.ones(size, *shape, dtype=options.pop("dtype", torch.float32)), torch.ones(1, 1, 2)
    with pytest.raises(RuntimeError, match=text):
        vmap(lambda x: F.conv1d(x, w, **options))(x)
    with pytest.raises(RuntimeError, match=text):
        vmap(lambda x, w: F.conv1d(x, w, **options))(x, w.expand(size, 1, 1, 2))


def test_transposed_convolutions_check_their_output_padding_under_vmap():
    x, w = torch.ones(2, 1, 1, 3, 3), torch.ones(1, 1, 2, 2)
    with pytest.raises(RuntimeError, match="output padding must be smaller than either stride or dilation"):
        vmap(lambda x: F.conv_transpose2d(x, w, stride=2, output_padding=2))(x)
