"""torchmetrics: classification, regression and image metrics, in batches; a collection, its state saved."""

import torch
import torchmetrics
from torchmetrics import classification as c
from torchmetrics import functional as F

torch.manual_seed(0)
scores, target = torch.randn(64, 5).softmax(-1), torch.randint(5, (64,))
metrics = torchmetrics.MetricCollection(
    {
        "accuracy": c.MulticlassAccuracy(5),
        "f1": c.MulticlassF1Score(5),
        "auroc": c.MulticlassAUROC(5),
        "precision": c.MulticlassPrecision(5, average="macro"),
        "confusion": c.MulticlassConfusionMatrix(5),
        "kappa": c.MulticlassCohenKappa(5),
        "calibration": c.MulticlassCalibrationError(5),
        "ap": c.MulticlassAveragePrecision(5),
    }
)
for part in range(4):
    metrics.update(scores[part::4], target[part::4])
for name, value in metrics.compute().items():
    print(name, value.tolist())
x, y = torch.randn(50), torch.randn(50)
for f in (F.mean_squared_error, F.r2_score, F.pearson_corrcoef, F.spearman_corrcoef, F.explained_variance, F.kendall_rank_corrcoef):
    print(f.__name__, f(x, y).item())
a, b = torch.rand(2, 3, 32, 32), torch.rand(2, 3, 32, 32)
print(F.structural_similarity_index_measure(a, b).item(), F.peak_signal_noise_ratio(a, b).item())
print(
    F.retrieval.retrieval_normalized_dcg(torch.rand(10), torch.randint(2, (10,))).item(), F.pairwise_cosine_similarity(a[0, 0]).sum().item()
)
mean = torchmetrics.MeanMetric()
mean.update(3.0)
mean.update(torch.tensor([1.0, 2.0]), torch.tensor([0.5, 1.0]))
print(mean.compute().item(), torchmetrics.functional.text.word_error_rate(["a b c"], ["a c c"]).item())
