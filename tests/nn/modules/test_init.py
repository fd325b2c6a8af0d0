"""nn.init: PyTorch's numbers for PyTorch's seeds."""
from __future__ import annotations

import math

import numpy as np
import pytest

import minitorch_compat as torch
from minitorch_compat.nn import init

# init function, arguments, values that PyTorch 2.13 gives after manual_seed(0) for a 3x2 tensor
SEEDED = [
    (init.uniform_, (-1.0, 2.0), [0.48876977, 1.304665327, -0.734567702, -0.603908539, -0.07773155, 0.902236044]),
    (init.normal_, (1.0, 0.5), [1.770498037, 0.853285551, -0.089394689, 1.284215689, 0.457738817, 0.300702304]),
    (init.xavier_uniform_, (), [-0.008201401, 0.587644517, -0.901600778, -0.806180835, -0.421915472, 0.293751687]),
    (init.xavier_normal_, (2.0,), [1.949223042, -0.371161461, -2.75597477, 0.719015002, -1.371824265, -1.769098759]),
    (init.kaiming_uniform_, (), [-0.012967553, 0.929147542, -1.425555944, -1.274683714, -0.667106926, 0.464462161]),
    (init.kaiming_normal_, (0.0, "fan_out", "relu"),
     [1.25821805, -0.239583701, -1.778974056, 0.464122206, -0.885508776, -1.141948342]),
    (init.trunc_normal_, (), [1.540996075, -0.293428898, -0.719257593, 0.568431258, -1.084522367, -1.398595452]),
    (init.trunc_normal_, (0.0, 1.0, 2.0, 3.0),
     [2.022325754, 2.168859005, 2.088477373, 2.132030487, 2.307422876, 2.373417377]),
    (init.trunc_normal_, (0.0, 1.0, -0.4, 0.6),
     [0.403346837, -0.293428898, 0.370393544, 0.568431258, -0.020879474, 0.182036489]),
    (init.sparse_, (0.5,), [0.0, 0.0, -0.021787893, 0.0, 0.0, -0.013985954]),
    (init.orthogonal_, (), [0.534952521, -0.169930086, -0.756360829, 0.340183824, -0.376488984, -0.924877703]),
]


def seeded(function, *args, shape=(3, 2)):
    torch.manual_seed(0)
    return function(torch.empty(*shape), *args)


@pytest.mark.parametrize(("function", "args", "expected"), SEEDED, ids=[f"{f.__name__}{a}" for f, a, _ in SEEDED])
@pytest.mark.filterwarnings("ignore:mean is more than 2 std")
def test_seeded_values(function, args, expected):
    values = seeded(function, *args).numpy().ravel()
    # orthogonal_ goes through LAPACK, whose last bits depend on the library.
    np.testing.assert_allclose(values, expected, rtol=1e-5 if function is init.orthogonal_ else 3e-7, atol=1e-8)


@pytest.mark.parametrize(("name", "param", "gain"), [
    ("linear", None, 1), ("conv2d", None, 1), ("sigmoid", None, 1), ("tanh", None, 5 / 3), ("relu", None, math.sqrt(2)),
    ("leaky_relu", None, math.sqrt(2 / (1 + 0.01**2))), ("leaky_relu", 0.2, math.sqrt(2 / 1.04)), ("selu", None, 0.75),
])
def test_gain(name, param, gain):
    assert init.calculate_gain(name, param) == gain


def test_constants():
    assert init.ones_(torch.empty(2)).tolist() == [1.0, 1.0]
    assert init.zeros_(torch.ones(2)).tolist() == [0.0, 0.0]
    assert init.constant_(torch.empty(2), 3.5).tolist() == [3.5, 3.5]
    assert init.eye_(torch.empty(2, 3)).tolist() == [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]


def test_dirac_passes_channels_through():
    kernel = init.dirac_(torch.ones(4, 2, 3), groups=2)
    expected = np.zeros((4, 2, 3))
    expected[[0, 2], 0, 1] = expected[[1, 3], 1, 1] = 1
    np.testing.assert_array_equal(kernel.numpy(), expected)


@pytest.mark.parametrize("shape", [(3, 5), (5, 3), (4, 2, 3)])
def test_orthogonal(shape):
    matrix = init.orthogonal_(torch.empty(*shape), gain=2).numpy().reshape(shape[0], -1)
    small = matrix if matrix.shape[0] <= matrix.shape[1] else matrix.T
    np.testing.assert_allclose(small @ small.T, 4 * np.eye(len(small)), atol=1e-5)


def test_truncated_normal_stays_inside():
    for bounds in ((-0.5, 0.5), (2.0, 3.0), (-2.0, 2.0)):
        values = init.trunc_normal_(torch.empty(1000), 0.0, 1.0, *bounds).numpy()
        assert bounds[0] <= values.min() and values.max() <= bounds[1]


def test_fans():
    assert init._calculate_fan_in_and_fan_out(torch.empty(4, 3, 5, 5)) == (75, 100)


def test_in_place_on_a_parameter_that_requires_grad():
    weight = torch.nn.Parameter(torch.zeros(2, 2))
    assert init.uniform_(weight) is weight and weight.grad_fn is None and weight.requires_grad


@pytest.mark.parametrize(("call", "text"), [
    (lambda: init.calculate_gain("gelu"), "Unsupported nonlinearity gelu"),
    (lambda: init.calculate_gain("leaky_relu", True), "negative_slope True not a valid number"),
    (lambda: init.xavier_uniform_(torch.empty(3)), "fewer than 2 dimensions"),
    (lambda: init.kaiming_normal_(torch.empty(3, 2), mode="odd"), "Mode odd not supported"),
    (lambda: init.eye_(torch.empty(3)), "Only tensors with 2 dimensions are supported"),
    (lambda: init.dirac_(torch.empty(3, 2)), "Only tensors with 3, 4, or 5 dimensions are supported"),
    (lambda: init.dirac_(torch.empty(3, 2, 2), 2), "dim 0 must be divisible by groups"),
    (lambda: init.orthogonal_(torch.empty(3)), "Only tensors with 2 or more dimensions are supported"),
    (lambda: init.sparse_(torch.empty(3), 0.5), "Only tensors with 2 dimensions are supported"),
])
def test_refusals(call, text):
    with pytest.raises(ValueError, match=text):
        call()


def test_old_names_warn():
    with pytest.warns(FutureWarning, match="`nn.init.uniform` is now deprecated in favor of `nn.init.uniform_`"):
        init.uniform(torch.empty(2))


def test_empty_tensors_are_left_alone():
    with pytest.warns(UserWarning, match="Initializing zero-element tensors is a no-op"):
        init.kaiming_uniform_(torch.empty(0, 2))
