"""Typical models that test_models.py trains for five steps, and the recorder of PyTorch's losses.

`python tests/nn/recorded/model_cases.py` needs PyTorch 2.13 and writes models.json next to this file.  A case builds its modules and data
after `manual_seed(0)` and returns an optimizer, a function that computes a loss, and the modules; everything random depends on that
seed.  No bias precedes a batch norm under Adam: its gradient is 0 up to rounding, which Adam would scale to full steps; the key
biases of attention are similar.
"""
from __future__ import annotations

import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

REFERENCE = Path(__file__).with_name("models.json")
STEPS = 5

Case = Callable[[Any], tuple[Any, Callable[[], Any], Any]]
CASES: dict[str, Case] = {}


def case(function: Case) -> Case:
    """Register a model under its name."""
    CASES[function.__name__] = function
    return function


def classify(T: Any, model: Any, x: Any, classes: int, optimizer: Any = None) -> Any:
    """Cross entropy with random labels."""
    y = T.randint(0, classes, (len(x),))
    chosen = optimizer or T.optim.SGD(model.parameters(), lr=0.1)
    return chosen, lambda: T.nn.functional.cross_entropy(model(x), y), model


@case
def logistic_regression(T: Any) -> Any:
    return classify(T, T.nn.Linear(10, 3), T.randn(16, 10), 3)


@case
def mlp_with_momentum(T: Any) -> Any:
    nn = T.nn
    model = nn.Sequential(nn.Linear(10, 32), nn.ReLU(), nn.Linear(32, 32), nn.Tanh(), nn.Linear(32, 4))
    return classify(T, model, T.randn(16, 10), 4, T.optim.SGD(model.parameters(), lr=0.1, momentum=0.9, nesterov=True, weight_decay=1e-3))


@case
def mlp_with_dropout_and_adam(T: Any) -> Any:
    nn = T.nn
    model = nn.Sequential(nn.Linear(10, 32), nn.GELU(), nn.Dropout(0.3), nn.Linear(32, 4))
    return classify(T, model, T.randn(16, 10), 4, T.optim.Adam(model.parameters(), lr=0.01))


@case
def mlp_batchnorm_adamw(T: Any) -> Any:
    nn = T.nn
    model = nn.Sequential(nn.Linear(10, 32, bias=False), nn.BatchNorm1d(32), nn.LeakyReLU(0.1), nn.Linear(32, 4))
    return classify(T, model, T.randn(16, 10), 4, T.optim.AdamW(model.parameters(), lr=0.01))


@case
def selu_with_alpha_dropout(T: Any) -> Any:
    nn = T.nn
    model = nn.Sequential(nn.Linear(10, 32), nn.SELU(), nn.AlphaDropout(0.1), nn.Linear(32, 4))
    return classify(T, model, T.randn(16, 10), 4, T.optim.RMSprop(model.parameters(), lr=0.001))


@case
def regression_with_huber(T: Any) -> Any:
    nn = T.nn
    model = nn.Sequential(nn.Linear(5, 16), nn.SiLU(), nn.Linear(16, 1))
    x, y = T.randn(20, 5), T.randn(20, 1)
    return T.optim.Adagrad(model.parameters(), lr=0.05), lambda: nn.HuberLoss(delta=0.5)(model(x), y), model


@case
def lenet(T: Any) -> Any:
    nn = T.nn
    model = nn.Sequential(nn.Conv2d(1, 6, 5, padding=2), nn.ReLU(), nn.MaxPool2d(2), nn.Conv2d(6, 16, 5), nn.ReLU(), nn.MaxPool2d(2),
                          nn.Flatten(), nn.Linear(16 * 5 * 5, 120), nn.ReLU(), nn.Linear(120, 84), nn.ReLU(), nn.Linear(84, 10))
    return classify(T, model, T.randn(4, 1, 28, 28), 10, T.optim.SGD(model.parameters(), lr=0.05, momentum=0.9))


@case
def resnet_block(T: Any) -> Any:
    nn = T.nn

    class Block(nn.Module):  # type: ignore[name-defined,misc]
        def __init__(self, ins: int, outs: int, stride: int) -> None:
            super().__init__()
            self.conv1, self.bn1 = nn.Conv2d(ins, outs, 3, stride, 1, bias=False), nn.BatchNorm2d(outs)
            self.conv2, self.bn2 = nn.Conv2d(outs, outs, 3, 1, 1, bias=False), nn.BatchNorm2d(outs)
            self.down = nn.Sequential(nn.Conv2d(ins, outs, 1, stride, bias=False), nn.BatchNorm2d(outs))

        def forward(self, x: Any) -> Any:
            out = T.relu(self.bn1(self.conv1(x)))
            return T.relu(self.bn2(self.conv2(out)) + self.down(x))

    model = nn.Sequential(Block(3, 8, 2), Block(8, 16, 2), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(16, 5))
    return classify(T, model, T.randn(4, 3, 16, 16), 5)


