"""torch_geometric: its Python part: GCN, GAT and GraphSAGE on a small graph, batches of graphs, pooling."""

import torch
from torch_geometric.data import Data
from torch_geometric.loader import DataLoader
from torch_geometric.nn import GATConv, GCNConv, GINConv, SAGEConv, global_mean_pool
from torch_geometric.utils import add_self_loops, degree, to_undirected

torch.manual_seed(0)
edges = to_undirected(torch.randint(30, (2, 60)))
data = Data(x=torch.randn(30, 8), edge_index=edges, y=torch.randint(3, (30,)))
print(data, degree(edges[0], 30).sum().item(), add_self_loops(edges)[0].shape)
gin = GINConv(torch.nn.Sequential(torch.nn.Linear(8, 16), torch.nn.ReLU(), torch.nn.Linear(16, 16)))
for first in (GCNConv(8, 16), GATConv(8, 8, heads=2), SAGEConv(8, 16), gin):
    torch.manual_seed(1)
    second = GCNConv(16, 3)
    first.reset_parameters()
    optimizer = torch.optim.Adam([*first.parameters(), *second.parameters()], 0.01)
    for _ in range(3):
        optimizer.zero_grad()
        loss = torch.nn.functional.cross_entropy(second(first(data.x, edges).relu(), edges), data.y)
        loss.backward()
        optimizer.step()
        print(type(first).__name__, loss.item())
graphs = [Data(x=torch.randn(n, 8), edge_index=torch.randint(n, (2, 2 * n))) for n in (4, 6, 5, 7)]
for batch in DataLoader(graphs, batch_size=2):
    print(batch, global_mean_pool(first(batch.x, batch.edge_index), batch.batch).sum(1).tolist())
