"""Names, most of them private, that libraries written for PyTorch import and call."""
from __future__ import annotations

import collections
import importlib
import io
import pickle
from collections.abc import Iterator
from typing import Any

from .._autograd import tried


def products_by_old_names(torch: Any) -> Iterator[Any]:
    """The old names dsmm, spmm and hsmm multiply sparse with dense matrices as mm does."""
    for f in (torch.dsmm, torch.spmm):
        sparse = torch.tensor([[0.0, 2.0], [1.0, 0.0]]).to_sparse()
        dense = torch.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
        product = f(sparse, dense)
        product.sum().backward()
        yield f.__name__, product.detach(), product.grad_fn.name(), dense.grad, f(dense.detach(), dense.detach())
        yield f(sparse, dense.detach(), out=torch.empty(2, 2)), tried(lambda f=f, d=dense: f(d, torch.ones(3, 2)))  # type: ignore[misc]
    hybrid = torch.hsmm(sparse, torch.ones(2, 3))
    yield hybrid.layout, hybrid.sparse_dim(), hybrid.to_dense(), tried(lambda: torch.hsmm(torch.ones(2), torch.ones(2)))[0]
    # PyTorch: ('dsmm', tensor([[6., 8.], [1., 2.]]), 'MmBackward0', tensor([[1., 1.], [2., 2.]]), tensor([[7., 10.], [15., 22.]]))
    # PyTorch: (tensor([[6., 8.], [1., 2.]]), ('RuntimeError', 'mat1 and mat2 shapes cannot be ...'))
    # PyTorch: ('spmm', tensor([[6., 8.], [1., 2.]]), 'MmBackward0', tensor([[1., 1.], [2., 2.]]), tensor([[7., 10.], [15., 22.]]))
    # PyTorch: (tensor([[6., 8.], [1., 2.]]), ('RuntimeError', 'mat1 and mat2 shapes cannot be ...'))
    # PyTorch: (sparse_coo, 1, tensor([[2., 2., 2.], [1., 1., 1.]]), 'NotImplementedError')


def fills_without_a_history(torch: Any) -> Iterator[Any]:
    """The private fills of nn.init change a parameter in place without history and return it."""
    init = torch.nn.init
    for name, arguments in (("uniform", (-1.0, 1.0)), ("normal", (0.0, 1.0)), ("trunc_normal", (0.0, 1.0, -2.0, 2.0)), ("fill", (3.0,)),
                            ("zero", ())):
        torch.manual_seed(0)
        parameter = torch.nn.Parameter(torch.ones(5))
        yield name, getattr(init, f"_no_grad_{name}_")(parameter, *arguments) is parameter, parameter
    # PyTorch: ('uniform', True, Parameter containing: tensor([-0.0075, 0.5364, -0.8230, -0.7359, -0.3852], requires_grad=True))
    # PyTorch: ('normal', True, Parameter containing: tensor([1.5410, -0.2934, -2.1788, 0.5684, -1.0845], requires_grad=True))
    # PyTorch: ('trunc_normal', True, Parameter containing: tensor([1.5410, -0.2934, 0.8380, 0.5684, -1.0845], requires_grad=True))
    # PyTorch: ('fill', True, Parameter containing: tensor([3., 3., 3., 3., 3.], requires_grad=True))
    # PyTorch: ('zero', True, Parameter containing: tensor([0., 0., 0., 0., 0.], requires_grad=True))


def containers_taken_apart(torch: Any) -> Iterator[Any]:
    """The private pytree helpers flatten namedtuples, defaultdicts and deques with keys and rebuild them."""
    pytree = torch.utils._pytree
    pair = collections.namedtuple("pair", "a b")
    cases = {"namedtuple": pair(1, 2), "defaultdict": collections.defaultdict(int, {"a": 1}), "deque": collections.deque([1, 2], 3)}
    for name, container in cases.items():
        members, context = getattr(pytree, f"_{name}_flatten")(container)
        keyed, _ = getattr(pytree, f"_{name}_flatten_with_keys")(container)
        yield name, members, keyed, getattr(pytree, f"_{name}_unflatten")([3, 4][: len(members)], context)
    # PyTorch: ('namedtuple', [1, 2], [(GetAttrKey, 1), (GetAttrKey, 2)], pair(3, 4))
    # PyTorch: ('defaultdict', [1], [(MappingKey, 1)], {a: 3})
    # PyTorch: ('deque', [1, 2], [(SequenceKey, 1), (SequenceKey, 2)], deque)