@case
def mobile_block(T: Any) -> Any:
    nn = T.nn
    model = nn.Sequential(nn.Conv2d(3, 12, 1, bias=False), nn.BatchNorm2d(12), nn.ReLU6(),
                          nn.Conv2d(12, 12, 3, 2, 1, groups=12), nn.Hardswish(), nn.Conv2d(12, 8, 1),
                          nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(8, 4))
    return classify(T, model, T.randn(4, 3, 12, 12), 4, T.optim.RMSprop(model.parameters(), lr=0.005, momentum=0.9))


@case
def inception_block(T: Any) -> Any:
    nn = T.nn
    branches = nn.ModuleList([nn.Conv2d(3, 4, 1), nn.Conv2d(3, 4, 3, padding=1), nn.Conv2d(3, 4, 5, padding=2),
                              nn.Sequential(nn.AvgPool2d(3, 1, 1), nn.Conv2d(3, 4, 1))])
    head = nn.Linear(16, 3)
    x, y = T.randn(4, 3, 8, 8), T.randint(0, 3, (4,))
    optimizer = T.optim.Adamax([*branches.parameters(), *head.parameters()], lr=0.01)
    return optimizer, lambda: nn.functional.cross_entropy(head(T.cat([b(x) for b in branches], 1).relu().mean((2, 3))), y), branches


@case
def dilated_conv1d(T: Any) -> Any:
    nn = T.nn
    model = nn.Sequential(nn.Conv1d(3, 8, 3, padding=1), nn.ELU(), nn.Conv1d(8, 8, 3, padding=2, dilation=2), nn.GroupNorm(2, 8),
                          nn.PReLU(8), nn.AdaptiveMaxPool1d(1), nn.Flatten(), nn.Linear(8, 4))
    return classify(T, model, T.randn(6, 3, 20), 4, T.optim.NAdam(model.parameters(), lr=0.01))


@case
def conv3d_classifier(T: Any) -> Any:
    nn = T.nn
    model = nn.Sequential(nn.Conv3d(1, 4, 3, padding=1), nn.InstanceNorm3d(4, affine=True), nn.ReLU(), nn.MaxPool3d(2), nn.Flatten(),
                          nn.Linear(4 * 27, 3))
    return classify(T, model, T.randn(3, 1, 6, 6, 6), 3)


@case
def lstm_tagger(T: Any) -> Any:
    nn = T.nn
    table, head = nn.Embedding(20, 8), nn.Linear(24, 5)
    lstm = nn.LSTM(8, 12, num_layers=2, bidirectional=True, batch_first=True, dropout=0.2)
    x, y = T.randint(0, 20, (4, 7)), T.randint(0, 5, (4, 7))
    modules = nn.ModuleList([table, lstm, head])
    return (T.optim.Adam(modules.parameters(), lr=0.01),
            lambda: nn.functional.cross_entropy(head(lstm(table(x))[0]).transpose(1, 2), y), modules)


@case
def gru_with_packed_sequences(T: Any) -> Any:
    nn, rnn = T.nn, T.nn.utils.rnn
    gru, head = nn.GRU(3, 8), nn.Linear(8, 2)
    sequences, y = [T.randn(n, 3) for n in (5, 2, 4)], T.randint(0, 2, (3,))
    packed = rnn.pack_sequence(sequences, enforce_sorted=False)
    modules = nn.ModuleList([gru, head])
    return (T.optim.RAdam(modules.parameters(), lr=0.01),
            lambda: nn.functional.cross_entropy(head(gru(packed)[1][0]), y), modules)


@case
def rnn_language_model(T: Any) -> Any:
    nn = T.nn
    table, rnn, head = nn.Embedding(15, 10), nn.RNN(10, 10, nonlinearity="relu"), nn.Linear(10, 15)
    head.weight = table.weight
    x = T.randint(0, 15, (9, 3))
    modules = nn.ModuleList([table, rnn, head])

    def loss() -> Any:
        out = head(rnn(table(x[:-1]))[0])
        return nn.functional.cross_entropy(out.reshape(-1, 15), x[1:].reshape(-1))

    return T.optim.SGD(modules.parameters(), lr=0.5), loss, modules


