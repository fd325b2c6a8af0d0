"""Which of PyTorch's functions `__torch_function__` can override, and how.

Written by `tests/data/recorders/package/overrides.py`; do not edit. Strings, because every import reads them, and they load fastest.
"""

#: Overridable functions.
FUNCTIONS = """
torch._sym_sqrt torch.abs torch.abs_ torch.absolute torch.acos torch.acos_ torch.acosh torch.acosh_ torch.adaptive_avg_pool1d
torch.adaptive_max_pool1d torch.add torch.addbmm torch.addcdiv torch.addcmul torch.addmm torch.addmv torch.addmv_ torch.addr
torch.adjoint torch.affine_grid_generator torch.alias_copy torch.all torch.allclose torch.alpha_dropout torch.alpha_dropout_ torch.amax
torch.amin torch.aminmax torch.angle torch.any torch.arccos torch.arccos_ torch.arccosh torch.arccosh_ torch.arcsin torch.arcsin_
torch.arcsinh torch.arcsinh_ torch.arctan torch.arctan2 torch.arctan_ torch.arctanh torch.arctanh_ torch.argmax torch.argmin
torch.argsort torch.argwhere torch.as_strided_ torch.as_strided_copy torch.as_strided_scatter torch.asin torch.asin_ torch.asinh
torch.asinh_ torch.atan torch.atan2 torch.atan_ torch.atanh torch.atanh_ torch.atleast_1d torch.atleast_2d torch.atleast_3d
torch.autocast torch.avg_pool1d torch.baddbmm torch.batch_norm torch.batch_norm_backward_elemt torch.batch_norm_backward_reduce
torch.batch_norm_elemt torch.batch_norm_gather_stats torch.batch_norm_gather_stats_with_counts torch.batch_norm_stats
torch.batch_norm_update_stats torch.bernoulli torch.bilinear torch.binary_cross_entropy_with_logits torch.bincount torch.binomial
torch.bitwise_and torch.bitwise_left_shift torch.bitwise_not torch.bitwise_or torch.bitwise_right_shift torch.bitwise_xor
torch.block_diag torch.bmm torch.broadcast_tensors torch.broadcast_to torch.bucketize torch.cartesian_prod torch.cat
torch.ccol_indices_copy torch.cdist torch.ceil torch.ceil_ torch.celu torch.celu_ torch.chain_matmul torch.channel_shuffle
torch.cholesky torch.cholesky_inverse torch.cholesky_solve torch.choose_qparams_optimized torch.chunk torch.clamp torch.clamp_
torch.clamp_max torch.clamp_max_ torch.clamp_min torch.clamp_min_ torch.clip torch.clip_ torch.clone torch.col_indices_copy
torch.column_stack torch.combinations torch.complex torch.concat torch.concatenate torch.conj torch.conj_physical torch.conj_physical_
torch.constant_pad_nd torch.conv1d torch.conv2d torch.conv3d torch.conv_tbc torch.conv_transpose1d torch.conv_transpose2d
torch.conv_transpose3d torch.convolution torch.copysign torch.corrcoef torch.cos torch.cos_ torch.cosh torch.cosh_
torch.cosine_embedding_loss torch.cosine_similarity torch.count_nonzero torch.cov torch.cross torch.crow_indices_copy torch.ctc_loss
torch.cudnn_grid_sampler torch.cudnn_is_acceptable torch.cummax torch.cummin torch.cumprod torch.cumsum torch.cumulative_trapezoid
torch.deg2rad torch.deg2rad_ torch.dequantize torch.det torch.detach torch.detach_ torch.detach_copy torch.diag torch.diag_embed
torch.diagflat torch.diagonal torch.diagonal_copy torch.diagonal_scatter torch.diff torch.digamma torch.dist torch.div torch.divide
torch.dot torch.dropout torch.dropout_ torch.dsmm torch.dsplit torch.dstack torch.einsum torch.embedding torch.embedding_bag
torch.embedding_renorm_ torch.empty torch.empty_like torch.empty_quantized torch.eq torch.equal torch.erf torch.erf_ torch.erfc
torch.erfc_ torch.erfinv torch.exp torch.exp2 torch.exp2_ torch.exp_ torch.expand_copy torch.expm1 torch.expm1_
torch.fake_quantize_per_channel_affine torch.fake_quantize_per_tensor_affine torch.fbgemm_linear_fp16_weight
torch.fbgemm_linear_fp16_weight_fp32_activation torch.fbgemm_linear_int8_weight torch.fbgemm_linear_int8_weight_fp32_activation
torch.fbgemm_linear_quantize_weight torch.fbgemm_pack_gemm_matrix_fp16 torch.fbgemm_pack_quantized_matrix torch.feature_alpha_dropout
torch.feature_alpha_dropout_ torch.feature_dropout torch.feature_dropout_ torch.fft.fft torch.fft.fft2 torch.fft.fftn
torch.fft.fftshift torch.fft.hfft torch.fft.hfft2 torch.fft.hfftn torch.fft.ifft torch.fft.ifft2 torch.fft.ifftn torch.fft.ifftshift
torch.fft.ihfft torch.fft.ihfft2 torch.fft.ihfftn torch.fft.irfft torch.fft.irfft2 torch.fft.irfftn torch.fft.rfft torch.fft.rfft2
torch.fft.rfftn torch.fill torch.fill_ torch.fix torch.fix_ torch.flatten torch.flip torch.fliplr torch.flipud torch.float_power
torch.floor torch.floor_ torch.floor_divide torch.fmax torch.fmin torch.fmod torch.frac torch.frac_ torch.frexp torch.frobenius_norm
torch.full_like torch.functional.atleast_1d torch.functional.atleast_2d torch.functional.atleast_3d torch.functional.block_diag
torch.functional.broadcast_tensors torch.functional.cartesian_prod torch.functional.cdist torch.functional.chain_matmul
torch.functional.einsum torch.functional.istft torch.functional.lu torch.functional.meshgrid torch.functional.norm
torch.functional.pca_lowrank torch.functional.split torch.functional.stft torch.functional.svd_lowrank torch.functional.tensordot
torch.functional.unique torch.functional.unique_consecutive torch.functional.unravel_index torch.fused_moving_avg_obs_fake_quant
torch.gather torch.gcd torch.gcd_ torch.ge torch.geqrf torch.ger torch.get_device torch.gradient torch.greater torch.greater_equal
torch.grid_sampler torch.grid_sampler_2d torch.grid_sampler_3d torch.group_norm torch.gru torch.gru_cell torch.gt torch.hardshrink
torch.hash_tensor torch.heaviside torch.hinge_embedding_loss torch.histc torch.histogram torch.histogramdd torch.hsmm torch.hsplit
torch.hspmm torch.hstack torch.hypot torch.i0 torch.i0_ torch.igamma torch.igammac torch.imag torch.index_add torch.index_copy
torch.index_fill torch.index_put torch.index_put_ torch.index_reduce torch.index_select torch.indices_copy torch.inner
torch.instance_norm torch.int_repr torch.inverse torch.is_complex torch.is_conj torch.is_distributed torch.is_floating_point
torch.is_inference torch.is_neg torch.is_nonzero torch.is_same_size torch.is_signed torch.isclose torch.isfinite torch.isin torch.isinf
torch.isnan torch.isneginf torch.isposinf torch.isreal torch.istft torch.kl_div torch.kron torch.kthvalue torch.layer_norm torch.lcm
torch.lcm_ torch.ldexp torch.ldexp_ torch.le torch.lerp torch.less torch.less_equal torch.lgamma torch.linalg.cholesky
torch.linalg.cholesky_ex torch.linalg.cond torch.linalg.cross torch.linalg.det torch.linalg.diagonal torch.linalg.eig torch.linalg.eigh
torch.linalg.eigvals torch.linalg.eigvalsh torch.linalg.householder_product torch.linalg.inv torch.linalg.inv_ex
torch.linalg.ldl_factor torch.linalg.ldl_factor_ex torch.linalg.ldl_solve torch.linalg.lstsq torch.linalg.lu torch.linalg.lu_factor
torch.linalg.lu_factor_ex torch.linalg.lu_solve torch.linalg.matmul torch.linalg.matrix_exp torch.linalg.matrix_norm
torch.linalg.matrix_power torch.linalg.matrix_rank torch.linalg.multi_dot torch.linalg.norm torch.linalg.pinv torch.linalg.qr
torch.linalg.slogdet torch.linalg.solve torch.linalg.solve_ex torch.linalg.solve_triangular torch.linalg.svd torch.linalg.svdvals
torch.linalg.tensorinv torch.linalg.tensorsolve torch.linalg.vander torch.linalg.vecdot torch.linalg.vector_norm torch.linspace
torch.lobpcg torch.log torch.log10 torch.log10_ torch.log1p torch.log1p_ torch.log2 torch.log2_ torch.log_ torch.log_softmax
torch.logaddexp torch.logaddexp2 torch.logcumsumexp torch.logdet torch.logical_and torch.logical_not torch.logical_or torch.logical_xor
torch.logit torch.logit_ torch.logspace torch.logsumexp torch.lstm torch.lstm_cell torch.lt torch.lu torch.lu_solve torch.lu_unpack
torch.margin_ranking_loss torch.masked_fill torch.masked_scatter torch.masked_select torch.matmul torch.matrix_exp torch.matrix_power
torch.max torch.max_pool1d torch.max_pool1d_with_indices torch.max_pool2d torch.max_pool3d torch.maximum torch.mean torch.median
torch.meshgrid torch.min torch.minimum torch.miopen_batch_norm torch.miopen_convolution torch.miopen_convolution_add_relu
torch.miopen_convolution_relu torch.miopen_convolution_transpose torch.miopen_depthwise_convolution torch.miopen_rnn
torch.mkldnn_adaptive_avg_pool2d torch.mkldnn_max_pool2d torch.mkldnn_max_pool3d torch.mm torch.mode torch.moveaxis torch.movedim
torch.msort torch.mul torch.multinomial torch.multiply torch.mv torch.mvlgamma torch.nan_to_num torch.nan_to_num_ torch.nanmean
torch.nanmedian torch.nanquantile torch.nansum torch.narrow torch.narrow_copy torch.native_batch_norm torch.native_channel_shuffle
torch.native_dropout torch.native_group_norm torch.native_layer_norm torch.native_norm torch.ne torch.neg torch.neg_ torch.negative
torch.negative_ torch.nextafter torch.nn.functional._sym_int torch.nn.functional._threshold torch.nn.functional.adaptive_avg_pool1d
torch.nn.functional.adaptive_avg_pool2d torch.nn.functional.adaptive_avg_pool3d torch.nn.functional.adaptive_max_pool1d
torch.nn.functional.adaptive_max_pool1d_with_indices torch.nn.functional.adaptive_max_pool2d
torch.nn.functional.adaptive_max_pool2d_with_indices torch.nn.functional.adaptive_max_pool3d
torch.nn.functional.adaptive_max_pool3d_with_indices torch.nn.functional.affine_grid torch.nn.functional.alpha_dropout
torch.nn.functional.avg_pool1d torch.nn.functional.avg_pool2d torch.nn.functional.avg_pool3d torch.nn.functional.batch_norm
torch.nn.functional.bilinear torch.nn.functional.binary_cross_entropy torch.nn.functional.binary_cross_entropy_with_logits
torch.nn.functional.celu torch.nn.functional.celu_ torch.nn.functional.channel_shuffle torch.nn.functional.conv1d
torch.nn.functional.conv2d torch.nn.functional.conv3d torch.nn.functional.conv_tbc torch.nn.functional.conv_transpose1d
torch.nn.functional.conv_transpose2d torch.nn.functional.conv_transpose3d torch.nn.functional.cosine_embedding_loss
torch.nn.functional.cosine_similarity torch.nn.functional.cross_entropy torch.nn.functional.ctc_loss torch.nn.functional.dropout
torch.nn.functional.dropout1d torch.nn.functional.dropout2d torch.nn.functional.dropout3d torch.nn.functional.elu
torch.nn.functional.elu_ torch.nn.functional.embedding torch.nn.functional.embedding_bag torch.nn.functional.feature_alpha_dropout
torch.nn.functional.fold torch.nn.functional.fractional_max_pool2d torch.nn.functional.fractional_max_pool2d_with_indices
torch.nn.functional.fractional_max_pool3d torch.nn.functional.fractional_max_pool3d_with_indices torch.nn.functional.gaussian_nll_loss
torch.nn.functional.gelu torch.nn.functional.glu torch.nn.functional.grid_sample torch.nn.functional.group_norm
torch.nn.functional.gumbel_softmax torch.nn.functional.hardshrink torch.nn.functional.hardsigmoid torch.nn.functional.hardswish
torch.nn.functional.hardtanh torch.nn.functional.hardtanh_ torch.nn.functional.hinge_embedding_loss torch.nn.functional.huber_loss
torch.nn.functional.instance_norm torch.nn.functional.interpolate torch.nn.functional.kl_div torch.nn.functional.l1_loss
torch.nn.functional.layer_norm torch.nn.functional.leaky_relu torch.nn.functional.leaky_relu_ torch.nn.functional.linear
torch.nn.functional.linear_cross_entropy torch.nn.functional.local_response_norm torch.nn.functional.log_softmax
torch.nn.functional.logsigmoid torch.nn.functional.lp_pool1d torch.nn.functional.lp_pool2d torch.nn.functional.lp_pool3d
torch.nn.functional.margin_ranking_loss torch.nn.functional.max_pool1d torch.nn.functional.max_pool1d_with_indices
torch.nn.functional.max_pool2d torch.nn.functional.max_pool2d_with_indices torch.nn.functional.max_pool3d
torch.nn.functional.max_pool3d_with_indices torch.nn.functional.max_unpool1d torch.nn.functional.max_unpool2d
torch.nn.functional.max_unpool3d torch.nn.functional.mish torch.nn.functional.mse_loss torch.nn.functional.multi_head_attention_forward
torch.nn.functional.multi_margin_loss torch.nn.functional.multilabel_margin_loss torch.nn.functional.multilabel_soft_margin_loss
torch.nn.functional.native_channel_shuffle torch.nn.functional.nll_loss torch.nn.functional.normalize torch.nn.functional.one_hot
torch.nn.functional.pad torch.nn.functional.pairwise_distance torch.nn.functional.pdist torch.nn.functional.pixel_shuffle
torch.nn.functional.pixel_unshuffle torch.nn.functional.poisson_nll_loss torch.nn.functional.prelu torch.nn.functional.relu
torch.nn.functional.relu6 torch.nn.functional.relu_ torch.nn.functional.rms_norm torch.nn.functional.rrelu torch.nn.functional.rrelu_
torch.nn.functional.scaled_dot_product_attention torch.nn.functional.selu torch.nn.functional.selu_ torch.nn.functional.silu
torch.nn.functional.smooth_l1_loss torch.nn.functional.soft_margin_loss torch.nn.functional.softmax torch.nn.functional.softmin
torch.nn.functional.softplus torch.nn.functional.softshrink torch.nn.functional.softsign torch.nn.functional.tanhshrink
torch.nn.functional.threshold torch.nn.functional.threshold_ torch.nn.functional.triplet_margin_loss
torch.nn.functional.triplet_margin_with_distance_loss torch.nn.functional.unfold torch.nonzero torch.nonzero_static torch.norm
torch.norm_except_dim torch.normal torch.not_equal torch.nuclear_norm torch.numel torch.ones torch.ones_like torch.orgqr torch.ormqr
torch.outer torch.pairwise_distance torch.pca_lowrank torch.pdist torch.permute torch.permute_copy torch.pinverse torch.pixel_shuffle
torch.pixel_unshuffle torch.poisson torch.poisson_nll_loss torch.polar torch.polygamma torch.positive torch.pow torch.prelu torch.prod
torch.put torch.q_per_channel_axis torch.q_per_channel_scales torch.q_per_channel_zero_points torch.q_scale torch.q_zero_point torch.qr
torch.quantile torch.quantize_per_channel torch.quantize_per_tensor torch.quantize_per_tensor_dynamic torch.quantized_batch_norm
torch.quantized_gru_cell torch.quantized_lstm_cell torch.quantized_max_pool1d torch.quantized_max_pool2d torch.quantized_max_pool3d
torch.quantized_rnn_relu_cell torch.quantized_rnn_tanh_cell torch.rad2deg torch.rad2deg_ torch.rand torch.rand_like torch.randint_like
torch.randn torch.randn_like torch.ravel torch.real torch.reciprocal torch.reciprocal_ torch.relu torch.relu_ torch.remainder
torch.renorm torch.repeat_interleave torch.reshape torch.resize_as_ torch.resize_as_sparse_ torch.resolve_conj torch.resolve_neg
torch.result_type torch.rms_norm torch.rnn_relu torch.rnn_relu_cell torch.rnn_tanh torch.rnn_tanh_cell torch.roll torch.rot90
torch.round torch.round_ torch.row_indices_copy torch.row_stack torch.rrelu torch.rrelu_ torch.rsqrt torch.rsqrt_ torch.rsub
torch.saddmm torch.scatter torch.scatter_add torch.scatter_reduce torch.searchsorted torch.select torch.select_copy
torch.select_scatter torch.selu torch.selu_ torch.sgn torch.sigmoid torch.sigmoid_ torch.sign torch.signbit torch.sin torch.sin_
torch.sinc torch.sinc_ torch.sinh torch.sinh_ torch.slice_copy torch.slice_inverse torch.slice_scatter torch.slogdet torch.smm
torch.softmax torch.sort torch.sparse_coo_tensor torch.special.airy_ai torch.special.bessel_j0 torch.special.bessel_j1
torch.special.bessel_y0 torch.special.bessel_y1 torch.special.chebyshev_polynomial_t torch.special.chebyshev_polynomial_u
torch.special.chebyshev_polynomial_v torch.special.chebyshev_polynomial_w torch.special.digamma torch.special.entr torch.special.erf
torch.special.erfc torch.special.erfcx torch.special.erfinv torch.special.exp2 torch.special.expit torch.special.expm1
torch.special.gammainc torch.special.gammaincc torch.special.gammaln torch.special.hermite_polynomial_h
torch.special.hermite_polynomial_he torch.special.i0 torch.special.i0e torch.special.i1 torch.special.i1e
torch.special.laguerre_polynomial_l torch.special.legendre_polynomial_p torch.special.log1p torch.special.log_ndtr
torch.special.log_softmax torch.special.logit torch.special.logsumexp torch.special.modified_bessel_i0 torch.special.modified_bessel_i1
torch.special.modified_bessel_k0 torch.special.modified_bessel_k1 torch.special.multigammaln torch.special.ndtr torch.special.ndtri
torch.special.polygamma torch.special.psi torch.special.round torch.special.scaled_modified_bessel_k0
torch.special.scaled_modified_bessel_k1 torch.special.shifted_chebyshev_polynomial_t torch.special.shifted_chebyshev_polynomial_u
torch.special.shifted_chebyshev_polynomial_v torch.special.shifted_chebyshev_polynomial_w torch.special.sinc torch.special.softmax
torch.special.spherical_bessel_j0 torch.special.xlog1py torch.special.xlogy torch.special.zeta torch.split torch.split_copy
torch.split_with_sizes torch.split_with_sizes_copy torch.spmm torch.sqrt torch.sqrt_ torch.square torch.square_ torch.squeeze
torch.squeeze_copy torch.sspaddmm torch.stack torch.std torch.std_mean torch.stft torch.sub torch.subtract torch.sum torch.svd
torch.svd_lowrank torch.swapaxes torch.swapdims torch.sym_float torch.sym_int torch.sym_ite torch.sym_max torch.sym_min torch.sym_not
torch.sym_sqrt torch.sym_sum torch.t torch.t_copy torch.take torch.take_along_dim torch.tan torch.tan_ torch.tanh torch.tanh_
torch.tensor_split torch.tensordot torch.threshold torch.threshold_ torch.tile torch.topk torch.trace torch.transpose
torch.transpose_copy torch.trapezoid torch.trapz torch.triangular_solve torch.tril torch.triplet_margin_loss torch.triu
torch.true_divide torch.trunc torch.trunc_ torch.unbind torch.unbind_copy torch.unflatten torch.unfold_copy torch.unique
torch.unique_consecutive torch.unravel_index torch.unsafe_chunk torch.unsafe_split torch.unsafe_split_with_sizes torch.unsqueeze
torch.unsqueeze_copy torch.values_copy torch.vander torch.var torch.var_mean torch.vdot torch.view_as_complex
torch.view_as_complex_copy torch.view_as_real torch.view_as_real_copy torch.view_copy torch.vsplit torch.vstack torch.where torch.xlogy
torch.xlogy_ torch.zero_ torch.zeros torch.zeros_like
"""

