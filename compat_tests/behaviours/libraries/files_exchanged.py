"""What files and pickles name, so that what one side has written the other side can read and use; and what such programs met."""
from __future__ import annotations

import io
import pickletools
import warnings
import zipfile
from collections.abc import Iterator
from typing import Any

from .. import refused


def _names(torch: Any, value: Any) -> list[str]:
    """The globals that a file with `value` names."""
    file = io.BytesIO()
    torch.save(value, file)
    with zipfile.ZipFile(file) as archive:
        content = archive.read(next(name for name in archive.namelist() if name.endswith("data.pkl")))
    return sorted({argument for code, argument, _ in pickletools.genops(content) if code.name == "GLOBAL"})


def _round_trip(torch: Any, value: Any, **options: Any) -> Any:
    file = io.BytesIO()
    torch.save(value, file)
    file.seek(0)
    return torch.load(file, **options)


def classes_of_distributions(torch: Any) -> Iterator[Any]:
    """Every class stands in the module that is named for it."""
    D = torch.distributions
    for name in sorted(D.__all__):
        value = getattr(D, name)
        if isinstance(value, type):
            yield name, value.__module__.partition(".")[2]


def distributions_in_files(torch: Any) -> Iterator[Any]:
    """What stands in a file is what the other side computes with."""
    D = torch.distributions
    made = (D.Normal(torch.zeros(2), 1.0), D.Categorical(torch.ones(3)), D.Categorical(logits=torch.ones(3)),
            D.Bernoulli(torch.tensor(0.3)), D.Binomial(3, logits=torch.tensor(0.3)), D.Multinomial(3, torch.ones(2)),
            D.RelaxedBernoulli(torch.tensor(1.0), torch.tensor(0.3)), D.RelaxedOneHotCategorical(torch.tensor(1.0), torch.ones(2)),
            D.MultivariateNormal(torch.zeros(2), torch.eye(2)),
            D.LowRankMultivariateNormal(torch.zeros(2), torch.ones(2, 1), torch.ones(2)),
            D.MixtureSameFamily(D.Categorical(torch.ones(2)), D.Normal(torch.zeros(2), 1.0)), D.Gamma(torch.ones(1), 2.0))
    wanted = ("_param", "_num_events", "_event_ndims", "_num_component", "_capacitance_tril", "_unbroadcasted_cov_factor",
              "_unbroadcasted_scale_tril")
    for one in made:
        state = one.__reduce_ex__(2)[2]
        yield repr(one), [name for name in wanted if name in state], _names(torch, one)
        again = _round_trip(torch, one, weights_only=False)
        yield again.log_prob(again.sample()).shape, again.expand((2, *again.batch_shape)).batch_shape


def recurrent_modules_in_files(torch: Any) -> Iterator[Any]:
    """A file of a whole module has its weights in order, too, which PyTorch misses where they are not."""
    nn = torch.nn
    for module in (nn.LSTM(2, 3, 2, bidirectional=True), nn.LSTM(2, 3, proj_size=1), nn.GRU(2, 3, bias=False), nn.RNN(2, 3)):
        state = module.__reduce_ex__(2)[2]
        yield state["_flat_weights_names"], [w.shape for w in state["_flat_weights"]], all(
            w is getattr(module, name) for name, w in zip(state["_flat_weights_names"], state["_flat_weights"], strict=True))
        again = _round_trip(torch, module, weights_only=False)
        again.load_state_dict({name: torch.ones_like(value) for name, value in again.state_dict().items()})
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of projections PyTorch warns once per process
            out = again(torch.ones(1, 1, 2))[0]
        yield out.round(decimals=4)


def modules_with_hooks_in_files(torch: Any) -> Iterator[Any]:
    """Lazy modules and old norms register hooks of their own."""
    for module in (torch.nn.LazyLinear(2), torch.nn.utils.spectral_norm(torch.nn.Linear(2, 2))):
        yield [name for name in _names(torch, module) if "torch.nn.modules" in name or "torch.nn.utils" in name]


def constants_in_files(torch: Any) -> Iterator[Any]:
    """Generators, types and qschemes, and results with names."""
    generator = torch.Generator().manual_seed(3)
    torch.rand(2, generator=generator)
    again = _round_trip(torch, generator, weights_only=False)
    yield torch.equal(again.get_state(), generator.get_state()), _names(torch, torch.__version__)
    for value in (torch.float8_e4m3fn, torch.per_tensor_affine, torch.quint8, torch.complex32, torch.float16):
        yield repr(_round_trip(torch, value))
    for value in (torch.finfo(torch.float32), torch.iinfo(torch.int8)):
        yield refused(lambda value=value: torch.save(value, io.BytesIO()))
    result = torch.max(torch.ones(2, 2), 0)
    again = _round_trip(torch, result, weights_only=False)
    yield type(again).__name__, [t.tolist() for t in again], tuple(type(result)(tuple(result), {})), again.indices.tolist()
    yield torch.nn.Linear(1, 1).load_state_dict({}, strict=False).__class__.__module__.partition(".")[2]