@case
def lstm_cell_loop(T: Any) -> Any:
    nn = T.nn
    cell, head = nn.LSTMCell(2, 6), nn.Linear(6, 1)
    x, y = T.randn(8, 5, 2), T.randn(5, 1)
    modules = nn.ModuleList([cell, head])

    def loss() -> Any:
        state = None
        for step in x:
            state = cell(step, state)
        return nn.functional.mse_loss(head(state[0]), y)

    return T.optim.Adadelta(modules.parameters(), lr=1.0), loss, modules


@case
def transformer_encoder(T: Any) -> Any:
    nn = T.nn
    layer = nn.TransformerEncoderLayer(16, 4, 32, 0.1, batch_first=True)
    model = nn.Sequential(nn.TransformerEncoder(layer, 2), nn.Flatten(), nn.Linear(16 * 6, 3))
    return classify(T, model, T.randn(4, 6, 16), 3, T.optim.AdamW(model.parameters(), lr=0.003))


@case
def transformer_decoder(T: Any) -> Any:
    nn = T.nn
    decoder = nn.TransformerDecoder(nn.TransformerDecoderLayer(16, 2, 32, 0.0, activation="gelu", norm_first=True), 2, nn.LayerNorm(16))
    memory, target, goal = T.randn(5, 3, 16), T.randn(4, 3, 16), T.randn(4, 3, 16)
    mask = nn.Transformer.generate_square_subsequent_mask(4)
    return (T.optim.SGD(decoder.parameters(), lr=0.05, momentum=0.9),
            lambda: nn.functional.mse_loss(decoder(target, memory, tgt_mask=mask, tgt_is_causal=True), goal), decoder)


@case
def transformer(T: Any) -> Any:
    nn = T.nn
    model = nn.Transformer(16, 2, 1, 1, 32, 0.1, batch_first=True)
    source, target, goal = T.randn(2, 5, 16), T.randn(2, 4, 16), T.randn(2, 4, 16)
    padding = T.tensor([[False, False, False, True, True], [False] * 5])
    return (T.optim.Adam(model.parameters(), lr=0.005),
            lambda: nn.functional.l1_loss(model(source, target, src_key_padding_mask=padding), goal), model)


