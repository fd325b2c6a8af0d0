"""Layers, schedules, distributions with transforms and constraints, data, initialization: each public name once, by its numbers."""
from __future__ import annotations

import warnings
from collections.abc import Iterator
from typing import Any


def _description(torch: Any, value: Any) -> Any:
    """What is computed in float64, to the digits of float32: sums formed in another order do not show."""
    if isinstance(value, torch.Tensor):
        found = value.detach()
        return torch.where(found.abs() < 1e-8, 0.0, found).float() if found.dtype is torch.float64 else found
    if type(value) in (list, tuple):
        return type(value)(_description(torch, part) for part in value)
    return {name: _description(torch, part) for name, part in value.items()} if isinstance(value, dict) else value


def _in_double(torch: Any, case: Any) -> Iterator[Any]:
    torch.set_default_dtype(torch.float64)
    try:
        for value in case(torch):
            yield _description(torch, value)
    finally:
        torch.set_default_dtype(torch.float32)


def _schedule(torch: Any, make: Any, steps: int = 8) -> Iterator[Any]:
    parameter = torch.nn.Parameter(torch.ones(1))
    optimizer = torch.optim.SGD([parameter], lr=0.1, momentum=0.9)
    scheduler = make(optimizer)
    rates = []
    for step in range(steps):
        parameter.grad = torch.full((1,), 0.1)
        optimizer.step()
        if isinstance(scheduler, torch.optim.lr_scheduler.ReduceLROnPlateau):
            scheduler.step(1.0 + step % 3)
        else:
            scheduler.step()
        rates.append([group["lr"] for group in optimizer.param_groups] + [group["momentum"] for group in optimizer.param_groups])
    yield rates
    yield sorted(name for name in scheduler.state_dict() if not name.startswith("_"))


def _schedules(torch: Any) -> Iterator[Any]:
    s = torch.optim.lr_scheduler
    for make in (lambda o: s.ChainedScheduler([s.ConstantLR(o, 0.5, 3), s.ExponentialLR(o, 0.9)]),
                 lambda o: s.ConstantLR(o, 0.5, 3), lambda o: s.CosineAnnealingWarmRestarts(o, 3, 2),
                 lambda o: s.CyclicLR(o, 0.01, 0.1, step_size_up=3), lambda o: s.MultiStepLR(o, [2, 5]),
                 lambda o: s.MultiplicativeLR(o, lambda epoch: 0.9), lambda o: s.PolynomialLR(o, 5, 2.0),
                 lambda o: s.ReduceLROnPlateau(o, patience=1), lambda o: s.SequentialLR(o, [s.ConstantLR(o), s.ExponentialLR(o,
                     0.5)], [3]),
                 lambda o: s.LambdaLR(o, lambda epoch: 1 / (epoch + 1)), lambda o: s.StepLR(o, 2), lambda o: s.LinearLR(o),
                 lambda o: s.CosineAnnealingLR(o, 5), lambda o: s.OneCycleLR(o, 0.2, total_steps=10)):
        yield from _schedule(torch, make)
    yield issubclass(s.StepLR, s.LRScheduler), issubclass(s.StepLR, s._LRScheduler), s.EPOCH_DEPRECATION_WARNING[:20], s.inf


def _averages(torch: Any) -> Iterator[Any]:
    a = torch.optim.swa_utils
    torch.manual_seed(0)
    for options in ({}, {"avg_fn": a.get_ema_avg_fn(0.9)}, {"multi_avg_fn": a.get_ema_multi_avg_fn(0.9)},
        {"avg_fn": a.get_swa_avg_fn()},
                    {"multi_avg_fn": a.get_swa_multi_avg_fn()}):
        model = torch.nn.Sequential(torch.nn.Linear(2, 2), torch.nn.BatchNorm1d(2))
        averaged = a.AveragedModel(model, **options)
        for _ in range(3):
            with torch.no_grad():
                for p in model.parameters():
                    p.add_(1)
            averaged.update_parameters(model)
        a.update_bn([torch.randn(4, 2) for _ in range(2)], averaged)
        yield dict(averaged.state_dict())
    yield from _schedule(torch, lambda o: a.SWALR(o, 0.01, 4))