def sums_of_sparse_gradients(torch: Any) -> Iterator[Any]:
    """What comes later stands in front of a sparse gradient that waits."""
    weight = torch.zeros(20, 1, requires_grad=True)

    def rows(*places: int) -> Any:
        return torch.nn.functional.embedding(torch.tensor(places), weight, sparse=True).sum()

    for loss in (lambda: rows(13) - rows(15, 0, 11), lambda: rows(13, 14) - rows(15, 0, 11) + rows(3, 1),
                 lambda: rows(15, 0) + rows(13, 14)):
        yield torch.autograd.grad(loss(), weight)[0]._indices()
        weight.grad = None
        loss().backward()
        yield weight.grad._indices()
    # PyTorch: tensor([[13, 15, 0, 11]])
    # PyTorch: tensor([[13, 15, 0, 11]])
    # PyTorch: tensor([[13, 14, 15, 0, 11, 3, 1]])
    # PyTorch: tensor([[13, 14, 15, 0, 11, 3, 1]])
    # PyTorch: tensor([[15, 0, 13, 14]])
    # PyTorch: tensor([[15, 0, 13, 14]])


def the_state_of_lbfgs(torch: Any) -> Iterator[Any]:
    """Step lengths are tensors where they were computed from one; weights come before what is put down at the end of a step."""
    for search in (None, "strong_wolfe"):
        for steps in (1, 4):
            for rate in (0.5, torch.tensor(0.5)):
                x = torch.tensor([-1.5, 2.0], requires_grad=True)
                optimizer = torch.optim.LBFGS([x], lr=rate, max_iter=steps, line_search_fn=search)

                def closure(x: Any = x, optimizer: Any = optimizer) -> Any:
                    optimizer.zero_grad()
                    loss = (x**4).sum()
                    loss.backward()
                    return loss

                for _ in range(2):
                    optimizer.step(closure)
                    state = optimizer.state[x]
                    yield list(state), type(state["t"]).__name__, float(state["t"]), state["prev_loss"], x.detach().clone()
    x = torch.tensor([-1.5, float("inf")], requires_grad=True)
    optimizer = torch.optim.LBFGS([x], lr=0.5, max_iter=4)
    optimizer.step(lambda: (optimizer.zero_grad(), (loss := (x**4).sum()).backward(), loss)[2])
    yield x.detach()


def masks_of_different_types(torch: Any) -> Iterator[Any]:
    """Padding and mask of one type, or a warning."""
    nn = torch.nn
    encoder = nn.TransformerEncoder(nn.TransformerEncoderLayer(4, 2, 4, dropout=0.0), 1, enable_nested_tensor=False)
    attention = nn.MultiheadAttention(4, 2)
    x = torch.ones(3, 3, 4)
    for mask in (None, torch.zeros(3, 3), torch.zeros(3, 3).bool(), torch.zeros(3, 3).long()):
        for padding in (torch.zeros(3, 3), torch.zeros(3, 3).bool()):
            for call in (lambda m, p: encoder(x, mask=m, src_key_padding_mask=p), lambda m, p: encoder.layers[0](x, m, p),
                         lambda m, p: attention(x, x, x, attn_mask=m, key_padding_mask=p)[0]):
                try:
                    yield call(mask, padding).shape
                except AssertionError as error:
                    yield str(error)


def older_names_of_autocast(torch: Any) -> Iterator[Any]:
    """`torch.cpu.amp` still stands, and says what to use."""
    layer = torch.nn.Linear(2, 2)
    with torch.cpu.amp.autocast():
        yield layer(torch.ones(1, 2)).dtype
    with torch.cpu.amp.autocast(enabled=False):
        yield layer(torch.ones(1, 2)).dtype
    yield torch.cpu.amp.GradScaler(enabled=False).is_enabled(), torch.cpu.amp.autocast.__mro__[1].__module__.partition(".")[2]
    # PyTorch: bfloat16
    # PyTorch: float32
    # PyTorch: (False, 'amp.autocast_mode')
    # PyTorch: FutureWarning: `torch.cpu.amp.autocast(args...)` is ...
    # PyTorch: FutureWarning: `torch.cpu.amp.autocast(args...)` is ...
    # PyTorch: FutureWarning: `torch.cpu.amp.GradScaler(args...)` is ...


def parameters_of_distributions(torch: Any) -> Iterator[Any]:
    """What is shown, and what the bounds of a uniform distribution are bounded by."""
    D = torch.distributions
    for given in ("covariance_matrix", "precision_matrix", "scale_tril"):
        normal = D.MultivariateNormal(torch.zeros(2), **{given: torch.eye(2)})
        yield repr(normal), repr(normal.expand((3,))), normal.expand((3,)).covariance_matrix.shape
        yield normal.scale_tril is normal.scale_tril, repr(normal), repr(normal.expand((2, 1)))
    yield D.Uniform(0.0, 1.0).arg_constraints
    yield refused(lambda: D.Uniform(2.0, 1.0)), refused(lambda: D.Independent(D.Bernoulli(torch.ones(2) / 2), 1).enumerate_support())
    yield D.Independent(D.Bernoulli(torch.ones(2) / 2), 0).enumerate_support()


def pruning_that_failed(torch: Any) -> Iterator[Any]:
    """A failure after a first pruning leaves the module half pruned; the next call says so."""
    from importlib import import_module

    prune = import_module(f"{torch.__name__}.nn.utils.prune")
    layer = torch.nn.Linear(3, 2)
    prune.l1_unstructured(layer, "weight", 0.5)
    for _ in range(2):
        yield refused(lambda: prune.l1_unstructured(layer, "weight", 50)), list(layer._parameters), list(layer._buffers)
    # PyTorch: (ValueError: amount=50 should be smaller than the ..., ['bias', 'weight_orig'], ['weight_mask'])
    # PyTorch: (TypeError: cannot assign 'torch.FloatTensor' ..., ['bias', 'weight_orig'], ['weight_mask'])