@case
def gpt_block(T: Any) -> Any:
    nn, F = T.nn, T.nn.functional

    class Block(nn.Module):  # type: ignore[name-defined,misc]
        def __init__(self) -> None:
            super().__init__()
            self.ln1, self.ln2 = nn.LayerNorm(16), nn.LayerNorm(16)
            self.qkv, self.proj = nn.Linear(16, 48), nn.Linear(16, 16)
            self.mlp = nn.Sequential(nn.Linear(16, 64), nn.GELU(approximate="tanh"), nn.Linear(64, 16))

        def forward(self, x: Any) -> Any:
            b, t, c = x.shape
            q, k, v = (p.view(b, t, 4, c // 4).transpose(1, 2) for p in self.qkv(self.ln1(x)).split(c, dim=2))
            y = F.scaled_dot_product_attention(q, k, v, is_causal=True)
            x = x + self.proj(y.transpose(1, 2).contiguous().view(b, t, c))
            return x + self.mlp(self.ln2(x))

    table, place, blocks, head = nn.Embedding(20, 16), nn.Embedding(8, 16), nn.Sequential(Block(), Block()), nn.Linear(16, 20, bias=False)
    modules = nn.ModuleList([table, place, blocks, head])
    x = T.randint(0, 20, (3, 9))

    def loss() -> Any:
        hidden = blocks(table(x[:, :-1]) + place(T.arange(8)))
        return F.cross_entropy(head(hidden).view(-1, 20), x[:, 1:].reshape(-1))

    return T.optim.AdamW(modules.parameters(), lr=0.01, betas=(0.9, 0.95), weight_decay=0.1), loss, modules


@case
def vision_transformer(T: Any) -> Any:
    nn = T.nn

    class ViT(nn.Module):  # type: ignore[name-defined,misc]
        def __init__(self) -> None:
            super().__init__()
            self.patches = nn.Conv2d(3, 16, 4, 4)
            self.token = nn.Parameter(T.zeros(1, 1, 16))
            self.place = nn.Parameter(T.randn(1, 5, 16) * 0.02)
            self.encoder = nn.TransformerEncoderLayer(16, 4, 32, 0.0, "gelu", batch_first=True, norm_first=True)
            self.head = nn.Linear(16, 3)

        def forward(self, x: Any) -> Any:
            patches = self.patches(x).flatten(2).transpose(1, 2)
            tokens = T.cat([self.token.expand(len(x), -1, -1), patches], 1) + self.place
            return self.head(self.encoder(tokens)[:, 0])

    model = ViT()
    return classify(T, model, T.randn(4, 3, 8, 8), 3, T.optim.AdamW(model.parameters(), lr=0.003))


@case
def autoencoder(T: Any) -> Any:
    nn = T.nn
    model = nn.Sequential(nn.Conv2d(1, 8, 3, 2, 1), nn.ReLU(), nn.Conv2d(8, 4, 3, 2, 1), nn.ReLU(),
                          nn.ConvTranspose2d(4, 8, 3, 2, 1, 1), nn.ReLU(), nn.ConvTranspose2d(8, 1, 3, 2, 1, 1), nn.Sigmoid())
    x = T.rand(4, 1, 8, 8)
    return T.optim.Adam(model.parameters(), lr=0.01), lambda: nn.functional.binary_cross_entropy(model(x), x), model


@case
def variational_autoencoder(T: Any) -> Any:
    nn = T.nn
    encoder, decoder = nn.Linear(12, 8), nn.Linear(4, 12)
    x = T.rand(6, 12)
    modules = nn.ModuleList([encoder, decoder])

    def loss() -> Any:
        mean, logvar = encoder(x).chunk(2, dim=1)
        z = mean + T.randn_like(mean) * (0.5 * logvar).exp()
        divergence = -0.5 * T.sum(1 + logvar - mean.pow(2) - logvar.exp())
        return nn.functional.binary_cross_entropy_with_logits(decoder(z), x, reduction="sum") + divergence

    return T.optim.Adam(modules.parameters(), lr=0.01), loss, modules


@case
def gan(T: Any) -> Any:
    nn, F = T.nn, T.nn.functional
    make = nn.Sequential(nn.Linear(4, 16), nn.LeakyReLU(0.2), nn.Linear(16, 6), nn.Tanh())
    judge = nn.Sequential(nn.Linear(6, 16), nn.LeakyReLU(0.2), nn.Linear(16, 1))
    critic = T.optim.Adam(judge.parameters(), lr=0.01, betas=(0.5, 0.999))
    real = T.randn(8, 6)

    def loss() -> Any:
        fake = make(T.randn(8, 4))
        critic.zero_grad()
        loss_d = (F.binary_cross_entropy_with_logits(judge(real), T.ones(8, 1))
                  + F.binary_cross_entropy_with_logits(judge(fake.detach()), T.zeros(8, 1)))
        loss_d.backward()
        critic.step()
        return F.binary_cross_entropy_with_logits(judge(fake), T.ones(8, 1))

    return T.optim.Adam(make.parameters(), lr=0.01, betas=(0.5, 0.999)), loss, make


@case
def wgan_gradient_penalty(T: Any) -> Any:
    nn = T.nn
    judge = nn.Sequential(nn.Linear(6, 16), nn.Tanh(), nn.Linear(16, 1))
    real, fake = T.randn(8, 6), T.randn(8, 6)

    def loss() -> Any:
        share = T.rand(8, 1)
        between = (share * real + (1 - share) * fake).requires_grad_()
        slope = T.autograd.grad(judge(between).sum(), between, create_graph=True)[0]
        return judge(fake).mean() - judge(real).mean() + 10 * ((slope.norm(2, dim=1) - 1) ** 2).mean()

    return T.optim.RMSprop(judge.parameters(), lr=0.005), loss, judge


@case
def unet(T: Any) -> Any:
    nn, F = T.nn, T.nn.functional

    class UNet(nn.Module):  # type: ignore[name-defined,misc]
        def __init__(self) -> None:
            super().__init__()
            self.down1, self.down2 = self.block(1, 4), self.block(4, 8)
            self.up, self.out = nn.ConvTranspose2d(8, 4, 2, 2), self.block(8, 4)
            self.head = nn.Conv2d(4, 2, 1)

        @staticmethod
        def block(ins: int, outs: int) -> Any:
            return nn.Sequential(nn.Conv2d(ins, outs, 3, padding=1, bias=False), nn.BatchNorm2d(outs), nn.ReLU(inplace=True))

        def forward(self, x: Any) -> Any:
            a = self.down1(x)
            b = self.down2(F.max_pool2d(a, 2))
            return self.head(self.out(T.cat([a, self.up(b)], 1)))

    model = UNet()
    x, y = T.randn(2, 1, 8, 8), T.randint(0, 2, (2, 8, 8))
    return T.optim.Adam(model.parameters(), lr=0.01), lambda: F.cross_entropy(model(x), y), model


@case
def upsampling_segmenter(T: Any) -> Any:
    nn = T.nn
    model = nn.Sequential(nn.Conv2d(3, 8, 3, 2, 1), nn.SiLU(), nn.Upsample(scale_factor=2, mode="bilinear"), nn.Conv2d(8, 16, 3, padding=1),
                          nn.PixelShuffle(2), nn.ReflectionPad2d(1), nn.Conv2d(4, 2, 3))
    x, y = T.randn(2, 3, 8, 8), T.rand(2, 2, 16, 16)
    return T.optim.SGD(model.parameters(), lr=0.2), lambda: nn.functional.smooth_l1_loss(model(x), y), model


@case
def siamese(T: Any) -> Any:
    nn = T.nn
    model = nn.Sequential(nn.Linear(8, 16), nn.Softplus(), nn.Linear(16, 4))
    anchor, positive, negative = T.randn(5, 8), T.randn(5, 8), T.randn(5, 8)
    return (T.optim.SGD(model.parameters(), lr=0.1),
            lambda: nn.TripletMarginLoss(margin=1.0)(model(anchor), model(positive), model(negative)), model)


@case
def contrastive(T: Any) -> Any:
    nn, F = T.nn, T.nn.functional
    model = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 4))
    a, b = T.randn(6, 8), T.randn(6, 8)

    def loss() -> Any:
        left, right = F.normalize(model(a), dim=1), F.normalize(model(b), dim=1)
        return F.cross_entropy(left @ right.t() / 0.1, T.arange(6))

    return T.optim.Adam(model.parameters(), lr=0.01), loss, model