def _distribution(torch: Any, made: Any) -> Iterator[Any]:
    torch.manual_seed(0)
    yield repr(made), made.batch_shape, made.event_shape
    drawn = made.sample((3,))
    yield drawn, made.log_prob(drawn)
    for name in ("mean", "variance", "stddev", "mode"):
        try:
            yield getattr(made, name)
        except NotImplementedError:
            yield "not there"
    try:
        yield made.entropy()
    except NotImplementedError:
        yield "no entropy"
    if made.has_rsample:
        torch.manual_seed(1)
        yield made.rsample((2,))
    yield made.support.check(drawn), sorted(made.arg_constraints)


def _distributions(torch: Any) -> Iterator[Any]:
    d, t = torch.distributions, torch.tensor
    half, pair = t([0.3, 0.6]), t([1.5, 2.5])
    square = t([[2.0, 0.5], [0.5, 1.0]])
    for made in (
            torch.distributions.bernoulli.Bernoulli(half), torch.distributions.beta.Beta(pair, pair),
            torch.distributions.binomial.Binomial(5, half), torch.distributions.categorical.Categorical(half),
            torch.distributions.cauchy.Cauchy(t([0.0]), pair), torch.distributions.chi2.Chi2(pair),
            torch.distributions.continuous_bernoulli.ContinuousBernoulli(half), torch.distributions.dirichlet.Dirichlet(pair),
            torch.distributions.exponential.Exponential(pair), torch.distributions.fishersnedecor.FisherSnedecor(pair + 3, pair + 4),
            torch.distributions.gamma.Gamma(pair, pair), torch.distributions.generalized_pareto.GeneralizedPareto(t(0.0), pair, t(0.1)),
            torch.distributions.geometric.Geometric(half), torch.distributions.gumbel.Gumbel(half, pair),
            torch.distributions.half_cauchy.HalfCauchy(pair), torch.distributions.half_normal.HalfNormal(pair),
            torch.distributions.independent.Independent(d.Normal(half, pair), 1),
                torch.distributions.inverse_gamma.InverseGamma(pair + 2, pair),
            torch.distributions.kumaraswamy.Kumaraswamy(pair, pair), torch.distributions.laplace.Laplace(half, pair),
            torch.distributions.log_normal.LogNormal(half, half), torch.distributions.logistic_normal.LogisticNormal(half, half),
            torch.distributions.lowrank_multivariate_normal.LowRankMultivariateNormal(half, square[:, :1], pair),
            torch.distributions.multinomial.Multinomial(4, half), torch.distributions.multivariate_normal.MultivariateNormal(half,
                square),
            torch.distributions.negative_binomial.NegativeBinomial(t(4.0), half), torch.distributions.normal.Normal(half, pair),
            torch.distributions.one_hot_categorical.OneHotCategorical(half), d.OneHotCategoricalStraightThrough(half),
            torch.distributions.pareto.Pareto(pair, pair + 2), torch.distributions.poisson.Poisson(pair),
            torch.distributions.relaxed_bernoulli.RelaxedBernoulli(t(0.7), half),
            torch.distributions.relaxed_categorical.RelaxedOneHotCategorical(t(0.7), half),
            torch.distributions.studentT.StudentT(pair + 3), torch.distributions.uniform.Uniform(half, pair),
            torch.distributions.von_mises.VonMises(half, pair), torch.distributions.weibull.Weibull(pair, pair),
            torch.distributions.lkj_cholesky.LKJCholesky(3, 1.5), torch.distributions.wishart.Wishart(t(4.0), square)):
        yield from _distribution(torch, made)
    mixed = torch.distributions.mixture_same_family.MixtureSameFamily(d.Categorical(half), d.Normal(half, pair))
    yield from _distribution(torch, mixed)
    yield issubclass(d.Normal, torch.distributions.exp_family.ExponentialFamily), issubclass(d.Normal,
        torch.distributions.distribution.Distribution)


