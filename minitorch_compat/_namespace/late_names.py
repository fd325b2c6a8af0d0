"""Names of `torch` that are imported on first access: name -> module, or module:name there ("": the name is itself a module)."""
from __future__ import annotations

#: Modules that exist for certain: for them the tables of names need not be read.
MODULES = frozenset({
    "accelerator", "amp", "backends", "compiler", "cpu", "cuda", "distributed", "distributions", "fft", "func", "jit", "linalg", "masked",
    "mps", "mtia", "multiprocessing", "nn", "optim", "overrides", "profiler", "random", "return_types", "serialization", "signal", "sparse",
    "special", "storage", "testing", "types", "utils", "version", "xpu"})

LAZY = {
    "load": "serialization", "save": "serialization", "compile": "compiler:torch_compile", "OutOfMemoryError": "cuda", "autocast": "amp",
    "GradScaler": "amp", "is_autocast_enabled": "amp", "is_autocast_cpu_enabled": "amp", "is_autocast_cache_enabled": "amp",
    "get_autocast_dtype": "amp", "get_autocast_gpu_dtype": "amp", "get_autocast_cpu_dtype": "amp", "clear_autocast_cache": "amp",
    "set_autocast_enabled": "amp", "set_autocast_cpu_enabled": "amp", "set_autocast_cache_enabled": "amp", "set_autocast_dtype": "amp",
    "set_autocast_gpu_dtype": "amp", "set_autocast_cpu_dtype": "amp",
    "fork": "jit", "wait": "jit", "JITException": "jit", "CompilationUnit": "jit", "Future": "futures:FutureBase", "lobpcg": "_lobpcg",
    "cholesky": "_bindings.linalg.decompositions:torch_cholesky", "cholesky_inverse": "_bindings.linalg.solving",
    "cholesky_solve": "_bindings.linalg.solving", "lu_unpack": "_bindings.linalg.solving",
    "matrix_exp": "_bindings.linalg.matrix_norms:torch_matrix_exp",
    "svd_lowrank": "_bindings.linalg.ldl", "pca_lowrank": "_bindings.linalg.ldl",
    "pinverse": "_bindings.linalg.decompositions", "triangular_solve": "_bindings.linalg.solving",
    "matrix_power": "_bindings.linalg.matrix_norms",
    "slogdet": "_bindings.linalg.decompositions:torch_slogdet", "orgqr": "_bindings.linalg.solving:householder_product",
    "lu": "_bindings.linalg.solving:torch_lu", "lu_solve": "_bindings.linalg.solving:torch_lu_solve",
    "svd": "_bindings.linalg.decompositions:torch_svd",
    "qr": "_bindings.linalg.decompositions:torch_qr", "geqrf": "_bindings.linalg.solving", "ormqr": "_bindings.linalg.solving",
    "_conj": "_bindings.functions.complex:conj_of_complex", "_neg_view": "_bindings.functions.complex",
    "_standard_gamma": "distributions.gamma", "_sample_dirichlet": "distributions.dirichlet",
    "_standard_gamma_grad": "distributions.gamma", "_dirichlet_grad": "distributions.gamma",
    "vmap": "func", "_VF": "", "_dynamo": "", "_inductor": "", "_export": "", "onnx": "",
    "dropout": "nn._torch_names", "dropout_": "nn._torch_names", "alpha_dropout": "nn._torch_names", "feature_dropout": "nn._torch_names",
    "feature_alpha_dropout": "nn._torch_names", "embedding": "nn._torch_names", "batch_norm": "nn._torch_names",
    "instance_norm": "nn._torch_names", "layer_norm": "nn._torch_names", "group_norm": "nn._torch_names", "max_pool1d": "nn._torch_names",
    "max_pool2d": "nn._torch_names", "max_pool3d": "nn._torch_names", "binary_cross_entropy_with_logits": "nn._torch_names",
    "cosine_embedding_loss": "nn._torch_names", "hinge_embedding_loss": "nn._torch_names", "margin_ranking_loss": "nn._torch_names",
    "kl_div": "nn._torch_names", "poisson_nll_loss": "nn._torch_names", "triplet_margin_loss": "nn._torch_names",
    "ctc_loss": "nn._torch_names", "celu_": "nn._torch_names", "selu_": "nn._torch_names", "threshold_": "nn._torch_names",
    "adaptive_avg_pool1d": "nn.functional", "avg_pool1d": "nn.functional", "bilinear": "nn.functional", "celu": "nn.functional",
    "channel_shuffle": "nn.functional", "conv1d": "nn.functional", "conv2d": "nn.functional", "conv3d": "nn.functional",
    "conv_transpose1d": "nn.functional", "conv_transpose2d": "nn.functional", "conv_transpose3d": "nn.functional",
    "cosine_similarity": "nn.functional", "pairwise_distance": "nn.functional", "pdist": "nn.functional",
    "pixel_shuffle": "nn.functional", "pixel_unshuffle": "nn.functional", "prelu": "nn.functional", "rms_norm": "nn.functional",
    "rrelu": "nn._torch_names", "selu": "nn.functional", "threshold": "nn._torch_names",
    "native_layer_norm": "nn._native", "native_group_norm": "nn._native", "native_batch_norm": "nn._native",
    "_native_batch_norm_legit": "nn._native", "grid_sampler_2d": "nn._native", "grid_sampler_3d": "nn._native", "unfold_copy": "nn._native",
    "embedding_bag": "nn._native", "_weight_norm": "nn.utils.weight_norm:scale_to_norms",
    "hann_window": "_namespace.window_functions", "hamming_window": "_namespace.window_functions",
    "bartlett_window": "_namespace.window_functions", "blackman_window": "_namespace.window_functions",
    "kaiser_window": "_namespace.window_functions",
    **dict.fromkeys(
        ("_assert", "_assert_async", "_cast_Long", "_check", "_check_index", "_check_is_size", "_check_not_implemented",
         "_check_tensor_all", "_check_tensor_all_with", "_check_type", "_check_value", "_check_with", "_shape_as_tensor"),
         "_namespace.checks"),
    **dict.fromkeys(
        ("_amp_foreach_non_finite_check_and_unscale_", "_amp_update_scale_", "_aminmax", "_convert_indices_from_coo_to_csr",
         "_convert_indices_from_csr_to_coo", "_unique", "_unique2"),
        "_bindings.functions.underscored"),
    "__future__": "", "_tensor_classes": "_namespace.old_classes", "_storage_classes": "_namespace.old_classes",
    **dict.fromkeys(("_debug_has_internal_overlap", "_log_softmax", "_softmax", "_is_all_true", "_is_any_true"),
                    "_bindings.functions.underscored"),
    "asarray": "_bindings.creation.asarray", "linspace": "_bindings.creation.evenly_spaced", "logspace": "_bindings.creation.evenly_spaced",
    **dict.fromkeys(
        ("sparse_bsc_tensor", "sparse_bsr_tensor", "sparse_compressed_tensor", "sparse_csc_tensor", "sparse_csr_tensor"),
        "_bindings.sparse_tensors.compressed"),
    **dict.fromkeys(
        ("_chunk_cat", "_segment_reduce", "_unsafe_masked_index", "_unsafe_masked_index_put_accumulate", "as_strided_copy",
         "detach_copy", "empty_permuted", "nonzero_static", "split_copy", "split_with_sizes_copy", "squeeze_copy", "unbind_copy",
         "view_as_complex_copy", "view_as_real_copy"), "_bindings.functions.view_copies"),
    **dict.fromkeys(
        ("BFloat16Tensor", "BoolTensor", "ByteTensor", "CharTensor", "DoubleTensor", "FloatTensor", "HalfTensor", "IntTensor",
         "LongTensor", "ShortTensor", "set_default_tensor_type"), "_bindings.retired.constructors"),
    **dict.fromkeys(
        ("are_deterministic_algorithms_enabled", "compiled_with_cxx11_abi", "get_deterministic_debug_mode",
         "get_device", "get_device_module", "get_float32_matmul_precision", "get_num_interop_threads", "get_num_threads",
         "is_deterministic_algorithms_warn_only_enabled", "is_distributed", "is_inference", "is_nonzero", "is_same_size",
         "is_signed", "is_vulkan_available", "is_warn_always_enabled", "set_deterministic_debug_mode",
         "set_float32_matmul_precision", "set_flush_denormal", "set_num_interop_threads", "set_num_threads", "set_warn_always",
         "typename", "use_deterministic_algorithms"), "_bindings.settings.process"),
    "_grouped_mm": "_bindings.functions.fake_quantize", "fake_quantize_per_channel_affine": "_bindings.functions.fake_quantize",
    "fake_quantize_per_tensor_affine": "_bindings.functions.fake_quantize",
    **dict.fromkeys(("qscheme", "per_tensor_affine", "per_tensor_symmetric", "per_channel_affine", "per_channel_symmetric",
                     "per_channel_affine_float_qparams"), "_bindings.settings.constants"),
    "AcceleratorError": "_namespace.exceptions", "FatalError": "_namespace.exceptions", "cond": "_namespace.control_flow",
    "while_loop": "_namespace.control_flow",
    **dict.fromkeys(
        ("dequantize", "init_num_threads", "int_repr", "native_norm", "q_per_channel_axis", "q_per_channel_scales", "resize_as_sparse_",
         "_softmax_backward_data", "_log_softmax_backward_data",
         "q_per_channel_zero_points", "q_scale", "q_zero_point", "sym_constrain_range", "sym_constrain_range_for_size",
         "thread_safe_generator"), "_bindings.retired.functions"),
    "istft": "_bindings.linalg.spectral", "stft": "_bindings.linalg.spectral",
    **dict.fromkeys(
        ("BFloat16Storage", "BoolStorage", "ByteStorage", "CharStorage", "ComplexDoubleStorage", "ComplexFloatStorage",
         "DoubleStorage", "FloatStorage", "HalfStorage", "IntStorage", "LongStorage", "ShortStorage", "TypedStorage",
         "UntypedStorage", "is_storage"), "_bindings.storage.typed"),
    "__config__": "", "_tensor_str": "",
    "gru": "nn._torch_recurrent", "lstm": "nn._torch_recurrent", "rnn_tanh": "nn._torch_recurrent", "rnn_relu": "nn._torch_recurrent",
    "gru_cell": "nn._torch_recurrent", "lstm_cell": "nn._torch_recurrent", "rnn_tanh_cell": "nn._torch_recurrent",
    "rnn_relu_cell": "nn._torch_recurrent", "max_pool1d_with_indices": "nn._torch_names", "adaptive_max_pool1d": "nn._torch_names",
    "alpha_dropout_": "nn._torch_names", "feature_dropout_": "nn._torch_names", "feature_alpha_dropout_": "nn._torch_names",
    "rrelu_": "nn._torch_names", "native_dropout": "nn._torch_names", "native_channel_shuffle": "nn._torch_names",
    "convolution": "nn._torch_names", "conv_tbc": "nn._torch_names", "grid_sampler": "nn._torch_names",
    "affine_grid_generator": "nn._torch_names",
    "sym_int": "_namespace.symbolic_numbers", "sym_float": "_namespace.symbolic_numbers", "sym_not": "_namespace.symbolic_numbers",
    "sym_max": "_namespace.symbolic_numbers", "sym_min": "_namespace.symbolic_numbers",
    "sym_ite": "_namespace.symbolic_numbers", "sym_sqrt": "_namespace.symbolic_numbers", "sym_sum": "_namespace.symbolic_numbers",
    "range": "_namespace.deprecated_functions", "frobenius_norm": "_namespace.deprecated_functions",
    "nuclear_norm": "_namespace.deprecated_functions", "norm_except_dim": "_namespace.deprecated_functions",
    "eig": "_bindings.retired.removed", "symeig": "_bindings.retired.removed", "lstsq": "_bindings.retired.removed",
    "solve": "_bindings.retired.removed", "matrix_rank": "_bindings.retired.removed",
    "DisableTorchFunction": "_C", "DisableTorchFunctionSubclass": "_C", "_C": "", "_utils": "", "_tensor": "", "ops": "",
    "_vmap_internals": "", "_jit_internal": "",
}

#: This package's own names, which `from torch import *` leaves out: for `%load_ext minitorch_compat`.
OURS = {"load_ipython_extension": "compat.importing.ipython", "unload_ipython_extension": "compat.importing.ipython"}


def lazy_location(name: str) -> str | None:
    """The place of a lazily imported name, in the form of the tables above; None for other names."""
    return "_namespace.foreach" if name.startswith("_foreach_") else LAZY[name] if name in LAZY else OURS.get(name)
