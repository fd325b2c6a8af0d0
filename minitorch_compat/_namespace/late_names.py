"""Names of `torch` that are imported on first access: name -> module, or module:name there ("": the name is itself a module)."""
from __future__ import annotations

#: Modules that exist for certain: for them the tables of names need not be read.
MODULES = frozenset({
    "accelerator", "amp", "backends", "compiler", "cpu", "cuda", "distributed", "distributions", "fft", "func", "jit", "linalg", "masked",
    "mps", "mtia", "multiprocessing", "nn", "optim", "overrides", "profiler", "random", "return_types", "serialization", "signal", "sparse",
    "special", "storage", "testing", "types", "utils", "version", "xpu"})

#: Module -> its names; "name=other" if it has another name there. Under "" are names that are modules themselves.
_BY_MODULE = {
    "serialization": "load save",
    "compiler": "compile=torch_compile",
    "cuda": "OutOfMemoryError",
    "amp": (
        "GradScaler autocast clear_autocast_cache get_autocast_cpu_dtype get_autocast_dtype get_autocast_gpu_dtype "
        "is_autocast_cache_enabled is_autocast_cpu_enabled is_autocast_enabled set_autocast_cache_enabled set_autocast_cpu_dtype "
        "set_autocast_cpu_enabled set_autocast_dtype set_autocast_enabled set_autocast_gpu_dtype"),
    "jit": "CompilationUnit JITException fork wait",
    "futures": "Future=FutureBase",
    "_lobpcg": "lobpcg",
    "_bindings.linalg.decompositions": "cholesky=torch_cholesky pinverse qr=torch_qr slogdet=torch_slogdet svd=torch_svd",
    "_bindings.linalg.solving": (
        "cholesky_inverse cholesky_solve geqrf lu=torch_lu lu_solve=torch_lu_solve lu_unpack orgqr=householder_product ormqr "
        "triangular_solve"),
    "_bindings.linalg.matrix_norms": "matrix_exp=torch_matrix_exp matrix_power",
    "_bindings.linalg.ldl": "pca_lowrank svd_lowrank",
    "_bindings.functions.complex": "_conj=conj_of_complex _neg_view",
    "distributions.gamma": "_dirichlet_grad _standard_gamma _standard_gamma_grad",
    "distributions.dirichlet": "_sample_dirichlet",
    "func": "vmap",
    "": "_C _VF __config__ __future__ _dynamo _export _inductor _jit_internal _tensor _tensor_str _utils _vmap_internals onnx ops",
    "nn._torch_names": (
        "adaptive_max_pool1d affine_grid_generator alpha_dropout alpha_dropout_ batch_norm binary_cross_entropy_with_logits celu_ "
        "conv_tbc convolution cosine_embedding_loss ctc_loss dropout dropout_ embedding feature_alpha_dropout feature_alpha_dropout_ "
        "feature_dropout feature_dropout_ grid_sampler group_norm hinge_embedding_loss instance_norm kl_div layer_norm "
        "margin_ranking_loss max_pool1d max_pool1d_with_indices max_pool2d max_pool3d native_channel_shuffle native_dropout "
        "poisson_nll_loss rrelu rrelu_ selu_ threshold threshold_ triplet_margin_loss"),
    "nn.functional": (
        "adaptive_avg_pool1d avg_pool1d bilinear celu channel_shuffle conv1d conv2d conv3d conv_transpose1d conv_transpose2d "
        "conv_transpose3d cosine_similarity pairwise_distance pdist pixel_shuffle pixel_unshuffle prelu rms_norm selu"),
    "nn._native": (
        "_native_batch_norm_legit embedding_bag grid_sampler_2d grid_sampler_3d native_batch_norm native_group_norm native_layer_norm "
        "unfold_copy"),
    "nn.utils.weight_norm": "_weight_norm=scale_to_norms",
    "_namespace.window_functions": "bartlett_window blackman_window hamming_window hann_window kaiser_window",
    "_namespace.checks": (
        "_assert _assert_async _cast_Long _check _check_index _check_is_size _check_not_implemented _check_tensor_all "
        "_check_tensor_all_with _check_type _check_value _check_with _shape_as_tensor"),
    "_bindings.functions.private_functions": (
        "_aminmax _amp_foreach_non_finite_check_and_unscale_ _amp_update_scale_ _conj_physical _debug_has_internal_overlap _dim_arange "
        "_index_put_impl_ _is_all_true _is_any_true _log_softmax _logcumsumexp _softmax _stack _unique _unique2 _unsafe_index "
        "_unsafe_index_put"),
    "_bindings.linalg.private_products": "_addmm_activation _compute_linear_combination _euclidean_dist _int_mm",
    "_namespace.tags": "Tag",
    "_namespace.old_classes": "_storage_classes _tensor_classes",
    "_bindings.creation.asarray": "asarray",
    "_bindings.creation.evenly_spaced": "linspace logspace",
    "_bindings.sparse_tensors.compressed": (
        "sparse_bsc_tensor sparse_bsr_tensor sparse_compressed_tensor sparse_csc_tensor sparse_csr_tensor"),
    "_bindings.sparse_tensors.private_functions": (
        "_convert_indices_from_coo_to_csr _convert_indices_from_csr_to_coo _sparse_broadcast_to _sparse_csr_prod _sparse_csr_sum "
        "_sparse_sparse_matmul _validate_sparse_bsc_tensor_args _validate_sparse_bsr_tensor_args "
        "_validate_sparse_compressed_tensor_args _validate_sparse_coo_tensor_args _validate_sparse_csc_tensor_args "
        "_validate_sparse_csr_tensor_args"),
    "_bindings.functions.view_copies": (
        "_chunk_cat _segment_reduce _unsafe_masked_index _unsafe_masked_index_put_accumulate as_strided_copy detach_copy empty_permuted "
        "nonzero_static split_copy split_with_sizes_copy squeeze_copy unbind_copy view_as_complex_copy view_as_real_copy"),
    "_bindings.retired.constructors": (
        "BFloat16Tensor BoolTensor ByteTensor CharTensor DoubleTensor FloatTensor HalfTensor IntTensor LongTensor ShortTensor "
        "set_default_tensor_type"),
    "_bindings.settings.process": (
        "are_deterministic_algorithms_enabled compiled_with_cxx11_abi get_deterministic_debug_mode get_device get_device_module "
        "get_float32_matmul_precision get_num_interop_threads get_num_threads is_deterministic_algorithms_warn_only_enabled "
        "is_distributed is_inference is_nonzero is_same_size is_signed is_vulkan_available is_warn_always_enabled "
        "set_deterministic_debug_mode set_float32_matmul_precision set_flush_denormal set_num_interop_threads set_num_threads "
        "set_warn_always typename use_deterministic_algorithms"),
    "_bindings.functions.fake_quantize": "_grouped_mm fake_quantize_per_channel_affine fake_quantize_per_tensor_affine",
    "_bindings.settings.constants": (
        "per_channel_affine per_channel_affine_float_qparams per_channel_symmetric per_tensor_affine per_tensor_symmetric qscheme"),
    "_namespace.exceptions": "AcceleratorError FatalError",
    "_namespace.control_flow": "cond while_loop",
    "_bindings.retired.functions": (
        "_log_softmax_backward_data _softmax_backward_data dequantize init_num_threads native_norm resize_as_sparse_ "
        "sym_constrain_range sym_constrain_range_for_size thread_safe_generator"),
    "_bindings.linalg.spectral": "istft stft",
    "_bindings.storage.typed": (
        "BFloat16Storage BoolStorage ByteStorage CharStorage ComplexDoubleStorage ComplexFloatStorage DoubleStorage FloatStorage "
        "HalfStorage IntStorage LongStorage ShortStorage TypedStorage UntypedStorage is_storage"),
    "nn._torch_recurrent": "gru gru_cell lstm lstm_cell rnn_relu rnn_relu_cell rnn_tanh rnn_tanh_cell",
    "_namespace.symbolic_numbers": "sym_float sym_int sym_ite sym_max sym_min sym_not sym_sqrt sym_sum",
    "_namespace.deprecated_functions": "frobenius_norm norm_except_dim nuclear_norm range",
    "_bindings.retired.removed": "eig lstsq matrix_rank solve symeig",
    "_C": "DisableTorchFunction DisableTorchFunctionSubclass",
}

#: Name -> module, or module:name there.
LAZY = {name: f"{module}:{other}" if other else module
        for module, words in _BY_MODULE.items() for word in words.split() for name, _, other in (word.partition("="),)}
#: This package's own names, which `from torch import *` leaves out: for `%load_ext minitorch_compat`.
OURS = {"load_ipython_extension": "compat.importing.ipython", "unload_ipython_extension": "compat.importing.ipython"}


def lazy_location(name: str) -> str | None:
    """The place of a lazily imported name, in the form of the tables above; None for other names."""
    return "_namespace.foreach" if name.startswith("_foreach_") else LAZY[name] if name in LAZY else OURS.get(name)
