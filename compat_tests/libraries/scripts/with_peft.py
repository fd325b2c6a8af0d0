"""peft: LoRA on a tiny Llama: trained, merged, saved."""

import tempfile

import torch
from peft import LoraConfig, PeftModel, get_peft_model
from transformers import LlamaConfig, LlamaForCausalLM

config = LlamaConfig(hidden_size=32, num_hidden_layers=2, num_attention_heads=4, intermediate_size=64, vocab_size=99)
torch.manual_seed(0)
base = LlamaForCausalLM(config)
ids = torch.arange(24).reshape(2, 12) * 7 % 99
model = get_peft_model(base, LoraConfig(r=4, lora_alpha=8, target_modules=["q_proj", "v_proj"], task_type="CAUSAL_LM"))
model.print_trainable_parameters()
optimizer = torch.optim.AdamW((p for p in model.parameters() if p.requires_grad), 1e-2)
for _ in range(5):
    optimizer.zero_grad()
    loss = model(input_ids=ids, labels=ids).loss
    loss.backward()
    optimizer.step()
    print(loss.item())
model.eval()
logits = model(ids).logits
folder = tempfile.mkdtemp()
model.save_pretrained(folder)
torch.manual_seed(0)
again = PeftModel.from_pretrained(LlamaForCausalLM(config), folder).eval()
print(torch.allclose(again(ids).logits, logits), torch.allclose(model.merge_and_unload()(ids).logits, logits, atol=1e-5))