def _transforms(torch: Any) -> Iterator[Any]:
    d, f, t = torch.distributions, torch.distributions.transforms, torch.tensor
    vector, square = t([0.2, -0.4, 0.9]), t([[1.0, 0.2], [0.3, 2.0]])
    pairs = (
        (f.AbsTransform(), vector), (f.AffineTransform(1.0, 2.0), vector), (f.CatTransform([f.ExpTransform(), f.SigmoidTransform()],
            0, [1, 2]), vector),
        (f.ComposeTransform([f.ExpTransform(), f.AffineTransform(0.0, 3.0)]), vector), (f.CorrCholeskyTransform(), vector),
        (f.CumulativeDistributionTransform(d.Normal(0.0, 1.0)), vector), (f.ExpTransform(), vector),
        (f.IndependentTransform(f.ExpTransform(), 1), vector), (f.LowerCholeskyTransform(), square), (f.PositiveDefiniteTransform(),
            square),
        (f.PowerTransform(t(2.0)), vector.abs()), (f.ReshapeTransform((3,), (3, 1)), vector), (f.SigmoidTransform(), vector),
        (f.SoftmaxTransform(), vector), (f.SoftplusTransform(), vector), (f.StackTransform([f.ExpTransform(), f.TanhTransform()], 0),
            square),
        (f.StickBreakingTransform(), vector), (f.TanhTransform(), vector), (f.identity_transform, vector))
    for transform, x in pairs:
        y = transform(x)
        yield repr(transform), y, transform.bijective, isinstance(transform, f.Transform), transform.forward_shape(x.shape)
        try:
            yield transform.inv(y), transform.log_abs_det_jacobian(x, y)
        except NotImplementedError:
            yield "no inverse"
    made = torch.distributions.transformed_distribution.TransformedDistribution(d.Normal(0.0, 1.0), [f.ExpTransform()])
    yield from _distribution(torch, made)
    yield f.lazy_property.__name__, f.broadcast_all(1.0, vector), f.tril_matrix_to_vec(square), f.vec_to_tril_matrix(vector)
    yield d.AbsTransform is f.AbsTransform, d.AffineTransform is f.AffineTransform, d.CatTransform is f.CatTransform
    u = torch.distributions.utils
    yield (u.euler_constant, u.clamp_probs(t([0.0, 0.5])), u.is_tensor_like(vector), u.logits_to_probs(vector),
        u.probs_to_logits(vector.abs() / 2),
           u.broadcast_all(1.0, vector), u.tril_matrix_to_vec(square), u.vec_to_tril_matrix(vector), u.lazy_property.__name__)


def _constraints(torch: Any) -> Iterator[Any]:
    c, t = torch.distributions.constraints, torch.tensor
    values = (t([-1.0, 0.0, 0.5, 2.0]), t([[1.0, 0.0], [0.2, 1.0]]), t([0.0, 1.0]), t([1, 2]))
    made = (c.boolean, c.corr_cholesky, c.greater_than(0.1), c.greater_than_eq(0.0), c.half_open_interval(0.0, 1.0),
        c.independent(c.real, 1),
            c.integer_interval(0, 2), c.interval(0.0, 1.0), c.less_than(1.0), c.lower_cholesky, c.lower_triangular, c.multinomial(3),
            c.nonnegative, c.nonnegative_integer, c.one_hot, c.positive, c.positive_definite, c.positive_integer,
                c.positive_semidefinite, c.real,
            c.real_vector, c.simplex, c.square, c.symmetric, c.unit_interval, c.cat([c.real, c.positive], 0, [1, 1]),
                c.stack([c.real, c.positive], 0))
    for constraint in made:
        yield repr(constraint), constraint.is_discrete, constraint.event_dim, c.is_dependent(constraint), isinstance(constraint,
            c.Constraint)
        for value in values:
            try:
                yield constraint.check(value)
            except Exception:
                yield "refused"
    yield c.is_dependent(c.dependent), c.dependent_property.__name__, c.MixtureSameFamilyConstraint(c.real).event_dim
    registry = torch.distributions.constraint_registry
    for constraint in (c.real, c.positive, c.unit_interval, c.simplex, c.interval(0.0, 2.0)):
        yield repr(registry.biject_to(constraint)), repr(registry.transform_to(constraint))
        yield repr(torch.distributions.biject_to(constraint)), repr(torch.distributions.transform_to(constraint))
    yield registry.ConstraintRegistry.__name__, torch.distributions.constraint_registry.ConstraintRegistry.__name__


