"""Write `minitorch_compat/_namespace/modules.json`, PyTorch's modules and public names: `python tests/data/recorders/package/modules.py`,
with PyTorch.

A module is listed if it can be imported there. For a name that another namespace (of `names.json`) has, too, that is recorded,
so that a module that is elsewhere or missing in this package still provides the existing names.
"""
from __future__ import annotations

import importlib
import inspect
import json
import os
import pkgutil
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

#: Modules with a leading underscore that programs import all the same.
PRIVATE = (
    "torch._custom_op", "torch._custom_op.impl", "torch._decomp.decompositions", "torch._functorch.autograd_function",
    "torch._functorch.functional_call", "torch._functorch.pyfunctorch", "torch._functorch.utils", "torch._inductor.test_case",
    "torch._library.autograd", "torch._library.custom_ops", "torch._library.fake_impl", "torch._library.fake_profile",
    "torch._library.infer_schema", "torch._library.simple_registry", "torch._library.utils", "torch._lowrank",
    "torch._subclasses.functional_tensor", "torch._subclasses.meta_utils", "torch.optim._adafactor", "torch.optim._muon",
    "torch.testing._internal.dist_utils", "torch.utils._config_module", "torch.utils._ordered_set", "torch.utils._stats",
    "torch.utils._thunk", "torch.utils._typing_utils",
    "torch._dynamo", "torch._dynamo.config", "torch._inductor", "torch._inductor.config", "torch._functorch", "torch._subclasses",
    "torch._refs", "torch._prims", "torch._decomp", "torch._export", "torch._higher_order_ops", "torch._guards", "torch._logging",
    "torch._lazy", "torch._library", "torch._vendor", "torch._awaits", "torch._custom_ops",
    "torch._dynamo._trace_wrapped_higher_order_op", "torch._dynamo.eval_frame", "torch._dynamo.exc", "torch._dynamo.utils",
    "torch._inductor.cpu_vec_isa", "torch._inductor.utils", "torch._jit_internal", "torch._prims_common",
    "torch._subclasses.fake_tensor", "torch.distributed._composable", "torch.distributed._composable.fsdp",
    "torch.distributed._functional_collectives", "torch.distributed._tensor", "torch.distributed._tensor.experimental",
    "torch.ao.quantization.fx._decomposed", "torch.distributed.checkpoint._consolidate_hf_safetensors", "torch._inductor.runtime",
    "torch._inductor.runtime.cache_dir_utils", "torch.distributed.algorithms._checkpoint",
    "torch.distributed.algorithms._checkpoint.checkpoint_wrapper", "torch.distributed.tensor._utils",
    "torch.distributed.tensor.experimental._attention", "torch.export._trace", "torch.fx._pytree", "torch.fx._symbolic_trace",
    "torch.jit._recursive", "torch.jit._script", "torch.onnx._internal", "torch.nn.utils._per_sample_grad",
    "torch.utils._foreach_utils", "torch.utils._sympy", "torch.utils._sympy.numbers", "torch.utils._sympy.value_ranges",
    "torch._functorch.apis", "torch._functorch.eager_transforms", "torch._functorch.make_functional", "torch._utils_internal",
    "torch.nested._internal", "torch.nested._internal.nested_tensor", "torch.utils._import_utils",
    "torch.testing._internal.common_subclass", "torch.autograd._functions", "torch.nn.parallel._functions",
    "torch.testing._utils", "torch.utils._mode_utils", "torch.utils._triton",
    "torch.testing._internal.autograd_function_db", "torch.testing._internal.common_cuda", "torch.testing._internal.common_device_type",
    "torch.testing._internal.common_modules", "torch.testing._internal.common_nn", "torch.testing._internal.common_optimizers",
    "torch.testing._internal.common_utils", "torch.testing._internal.custom_op_db", "torch.testing._internal.hop_db",
    "torch.testing._internal.logging_tensor", "torch.testing._internal.logging_utils", "torch.testing._internal.two_tensor",
    "torch.testing._internal.common_distributed", "torch.testing._internal.common_jit", "torch.testing._internal.common_pruning",
    "torch.testing._internal.composite_compliance", "torch.testing._internal.inductor_utils", "torch.testing._internal.jit_utils",
    "torch.testing._internal.triton_utils", "torch._dynamo.testing", "torch.profiler._memory_profiler", "torch.profiler._pattern_matcher",
    "torch.profiler._utils", "torch.nn.attention._utils", "torch.nn.utils._expanded_weights.expanded_weights_utils",
    "torch.testing._internal.autocast_test_lists", "torch.testing._internal.common_methods_invocations",
    "torch.testing._internal.common_mps", "torch.testing._internal.common_quantized", "torch.testing._internal.common_xpu",
    "torch.testing._internal.custom_tensor", "torch.testing._internal.data", "torch.testing._internal.dynamo_test_failures",
    "torch.testing._internal.jit_metaprogramming_utils", "torch.testing._internal.opinfo.core",
    "torch.testing._internal.opinfo.definitions", "torch.testing._internal.opinfo.definitions._masked",
    "torch.testing._internal.opinfo.definitions.fft", "torch.testing._internal.opinfo.definitions.linalg",
    "torch.testing._internal.opinfo.definitions.signal", "torch.testing._internal.opinfo.definitions.sparse",
    "torch.testing._internal.opinfo.definitions.special", "torch.testing._internal.opinfo.refs", "torch.testing._internal.opinfo.utils",
    "torch.testing._internal.optests", "torch.testing._internal.subclasses", "torch._higher_order_ops.utils",
    "torch.ao.quantization._learnable_fake_quantize", "torch._dynamo.test_case", "torch._meta_registrations", "torch._prims.context",
    "torch._prims_common.wrappers", "torch._subclasses.fake_utils", "torch.sparse._semi_structured_conversions",
    "torch.sparse._triton_ops", "torch._C._distributed_c10d", "torch._C._distributed_rpc", "torch._custom_op", "torch._custom_op.impl",
    "torch.testing._internal.distributed", "torch._dynamo.backends", "torch._dynamo.backends.common", "torch._dynamo.backends.debugging",
    "torch._dynamo.backends.registry", "torch._dynamo.decorators", "torch._dynamo.external_utils", "torch._functorch.aot_autograd",
    "torch._functorch.batch_norm_replacement", "torch._functorch.config", "torch._functorch.functional_call",
    "torch._functorch.partitioners", "torch._functorch.utils", "torch._functorch.autograd_function", "torch._higher_order_ops.cond",
    "torch._higher_order_ops.effects", "torch._higher_order_ops.flex_attention", "torch._higher_order_ops.while_loop",
    "torch._inductor.codecache", "torch._inductor.compile_fx", "torch._inductor.lowering", "torch._inductor.exc",
    "torch._inductor.pattern_matcher", "torch._inductor.custom_graph_pass", "torch._inductor.virtualized", "torch._library.custom_ops",
    "torch._library.infer_schema", "torch._library.utils", "torch._linalg_utils", "torch._lowrank", "torch._sources",
    "torch._subclasses.functional_tensor", "torch.compiler._cache", "torch.cuda._memory_viz", "torch.cuda._utils",
    "torch.distributed._shard", "torch.distributed._shard.sharded_tensor", "torch.distributed._shard.sharding_spec",
    "torch.distributed._state_dict_utils", "torch.distributed._symmetric_memory", "torch.distributed._tensor.device_mesh",
    "torch.distributed._tensor.placement_types", "torch.distributed.fsdp._common_utils", "torch.distributed.fsdp._flat_param",
    "torch.distributed.fsdp._fully_shard", "torch.distributed.fsdp._runtime_utils", "torch.distributed.tensor._api",
    "torch.distributed.tensor._dtensor_spec", "torch.jit._freeze", "torch.jit._serialization", "torch.jit._trace",
    "torch.optim._adafactor", "torch.optim._muon", "torch.testing._internal.distributed.fake_pg", "torch.utils._config_module",
    "torch.utils._ordered_set", "torch.utils._sympy.functions", "torch.utils._traceback", "torch._vendor.packaging",
    "torch._vendor.packaging.version",
)

