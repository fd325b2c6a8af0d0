"""Names of `torch` that are imported when somebody asks for them: name -> module, or module:name there ("": a module)."""
from __future__ import annotations

LATE = {
    "load": "serialization", "save": "serialization", "compile": "compiler", "OutOfMemoryError": "cuda", "autocast": "amp",
    "GradScaler": "amp", "is_autocast_enabled": "amp", "is_autocast_cpu_enabled": "amp", "is_autocast_cache_enabled": "amp",
    "get_autocast_dtype": "amp", "get_autocast_gpu_dtype": "amp", "get_autocast_cpu_dtype": "amp", "clear_autocast_cache": "amp",
    "fork": "jit", "wait": "jit", "cholesky": "linalg.solvers", "cholesky_inverse": "linalg.solvers", "cholesky_solve": "linalg.solvers",
    "lu_unpack": "linalg.solvers", "matrix_exp": "linalg.solvers", "pinverse": "linalg.solvers", "triangular_solve": "linalg.solvers",
    "matrix_power": "linalg", "slogdet": "linalg", "orgqr": "linalg.solvers:householder_product", "lu": "linalg.solvers:torch_lu",
    "lu_solve": "linalg.solvers:torch_lu_solve", "svd": "linalg.solvers:torch_svd", "qr": "linalg.solvers:torch_qr",
    "vmap": "func",
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
    "rrelu": "nn.functional", "selu": "nn.functional", "threshold": "nn.functional",
    "hann_window": "_windows", "hamming_window": "_windows", "bartlett_window": "_windows", "blackman_window": "_windows",
    "kaiser_window": "_windows",
    "_C": "", "_utils": "", "_tensor": "",
}
