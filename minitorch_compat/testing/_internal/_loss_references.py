"""Losses written out example by example, to compare those of `torch.nn` with."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import minitorch_compat as torch


def _reduced(values: Any, reduction: str) -> Any:
    return values.mean() if reduction == "mean" else values.sum() if reduction == "sum" else values


def _summed(values: Any, weights: Any, reduction: str) -> Any:
    """Values that are weighted already; their mean is by the sum of the weights."""
    return values.sum() / weights.sum() if reduction == "mean" else _reduced(values, reduction)


def kldivloss_reference(input: Any, target: Any, reduction: str = "mean", log_target: bool = False) -> Any:
    """`kl_div`."""
    if log_target:
        result = target.exp() * (target - input)
    else:
        result = torch.where(target > 0, target * (target.clamp_min(1e-38).log() - input), torch.zeros_like(input))
    return result.sum() / result.size(0) if reduction == "batchmean" and result.dim() else _reduced(result, reduction)


def nlllossNd_reference(input: Any, target: Any, weight: Any = None, ignore_index: int = -100, reduction: str = "mean") -> Any:
    """`nll_loss` of classes at each place."""
    weight = torch.ones(input.size(1)).type_as(input) if weight is None else weight
    weights = torch.where(target == ignore_index, torch.zeros((), dtype=input.dtype),
                          weight[torch.where(target == ignore_index, 0, target)])
    chosen = input.gather(1, torch.where(target == ignore_index, 0, target).unsqueeze(1)).squeeze(1)
    return _summed(-chosen * weights, weights, reduction)


def nllloss_reference(input: Any, target: Any, weight: Any = None, ignore_index: int = -100, reduction: str = "mean") -> Any:
    """`nll_loss` of one class per example."""
    return nlllossNd_reference(input, target, weight, ignore_index, reduction)


def cross_entropy_loss_reference(input: Any, target: Any, weight: Any = None, ignore_index: int = -100, reduction: str = "mean",
                                 label_smoothing: float = 0.0) -> Any:
    """`cross_entropy`, of class indices or of probabilities of the classes."""
    scores, classes = torch.log_softmax(input, 1), input.size(1)
    weight = torch.ones(classes).type_as(input) if weight is None else weight
    shaped = weight.view(1, classes, *[1] * (input.dim() - 2))
    if input.shape == target.shape:
        target = target * (1 - label_smoothing) + label_smoothing / classes
        losses = -(scores * target * shaped).sum(1)
        return losses.sum() / (losses.numel() or 1) if reduction == "mean" else _reduced(losses, reduction)
    weights = torch.where(target == ignore_index, torch.zeros((), dtype=input.dtype),
                          weight[torch.where(target == ignore_index, 0, target)])
    losses = nlllossNd_reference(scores, target, weight, ignore_index, "none") * (1 - label_smoothing)
    smooth = -(scores * shaped).sum(1).masked_fill(target == ignore_index, 0) * (label_smoothing / classes)
    return _summed(losses + smooth, weights, reduction)


def linear_cross_entropy_loss_reference(input: Any, linear_weight: Any, target: Any, linear_bias: Any = None, weight: Any = None,
                                        ignore_index: int | None = None, reduction: str = "mean", label_smoothing: float = 0.0) -> Any:
    """`cross_entropy` of a linear layer's output, whose last dimension has the classes."""
    scores = torch.nn.functional.linear(input, linear_weight, linear_bias)
    scores = scores.movedim(-1, 1) if scores.dim() > 1 else scores
    return cross_entropy_loss_reference(scores, target, weight, -100 if ignore_index is None else ignore_index, reduction, label_smoothing)


def smoothl1loss_reference(input: Any, target: Any, reduction: str = "mean", beta: float = 1.0) -> Any:
    """`smooth_l1_loss`."""
    distance = (input - target).abs()
    if beta == 0:
        return _reduced(distance, reduction)
    return _reduced(torch.where(distance < beta, 0.5 * distance ** 2 / beta, distance - 0.5 * beta), reduction)


def huberloss_reference(input: Any, target: Any, reduction: str = "mean", delta: float = 1.0) -> Any:
    """`huber_loss`."""
    distance = (input - target).abs()
    return _reduced(torch.where(distance < delta, 0.5 * distance ** 2, delta * (distance - 0.5 * delta)), reduction)


def _multilabelmarginloss_reference(input: Any, target: Any) -> Any:
    """`multilabel_margin_loss` of one example: its classes are those before the first -1."""
    classes = []
    for index in target.tolist():
        if index < 0:
            break
        classes.append(index)
    total = input.new_zeros(())
    for index in classes:
        for other in range(input.numel()):
            if other not in classes:
                total = total + (1 - input[index] + input[other]).clamp_min(0)
    return total


def multilabelmarginloss_reference(input: Any, target: Any, reduction: str = "mean") -> Any:
    """`multilabel_margin_loss`."""
    if target.dim() < 2:
        values = _multilabelmarginloss_reference(input.reshape(-1), target.reshape(-1)) / max(input.numel(), 1)
    else:
        values = torch.stack([_multilabelmarginloss_reference(*pair) for pair in zip(input, target, strict=True)]) / input.size(1)
    return _reduced(values, reduction)


