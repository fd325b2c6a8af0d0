"""Passes over graphs, what they match and fuse; what nodes remember; how graphs are printed and written."""
from __future__ import annotations

import copy
import importlib
import operator
import os
import tempfile
import typing
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .. import refused


def _passes(torch: Any, name: str) -> Any:
    return importlib.import_module(f"{torch.__name__}.fx.passes.{name}")


def _replacing(torch: Any, old: Any, new: Any) -> Any:
    """A pass that replaces calls of a function."""
    result = _passes(torch, "infra.pass_base").PassResult

    def run(gm: Any) -> Any:
        nodes = [node for node in gm.graph.nodes if node.target is old]
        for node in nodes:
            node.target = new
        return result(gm, bool(nodes))

    return run


def managers_of_passes(torch: Any) -> Iterator[Any]:
    """Passes run in an order that constraints allow, until nothing changes; the pass that fails is named."""
    infra, base = _passes(torch, "infra.pass_manager"), _passes(torch, "infra.pass_base")
    first, second = _replacing(torch, torch.add, torch.mul), _replacing(torch, torch.mul, torch.div)
    before = infra.this_before_that_pass_constraint

    def traced() -> Any:
        return torch.fx.symbolic_trace(lambda x: torch.add(x, 2))

    manager = infra.PassManager([second, first], [before(first, second)])
    done = manager(traced())
    yield done.graph_module.code, done.modified, manager.passes == [first, second]
    yield infra.PassManager([second, first], steps=3)(traced()).graph_module.code, infra.PassManager([second])(traced()).modified
    yield refused(infra.PassManager([second, first], [before(first, second)]).validate_constraints)["raised"]
    yield refused(infra.PassManager([first, second], [before(first, second), before(second, first)]).solve_constraints)["raised"]
    failed = refused(lambda: infra.PassManager([first, lambda gm: 1 / 0])(traced()))
    yield failed["raised"], "An error occurred when running the '<lambda>' pass" in failed["message"]
    yield refused(lambda: infra.PassManager().add_checks(lambda a, b: None))["raised"], refused(base.PassBase)["raised"]
    yield [infra.pass_result_wrapper(run)(traced()).modified for run in (lambda gm: None, lambda gm: gm, second)]
    plain = _passes(torch, "pass_manager")
    yield plain.PassManager([lambda x: x + 1, plain.loop_pass(lambda x: x * 2, n_iter=3)])(1)
    yield plain.loop_pass(lambda x: x + 3, predicate=lambda x: x < 10)(0), plain.inplace_wrapper(lambda x: x.append(1))([])


def common_subexpressions(torch: Any) -> Iterator[Any]:
    """Calls with the same target and arguments are computed once, unless the op is banned."""
    cse = _passes(torch, "dialect.common.cse_pass")
    for function in (lambda x: torch.sin(x) + torch.sin(x), lambda x: x.sum(dim=0) * x.sum(dim=1) + x.sum(dim=0),
                     lambda x: torch.cat([x, x]) - torch.cat([x, x]), lambda x: torch.sin(x) * torch.cos(x)):
        for banned in (None, {torch.sin}):
            result = cse.CSEPass(banned)(torch.fx.symbolic_trace(function))
            yield result.modified, result.graph_module.code
    yield torch.ops.aten.rand in cse.get_CSE_banned_ops(), torch.ops.aten.sin in cse.get_CSE_banned_ops()


def patterns_in_graphs(torch: Any) -> Iterator[Any]:
    """A pattern matches by targets and arguments; attributes by their kind."""
    matching, common = _passes(torch, "utils.matcher_utils"), _passes(torch, "utils.common")

    class Shift(torch.nn.Module):
        def __init__(self, name: str) -> None:
            super().__init__()
            self.name = name
            setattr(self, name, torch.nn.Parameter(torch.ones(2)))

        def forward(self, x: Any) -> Any:
            return torch.add(x, getattr(self, self.name))

    def found(graph: Any, pattern: Any, name: str = "", **options: Any) -> Any:
        graph, pattern = (torch.fx.symbolic_trace(f).graph for f in (graph, pattern))
        return [({p.name: getattr(n, "name", n) for p, n in sorted(m.nodes_map.items(), key=lambda item: item[0].name)},
                 [n.name for n in m.returning_nodes]) for m in matching.SubgraphMatcher(pattern, **options).match(graph, name)]

    yield found(lambda x: torch.relu(x) + torch.relu(x * 2), lambda a: torch.relu(a))
    yield found(lambda x: torch.relu(torch.relu(torch.relu(x))), lambda a: torch.relu(torch.relu(a)))
    yield found(lambda x: torch.relu(torch.relu(torch.relu(x))), lambda a: torch.relu(torch.relu(a)), remove_overlapping_matches=False)
    yield found(lambda x: torch.relu(x) + 1, lambda a: torch.relu(a), match_output=True)
    yield found(lambda x: torch.relu(x + 1) + torch.relu(x), lambda a: torch.relu(a), match_placeholder=True)
    yield found(lambda x: torch.add(x, 1) + torch.add(x, 2), lambda a: torch.add(a, 1), ignore_literals=True)
    yield found(lambda x: torch.relu(x) + torch.sin(x), lambda a: torch.relu(a), "sin")
    yield found(lambda x: torch.neg(torch.sin(x)) + torch.sin(x), lambda a: torch.neg(torch.sin(a)))
    yield found(Shift("w"), Shift("q"))
    yield refused(lambda: matching.SubgraphMatcher(torch.fx.Graph()))
    same = [torch.fx.symbolic_trace(f).graph for f in (lambda x, y: x - y, lambda a, b: a - b, lambda x, y: y - x)]
    yield common.compare_graphs(same[0], same[1]), common.compare_graphs(same[0], same[2])


