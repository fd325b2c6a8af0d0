"""pytorch_metric_learning: losses with miners, steps, and accuracies of an embedding."""

import torch
from pytorch_metric_learning import distances, losses, miners, reducers

torch.manual_seed(0)
x, labels = torch.randn(24, 8), torch.arange(24) % 4
for make in (
    losses.TripletMarginLoss(),
    losses.ContrastiveLoss(),
    losses.NTXentLoss(),
    losses.MultiSimilarityLoss(),
    losses.SupConLoss(),
    losses.ArcFaceLoss(4, 6),
    losses.ProxyNCALoss(4, 6),
    losses.CircleLoss(),
    losses.LiftedStructureLoss(),
):
    torch.manual_seed(1)
    model = torch.nn.Linear(8, 6)
    optimizer = torch.optim.Adam(model.parameters(), 0.01)
    for _ in range(3):
        optimizer.zero_grad()
        loss = make(model(x), labels)
        loss.backward()
        optimizer.step()
    print(type(make).__name__, loss.item())
mined = miners.TripletMarginMiner(0.2, type_of_triplets="semihard")(model(x), labels)
loss = losses.TripletMarginLoss(distance=distances.CosineSimilarity(), reducer=reducers.ThresholdReducer(low=0))
print(len(mined[0]), loss(model(x), labels, mined).item())