def _divergences(torch: Any) -> Iterator[Any]:
    k, t = torch.distributions.kl, torch.tensor
    one, two = t([0.4, 0.7]), t([0.6, 0.2])
    for p, q in ((k.Cauchy(one, two), k.Cauchy(two, one)), (k.ContinuousBernoulli(one), k.ContinuousBernoulli(two)),
                 (k.Dirichlet(one), k.Dirichlet(two)), (k.Exponential(one), k.Exponential(two)), (k.Geometric(one), k.Geometric(two)),
                 (k.Gumbel(one, two), k.Gumbel(two, one)), (k.Laplace(one, two), k.Laplace(two, one)), (k.Pareto(one, two),
                     k.Pareto(two, one))):
        yield torch.distributions.kl.kl_divergence(p, q), torch.distributions.kl_divergence(p, q)
    yield k.inf

    class Own(torch.distributions.Normal):
        pass

    @torch.distributions.register_kl(Own, Own)
    def _between(p: Any, q: Any) -> Any:
        return p.loc - q.loc

    yield k.kl_divergence(Own(one, two), Own(two, one)), k.register_kl is torch.distributions.register_kl


def _data(torch: Any) -> Iterator[Any]:
    u = torch.utils.data
    torch.manual_seed(0)

    class Squares(torch.utils.data.dataset.Dataset):
        def __len__(self) -> int:
            return 6

        def __getitem__(self, index: int) -> Any:
            return torch.tensor(float(index)) ** 2, index

    squares = Squares()
    yield list(torch.utils.data.sampler.SequentialSampler(squares)), list(u.RandomSampler(squares)), list(u.SubsetRandomSampler([1,
        3, 5]))
    yield list(u.WeightedRandomSampler([0.1, 0.9, 0.5], 5)), list(u.BatchSampler(u.SequentialSampler(squares), 4, False))
    yield list(torch.utils.data.distributed.DistributedSampler(squares, 2, 1, seed=3)), list(u.DistributedSampler(squares, 2, 0,
        shuffle=False))
    yield len(u.ConcatDataset([squares, squares])), u.ConcatDataset([squares, squares])[7], u.Subset(squares, [2, 4])[1]
    yield u.StackDataset(squares, squares)[2], u.StackDataset(a=squares)[1], issubclass(Squares, u.Dataset), u.Sampler.__name__

    class Stream(u.IterableDataset):
        def __iter__(self) -> Any:
            return iter(range(3))

    yield list(u.ChainDataset([Stream(), Stream()])), u.get_worker_info()
    yield u.default_collate([{"a": 1, "b": [1.0, 2.0]}, {"a": 3, "b": [3.0, 4.0]}]), u.default_convert([1, "x"])
    loader = torch.utils.data.dataloader.DataLoader(squares, batch_size=4, shuffle=True, generator=torch.Generator().manual_seed(1))
    yield list(loader), len(loader)


def _initialization(torch: Any) -> Iterator[Any]:
    i = torch.nn.init
    for call in (i.xavier_normal_, i.xavier_uniform_, i.kaiming_normal_, i.kaiming_uniform_, i.orthogonal_, i.trunc_normal_, i.ones_,
        i.zeros_, i.eye_,
                 i.normal_, i.uniform_, lambda w: i.constant_(w, 2.0), lambda w: i.sparse_(w, 0.5), lambda w: i.dirac_(w.view(4, 3,
                     1))):
        torch.manual_seed(0)
        yield call(torch.empty(4, 3))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for old in (i.xavier_normal, i.xavier_uniform, i.kaiming_normal, i.kaiming_uniform, i.orthogonal, i.normal, i.uniform, i.eye):
            torch.manual_seed(0)
            yield old(torch.empty(4, 3))
        yield i.constant(torch.empty(2), 3.0), i.dirac(torch.empty(2, 2, 1)), i.sparse(torch.empty(3, 3), 0.3).shape
    yield [i.calculate_gain(name) for name in ("linear", "relu", "tanh", "leaky_relu", "selu")]