def partitions_fused(torch: Any) -> Iterator[Any]:
    """What a backend supports becomes as few submodules as possible, without cycles between them."""
    infra, support = _passes(torch, "infra.partitioner"), _passes(torch, "operator_support")
    functions = (operator.add, operator.mul, operator.getitem, torch.sin)
    known = support.create_op_support(lambda modules, node: node.op == "call_function" and node.target in functions)

    def loop(a: Any, b: Any, c: Any) -> Any:
        x = a + b
        r = torch.relu(x)
        return r * x, x + c, torch.sin(r)

    def branches(a: Any, b: Any, c: Any) -> Any:
        return torch.relu(a + b) + torch.relu(b * c) + torch.sin(a)

    for function in (loop, branches, lambda a, b, c: (a + b, b + c, c + a)):
        for options in ({}, {"allows_single_node_partition": True}, {"skip_horizontal_fusion": True, "allows_single_node_partition": True},
                        {"non_compute_ops": ["_operator.mul"]}):
            partitioner = infra.CapabilityBasedPartitioner(torch.fx.symbolic_trace(function), known, **options)
            partitions = partitioner.propose_partitions()
            yield [[node.name for node in partition.nodes] for partition in partitions]
            fused = partitioner.fuse_partitions(partitions)
            yield fused.code, fused(*(torch.full((1,), v) for v in (1.0, 2.0, 3.0)))
    partitioner = infra.CapabilityBasedPartitioner(torch.fx.symbolic_trace(loop), known, True, ["_operator.mul"])
    partitions = partitioner.propose_partitions()
    partitioner.remove_bookend_non_compute_ops(partitions)
    yield [sorted(node.name for node in partition.nodes) for partition in partitions]


def sources_of_nodes(torch: Any) -> Iterator[Any]:
    """Nodes take over what is annotated while they are created, and remember the nodes that they were made from."""
    notes = importlib.import_module(f"{torch.__name__}.fx.traceback")
    annotate = importlib.import_module(f"{torch.__name__}.fx.annotate").annotate

    def tagged(x: Any) -> Any:
        with notes.annotate({"stage": 1}):
            y = x + 1
        return notes.annotate_fn({"stage": 2})(lambda z: z * 2)(y)

    with notes.preserve_node_meta():
        graph = torch.fx.Tracer().trace(tagged)
        notes.set_stack_trace(["a", "b"])
        notes.set_grad_fn_seq_nr(7)
        yield dict(notes.get_current_meta()), notes.format_stack()
        notes.reset_grad_fn_seq_nr()
    yield [(node.name, node.meta.get("custom")) for node in graph.nodes], notes.get_current_meta(), notes.has_preserved_node_meta()
    module = torch.fx.GraphModule({}, graph)
    for node in graph.nodes:
        node.meta["mark"] = node.name
    copied = torch.fx.Transformer(module).transform()
    yield [(node.name, [source.name for source in node.meta.get("from_node", ())]) for node in copied.graph.nodes]
    source = list(copied.graph.nodes)[1].meta["from_node"][0]
    yield source.pass_name, source.action, source == notes.NodeSource._from_dict(source.to_dict())
    yield refused(lambda: notes.NodeSource(None, "x", "create"))
    typed = torch.fx.symbolic_trace(lambda x: annotate(x + 1, int) * 2)
    yield typed.code, annotate(3, int)
    # PyTorch: ({stack_trace: 'ab', grad_fn_seq_nr: [7], in_grad_fn: 1}, ['ab'])
    # PyTorch: ([('x', None), ('add', {stage: 1}), ('mul', {stage: 2}), ('output', None)], {}, False)
    # PyTorch: [('x', []), ('add', ['add']), ('mul', ['mul']), ('output', [])]
    # PyTorch: ('Interpreter_Transformer', [NodeSourceAction], True)
    # PyTorch: AssertionError: Expected NodeSourceAction, got <class ...
    # PyTorch: ('\n\n\ndef forward(self, x):\n    add : int = x + 1;  x = None\n    mul = add * 2;  add = None\n    return mul\n    ', 3)