def _lbfgs(torch: Any) -> Any:
    """The module, which is no attribute of the one around it."""
    return importlib.import_module(f"{torch.optim.__spec__.name}.lbfgs")


def line_search_by_itself(torch: Any) -> Iterator[Any]:
    """The strong Wolfe search of LBFGS, called alone, tries the same steps under various limits."""
    tried_at: list[float] = []

    def valley(x: Any, t: Any, d: Any) -> tuple[float, Any]:
        y = (x + t * d).detach().requires_grad_()
        loss = (y**4).sum() + (y[0] - 3) ** 2 * 5 + torch.cos(3 * y).sum()
        tried_at.append(float(t))
        return loss.item(), torch.autograd.grad(loss, y)[0]

    x = torch.tensor([2.0, -1.0, 0.5], dtype=torch.float64)
    loss, grad = valley(x, 0.0, torch.zeros_like(x))
    for t in (1.0, 0.01, 20.0, torch.tensor(20.0)):
        for limits in ({}, {"max_ls": 3}, {"max_ls": 0}, {"c1": 1e-3, "c2": 0.5}, {"tolerance_change": 1.0}):
            tried_at.clear()
            found = _lbfgs(torch)._strong_wolfe(valley, x, t, -grad, loss, grad, -grad.dot(grad), **limits)
            yield limits, [float(part) if n != 1 else part.tolist() for n, part in enumerate(found)], list(tried_at)
            yield [type(part).__name__ for part in found]


def minima_of_cubics(torch: Any) -> Iterator[Any]:
    """The cubic interpolation of LBFGS finds the same minimum, clipped to bounds or bisected without one."""
    interpolate = _lbfgs(torch)._cubic_interpolate
    for points in ((0.0, 1.0, -1.0, 1.0, 0.5, 3.0), (1.0, 2.0, 5.0, 0.2, 1.0, -2.0), (0.0, 1.0, -1.0, 1.0, 2.0, 0.0),
                   (0.0, 0.0, 1.0, 1.0, 2.0, 1.0)):
        x1, f1, g1, x2, f2, g2 = points
        for bounds in (None, (0.3, 0.5)):
            found = interpolate(x1, f1, torch.tensor(g1), x2, f2, torch.tensor(g2), bounds=bounds)
            yield bounds, found, type(found).__name__


def modules_with_other_parameters(torch: Any) -> Iterator[Any]:
    """Parameters are exchanged within a context and put back after it, also when it raises."""
    exchanged = torch.nn.utils.stateless._reparametrize_module
    module, others = torch.nn.Linear(2, 2), {"weight": torch.ones(2, 2, requires_grad=True)}
    own, x = module.weight, torch.tensor([1.0, 2.0])
    with exchanged(module, others):
        yield module.weight is others["weight"], [name for name, _ in module.named_parameters()]
        (module(x) - module.bias).sum().backward()
    yield module.weight is own, own.grad, others["weight"].grad

    def fail(named: dict[str, Any], **options: Any) -> None:
        with exchanged(module, named, **options):
            raise ValueError("inside")

    yield tried(lambda: fail(others)), module.weight is own, tried(lambda: fail(others, strict=True)), module.weight is own
    # PyTorch: (True, ['weight', 'bias'])
    # PyTorch: (True, None, tensor([[1., 2.], [1., 2.]]))
    # PyTorch: (('ValueError', 'inside'), True, ('RuntimeError', 'Error(s) in reparametrizing for Linear:'), True)


def parameters_read_late(torch: Any) -> Iterator[Any]:
    """What distributions compute when first read: with a history under no_grad, and on the class, where subclasses find it."""
    d = torch.distributions
    p = torch.tensor([0.3, 0.7], requires_grad=True)
    bernoulli, normal = d.Bernoulli(p), d.MultivariateNormal(torch.zeros(2), torch.diag(p))
    with torch.no_grad():
        for read in (bernoulli.logits, normal.scale_tril, normal.precision_matrix, normal.covariance_matrix):
            yield read.requires_grad, read.tolist()

    class Above(d.MultivariateNormal):  # type: ignore[misc, name-defined]
        @property
        def both(self) -> Any:
            return super().covariance_matrix, super().precision_matrix

        @property
        def broken(self) -> Any:
            return self.missing

    above = Above(torch.zeros(2), scale_tril=2 * torch.eye(2))
    yield [matrix.tolist() for matrix in above.both], repr(above), tried(lambda: above.broken), tried(lambda: normal.nothing)
    for cls, name in ((d.Bernoulli, "probs"), (d.MultivariateNormal, "scale_tril"), (d.Wishart, "covariance_matrix")):
        yield type(getattr(cls, name)).__name__, isinstance(getattr(cls, name), property)


