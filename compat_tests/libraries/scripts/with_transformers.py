"""transformers: tiny BERT, GPT-2, Llama, T5 and ViT from scratch: loss, steps, generate greedily, sampled and by beams."""

import warnings

import torch
import transformers as t

warnings.simplefilter("ignore")
t.logging.set_verbosity_error()
small = {"hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 4, "intermediate_size": 64, "vocab_size": 99}
ids = torch.arange(24).reshape(2, 12) * 7 % 99


def train(model, **inputs):
    optimizer = torch.optim.AdamW(model.parameters(), 1e-3)
    for _ in range(3):
        optimizer.zero_grad()
        loss = model(**inputs).loss
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        print(type(model).__name__, loss.item())
    return model.eval()


torch.manual_seed(0)
mask = torch.ones_like(ids)
mask[0, 9:] = 0
bert = train(t.BertForSequenceClassification(t.BertConfig(**small)), input_ids=ids, attention_mask=mask, labels=torch.tensor([0, 1]))
print(bert(ids, attention_mask=mask).logits.tolist())
gpt = train(
    t.GPT2LMHeadModel(t.GPT2Config(n_embd=32, n_layer=2, n_head=4, vocab_size=99, n_positions=64, bos_token_id=0, eos_token_id=98)),
    input_ids=ids,
    labels=ids,
)
print(gpt.generate(ids[:, :4], max_new_tokens=8, do_sample=False, pad_token_id=0).tolist())
llama = train(t.LlamaForCausalLM(t.LlamaConfig(**small, num_key_value_heads=2, max_position_embeddings=64)), input_ids=ids, labels=ids)
torch.manual_seed(3)
print(llama.generate(ids[:, :4], max_new_tokens=6, do_sample=True, top_k=10, pad_token_id=0).tolist())
print(llama.generate(ids[:1, :4], max_new_tokens=4, num_beams=2, do_sample=False, pad_token_id=0).tolist())
t5 = train(
    t.T5ForConditionalGeneration(
        t.T5Config(d_model=32, d_kv=8, d_ff=64, num_layers=2, num_heads=4, vocab_size=99, decoder_start_token_id=0)
    ),
    input_ids=ids,
    labels=ids,
)
vit = train(
    t.ViTForImageClassification(t.ViTConfig(**{k: v for k, v in small.items() if k != "vocab_size"}, image_size=16, patch_size=4)),
    pixel_values=torch.randn(2, 3, 16, 16),
    labels=torch.tensor([0, 1]),
)
schedule = t.get_cosine_schedule_with_warmup(torch.optim.SGD(vit.parameters(), 0.1), 2, 10)
print(schedule.get_last_lr())