#: Overridable methods and properties of Tensor.
METHODS = """
H.__get__ T.__get__ __abs__ __add__ __and__ __array__ __array_wrap__ __bool__ __complex__ __contains__ __cuda_array_interface__.__get__
__deepcopy__ __dir__ __div__ __dlpack__ __dlpack_device__ __eq__ __float__ __floordiv__ __format__ __ge__ __getitem__ __gt__ __iadd__
__iand__ __idiv__ __ifloordiv__ __ilshift__ __imod__ __imul__ __index__ __int__ __invert__ __ior__ __ipow__ __irshift__ __isub__
__itruediv__ __ixor__ __le__ __len__ __long__ __lshift__ __lt__ __matmul__ __mod__ __mul__ __ne__ __neg__ __nonzero__ __or__ __pos__
__pow__ __radd__ __rand__ __rdiv__ __reduce_ex__ __repr__ __reversed__ __rfloordiv__ __rlshift__ __rmatmul__ __rmod__ __rmul__ __ror__
__rpow__ __rrshift__ __rshift__ __rsub__ __rtruediv__ __rxor__ __setitem__ __setstate__ __sub__ __truediv__ __xor__ _addmm_activation
_autocast_to_full_precision _autocast_to_reduced_precision _backward_hooks.__get__ _base.__get__ _cdata.__get__
_clear_non_serializable_cached_data _coalesced_ _conj _conj_physical _dimI _dimV _grad.__get__ _grad_fn.__get__ _indices _is_all_true
_is_any_true _is_view _is_zerotensor _lazy_clone _neg_view _nested_tensor_size _nested_tensor_storage_offsets _nested_tensor_strides
_nnz _philox_normal_ _philox_uniform_ _post_accumulate_grad_hooks.__get__ _sparse_mask_projection _to_dense _to_sparse _to_sparse_bsc
_to_sparse_bsr _to_sparse_csc _to_sparse_csr _values _version.__get__ abs abs_ absolute absolute_ acos acos_ acosh acosh_ add add_
addbmm addbmm_ addcdiv addcdiv_ addcmul addcmul_ addmm addmm_ addmv addmv_ addr addr_ adjoint all allclose amax amin aminmax angle any
apply_ arccos arccos_ arccosh arccosh_ arcsin arcsin_ arcsinh arcsinh_ arctan arctan2 arctan2_ arctan_ arctanh arctanh_ argmax argmin
argsort argwhere as_strided as_strided_ as_strided_scatter asin asin_ asinh asinh_ atan atan2 atan2_ atan_ atanh atanh_ backward
baddbmm baddbmm_ bernoulli bernoulli_ bfloat16 bincount bitwise_and bitwise_and_ bitwise_left_shift bitwise_left_shift_ bitwise_not
bitwise_not_ bitwise_or bitwise_or_ bitwise_right_shift bitwise_right_shift_ bitwise_xor bitwise_xor_ bmm bool broadcast_to byte
cauchy_ ccol_indices cdouble ceil ceil_ cfloat chalf char cholesky cholesky_inverse cholesky_solve chunk clamp clamp_ clamp_max
clamp_max_ clamp_min clamp_min_ clip clip_ clone coalesce col_indices conj conj_physical conj_physical_ const_data_ptr contiguous copy_
copysign copysign_ corrcoef cos cos_ cosh cosh_ count_nonzero cov cpu cross crow_indices cuda cummax cummin cumprod cumprod_ cumsum
cumsum_ data.__get__ data_ptr deg2rad deg2rad_ dense_dim dequantize det detach detach_ device.__get__ diag diag_embed diagflat diagonal
diagonal_scatter diff digamma digamma_ dim dim_order dist div div_ divide divide_ dot double dsplit dtype.__get__ element_size eq eq_
equal erf erf_ erfc erfc_ erfinv erfinv_ exp exp2 exp2_ exp_ expand expand_as expm1 expm1_ exponential_ fill_ fill_diagonal_ fix fix_
flatten flip fliplr flipud float float_power float_power_ floor floor_ floor_divide floor_divide_ fmax fmin fmod fmod_ frac frac_ frexp
gather gcd gcd_ ge ge_ geometric_ geqrf ger get_device grad.__get__ grad_dtype.__get__ grad_fn.__get__ greater greater_ greater_equal
greater_equal_ gt gt_ half hardshrink hash_tensor heaviside heaviside_ histc histogram hsplit hypot hypot_ i0 i0_ igamma igamma_
igammac igammac_ imag.__get__ index index_add index_add_ index_copy index_copy_ index_fill index_fill_ index_put index_put_
index_reduce index_reduce_ index_select indices inner int int_repr inverse ipu is_coalesced is_complex is_conj is_contiguous
is_cpu.__get__ is_cuda.__get__ is_distributed is_floating_point is_inference is_ipu.__get__ is_leaf.__get__ is_maia.__get__
is_meta.__get__ is_mkldnn.__get__ is_mps.__get__ is_mtia.__get__ is_neg is_nested.__get__ is_nonzero is_pinned is_quantized.__get__
is_same_size is_set_to is_shared is_signed is_sparse.__get__ is_sparse_csr.__get__ is_vulkan.__get__ is_xla.__get__ is_xpu.__get__
isclose isfinite isinf isnan isneginf isposinf isreal istft item itemsize.__get__ kron kthvalue layout.__get__ lcm lcm_ ldexp ldexp_ le
le_ lerp lerp_ less less_ less_equal less_equal_ lgamma lgamma_ log log10 log10_ log1p log1p_ log2 log2_ log_ log_normal_ log_softmax
logaddexp logaddexp2 logcumsumexp logdet logical_and logical_and_ logical_not logical_not_ logical_or logical_or_ logical_xor
logical_xor_ logit logit_ logsumexp long lt lt_ lu lu_solve mH.__get__ mT.__get__ map2_ map_ masked_fill masked_fill_ masked_scatter
masked_scatter_ masked_select matmul matrix_exp matrix_power max maximum mean median min minimum mm mode module_load moveaxis movedim
msort mtia mul mul_ multinomial multiply multiply_ mv mvlgamma mvlgamma_ name.__get__ nan_to_num nan_to_num_ nanmean nanmedian
nanquantile nansum narrow narrow_copy nbytes.__get__ ndim.__get__ ndimension ne ne_ neg neg_ negative negative_ nelement new new_empty
new_empty_strided new_full new_ones new_tensor new_zeros nextafter nextafter_ nonzero nonzero_static norm normal_ not_equal not_equal_
numel numpy orgqr ormqr outer output_nr.__get__ permute pin_memory pinverse polygamma polygamma_ positive pow pow_ prelu prod put put_
q_per_channel_axis q_per_channel_scales q_per_channel_zero_points q_scale q_zero_point qr qscheme quantile rad2deg rad2deg_ random_
ravel real.__get__ reciprocal reciprocal_ record_stream register_hook register_post_accumulate_grad_hook relu relu_ remainder
remainder_ renorm renorm_ repeat repeat_interleave requires_grad.__get__ requires_grad_ reshape reshape_as resize resize_ resize_as
resize_as_ resize_as_sparse_ resolve_conj resolve_neg retain_grad retains_grad.__get__ roll rot90 round round_ row_indices rsqrt rsqrt_
scatter scatter_ scatter_add scatter_add_ scatter_reduce scatter_reduce_ select select_scatter set_ sgn sgn_ shape.__get__
share_memory_ short sigmoid sigmoid_ sign sign_ signbit sin sin_ sinc sinc_ sinh sinh_ size slice_inverse slice_scatter slogdet smm
softmax sort sparse_dim sparse_mask sparse_resize_ sparse_resize_and_clear_ split split_with_sizes sqrt sqrt_ square square_ squeeze
squeeze_ sspaddmm std stft storage storage_offset storage_type stride sub sub_ subtract subtract_ sum sum_to_size svd swapaxes
swapaxes_ swapdims swapdims_ t t_ take take_along_dim tan tan_ tanh tanh_ tensor_split tile to to_dense to_mkldnn to_padded_tensor
to_sparse to_sparse_bsc to_sparse_bsr to_sparse_csc to_sparse_csr tolist topk trace transpose transpose_ triangular_solve tril tril_
triu triu_ true_divide true_divide_ trunc trunc_ type type_as unbind unflatten unfold uniform_ unique unique_consecutive unsafe_chunk
unsafe_split unsafe_split_with_sizes unsqueeze unsqueeze_ untyped_storage values var vdot view view_as volatile.__get__ vsplit where
xlogy xlogy_ xpu zero_
"""

