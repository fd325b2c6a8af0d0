"""Wrong calls of nn, optim and utils.data for test_refusals.py, and the recorder of PyTorch's errors.

`python -m tests.nn.recorded.refusal_cases` needs PyTorch 2.13 and writes refusals.json next to this file: the exception and its key phrase.
"""
from __future__ import annotations

import json
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.refused_phrase import phrase

REFERENCE = Path(__file__).with_name("refusals.json")

#: A case is a function of torch, of its nn.functional, and of `z`, which makes zeros.
CASES: dict[str, Callable[[Any, Any, Any], Any]] = {
    "conv1d dims": lambda T, F, z: F.conv1d(z(2, 3, 4, 5), z(2, 3, 2)),
    "conv2d dims": lambda T, F, z: F.conv2d(z(3, 4), z(2, 3, 2, 2)),
    "conv2d weight dims": lambda T, F, z: F.conv2d(z(1, 3, 4, 4), z(2, 3, 2)),
    "conv2d channels": lambda T, F, z: F.conv2d(z(1, 4, 5, 5), z(2, 3, 2, 2)),
    "conv2d groups": lambda T, F, z: F.conv2d(z(1, 4, 5, 5), z(3, 2, 2, 2), groups=2),
    "conv2d bias": lambda T, F, z: F.conv2d(z(1, 3, 5, 5), z(2, 3, 2, 2), z(3)),
    "conv2d kernel too large": lambda T, F, z: F.conv2d(z(1, 3, 2, 2), z(2, 3, 3, 3)),
    "conv2d stride": lambda T, F, z: F.conv2d(z(1, 3, 5, 5), z(2, 3, 2, 2), stride=0),
    "conv2d padding": lambda T, F, z: F.conv2d(z(1, 3, 5, 5), z(2, 3, 2, 2), padding=-1),
    "conv2d dilation": lambda T, F, z: F.conv2d(z(1, 3, 5, 5), z(2, 3, 2, 2), dilation=0),
    "conv2d padding list": lambda T, F, z: F.conv2d(z(1, 3, 5, 5), z(2, 3, 2, 2), padding=(1, 1, 1)),
    "conv2d same strided": lambda T, F, z: F.conv2d(z(1, 3, 5, 5), z(2, 3, 2, 2), padding="same", stride=2),
    "conv2d padding name": lambda T, F, z: F.conv2d(z(1, 3, 5, 5), z(2, 3, 2, 2), padding="full"),
    "conv2d dtype": lambda T, F, z: F.conv2d(z(1, 3, 5, 5), z(2, 3, 2, 2).double()),
    "conv2d integers": lambda T, F, z: F.conv2d(z(1, 3, 5, 5).long(), z(2, 3, 2, 2)),
    "conv_transpose2d channels": lambda T, F, z: F.conv_transpose2d(z(1, 4, 5, 5), z(3, 2, 2, 2)),
    "conv_transpose2d output padding": lambda T, F, z: F.conv_transpose2d(z(1, 3, 5, 5), z(3, 2, 2, 2), output_padding=1),
    "conv_transpose2d bias": lambda T, F, z: F.conv_transpose2d(z(1, 3, 5, 5), z(3, 2, 2, 2), z(5)),
    "conv_tbc": lambda T, F, z: F.conv_tbc(z(3, 4), z(2, 3, 4), z(4)),
    "linear": lambda T, F, z: F.linear(z(2, 3), z(4, 5)),
    "linear vector": lambda T, F, z: F.linear(z(3), z(4, 5)),
    "linear 3-D": lambda T, F, z: F.linear(z(2, 2, 3), z(4, 5), z(4)),
    "linear dtype": lambda T, F, z: F.linear(z(2, 3), z(4, 3).double()),
    "linear bias": lambda T, F, z: F.linear(z(2, 3), z(4, 3), z(5)),
    "linear list": lambda T, F, z: F.linear([1.0], z(4, 3)),
    "bilinear": lambda T, F, z: F.bilinear(z(2, 3), z(2, 4), z(5, 3, 5)),
    "bilinear rows": lambda T, F, z: F.bilinear(z(2, 3), z(3, 4), z(5, 3, 4)),
    "max_pool2d dims": lambda T, F, z: F.max_pool2d(z(3, 4), 2),
    "max_pool2d padding": lambda T, F, z: F.max_pool2d(z(1, 3, 4, 4), 2, padding=2),
    "max_pool2d too large": lambda T, F, z: F.max_pool2d(z(1, 3, 2, 2), 3),
    "max_pool2d stride": lambda T, F, z: F.max_pool2d(z(1, 3, 4, 4), 2, 0),
    "max_pool2d kernel": lambda T, F, z: F.max_pool2d(z(1, 3, 4, 4), (2, 2, 2)),
    "avg_pool2d padding": lambda T, F, z: F.avg_pool2d(z(1, 3, 4, 4), 2, padding=2),
    "avg_pool2d divisor": lambda T, F, z: F.avg_pool2d(z(1, 3, 4, 4), 2, divisor_override=0),
    "avg_pool2d dims": lambda T, F, z: F.avg_pool2d(z(3, 4), 2),
    "avg_pool1d dims": lambda T, F, z: F.avg_pool1d(z(4), 2),
    "adaptive_avg_pool2d dims": lambda T, F, z: F.adaptive_avg_pool2d(z(3, 4), 2),
    "adaptive_max_pool2d dims": lambda T, F, z: F.adaptive_max_pool2d(z(3, 4), 2),
    "fractional_max_pool2d nothing": lambda T, F, z: F.fractional_max_pool2d(z(1, 2, 4, 4), 2),
    "fractional_max_pool2d too large": lambda T, F, z: F.fractional_max_pool2d(z(1, 2, 4, 4), 2, 4),
    "max_unpool2d size": lambda T, F, z: F.max_unpool2d(z(1, 1, 2, 2), z(1, 1, 2, 2).long(), 2, output_size=(9, 9)),
    "max_unpool2d indices": lambda T, F, z: F.max_unpool2d(z(1, 1, 2, 2), z(1, 1, 2, 2), 2),
    "max_unpool2d shapes": lambda T, F, z: F.max_unpool2d(z(1, 1, 2, 2), z(1, 1, 2, 3).long(), 2),
    "max_unpool2d outside": lambda T, F, z: F.max_unpool2d(z(1, 1, 2, 2), z(1, 1, 2, 2).long() + 99, 2),
    "unfold dims": lambda T, F, z: F.unfold(z(3, 4), 2),
    "unfold too large": lambda T, F, z: F.unfold(z(1, 3, 2, 2), 3),
    "fold rows": lambda T, F, z: F.fold(z(1, 5, 4), (3, 3), 2),
    "fold columns": lambda T, F, z: F.fold(z(1, 4, 5), (3, 3), 2),
    "interpolate nothing": lambda T, F, z: F.interpolate(z(1, 1, 2, 2)),
    "interpolate both": lambda T, F, z: F.interpolate(z(1, 1, 2, 2), 3, 2.0),
    "interpolate corners": lambda T, F, z: F.interpolate(z(1, 1, 2, 2), 3, align_corners=True),
    "interpolate sizes": lambda T, F, z: F.interpolate(z(1, 1, 2, 2), (3, 3, 3)),
    "interpolate factors": lambda T, F, z: F.interpolate(z(1, 1, 2, 2), scale_factor=(2.0,)),
    "interpolate mode": lambda T, F, z: F.interpolate(z(1, 1, 2, 2), 3, mode="odd"),
    "interpolate linear 4-D": lambda T, F, z: F.interpolate(z(1, 1, 2, 2), 3, mode="linear"),
    "interpolate bilinear 3-D": lambda T, F, z: F.interpolate(z(1, 1, 2), 3, mode="bilinear"),
    "interpolate 2-D": lambda T, F, z: F.interpolate(z(1, 2), 3),
    "interpolate empty": lambda T, F, z: F.interpolate(z(1, 1, 2, 2), 0),
    "interpolate antialias": lambda T, F, z: F.interpolate(z(1, 1, 2, 2), 3, antialias=True),
    "interpolate recompute": lambda T, F, z: F.interpolate(z(1, 1, 2, 2), 3, recompute_scale_factor=True),
    "grid_sample mode": lambda T, F, z: F.grid_sample(z(1, 1, 2, 2), z(1, 2, 2, 2), mode="odd"),
    "grid_sample padding": lambda T, F, z: F.grid_sample(z(1, 1, 2, 2), z(1, 2, 2, 2), padding_mode="odd"),
    "grid_sample last": lambda T, F, z: F.grid_sample(z(1, 1, 2, 2), z(1, 2, 2, 3), align_corners=False),
    "grid_sample batch": lambda T, F, z: F.grid_sample(z(1, 1, 2, 2), z(2, 2, 2, 2), align_corners=False),
    "grid_sample dims": lambda T, F, z: F.grid_sample(z(1, 2, 2), z(1, 2, 2, 2), align_corners=False),
    "grid_sample bicubic 5-D": lambda T, F, z: F.grid_sample(z(1, 1, 2, 2, 2), z(1, 2, 2, 2, 3), mode="bicubic", align_corners=False),
    "affine_grid theta": lambda T, F, z: F.affine_grid(z(1, 3, 3), [1, 1, 2, 2], False),
    "affine_grid size": lambda T, F, z: F.affine_grid(z(1, 2, 3), [1, 1, 2], False),
    "affine_grid empty": lambda T, F, z: F.affine_grid(z(1, 2, 3), [1, 1, 0, 2], False),
    "affine_grid integers": lambda T, F, z: F.affine_grid(z(1, 2, 3).long(), [1, 1, 2, 2], False),
    "pad mode": lambda T, F, z: F.pad(z(1, 2, 3), (1, 1), "odd"),
    "pad value": lambda T, F, z: F.pad(z(1, 2, 3), (1, 1), "reflect", 1.0),
    "pad odd length": lambda T, F, z: F.pad(z(1, 2, 3), (1, 1, 1)),
    "pad too many": lambda T, F, z: F.pad(z(3), (1, 1, 1, 1)),
    "pad dims": lambda T, F, z: F.pad(z(2, 3, 4, 5), (1, 1), "reflect"),
    "pad reflect too far": lambda T, F, z: F.pad(z(1, 2, 3), (3, 1), "reflect"),
    "pad circular too far": lambda T, F, z: F.pad(z(1, 2, 3), (4, 1), "circular"),
    "pad negative": lambda T, F, z: F.pad(z(1, 2, 3), (-2, -2)),
    "pixel_shuffle": lambda T, F, z: F.pixel_shuffle(z(1, 6, 2, 2), 2),
    "pixel_shuffle dims": lambda T, F, z: F.pixel_shuffle(z(6, 2), 2),
    "pixel_shuffle factor": lambda T, F, z: F.pixel_shuffle(z(1, 4, 2, 2), -2),
    "pixel_unshuffle": lambda T, F, z: F.pixel_unshuffle(z(1, 6, 3, 2), 2),
    "channel_shuffle": lambda T, F, z: F.channel_shuffle(z(1, 5, 3, 2), 2),
    "channel_shuffle dims": lambda T, F, z: F.channel_shuffle(z(5, 3), 2),
    "glu odd": lambda T, F, z: F.glu(z(2, 3)),
    "glu 0-D": lambda T, F, z: F.glu(z()),
    "gelu approximate": lambda T, F, z: F.gelu(z(2), approximate="odd"),
    "prelu channels": lambda T, F, z: F.prelu(z(2, 3), z(2)),
    "prelu weight": lambda T, F, z: F.prelu(z(2, 3), z(2, 1)),
    "softmax dim": lambda T, F, z: F.softmax(z(2, 3), 2),
    "softmax integers": lambda T, F, z: F.softmax(z(2, 3).long(), 1),
    "log_softmax dim": lambda T, F, z: F.log_softmax(z(2, 3), -3),
    "gumbel_softmax": lambda T, F, z: F.gumbel_softmax(z(2, 3), dim=3),
    "softshrink lambda": lambda T, F, z: F.softshrink(z(2), -1.0),
    "hardtanh order": lambda T, F, z: F.hardtanh(z(2), 1.0, -1.0),
    "celu alpha": lambda T, F, z: F.celu(z(2), 0.0),
    "relu list": lambda T, F, z: F.relu([1.0]),
    "relu string": lambda T, F, z: F.relu("x"),
    "sigmoid list": lambda T, F, z: F.sigmoid([1.0]),
    "dropout p": lambda T, F, z: F.dropout(z(2), 1.5),
    "alpha_dropout p": lambda T, F, z: F.alpha_dropout(z(2), -0.5),
    "dropout integers": lambda T, F, z: F.dropout(z(2).long(), 0.5),
    "batch_norm one value": lambda T, F, z: F.batch_norm(z(1, 3), None, None, training=True),
    "batch_norm no statistics": lambda T, F, z: F.batch_norm(z(2, 3), None, None),
    "batch_norm mean": lambda T, F, z: F.batch_norm(z(2, 3), z(2), z(3)),
    "batch_norm weight": lambda T, F, z: F.batch_norm(z(2, 3), z(3), z(3), z(2)),
    "instance_norm one value": lambda T, F, z: F.instance_norm(z(2, 3, 1)),
    "layer_norm shape": lambda T, F, z: F.layer_norm(z(2, 3), (4,)),
    "layer_norm weight": lambda T, F, z: F.layer_norm(z(2, 3), (3,), z(2)),
    "layer_norm bias": lambda T, F, z: F.layer_norm(z(2, 3), (3,), z(3), z(2)),
    "layer_norm empty": lambda T, F, z: F.layer_norm(z(2, 3), ()),
    "group_norm groups": lambda T, F, z: F.group_norm(z(2, 3, 4), 2),
    "group_norm weight": lambda T, F, z: F.group_norm(z(2, 4, 4), 2, z(3)),
    "group_norm one value": lambda T, F, z: F.group_norm(z(1, 2), 2),
    "rms_norm shape": lambda T, F, z: F.rms_norm(z(2, 3), (4,)),
    "rms_norm weight": lambda T, F, z: F.rms_norm(z(2, 3), (3,), z(2)),
    "local_response_norm dims": lambda T, F, z: F.local_response_norm(z(2, 3), 2),
    "cosine_similarity": lambda T, F, z: F.cosine_similarity(z(2, 3), z(2, 4)),
    "cosine_similarity dim": lambda T, F, z: F.cosine_similarity(z(2, 3), z(2, 3), 5),
    "pairwise_distance": lambda T, F, z: F.pairwise_distance(z(2, 3), z(2, 4)),
    "pdist dims": lambda T, F, z: F.pdist(z(2, 3, 4)),
    "pdist p": lambda T, F, z: F.pdist(z(2, 3), -1.0),
    "one_hot dtype": lambda T, F, z: F.one_hot(z(2)),
    "one_hot negative": lambda T, F, z: F.one_hot(z(2).long() - 1),
    "one_hot small": lambda T, F, z: F.one_hot(z(2).long() + 3, 2),
    "one_hot empty": lambda T, F, z: F.one_hot(z(0).long()),
    "one_hot classes": lambda T, F, z: F.one_hot(z(2).long(), -2),
    "embedding dtype": lambda T, F, z: F.embedding(z(2), z(3, 4)),
    "embedding range": lambda T, F, z: F.embedding(z(2).long() + 3, z(3, 4)),
    "embedding negative": lambda T, F, z: F.embedding(z(2).long() - 1, z(3, 4)),
    "embedding padding": lambda T, F, z: F.embedding(z(2).long(), z(3, 4), padding_idx=3),
    "embedding weight": lambda T, F, z: F.embedding(z(2).long(), z(3)),
    "embedding list": lambda T, F, z: F.embedding([0, 1], z(3, 4)),
    "embedding_bag no offsets": lambda T, F, z: F.embedding_bag(z(2).long(), z(3, 4)),
    "embedding_bag 2-D offsets": lambda T, F, z: F.embedding_bag(z(2, 2).long(), z(3, 4), z(1).long()),
    "embedding_bag mode": lambda T, F, z: F.embedding_bag(z(2, 2).long(), z(3, 4), mode="odd"),
    "embedding_bag 3-D": lambda T, F, z: F.embedding_bag(z(2, 2, 2).long(), z(3, 4)),
    "embedding_bag weights": lambda T, F, z: F.embedding_bag(z(2, 2).long(), z(3, 4), per_sample_weights=z(2, 2)),
    "embedding_bag weights shape": lambda T, F, z: F.embedding_bag(z(2, 2).long(), z(3, 4), mode="sum", per_sample_weights=z(2, 3)),
    "embedding_bag first offset": lambda T, F, z: F.embedding_bag(z(2).long(), z(3, 4), z(1).long() + 1),
    "embedding_bag max frequency": lambda T, F, z: F.embedding_bag(z(2, 2).long(), z(3, 4), mode="max", scale_grad_by_freq=True),
    "embedding_bag range": lambda T, F, z: F.embedding_bag(z(2, 2).long() + 7, z(3, 4)),
    "embedding_bag padding": lambda T, F, z: F.embedding_bag(z(2, 2).long(), z(3, 4), padding_idx=7),
    "cross_entropy classes": lambda T, F, z: F.cross_entropy(z(2, 3), z(2).long() + 3),
    "cross_entropy batch": lambda T, F, z: F.cross_entropy(z(2, 3), z(4).long()),
    "cross_entropy images": lambda T, F, z: F.cross_entropy(z(2, 3, 4, 4), z(2, 4, 5).long()),
    "cross_entropy dims": lambda T, F, z: F.cross_entropy(z(2, 3), z(2, 3).long()),
    "cross_entropy weight": lambda T, F, z: F.cross_entropy(z(2, 3), z(2).long(), z(4)),
    "cross_entropy float target": lambda T, F, z: F.cross_entropy(z(2, 3), z(2)),
    "cross_entropy int32": lambda T, F, z: F.cross_entropy(z(2, 3), z(2).int()),
    "cross_entropy smoothing": lambda T, F, z: F.cross_entropy(z(2, 3), z(2).long(), label_smoothing=2.0),
    "cross_entropy reduction": lambda T, F, z: F.cross_entropy(z(2, 3), z(2).long(), reduction="odd"),
    "cross_entropy integers": lambda T, F, z: F.cross_entropy(z(2, 3).long(), z(2).long()),
    "cross_entropy 0-D": lambda T, F, z: F.cross_entropy(z(), z().long()),
    "nll_loss dims": lambda T, F, z: F.nll_loss(z(2), z(2).long()),
    "nll_loss classes": lambda T, F, z: F.nll_loss(z(2, 3), z(2).long() - 1),
    "mse_loss shapes": lambda T, F, z: F.mse_loss(z(2, 3), z(2, 4)),
    "mse_loss reduction": lambda T, F, z: F.mse_loss(z(2, 3), z(2, 3), reduction="odd"),
    "mse_loss list": lambda T, F, z: F.mse_loss(z(2, 3), [1.0]),
    "mse_loss weight": lambda T, F, z: F.mse_loss(z(2, 3), z(2, 3), weight=z(2)),
    "l1_loss shapes": lambda T, F, z: F.l1_loss(z(2, 3), z(2, 4)),
    "smooth_l1_loss beta": lambda T, F, z: F.smooth_l1_loss(z(2, 3), z(2, 3), beta=-1.0),
    "huber_loss delta": lambda T, F, z: F.huber_loss(z(2, 3), z(2, 3), delta=0.0),
    "binary_cross_entropy range": lambda T, F, z: F.binary_cross_entropy(z(2, 3) + 2, z(2, 3)),
    "binary_cross_entropy shapes": lambda T, F, z: F.binary_cross_entropy(z(2, 3), z(2, 4)),
    "binary_cross_entropy integers": lambda T, F, z: F.binary_cross_entropy(z(2, 3), z(2, 3).long()),
    "binary_cross_entropy_with_logits shapes": lambda T, F, z: F.binary_cross_entropy_with_logits(z(2, 3), z(2, 4)),
    "gaussian_nll_loss": lambda T, F, z: F.gaussian_nll_loss(z(2, 3), z(2, 3), z(4)),
    "gaussian_nll_loss negative": lambda T, F, z: F.gaussian_nll_loss(z(2, 3), z(2, 3), z(2, 3) - 1),
    "gaussian_nll_loss reduction": lambda T, F, z: F.gaussian_nll_loss(z(2, 3), z(2, 3), z(2, 3), reduction="odd"),
    "poisson_nll_loss reduction": lambda T, F, z: F.poisson_nll_loss(z(2, 3), z(2, 3), reduction="odd"),
    "cosine_embedding_loss": lambda T, F, z: F.cosine_embedding_loss(z(2, 3), z(2, 3), z(2, 3)),
    "margin_ranking_loss": lambda T, F, z: F.margin_ranking_loss(z(2, 3), z(3), z(2)),
    "multi_margin_loss p": lambda T, F, z: F.multi_margin_loss(z(2, 3), z(2).long(), p=3),
    "multi_margin_loss target": lambda T, F, z: F.multi_margin_loss(z(2, 3), z(3).long()),
    "multi_margin_loss weight": lambda T, F, z: F.multi_margin_loss(z(2, 3), z(2).long(), weight=z(2, 2)),
    "multi_margin_loss classes": lambda T, F, z: F.multi_margin_loss(z(2, 3), z(2).long() + 5),
    "multilabel_margin_loss target": lambda T, F, z: F.multilabel_margin_loss(z(2, 3), z(2, 4).long()),
    "multilabel_margin_loss classes": lambda T, F, z: F.multilabel_margin_loss(z(2, 3), z(2, 3).long() + 5),
    "triplet_margin_loss margin": lambda T, F, z: F.triplet_margin_loss(z(2, 3), z(2, 3), z(2, 3), margin=0.0),
    "triplet_margin_loss dims": lambda T, F, z: F.triplet_margin_loss(z(2, 3), z(3), z(2, 3)),
    "kl_div shapes": lambda T, F, z: F.kl_div(z(2, 3), z(2, 4)),
    "kl_div reduction": lambda T, F, z: F.kl_div(z(2, 3), z(2, 3), reduction="odd"),
    "ctc_loss input lengths": lambda T, F, z: F.ctc_loss(z(3, 2, 4), z(2, 2).long(), (4, 3), (2, 2)),
    "ctc_loss batch": lambda T, F, z: F.ctc_loss(z(3, 2, 4), z(2, 2).long(), (3,), (2, 2)),
    "ctc_loss targets": lambda T, F, z: F.ctc_loss(z(3, 2, 4), z(2, 2).long(), (3, 3), (2, 3)),
    "ctc_loss blank": lambda T, F, z: F.ctc_loss(z(3, 2, 4), z(2, 2).long(), (3, 3), (2, 2), blank=4),
    "attention shapes": lambda T, F, z: F.scaled_dot_product_attention(z(2, 3, 4), z(2, 3, 5), z(2, 3, 4)),
    "attention causal mask": lambda T, F, z: F.scaled_dot_product_attention(z(2, 3, 4), z(2, 3, 4), z(2, 3, 4), z(3, 3), is_causal=True),
    "attention mask dtype": lambda T, F, z: F.scaled_dot_product_attention(z(2, 3, 4), z(2, 3, 4), z(2, 3, 4), z(3, 3).long()),
    "attention mask shape": lambda T, F, z: F.scaled_dot_product_attention(z(2, 3, 4), z(2, 3, 4), z(2, 3, 4), z(3, 5)),
    "attention dims": lambda T, F, z: F.scaled_dot_product_attention(z(4), z(2, 4), z(2, 4)),
    "attention dtypes": lambda T, F, z: F.scaled_dot_product_attention(z(3, 4), z(3, 4).double(), z(3, 4)),
    "attention groups": lambda T, F, z: F.scaled_dot_product_attention(z(1, 3, 2, 4), z(1, 2, 2, 4), z(1, 2, 2, 4), enable_gqa=True),
    "normalize dim": lambda T, F, z: F.normalize(z(2, 3), dim=4),
}

