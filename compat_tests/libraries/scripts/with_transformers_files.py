"""transformers: a tiny Llama saved and loaded by from_pretrained, in other dtypes and with another head; generated from."""

import tempfile

import torch
from transformers import AutoConfig, AutoModelForCausalLM, AutoModelForSequenceClassification, LlamaConfig, LlamaForCausalLM

torch.manual_seed(0)
model = LlamaForCausalLM(
    LlamaConfig(hidden_size=32, num_hidden_layers=1, num_attention_heads=4, intermediate_size=64, vocab_size=99, pad_token_id=0)
).eval()
folder = tempfile.mkdtemp()
model.save_pretrained(folder)
ids = torch.arange(1, 13)[None]
loaded = LlamaForCausalLM.from_pretrained(folder)
print(torch.equal(loaded(ids).logits, model(ids).logits), loaded(ids).logits[0, -1, :5].tolist())
print(loaded.generate(ids[:, :4], max_new_tokens=5, do_sample=False).tolist())
double = AutoModelForCausalLM.from_pretrained(folder, dtype=torch.float64)
print(double.dtype, double(ids).logits[0, -1, :5].tolist())
with torch.device("meta"):
    empty = AutoModelForCausalLM.from_config(AutoConfig.from_pretrained(folder))
print(empty.device, sum(p.numel() for p in empty.parameters()), empty(ids.to("meta")).logits.shape)
empty.load_state_dict(model.state_dict(), assign=True)
print(all(torch.equal(a, b) for a, b in zip(empty.parameters(), model.parameters())))
torch.manual_seed(1)
classifier = AutoModelForSequenceClassification.from_pretrained(folder, num_labels=3)
print(classifier(ids).logits.shape, torch.equal(classifier.model.embed_tokens.weight, model.model.embed_tokens.weight))
loss = classifier(ids, labels=torch.tensor([1])).loss
loss.backward()
print(classifier.score.weight.grad.shape)