@case
def embedding_bag_classifier(T: Any) -> Any:
    nn = T.nn
    bag, head = nn.EmbeddingBag(30, 8, mode="mean"), nn.Linear(8, 3)
    words, offsets, y = T.randint(0, 30, (14,)), T.tensor([0, 5, 6, 10]), T.randint(0, 3, (4,))
    modules = nn.ModuleList([bag, head])
    return T.optim.SGD(modules.parameters(), lr=1.0), lambda: nn.functional.cross_entropy(head(bag(words, offsets)), y), modules


@case
def matrix_factorisation(T: Any) -> Any:
    nn = T.nn
    users, items = nn.Embedding(6, 4), nn.Embedding(9, 4)
    u, i, score = T.randint(0, 6, (12,)), T.randint(0, 9, (12,)), T.rand(12)
    modules = nn.ModuleList([users, items])
    return T.optim.Adam(modules.parameters(), lr=0.05), lambda: nn.functional.mse_loss((users(u) * items(i)).sum(1), score), modules


@case
def speech_ctc(T: Any) -> Any:
    nn = T.nn
    gru, head = nn.GRU(5, 8, bidirectional=True), nn.Linear(16, 6)
    x, y = T.randn(10, 3, 5), T.randint(1, 6, (3, 4))
    modules = nn.ModuleList([gru, head])

    def loss() -> Any:
        return nn.CTCLoss()(nn.functional.log_softmax(head(gru(x)[0]), -1), y, T.tensor([10, 9, 8]), T.tensor([4, 3, 2]))

    return T.optim.Adam(modules.parameters(), lr=0.02), loss, modules


@case
def mixture_density(T: Any) -> Any:
    nn = T.nn
    model = nn.Sequential(nn.Linear(3, 16), nn.Tanh(), nn.Linear(16, 9))
    x, y = T.randn(10, 3), T.randn(10, 1)

    def loss() -> Any:
        share, mean, logstd = model(x).chunk(3, dim=1)
        each = -0.5 * ((y - mean) / logstd.exp()) ** 2 - logstd - 0.5 * math.log(2 * math.pi)
        return -T.logsumexp(T.log_softmax(share, 1) + each, 1).mean()

    return T.optim.Adam(model.parameters(), lr=0.01), loss, model