MODULES: dict[str, Callable[[Any, Any, Any], Any]] = {
    "Linear input": lambda T, F, z: T.nn.Linear(3, 4)(z(2, 5)),
    "Linear dtype": lambda T, F, z: T.nn.Linear(3, 4)(z(2, 3).double()),
    "Linear integers": lambda T, F, z: T.nn.Linear(3, 4)(z(2, 3).long()),
    "Linear negative": lambda T, F, z: T.nn.Linear(-3, 4),
    "Linear keyword": lambda T, F, z: T.nn.Linear(3, 4, biass=True),
    "Linear no argument": lambda T, F, z: T.nn.Linear(3, 4)(),
    "Conv2d input": lambda T, F, z: T.nn.Conv2d(3, 4, 2)(z(2, 3)),
    "Conv2d channels": lambda T, F, z: T.nn.Conv2d(3, 4, 2)(z(2, 5, 4, 4)),
    "Conv2d groups": lambda T, F, z: T.nn.Conv2d(3, 4, 2, groups=0),
    "Conv2d padding": lambda T, F, z: T.nn.Conv2d(3, 4, 2, padding="odd"),
    "BatchNorm1d dims": lambda T, F, z: T.nn.BatchNorm1d(3)(z(2, 3, 4, 5)),
    "BatchNorm2d channels": lambda T, F, z: T.nn.BatchNorm2d(3)(z(2, 4, 2, 2)),
    "BatchNorm1d one row": lambda T, F, z: T.nn.BatchNorm1d(3)(z(1, 3)),
    "BatchNorm3d dims": lambda T, F, z: T.nn.BatchNorm3d(3)(z(1, 3)),
    "InstanceNorm2d dims": lambda T, F, z: T.nn.InstanceNorm2d(3)(z(1, 3)),
    "InstanceNorm1d channels": lambda T, F, z: T.nn.InstanceNorm1d(3, affine=True)(z(2, 4, 5)),
    "LayerNorm shape": lambda T, F, z: T.nn.LayerNorm(3)(z(2, 4)),
    "GroupNorm channels": lambda T, F, z: T.nn.GroupNorm(2, 4)(z(2, 6, 3)),
    "Embedding floats": lambda T, F, z: T.nn.Embedding(3, 2)(z(2)),
    "Embedding padding": lambda T, F, z: T.nn.Embedding(3, 2, padding_idx=7),
    "Embedding from_pretrained": lambda T, F, z: T.nn.Embedding.from_pretrained(z(3)),
    "EmbeddingBag mode": lambda T, F, z: T.nn.EmbeddingBag(3, 2, mode="odd")(z(1, 2).long()),
    "Dropout p": lambda T, F, z: T.nn.Dropout(-1),
    "LSTM features": lambda T, F, z: T.nn.LSTM(3, 4)(z(2, 2, 5)),
    "LSTM hidden": lambda T, F, z: T.nn.LSTM(3, 4)(z(2, 2, 3), (z(1, 3, 4), z(1, 2, 4))),
    "LSTM layers": lambda T, F, z: T.nn.LSTM(3, 4, num_layers=0),
    "LSTM hidden size": lambda T, F, z: T.nn.LSTM(3, 0),
    "LSTM proj": lambda T, F, z: T.nn.LSTM(3, 4, proj_size=4),
    "GRU proj": lambda T, F, z: T.nn.GRU(3, 4, proj_size=2),
    "RNN nonlinearity": lambda T, F, z: T.nn.RNN(3, 4, nonlinearity="odd"),
    "RNNCell input": lambda T, F, z: T.nn.RNNCell(3, 4)(z(2, 2, 2)),
    "GRUCell hidden": lambda T, F, z: T.nn.GRUCell(3, 4)(z(2, 3), z(2, 5)),
    "LSTMCell features": lambda T, F, z: T.nn.LSTMCell(3, 4)(z(2, 5)),
    "MultiheadAttention heads": lambda T, F, z: T.nn.MultiheadAttention(8, 3),
    "MultiheadAttention size": lambda T, F, z: T.nn.MultiheadAttention(8, 2)(z(3, 2, 6), z(3, 2, 6), z(3, 2, 6)),
    "Transformer batch": lambda T, F, z: T.nn.Transformer(8, 2, 1, 1)(z(3, 2, 8), z(3, 3, 8)),
    "Transformer features": lambda T, F, z: T.nn.Transformer(8, 2, 1, 1)(z(3, 2, 8), z(3, 2, 6)),
    "CrossEntropyLoss smoothing": lambda T, F, z: T.nn.CrossEntropyLoss(label_smoothing=1.5)(z(2, 3), z(2).long()),
    "MultiMarginLoss p": lambda T, F, z: T.nn.MultiMarginLoss(p=3),
    "HuberLoss delta": lambda T, F, z: T.nn.HuberLoss(delta=0.0)(z(2), z(2)),
    "PixelShuffle": lambda T, F, z: T.nn.PixelShuffle(2)(z(1, 6, 2, 2)),
    "Softmax dim": lambda T, F, z: T.nn.Softmax(3)(z(2, 2)),
    "Threshold": lambda T, F, z: T.nn.Threshold(),
    "Hardtanh": lambda T, F, z: T.nn.Hardtanh(1.0, -1.0),
    "Sequential index": lambda T, F, z: T.nn.Sequential(T.nn.ReLU())[3],
    "Sequential member": lambda T, F, z: T.nn.Sequential(3),
    "ModuleList index": lambda T, F, z: T.nn.ModuleList([T.nn.ReLU()])[-2],
    "ModuleList extend": lambda T, F, z: T.nn.ModuleList().extend(3),
    "ModuleDict key": lambda T, F, z: T.nn.ModuleDict({"a": T.nn.ReLU()})["b"],
    "ModuleDict update": lambda T, F, z: T.nn.ModuleDict().update(3),
    "ParameterList member": lambda T, F, z: T.nn.ParameterList([z(2)]).append("x"),
    "Module attribute": lambda T, F, z: T.nn.Linear(2, 2).nothing,
    "Module forward": lambda T, F, z: T.nn.Module()(z(2)),
    "Module register_buffer": lambda T, F, z: T.nn.Linear(2, 2).register_buffer("weight", z(2)),
    "Module buffer name": lambda T, F, z: T.nn.Module().register_buffer("a.b", z(2)),
    "Module buffer type": lambda T, F, z: T.nn.Module().register_buffer("a", 3),
    "Module register_parameter": lambda T, F, z: T.nn.Module().register_parameter("a", z(2)),
    "Module add_module": lambda T, F, z: T.nn.Module().add_module("a", 3),
    "Module get_submodule": lambda T, F, z: T.nn.Linear(2, 2).get_submodule("a.b"),
    "Module get_parameter": lambda T, F, z: T.nn.Linear(2, 2).get_parameter("nothing"),
    "Module setattr": lambda T, F, z: setattr(T.nn.Linear(2, 2), "weight", z(2, 2)),
    "load_state_dict missing": lambda T, F, z: T.nn.Linear(2, 2).load_state_dict({"weight": z(2, 2)}),
    "load_state_dict shape": lambda T, F, z: T.nn.Linear(2, 2).load_state_dict({"weight": z(3, 2), "bias": z(2)}),
    "load_state_dict unexpected": lambda T, F, z: T.nn.Linear(2, 2).load_state_dict({"weight": z(2, 2), "bias": z(2), "more": z(1)}),
    "load_state_dict type": lambda T, F, z: T.nn.Linear(2, 2).load_state_dict(3),
    "Parameter integers": lambda T, F, z: T.nn.Parameter(z(2).long()),
    "clip_grad_norm_ nonfinite": lambda T, F, z: T.nn.utils.clip_grad_norm_([_with_grad(T, z, float("nan"))], 1.0, error_if_nonfinite=True),
    "vector_to_parameters": lambda T, F, z: T.nn.utils.vector_to_parameters([1.0], [z(2)]),
    "pad_sequence": lambda T, F, z: T.nn.utils.rnn.pad_sequence([z(2), z(2, 3)]),
    "pad_sequence side": lambda T, F, z: T.nn.utils.rnn.pad_sequence([z(2)], padding_side="up"),
    "pack_padded_sequence order": lambda T, F, z: T.nn.utils.rnn.pack_padded_sequence(z(3, 2, 1), [1, 3]),
    "pack_padded_sequence zero": lambda T, F, z: T.nn.utils.rnn.pack_padded_sequence(z(3, 2, 1), [3, 0]),
    "pack_padded_sequence batch": lambda T, F, z: T.nn.utils.rnn.pack_padded_sequence(z(3, 2, 1), [3, 2, 1]),
    "init fan": lambda T, F, z: T.nn.init.kaiming_uniform_(z(3)),
    "init dirac groups": lambda T, F, z: T.nn.init.dirac_(z(3, 2, 2), 2),
}