#: Functions that PyTorch writes in Python, which rearrange their arguments for handlers.
IN_PYTHON = """
torch.Tensor.__array__ torch.Tensor.__array_wrap__ torch.Tensor.__contains__ torch.Tensor.__deepcopy__ torch.Tensor.__dir__
torch.Tensor.__dlpack__ torch.Tensor.__dlpack_device__ torch.Tensor.__floordiv__ torch.Tensor.__format__ torch.Tensor.__len__
torch.Tensor.__rdiv__ torch.Tensor.__reduce_ex__ torch.Tensor.__repr__ torch.Tensor.__reversed__ torch.Tensor.__rfloordiv__
torch.Tensor.__rlshift__ torch.Tensor.__rmatmul__ torch.Tensor.__rmod__ torch.Tensor.__rpow__ torch.Tensor.__rrshift__
torch.Tensor.__rsub__ torch.Tensor.__rtruediv__ torch.Tensor.__setstate__ torch.Tensor._clear_non_serializable_cached_data
torch.Tensor.backward torch.Tensor.dim_order torch.Tensor.index torch.Tensor.is_shared torch.Tensor.istft torch.Tensor.lu
torch.Tensor.module_load torch.Tensor.norm torch.Tensor.register_hook torch.Tensor.register_post_accumulate_grad_hook
torch.Tensor.resize torch.Tensor.resize_as torch.Tensor.share_memory_ torch.Tensor.split torch.Tensor.stft torch.Tensor.storage
torch.Tensor.storage_type torch.Tensor.unflatten torch.Tensor.unique torch.Tensor.unique_consecutive torch._assert torch.atleast_1d
torch.atleast_2d torch.atleast_3d torch.autograd.backward torch.autograd.grad torch.block_diag torch.broadcast_tensors
torch.cartesian_prod torch.cdist torch.chain_matmul torch.einsum torch.functional.atleast_1d torch.functional.atleast_2d
torch.functional.atleast_3d torch.functional.block_diag torch.functional.broadcast_tensors torch.functional.cartesian_prod
torch.functional.cdist torch.functional.chain_matmul torch.functional.einsum torch.functional.lu torch.functional.meshgrid
torch.functional.norm torch.functional.pca_lowrank torch.functional.split torch.functional.stft torch.functional.svd_lowrank
torch.functional.tensordot torch.functional.unique torch.functional.unique_consecutive torch.functional.unravel_index torch.lobpcg
torch.lu torch.meshgrid torch.nn.functional._sym_int torch.nn.functional._threshold torch.nn.functional.adaptive_avg_pool2d
torch.nn.functional.adaptive_avg_pool3d torch.nn.functional.adaptive_max_pool1d_with_indices
torch.nn.functional.adaptive_max_pool2d_with_indices torch.nn.functional.adaptive_max_pool3d_with_indices
torch.nn.functional.affine_grid torch.nn.functional.alpha_dropout torch.nn.functional.batch_norm
torch.nn.functional.binary_cross_entropy torch.nn.functional.binary_cross_entropy_with_logits torch.nn.functional.celu
torch.nn.functional.cosine_embedding_loss torch.nn.functional.cross_entropy torch.nn.functional.ctc_loss torch.nn.functional.dropout
torch.nn.functional.dropout1d torch.nn.functional.dropout2d torch.nn.functional.dropout3d torch.nn.functional.elu
torch.nn.functional.embedding torch.nn.functional.embedding_bag torch.nn.functional.feature_alpha_dropout torch.nn.functional.fold
torch.nn.functional.fractional_max_pool2d_with_indices torch.nn.functional.fractional_max_pool3d_with_indices
torch.nn.functional.gaussian_nll_loss torch.nn.functional.glu torch.nn.functional.grid_sample torch.nn.functional.group_norm
torch.nn.functional.gumbel_softmax torch.nn.functional.hardsigmoid torch.nn.functional.hardswish torch.nn.functional.hardtanh
torch.nn.functional.hinge_embedding_loss torch.nn.functional.huber_loss torch.nn.functional.instance_norm
torch.nn.functional.interpolate torch.nn.functional.kl_div torch.nn.functional.l1_loss torch.nn.functional.layer_norm
torch.nn.functional.leaky_relu torch.nn.functional.linear_cross_entropy torch.nn.functional.local_response_norm
torch.nn.functional.log_softmax torch.nn.functional.lp_pool1d torch.nn.functional.lp_pool2d torch.nn.functional.lp_pool3d
torch.nn.functional.margin_ranking_loss torch.nn.functional.max_pool1d_with_indices torch.nn.functional.max_pool2d_with_indices
torch.nn.functional.max_pool3d_with_indices torch.nn.functional.max_unpool1d torch.nn.functional.max_unpool2d
torch.nn.functional.max_unpool3d torch.nn.functional.mish torch.nn.functional.mse_loss torch.nn.functional.multi_head_attention_forward
torch.nn.functional.multi_margin_loss torch.nn.functional.multilabel_margin_loss torch.nn.functional.multilabel_soft_margin_loss
torch.nn.functional.nll_loss torch.nn.functional.normalize torch.nn.functional.pad torch.nn.functional.poisson_nll_loss
torch.nn.functional.relu torch.nn.functional.relu6 torch.nn.functional.rms_norm torch.nn.functional.rrelu torch.nn.functional.selu
torch.nn.functional.silu torch.nn.functional.smooth_l1_loss torch.nn.functional.soft_margin_loss torch.nn.functional.softmax
torch.nn.functional.softmin torch.nn.functional.softsign torch.nn.functional.tanhshrink torch.nn.functional.threshold
torch.nn.functional.triplet_margin_loss torch.nn.functional.triplet_margin_with_distance_loss torch.nn.functional.unfold
torch.nn.init.constant_ torch.nn.init.kaiming_uniform_ torch.nn.init.normal_ torch.nn.init.uniform_ torch.norm torch.pca_lowrank
torch.quantized_gru torch.quantized_lstm torch.split torch.stft torch.svd_lowrank torch.sym_float torch.sym_int torch.sym_ite
torch.sym_max torch.sym_min torch.sym_not torch.sym_sum torch.tensordot torch.unique torch.unique_consecutive torch.unravel_index
"""

