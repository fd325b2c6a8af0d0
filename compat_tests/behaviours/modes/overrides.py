"""`__torch_function__`: what handlers are given, who is asked first, what becomes of the answers; subclasses, foreign types, modes."""

from __future__ import annotations

import contextlib
import copy
import importlib
from collections.abc import Iterator
from typing import Any

from .. import refused


def _overrides(torch: Any) -> Any:
    return importlib.import_module(f"{torch.__name__}.overrides")


def _text_of(torch: Any, value: Any) -> Any:
    if isinstance(value, torch.Tensor):
        with torch._C.DisableTorchFunction():
            return f"{type(value).__name__}{list(value.shape)}"
    if isinstance(value, (list, tuple)):
        return type(value)(_text_of(torch, v) for v in value)
    if isinstance(value, dict):
        return {k: _text_of(torch, v) for k, v in value.items()}
    return value if isinstance(value, (int, float, str, bool, type(None))) else type(value).__name__


def _entry(torch: Any, func: Any, types: Any, args: Any, kwargs: Any) -> Any:
    return func.__name__, [t.__name__ for t in types], _text_of(torch, args), _text_of(torch, kwargs)


def _logging_class(torch: Any, log: list[Any]) -> Any:
    class Logged(torch.Tensor):
        @classmethod
        def __torch_function__(cls, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            log.append(_entry(torch, func, types, args, kwargs))
            return super().__torch_function__(func, types, args, kwargs or {})

    return Logged


def _duck_class(torch: Any, log: list[Any], answer: Any = "answer") -> Any:
    class Duck:
        @classmethod
        def __torch_function__(cls, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            log.append(_entry(torch, func, types, args, kwargs))
            return answer

    return Duck


def _logging_mode(torch: Any, log: list[Any], name: str = "mode") -> Any:
    class Mode(_overrides(torch).TorchFunctionMode):
        def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            log.append((name, *_entry(torch, func, types, args, kwargs)))
            return func(*args, **(kwargs or {}))

    return Mode()


def _tensor(torch: Any, cls: Any, *shape: int) -> Any:
    n = 1
    for size in shape:
        n *= size
    return torch.arange(float(n)).reshape(shape).as_subclass(cls)


# Subclasses -----------------------------------------------------------------------------------------------------------------------

def results_of_a_subclass(torch: Any) -> Iterator[Any]:
    """Tensor results of functions, methods and operators on a subclass are of it; numpy(), shape, dtype and lists are not."""
    class Sub(torch.Tensor):
        pass

    x = _tensor(torch, Sub, 2, 3)
    y = torch.ones(2, 3)
    for result in (x + y, y + x, x.sum(), x[0], x.T, torch.sin(x), torch.cat([y, x]), x.max(0), x.split(1), x.detach(), x.data, x.clone(),
                   x.to(torch.float64), torch.nn.functional.relu(x), torch.linalg.norm(x), torch.fft.fft(x), torch.special.expit(x), -x,
                   2 - x, x == y, torch.where(x > 1, x, y), torch.einsum("ij,ij->i", x, y), torch.zeros_like(x), x.new_zeros(2), x.numpy(),
                   x.tolist(), x.shape, x.dtype, torch.stack([x, x]), x.unbind(), x.view(-1), x.reshape(3, 2), x.long(), abs(x), x @ y.T):
        yield type(result).__name__, [type(r).__name__ for r in result] if isinstance(result, (tuple, list)) else None


def printing_of_a_subclass(torch: Any) -> Iterator[Any]:
    """repr shows the subclass by its own name, with grad_fn and inside Parameter; a format specification is refused."""
    class Marked(torch.Tensor):
        pass

    x = _tensor(torch, Marked, 2, 3)
    yield repr(x), repr(x[0]), repr(x.long()), repr(x.requires_grad_() * 2), repr(torch.nn.Parameter(_tensor(torch, Marked, 2)))
    yield repr(_tensor(torch, Marked, 2000)), repr(torch.zeros(0).as_subclass(Marked)), f"{_tensor(torch, Marked, 1)[0]}"
    yield refused(lambda: f"{_tensor(torch, Marked, 1)[0]:.2f}")


def gradients_of_a_subclass(torch: Any) -> Iterator[Any]:
    """Graphs of a subclass end in an alias node, .grad is a plain Tensor and torch.autograd.grad gives the subclass."""
    class Sub(torch.Tensor):
        pass

    x = _tensor(torch, Sub, 3).requires_grad_()
    y = (x * x).sum()
    yield y.grad_fn.name(), type(y).__name__, x.is_leaf, y.requires_grad
    y.backward()
    yield type(x.grad).__name__, x.grad.tolist()
    (g,) = torch.autograd.grad((x * x).sum(), x)
    yield type(g).__name__, g.tolist()
    # PyTorch: ('AliasBackward0', 'Sub', True, True)
    # PyTorch: ('Tensor', [0.0, 2.0, 4.0])
    # PyTorch: ('Sub', [0.0, 2.0, 4.0])


def copies_of_a_subclass(torch: Any) -> Iterator[Any]:
    """copy and Parameter keep a subclass, deepcopy refuses it, and iterating gives rows that are of it."""
    class Sub(torch.Tensor):
        pass

    x = _tensor(torch, Sub, 3)
    yield type(copy.copy(x)).__name__, refused(lambda: copy.deepcopy(x)), type(torch.nn.Parameter(x)).__name__
    yield isinstance(torch.nn.Parameter(x), torch.nn.Parameter), type(torch.as_tensor(x)).__name__, type(torch.tensor(x.tolist())).__name__
    yield hash(x) == id(x), [type(row).__name__ for row in _tensor(torch, Sub, 2, 2)], len(x), 1.0 in x
    # PyTorch: ('Sub', RuntimeError: The default implementation of ..., 'Sub')
    # PyTorch: (True, 'Sub', 'Tensor')
    # PyTorch: (True, ['Sub', 'Sub'], 3, True)


def operators_of_a_subclass(torch: Any) -> Iterator[Any]:
    """Under which function names the operators reach a handler, in which argument order, also from the right-hand side."""
    log: list[Any] = []
    cls = _logging_class(torch, log)
    x, y = _tensor(torch, cls, 2, 2) + 1, torch.ones(2, 2)
    i = _tensor(torch, cls, 2).long()
    log.clear()
    for call in (lambda: x + y, lambda: y + x, lambda: x + 1, lambda: 1 + x, lambda: x - 1, lambda: 1 - x, lambda: y - x, lambda: 2 * x,
                 lambda: x / 2, lambda: 2 / x, lambda: x // 2, lambda: 2 // x, lambda: x % 2, lambda: 2 % x, lambda: x ** 2, lambda: 2 ** x,
                 lambda: y ** x, lambda: x @ y, lambda: y @ x, lambda: -x, lambda: +x, lambda: abs(x), lambda: ~i, lambda: x == y,
                 lambda: y == x, lambda: x != y, lambda: x < y, lambda: y < x, lambda: x >= y, lambda: i & i, lambda: i | 1, lambda: 1 ^ i,
                 lambda: i << 1, lambda: 1 << i, lambda: i >> 1, lambda: len(x), lambda: reversed(x), lambda: 1.0 in x):
        call()
        yield list(log)
        log.clear()


def conversions_to_numbers(torch: Any) -> Iterator[Any]:
    """bool, float, int, complex, index, item and tolist go through the handler; hash does not."""
    log: list[Any] = []
    cls = _logging_class(torch, log)
    x = torch.tensor(3.0).as_subclass(cls)
    i = torch.tensor(3).as_subclass(cls)
    log.clear()
    for call in (lambda: bool(x), lambda: float(x), lambda: int(x), lambda: complex(x), lambda: i.__index__(), lambda: x.item(),
                 lambda: x.tolist(), lambda: hash(x) == id(x)):
        yield call(), list(log)
        log.clear()


def in_place_operators(torch: Any) -> Iterator[Any]:
    """In-place operators reach the handler as add_, sub_ and so on, whether self or only the other side is a subclass."""
    log: list[Any] = []
    cls = _logging_class(torch, log)
    y = torch.ones(2)
    for name in ("__iadd__", "__isub__", "__imul__", "__itruediv__", "__ifloordiv__", "__imod__", "__ipow__"):
        x = _tensor(torch, cls, 2)
        log.clear()
        same = getattr(x, name)(2) is x
        yield same, list(log)
        log.clear()
        getattr(y.clone(), name)(x)
        yield list(log)


def indexing(torch: Any) -> Iterator[Any]:
    """Reading and assigning by index reach the handler once each, also where only the index is of the subclass."""
    log: list[Any] = []
    cls = _logging_class(torch, log)
    x, y = _tensor(torch, cls, 2, 3), torch.ones(2, 3)
    i = torch.tensor([0]).as_subclass(cls)
    log.clear()
    for call in (lambda: x[0], lambda: x[0, 1], lambda: x[:, 1:], lambda: x[..., None], lambda: x[[0, 1]], lambda: y[i], lambda: y[:, i]):
        call()
        yield list(log)
        log.clear()
    x[0] = 1
    y[0] = x[0]
    y[i] = 5
    yield list(log), y


def properties(torch: Any) -> Iterator[Any]:
    """Reading a property calls the handler with its __get__, assigning one with its __set__."""
    log: list[Any] = []
    cls = _logging_class(torch, log)
    x = _tensor(torch, cls, 2, 3)
    log.clear()
    for name in ("shape", "dtype", "device", "layout", "ndim", "grad", "grad_fn", "requires_grad", "is_leaf", "T", "mT", "real", "data",
                 "is_cuda", "nbytes", "itemsize", "output_nr", "_version", "_base", "retains_grad"):
        result = getattr(x, name)
        yield name, type(result).__name__, [entry for entry in log if entry[0] == "__get__"]
        log.clear()
    x.requires_grad = True
    x.grad = torch.ones(2, 3)
    yield [entry[:2] for entry in log]


def what_func_is(torch: Any) -> Iterator[Any]:
    """func is the very object found under the public name, e.g. torch.add for the function and Tensor.add for +."""
    funcs: list[Any] = []

    class Sub(torch.Tensor):
        @classmethod
        def __torch_function__(cls, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            funcs.append(func)
            return None

    x = torch.Tensor._make_subclass(Sub, torch.ones(2, 2))
    F = torch.nn.functional
    pairs = [(lambda: torch.add(x, 1), torch.add), (lambda: x.add(1), torch.Tensor.add), (lambda: x + 1, torch.Tensor.add),
             (lambda: torch.sum(x), torch.sum), (lambda: x.sum(), torch.Tensor.sum), (lambda: F.relu(x), F.relu),
             (lambda: torch.relu(x), torch.relu), (lambda: F.linear(x, x), F.linear), (lambda: x.shape, torch.Tensor.shape.__get__),
             (lambda: torch.linalg.det(x), torch.linalg.det), (lambda: torch.special.expit(x), torch.special.expit),
             (lambda: torch.fft.fft(x), torch.fft.fft), (lambda: torch.cat([x]), torch.cat), (lambda: x[0], torch.Tensor.__getitem__),
             (lambda: 1 - x, torch.Tensor.__rsub__), (lambda: len(x), torch.Tensor.__len__), (lambda: -x, torch.Tensor.neg),
             (lambda: torch.subtract(x, 1), torch.subtract), (lambda: x.absolute(), torch.Tensor.absolute),
             (lambda: F.conv2d(x, x), torch.conv2d), (lambda: torch.norm(x), torch.norm)]
    for call, func in pairs:
        funcs.clear()
        with contextlib.suppress(TypeError):
            call()
        yield len(funcs), funcs[0] == func, funcs[0].__name__


def arguments_by_keyword(torch: Any) -> Iterator[Any]:
    """Handlers get positional and keyword arguments as the caller wrote them, and what Python-level functions fill in."""
    log: list[Any] = []
    cls = _logging_class(torch, log)
    x, y = _tensor(torch, cls, 2, 3), torch.ones(2, 3)
    log.clear()
    F = torch.nn.functional
    for call in (lambda: torch.add(input=x, other=y, alpha=2), lambda: torch.add(x, y, alpha=2), lambda: x.sum(dim=0, keepdim=True),
                 lambda: x.sum(0), lambda: torch.sum(x, 0, True), lambda: torch.sum(x, dim=1), lambda: torch.cat([x, y], dim=1),
                 lambda: torch.cat((x, y)), lambda: F.softmax(x, dim=0), lambda: F.softmax(x, 0), lambda: F.relu(x),
                 lambda: F.dropout(x, 0.0),
                 lambda: F.mse_loss(x, y), lambda: F.cross_entropy(x, y), lambda: torch.split(x, 1, dim=1), lambda: x.split(1),
                 lambda: torch.unsqueeze(x, dim=0), lambda: torch.clamp(x, min=1), lambda: torch.clamp(x, 0, max=1), lambda: x.norm(),
                 lambda: torch.norm(x, p=1), lambda: torch.sin(y, out=x), lambda: torch.max(x, dim=0), lambda: x.view(3, 2),
                 lambda: x.permute(1, 0), lambda: x.expand(2, 2, 3), lambda: torch.reshape(x, (3, 2)), lambda: x.to(torch.float64),
                 lambda: torch.meshgrid(x[0], x[1], indexing="ij"), lambda: torch.nn.init.uniform_(x),
                 lambda: torch.nn.init.constant_(x, 1),
                 lambda: torch.nn.init.zeros_(x), lambda: torch.broadcast_tensors(x, y), lambda: torch.tensordot(x, y, dims=2)):
        call()
        yield list(log)
        log.clear()


def second_tensors(torch: Any) -> Iterator[Any]:
    """A method of a plain tensor asks the handler of a subclass among its other arguments."""
    log: list[Any] = []
    cls = _logging_class(torch, log)
    x, y, m = _tensor(torch, cls, 3), torch.ones(3), torch.tensor([True, False, True]).as_subclass(cls)
    index = torch.tensor([0, 1, 2])
    log.clear()
    for call in (lambda: y.add(x), lambda: y.add(other=x, alpha=2), lambda: y.mul(x), lambda: y.clone().add_(x), lambda: y.clone().copy_(x),
                 lambda: y.masked_fill(m, 0), lambda: y.masked_select(m), lambda: y.where(m, y), lambda: y.dot(x), lambda: y.lerp(x, 0.5),
                 lambda: y.index_put((index,), x), lambda: y.scatter(0, index, x), lambda: y.type_as(x), lambda: y.expand_as(x),
                 lambda: y.view_as(x), lambda: y.maximum(x), lambda: torch.maximum(y, x), lambda: y.eq(x), lambda: y.equal(x),
                 lambda: y.pow(x), lambda: y.div(x + 1), lambda: y.clamp(max=x), lambda: torch.lerp(y, y, x), lambda: y.to(x)):
        call()
        yield list(log)
        log.clear()


def redirecting_a_function(torch: Any) -> Iterator[Any]:
    """A handler that calls implementations of its own, kept in a table by function."""
    handled: dict[Any, Any] = {}

    def implements(*functions: Any) -> Any:
        def register(implementation: Any) -> Any:
            handled.update((function, implementation) for function in functions)
            return implementation

        return register

    class Scaled:
        """The identity matrix of size n, times a number."""

        def __init__(self, n: int, value: float) -> None:
            self.n, self.value = n, value

        @classmethod
        def __torch_function__(cls, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            if func not in handled or not all(issubclass(t, (torch.Tensor, cls)) for t in types):
                return NotImplemented
            return handled[func](*args, **(kwargs or {}))

        def dense(self) -> Any:
            return self.value * torch.eye(self.n)

    @implements(torch.mean)
    def mean(input: Any) -> float:
        return input.value / input.n

    @implements(torch.add, torch.Tensor.add)
    def add(input: Any, other: Any) -> Any:
        if isinstance(input, Scaled) and isinstance(other, Scaled):
            return Scaled(input.n, input.value + other.value)
        return (input.dense() if isinstance(input, Scaled) else input) + (other.dense() if isinstance(other, Scaled) else other)

    @implements(torch.trace)
    def trace(input: Any) -> float:
        return input.n * input.value

    s = Scaled(3, 2.0)
    yield torch.mean(s), torch.trace(s), torch.add(s, s).value, torch.add(s, torch.ones(3, 3)), torch.add(torch.ones(3, 3), s)
    yield torch.ones(3, 3) + s, refused(lambda: torch.sub(s, s)), refused(lambda: torch.nn.functional.relu(s))
    yield refused(lambda: torch.ones(3, 3) * s), refused(lambda: torch.mean(s, dim=0))


def units(torch: Any) -> Iterator[Any]:
    """Values that carry a unit along, multiplied and added."""
    class Quantity(torch.Tensor):
        @staticmethod
        def of(value: Any, unit: str) -> Any:
            out = torch.as_tensor(value).as_subclass(Quantity)
            out.unit = unit
            return out

        @classmethod
        def __torch_function__(cls, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            found = [getattr(a, "unit", "") for a in args if isinstance(a, torch.Tensor)]
            if func in (torch.add, torch.Tensor.add, torch.sub, torch.Tensor.sub) and len(set(found)) > 1:
                raise ValueError(f"{found[0]} and {found[1]} do not add up")
            out = super().__torch_function__(func, types, args, kwargs)
            if isinstance(out, Quantity):
                out.unit = "".join(found) if func in (torch.mul, torch.Tensor.mul) else found[0] if found else ""
            return out

    length, time = Quantity.of([1.0, 2.0], "m"), Quantity.of([3.0, 4.0], "s")
    yield (length + length).unit, (length * time).unit, torch.mul(length, time).unit, length.sum().unit, length[0].unit, (2 * time).unit
    yield refused(lambda: length + time), refused(lambda: torch.sub(length, time)), length * time
    # PyTorch: ('m', 'ms', 'ms', 'm', 'm', 's')
    # PyTorch: (ValueError: m and s do not add up, ValueError: m and s do not add up, Quantity([3., 8.]))


def metadata(torch: Any) -> Iterator[Any]:
    """A tensor that is no tensor itself but has one, with a remark."""
    class Remarked:
        def __init__(self, tensor: Any, remark: str) -> None:
            self.tensor, self.remark = tensor, remark

        @classmethod
        def __torch_function__(cls, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            remarks = [a.remark for a in args if isinstance(a, cls)]
            plain = [a.tensor if isinstance(a, cls) else a for a in args]
            return cls(func(*plain, **(kwargs or {})), "+".join(remarks))

    a, b = Remarked(torch.ones(2), "a"), Remarked(torch.arange(2.0), "b")
    for out in (torch.add(a, b), torch.sub(a, 1), torch.add(torch.ones(2), b), torch.nn.functional.relu(b), torch.sum(b, dim=0),
                torch.matmul(a, b), torch.softmax(b, 0), torch.ones(2) * b):
        yield out.remark, out.tensor


# Who is asked ---------------------------------------------------------------------------------------------------------------------

def order_of_handlers(torch: Any) -> Iterator[Any]:
    """Handlers are asked left to right with subclasses before their bases, each class once, until all have declined."""
    asked: list[str] = []

    def kind(name: str, base: Any = object) -> Any:
        def handler(cls: Any, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            asked.append(f"{name}({', '.join(t.__name__ for t in types)})")
            return NotImplemented

        return type(name, (base,), {"__torch_function__": classmethod(handler)})

    A = kind("A")
    B = kind("B")
    C = kind("C", A)
    S = kind("S", torch.Tensor)
    a, b, c, s, x = A(), B(), C(), torch.Tensor._make_subclass(S, torch.ones(2)), torch.ones(2)
    F = torch.nn.functional
    for call in (lambda: torch.add(a, b), lambda: torch.add(b, a), lambda: torch.add(a, c), lambda: torch.add(c, a),
                 lambda: torch.add(x, s),
                 lambda: torch.add(s, a), lambda: torch.cat([a, b, c]), lambda: F.mse_loss(a, c),
                 lambda: torch.where(a, b, c), lambda: torch.add(a, a), lambda: torch.lerp(x, a, b), lambda: torch.sin(x, out=a),
                 lambda: x + a, lambda: x.add(b), lambda: s.add(a), lambda: s + a, lambda: a + s):
        result = refused(call)
        yield list(asked), result
        asked.clear()


def nobody_answers(torch: Any) -> Iterator[Any]:
    """When all handlers return NotImplemented, operators raise Python's own TypeError and functions name themselves in theirs."""
    class Silent(torch.Tensor):
        @classmethod
        def __torch_function__(cls, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            return NotImplemented

    s = torch.Tensor._make_subclass(Silent, torch.ones(2))
    for call in (lambda: torch.add(s, 1), lambda: s.add(1), lambda: s + 1, lambda: 1 + s, lambda: s - 1, lambda: s * s, lambda: s ** 2,
                 lambda: s == s, lambda: s.shape, lambda: s.sum(), lambda: s[0], lambda: len(s), lambda: repr(s), lambda: torch.sum(s),
                 lambda: torch.nn.functional.relu(s), lambda: torch.norm(s), lambda: s.norm(), lambda: torch.linalg.norm(s),
                 lambda: torch.special.expit(s), lambda: torch.fft.fft(s), lambda: torch.cat([s]), lambda: s.backward(), lambda: float(s),
                 lambda: torch.nn.functional.linear(s, s), lambda: s < 1, lambda: s @ s, lambda: s & s, lambda: torch.einsum("i,i", s, s)):
        yield refused(call)


def foreign_types(torch: Any) -> Iterator[Any]:
    """An object that is no tensor but has a handler is asked by functions, operators, methods and lists that contain it."""
    log: list[Any] = []
    d, x = _duck_class(torch, log)(), torch.ones(2)
    F = torch.nn.functional
    for call in (lambda: torch.sin(d), lambda: torch.add(d, x), lambda: torch.add(x, d), lambda: torch.add(x, d, alpha=2), lambda: x + d,
                 lambda: x - d, lambda: x / d, lambda: x @ d, lambda: x == d, lambda: x < d, lambda: x ** d, lambda: x // d, lambda: x % d,
                 lambda: torch.cat([x, d]), lambda: torch.stack((d, d)), lambda: torch.stack([d, x], dim=1), lambda: F.relu(d),
                 lambda: F.linear(x, d), lambda: F.dropout(d), lambda: F.softmax(d, dim=-1), lambda: F.conv2d(d, x), lambda: F.gelu(d),
                 lambda: torch.linalg.solve(d, x), lambda: torch.fft.rfft(d), lambda: torch.special.erf(d), lambda: torch.mean(d, dim=0),
                 lambda: torch.zeros_like(d), lambda: torch.numel(d), lambda: torch.is_floating_point(d), lambda: torch.where(x > 0, x, d),
                 lambda: torch.sin(x, out=d), lambda: x[d], lambda: x.add(d), lambda: x.copy_(d), lambda: torch.clone(d),
                 lambda: x.where(d, x),
                 lambda: torch.einsum("i,i", x, d), lambda: torch.relu_(d), lambda: torch.allclose(d, x), lambda: torch.result_type(d, 1),
                 lambda: torch.unique(d), lambda: torch.split(d, 1), lambda: torch.tensordot(d, x), lambda: torch.max(d, 0),
                 lambda: F.max_pool2d(d, 2), lambda: F.interpolate(d, scale_factor=2), lambda: F.embedding(d, x),
                 lambda: F.layer_norm(d, (2,)),
                 lambda: F.cross_entropy(d, x), lambda: F.batch_norm(d, x, x), lambda: F.pad(d, (1, 1)), lambda: F.one_hot(d)):
        yield call(), list(log)
        log.clear()


def foreign_types_in_assignment(torch: Any) -> Iterator[Any]:
    """An object with a handler takes over assignments with it as value or index, and += rebinds the name to its answer."""
    log: list[Any] = []
    d, x = _duck_class(torch, log)(), torch.ones(2)
    x[0] = d
    yield list(log), x
    log.clear()
    x[d] = 1
    yield list(log), x
    log.clear()
    x += d
    yield x, list(log)
    # PyTorch: ([('__setitem__', ['Duck'], ('Tensor[2]', 0, 'Duck'), None)], tensor([1., 1.]))
    # PyTorch: ([('__setitem__', ['Duck'], ('Tensor[2]', 'Duck', 1), None)], tensor([1., 1.]))
    # PyTorch: ('answer', [('add_', ['Duck'], ('Tensor[2]', 'Duck'), None)])
    # PyTorch: memory in common: 0 and 1


def disabled_handlers(torch: Any) -> Iterator[Any]:
    """Classes with the disabled handler give plain tensors; DisableTorchFunction and its subclass form silence all handlers."""
    log: list[Any] = []
    cls = _logging_class(torch, log)

    class Off(torch.Tensor):
        __torch_function__ = torch._C._disabled_torch_function_impl

    x, y = _tensor(torch, cls, 2), torch.ones(2).as_subclass(Off)
    log.clear()
    yield type(y + 1).__name__, type(torch.sin(y)).__name__, type(y.clone()).__name__
    with torch._C.DisableTorchFunctionSubclass():
        yield type(x + 1).__name__, type(torch.sin(x)).__name__, x.shape, torch._C._is_torch_function_enabled()
    with torch._C.DisableTorchFunction():
        yield type(x + 1).__name__, torch._C._is_torch_function_enabled()
    yield list(log), torch._C._is_torch_function_enabled(), type(x + y).__name__
    # PyTorch: ('Tensor', 'Tensor', 'Tensor')
    # PyTorch: ('Tensor', 'Tensor', Size(2), False)
    # PyTorch: ('Tensor', False)
    # PyTorch: ([], True, 'Logged')


def methods_of_ones_own(torch: Any) -> Iterator[Any]:
    """Overridden methods run as written, and only the torch calls in them reach the handler."""
    log: list[Any] = []
    base = _logging_class(torch, log)

    class Own(base):
        def double(self) -> Any:
            return self * 2

        def sum(self) -> Any:
            return super().sum() + 1

        @property
        def shape(self) -> Any:
            return tuple(super().shape)

    x = _tensor(torch, Own, 3)
    log.clear()
    yield [type(v).__name__ for v in (x.double(), x.sum(), torch.sum(x), x.shape)]
    yield list(log)


def functions_of_ones_own(torch: Any) -> Iterator[Any]:
    """has_torch_function, handle_torch_function and wrap_torch_function make a function of one's own overridable."""
    o = _overrides(torch)
    log: list[Any] = []
    d, x = _duck_class(torch, log)(), torch.ones(2)

    def twice(a: Any, b: int = 1) -> Any:
        if o.has_torch_function((a,)):
            return o.handle_torch_function(twice, (a,), a, b=b)
        return a * 2 * b

    @o.wrap_torch_function(lambda a: (a,))
    def thrice(a: Any) -> Any:
        return a * 3

    yield twice(x), twice(d), thrice(x), thrice(d), list(log)
    yield o.has_torch_function((x,)), o.has_torch_function((x, d)), o.has_torch_function_unary(d), o.has_torch_function_variadic(x, d)
    yield o.is_tensor_like(x), o.is_tensor_like(d), o.is_tensor_like(1), o.handle_torch_function(torch.neg, (x,), x)


def helpers(torch: Any) -> Iterator[Any]:
    """resolve_name, the lists of overridable and ignored functions and the testing overrides know the standard functions."""
    o = _overrides(torch)
    T, F = torch.Tensor, torch.nn.functional
    for f in (torch.add, T.add, T.shape.__get__, T.requires_grad.__set__, F.relu, torch.fft.fft, torch.linalg.norm, torch.special.erf,
              torch.nn.init.normal_, T.__getitem__, print):
        yield o.resolve_name(f)
    yield [o.is_tensor_method_or_property(f) for f in (T.add, torch.add, T.shape.__get__, F.relu, T.__getitem__)]
    found = o.get_overridable_functions()
    yield torch.add in found[torch], T.add in found[T], F.relu in found[F], torch.zeros in found[torch], found[T.shape] == [T.shape.__get__]
    testing = o.get_testing_overrides()
    yield testing[torch.add](1, 2), testing[T.add](1, 2), torch.add in testing, torch.zeros in testing
    ignored = o.get_ignored_functions()
    yield torch.zeros in ignored, torch.add in ignored, torch.manual_seed in ignored, T.__hash__ in ignored
    yield sorted(o.resolve_name(f) for f in o.get_default_nowrap_functions())


# Modes ----------------------------------------------------------------------------------------------------------------------------

def what_a_mode_sees(torch: Any) -> Iterator[Any]:
    """A mode hears of factory functions and of calls on plain tensors, each with its function, types and arguments."""
    log: list[Any] = []
    x = torch.ones(2, 2)
    F = torch.nn.functional
    mode = _logging_mode(torch, log)
    for call in (lambda: torch.zeros(2), lambda: torch.ones(2, dtype=torch.float64), lambda: torch.tensor([1.0]), lambda: torch.arange(3),
                 lambda: torch.rand(2), lambda: torch.full((2,), 1.0), lambda: torch.empty(1), lambda: torch.eye(2), lambda: torch.randn(2),
                 lambda: torch.linspace(0, 1, 3), lambda: torch.randint(3, (2,)), lambda: torch.randperm(3), lambda: torch.as_tensor([1]),
                 lambda: x + 1, lambda: 1 + x, lambda: x - x, lambda: 2 - x, lambda: x * x, lambda: x / 2, lambda: x @ x, lambda: -x,
                 lambda: x == x, lambda: x ** 2, lambda: x[0], lambda: x.sum(), lambda: x.sum(dim=0), lambda: torch.sum(x, dim=0),
                 lambda: x.shape, lambda: x.dtype, lambda: x.requires_grad, lambda: x.T, lambda: x.dim(), lambda: x.size(),
                 lambda: x.size(0),
                 lambda: x.numel(), lambda: x.is_contiguous(), lambda: x.view(-1), lambda: x.t(), lambda: x.clone(), lambda: x.detach(),
                 lambda: x.tolist(), lambda: bool(x.sum() > 0), lambda: len(x), lambda: x.to(torch.float64),
                 lambda: torch.sin(x), lambda: torch.cat([x, x]), lambda: F.relu(x), lambda: F.softmax(x, dim=0), lambda: F.linear(x, x),
                 lambda: torch.linalg.norm(x), lambda: torch.fft.fft(x), lambda: torch.special.expit(x), lambda: torch.einsum("ij->i", x),
                 lambda: torch.split(x, 1), lambda: torch.can_cast(torch.int32, torch.float32), lambda: torch.zeros_like(x),
                 lambda: x.new_zeros(2), lambda: torch.numel(x), lambda: x.add_(1), lambda: x.zero_(), lambda: torch.get_default_dtype(),
                 lambda: torch.is_tensor(x), lambda: torch.manual_seed(0), lambda: torch.finfo(torch.float32), lambda: hash(x) == id(x)):
        with mode:
            call()
        yield list(log)
        log.clear()


def modes_inside_modes(torch: Any) -> Iterator[Any]:
    """Of nested modes the inner one is called first, and its own call of the function reaches the outer one."""
    log: list[Any] = []
    x = torch.ones(2)
    with _logging_mode(torch, log, "outer"):
        with _logging_mode(torch, log, "inner"):
            x + 1
            torch.zeros(2)
            yield torch._C._len_torch_function_stack(), len(_overrides(torch)._get_current_function_mode_stack())
        torch.nn.functional.relu(x)
    x + 1
    yield [entry[:2] for entry in log], torch._C._len_torch_function_stack()
    # PyTorch: (2, 2)
    # PyTorch: ([('inner', 'add'), ('outer', 'add'), ('inner', 'zeros'), ('outer', 'zeros'), ('outer', 'relu')], 0)


def modes_and_subclasses(torch: Any) -> Iterator[Any]:
    """A mode comes before the handler of a subclass; disabling subclasses leaves it on, disabling all silences both."""
    log: list[Any] = []
    cls = _logging_class(torch, log)
    x = _tensor(torch, cls, 2)
    log.clear()
    with _logging_mode(torch, log):
        y = x + 1
        z = torch.nn.functional.relu(x)
        with torch._C.DisableTorchFunctionSubclass():
            torch.neg(x)
        with torch._C.DisableTorchFunction():
            torch.abs(x)
    yield type(y).__name__, type(z).__name__, list(log)


def modes_that_answer(torch: Any) -> Iterator[Any]:
    """What a mode returns is the result, of any type; NotImplemented with no handler left is an error."""
    o = _overrides(torch)

    class Answer(o.TorchFunctionMode):
        def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            if func is torch.sub:
                return NotImplemented
            return func.__name__ if func in (torch.add, torch.zeros) else func(*args, **(kwargs or {}))

    x = torch.ones(2)
    with Answer():
        yield torch.add(x, x), torch.zeros(2), torch.mul(x, 2)
    with Answer():
        try:
            torch.sub(x, x)
        except TypeError as error:
            text = str(error).split("\n")[0]
    yield text, torch.sub(x, x)
    # PyTorch: ('add', 'zeros', tensor([2., 2.]))
    # PyTorch: ('Multiple dispatch failed for ...', tensor([0., 0.]))


def modes_and_exceptions(torch: Any) -> Iterator[Any]:
    """An exception in a mode's handler leaves the block and takes the mode off the stack."""
    class Failing(_overrides(torch).TorchFunctionMode):
        def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            raise RuntimeError(f"not {func.__name__}")

    x = torch.ones(2)

    def use() -> Any:
        with Failing():
            return x + 1

    yield refused(use), torch._C._len_torch_function_stack(), x + 1
    # PyTorch: (RuntimeError: not add, 0, tensor([2., 2.]))


def modes_that_change_arguments(torch: Any) -> Iterator[Any]:
    """What is made without a dtype becomes double."""
    class Double(_overrides(torch).TorchFunctionMode):
        def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            kwargs = dict(kwargs or {})
            if func in (torch.zeros, torch.ones, torch.full, torch.rand, torch.tensor):
                kwargs.setdefault("dtype", torch.float64)
            return func(*args, **kwargs)

    with Double():
        made = torch.zeros(2), torch.ones(2), torch.full((2,), 1.0), torch.rand(2), torch.tensor([1.0]), torch.zeros(1, dtype=torch.int32)
    yield [str(m.dtype) for m in made], torch.zeros(1).dtype
    # PyTorch: (['torch.float64', 'torch.float64', 'torch.float64', 'torch.float64', 'torch.float64', 'torch.int32'], float32)


def modes_that_count(torch: Any) -> Iterator[Any]:
    """A mode counts the calls of a small network by function, operators under the names of their methods."""
    counts: dict[str, int] = {}

    class Count(_overrides(torch).TorchFunctionMode):
        def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            counts[func.__name__] = counts.get(func.__name__, 0) + 1
            return func(*args, **(kwargs or {}))

    torch.manual_seed(0)
    w, x = torch.randn(3, 2), torch.randn(4, 3)
    with Count():
        for _ in range(3):
            h = torch.tanh(x @ w)
            y = (h * h).mean()
    yield sorted(counts.items()), y
    # PyTorch: ([('matmul', 3), ('mean', 3), ('mul', 3), ('tanh', 3)], tensor(0.5448))


def modes_called_by_hand(torch: Any) -> Iterator[Any]:
    """Entering returns the mode itself, _pop_mode_temporarily hides it, and the base class has no handler to call."""
    log: list[Any] = []
    mode = _logging_mode(torch, log)
    o = _overrides(torch)
    with mode as entered:
        yield entered is mode, o._get_current_function_mode() is mode
        with o._pop_mode_temporarily():
            torch.zeros(1)
        torch.ones(1)
    yield [entry[1] for entry in log], o._get_current_function_mode()
    with o.BaseTorchFunctionMode():
        yield torch.ones(2) + 1
    yield refused(lambda: o.TorchFunctionMode().__torch_function__(torch.add, (), (), {}))
    # PyTorch: (True, True)
    # PyTorch: (['ones'], None)
    # PyTorch: tensor([2., 2.])
    # PyTorch: NotImplementedError:


def redispatching(torch: Any) -> Iterator[Any]:
    """redispatch_function runs the body of a Python function, whose inner call meets the handler and gives plain tensors."""
    o = _overrides(torch)
    log: list[str] = []

    class Sub(torch.Tensor):
        @classmethod
        def __torch_function__(cls, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            log.append(func.__name__)
            return o.redispatch_function(func, types, args, kwargs or {})

    def product(a: Any, b: Any) -> Any:
        if o.has_torch_function((a, b)):
            return o.handle_torch_function(product, (a, b), a, b)
        return a * b + 1

    x = torch.Tensor._make_subclass(Sub, torch.tensor([3.0]))
    y = product(x, x)
    yield type(y).__name__, list(log), type(x + 1).__name__
    # PyTorch: ('Tensor', ['product', 'mul'], 'Tensor')


def modules_with_subclasses(torch: Any) -> Iterator[Any]:
    """Modules hand a subclass through, and its handler hears one call per layer."""
    log: list[Any] = []
    cls = _logging_class(torch, log)
    torch.manual_seed(0)
    model = torch.nn.Sequential(torch.nn.Linear(3, 4), torch.nn.ReLU(), torch.nn.Linear(4, 1))
    x = _tensor(torch, cls, 2, 3)
    log.clear()
    y = model(x)
    yield type(y).__name__, [entry[0] for entry in log]
    # PyTorch: ('Logged', ['linear', 'relu', 'linear'])


def lists_of_tensors(torch: Any) -> Iterator[Any]:
    """Functions that take lists of tensors find a subclass anywhere in them and report once under their own name."""
    log: list[Any] = []
    cls = _logging_class(torch, log)
    x, y = _tensor(torch, cls, 2), torch.ones(2)
    log.clear()
    for call in (lambda: torch.cat([y, x]), lambda: torch.stack([y, y, x]), lambda: torch.hstack((x, y)), lambda: torch.vstack([y, x]),
                 lambda: torch.block_diag(y, x), lambda: torch.cartesian_prod(x, y), lambda: torch.atleast_2d(x),
                 lambda: torch.column_stack([y, x]), lambda: torch.linalg.multi_dot([x, torch.ones(2, 2), y])):
        yield type(call()).__name__, [entry[0] for entry in log]
        log.clear()


def a_plain_method_as_handler(torch: Any) -> Iterator[Any]:
    """A handler that is no class method is still called, with a deprecation warning."""
    class Old:
        def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            return func.__name__

    yield torch.nn.functional.relu(Old()), torch.nn.functional.softmax(Old(), 0)
    # PyTorch: ('relu', 'softmax')
    # PyTorch: DeprecationWarning: Defining your `__torch_function__ as a ...
    # PyTorch: DeprecationWarning: Defining your `__torch_function__ as a ...