#: Names that modules do not offer and that programs import all the same.
ALSO = (
    "torch.autograd._disable_profiler", "torch.autograd._profiler_enabled",
    "torch._custom_op.impl.infer_schema", "torch.onnx.symbolic_opset9._prepare_onnx_paddings",
    "torch.distributed.checkpoint.format_utils._load_state_dict",
    "torch.distributed.checkpoint.format_utils._EmptyStateDictLoadPlanner",
    "torch.distributed.checkpoint.state_dict_loader._load_state_dict", "torch.distributed.distributed_c10d._get_default_group",
    "torch.distributed.fsdp.wrap._or_policy", "torch.distributed.fsdp.fully_sharded_data_parallel.CPUOffload",
    "torch.distributed.fsdp.fully_sharded_data_parallel.FullOptimStateDictConfig",
    "torch.distributed.fsdp.fully_sharded_data_parallel.FullStateDictConfig",
    "torch.distributed.fsdp.fully_sharded_data_parallel.MixedPrecision",
    "torch.distributed.fsdp.fully_sharded_data_parallel.ShardedOptimStateDictConfig",
    "torch.distributed.fsdp.fully_sharded_data_parallel.ShardedStateDictConfig",
    "torch.distributed.fsdp.fully_sharded_data_parallel.ShardingStrategy",
    "torch.distributed.fsdp.fully_sharded_data_parallel.StateDictType", "torch.distributed.rpc.api._all_gather",
    "torch.distributed.rpc.api._require_initialized", "torch.distributed.tensor.placement_types._StridedShard",
    "torch.distributed.utils._sync_module_states", "torch.fx.graph_module._CodeOnlyModule",
    "torch.fx.graph_module._USER_PRESERVED_ATTRIBUTES_KEY", "torch.fx.graph_module._copy_attr", "torch.fx.node.Target",
    "torch.nn.parallel.DistributedDataParallel", "torch.nn.attention.flex_attention._DEFAULT_SPARSE_BLOCK_SIZE",
    "torch.nn.utils.stateless._reparametrize_module", "torch.jit._script_if_tracing",
    "torch._dynamo._trace_wrapped_higher_order_op.TransformGetItemToIndex",
    "torch.testing._internal.common_modules.module_db", "torch.testing._internal.common_nn.criterion_tests",
    "torch.testing._internal.common_nn.loss_reference_fns", "torch.testing._internal.common_nn.module_tests",
    "torch.testing._internal.common_optimizers.optim_db",
    "torch.testing._internal.hop_db.hop_db", "torch.testing._internal.custom_op_db.custom_op_db",
    "torch.testing._internal.autograd_function_db.autograd_function_db", "torch.utils._mode_utils.no_dispatch",
    "torch.testing._internal.common_subclass.subclass_db", "torch.testing._internal.dynamo_test_failures.dynamo_expected_failures",
    "torch.testing._internal.opinfo.definitions.sparse.validate_sample_input_sparse",
    "torch.sparse._triton_ops.bsr_dense_mm", "torch._prims_common.wrappers._maybe_remove_out_wrapper",
    "torch._higher_order_ops.utils.autograd_not_implemented", "torch.testing._internal.triton_utils.requires_gpu",
    "torch.ao.quantization._learnable_fake_quantize._LearnableFakeQuantize",
    "torch.utils.data.datapipes.datapipe._IterDataPipeSerializationWrapper",
    "torch.utils.data.datapipes.datapipe._MapDataPipeSerializationWrapper",
    "torch.nn.attention._utils._calculate_scale", "torch.utils.data.datapipes.utils.snapshot._simple_graph_snapshot_restoration",
    "torch.distributed.tensor.DeviceMesh", "torch.distributed.tensor.init_device_mesh", "torch.distributed.fsdp._common_utils._FSDPState",
    "torch.distributed.fsdp.fully_sharded_data_parallel.StateDictConfig",
    "torch.distributed.fsdp.fully_sharded_data_parallel.OptimStateDictConfig",
    "torch.distributed.fsdp.fully_sharded_data_parallel.LocalOptimStateDictConfig", "torch.distributed.fsdp.wrap._module_wrap_policy",
    "torch.distributed._state_dict_utils._gather_state_dict", "torch.distributed.checkpoint.default_planner._EmptyStateDictLoadPlanner",
    "torch.distributed.checkpoint.state_dict._init_optim_state", "torch.distributed.checkpoint.utils.CheckpointException",
    "torch.distributed._tensor.placement_types.DTensorSpec", "torch.distributed._tensor.placement_types.TensorMeta",
    "torch.distributed.utils._apply_to_tensors", "torch.distributed.utils._verify_param_shape_across_processes",
    "torch.distributed.utils._sync_params_and_buffers", "torch.distributed.utils._to_kwargs",
    "torch.profiler._memory_profiler._CATEGORY_TO_COLORS", "torch.profiler._memory_profiler._CATEGORY_TO_INDEX",
    "torch.fx.graph_module._forward_from_src", "torch.fx.graph_module._format_import_block", "torch.fx.node._get_qualified_name",
    "torch.fx.node.base_types", "torch.fx.graph._snake_case", "torch.fx.graph.magic_methods", "torch.fx.graph.inplace_methods",
    "torch.fx._symbolic_trace._wrapped_fns_to_patch", "torch.fx._symbolic_trace._Patcher", "torch.fx._symbolic_trace._autowrap_check",
    "torch.fx.experimental.symbolic_shapes.GuardOnDataDependentSymNode", "torch.fx.experimental.proxy_tensor.ProxyTorchDispatchMode",
    "torch.nn.attention._cur_sdpa_kernel_backends", "torch._subclasses.fake_tensor._is_tensor_constructor",
    "torch._C._distributed_rpc.PyRRef", "torch.jit._get_trace_graph", "torch.nn.parallel._functions._get_stream",
    "torch.utils.cpp_extension.BuildExtension", "torch.distributed.distributed_c10d._world",
    "torch.distributed.distributed_c10d._new_process_group_helper", "torch.distributed.distributed_c10d._get_global_rank",
    "torch.distributed.distributed_c10d._get_pg_default_device", "torch.distributed.device_mesh._mesh_resources",
    "torch.distributed.fsdp.fully_sharded_data_parallel.BackwardPrefetch", "torch.cuda.memory._record_memory_history",
    "torch.cuda.memory._snapshot", "torch.cuda.memory._dump_snapshot",
)