#: Functions without tensor arguments, which only modes override.
MODES = """
torch.zeros torch.ones torch.empty torch.full torch.rand torch.randn torch.randint torch.randperm torch.arange torch.linspace
torch.logspace torch.eye torch.tensor torch.as_tensor torch.asarray torch.from_file torch.scalar_tensor torch.empty_strided
torch.empty_permuted torch.tril_indices torch.triu_indices torch.hann_window torch.hamming_window torch.bartlett_window
torch.blackman_window torch.kaiser_window torch.normal torch.can_cast torch.promote_types torch.result_type torch.sparse_coo_tensor
torch.device torch.sparse_csr_tensor torch.vander torch.unravel_index torch.numel torch.fft.fftfreq torch.fft.rfftfreq
torch.cudnn_is_acceptable
"""

#: Methods that pass a mode the class of a plain `self` among the types.
NAMED = """
__abs__ __array__ __array_wrap__ __bool__ __complex__ __contains__ __deepcopy__ __dir__ __dlpack__ __dlpack_device__ __float__
__floordiv__ __format__ __index__ __int__ __invert__ __ipow__ __iter__ __len__ __long__ __neg__ __nonzero__ __pos__ __pow__ __rdiv__
__reduce_ex__ __repr__ __reversed__ __rfloordiv__ __rlshift__ __rmatmul__ __rmod__ __rpow__ __rrshift__ __rsub__ __rtruediv__
__setstate__ __str__ _clear_non_serializable_cached_data _conj _conj_physical _dimI _dimV _indices _is_all_true _is_any_true _is_view
_is_zerotensor _lazy_clone _neg_view _nested_tensor_size _nested_tensor_storage_offsets _nested_tensor_strides _nnz _reduce_ex_internal
_typed_storage _values abs abs_ absolute absolute_ acos acos_ acosh acosh_ adjoint angle apply_ arccos arccos_ arccosh arccosh_ arcsin
arcsin_ arcsinh arcsinh_ arctan arctan_ arctanh arctanh_ argwhere asin asin_ asinh asinh_ atan atan_ atanh atanh_ backward bitwise_not
bitwise_not_ ccol_indices ceil ceil_ coalesce col_indices conj conj_physical conj_physical_ const_data_ptr corrcoef cos cos_ cosh cosh_
crow_indices data_ptr deg2rad deg2rad_ dense_dim dequantize det detach detach_ digamma digamma_ dim dim_order element_size erf erf_
erfc erfc_ erfinv erfinv_ exp exp2 exp2_ exp_ expm1 expm1_ fix fix_ fliplr flipud floor floor_ frac frac_ frexp geqrf get_device i0 i0_
index indices int_repr inverse is_coalesced is_complex is_conj is_distributed is_floating_point is_inference is_neg is_nonzero
is_shared is_signed isfinite isinf isnan isneginf isposinf isreal istft item lgamma lgamma_ log log10 log10_ log1p log1p_ log2 log2_
log_ logdet logical_not logical_not_ lu matrix_exp module_load msort ndimension neg neg_ negative negative_ nelement new new_tensor
norm numel positive q_per_channel_axis q_per_channel_scales q_per_channel_zero_points q_scale q_zero_point qscheme rad2deg rad2deg_
ravel reciprocal reciprocal_ register_hook register_post_accumulate_grad_hook relu relu_ resize resize_as resolve_conj resolve_neg
retain_grad row_indices rsqrt rsqrt_ sgn sgn_ share_memory_ sigmoid sigmoid_ sign sign_ signbit sin sin_ sinc sinc_ sinh sinh_ slogdet
sparse_dim split sqrt sqrt_ square square_ stft storage storage_offset storage_type t t_ tan tan_ tanh tanh_ tolist trace trunc trunc_
unflatten unique unique_consecutive untyped_storage values zero_
"""

