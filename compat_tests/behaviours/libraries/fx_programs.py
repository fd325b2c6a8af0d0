"""`torch.fx`: what programs do with graphs, by the code that comes out, and by what it gives."""
from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator
from typing import Any

from .. import error_text


def _result_or_error(call: Callable[[], Any]) -> Any:
    try:
        return call()
    except Exception as error:
        return error_text(error)


def _traced(torch: Any, text: str) -> Any:
    fx = importlib.import_module(f"{torch.__name__}.fx")
    return fx.symbolic_trace(eval(f"lambda x: {text}", {"torch": torch, "F": torch.nn.functional}))


#: Sizes and places that are known when the graph runs.
_SIZES = '''torch.zeros(x.shape);torch.zeros(x.size(0));torch.ones((x.shape[0],3));torch.arange(x.shape[1]);torch.arange(0,x.size(1));
torch.full((x.shape[0],),1.);torch.empty(x.shape);torch.zeros(3,device=x.device);torch.zeros(3,dtype=x.dtype);
torch.eye(x.shape[0]);torch.linspace(0,x.shape[0],3);torch.randperm(x.size(0));torch.scalar_tensor(x.size(0));
torch.arange(x.size(1)).unsqueeze(0).expand(x.size(0),-1);torch.ops.aten.add(x,1);torch.ops.aten.add.Tensor(x,x);
torch._assert(x.sum()>0,"m");abs(x);x|x;F.linear(x,x);F.gelu(x);torch.einsum("ij,jk",x,x);torch.split(x,2);torch.norm(x);
torch.zeros(x.size(0),3);torch.unsqueeze(x,0);torch.ones(2,3).transpose(0,x.dim())'''


def sizes(torch: Any) -> Iterator[Any]:
    """The code that symbolic tracing makes of expressions with sizes."""
    for text in _SIZES.replace("\n", "").split(";"):
        yield text, _result_or_error(lambda: _traced(torch, text).code)