OPTIMIZERS: dict[str, Callable[[Any, Any, Any], Any]] = {
    "no parameters": lambda T, F, z: T.optim.SGD([]),
    "a tensor": lambda T, F, z: T.optim.SGD(z(2).requires_grad_()),
    "no leaf": lambda T, F, z: T.optim.SGD([z(2).requires_grad_() * 2]),
    "not tensors": lambda T, F, z: T.optim.SGD([3]),
    "parameter twice": lambda T, F, z: _twice(T, z),
    "group twice": lambda T, F, z: _groups_twice(T, z),
    "SGD lr": lambda T, F, z: T.optim.SGD([_with_grad(T, z)], lr=-1),
    "SGD momentum": lambda T, F, z: T.optim.SGD([_with_grad(T, z)], momentum=-1),
    "SGD nesterov": lambda T, F, z: T.optim.SGD([_with_grad(T, z)], nesterov=True),
    "SGD keyword": lambda T, F, z: T.optim.SGD([_with_grad(T, z)], betas=(1, 1)),
    "Adam betas": lambda T, F, z: T.optim.Adam([_with_grad(T, z)], betas=(1.0, 0.9)),
    "Adam eps": lambda T, F, z: T.optim.Adam([_with_grad(T, z)], eps=-1),
    "AdamW weight_decay": lambda T, F, z: T.optim.AdamW([_with_grad(T, z)], weight_decay=-1),
    "RMSprop alpha": lambda T, F, z: T.optim.RMSprop([_with_grad(T, z)], alpha=-1),
    "Adagrad lr_decay": lambda T, F, z: T.optim.Adagrad([_with_grad(T, z)], lr_decay=-1),
    "Adadelta rho": lambda T, F, z: T.optim.Adadelta([_with_grad(T, z)], rho=2),
    "Rprop etas": lambda T, F, z: T.optim.Rprop([_with_grad(T, z)], etas=(2, 0.5)),
    "LBFGS groups": lambda T, F, z: T.optim.LBFGS([{"params": [_with_grad(T, z)]}, {"params": [_with_grad(T, z)]}]),
    "LBFGS step": lambda T, F, z: T.optim.LBFGS([_with_grad(T, z)]).step(),
    "load_state_dict groups": lambda T, F, z: T.optim.SGD([_with_grad(T, z)]).load_state_dict({"state": {}, "param_groups": []}),
    "load_state_dict sizes": lambda T, F, z: T.optim.SGD([_with_grad(T, z)]).load_state_dict(
        {"state": {}, "param_groups": [{"params": [0, 1]}]}),
    "add_param_group": lambda T, F, z: T.optim.SGD([_with_grad(T, z)]).add_param_group([3]),
    "schedule of nothing": lambda T, F, z: T.optim.lr_scheduler.StepLR(3, 1),
    "StepLR step size": lambda T, F, z: T.optim.lr_scheduler.StepLR(T.optim.SGD([_with_grad(T, z)]), 0),
    "LambdaLR lambdas": lambda T, F, z: T.optim.lr_scheduler.LambdaLR(T.optim.SGD([_with_grad(T, z)]), [abs, abs]),
    "OneCycleLR steps": lambda T, F, z: T.optim.lr_scheduler.OneCycleLR(T.optim.SGD([_with_grad(T, z)]), 0.1),
    "OneCycleLR pct": lambda T, F, z: T.optim.lr_scheduler.OneCycleLR(T.optim.SGD([_with_grad(T, z)]), 0.1, total_steps=5, pct_start=2),
    "OneCycleLR too far": lambda T, F, z: _steps(T, T.optim.lr_scheduler.OneCycleLR(
        T.optim.SGD([_with_grad(T, z)], momentum=0.9), 0.1, total_steps=2), 3),
    "CyclicLR mode": lambda T, F, z: T.optim.lr_scheduler.CyclicLR(T.optim.SGD([_with_grad(T, z)]), 0.1, 0.2, mode="odd"),
    "CyclicLR momentum": lambda T, F, z: T.optim.lr_scheduler.CyclicLR(T.optim.Adagrad([_with_grad(T, z)]), 0.1, 0.2),
    "ReduceLROnPlateau mode": lambda T, F, z: T.optim.lr_scheduler.ReduceLROnPlateau(T.optim.SGD([_with_grad(T, z)]), "odd"),
    "ReduceLROnPlateau factor": lambda T, F, z: T.optim.lr_scheduler.ReduceLROnPlateau(T.optim.SGD([_with_grad(T, z)]), factor=2.0),
    "CosineAnnealingWarmRestarts": lambda T, F, z: T.optim.lr_scheduler.CosineAnnealingWarmRestarts(T.optim.SGD([_with_grad(T, z)]), 0),
    "SequentialLR": lambda T, F, z: T.optim.lr_scheduler.SequentialLR(T.optim.SGD([_with_grad(T, z)]), [], []),
    "ConstantLR factor": lambda T, F, z: T.optim.lr_scheduler.ConstantLR(T.optim.SGD([_with_grad(T, z)]), 2.0),
    "LinearLR factor": lambda T, F, z: T.optim.lr_scheduler.LinearLR(T.optim.SGD([_with_grad(T, z)]), 0.0),
}