@case
def policy_gradient(T: Any) -> Any:
    nn = T.nn
    model = nn.Sequential(nn.Linear(4, 16), nn.Tanh(), nn.Linear(16, 3))
    states, rewards = T.randn(8, 4), T.randn(8)

    def loss() -> Any:
        logits = model(states)
        actions = T.multinomial(logits.softmax(1).detach(), 1).squeeze(1)
        chosen = nn.functional.log_softmax(logits, 1).gather(1, actions[:, None]).squeeze(1)
        return -(chosen * rewards).mean() + 0.01 * (logits.softmax(1) * logits.log_softmax(1)).sum(1).mean()

    return T.optim.Adam(model.parameters(), lr=0.02), loss, model


@case
def spatial_transformer(T: Any) -> Any:
    nn, F = T.nn, T.nn.functional
    locate = nn.Sequential(nn.Flatten(), nn.Linear(36, 6))
    head = nn.Linear(36, 3)
    x, y = T.randn(4, 1, 6, 6), T.randint(0, 3, (4,))
    modules = nn.ModuleList([locate, head])

    def loss() -> Any:
        grid = F.affine_grid(locate(x).view(-1, 2, 3), x.shape, align_corners=False)
        return F.cross_entropy(head(F.grid_sample(x, grid, align_corners=False).flatten(1)), y)

    return T.optim.SGD(modules.parameters(), lr=0.1), loss, modules


@case
def graph_convolution(T: Any) -> Any:
    nn = T.nn
    first, second = nn.Linear(5, 8, bias=False), nn.Linear(8, 3, bias=False)
    x, y = T.randn(7, 5), T.randint(0, 3, (7,))
    source, target = T.randint(0, 7, (12,)), T.randint(0, 7, (12,))
    modules = nn.ModuleList([first, second])

    def spread(h: Any) -> Any:
        return T.zeros_like(h).index_add(0, target, h[source]) + h

    return (T.optim.Adam(modules.parameters(), lr=0.02),
            lambda: nn.functional.cross_entropy(spread(second(T.relu(spread(first(x))))), y), modules)


@case
def adaptive_softmax(T: Any) -> Any:
    nn = T.nn
    body, head = nn.Linear(6, 16), nn.AdaptiveLogSoftmaxWithLoss(16, 12, [4, 8])
    x, y = T.randn(10, 6), T.randint(0, 12, (10,))
    modules = nn.ModuleList([body, head])
    return T.optim.SGD(modules.parameters(), lr=0.2), lambda: head(body(x), y).loss, modules


@case
def lbfgs_regression(T: Any) -> Any:
    # In float64: near the flat minimum L-BFGS divides differences of gradients, and float32's rounding, which BLAS and CPU decide, shows.
    nn = T.nn
    model = nn.Linear(4, 1).double()
    x, y = T.randn(20, 4).double(), T.randn(20, 1).double()
    return T.optim.LBFGS(model.parameters(), lr=0.5, max_iter=4), lambda: nn.functional.mse_loss(model(x), y), model


@case
def clipped_with_schedule(T: Any) -> Any:
    nn = T.nn
    model = nn.Sequential(nn.Linear(6, 12), nn.Mish(), nn.Linear(12, 1))
    x, y = T.randn(9, 6), T.randn(9, 1)
    optimizer = T.optim.SGD(model.parameters(), lr=0.5, momentum=0.5)
    schedule = T.optim.lr_scheduler.OneCycleLR(optimizer, 0.5, total_steps=10)

    def loss() -> Any:
        if optimizer.param_groups[0]["params"][0].grad is not None:
            schedule.step()
        value = nn.functional.mse_loss(model(x), y)
        value.register_hook(lambda g: g * 0.5)
        return value

    return optimizer, loss, model


def losses(torch: Any, build: Case) -> list[float]:
    """The losses of five steps, and the sum of all parameters' magnitudes after them."""
    torch.manual_seed(0)
    optimizer, loss, modules = build(torch)
    found = []

    def closure() -> Any:
        optimizer.zero_grad()
        value = loss()
        value.backward()
        return value

    for _ in range(STEPS):
        found.append(float(optimizer.step(closure)))
    return [*found, float(sum(p.detach().abs().sum() for p in modules.parameters()))]


if __name__ == "__main__":
    import importlib

    reference = importlib.import_module("torch")
    REFERENCE.write_text(json.dumps({name: losses(reference, build) for name, build in CASES.items()}, indent=0) + "\n")