def gradients_nobody_asks_for(torch: Any) -> Iterator[Any]:
    """gradcheck looks at no gradient of what needs none: here the infinite bound of an integral, at which zeros become NaN."""

    class Bounded(torch.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any, bound: Any) -> Any:
            ctx.save_for_backward(bound)
            return x * 2

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            return g * 2, g * ctx.saved_tensors[0]

    x = torch.ones(2, dtype=torch.float64, requires_grad=True)
    bound = torch.full((2,), float("inf"), dtype=torch.float64)
    yield torch.autograd.gradcheck(Bounded.apply, (x, bound)), torch.autograd.gradgradcheck(Bounded.apply, (x, bound))
    # PyTorch: (True, True)


def helpers_of_optimizers(torch: Any) -> Iterator[Any]:
    """The private helpers of optimizers choose implementations, group tensors and view complex ones as real."""
    module = importlib.import_module(f"{torch.optim.__spec__.name}.optimizer")
    p, whole = torch.nn.Parameter(torch.ones(2)), torch.ones(2, dtype=torch.int64)
    for arguments in (([p], False), ([p], False, True), ([p], True, True), ([None], False, True), ([], False), ([whole], False, True)):
        yield module._default_to_fused_or_foreach(*arguments)
    yield module._get_value(torch.tensor(2.0)), module._get_value(3), module._stack_if_compiling([1])
    yield module._to_scalar(torch.ones(1)).shape, module._to_scalar(2)
    yield module._get_scalar_dtype(), module._get_scalar_dtype(True), module._get_capturable_supported_devices()
    yield tried(lambda: module._device_dtype_check_for_fused(whole))[0], module._device_dtype_check_for_fused(p)
    lists = [[torch.ones(2), torch.ones(1).double(), torch.zeros(1)], [torch.ones(1), torch.ones(2).double(), torch.zeros(2)]]
    groups = torch.optim.Optimizer._group_tensors_by_device_and_dtype(lists, with_indices=True)
    yield sorted((str(device), str(dtype), tensors, places) for (device, dtype), (tensors, places) in groups.items())
    numbers, states = [torch.ones(2, dtype=torch.complex64), torch.ones(2)], [torch.zeros(2, dtype=torch.complex64), torch.ones(2)]
    module._view_as_real(numbers, states)
    yield numbers, states

    class Own(torch.optim.Optimizer):
        @module._use_grad_for_differentiable
        def step(self) -> Any:
            return torch.is_grad_enabled()

    yield [Own([p], {"differentiable": wanted}).step() for wanted in (False, True)]
    yield module._disable_dynamo_if_unsupported()(lambda a, state_steps: a)(3, [])


def helpers_of_attention(torch: Any) -> Iterator[Any]:
    """The private helpers of attention make masks, project packed or separate inputs and check shapes."""
    functional, q, w, b = torch.nn.functional, torch.rand(3, 2, 4), torch.rand(12, 4), torch.rand(12)
    k, mask = torch.rand(5, 2, 4), torch.tensor([True, False])
    for arguments in ((None, "m", None, "o", torch.float32), (mask, "m", None, "o", torch.float64),
                      (q, "m", torch.bool, "o", torch.float64), (mask.int(), "m", None, "o", torch.float32),
                      (mask, "m", torch.float32, "o", torch.float16, False)):
        yield tried(lambda a=arguments: functional._canonical_mask(*a))  # type: ignore[misc]
    yield functional._none_or_dtype(None), functional._none_or_dtype(mask), tried(lambda: functional._none_or_dtype(3))
    for keys, values in ((q, q), (k, k), (k, k.clone())):
        yield functional._in_projection_packed(q if keys is not q else keys, keys, values, w, b)
    for biases in ((b[:4], b[4:8], b[8:]), (), (b[:3],)):
        yield tried(lambda b=biases: functional._in_projection(q, k, k, w[:4], w[4:8], w[8:], *b))  # type: ignore[misc]
    yield tried(lambda: functional._in_projection(q, k, k, w[:3], w[4:8], w[8:]))
    yield functional._mha_shape_check(q, k, k, None, None, 2), tried(lambda: functional._mha_shape_check(q[0], k, k, None, None, 2))
    yield functional._check_key_padding_mask(q[:, :, 0], 2, 3), tried(lambda: functional._check_key_padding_mask(q[:, :, 0], 3, 3))
    yield functional._get_softmax_dim("own", 3, 2), functional._get_softmax_dim("own", 2, 2)
    for check, size in ((functional._verify_batch_size, [1, 3]), (functional._verify_batch_size, [2, 3]),
                        (functional._verify_spatial_size, [4, 3, 1]), (functional._verify_spatial_size, [4, 3, 2])):
        yield tried(lambda c=check, s=size: c(s))  # type: ignore[misc]