DATA: dict[str, Callable[[Any, Any, Any], Any]] = {
    "TensorDataset": lambda T, F, z: T.utils.data.TensorDataset(z(2), z(3)),
    "random_split": lambda T, F, z: T.utils.data.random_split(range(5), [2, 2]),
    "random_split fractions": lambda T, F, z: T.utils.data.random_split(range(5), [0.5, 1.5]),
    "DataLoader sampler and shuffle": lambda T, F, z: T.utils.data.DataLoader([1], shuffle=True, sampler=[0]),
    "DataLoader batch sampler": lambda T, F, z: T.utils.data.DataLoader([1], batch_sampler=[[0]], batch_size=2),
    "DataLoader batch size": lambda T, F, z: T.utils.data.DataLoader([1], batch_size=0),
    "DataLoader drop_last": lambda T, F, z: T.utils.data.DataLoader([1], batch_size=None, drop_last=True),
    "DataLoader workers": lambda T, F, z: T.utils.data.DataLoader([1], num_workers=-1),
    "DataLoader timeout": lambda T, F, z: T.utils.data.DataLoader([1], timeout=-1),
    "DataLoader prefetch": lambda T, F, z: T.utils.data.DataLoader([1], prefetch_factor=2),
    "DataLoader iterable shuffle": lambda T, F, z: T.utils.data.DataLoader(_stream(T), shuffle=True),
    "RandomSampler": lambda T, F, z: T.utils.data.RandomSampler([], num_samples=0),
    "RandomSampler replacement": lambda T, F, z: T.utils.data.RandomSampler([1], replacement=3),
    "WeightedRandomSampler": lambda T, F, z: T.utils.data.WeightedRandomSampler([1.0], -1),
    "BatchSampler": lambda T, F, z: T.utils.data.BatchSampler([1], 0, False),
    "BatchSampler drop_last": lambda T, F, z: T.utils.data.BatchSampler([1], 2, 3),
    "collate shapes": lambda T, F, z: T.utils.data.default_collate([z(2), z(3)]),
    "collate type": lambda T, F, z: T.utils.data.default_collate([object()]),
    "collate lengths": lambda T, F, z: T.utils.data.default_collate([[1, 2], [1]]),
    "Dataset": lambda T, F, z: T.utils.data.Dataset()[0],
    "ConcatDataset": lambda T, F, z: T.utils.data.ConcatDataset([]),
    "ConcatDataset index": lambda T, F, z: T.utils.data.ConcatDataset([[1, 2]])[-3],
    "StackDataset": lambda T, F, z: T.utils.data.StackDataset([1], [1, 2]),
    "ChainDataset": lambda T, F, z: list(T.utils.data.ChainDataset([[1]])),
}

