"""sentence_transformers: pooling over a tiny BERT, and losses for pairs."""

import torch
from sentence_transformers import util
from sentence_transformers.models import Pooling

torch.manual_seed(0)
tokens, mask = torch.randn(4, 6, 8, requires_grad=True), torch.ones(4, 6, dtype=torch.long)
mask[0, 4:] = 0
for mode in ("mean", "max", "cls"):
    out = Pooling(8, pooling_mode=mode)({"token_embeddings": tokens, "attention_mask": mask})["sentence_embedding"]
    print(mode, out.norm().item())
print(util.cos_sim(out, out).sum().item(), [[hit["corpus_id"] for hit in hits] for hits in util.semantic_search(out, out, top_k=2)])