#: Namespaces that are built here, though `names.json` does not list them: names of modules below may be at home in them.
BUILT = {"torch.cpu.amp": {"c": ["GradScaler", "autocast"]}}


def public_modules(paths: list[str], prefix: str) -> Iterator[str]:
    """Every module below, none of whose names begins with an underscore; nothing is imported."""
    for found in pkgutil.iter_modules(paths, prefix):
        last = found.name.rpartition(".")[2]
        if last.startswith("_"):
            continue
        yield found.name
        if found.ispkg:
            yield from public_modules([os.path.join(p, last) for p in paths if os.path.isdir(os.path.join(p, last))], found.name + ".")


def homes(names: dict[str, dict[str, list[str]]]) -> dict[int, tuple[str, str]]:
    """Id of a class or function -> namespace and name."""
    out: dict[int, tuple[str, str]] = {}
    for space in sorted(names, key=lambda s: (s.count("."), s)):
        if space == "torch.Tensor":
            continue
        module = importlib.import_module(space)
        for group in names[space].values():
            for name in group:
                value = getattr(module, name, None)
                if inspect.isclass(value) or callable(value):
                    out.setdefault(id(value), (space, name))
    return out


def letter(value: Any) -> str:
    """The kind of a name, as in `names.json`."""
    if isinstance(value, ModuleType):
        return "m"
    if inspect.isclass(value):
        return "e" if issubclass(value, BaseException) else "c"
    return "f" if callable(value) else "v"