#: What the types of arguments, empty inputs and windows are refused with.
TYPES: dict[str, Callable[[Any, Any, Any], Any]] = {
    "linear bias type": lambda T, F, z: F.linear(z(2, 3), z(4, 3), z(4).long()),
    "linear batch bias type": lambda T, F, z: F.linear(z(2, 2, 3), z(4, 3), z(4).double()),
    "dropout of integers": lambda T, F, z: F.dropout(z(2).long(), 0.5),
    "alpha_dropout of bools": lambda T, F, z: F.alpha_dropout(z(2).bool(), 0.5, True),
    "dropout of complex": lambda T, F, z: F.dropout(z(2).to(T.complex64), 0.5),
    "dropout1d dims": lambda T, F, z: F.dropout1d(z(2, 3, 4, 5)),
    "bilinear types": lambda T, F, z: F.bilinear(z(2, 2), z(2, 2).double(), z(2, 2, 2)),
    "bce logits of integers": lambda T, F, z: F.binary_cross_entropy_with_logits(z(2).long(), z(2)),
    "bce logits integer target": lambda T, F, z: F.binary_cross_entropy_with_logits(z(2), z(2).long()),
    "soft_margin of bools": lambda T, F, z: F.soft_margin_loss(z(2).bool(), z(2)),
    "hinge of bools": lambda T, F, z: F.hinge_embedding_loss(z(2).bool(), z(2)),
    "gaussian_nll integer variance": lambda T, F, z: F.gaussian_nll_loss(z(2), z(2), z(2).long()),
    "pdist of integers": lambda T, F, z: F.pdist(z(2, 2).long()),
    "ctc of integers": lambda T, F, z: F.ctc_loss(z(3, 1, 2).long(), z(1, 1).long(), (3,), (1,)),
    "cosine_embedding dims": lambda T, F, z: F.cosine_embedding_loss(z(2, 3), z(2, 3), z(())),
    "multi_margin half": lambda T, F, z: F.multi_margin_loss(z(2, 2).half(), z(2).long()),
    "multi_margin range": lambda T, F, z: F.multi_margin_loss(z(2, 2), z(2).long() + 2),
    "multilabel_margin shapes": lambda T, F, z: F.multilabel_margin_loss(z(2, 2), z(2, 3).long()),
    "embedding_bag weight type": lambda T, F, z: F.embedding_bag(z(2, 2).long(), z(3, 2).long()),
    "embedding of no rows": lambda T, F, z: F.embedding(z(2).long(), z(0, 3)),
    "conv weight dims": lambda T, F, z: F.conv1d(z(1, 3, 4), z(2, 3)),
    "conv_transpose weight dims": lambda T, F, z: F.conv_transpose1d(z(1, 3, 4), z(2, 3, 4, 5)),
    "conv dilated bytes": lambda T, F, z: F.conv2d(z(1, 1, 5, 5).byte(), z(1, 1, 2, 2).byte(), dilation=2),
    "max_pool1d stride": lambda T, F, z: F.max_pool1d(z(2, 3, 4), 2, 0),
    "max_pool1d too wide": lambda T, F, z: F.max_pool1d(z(2, 3, 4), 7),
    "max_pool3d no channels": lambda T, F, z: F.max_pool3d(z(2, 0, 4, 4, 4), 2),
    "adaptive_max_pool1d no channels": lambda T, F, z: F.adaptive_max_pool1d(z(2, 0, 4), 2),
    "adaptive_avg_pool2d no pixels": lambda T, F, z: F.adaptive_avg_pool2d(z(2, 3, 0, 4), 2),
    "max_pool2d keyword": lambda T, F, z: F.max_pool2d(z(1, 1, 4, 4), 2, return_indices=True, what=1),
    "interpolate area dims": lambda T, F, z: F.interpolate(z(2, 3), size=3, mode="area"),
    "instance_norm without statistics": lambda T, F, z: F.instance_norm(z(2, 3, 4), use_input_stats=False),
    "batch_norm statistics type": lambda T, F, z: F.batch_norm(z(2, 3), z(3).double(), z(3)),
    "rms_norm of a scalar": lambda T, F, z: F.rms_norm(z(()), (2,)),
    "linear_cross_entropy weight": lambda T, F, z: F.linear_cross_entropy(z(2, 3), z(3), z(2).long()),
}