def graphs_readable(torch: Any) -> Iterator[Any]:
    """Verbose code tells types of values; modules inside are printed with it; transformers keep the code generator."""
    class Inner(torch.nn.Module):
        def __init__(self) -> None:
            super().__init__()
            self.lin = torch.nn.Linear(2, 2)

        def forward(self, x: Any, y: typing.Any = None) -> Any:
            return self.lin(x).relu(), x.size(0)

    traced = torch.fx.symbolic_trace(Inner())
    _passes(torch, "shape_prop").ShapeProp(traced).propagate(torch.ones(1, 2))
    yield traced.print_readable(False), traced.print_readable(False, expanded_def=True), traced.code

    class Whole(torch.fx.Tracer):
        def is_leaf_module(self, m: Any, module_qualified_name: str) -> bool:
            return isinstance(m, torch.fx.GraphModule)

    outer = torch.nn.Sequential()
    outer.add_module("inner", torch.fx.symbolic_trace(torch.nn.Sequential(torch.nn.ReLU())))
    yield torch.fx.GraphModule(outer, Whole().trace(outer)).print_readable(False)
    fixed = {"a": torch.fx.PH, "b": torch.fx.PH}, True
    trees = torch.fx.symbolic_trace(lambda d, flag: d["a"] + d["b"] if flag else d, concrete_args=fixed)
    yield trees.code, torch.fx.Transformer(trees).transform()({"a": 1, "b": 2}, True)
    yield isinstance(copy.deepcopy(torch.fx.Tracer()), torch.fx.Tracer), type(copy.copy(traced)).__name__


@dataclass
class Pair:
    """A dataclass as an argument becomes a node that constructs it."""

    first: Any
    second: int = 3


def arguments_of_graphs(torch: Any) -> Iterator[Any]:
    """Dataclasses are arguments; too few or too many values, lists for tuples, and in-place calls are refused where they are checked."""
    traced = torch.fx.symbolic_trace(lambda x: torch.add(x, 1))

    def use(x: Any) -> Any:
        return torch.fx.Proxy(x.tracer.create_arg(Pair(x + 1)), x.tracer).first

    yield [(node.name, node.op, sorted(node.kwargs)) for node in torch.fx.symbolic_trace(use).graph.nodes]
    for values in ([], [1, 2]):
        yield refused(lambda given=values: torch.fx.Interpreter(traced).boxed_run(given))["raised"]
    yield torch.fx.Interpreter(traced).boxed_run([torch.ones(1)])
    yield refused(lambda: torch.fx.Graph().create_node("call_function", torch.add, [1]))["raised"]
    graph = copy.deepcopy(traced.graph)
    output = graph.output_node()
    graph.erase_node(output)
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        graph.erase_node(output)
    yield [str(each.message) for each in told]

    class Checking(torch.fx.Tracer):
        check_mutable_operations = True

    yield len(Checking().trace(lambda x: torch.relu(x)).nodes), refused(lambda: Checking().trace(lambda x: torch.relu_(x)))["raised"]

    class Recording(torch.fx.Tracer):
        record_stack_traces = True

    class Model(torch.nn.Module):
        def forward(self, x: Any) -> Any:
            return x.relu()

    nodes = Recording().trace(Model()).nodes
    yield [node.stack_trace is not None for node in nodes]


def graphs_in_folders(torch: Any) -> Iterator[Any]:
    """A module is written as a package that computes the same."""
    torch.manual_seed(0)
    traced = torch.fx.symbolic_trace(torch.nn.Sequential(torch.nn.Linear(2, 3), torch.nn.Linear(3, 1)))
    with tempfile.TemporaryDirectory() as folder:
        traced.to_folder(f"{folder}/written", "Written")
        yield sorted(os.listdir(f"{folder}/written"))
        text = Path(f"{folder}/written/module.py").read_text()
        yield "class Written(torch.nn.Module)" in text, traced.code.strip().splitlines()[0].strip() in text
    traced.delete_submodule("1")
    traced.delete_all_unused_submodules()  # the graph still calls the module that is gone
    yield [name for name, _ in traced.named_modules()]
    # PyTorch: ['__init__.py', 'module.py', 'state_dict.pt']
    # PyTorch: (True, True)
    # PyTorch: ['', '0']