def gradients_of_softmaxes_by_name(torch: Any) -> Iterator[Any]:
    """The backward formulas of softmax and log_softmax can be called by name and differentiated."""
    g, out = torch.rand(2, 3), torch.rand(2, 3).softmax(1)
    for f in (torch._softmax_backward_data, torch._log_softmax_backward_data):
        for dtype in (torch.float32, torch.float64, torch.bfloat16):
            for dim in (1, -2):
                found = f(g.to(dtype), out.to(dtype), dim, dtype)
                # Differences of like numbers: the last digits are noise.
                yield found.dtype, found.shape, found.double().round(decimals=2 if dtype == torch.bfloat16 else 5)
        x, y = g.clone().requires_grad_(), out.clone().requires_grad_()
        first = f(x, y, 1, torch.float32)
        yield first.grad_fn.name(), [t.double().round(decimals=4) for t in torch.autograd.grad((first ** 2).sum(), (x, y))]
        for arguments in ((g, out, 1, torch.float16), (g, out, 5, torch.float32), (g, out.half(), 1, torch.float32),
                          (1, out, 0, torch.float32), (g, out, "a", torch.float32), (g, out, 1, None),
                          (g.long(), out.long(), 1, torch.int64)):
            yield tried(lambda a=arguments: f(*a))  # type: ignore[misc]


def files_of_the_old_format_by_name(torch: Any) -> Iterator[Any]:
    """The private loader reads files of the old format with pickle and with the safe unpickler."""
    file = io.BytesIO()
    torch.save({"a": torch.ones(2)}, file, _use_new_zipfile_serialization=False)
    for module, options in ((pickle, {}), (torch._weights_only_unpickler, {"encoding": "utf-8"})):
        file.seek(0)
        yield torch.serialization._legacy_load(file, "cpu", module, **options)
    # PyTorch: {a: tensor([1., 1.])}
    # PyTorch: {a: tensor([1., 1.])}


def identities(torch: Any) -> Iterator[Any]:
    """Every tensor has its own _cdata, which cannot be set; a new generator has a fixed seed."""
    x = torch.ones(3)
    p = torch.nn.Parameter(x)
    tensors = [p, x, p.data, x.view(3), p.detach()]
    yield type(p._cdata), p._cdata == p._cdata, len({t._cdata for t in tensors})
    yield tried(lambda: setattr(x, "_cdata", 3))
    yield torch.Generator().initial_seed(), torch.Generator().initial_seed() == torch.initial_seed()
    # PyTorch: (type, True, 5)
    # PyTorch: ('AttributeError', "attribute '_cdata' of ...")
    # PyTorch: (67280421310721, False)


def scans(torch: Any) -> Iterator[Any]:
    """scan carries state along a dimension, and associative_scan combines pairs, both also in reverse."""
    ops = importlib.import_module(f"{torch.__name__}._higher_order_ops")
    scan = importlib.import_module(f"{torch.__name__}._higher_order_ops.scan").scan
    x = torch.arange(10.0).view(5, 2)
    carry, given = scan(lambda c, v: (c + v, c * v), torch.zeros(2), x)
    yield scan is ops.scan, carry.clone(), given.clone()
    carry, given = scan(lambda c, v: ({"h": c["h"] * v.sum()}, v + c["h"].sum()), {"h": torch.ones(1)}, x, dim=1, reverse=True)
    yield carry["h"].clone(), given.clone()
    yield tried(lambda: scan(3, x, x)), tried(lambda: scan(torch.add, (), x)), scan(lambda c, v: (c, v), x, ())[1]
    running = importlib.import_module(f"{torch.__name__}._higher_order_ops.associative_scan").associative_scan
    for reverse in (False, True):
        yield [y.clone() for y in running(lambda a, b: (a[0] * b[0], b[0] * a[1] + b[1]), (x, x + 1), 0, reverse=reverse,
                                          combine_mode="generic")]
    for options in ({}, {"combine_mode": "x"}, {"combine_mode": "generic", "reverse": 1}):
        yield tried(lambda options=options: running(torch.add, x, 0, **options))  # type: ignore[misc]
    yield tried(lambda: running(torch.add, x[:0], 0, combine_mode="generic")), tried(lambda: running(3, x, 0))