CASES.update(TYPES)
CASES.update(MODULES)
CASES.update({f"optim {name}": case for name, case in OPTIMIZERS.items()})
CASES.update({f"data {name}": case for name, case in DATA.items()})


def _with_grad(torch: Any, zeros: Any, value: float = 1.0) -> Any:
    """A parameter with a gradient."""
    p = torch.nn.Parameter(zeros(2))
    p.grad = zeros(2) + value
    return p


def _twice(torch: Any, zeros: Any) -> Any:
    p = _with_grad(torch, zeros)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return torch.optim.SGD([p, p])


def _groups_twice(torch: Any, zeros: Any) -> Any:
    p = _with_grad(torch, zeros)
    return torch.optim.SGD([{"params": [p]}, {"params": [p]}])


def _steps(torch: Any, schedule: Any, count: int) -> None:
    for _ in range(count):
        schedule.step()


def _stream(torch: Any) -> Any:
    class Stream(torch.utils.data.IterableDataset):  # type: ignore[name-defined,misc]
        def __iter__(self) -> Any:
            return iter([1])

    return Stream()


def outcome(torch: Any, functional: Any, case: Callable[[Any, Any, Any], Any]) -> list[str] | None:
    """The exception's name and the key phrase of its text; None if there is none."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            case(torch, functional, lambda *shape: torch.zeros(shape))
        except Exception as error:
            return [type(error).__name__, phrase(str(error))]
    return None


if __name__ == "__main__":
    import importlib

    reference = importlib.import_module("torch")
    results = {name: outcome(reference, reference.nn.functional, case) for name, case in CASES.items()}
    REFERENCE.write_text("{\n" + ",\n".join(f"{json.dumps(name)}: {json.dumps(row)}" for name, row in results.items()) + "\n}\n")