class _Handler:
    @classmethod
    def __torch_function__(cls, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        return getattr(func, "__name__", str(func)), [t.__name__ for t in types], len(args), sorted(kwargs or {})


_PROGRAMS = '''torch.zeros(a);torch.zeros((a,3));torch.zeros(size=(a,));torch.zeros(2,dtype=a);torch.full((2,),a);torch.randint(0,a,(2,));
torch.randperm(a);torch.arange(0,a);torch.eye(2,a);torch.tensor([a]);x.view(2,a);x.reshape((2,a));x.permute(1,a);x.transpose(a,1);
x.unsqueeze(a);x.flatten(0,a);x.select(0,a);x.softmax(dim=a);x.masked_fill(x>0,a);x.add(1,alpha=a);x.topk(a);x.cumsum(a);torch.sum(x,a);
torch.cat([x],a);torch.unsqueeze(x,a);torch.permute(x,(a,0));torch.gather(x,a,x);torch.addmm(x,x,x,beta=a);torch.zeros(3,a);
torch.ops.aten.add(a,1);torch.ops.aten.cat.default([x,a],0);torch.ops.aten.sum.dim_IntList(x,[a])'''


def overriding_where_no_tensor_is_expected(torch: Any) -> Iterator[Any]:
    """Whether an object with __torch_function__ is asked in places where no tensor is expected."""
    space = {"torch": torch, "a": _Handler(), "x": torch.ones(2, 3)}
    for text in _PROGRAMS.replace("\n", "").split(";"):
        yield text, _result_or_error(lambda: eval(text, space))


def names_of_nodes(torch: Any) -> Iterator[Any]:
    """How fx turns methods, targets and wishes into node names that are valid and unique."""
    graph = importlib.import_module(f"{torch.__name__}.fx").Graph()
    for name in ("FooBar2Baz", "myX", "__add__", "ABCDef", "for", "self", "inf", "x", "x", "x_1", "x", "x_5", "x", "y_2", "y", "y_2", "y_0",
                 "z_01", "z_01", "", "__", "mul", "mul", "mul_1"):
        yield name, graph.call_method(name, ()).name
    yield [graph.placeholder(name).name for name in ("myX", "x", "*args", "Input", "2x")]
    yield [graph.get_attr(name).name for name in ("A.B", "layer1.0.convBN")], graph.create_node("call_method", "q", name="My Name").name


def impure_nodes(torch: Any) -> Iterator[Any]:
    """Which fx nodes count as impure, and how nodes compare by their place in the graph."""
    functional = torch.nn.functional
    graph = importlib.import_module(f"{torch.__name__}.fx").Graph()
    x = graph.placeholder("x")
    for function in (torch.relu_, torch.add, torch.rand, torch.randn_like, torch._assert, torch.bernoulli, functional.dropout, print,
                     torch.ops.aten.add.Tensor, torch.ops.aten.add_.Tensor):
        yield function.__name__, graph.call_function(function, (x,)).is_impure()
    yield [graph.call_method(name, (x,)).is_impure() for name in ("add_", "normal_", "add")]
    yield x < graph.output(x), x <= x, x > x, x >= x


def _net(torch: Any) -> Any:
    nn = torch.nn

    class Net(nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.first, self.norm = nn.Linear(3, 4), nn.BatchNorm1d(4)
            self.scale = nn.Parameter(torch.ones(4))
            self.rest = nn.Sequential(nn.Linear(4, 4), nn.Tanh(), nn.Linear(4, 2))

        def forward(self, x, k=2):  # type: ignore[no-untyped-def]
            h = self.norm(self.first(x)) * self.scale
            first, second = torch.cat([h, h + self.scale], 1).split(4, dim=1)
            return self.rest(first) + second.relu().mean(-1, keepdim=True) * k, h.sum()

    torch.manual_seed(0)
    return Net().eval()


def split_modules(torch: Any) -> Iterator[Any]:
    """split_module cuts a traced module into parts that compute the same, under each of its options."""
    split = importlib.import_module(f"{torch.__name__}.fx.passes.split_module").split_module
    net, x = _net(torch), torch.ones(2, 3)
    gm = importlib.import_module(f"{torch.__name__}.fx").symbolic_trace(net)
    names = [n.name for n in gm.graph.nodes if n.op not in ("placeholder", "get_attr", "output")]
    for size, options in ((20, {}), (4, {}), (4, {"keep_original_order": True}), (4, {"keep_original_node_name": True}),
                          (4, {"keep_original_input_name": False}), (4, {"partition_affix": "pp"}), (4, {"tuple_return": True}), (1, {})):
        paths: dict[str, str] = {}
        cut = split(gm, net, lambda n: names.index(n.name) // size, paths, **options)
        yield cut.code, [(name, part.code) for name, part in cut.named_children()], paths
        yield [torch.equal(a, b) for a, b in zip(cut(x), net(x), strict=True)], sorted(cut.meta["partition_names"])
    yield _result_or_error(lambda: split(gm, net, lambda n: names.index(n.name) % 3))


def concrete_arguments(torch: Any) -> Iterator[Any]:
    """Concrete arguments fix flags and open up dicts and tuples while fx traces a function."""
    fx = importlib.import_module(f"{torch.__name__}.fx")
    x = torch.ones(2)
    for function, concrete, given in (
        (lambda x, flag, n=3: x * n if flag else x - n, {"flag": True, "n": 4}, (x, True, 4)),
        (lambda x, y=None: x if y is None else x + y, {"y": None}, (x,)),
        (lambda d: d["a"] + d["b"], {"d": {"a": fx.PH, "b": fx.PH}}, ({"a": x, "b": x},)),
        (lambda v, y: {"o": v[0] + v[1] * y, "z": [y]}, {"v": (fx.PH, 3)}, ((x, 3), x)),
    ):
        traced = fx.symbolic_trace(function, concrete_args=concrete)
        yield traced.code, traced(*given)
    yield _result_or_error(lambda: fx.symbolic_trace(lambda x, y=None: x, concrete_args={"y": None})(x, 1))


def patterns(torch: Any) -> Iterator[Any]:
    """replace_pattern rewrites every match that does not overlap and reports it, with filters and literals too."""
    fx = importlib.import_module(f"{torch.__name__}.fx")
    rewriter = importlib.import_module(f"{torch.__name__}.fx.subgraph_rewriter")
    for text, pattern, replacement in (
        ("torch.relu(x).neg() + torch.relu(x + 1).neg()", lambda a: torch.relu(a).neg(), lambda a: a.sigmoid()),
        ("x.sin().cos().sin().cos()", lambda a: a.sin().cos(), lambda a: a.tan()),
        ("(x.sin(), x.cos())", lambda a: (a.sin(), a.cos()), lambda a: (a.tan(), a.exp())),
    ):
        traced = _traced(torch, text)
        found = fx.replace_pattern(traced, pattern, replacement)
        yield traced.code, [(str(m.anchor), sorted((str(a), str(b)) for a, b in m.nodes_map.items())) for m in found]
    traced = _traced(torch, "(x.sin() + 1) * (x.cos() + 2)")
    found = rewriter.replace_pattern_with_filters(traced, lambda a: a + 5, lambda a: a - 7, ignore_literals=True, match_filters=[
        lambda match, graph, pattern: match.placeholder_nodes[0].target == "cos"])
    yield traced.code, [[str(n) for n in r.replacements] for r in found]


def errors_of_interpreters(torch: Any) -> Iterator[Any]:
    """An error in an fx Interpreter names the node that it was executing."""
    fx = importlib.import_module(f"{torch.__name__}.fx")
    for run in (lambda: fx.Interpreter(_traced(torch, "torch.mm(x, x)")).run(torch.ones(2, 3)),
                lambda: fx.Interpreter(_traced(torch, "x")).run()):
        try:
            run()
        except RuntimeError as error:
            yield "While executing" in str(error), str(error).split("\n")[0]
    # PyTorch: (True, 'mat1 and mat2 shapes cannot be ...')
    # PyTorch: (True, 'Expected positional argument for ...')
