"""Containers of modules and parameters, states, lazy layers, hooks, pruning and parametrizations."""
from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

TEXTS = """
said(nn.Sequential(nn.ReLU(), nn.Tanh(), nn.Sigmoid()), lambda s: s.__delitem__(0))
said(nn.Sequential(nn.ReLU(), nn.Tanh(), nn.Sigmoid()), lambda s: s.__delitem__(slice(0, 2)))
said(nn.Sequential(nn.ReLU(), nn.Tanh(), nn.Sigmoid()), lambda s: s.__delitem__(-1))
said(nn.Sequential(nn.ReLU(), nn.Tanh()), lambda s: s.__iadd__(nn.Sequential(nn.Sigmoid(), nn.ReLU())))
said(nn.Sequential(nn.ReLU(), nn.Tanh()), lambda s: s.__iadd__([nn.ReLU()]))
said(nn.Sequential(nn.ReLU(), nn.Tanh()), lambda s: s.__imul__(3))
said(nn.Sequential(nn.ReLU(), nn.Tanh()), lambda s: s.__imul__(1))
said(nn.Sequential(nn.ReLU(), nn.Tanh()), lambda s: s.__imul__(0))
said(nn.Sequential(nn.ReLU(), nn.Tanh()), lambda s: s.__imul__(1.5))
said(nn.Sequential(nn.ReLU(), nn.Tanh()) * 2, lambda s: None)
said(2 * nn.Sequential(nn.ReLU(), nn.Tanh()), lambda s: None)
said(nn.Sequential(nn.ReLU(), nn.Tanh()) + nn.Sequential(nn.Sigmoid()), lambda s: None)
said(nn.Sequential(nn.ReLU(), nn.Tanh()), lambda s: s.insert(1, nn.Sigmoid()))
said(nn.Sequential(nn.ReLU(), nn.Tanh()), lambda s: s.insert(-1, nn.Sigmoid()))
said(nn.Sequential(nn.ReLU(), nn.Tanh()), lambda s: s.insert(2, nn.Sigmoid()))
said(nn.Sequential(nn.ReLU(), nn.Tanh()), lambda s: s.insert(3, nn.Sigmoid()))
said(nn.Sequential(nn.ReLU(), nn.Tanh()), lambda s: s.insert(-3, nn.Sigmoid()))
said(nn.Sequential(nn.ReLU(), nn.Tanh()), lambda s: s.insert(0, 3))
said(nn.Sequential(nn.ReLU(), nn.Tanh()), lambda s: s.extend([nn.Sigmoid()]))
said(nn.Sequential(nn.ReLU(), nn.Tanh()), lambda s: s.append(nn.Sigmoid()))
said(nn.Sequential(nn.ReLU(), nn.Tanh()), lambda s: s.pop(0))
said(nn.Sequential(nn.ReLU(), nn.Tanh()), lambda s: s.pop(slice(0, 1)))
said(nn.Sequential(nn.ReLU(), nn.Tanh()), lambda s: s.__setitem__(0, nn.Sigmoid()))
said(nn.Sequential(nn.ReLU(), nn.Tanh()), lambda s: s.__setitem__(2, nn.Sigmoid()))
[n for n in dir(nn.Sequential(nn.ReLU(), nn.Tanh())) if n.isdigit()]
[n for n in dir(nn.ModuleList([nn.ReLU(), nn.Tanh()])) if n.isdigit()]
[n for n in dir(nn.ParameterList([torch.ones(1), torch.ones(2)])) if n.isdigit()]
said(nn.ModuleList([nn.ReLU(), nn.Tanh(), nn.Sigmoid()]), lambda s: s.__delitem__(1))
said(nn.ModuleList([nn.ReLU(), nn.Tanh(), nn.Sigmoid()]), lambda s: s.__delitem__(slice(1, 3)))
said(nn.ModuleList([nn.ReLU(), nn.Tanh(), nn.Sigmoid()]), lambda s: s.__delitem__(-1))
said(nn.ModuleList([nn.ReLU(), nn.Tanh()]), lambda s: s.__iadd__([nn.Sigmoid()]))
said(nn.ModuleList([nn.ReLU(), nn.Tanh()]) + [nn.Sigmoid()], lambda s: None)
said(nn.ModuleList([nn.ReLU(), nn.Tanh()]), lambda s: s.insert(1, nn.Sigmoid()))
said(nn.ModuleList([nn.ReLU(), nn.Tanh()]), lambda s: s.insert(9, nn.Sigmoid()))
said(nn.ModuleList([nn.ReLU(), nn.Tanh()]), lambda s: s.insert(-1, nn.Sigmoid()))
said(nn.ModuleList([nn.ReLU(), nn.Tanh()]), lambda s: s.pop(0))
said(nn.ModuleList([nn.ReLU(), nn.Tanh()]), lambda s: s.extend(3))
said(nn.ModuleList([nn.ReLU(), nn.Tanh()]), lambda s: s.extend([nn.ReLU()]))
said(nn.ModuleList([nn.ReLU(), nn.Tanh()]), lambda s: s.__setitem__(-1, nn.Sigmoid()))
said(nn.ModuleList([nn.ReLU(), nn.Tanh()])[0:1], lambda s: None)
said(nn.ModuleDict({'a': nn.ReLU(), 'b': nn.Tanh()}), lambda s: s.clear())
said(nn.ModuleDict({'a': nn.ReLU(), 'b': nn.Tanh()}), lambda s: s.pop('a'))
said(nn.ModuleDict({'a': nn.ReLU(), 'b': nn.Tanh()}), lambda s: s.pop('c'))
said(nn.ModuleDict({'a': nn.ReLU(), 'b': nn.Tanh()}), lambda s: s.update([['c', nn.ReLU()]]))
said(nn.ModuleDict({'a': nn.ReLU(), 'b': nn.Tanh()}), lambda s: s.update([['c', nn.ReLU(), 3]]))
said(nn.ModuleDict({'a': nn.ReLU(), 'b': nn.Tanh()}), lambda s: s.update([3]))
said(nn.ModuleDict({'a': nn.ReLU(), 'b': nn.Tanh()}), lambda s: s.update(3))
said(nn.ModuleDict({'a': nn.ReLU(), 'b': nn.Tanh()}), lambda s: s.update({'a': nn.Sigmoid()}))
(lambda s: [[type(v).__name__ for v in s.values()], list(s), 'a' in s, 'c' in s, len(s)])(nn.ModuleDict({'a': nn.ReLU(), 'b': nn.Tanh()}))
shapes(nn.ParameterList([torch.ones(1), torch.ones(2), 3]), lambda s: None)
shapes(nn.ParameterList([torch.ones(1), torch.ones(2), torch.ones(3)])[0:2], lambda s: None)
shapes(nn.ParameterList([torch.ones(1), torch.ones(2)]), lambda s: s.__setitem__(0, torch.ones(4)))
shapes(nn.ParameterList([torch.ones(1), torch.ones(2)]), lambda s: s.__setitem__(-1, torch.ones(4)))
shapes(nn.ParameterList([torch.ones(1), torch.ones(2)]), lambda s: s.__setitem__(-2, torch.ones(4)))
shapes(nn.ParameterList([torch.ones(1), torch.ones(2)]), lambda s: s.__setitem__(2, torch.ones(4)))
shapes(nn.ParameterList([torch.ones(1), torch.ones(2)]), lambda s: s.__setitem__(-3, torch.ones(4)))
shapes(nn.ParameterList([torch.ones(1), torch.ones(2)]), lambda s: s.extend([torch.ones(4)]))
shapes(nn.ParameterList([torch.ones(1), torch.ones(2)]), lambda s: s.extend(3))
shapes(nn.ParameterList([torch.ones(1), torch.ones(2)]), lambda s: s.append(torch.ones(4)))
shapes(nn.ParameterList([torch.ones(1), torch.ones(2)]), lambda s: s.__iadd__([torch.ones(4)]))
nn.ParameterList([torch.ones(1), torch.ones(2), 3])[0:2]
[list(p.shape) for p in nn.ParameterList([torch.ones(1), torch.ones(2)])]
shapes(nn.ParameterDict({'a': torch.ones(1)}) | nn.ParameterDict({'a': torch.ones(2), 'b': torch.ones(3)}), lambda s: None)
shapes({'a': torch.ones(1), 'c': torch.ones(4)} | nn.ParameterDict({'a': torch.ones(2), 'b': torch.ones(3)}), lambda s: None)
shapes(nn.ParameterDict({'a': torch.ones(1)}), lambda s: s.__ior__(nn.ParameterDict({'b': torch.ones(3)})))
shapes(nn.ParameterDict({'a': torch.ones(1)}), lambda s: s.setdefault('b', torch.ones(3)))
shapes(nn.ParameterDict({'a': torch.ones(1)}), lambda s: s.setdefault('a', torch.ones(3)))
shapes(nn.ParameterDict({'a': torch.ones(1), 'b': torch.ones(2)}), lambda s: s.popitem())
shapes(nn.ParameterDict({'a': torch.ones(1), 'b': torch.ones(2)}), lambda s: s.pop('a'))
shapes(nn.ParameterDict({'a': torch.ones(1), 'b': torch.ones(2)}), lambda s: s.clear())
shapes(nn.ParameterDict().fromkeys(['a', 'b'], torch.ones(2)), lambda s: None)
[k for k in reversed(nn.ParameterDict({'a': torch.ones(1), 'b': torch.ones(2)}))]
(lambda s: [s.get('a').shape, s.get('c'), s.get('c', 3), 'a' in s, len(s.copy())])(nn.ParameterDict({'a': torch.ones(1)}))
nn.Container(a=nn.ReLU(), b=nn.Tanh())
nn.Embedding(4, 2, max_norm=1.0, norm_type=3.0, sparse=True, scale_grad_by_freq=True, padding_idx=1)
nn.EmbeddingBag(4, 2, max_norm=1.0, norm_type=3.0, sparse=True, scale_grad_by_freq=True, padding_idx=1, mode='sum')
nn.EmbeddingBag(4, 2)
from_table(nn.EmbeddingBag, freeze=True, mode='sum')
from_table(nn.EmbeddingBag, freeze=False, max_norm=1.0, norm_type=3.0, scale_grad_by_freq=True, sparse=False, padding_idx=1, include_last_offset=True)
from_table(nn.Embedding, freeze=False, max_norm=1.0, norm_type=3.0, scale_grad_by_freq=True, sparse=True, padding_idx=1)
from_table(nn.Embedding)
nn.Embedding.from_pretrained(torch.ones(2))
nn.EmbeddingBag.from_pretrained(torch.ones(2))
nn.RNN(2, 3, 2, 'relu', bias=False, batch_first=True, dropout=0.3, bidirectional=True)
nn.RNN(2, 3, 1, 'relu').nonlinearity
nn.RNN(2, 3, 1, 'tanh', False).nonlinearity
nn.RNN(2, 3, 1, 'soft')
nn.LSTM(2, 3, proj_size=1, num_layers=2)
nn.LSTM(2, 3, proj_size=3)
nn.LSTM(2, 3, proj_size=-1)
nn.GRU(2, 3, proj_size=1)
nn.GRU(2, 3, dropout=2)
nn.GRU(2, 0)
nn.GRU(2, 3, 0)
nn.GRU(2, -1)
nn.GRU(2, 2.0)
nn.GRU(2, 3, 1.0)
[[list(w.shape) for w in layer] for layer in nn.LSTM(2, 3, 2, bidirectional=True).all_weights]
nn.LSTM(2, 3)(torch.ones(4, 1, 3))
nn.LSTM(2, 3)(torch.ones(1, 4, 1, 2))
nn.LSTM(2, 3)(torch.ones(4))
nn.LSTM(2, 3)(torch.ones(0, 1, 2))
nn.LSTM(2, 3)(torch.ones(4, 1, 2), (torch.ones(1, 2, 3), torch.ones(1, 1, 3)))
nn.LSTM(2, 3)(torch.ones(4, 1, 2), (torch.ones(1, 1, 3), torch.ones(1, 2, 3)))
nn.LSTM(2, 3)(torch.ones(4, 1, 2), (torch.ones(1, 3), torch.ones(1, 3)))
nn.GRU(2, 3)(torch.ones(4, 1, 2), torch.ones(2, 1, 3))
nn.GRU(2, 3)(torch.ones(4, 2), torch.ones(1, 1, 3))
nn.GRU(2, 3)(torch.ones(4, 2, dtype=torch.float64))
nn.GRUCell(2, 3)(torch.ones(4, 1, 2))
nn.GRUCell(2, 3)(torch.ones(4, 2), torch.ones(4, 1, 3))
nn.GRUCell(2, 3)(torch.ones(4, 2), torch.ones(3, 3))
nn.LSTMCell(2, 3)(torch.ones(4, 2), (torch.ones(4, 2), torch.ones(4, 3)))
nn.RNNCell(2, 3, nonlinearity='soft')(torch.ones(4, 2))
nn.Linear(2, 3).bfloat16().weight.dtype
nn.Linear(2, 3).type('torch.DoubleTensor')
nn.Linear(2, 3).type(torch.float64).weight.dtype
nn.Linear(2, 3).set_submodule('a', nn.ReLU())
nn.Sequential(nn.Linear(2, 3)).set_submodule('0.a.b', nn.ReLU())
nn.Sequential(nn.Linear(2, 3)).set_submodule('', nn.ReLU())
nn.Sequential(nn.Linear(2, 3)).set_submodule('0', 3)
said(nn.Sequential(nn.Linear(2, 3)), lambda s: s.set_submodule('0', nn.ReLU()))
said(nn.Sequential(nn.Linear(2, 3)), lambda s: s.set_submodule('1', nn.ReLU()))
said(nn.Sequential(nn.Linear(2, 3)), lambda s: s.set_submodule('1', nn.ReLU(), strict=True))
nn.Sequential(nn.Linear(2, 3)).get_submodule('0.a')
nn.Sequential(nn.Linear(2, 3)).get_parameter('0.a')
nn.Sequential(nn.Linear(2, 3)).get_buffer('0.weight')
loaded(nn.Linear(1, 1, bias=False), {'weight': torch.ones(1)})
loaded(nn.BatchNorm1d(2), {'num_batches_tracked': torch.ones(1).long()})
loaded(nn.PReLU(), {'weight': torch.tensor(0.5)})
loaded(nn.InstanceNorm1d(2), {'running_mean': torch.ones(2), 'running_var': torch.ones(2)})
loaded(nn.InstanceNorm1d(2, track_running_stats=True), {'running_mean': torch.ones(2), 'running_var': torch.ones(2)})
loaded(nn.Linear(1, 1), {'weight': torch.ones(1, 1), 'bias': torch.ones(1), 'extra': torch.ones(1)})
loaded(nn.Linear(1, 1), {'weight': torch.ones(1, 1), 'bias': torch.ones(1), '_extra_state': 3})
loaded(nn.Linear(1, 1), {'weight': torch.ones(1, 1).double(), 'bias': torch.ones(1)}, assign=True)
loaded(nn.Linear(1, 1), {'weight': nn.Parameter(torch.ones(1, 1), False), 'bias': torch.ones(1)}, assign=True)
loaded(nn.Linear(1, 1), {'weight': torch.ones(2, 1), 'bias': torch.ones(1)})
loaded(nn.Linear(1, 1), {'weight': 3, 'bias': torch.ones(1)})
loaded(nn.Linear(1, 1), {'weight': torch.ones(1, 1)})
loaded(nn.Linear(1, 1), {'weight': torch.ones(1, 1)}, strict=False)
nn.Linear(1, 1).load_state_dict(3)
loaded(nn.LazyLinear(3), {'weight': torch.ones(3, 2), 'bias': torch.ones(3)})
loaded(nn.LazyConv1d(3, 1), {'weight': torch.ones(3, 2, 1), 'bias': torch.ones(3)})
loaded(nn.LazyBatchNorm1d(), {'weight': torch.ones(3), 'bias': torch.ones(3), 'running_mean': torch.ones(3), 'running_var': torch.ones(3), 'num_batches_tracked': torch.tensor(1)})
loaded(nn.LazyLinear(3), nn.LazyLinear(3).state_dict())
loaded(nn.Linear(2, 3), nn.LazyLinear(3).state_dict())
nn.LazyLinear(3).weight.shape
nn.LazyLinear(3)(torch.ones(2, 4)).shape
(lambda m: [m(torch.ones(2, 4)).shape, m.in_features, type(m).__name__, m(torch.ones(1, 4)).shape])(nn.LazyLinear(3))
(lambda m: [m.initialize_parameters(torch.ones(2, 4)), m.in_features, m.weight.shape])(nn.LazyLinear(3))
Lazy()(torch.ones(1))
copy.deepcopy(nn.LazyLinear(3)).weight.__class__.__name__
(lambda m: [m.weight is m.again, m.weight is m.other])(copy.deepcopy(shared()))
nn.LazyLinear(3)._replicate_for_data_parallel()
(lambda m: [type(m).__name__, m._is_replica, list(m._parameters), list(m._modules), m._buffers is not None])(nn.Sequential(nn.ReLU())._replicate_for_data_parallel())
kept_gradients(set_to_none=False)
kept_gradients(set_to_none=True)
nn.Module(3)
nn.Module(spam=3)
copy.deepcopy(nn.Parameter(torch.ones(2))).requires_grad
copy.deepcopy(nn.Parameter(torch.ones(2), requires_grad=False)).requires_grad
pickled(nn.Parameter(torch.ones(2)))
pickled(nn.Parameter(torch.ones(2), requires_grad=False))
pickled(nn.Buffer(torch.ones(2), persistent=False))
isinstance(nn.Buffer(torch.ones(2)), nn.Buffer), isinstance(torch.ones(2), nn.Buffer), isinstance(nn.Parameter(torch.ones(2)), nn.Parameter)
nn.Buffer().shape, nn.Parameter().shape, nn.Buffer().persistent
nn.AdaptiveLogSoftmaxWithLoss(4, 8, [2, 5]).reset_parameters()
adaptive().log_prob(torch.ones(2, 4))
adaptive().predict(torch.arange(12.0).reshape(3, 4) - 5)
adaptive()(torch.ones(2, 4), torch.tensor([0, 7]))
adaptive()(torch.ones(2, 4), torch.tensor([0, 8]))
adaptive()(torch.ones(2, 4), torch.tensor([0, -1]))
adaptive()(torch.ones(2, 4), torch.tensor([0]))
adaptive()(torch.ones(2, 4), torch.tensor(0))
adaptive()(torch.ones(4), torch.tensor(6))
adaptive()(torch.ones(4), torch.tensor([6]))
adaptive()(torch.ones(2, 2, 4), torch.tensor([[6]]))
nn.utils.clip_grad_value_([graded(3.0, -4.0)], 2.0)
(lambda p: [nn.utils.clip_grad_value_(p, 2.0), p.grad])(graded(3.0, -4.0))
(lambda p: [nn.utils.clip_grad_value_([p, torch.ones(1)], 2.0, foreach=True), p.grad])(graded(3.0, -4.0))
(lambda p: [nn.utils.clip_grad_norm_([p, torch.ones(1)], 2.0, foreach=True), p.grad])(graded(3.0, -4.0))
(lambda p: [nn.utils.clip_grad_norm_(p, 2.0, norm_type=float('inf')), p.grad])(graded(3.0, -4.0))
(lambda p: [nn.utils.clip_grad_norm_(p, 2.0, norm_type=1), p.grad])(graded(3.0, -4.0))
(lambda p: [nn.utils.clip_grad_norm_(p, 5.0), p.grad])(graded(3.0, -4.0))
(lambda p: [nn.utils.clip_grad_norm_(p, 2.0, error_if_nonfinite=True), p.grad])(graded(float('inf'), -4.0))
(lambda p: [nn.utils.clip_grad_norm_(p, 2.0), p.grad])(graded(float('inf'), -4.0))
nn.utils.clip_grad_norm_([], 2.0)
nn.utils.get_total_norm([])
nn.utils.parameters_to_vector([torch.ones(2), torch.zeros(1, 2)])
pruned(lambda m: prune.l1_unstructured(m, 'weight', 2))
pruned(lambda m: prune.l1_unstructured(m, 'weight', 0.5))
pruned(lambda m: prune.l1_unstructured(m, 'weight', np.int64(2)))
pruned(lambda m: prune.l1_unstructured(m, 'weight', 7))
pruned(lambda m: prune.l1_unstructured(m, 'weight', 1.5))
pruned(lambda m: prune.l1_unstructured(m, 'weight', -1))
pruned(lambda m: prune.l1_unstructured(m, 'weight', 'a'))
pruned(lambda m: prune.l1_unstructured(m, 'weight', 0))
pruned(lambda m: prune.l1_unstructured(m, 'weight', 6))
pruned(lambda m: prune.l1_unstructured(m, 'weight', 0.0))
pruned(lambda m: prune.l1_unstructured(m, 'weight', 1.0))
pruned(lambda m: prune.ln_structured(m, 'weight', 1, n=2, dim=0))
pruned(lambda m: prune.ln_structured(m, 'weight', 1, n=1, dim=-1))
pruned(lambda m: prune.ln_structured(m, 'weight', 0.5, n=float('inf'), dim=1))
pruned(lambda m: prune.ln_structured(m, 'weight', 1, n=2, dim=3))
pruned(lambda m: prune.ln_structured(m, 'bias', 1, n=2, dim=0))
pruned(lambda m: prune.random_structured(m, 'bias', 1, dim=0))
pruned(lambda m: (prune.l1_unstructured(m, 'weight', 2), prune.l1_unstructured(m, 'weight', 2)))
pruned(lambda m: (prune.l1_unstructured(m, 'weight', 2), prune.ln_structured(m, 'weight', 1, n=2, dim=0)))
pruned(lambda m: (prune.ln_structured(m, 'weight', 1, n=2, dim=0), prune.l1_unstructured(m, 'weight', 0.5)))
pruned(lambda m: (prune.ln_structured(m, 'weight', 1, n=2, dim=1), prune.ln_structured(m, 'weight', 1, n=2, dim=1)))
pruned(lambda m: (prune.l1_unstructured(m, 'weight', 2), prune.remove(m, 'weight')))
pruned(lambda m: (prune.l1_unstructured(m, 'weight', 2), prune.identity(m, 'weight')))
pruned(lambda m: prune.remove(m, 'weight'))
pruned(lambda m: prune.custom_from_mask(m, 'weight', torch.tensor([[1, 0, 1], [0, 1, 1]])))
pruned(lambda m: prune.l1_unstructured(m, 'weight', 2, importance_scores=torch.arange(6.0).reshape(2, 3)))
pruned(lambda m: prune.l1_unstructured(m, 'weight', 2, importance_scores=torch.arange(6.0)))
pruned(lambda m: prune.global_unstructured([(m, 'weight'), (m, 'bias')], prune.L1Unstructured, amount=3))
pruned(lambda m: prune.global_unstructured([(m, 'weight'), (m, 'bias')], prune.L1Unstructured, amount=0.9))
pruned(lambda m: prune.global_unstructured([(m, 'weight')], prune.LnStructured, amount=3))
pruned(lambda m: prune.global_unstructured((m, 'weight'), prune.L1Unstructured, amount=3))
prune.PruningContainer(prune.Identity()).compute_mask(torch.ones(2), torch.ones(2))
prune.PruningContainer(3)
len(prune.PruningContainer(named('a'), named('a')))
prune.PruningContainer(named('a')).add_pruning_method(named('b'))
prune.PruningContainer(named('a')).add_pruning_method(3)
prune.PruningContainer(typed('spam')).compute_mask(torch.ones(3), torch.tensor([1., 0., 1.]))
prune.PruningContainer(typed('global')).compute_mask(torch.ones(3), torch.tensor([1., 0., 1.]))
prune.L1Unstructured(2).prune(torch.tensor([3., -1., 2.]))
prune.L1Unstructured(2).prune(torch.tensor([3., -1., 2.]), default_mask=torch.tensor([0., 1., 1.]))
prune.L1Unstructured(1).prune(torch.tensor([3., -1., 2.]), importance_scores=torch.tensor([0., 1., 1.]))
prune.L1Unstructured(1).prune(torch.tensor([3., -1., 2.]), importance_scores=torch.tensor([0., 1.]))
prune.is_pruned(nn.Linear(1, 1)), prune.is_pruned(nn.Sequential(nn.Linear(1, 1)))
(lambda m: (prune.identity(m, 'weight'), prune.is_pruned(nn.Sequential(m)))[1])(nn.Linear(1, 1))
parametrized(Double())
parametrized(Double(), Double())
parametrized(Halves())
parametrized(Wrong(3))
parametrized(Wrong((torch.ones(1), 3)))
parametrized(Wrong(torch.ones(2, 3).double()))
parametrized(Wrong(torch.ones(3)))
parametrized(Wrong((torch.ones(2, 3), torch.ones(1))))
parametrized(Wrong(torch.ones(2, 3)), Wrong(3))
parametrized(nn.Linear(3, 3))
parametrized(Double(), unsafe=True)
parametrized(Wrong(torch.ones(3)), unsafe=True)
assigned(Double(), torch.full((2, 3), 8.0))
assigned(Halves(), torch.full((2, 3), 8.0))
assigned(Double(), torch.full((2, 3), 8.0).double())
assigned(Double(), 3)
assigned(Wrong(3), torch.ones(2, 3))
(lambda m: [type(copy.deepcopy(m)).__name__, copy.deepcopy(m).weight])(double())
(lambda m: [(P.remove_parametrizations(m, 'weight'), m.weight)[1], type(m).__name__])(double())
(lambda m: [(P.remove_parametrizations(m, 'weight', leave_parametrized=False), m.weight)[1], type(m).__name__])(double())
P.remove_parametrizations(nn.Linear(1, 1), 'weight')
(lambda m: [P.is_parametrized(m), P.is_parametrized(m, 'weight'), P.is_parametrized(m, 'bias')])(double())
(lambda m: (P.transfer_parametrizations_and_params(double(), m), m.weight, m.parametrizations.weight.original)[1:])(nn.Linear(3, 2))
(lambda m: (P.transfer_parametrizations_and_params(double(), m, 'weight'), m.weight)[1:])(nn.Linear(3, 2))
(lambda m: (P.transfer_parametrizations_and_params(nn.Linear(1, 1), m), m.weight)[1:])(nn.Linear(3, 2))
(lambda m: (P.transfer_parametrizations_and_params(halved(), m), m.weight, m.parametrizations.weight.original0)[1:])(nn.Linear(3, 2))
(lambda m: (P.transfer_parametrizations_and_params(double(), m), m.weight)[1:])(double())
nn.utils.parametrizations.orthogonal(nn.Linear(2, 2)).__setattr__('weight', torch.ones(3, 2))
nn.utils.parametrizations.orthogonal(nn.Linear(2, 2), orthogonal_map='spam')
nn.utils.parametrizations.orthogonal(nn.Linear(2, 3), orthogonal_map='cayley').weight.shape
nn.utils.parametrizations.orthogonal(nn.Linear(1, 1), 'bias')
nn.utils.parametrizations.spectral_norm(nn.Linear(2, 2), n_power_iterations=0)
nn.utils.parametrizations.spectral_norm(nn.Linear(2, 2), dim=3)
nn.utils.parametrizations.weight_norm(nn.Linear(2, 2), dim=1).parametrizations.weight.original0.shape
nn.utils.spectral_norm(nn.Linear(2, 2), n_power_iterations=0)
nn.utils.rnn.unpack_sequence(nn.utils.rnn.pack_sequence([torch.ones(3), torch.zeros(1)]))
nn.utils.rnn.unpack_sequence(nn.utils.rnn.pack_sequence([torch.ones(1), torch.zeros(3)], enforce_sorted=False))
nn.utils.rnn.unpad_sequence(torch.arange(6.0).reshape(3, 2), torch.tensor([3, 1]))
nn.utils.rnn.unpad_sequence(torch.arange(6.0).reshape(2, 3), torch.tensor([3, 1]), batch_first=True)
nn.utils.rnn.pack_sequence([torch.ones(3), torch.zeros(1)]).to(torch.float64).data.dtype
(lambda s: s.to(torch.float32) is s)(nn.utils.rnn.pack_sequence([torch.ones(3), torch.zeros(1)]))
nn.utils.rnn.pad_packed_sequence(nn.utils.rnn.pack_sequence([torch.ones(3), torch.zeros(1)]), total_length=2)
nn.utils.rnn.pad_packed_sequence(nn.utils.rnn.pack_sequence([torch.ones(3), torch.zeros(1)]), total_length=3)
nn.utils.rnn.pad_packed_sequence(nn.utils.rnn.pack_sequence([torch.ones(3), torch.zeros(1)]), total_length=4, padding_value=2.0)
nn.utils.rnn.pack_padded_sequence(torch.ones(3, 2), torch.tensor([3, 0]))
nn.utils.rnn.pack_padded_sequence(torch.ones(3, 2), torch.tensor([1, 3]))
nn.utils.rnn.pack_padded_sequence(torch.ones(3, 2), torch.tensor([4, 1]))
nn.utils.rnn.pack_padded_sequence(torch.ones(3, 2), torch.tensor([3]))
nn.utils.rnn.pack_padded_sequence(torch.ones(0, 2), torch.tensor([0, 0]))
nn.utils.rnn.pad_sequence([torch.ones(2), torch.ones(3)], padding_side='middle')
nn.utils.rnn.pad_sequence([torch.ones(2), torch.ones(3)], padding_side='left', padding_value=4)
nn.utils.rnn.pad_sequence(torch.ones(2, 3))
nn.utils.rnn.pad_sequence(3)
nn.CrossMapLRN2d(3)(torch.arange(24.0).reshape(1, 6, 2, 2))
nn.CrossMapLRN2d(2)(torch.arange(24.0).reshape(1, 6, 2, 2))
"""