#: Operator=the function that handlers get for it.
OPERATORS = """
__abs__=abs __add__=add __and__=__and__ __array__=__array__ __array_wrap__=__array_wrap__ __bool__=__bool__ __complex__=__complex__
__contains__=__contains__ __deepcopy__=__deepcopy__ __dir__=__dir__ __div__=div __dlpack__=__dlpack__
__dlpack_device__=__dlpack_device__ __eq__=__eq__ __float__=__float__ __floordiv__=__floordiv__ __format__=__format__ __ge__=ge
__getitem__=__getitem__ __gt__=gt __iadd__=add_ __iand__=__iand__ __idiv__=div_ __ifloordiv__=floor_divide_ __ilshift__=__ilshift__
__imod__=remainder_ __imul__=mul_ __index__=__index__ __int__=__int__ __invert__=__invert__ __ior__=__ior__ __ipow__=__ipow__
__irshift__=__irshift__ __isub__=sub_ __iter__=dim __itruediv__=div_ __ixor__=__ixor__ __le__=le __len__=__len__ __long__=__int__
__lshift__=__lshift__ __lt__=lt __matmul__=matmul __mod__=remainder __mul__=mul __ne__=ne __neg__=neg __nonzero__=__bool__
__or__=__or__ __pos__=positive __pow__=__pow__ __radd__=add __rand__=bitwise_and __rdiv__=__rdiv__ __reduce_ex__=__reduce_ex__
__repr__=__repr__ __reversed__=__reversed__ __rfloordiv__=__rfloordiv__ __rlshift__=__rlshift__ __rmatmul__=__rmatmul__
__rmod__=__rmod__ __rmul__=mul __ror__=bitwise_or __rpow__=__rpow__ __rrshift__=__rrshift__ __rshift__=__rshift__ __rsub__=__rsub__
__rtruediv__=__rdiv__ __rxor__=bitwise_xor __setitem__=__setitem__ __setstate__=__setstate__ __str__=__repr__ __sub__=sub
__torch_function__=? __truediv__=div __xor__=__xor__
"""