def _containers(torch: Any) -> Iterator[Any]:
    n = torch.nn
    torch.manual_seed(0)
    modules = n.ModuleDict({"a": n.Linear(2, 2), "b": n.ReLU()})
    yield repr(modules), list(modules.keys()), modules["a"](torch.ones(1, 2))
    parameters = n.ParameterList([n.Parameter(torch.ones(2)), torch.zeros(1)])
    yield repr(parameters), len(parameters), [name for name, _ in parameters.named_parameters()]
    kept = n.ParameterDict({"w": n.Parameter(torch.ones(2))})
    yield repr(kept), dict(kept.items()), isinstance(n.Buffer(torch.ones(1)), torch.Tensor), torch.nn.parameter.is_lazy(kept["w"])
    lazy = n.LazyLinear(3)
    yield isinstance(lazy.weight, n.UninitializedParameter), isinstance(n.UninitializedBuffer(),
        torch.nn.parameter.UninitializedTensorMixin)
    for cls, x in ((n.LazyConv1d, (1, 2, 5)), (n.LazyConv2d, (1, 2, 5, 5)), (n.LazyConv3d, (1, 2, 5, 5, 5)), (n.LazyConvTranspose1d,
        (1, 2, 5)),
                   (n.LazyConvTranspose2d, (1, 2, 5, 5)), (n.LazyConvTranspose3d, (1, 2, 5, 5, 5))):
        torch.manual_seed(0)
        made = cls(3, 2)
        yield made(torch.randn(x)), type(made).__name__
    for cls, x in ((n.LazyBatchNorm1d, (4, 2)), (n.LazyBatchNorm2d, (2, 2, 3, 3)), (n.LazyBatchNorm3d, (2, 2, 3, 3, 3)),
                   (n.LazyInstanceNorm1d, (2, 2, 5)), (n.LazyInstanceNorm2d, (2, 2, 3, 3)), (n.LazyInstanceNorm3d, (2, 2, 3, 3, 3))):
        torch.manual_seed(0)
        made = cls()
        yield made(torch.randn(x)), type(made).__name__
    torch.manual_seed(0)
    x = torch.randn(1, 4, 8, 8)
    yield (n.UpsamplingBilinear2d(scale_factor=2)(x), n.UpsamplingNearest2d(scale_factor=2)(x), n.Upsample(scale_factor=2)(x),
           n.ChannelShuffle(2)(x), n.PixelShuffle(2)(x), n.PixelUnshuffle(2)(x), n.Softmax2d()(x), n.Fold((4, 4), 2)(torch.ones(1, 8,
               9)), n.Unfold(2)(x),
           n.Unflatten(1, (2, 2))(x), n.CrossMapLRN2d(2)(x), n.LocalResponseNorm(2)(x))
    values, indices = n.MaxPool1d(2, return_indices=True)(torch.randn(1, 2, 6))
    yield n.MaxUnpool1d(2)(values, indices)
    values, indices = n.MaxPool2d(2, return_indices=True)(x)
    yield n.MaxUnpool2d(2)(values, indices)
    values, indices = n.MaxPool3d(2, return_indices=True)(torch.randn(1, 1, 4, 4, 4))
    yield n.MaxUnpool3d(2)(values, indices)
    for cls in (n.Dropout1d, n.Dropout2d, n.Dropout3d, n.AlphaDropout, n.FeatureAlphaDropout, n.RReLU):
        torch.manual_seed(0)
        yield cls()(torch.ones(2, 3, 4, 4, 4)[(slice(None),) * 2 + (0,) * {n.Dropout1d: 2, n.Dropout2d: 1}.get(cls, 0)])
    yield [p(x).shape for p in (n.ZeroPad2d(1), n.ConstantPad2d(1, 2.0), n.CircularPad2d(1), n.ReflectionPad2d(1),
        n.ReplicationPad2d(1))]
    yield [p(x[0]).shape for p in (n.ZeroPad1d(1), n.ConstantPad1d(1, 2.0), n.CircularPad1d(1), n.ReflectionPad1d(1),
        n.ReplicationPad1d(1))]
    y = x[None]
    yield [p(y).shape for p in (n.ZeroPad3d(1), n.ConstantPad3d(1, 2.0), n.CircularPad3d(1), n.ReflectionPad3d(1),
        n.ReplicationPad3d(1))]
    torch.manual_seed(0)
    pooled = n.FractionalMaxPool2d(2, output_size=3), n.LPPool1d(2, 2), n.LPPool2d(2, 2), n.LPPool3d(2, 2)
    yield pooled[0](x), pooled[1](x[0]), pooled[2](x), pooled[3](y), n.FractionalMaxPool3d(2, output_size=2)(y)
    yield issubclass(n.LSTM, n.RNNBase), n.Container.__name__, n.NLLLoss2d.__name__, n.factory_kwargs({"device": "cpu"})