def described(module: ModuleType, homes: dict[int, tuple[str, str]], built: set[str]) -> dict[str, Any]:
    """A module's public names: by letter, or by the namespace, or the module built here, that has them."""
    listed = getattr(module, "__all__", None)
    out: dict[str, Any] = {}
    for name, value in sorted(vars(module).items()):
        private = name.startswith("_") and not (module.__name__.startswith("torch.testing._internal.") and not name.endswith("__"))
        if private or isinstance(value, ModuleType):
            continue
        own = str(getattr(value, "__module__", "")).startswith("torch")
        if not (own if listed is None else name in listed):
            continue
        home = homes.get(id(value))
        made_in = getattr(value, "__module__", None)
        if home is None and made_in in built and name in dir(maker := sys.modules.get(made_in)) and vars(maker)[name] is value and (
                name in getattr(maker, "__all__", () if name.startswith("_") else (name,))):
            home = made_in, name
        if home is not None and home[1] == name and home[0] != module.__name__:
            out.setdefault("=" + home[0], []).append(name)
        else:
            out.setdefault(letter(value), []).append(name)
    return out


def main() -> None:
    import torch

    warnings.simplefilter("ignore")
    package = Path(__file__).parents[4] / "minitorch_compat"
    known = json.loads((package / "_namespace/names.json").read_text())
    places = homes({**known, **BUILT})
    out = {}
    names = {*public_modules(list(torch.__path__), "torch."), *PRIVATE}
    built = {name for name in names if any((package / f"{name[6:].replace('.', '/')}{end}").exists() for end in (".py", "/__init__.py"))}
    for name in sorted(names):
        try:
            module = importlib.import_module(name)
        except BaseException as error:  # what it needs is not installed, or it is meant to be run
            print("left out:", name, type(error).__name__, str(error)[:60], file=sys.stderr)
            continue
        out[name] = described(module, places, built)
    for name in ALSO:
        space, _, last = name.rpartition(".")
        kind = letter(getattr(importlib.import_module(space), last))
        if not any(last in names for names in out[space].values()):
            out[space].setdefault(kind, []).append(last)
    for space, groups in out.items():  # what `names.json` tells of a namespace is not told again
        told = {kind: set(names) for kind, names in known.get(space, {}).items()}
        left = {kind: [name for name in names if name not in told.get(kind, ())] for kind, names in groups.items()}
        out[space] = {kind: names for kind, names in left.items() if names}
    target = package / "_namespace/modules.json"
    target.write_text("{\n" + ",\n".join(f"{json.dumps(k)}:{json.dumps(v, separators=(',', ':'))}" for k, v in out.items()) + "\n}\n")
    print(target, len(out), "modules,", target.stat().st_size, "bytes")


if __name__ == "__main__":
    main()