#: Functions that accept any arguments, and pass them to one of several functions.
PASSING = """
torch.nn.functional.adaptive_max_pool1d torch.nn.functional.adaptive_max_pool2d torch.nn.functional.adaptive_max_pool3d
torch.nn.functional.fractional_max_pool2d torch.nn.functional.fractional_max_pool3d torch.nn.functional.max_pool1d
torch.nn.functional.max_pool2d torch.nn.functional.max_pool3d torch.Tensor.__ipow__ torch.Tensor.__pow__
"""

#: Name=the function's own `__name__`.
SPELLED = """
torch.Tensor.__abs__=abs torch.Tensor.__ipow__=pow_ torch.Tensor.__itruediv__=__idiv__ torch.Tensor.__neg__=neg
torch.Tensor.__pos__=positive torch.Tensor.__pow__=pow torch.Tensor.__rtruediv__=__rdiv__ torch.linalg.cholesky=linalg_cholesky
torch.linalg.cholesky_ex=linalg_cholesky_ex torch.linalg.cond=linalg_cond torch.linalg.cross=linalg_cross torch.linalg.det=linalg_det
torch.linalg.diagonal=linalg_diagonal torch.linalg.eig=linalg_eig torch.linalg.eigh=linalg_eigh torch.linalg.eigvals=linalg_eigvals
torch.linalg.eigvalsh=linalg_eigvalsh torch.linalg.householder_product=linalg_householder_product torch.linalg.inv=linalg_inv
torch.linalg.inv_ex=linalg_inv_ex torch.linalg.ldl_factor=linalg_ldl_factor torch.linalg.ldl_factor_ex=linalg_ldl_factor_ex
torch.linalg.ldl_solve=linalg_ldl_solve torch.linalg.lstsq=linalg_lstsq torch.linalg.lu=linalg_lu
torch.linalg.lu_factor=linalg_lu_factor torch.linalg.lu_factor_ex=linalg_lu_factor_ex torch.linalg.lu_solve=linalg_lu_solve
torch.linalg.matmul=linalg_matmul torch.linalg.matrix_exp=linalg_matrix_exp torch.linalg.matrix_norm=linalg_matrix_norm
torch.linalg.matrix_power=linalg_matrix_power torch.linalg.matrix_rank=linalg_matrix_rank torch.linalg.multi_dot=linalg_multi_dot
torch.linalg.norm=linalg_norm torch.linalg.pinv=linalg_pinv torch.linalg.qr=linalg_qr torch.linalg.slogdet=linalg_slogdet
torch.linalg.solve=linalg_solve torch.linalg.solve_ex=linalg_solve_ex torch.linalg.solve_triangular=linalg_solve_triangular
torch.linalg.svd=linalg_svd torch.linalg.svdvals=linalg_svdvals torch.linalg.tensorinv=linalg_tensorinv
torch.linalg.tensorsolve=linalg_tensorsolve torch.linalg.vander=linalg_vander torch.linalg.vecdot=linalg_vecdot
torch.linalg.vector_norm=linalg_vector_norm torch.fft.fft=fft_fft torch.fft.fft2=fft_fft2 torch.fft.fftn=fft_fftn
torch.fft.fftshift=fft_fftshift torch.fft.hfft=fft_hfft torch.fft.hfft2=fft_hfft2 torch.fft.hfftn=fft_hfftn torch.fft.ifft=fft_ifft
torch.fft.ifft2=fft_ifft2 torch.fft.ifftn=fft_ifftn torch.fft.ifftshift=fft_ifftshift torch.fft.ihfft=fft_ihfft
torch.fft.ihfft2=fft_ihfft2 torch.fft.ihfftn=fft_ihfftn torch.fft.irfft=fft_irfft torch.fft.irfft2=fft_irfft2
torch.fft.irfftn=fft_irfftn torch.fft.rfft=fft_rfft torch.fft.rfft2=fft_rfft2 torch.fft.rfftn=fft_rfftn
torch.special.airy_ai=special_airy_ai torch.special.bessel_j0=special_bessel_j0 torch.special.bessel_j1=special_bessel_j1
torch.special.bessel_y0=special_bessel_y0 torch.special.bessel_y1=special_bessel_y1
torch.special.chebyshev_polynomial_t=special_chebyshev_polynomial_t torch.special.chebyshev_polynomial_u=special_chebyshev_polynomial_u
torch.special.chebyshev_polynomial_v=special_chebyshev_polynomial_v torch.special.chebyshev_polynomial_w=special_chebyshev_polynomial_w
torch.special.digamma=special_digamma torch.special.entr=special_entr torch.special.erf=special_erf torch.special.erfc=special_erfc
torch.special.erfcx=special_erfcx torch.special.erfinv=special_erfinv torch.special.exp2=special_exp2 torch.special.expit=special_expit
torch.special.expm1=special_expm1 torch.special.gammainc=special_gammainc torch.special.gammaincc=special_gammaincc
torch.special.gammaln=special_gammaln torch.special.hermite_polynomial_h=special_hermite_polynomial_h
torch.special.hermite_polynomial_he=special_hermite_polynomial_he torch.special.i0=special_i0 torch.special.i0e=special_i0e
torch.special.i1=special_i1 torch.special.i1e=special_i1e torch.special.laguerre_polynomial_l=special_laguerre_polynomial_l
torch.special.legendre_polynomial_p=special_legendre_polynomial_p torch.special.log1p=special_log1p
torch.special.log_ndtr=special_log_ndtr torch.special.log_softmax=special_log_softmax torch.special.logit=special_logit
torch.special.logsumexp=special_logsumexp torch.special.modified_bessel_i0=special_modified_bessel_i0
torch.special.modified_bessel_i1=special_modified_bessel_i1 torch.special.modified_bessel_k0=special_modified_bessel_k0
torch.special.modified_bessel_k1=special_modified_bessel_k1 torch.special.multigammaln=special_multigammaln
torch.special.ndtr=special_ndtr torch.special.ndtri=special_ndtri torch.special.polygamma=special_polygamma
torch.special.psi=special_psi torch.special.round=special_round
torch.special.scaled_modified_bessel_k0=special_scaled_modified_bessel_k0
torch.special.scaled_modified_bessel_k1=special_scaled_modified_bessel_k1
torch.special.shifted_chebyshev_polynomial_t=special_shifted_chebyshev_polynomial_t
torch.special.shifted_chebyshev_polynomial_u=special_shifted_chebyshev_polynomial_u
torch.special.shifted_chebyshev_polynomial_v=special_shifted_chebyshev_polynomial_v
torch.special.shifted_chebyshev_polynomial_w=special_shifted_chebyshev_polynomial_w torch.special.sinc=special_sinc
torch.special.softmax=special_softmax torch.special.spherical_bessel_j0=special_spherical_bessel_j0
torch.special.xlog1py=special_xlog1py torch.special.xlogy=special_xlogy torch.special.zeta=special_zeta
"""