def _losses(torch: Any) -> Iterator[Any]:
    n = torch.nn
    torch.manual_seed(0)
    a, b = torch.randn(4, 3, requires_grad=True), torch.rand(4, 3)
    signs, classes = torch.tensor([1.0, -1.0, 1.0, -1.0]), torch.tensor([0, 2, 1, 1])
    adaptive = n.AdaptiveLogSoftmaxWithLoss(3, 6, [2, 4])
    yield adaptive(a, classes).loss, adaptive.predict(a)
    for loss in (n.L1Loss()(a, b), n.MSELoss()(a, b), n.HuberLoss()(a, b), n.SmoothL1Loss()(a, b), n.BCELoss()(b, b.round()),
                 n.BCEWithLogitsLoss()(a, b), n.KLDivLoss(reduction="batchmean")(a.log_softmax(1), b), n.PoissonNLLLoss()(a, b),
                 n.GaussianNLLLoss()(a, b, b + 0.1), n.HingeEmbeddingLoss()(a[:, 0], signs), n.MarginRankingLoss()(a[:, 0], b[:, 0],
                     signs),
                 n.CosineEmbeddingLoss()(a, b, signs), n.MultiMarginLoss()(a, classes), n.SoftMarginLoss()(a[:, 0], signs),
                 n.MultiLabelMarginLoss()(a, torch.tensor([[0, 1, -1]] * 4)), n.MultiLabelSoftMarginLoss()(a, b.round()),
                 n.TripletMarginLoss()(a, b, b.flip(0)), n.TripletMarginWithDistanceLoss(distance_function=n.PairwiseDistance())(a,
                     b, b.flip(0)),
                 n.CrossEntropyLoss()(a, classes), n.NLLLoss()(a.log_softmax(1), classes), n.CosineSimilarity()(a, b).sum(),
                 n.CTCLoss()(torch.randn(5, 1, 4).log_softmax(2), torch.tensor([[1, 2]]), torch.tensor([5]), torch.tensor([2]))):
        yield loss, torch.autograd.grad(loss, a, allow_unused=True, retain_graph=True) if loss.requires_grad else None


def _layers(torch: Any) -> Iterator[Any]:
    n, x = torch.nn, torch.linspace(-2, 2, 9, requires_grad=True)
    for layer in (n.CELU(), n.ELU(), n.Hardshrink(), n.Hardsigmoid(), n.Hardswish(), n.Hardtanh(), n.LeakyReLU(), n.LogSigmoid(),
        n.Mish(),
                  n.PReLU(), n.ReLU6(), n.SELU(), n.SiLU(), n.Sigmoid(), n.Softplus(), n.Softshrink(), n.Softsign(), n.Tanhshrink(),
                  n.Threshold(0.1, 2.0), n.LogSoftmax(0), n.Softmax(0), n.Softmin(0)):
        y = layer(x)
        yield repr(layer), y.detach(), torch.autograd.grad(y.square().sum(), x)
    torch.manual_seed(0)
    x = torch.randn(2, 4, 6)
    yield (n.GLU(1)(x), n.GroupNorm(2, 4)(x), n.RMSNorm(6)(x), n.AvgPool1d(2)(x), n.MaxPool1d(2)(x), n.AdaptiveAvgPool1d(3)(x),
        n.AdaptiveMaxPool1d(3)(x))
    model = n.Transformer(8, 2, 1, 1, 16, dropout=0.0, batch_first=True)
    yield model(torch.randn(1, 3, 8), torch.randn(1, 2, 8)), isinstance(model.decoder, n.TransformerDecoder)
    yield isinstance(model.decoder.layers[0], n.TransformerDecoderLayer), n.SyncBatchNorm.convert_sync_batchnorm(n.BatchNorm1d(2))
    yield n.DataParallel(n.Linear(2, 1))(torch.ones(1, 2)).shape


