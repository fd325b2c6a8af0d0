"""`torch.fx`. The texts are PyTorch's."""
from __future__ import annotations

import copy
import functools
import inspect
import math
import operator
import pickle
import sys
from collections import namedtuple
from typing import Any, List, Optional  # noqa: UP035

import pytest

import minitorch_compat as torch
from minitorch_compat import fx, nn
from minitorch_compat.fx.experimental.optimization import fuse, remove_dropout
from minitorch_compat.fx.passes.shape_prop import ShapeProp, TensorMetadata
from minitorch_compat.fx.proxy import TraceError
from minitorch_compat.nn import functional as F


@fx.wrap
def helper(x: Any, n: int) -> Any:
    return x * n if n > 1 else x


fx.wrap("len")


class Block(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.lin = nn.Linear(4, 4)
        self.w = nn.Parameter(torch.ones(4))
        self.register_buffer("b", torch.zeros(4))

    def forward(self, x, scale: float = 2.0):  # type: ignore[no-untyped-def]
        y = self.lin(x) * scale + self.w - self.b
        z = F.relu(torch.cat([y, x], dim=1)[:, 1:3])
        first, second = z.chunk(2, dim=-1)
        return {"out": -torch.add(first, second, alpha=3) ** 2, "parts": [first, (second, None)]}

    forward.__annotations__["scale"] = float  # no text, in spite of the import above


class Net(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.seq = nn.Sequential(nn.Linear(4, 4), nn.BatchNorm1d(4))
        self.block = Block()

    def forward(self, x: Any) -> Any:
        return self.block(self.seq(x))


class Small(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.l = nn.Linear(4, 4)

    def forward(self, x: Any, y: Any = None) -> Any:
        return F.relu(self.l(x)).neg() + torch.ones(4)


GRAPH = """graph():
    %x : [num_users=2] = placeholder[target=x]
    %scale : float [num_users=1] = placeholder[target=scale](default=2.0)
    %lin : [num_users=1] = call_module[target=lin](args = (%x,), kwargs = {})
    %mul : [num_users=1] = call_function[target=operator.mul](args = (%lin, %scale), kwargs = {})
    %w : [num_users=1] = get_attr[target=w]
    %add : [num_users=1] = call_function[target=operator.add](args = (%mul, %w), kwargs = {})
    %b : [num_users=1] = get_attr[target=b]
    %sub : [num_users=1] = call_function[target=operator.sub](args = (%add, %b), kwargs = {})
    %cat : [num_users=1] = call_function[target=torch.cat](args = ([%sub, %x],), kwargs = {dim: 1})
    %getitem : [num_users=1] = call_function[target=operator.getitem](args = (%cat, SLICES), kwargs = {})
    %relu : [num_users=1] = call_function[target=torch.nn.functional.relu](args = (%getitem,), kwargs = {inplace: False})
    %chunk : [num_users=2] = call_method[target=chunk](args = (%relu, 2), kwargs = {dim: -1})
    %getitem_1 : [num_users=2] = call_function[target=operator.getitem](args = (%chunk, 0), kwargs = {})
    %getitem_2 : [num_users=2] = call_function[target=operator.getitem](args = (%chunk, 1), kwargs = {})
    %add_1 : [num_users=1] = call_function[target=torch.add](args = (%getitem_1, %getitem_2), kwargs = {alpha: 3})
    %pow_1 : [num_users=1] = call_function[target=operator.pow](args = (%add_1, 2), kwargs = {})
    %neg : [num_users=1] = call_function[target=operator.neg](args = (%pow_1,), kwargs = {})
    return {'out': neg, 'parts': [getitem_1, (getitem_2, None)]}""".replace("SLICES", "(slice(None, None, None), slice(1, 3, None))")

CODE = """


def forward(self, x, scale : float = 2.0):
    lin = self.lin(x)
    mul = lin * scale;  lin = scale = None
    w = self.w
    add = mul + w;  mul = w = None
    b = self.b
    sub = add - b;  add = b = None
    cat = torch.cat([sub, x], dim = 1);  sub = x = None
    getitem = cat[(slice(None, None, None), slice(1, 3, None))];  cat = None
    relu = torch.nn.functional.relu(getitem, inplace = False);  getitem = None
    chunk = relu.chunk(2, dim = -1);  relu = None
    getitem_1 = chunk[0]
    getitem_2 = chunk[1];  chunk = None
    add_1 = torch.add(getitem_1, getitem_2, alpha = 3)
    pow_1 = add_1 ** 2;  add_1 = None
    neg = -pow_1;  pow_1 = None
    return {'out': neg, 'parts': [getitem_1, (getitem_2, None)]}
    """


def test_a_module_is_traced() -> None:
    module = Block()
    traced = fx.symbolic_trace(module)
    assert str(traced.graph) == GRAPH and traced.code == CODE
    x = torch.randn(2, 4)
    assert torch.equal(traced(x, 3.0)["out"], module(x, 3.0)["out"]) and torch.equal(traced(x)["out"], module(x)["out"])
    assert isinstance(traced, nn.Module) and type(traced).__name__ == "Block"
    assert [n for n, _ in traced.named_parameters()] == ["w", "lin.weight", "lin.bias"] and [n for n, _ in traced.named_buffers()] == ["b"]
    assert str(inspect.signature(traced.forward)) == "(x, scale: float = 2.0)"


def test_what_is_inside_of_submodules_is_traced_but_for_those_of_torch() -> None:
    net = Net().eval()
    traced = fx.symbolic_trace(net)
    assert [str(n.target) for n in traced.graph.nodes if n.op in ("call_module", "get_attr")] == [
        "seq.0", "seq.1", "block.lin", "block.w", "block.b"]
    assert [n.name for n in traced.graph.nodes][:4] == ["x", "seq_0", "seq_1", "block_lin"]
    x = torch.randn(3, 4)
    out = traced(x)["out"]
    assert torch.equal(out, net(x)["out"])
    out.sum().backward()
    assert net.block.w.grad is not None  # the parameters are the module's own

    class Whole(fx.Tracer):
        def is_leaf_module(self, m: Any, module_qualified_name: str) -> bool:
            return isinstance(m, Block) or super().is_leaf_module(m, module_qualified_name)

    assert [n.op for n in Whole().trace(net).nodes] == ["placeholder", "call_module", "call_module", "call_module", "output"]
    assert "__call__" in vars(nn.Module) and net(x)["out"].shape == out.shape


def test_functions_constants_and_attributes() -> None:
    def f(x: Any, y: Any) -> Any:
        z = x + y
        z += 1
        return z.relu().sum(dim=0, keepdim=True).shape, torch.stack([z, y]).mean(), torch.zeros(3) + x, 2**x, abs(x), x[..., None]

    code = fx.symbolic_trace(f).code
    for line in ("add = x + y", "add_1 = add + 1;  add = None", "sum_1 = relu.sum(dim = 0, keepdim = True);  relu = None",
                 "getattr_1 = sum_1.shape;  sum_1 = None", "stack = torch.stack([add_1, y]);  add_1 = y = None",
                 "_tensor_constant0 = self._tensor_constant0", "pow_1 = 2 ** x"):
        assert f"    {line}\n" in code
    assert "return _1" in fx.symbolic_trace(nn.Sequential(nn.ReLU(), nn.ReLU())).code
    assert '_0 = getattr(self, "0")(input_1)' in fx.symbolic_trace(nn.Sequential(nn.ReLU())).code


@pytest.mark.parametrize(("function", "error", "phrase"), [
    (lambda x: x if x.sum() > 0 else -x, TraceError, "cannot be used as inputs to control flow"),
    (lambda x: list(x), TraceError, "Proxy object cannot be iterated"),
    (lambda x: x.__len__(), RuntimeError, "'len' is not supported in symbolic tracing by default"),
    (lambda x: int(x), TypeError, "int"),
])
def test_what_cannot_be_traced(function: Any, error: type[Exception], phrase: str) -> None:
    with pytest.raises(error, match=phrase):
        fx.symbolic_trace(function)
    assert isinstance(nn.ReLU()(torch.ones(1)), torch.Tensor)  # nothing is left behind


def test_wrapped_functions_are_noted() -> None:
    traced = fx.symbolic_trace(lambda x: helper(x, 3) + len(x) + math.sqrt(2.0))
    assert [n.target for n in traced.graph.nodes if n.op == "call_function"][:2] == [helper, len]
    assert "len_1 = len(x)" in traced.code and 'torch.fx._symbolic_trace.wrap("len")' in traced.code
    assert torch.equal(traced(torch.ones(2)), torch.ones(2) * 3 + 2 + math.sqrt(2.0))
    assert helper(2, 3) == 6 and len([1]) == 1


def test_concrete_arguments() -> None:
    traced = fx.symbolic_trace(lambda x, flag: x + 1 if flag else x - 1, concrete_args={"flag": True})
    assert "add = x + 1" in traced.code and "def forward(self, x, flag_1):" in traced.code
    assert "flag has been specialized to have value True but got another value" in traced.code
    with pytest.raises(AssertionError, match="specialized"):
        traced(torch.ones(1), False)


def test_graphs_are_edited() -> None:
    module = Small()
    traced = fx.symbolic_trace(module)
    x = torch.randn(2, 4)
    for node in traced.graph.nodes:
        if node.target is F.relu:
            with traced.graph.inserting_after(node):
                new = traced.graph.call_function(torch.tanh, (node.args[0],))
            node.replace_all_uses_with(new)
            traced.graph.erase_node(node)
    traced.graph.lint()
    traced.recompile()
    assert "tanh = torch.tanh(l);  l = None" in traced.code
    assert torch.allclose(traced(x), 1 - torch.tanh(module.l(x)))
    first = next(iter(traced.graph.nodes))
    with pytest.raises(RuntimeError, match="Tried to erase Node x but it still had 1 users in the graph"):
        traced.graph.erase_node(first)
    with pytest.raises(TypeError, match="'immutable_list' object does not support mutation"):
        fx.map_arg([first], lambda n: n.name).append(1)


def test_a_graph_is_made_by_hand() -> None:
    graph = fx.Graph()
    a = graph.placeholder("a")
    b = graph.placeholder("b", type_expr=int, default_value=3)
    total = graph.call_function(torch.add, (a, b))
    graph.get_attr("w")
    graph.output((graph.call_method("neg", (total,)), [a, {"k": b}]))
    graph.lint()
    module = fx.GraphModule({"w": torch.ones(2)}, graph, "Hand")
    out, (same, named) = module(torch.ones(2), b=5)
    assert out.tolist() == [-6, -6] and same.tolist() == [1, 1] and named == {"k": 5}
    assert graph.eliminate_dead_code() and [n.name for n in graph.nodes] == ["a", "b", "add", "neg", "output"]
    proxy = (fx.Proxy(total) * 2).relu()
    assert str(proxy) == "Proxy(relu)" and proxy.node.args[0].target is operator.mul
    assert [n.name for n in graph.find_nodes(op="call_function", target=torch.add)] == ["add"]
    with pytest.raises(AssertionError, match="target must not be None"):
        graph.find_nodes(op="call_function")


def test_interpreters_and_transformers() -> None:
    module = Small()
    traced = fx.symbolic_trace(module)
    seen = []

    class Log(fx.Interpreter):
        def run_node(self, n: Any) -> Any:
            seen.append(n.name)
            return super().run_node(n)

    class Swap(fx.Transformer):
        def call_function(self, target: Any, args: Any, kwargs: Any) -> Any:
            return super().call_function(torch.sigmoid, args[:1], {}) if target is F.relu else super().call_function(target, args, kwargs)

    x = torch.randn(2, 4)
    assert torch.equal(Log(traced).run(x), module(x))
    assert seen == ["x", "y", "l", "relu", "neg", "_tensor_constant0", "add", "output"]
    assert torch.equal(Swap(traced).transform()(x), 1 - torch.sigmoid(module.l(x)))


def test_patterns_are_replaced() -> None:
    module = Small()
    traced = fx.symbolic_trace(module)
    found = fx.replace_pattern(traced, lambda x: F.relu(x).neg(), lambda x: torch.tanh(x))
    assert [m.anchor.name for m in found] == ["neg"]
    x = torch.randn(2, 4)
    assert torch.equal(traced(x), torch.tanh(module.l(x)) + 1)


def test_copies_and_pickles() -> None:
    traced = fx.symbolic_trace(Small())
    x = torch.randn(2, 4)
    for other in (copy.deepcopy(traced), pickle.loads(pickle.dumps(traced)), copy.copy(traced), fx.symbolic_trace(traced)):
        assert torch.equal(other(x), traced(x)) and other.code == traced.code
    assert copy.deepcopy(traced).l is not traced.l
    traced.add_submodule("a.b", nn.ReLU())
    assert isinstance(traced.get_submodule("a.b"), nn.ReLU)
    traced.delete_all_unused_submodules()
    assert [n for n, _ in traced.named_modules()] == ["", "l"]


def test_pickles_are_code_and_state() -> None:
    class Typed(nn.Module):
        def forward(self, x: Any, y: Any = None) -> Any:
            return operator.getitem(x, 0) * float("inf")

        forward.__annotations__ = {"x": torch.Tensor, "y": Optional[int], "return": List[torch.Tensor]}  # noqa: UP006, UP045

    traced = fx.symbolic_trace(Typed())
    function, (state, imports), *_ = traced.__reduce__()
    assert function is fx.graph_module.reduce_graph_module and state["_code"] == traced.code and "_graph" not in state
    assert "minitorch" not in imports
    assert "import torch as torch\n" in imports and "from _operator import getitem as _operator_getitem" in imports
    again = pickle.loads(pickle.dumps(traced))
    assert again.code == traced.code and type(again).__name__ == "GraphModule" and again(torch.ones(2)).isinf().all()


def test_sequences_of_tensors_of_other_classes() -> None:
    pair = namedtuple("pair", "a b")(torch.ones(2), torch.zeros(2))
    assert torch.cat(pair).tolist() == [1, 1, 0, 0] and torch.stack(pair).shape == (2, 2)


class Convolutional(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.c, self.b, self.d, self.l = nn.Conv2d(1, 2, 3), nn.BatchNorm2d(2), nn.Dropout(), nn.Linear(18, 3)

    def forward(self, x: Any) -> Any:
        y = self.d(torch.relu(self.b(self.c(x)))).flatten(1)
        return self.l(y), y.shape, y.chunk(2)


def test_shapes_are_noted_at_nodes() -> None:
    traced = fx.symbolic_trace(Convolutional().eval())
    ShapeProp(traced).propagate(torch.randn(2, 1, 5, 5))
    nodes = {n.name: n.meta for n in traced.graph.nodes}
    assert nodes["b"]["tensor_meta"] == TensorMetadata(
        torch.Size((2, 2, 3, 3)), torch.float32, True, (18, 9, 3, 1), torch.contiguous_format, False, {})
    assert [m.shape for m in nodes["chunk"]["tensor_meta"]] == [(1, 18), (1, 18)] and nodes["chunk"]["type"] is tuple
    assert "tensor_meta" not in nodes["getattr_1"]
    with pytest.raises(RuntimeError, match="ShapeProp error for: node=%c"):
        ShapeProp(traced).propagate(torch.randn(2, 3))


def test_networks_are_fused_for_inference() -> None:
    model = Convolutional().eval()
    model.b.running_mean.uniform_()
    model.b.running_var.uniform_(1, 2)
    fused, without = fuse(model), remove_dropout(model)
    assert [n for n, _ in fused.named_modules()] == ["", "c", "d", "l"] and [n for n, _ in without.named_modules()] == ["", "c", "b", "l"]
    x = torch.randn(2, 1, 5, 5)
    assert torch.allclose(fused(x)[0], model(x)[0], atol=1e-6) and torch.equal(without(x)[0], model(x)[0])


def test_two_values_of_a_pattern_are_two_of_the_graph():
    traced = fx.symbolic_trace(lambda x, y: torch.relu(x + y) * torch.relu(x + x))
    found = fx.replace_pattern(traced, lambda a, b: torch.relu(a + b), lambda a, b: torch.clamp(a - b, min=0))
    assert len(found) == 1 and "x + x" in traced.code and "x - y" in traced.code


def test_collected_arguments_are_one_proxy():
    class Collecting(torch.nn.Module):
        def forward(self, x, *rest, k=1, **named):
            return x + rest[0] * k + named["z"]

    traced = fx.symbolic_trace(Collecting())
    assert "def forward(self, x, k = 1, *rest, **named):" in traced.code and "getitem = _rest[0]" in traced.code
    assert "x.add_(1)" in fx.symbolic_trace(lambda x: x.add_(1).__iadd__(2)).code
    with pytest.raises(fx.proxy.TraceError, match="Proxy object cannot be iterated"):
        fx.symbolic_trace(lambda *args: torch.relu(*args))


def test_decorations_are_traced():
    def plain(x, y=1):
        return x + y

    @functools.wraps(plain)
    def decorated(*args, **kwargs):
        return plain(*args, **kwargs) * 2

    assert torch.fx.symbolic_trace(decorated)(torch.ones(1), 2).tolist() == [6.0]


@pytest.mark.parametrize("name", ["relu", "dropout", "layer_norm", "cross_entropy", "glu", "batch_norm"])
def test_functions_are_traced_as_one_call(name):
    function = getattr(torch.nn.functional, name)
    graph = torch.fx.symbolic_trace(function).graph
    assert [node.target for node in graph.nodes if node.op == "call_function"] == [function]


def test_a_proxy_is_no_data():
    with pytest.raises((TypeError, ValueError, RuntimeError)):
        torch.fx.symbolic_trace(lambda x: torch.tensor(x.shape))


def test_annotations_and_globals_of_generated_code() -> None:
    from collections.abc import Sequence
    from typing import Dict, List, Optional, Tuple  # noqa: UP035 (what older programs write)

    def double(x: torch.Tensor) -> torch.Tensor:
        return x * 2

    kinds = [torch.Tensor, List[int], Optional[Dict[str, torch.Tensor]], int | None, Sequence[int], tuple[int, ...]]  # noqa: UP006, UP045
    graph = fx.Graph()
    inputs = [graph.placeholder(name, kind) for name, kind in zip("abcdef", kinds, strict=True)]
    graph.output(graph.call_method("add", (graph.call_function(double, (inputs[0],)), 1)), Tuple[torch.Tensor, int])  # noqa: UP006
    code = graph.python_code("self")
    # From Python 3.14 on Optional[...] is a union of the same class as `int | None`.
    inner = "typing_Dict[str,torch.Tensor]"
    optional = f"{inner}|NoneType" if sys.version_info >= (3, 14) else f"typing_Union[{inner},NoneType]"
    assert code.src.strip().splitlines()[0] == (
        f"def forward(self, a : torch.Tensor, b : typing_List[int], c : {optional}, "
        "d : int|NoneType, e : collections_abc_Sequence[int], f : tuple[int,_]) -> typing_Tuple[torch.Tensor,int]:")
    space = dict(code.globals)
    exec(code.src, space)
    assert torch.equal(space["forward"](None, torch.ones(2), *[None] * 5), torch.full((2,), 3.0))


def test_hooks_of_changes() -> None:
    traced = torch.fx.symbolic_trace(lambda x: torch.relu(x + 1))
    changes: list[Any] = []
    created, erased = (lambda node: changes.append(("created", node.name))), (lambda node: changes.append(("erased", node.name)))
    traced._register_create_node_hook(created)
    traced._register_erase_node_hook(erased)
    x, add, _, _ = traced.graph.nodes
    traced.graph.erase_node(traced.graph.call_method("neg", (x,)))
    with traced._set_replace_hook(lambda old, new, user: changes.append((old.name, new, user.name))):
        add.replace_all_uses_with(x)
    assert changes == [("created", "neg"), ("erased", "neg"), ("add", "x", "relu")]
    traced._unregister_create_node_hook(created)
    traced.graph.call_method("neg", (x,))
    assert len(changes) == 3
    traced._register_deepcopy_hook(changes.append)
    copied = copy.deepcopy(traced)
    assert changes[3] is copied and copied._erase_node_hooks == [erased]
    assert not pickle.loads(pickle.dumps(traced))._erase_node_hooks
    with pytest.raises(AssertionError, match="must be a callable"):
        traced._register_create_node_hook(3)


def test_own_code_generators_are_run() -> None:
    class OneList(torch.fx.CodeGen):
        def gen_fn_def(self, free_vars: Any, maybe_return_annotation: Any) -> str:
            return f"def forward(self, values: List[torch.Tensor]){maybe_return_annotation}:\n    {', '.join(free_vars)} = values"

        def additional_globals(self) -> Any:
            return [("List", list)]

        def process_inputs(self, *args: Any) -> Any:
            return args[0]

    traced = torch.fx.symbolic_trace(lambda a, b: a + b)
    traced.graph.set_codegen(OneList())
    traced.recompile()
    values = [torch.ones(2), torch.ones(2)]
    for f in (traced, copy.deepcopy(traced), torch.fx.Interpreter(traced).run):
        assert torch.equal(f(values), torch.full((2,), 2.))


def test_changed_code() -> None:
    traced = torch.fx.symbolic_trace(lambda x: x + 1)
    with traced.graph.on_generate_code(lambda before: lambda body: ["x = x * 2\n", *(before(body) if before else body)]):
        traced.recompile()
        assert traced.code == "\n\n\ndef forward(self, x):\n    x = x * 2\n    add = x + 1;  x = None\n    return add\n    "
    assert traced(torch.ones(1)) == 3
    traced.recompile()
    assert traced(torch.ones(1)) == 2


def test_texts_of_nodes() -> None:
    from minitorch_compat.fx.graph import _snake_case
    from minitorch_compat.fx.node import _format_arg, _get_qualified_name, _type_repr

    x = torch.fx.Graph().placeholder("x")
    assert _format_arg([1, (x,), {"a": x}]) == "[1, (%x,), {a: %x}]"
    assert [_get_qualified_name(f) for f in (torch.relu, len, operator.add, torch.cdist)] == ["torch.relu", "len", "_operator.add",
                                                                                              "torch.functional.cdist"]
    assert _type_repr(torch.nn.Linear) == "torch.nn.modules.linear.Linear" and _snake_case("Conv2dReLU") == "conv2d_re_lu"


def test_replacements_bring_their_modules() -> None:
    class Model(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.layer, self.scale = nn.Linear(2, 2), nn.Parameter(torch.ones(2))

        def forward(self, x: Any) -> Any:
            return self.layer(x) * self.scale

    class Pattern(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.layer = nn.Linear(2, 2)

        def forward(self, x: Any) -> Any:
            return self.layer(x)

    class Replacement(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.other, self.shift = nn.Identity(), nn.Parameter(torch.full((2,), 3.))

        def forward(self, x: Any) -> Any:
            return self.other(x) + self.shift

    traced, replacement = fx.symbolic_trace(Model()), Replacement()
    fx.replace_pattern(traced, Pattern(), replacement)
    assert torch.equal(traced(torch.ones(2)), torch.full((2,), 4.))
    assert [name for name, _ in traced.named_parameters()] == ["scale", "shift"] and not hasattr(traced, "layer")
    assert traced.other is not replacement.other and traced.shift is not replacement.shift


def test_linear_layers_are_fused() -> None:
    model = nn.Sequential(nn.Linear(3, 2), nn.BatchNorm1d(2)).train()
    model(torch.rand(8, 3))
    model.eval()
    fused = fuse(model)
    assert [type(m).__name__ for m in fused.children()] == ["Linear"]
    torch.testing.assert_close(fused(torch.ones(1, 3)), model(torch.ones(1, 3)))


def test_the_modules_of_pytorchs_pickles_are_traced_from_their_code() -> None:
    from minitorch_compat.fx.graph_module import reduce_graph_module

    body = {**torch.nn.Sequential(torch.nn.Linear(2, 2), torch.nn.ReLU()).__dict__, "_graphmodule_cls_name": "Net", "tag": 1,
            "_code": 'def forward(self, x, k : int = 2):\n    y = getattr(self, "1")(getattr(self, "0")(x))\n    return torch.add(y, k)\n'}
    module = reduce_graph_module(body, "import torch\nfrom math import inf\nfrom torch import device\n")
    assert type(module).__name__ == "Net" and module.tag == 1
    assert [node.name for node in module.graph.nodes] == ["x", "k", "_0", "_1", "add", "output"]
    assert torch.equal(module(torch.zeros(1, 2)), torch.relu(body["_modules"]["0"].bias).unsqueeze(0) + 2)