def cases() -> Iterator[str]:
    """Every line, and hooks of all modules."""
    yield from filter(None, TEXTS.splitlines())
    for first, second in product(("register_module_backward_hook", "register_module_full_backward_hook"), repeat=2):
        yield f"hooked('{first}', '{second}')"


def names(torch: Any) -> dict[str, Any]:
    """What the texts name."""
    import copy
    import importlib
    import pickle

    import numpy as np
    nn = torch.nn
    prune = importlib.import_module(f"{torch.__name__}.nn.utils.prune")
    P = importlib.import_module(f"{torch.__name__}.nn.utils.parametrize")
    every = importlib.import_module(f"{torch.__name__}.nn.modules.module")

    def said(container: Any, change: Any) -> Any:
        result = change(container)
        return [[k, type(m).__name__] for k, m in container.named_children()] + [len(container), result is container]

    def shapes(container: Any, change: Any) -> Any:
        change(container)
        keys = range(len(container)) if isinstance(container, nn.ParameterList) else list(container)
        return [[k, list(container[k].shape) if isinstance(container[k], torch.Tensor) else container[k]] for k in keys]

    def from_table(kind: Any, **options: Any) -> Any:
        made = kind.from_pretrained(torch.arange(8.0).reshape(4, 2), **options)
        return [made, made.weight, made.weight.requires_grad]

    def loaded(module: Any, state: Any, **options: Any) -> Any:
        try:
            found = module.load_state_dict(state, **options)
        except RuntimeError as error:
            return [line.strip()[:60] for line in str(error).splitlines()]
        return [list(found.missing_keys), list(found.unexpected_keys),
                [[k, str(getattr(p, "dtype", "")), list(p.shape) if type(p).__name__[:4] != "Unin" else "lazy", p.requires_grad]
                 for k, p in module.state_dict(keep_vars=True).items()]]

    class Lazy(nn.modules.lazy.LazyModuleMixin, nn.Module):  # type: ignore[misc, name-defined]
        def __init__(self) -> None:
            super().__init__()
            self.weight = nn.UninitializedParameter()

    def shared() -> Any:
        m = nn.LazyLinear(3)
        m.again, m.other = m.weight, nn.UninitializedParameter()
        return m

    def kept_gradients(**options: Any) -> Any:
        m = nn.Linear(1, 1)
        m(torch.ones(1, 1)).sum().backward(create_graph=True)
        m.zero_grad(**options)
        return [p.grad if p.grad is None else [p.grad.tolist(), p.grad.requires_grad, p.grad.grad_fn is None] for p in m.parameters()]

    def pickled(value: Any) -> Any:
        back = pickle.loads(pickle.dumps(value))
        value.spam = 3
        again = pickle.loads(pickle.dumps(value))
        return [type(back).__name__, back.requires_grad, back.tolist(), getattr(again, "spam", None), again.requires_grad]

    def adaptive() -> Any:
        m = nn.AdaptiveLogSoftmaxWithLoss(4, 8, [2, 5], head_bias=True, div_value=2.0)
        for i, p in enumerate(m.parameters()):
            p.data.copy_(torch.arange(float(p.numel())).reshape(p.shape).sin() * (i + 1) / 3)
        return m

    def graded(*values: float) -> Any:
        p = nn.Parameter(torch.zeros(len(values)))
        p.grad = torch.tensor(values)
        return p

    def linear() -> Any:
        m = nn.Linear(3, 2)
        m.weight.data.copy_(torch.tensor([[3.0, -1.0, 2.0], [0.5, -4.0, 1.5]]))
        m.bias.data.copy_(torch.tensor([0.25, -2.5]))
        return m

    def pruned(change: Any) -> Any:
        m = linear()
        change(m)
        return [m.weight, m.bias, [n for n, _ in m.named_buffers()], sorted(n for n, _ in m.named_parameters()),
                [type(h).__name__ for h in m._forward_pre_hooks.values()]]

    def named(name: str) -> Any:
        method = prune.Identity()
        method._tensor_name = name
        return method

    def typed(kind: str) -> Any:
        method = prune.L1Unstructured(1)
        method.PRUNING_TYPE = kind
        method._tensor_name = "a"
        return method

    class Double(nn.Module):  # type: ignore[misc, name-defined]
        def forward(self, x: Any) -> Any:
            return x * 2

        def right_inverse(self, x: Any) -> Any:
            return x / 2

    class Halves(nn.Module):  # type: ignore[misc, name-defined]
        def forward(self, x: Any, y: Any) -> Any:
            return x + y

        def right_inverse(self, x: Any) -> Any:
            return x * 0.25, x * 0.75

    class Wrong(nn.Module):  # type: ignore[misc, name-defined]
        def __init__(self, answer: Any) -> None:
            super().__init__()
            self.answer = answer

        def forward(self, *x: Any) -> Any:
            return x[0]

        def right_inverse(self, x: Any) -> Any:
            return self.answer

    def parametrized(*maps: Any, **options: Any) -> Any:
        m = linear()
        for one in maps:
            P.register_parametrization(m, "weight", one, **options)
        return [m.weight, sorted([n, list(p.shape)] for n, p in m.named_parameters()), m.bias.requires_grad]

    def assigned(one: Any, value: Any) -> Any:
        m = linear()
        P.register_parametrization(m, "weight", one, unsafe=True)
        m.weight = value
        return [m.weight, [[n, p] for n, p in sorted(m.named_parameters())]]

    def double() -> Any:
        m = linear()
        P.register_parametrization(m, "weight", Double())
        return m

    def halved() -> Any:
        m = linear()
        P.register_parametrization(m, "weight", Halves())
        return m

    def hooked(*registrations: str) -> Any:
        """Gradient hooks of all modules: what they see, in which order, and whether the kinds are mixed."""
        told: list[Any] = []
        handles = []
        try:
            for i, name in enumerate(registrations):
                def hook(module: Any, into: Any, out: Any, i: int = i) -> None:
                    told.append([i, type(module).__name__, [None if g is None else g.tolist() for g in into], [g.tolist() for g in out]])
                handles.append(getattr(every, name)(hook))
            module = nn.Tanh()
            module(torch.ones(2, requires_grad=True)).sum().backward()
        finally:
            for handle in handles:
                handle.remove()
            every._global_is_full_backward_hook = None
        return told

    return {"np": np, "copy": copy, "prune": prune, "P": P, "said": said, "shapes": shapes, "from_table": from_table, "loaded": loaded,
            "Lazy": Lazy, "shared": shared, "kept_gradients": kept_gradients, "pickled": pickled, "adaptive": adaptive, "graded": graded,
            "pruned": pruned, "named": named, "typed": typed, "Double": Double, "Halves": Halves, "Wrong": Wrong,
            "parametrized": parametrized, "assigned": assigned, "double": double, "halved": halved, "hooked": hooked}
