"""transformers: a tiny Llama saved and loaded by from_pretrained."""

import tempfile

import torch
from transformers import LlamaConfig, LlamaForCausalLM

torch.manual_seed(0)
model = LlamaForCausalLM(
    LlamaConfig(hidden_size=32, num_hidden_layers=1, num_attention_heads=4, intermediate_size=64, vocab_size=99)
).eval()
folder = tempfile.mkdtemp()
model.save_pretrained(folder)
ids = torch.arange(12)[None]
print(torch.equal(LlamaForCausalLM.from_pretrained(folder)(ids).logits, model(ids).logits))