def _utilities(torch: Any) -> Iterator[Any]:
    u, n = torch.nn.utils, torch.nn
    torch.manual_seed(0)
    conv, norm = n.Conv2d(1, 2, 2).eval(), n.BatchNorm2d(2).eval()
    yield torch.nn.utils.fusion.fuse_conv_bn_eval(conv, norm).weight, u.fuse_conv_bn_eval(conv, norm).bias
    line, flat = n.Linear(2, 2).eval(), n.BatchNorm1d(2).eval()
    yield u.fuse_linear_bn_eval(line, flat).weight, u.fuse_linear_bn_weights(line.weight, line.bias, flat.running_mean,
        flat.running_var, 1e-5,
                                                                             flat.weight, flat.bias)
    yield u.fuse_conv_bn_weights(conv.weight, conv.bias, norm.running_mean, norm.running_var, 1e-5, norm.weight, norm.bias)
    vector = torch.nn.utils.convert_parameters.parameters_to_vector(line.parameters())
    u.vector_to_parameters(vector * 2, line.parameters())
    yield line.weight, u.get_total_norm([torch.ones(2), torch.ones(3)])
    line.weight.grad = torch.ones(2, 2)
    u.clip_grads_with_norm_([line.weight], 1.0, torch.tensor(2.0))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield line.weight.grad, u.clip_grad_norm([line.weight], 0.5), torch.nn.utils.clip_grad.clip_grad_norm_([line.weight], 0.5)
        normed = u.weight_norm(n.Linear(2, 2))
        yield u.remove_weight_norm(normed).weight.shape
        yield u.remove_spectral_norm(u.spectral_norm(n.Linear(2, 2))).weight.shape
    yield torch.nn.utils.init.skip_init(n.Linear, 2, 3).weight.shape, u.skip_init(n.Linear, 2, 3).bias.shape
    yield torch.nn.utils.parametrize.is_parametrized(line), torch.nn.utils.memory_format.__name__.rpartition(".")[2]


def schedules(torch: Any) -> Iterator[Any]:
    """The learning rates and momenta that each scheduler sets over eight steps, and the keys of its state."""
    yield from _in_double(torch, _schedules)


def averages(torch: Any) -> Iterator[Any]:
    """Weights that `AveragedModel` holds after three updates, under each way of averaging, and rates of `SWALR`."""
    yield from _in_double(torch, _averages)


def distributions(torch: Any) -> Iterator[Any]:
    """Samples, log-probabilities, moments, entropy and support of every distribution."""
    yield from _in_double(torch, _distributions)


def transforms(torch: Any) -> Iterator[Any]:
    """Values, inverses and log-determinants of every distribution transform."""
    yield from _in_double(torch, _transforms)


def constraints(torch: Any) -> Iterator[Any]:
    """Which values each constraint accepts, and which transform the registry has for it."""
    yield from _in_double(torch, _constraints)


def divergences(torch: Any) -> Iterator[Any]:
    """Divergences between pairs of distributions, also of a pair that a program registers."""
    yield from _in_double(torch, _divergences)


def data(torch: Any) -> Iterator[Any]:
    """What samplers, data sets, collation and a seeded loader give."""
    yield from _in_double(torch, _data)


def initialization(torch: Any) -> Iterator[Any]:
    """The weights that each initializer writes after one seed, under new and old names."""
    yield from _in_double(torch, _initialization)


def containers(torch: Any) -> Iterator[Any]:
    """Containers, lazy layers, padding, pooling and unpooling layers give their outputs or shapes."""
    yield from _in_double(torch, _containers)


def losses(torch: Any) -> Iterator[Any]:
    """The value and the gradient of every loss module on one seeded pair."""
    yield from _in_double(torch, _losses)


def layers(torch: Any) -> Iterator[Any]:
    """Outputs and gradients of activation modules, and outputs of norms, pools and a transformer."""
    yield from _in_double(torch, _layers)


def utilities(torch: Any) -> Iterator[Any]:
    """Fused batch norms, parameter vectors, clipped gradients and removed norms from `nn.utils`."""
    yield from _in_double(torch, _utilities)