def hingeembeddingloss_reference(input: Any, target: Any, margin: float = 1.0, reduction: str = "mean") -> Any:
    """`hinge_embedding_loss`."""
    return _reduced(torch.where(target == 1, input, (margin - input).clamp_min(0)), reduction)


def softmarginloss_reference(input: Any, target: Any, reduction: str = "mean") -> Any:
    """`soft_margin_loss`."""
    return _reduced((1 + (-input * target).exp()).log(), reduction)


def _multimarginloss_reference(input: Any, target_idx: Any, p: int, margin: float, weight: Any) -> Any:
    """`multi_margin_loss` of one example."""
    weight = input.new_ones(len(input)) if weight is None else weight
    return sum(weight[target_idx] * (margin - input[target_idx] + input[i]).clamp_min(0) ** p
               for i in range(len(input)) if i != int(target_idx))


def multimarginloss_reference(input: Any, target: Any, p: int = 1, margin: float = 1, weight: Any = None, reduction: str = "mean") -> Any:
    """`multi_margin_loss`."""
    if input.dim() < 2:
        return _multimarginloss_reference(input, target.reshape(()), p, margin, weight) / input.numel()
    rows = [_multimarginloss_reference(row, index, p, margin, weight) for row, index in zip(input, target, strict=True)]
    return _reduced(torch.stack(rows) / input.size(1), reduction)


def cosineembeddingloss_reference(input1: Any, input2: Any, target: Any, margin: float = 0, reduction: str = "mean") -> Any:
    """`cosine_embedding_loss`."""
    similarity = (input1 * input2).sum(-1) / ((input1.norm(2, -1) ** 2 + 1e-12) * (input2.norm(2, -1) ** 2 + 1e-12)).sqrt()
    return _reduced(torch.where(target == 1, 1 - similarity, (similarity - margin).clamp_min(0)), reduction)


def tripletmarginloss_reference(anchor: Any, positive: Any, negative: Any, margin: float = 1.0, p: float = 2, eps: float = 1e-6,
                                swap: bool = False, reduction: str = "mean") -> Any:
    """`triplet_margin_loss`."""
    near, far = torch.pairwise_distance(anchor, positive, p, eps), torch.pairwise_distance(anchor, negative, p, eps)
    if swap:
        far = torch.minimum(far, torch.pairwise_distance(positive, negative, p, eps))
    return _reduced((margin + near - far).clamp_min(0), reduction)


def marginrankingloss_reference(input1: Any, input2: Any, target: Any, margin: float = 0, reduction: str = "mean") -> Any:
    """`margin_ranking_loss`."""
    return _reduced((-target * (input1 - input2) + margin).clamp_min(0), reduction)


def ctcloss_reference(log_probs: Any, targets: Any, input_lengths: Any, target_lengths: Any, blank: int = 0,
                      reduction: str = "mean") -> Any:
    """`ctc_loss` by the recursion over the alignments, in float64."""
    lengths = torch.as_tensor(target_lengths, dtype=torch.long)
    scores, losses, start = log_probs.double(), [], 0
    for i, steps in enumerate(torch.as_tensor(input_lengths).tolist()):
        length = int(lengths[i])
        row = targets[start:start + length] if targets.dim() == 1 else targets[i, :length]
        start += length
        labels = [blank]
        for label in row.tolist():
            labels += [label, blank]
        skips = torch.tensor([j > 1 and labels[j] != blank and labels[j] != labels[j - 2] for j in range(len(labels))])
        alpha = scores.new_full((len(labels),), -torch.inf)
        alpha[:2] = scores[0, i, labels[:2]]
        for step in range(1, steps):
            padded = torch.cat([scores.new_full((2,), -torch.inf), alpha])
            ways = torch.stack([alpha, padded[1:-1], torch.where(skips, padded[:-2], -torch.inf)])
            alpha = torch.logsumexp(ways, 0) + scores[step, i, labels]
        losses.append(-torch.logsumexp(alpha[-2:], 0))
    output = torch.stack(losses).to(log_probs.dtype)
    return (output / lengths.clamp_min(1)).mean() if reduction == "mean" else _reduced(output, reduction)


#: Name of the loss in `torch.nn` -> its reference.
loss_reference_fns: dict[str, Callable[..., Any]] = {
    "KLDivLoss": kldivloss_reference,
    "KLDivLoss_log_target": lambda input, target, reduction="mean": kldivloss_reference(input, target, reduction, log_target=True),
    "NLLLoss": nllloss_reference, "NLLLossNd": nlllossNd_reference, "SmoothL1Loss": smoothl1loss_reference,
    "HuberLoss": huberloss_reference,
    "MultiLabelMarginLoss": multilabelmarginloss_reference, "HingeEmbeddingLoss": hingeembeddingloss_reference,
    "SoftMarginLoss": softmarginloss_reference, "MultiMarginLoss": multimarginloss_reference,
    "CosineEmbeddingLoss": cosineembeddingloss_reference, "TripletMarginLoss": tripletmarginloss_reference,
    "MarginRankingLoss": marginrankingloss_reference, "CTCLoss": ctcloss_reference, "CrossEntropyLoss": cross_entropy_loss_reference,
    "LinearCrossEntropyLoss": linear_cross_entropy_loss_reference,
}
