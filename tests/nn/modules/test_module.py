"""nn.Module and its features: registries, hooks, state_dict, conversion, containers, Parameter."""
from __future__ import annotations

import copy
import pickle
import warnings
from collections import OrderedDict

import numpy as np
import pytest

import minitorch_compat as torch
from minitorch_compat import nn
from minitorch_compat.nn.modules import module as module_names


class Scale(nn.Module):
    def __init__(self, factor=2.0):
        super().__init__()
        self.factor = nn.Parameter(torch.tensor(factor))

    def forward(self, x, shift=0.0):
        return x * self.factor + shift


class Apply(nn.Module):
    def __init__(self, function):
        super().__init__()
        self.function = function

    def forward(self, *args):
        return self.function(*args)


def net():
    return nn.Sequential(OrderedDict(first=nn.Linear(2, 3), norm=nn.BatchNorm1d(3), last=nn.Linear(3, 1, bias=False)))


# Registration --------------------------------------------------------------------------------------------------------

def test_assignment_registers():
    m = nn.Module()
    m.weight = nn.Parameter(torch.ones(2))
    m.child = nn.Linear(1, 1)
    m.state = nn.Buffer(torch.zeros(1), persistent=False)
    m.plain = torch.ones(1)
    assert list(m._parameters) == ["weight"] and list(m._modules) == ["child"] and list(m._buffers) == ["state"]
    assert "plain" in m.__dict__ and list(m.state_dict()) == ["weight", "child.weight", "child.bias"]
    assert m.weight is m._parameters["weight"]
    m.weight = None
    assert m.weight is None and "weight" in m._parameters
    m.state = torch.ones(3)
    assert m._buffers["state"].tolist() == [1.0, 1.0, 1.0]


def test_a_name_has_one_meaning():
    m = nn.Module()
    m.thing = 3
    m.thing = nn.Parameter(torch.ones(1))
    assert "thing" not in m.__dict__
    m.other = nn.Linear(1, 1)
    m.other = nn.Parameter(torch.ones(1))
    assert "other" not in m._modules and "other" in m._parameters
    del m.other
    assert not hasattr(m, "other")


def early(assign):
    class Early(nn.Module):
        def __init__(self):
            assign(self)

    return Early


@pytest.mark.parametrize(("assign", "text"), [
    (lambda m: setattr(m, "a", nn.Linear(1, 1)), "cannot assign module before Module.__init__() call"),
    (lambda m: setattr(m, "a", nn.Parameter(torch.ones(1))), "cannot assign parameters before Module.__init__() call"),
    (lambda m: setattr(m, "a", nn.Buffer(torch.ones(1))), "cannot assign buffer before Module.__init__() call"),
    (lambda m: m.register_buffer("a", None), "cannot assign buffer before Module.__init__() call"),
    (lambda m: m.register_parameter("a", None), "cannot assign parameter before Module.__init__() call"),
])
def test_assignment_before_init(assign, text):
    with pytest.raises(AttributeError) as caught:
        early(assign)()
    assert str(caught.value) == text


def test_use_before_init():
    m = early(lambda m: None)()
    with pytest.raises(AttributeError, match="'Early' object has no attribute '_backward_hooks'"):
        m(1)
    with pytest.raises(AttributeError, match="'Early' object has no attribute 'weight'"):
        _ = m.weight


def registered():
    m = nn.Module()
    m.p = nn.Parameter(torch.ones(1))
    m.c = nn.Linear(1, 1)
    m.register_buffer("b", torch.ones(1))
    return m


@pytest.mark.parametrize(("act", "error", "text"), [
    (lambda m: m.register_parameter("a.b", None), KeyError, 'parameter name can\'t contain "."'),
    (lambda m: m.register_parameter("", None), KeyError, 'parameter name can\'t be empty string ""'),
    (lambda m: m.register_parameter(3, None), TypeError, "parameter name should be a string. Got int"),
    (lambda m: m.register_parameter("training", None), KeyError, "attribute 'training' already exists"),
    (lambda m: m.register_parameter("a", torch.ones(1)), TypeError,
     "cannot assign 'torch.FloatTensor' object to parameter 'a' (torch.nn.Parameter or None required)"),
    (lambda m: m.register_buffer("a", "s"), TypeError,
     "cannot assign 'str' object to buffer 'a' (torch Tensor or None required)"),
    (lambda m: m.add_module("a.b", None), KeyError, 'module name can\'t contain ".", got: a.b'),
    (lambda m: m.add_module("a", "s"), TypeError, "str is not a Module subclass"),
    (lambda m: setattr(m, "p", 3), TypeError, "cannot assign 'int' as parameter 'p' (torch.nn.Parameter or None "
     "expected)"),
    (lambda m: setattr(m, "c", 3), TypeError, "cannot assign 'int' as child module 'c' (torch.nn.Module or None "
     "expected)"),
    (lambda m: setattr(m, "b", 3), TypeError,
     "cannot assign 'int' as buffer 'b' (torch.nn.Buffer, torch.Tensor or None expected)"),
    (lambda m: m.zz, AttributeError, "'Module' object has no attribute 'zz'"),
    (lambda m: m(3), NotImplementedError, 'Module [Module] is missing the required "forward" function'),
    (lambda m: m.get_submodule("x.y"), AttributeError, "Module has no attribute `x`"),
    (lambda m: m.get_submodule("b"), AttributeError, "`b` is not an nn.Module"),
    (lambda m: m.get_parameter("b"), AttributeError, "`b` is not an nn.Parameter"),
    (lambda m: m.get_buffer("p"), AttributeError, "`p` is not a buffer"),
    (lambda m: m.set_submodule("", m.c), ValueError, "Cannot set the submodule without a target name!"),
    (lambda m: m.train(3), ValueError, "training mode is expected to be boolean"),
    (lambda m: m.to(torch.int32), TypeError,
     "nn.Module.to only accepts floating point or complex dtypes, but got desired dtype=torch.int32"),
    (lambda m: m.cuda(), AssertionError, "Torch not compiled with CUDA enabled"),
    (lambda m: m.load_state_dict(3), TypeError, "Expected state_dict to be dict-like, got <class 'int'>."),
    (lambda m: nn.Module(3), TypeError, "Module.__init__() takes 1 positional argument but 2 were given"),
    (lambda m: nn.Module(a=3), TypeError, "Module.__init__() got an unexpected keyword argument 'a'"),
])
def test_refusals(act, error, text):
    m = registered()
    before = list(m.__dict__), list(m._parameters), list(m._buffers), list(m._modules)
    with pytest.raises(error) as caught:
        act(m)
    assert (caught.value.args[0] if error is KeyError else str(caught.value)) == text
    assert (list(m.__dict__), list(m._parameters), list(m._buffers), list(m._modules)) == before


def test_non_leaf_parameter_is_refused():
    class Fake(nn.Parameter):
        grad_fn = "something"

    with pytest.raises(ValueError, match="Cannot assign non-leaf Tensor to parameter 'a'"):
        nn.Module().register_parameter("a", Fake(torch.ones(1)))


# Walking -------------------------------------------------------------------------------------------------------------

def test_named_iterators_and_shared_modules():
    shared = nn.Linear(2, 2)
    m = nn.Sequential(shared, nn.ReLU(), shared)
    assert [n for n, _ in m.named_modules()] == ["", "0", "1"]
    assert [n for n, _ in m.named_modules(remove_duplicate=False)] == ["", "0", "1", "2"]
    assert [n for n, _ in m.named_parameters()] == ["0.weight", "0.bias"]
    assert [n for n, _ in m.named_parameters("top", remove_duplicate=False)] == [
        "top.0.weight", "top.0.bias", "top.2.weight", "top.2.bias"]
    assert [n for n, _ in m.named_children()] == ["0", "1"] and list(m.parameters(recurse=False)) == []
    assert [n for n, _ in net().named_buffers()] == ["norm.running_mean", "norm.running_var",
                                                     "norm.num_batches_tracked"]


def test_getting_and_setting_by_name():
    m = nn.Sequential(net())
    assert m.get_submodule("0.first") is m[0].first and m.get_parameter("0.last.weight") is m[0].last.weight
    assert m.get_buffer("0.norm.running_mean") is m[0].norm.running_mean and m.get_submodule("") is m
    m.set_submodule("0.norm", nn.Identity())
    assert isinstance(m[0].norm, nn.Identity)


def test_apply_runs_children_first():
    seen = []
    net().apply(lambda m: seen.append(type(m).__name__))
    assert seen == ["Linear", "BatchNorm1d", "Linear", "Sequential"]


def test_train_eval_and_freezing():
    m = net().eval()
    assert not any(child.training for child in m.modules())
    assert all(child.training for child in m.train().modules())
    assert not any(p.requires_grad for p in m.requires_grad_(False).parameters())


def test_zero_grad():
    m = nn.Linear(2, 1)
    m(torch.ones(1, 2)).sum().backward()
    m.zero_grad(set_to_none=False)
    assert m.weight.grad.tolist() == [[0.0, 0.0]]
    m.zero_grad()
    assert m.weight.grad is None


# Conversion ----------------------------------------------------------------------------------------------------------

def test_casting_keeps_parameters_and_leaves_integers():
    m = nn.BatchNorm1d(2)
    weight = m.weight
    m.weight.grad = torch.ones(2)
    assert m.to(torch.float64) is m and m.weight is weight
    assert weight.dtype == torch.float64 and weight.grad.dtype == torch.float64 and weight.is_leaf
    assert m.running_mean.dtype == torch.float64 and m.num_batches_tracked.dtype == torch.int64
    assert m.float().weight.dtype == torch.float32 and m.half().bias.dtype == torch.float16
    assert m.to(torch.ones(1, dtype=torch.float64)).weight.dtype == torch.float64
    assert m.to("cpu", torch.float32).weight.dtype == torch.float32 and m.double().weight.dtype == torch.float64


@pytest.mark.parametrize("wrong", [{"dtype": 3}, {"foo": 1}, {"memory_format": 3}])
def test_to_refuses_other_arguments(wrong):
    with pytest.raises(TypeError, match=r"to\(\) received an invalid combination of arguments"):
        nn.Linear(1, 1).to(**wrong)


# state_dict ----------------------------------------------------------------------------------------------------------

def test_state_dict_round_trip():
    a, b = net(), net()
    a(torch.ones(4, 2))
    state = a.state_dict()
    assert list(state) == ["first.weight", "first.bias", "norm.weight", "norm.bias", "norm.running_mean",
                           "norm.running_var",
                           "norm.num_batches_tracked", "last.weight"]
    assert state._metadata["norm"] == {"version": 2} and not state["first.weight"].requires_grad
    assert state["first.weight"].data_ptr() == a.first.weight.data_ptr()
    assert repr(b.load_state_dict(state)) == "<All keys matched successfully>"
    for key, value in b.state_dict().items():
        np.testing.assert_array_equal(value.numpy(), state[key].numpy())
    assert b.first.weight.data_ptr() != a.first.weight.data_ptr()
    assert a.state_dict(keep_vars=True)["first.weight"] is a.first.weight
    assert list(a.last.state_dict(prefix="x.")) == ["x.weight"]


def test_loading_reports_everything_at_once():
    m = nn.Sequential(nn.Linear(2, 3), nn.BatchNorm1d(3))
    with pytest.raises(RuntimeError) as caught:
        m.load_state_dict({"0.weight": torch.ones(2, 2), "q": 3, "0.bias": 5})
    assert str(caught.value) == (
        'Error(s) in loading state_dict for Sequential:\n'
        '\tMissing key(s) in state_dict: "1.weight", "1.bias", "1.running_mean", "1.running_var". \n'
        '\tUnexpected key(s) in state_dict: "q". \n'
        '\tsize mismatch for 0.weight: copying a param with shape torch.Size([2, 2]) from checkpoint, the shape in '
        'current '
        'model is torch.Size([3, 2]).\n'
        '\tWhile copying the parameter named "0.bias", expected torch.Tensor or Tensor-like object from checkpoint but '
        "received <class 'int'>")
    result = m.load_state_dict({"0.weight": torch.ones(3, 2), "q": torch.ones(1)}, strict=False)
    assert result.unexpected_keys == ["q"] and "0.bias" in result.missing_keys
    assert m[0].weight.tolist() == [[1.0, 1.0]] * 3


def test_loading_with_assign():
    m = nn.Linear(2, 1)
    weight = torch.ones(1, 2, dtype=torch.float64)
    m.load_state_dict({"weight": weight, "bias": torch.ones(1)}, assign=True)
    assert isinstance(m.weight, nn.Parameter) and m.weight.dtype == torch.float64
    assert m.weight.data_ptr() == weight.data_ptr()


def test_extra_state():
    class Counter(nn.Module):
        count = 0

        def get_extra_state(self):
            return {"count": self.count}

        def set_extra_state(self, state):
            self.count = state["count"]

    m = Counter()
    assert dict(m.state_dict()) == {"_extra_state": {"count": 0}}
    m.load_state_dict({"_extra_state": {"count": 4}})
    assert m.count == 4
    with pytest.raises(RuntimeError, match=r'Missing key.*"_extra_state"'):
        m.load_state_dict({})


def test_state_dict_hooks():
    m, seen = nn.Linear(1, 1), []
    m.register_state_dict_pre_hook(lambda module, prefix, keep_vars: seen.append(("pre", prefix)))
    m.register_state_dict_post_hook(lambda module, state, prefix, meta: state.pop(prefix + "bias") and None)
    m.register_load_state_dict_pre_hook(lambda module, state, *rest: state.__setitem__("bias", torch.zeros(1)))
    m.register_load_state_dict_post_hook(lambda module, keys: seen.append(("post", list(keys.missing_keys))))
    state = m.state_dict()
    assert list(state) == ["weight"]
    m.load_state_dict(state)
    assert seen == [("pre", ""), ("post", [])] and m.bias.tolist() == [0.0]
    m.register_state_dict_post_hook(lambda *args: 3)
    with pytest.raises(RuntimeError, match="state_dict post-hook must return None"):
        m.state_dict()


def test_consume_prefix():
    from minitorch_compat.nn.modules.utils import consume_prefix_in_state_dict_if_present

    state = nn.DataParallel(net()).state_dict()
    consume_prefix_in_state_dict_if_present(state, "module.")
    assert list(state) == list(net().state_dict()) and state._metadata["norm"] == {"version": 2}
    net().load_state_dict(state)


# Forward hooks -------------------------------------------------------------------------------------------------------

def test_forward_hooks_see_and_replace():
    m, x = Scale(), torch.ones(1)
    pre = m.register_forward_pre_hook(lambda module, args: args[0] * 3)
    post = m.register_forward_hook(lambda module, args, output: output + args[0])
    assert m(x).item() == 9.0
    pre.remove()
    assert m(x).item() == 3.0
    post.remove()
    post.remove()
    assert m(x).item() == 2.0 and not m._forward_hooks


def test_hooks_with_kwargs_and_order():
    m, seen = Scale(), []
    m.register_forward_pre_hook(lambda module, args, kwargs: (args, {"shift": kwargs["shift"] * 2}), with_kwargs=True)
    m.register_forward_hook(lambda module, args, kwargs, output: seen.append(("second", kwargs)), with_kwargs=True)
    m.register_forward_hook(lambda *_: seen.append(("first", None)), prepend=True)
    assert m(torch.ones(1), shift=5.0).item() == 12.0
    assert seen == [("first", None), ("second", {"shift": 10.0})]
    m.register_forward_pre_hook(lambda module, args, kwargs: 3, with_kwargs=True)
    with pytest.raises(RuntimeError, match=r"forward pre-hook must return None or a tuple of \(new_args, new_kwargs\)"):
        m(torch.ones(1), shift=1.0)


def test_always_called_hooks_run_after_an_error():
    def fail(*_):
        raise RuntimeError("boom")

    m, seen = Apply(fail), []
    m.register_forward_hook(lambda *_: seen.append("never"))
    m.register_forward_hook(lambda module, args, output: seen.append(output), always_call=True)
    m.register_forward_hook(lambda *_: 1 / 0, always_call=True)
    with pytest.raises(RuntimeError, match="boom"), pytest.warns(UserWarning, match=r"silenced as another error was "
                                                                 "raised"):
        m(1)
    assert seen == [None]


def test_global_forward_hooks():
    seen = []
    with module_names.register_module_forward_hook(lambda module, args, output: seen.append(type(module).__name__)), \
            module_names.register_module_forward_pre_hook(lambda module, args: seen.append("pre")):
        nn.Sequential(nn.ReLU())(torch.ones(1))
    nn.ReLU()(torch.ones(1))
    assert seen == ["pre", "pre", "ReLU", "Sequential"]


def test_registration_hooks():
    seen = []
    with module_names.register_module_parameter_registration_hook(lambda m, name, value: seen.append(name)), \
            module_names.register_module_module_registration_hook(lambda m, name, value: seen.append(name)), \
            module_names.register_module_buffer_registration_hook(lambda m, name, value: seen.append(name)):
        m = nn.Sequential(nn.Linear(1, 1))
        m.register_buffer("state", None)
    assert seen == ["weight", "bias", "0", "state"]


def test_a_copied_module_keeps_its_hooks_and_the_handle_removes_only_its_own():
    m = Scale()
    handle = m.register_forward_hook(double)
    twin = copy.deepcopy(m)
    handle.remove()
    assert m(torch.ones(1)).item() == 2.0 and twin(torch.ones(1)).item() == 4.0


def double(module, args, output):
    return output * 2


# Backward hooks ------------------------------------------------------------------------------------------------------

def lists(grads):
    return tuple(g if g is None else g.tolist() for g in grads)


def test_full_backward_hook_sees_both_ends():
    m, seen = Apply(lambda a, b: (a * 2 * 3, b)), []
    m.register_full_backward_hook(lambda module, gi, go: seen.append((lists(gi), lists(go))))
    x, y = torch.ones(2, requires_grad=True), torch.ones(2)
    first, second = m(x, y)
    assert first.grad_fn.name() == "BackwardHookFunctionBackward" and not second.requires_grad
    first.sum().backward()
    # The second input requires no gradient; PyTorch gives zeros for it here.
    assert seen == [(([6.0, 6.0], [0.0, 0.0]), ([1.0, 1.0], None))]
    assert x.grad.tolist() == [6.0, 6.0]


def test_full_backward_hooks_replace_gradients():
    m = Apply(lambda a: a * 2)
    m.register_full_backward_pre_hook(lambda module, go: (go[0] * 3,))
    m.register_full_backward_hook(lambda module, gi, go: (gi[0] + go[0],))
    x = torch.ones(1, requires_grad=True)
    m(x).sum().backward()
    assert x.grad.item() == 9.0


def test_full_backward_hook_without_input_gradients():
    m, seen = Scale(), []
    m.register_full_backward_hook(lambda module, gi, go: seen.append((gi, lists(go))))
    out = m(torch.ones(1))
    with pytest.warns(UserWarning, match="since no inputs require gradients"):
        out.sum().backward()
    assert seen == [((None,), ([1.0],))] and m.factor.grad.item() == 1.0


@pytest.mark.parametrize(("result", "error"), [(lambda g: (g, g), RuntimeError), (lambda g: 3, TypeError)])
def test_wrong_results_of_backward_hooks(result, error):
    m = Apply(lambda a: a * 2)
    m.register_full_backward_hook(lambda module, gi, go: result(gi[0]))
    with pytest.raises(error, match=r"invalid number of grad_input, got 2, but expected 1|has no len"):
        m(torch.ones(1, requires_grad=True)).sum().backward()


def test_backward_hooks_warn_about_other_outputs():
    m = Apply(lambda a: {"out": a})
    m.register_full_backward_hook(lambda *_: None)
    with pytest.warns(UserWarning, match=r"module output should be a Tensor or a tuple of Tensors but received <class "
                      "'dict'>"):
        m(torch.ones(1, requires_grad=True))


def test_kinds_of_backward_hooks_do_not_mix():
    m = nn.ReLU()
    m.register_full_backward_hook(double)
    with pytest.raises(RuntimeError, match="Cannot use both regular backward hooks and full backward hooks"):
        m.register_backward_hook(double)


def test_non_full_backward_hook():
    m, seen = Apply(lambda a: a * 2), []
    m.register_backward_hook(lambda module, gi, go: seen.append((lists(gi), lists(go))))
    x = torch.ones(1, requires_grad=True)
    out = m(x * 1)
    out.sum().backward()
    assert seen[0][0][0] == [2.0] and seen[0][1] == ([1.0],)
    with pytest.warns(FutureWarning, match=r"when the forward contains multiple autograd Nodes is deprecated"):
        Apply(lambda a: a * 2 * 2).apply(lambda mod: mod.register_backward_hook(lambda *_: None))(x * 1)


def test_hooks_leave_no_trace_without_grad_mode():
    m = Apply(lambda a: a * 2)
    m.register_full_backward_hook(lambda *_: None)
    with torch.no_grad():
        assert m(torch.ones(1, requires_grad=True)).grad_fn is None


# Containers ----------------------------------------------------------------------------------------------------------

def test_sequential_is_a_list_of_modules():
    m = nn.Sequential(nn.ReLU(), nn.Tanh(), nn.Sigmoid())
    assert isinstance(m[-1], nn.Sigmoid) and [type(x).__name__ for x in m[1:]] == ["Tanh", "Sigmoid"] and len(m) == 3
    m.insert(1, nn.ELU())
    del m[0]
    m[0] = nn.GELU()
    assert list(m._modules) == ["0", "1", "2"] and isinstance(m[0], nn.GELU)
    assert len(m + m) == 6 and len(m * 2) == 6 and isinstance(m.pop(0), nn.GELU) and len(m) == 2
    assert len(m.append(nn.ReLU()).extend([nn.ReLU()])) == 4
    with pytest.raises(IndexError, match="index 9 is out of range"):
        m[9]


def test_sequential_repr():
    assert repr(nn.Sequential(nn.Linear(1, 2), nn.ReLU(inplace=True))) == (
        "Sequential(\n  (0): Linear(in_features=1, out_features=2, bias=True)\n  (1): ReLU(inplace=True)\n)")
    assert repr(nn.ModuleList([nn.ReLU(), nn.ReLU(),
                               nn.Tanh()])) == "ModuleList(\n  (0-1): 2 x ReLU()\n  (2): Tanh()\n)"
    assert repr(nn.Sequential()) == "Sequential()" and repr(nn.ModuleList()) == "ModuleList()"


def test_module_list_and_dict():
    m = nn.ModuleList([nn.ReLU()])
    m.append(nn.Tanh())
    m += [nn.ELU()]
    m.insert(0, nn.GELU())
    del m[1]
    assert [type(x).__name__ for x in m] == ["GELU", "Tanh", "ELU"] and list(m._modules) == ["0", "1", "2"]
    assert isinstance(m[1:], nn.ModuleList) and len(m[1:]) == 2
    with pytest.raises(TypeError, match=r"ModuleList.extend should be called with an iterable, but got int"):
        m.extend(3)
    d = nn.ModuleDict({"b": nn.ReLU(), "a": nn.Tanh()})
    d.update([["c", nn.ELU()]])
    assert list(d) == ["b", "a", "c"] and "a" in d and isinstance(d.pop("a"), nn.Tanh) and list(d.keys()) == ["b", "c"]
    with pytest.raises(ValueError, match="sequence element #0 has length 1; 2 is required"):
        nn.ModuleDict([["a"]])


def test_parameter_containers():
    plist = nn.ParameterList([torch.ones(2), 3, nn.Parameter(torch.ones(1))])
    assert isinstance(plist[0], nn.Parameter) and plist[1] == 3 and len(list(plist.parameters())) == 2
    assert repr(plist) == ("ParameterList(\n    (0): Parameter containing: [torch.float32 of size 2]\n"
                           "    (1): Object of type: int\n    (2): Parameter containing: [torch.float32 of size 1]\n)")
    pdict = nn.ParameterDict({"b": torch.ones(2, 3), "a": 3})
    assert list(pdict) == ["a", "b"] and pdict.get("z", 7) == 7 and list(pdict.state_dict()) == ["b"]
    assert repr(pdict) == ("ParameterDict(\n    (a): Object of type: int\n"
                           "    (b): Parameter containing: [torch.FloatTensor of size 2x3]\n)")
    pdict |= nn.ParameterDict({"c": torch.ones(1)})
    assert pdict.popitem()[0] == "c" and len(pdict) == 2
    with pytest.raises(RuntimeError, match="ParameterList should not be called"):
        plist(1)


# Parameter -----------------------------------------------------------------------------------------------------------

def test_parameter():
    data = torch.ones(2)
    p = nn.Parameter(data)
    assert p.requires_grad and p.is_leaf and p.data_ptr() == data.data_ptr() and isinstance(p, torch.Tensor)
    assert repr(p) == "Parameter containing:\ntensor([1., 1.], requires_grad=True)"
    assert type(p + 1) is torch.Tensor and type(p.detach()) is torch.Tensor and type(p.data) is torch.Tensor
    assert not isinstance(data, nn.Parameter) and nn.Parameter().shape == (0,)
    with pytest.raises(RuntimeError, match="Only Tensors of floating point and complex dtype can require gradients"):
        nn.Parameter(torch.tensor([1, 2]))
    twin = copy.deepcopy(p)
    assert type(twin) is nn.Parameter and twin.data_ptr() != p.data_ptr() and twin.requires_grad
    memo = {}
    assert copy.deepcopy([p, p], memo)[0] is copy.deepcopy([p, p], memo)[1]
    assert type(pickle.loads(pickle.dumps(nn.Parameter(data, False)))) is nn.Parameter


def test_buffer():
    b = nn.Buffer(torch.ones(1), persistent=False)
    assert isinstance(b, nn.Buffer) and type(b) is torch.Tensor and b.persistent is False
    assert not isinstance(torch.ones(1), nn.Buffer)


# Clipping ------------------------------------------------------------------------------------------------------------

def test_clipping():
    a, b = torch.ones(2, requires_grad=True), torch.ones(1, requires_grad=True)
    a.grad = torch.tensor([3.0, 4.0])
    assert nn.utils.clip_grad_norm_([a, b], 1.0).item() == 5.0
    np.testing.assert_allclose(a.grad.numpy(), [0.6, 0.8], rtol=1e-6)
    assert nn.utils.clip_grad_norm_(a, 2.0).item() == pytest.approx(1.0)
    np.testing.assert_allclose(a.grad.numpy(), [0.6, 0.8], rtol=1e-6)
    nn.utils.clip_grad_value_([a, b], 0.7)
    np.testing.assert_allclose(a.grad.numpy(), [0.6, 0.7], rtol=1e-6)
    assert nn.utils.get_total_norm([a.grad, 2 * a.grad], float("inf")).item() == pytest.approx(1.4)
    a.grad = torch.tensor([float("inf"), 1.0])
    with pytest.raises(RuntimeError, match="is non-finite, so it cannot be clipped"):
        nn.utils.clip_grad_norm_(a, 1.0, error_if_nonfinite=True)


def test_parameters_as_a_vector():
    m = nn.Linear(2, 1)
    vector = nn.utils.parameters_to_vector(m.parameters())
    nn.utils.vector_to_parameters(vector * 0 + torch.arange(3.0), m.parameters())
    assert m.weight.tolist() == [[0.0, 1.0]] and m.bias.tolist() == [2.0]


def test_a_plain_call_warns_about_nothing():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        net()(torch.ones(3, 2)).sum().backward()


def test_versions_of_modules_come_with_their_states():
    seen = []

    class Versioned(nn.Linear):
        _version = 7

        def _load_from_state_dict(self, state, prefix, metadata, *rest):
            seen.append((metadata.get("version"), hasattr(state, "_metadata")))
            super()._load_from_state_dict(state, prefix, metadata, *rest)

    module = nn.Sequential(Versioned(1, 1))
    state = module.state_dict()
    state._metadata["0"]["version"] = 3
    module.load_state_dict(state)
    module.load_state_dict(dict(state))  # which knows none
    alone = Versioned(1, 1)
    alone.load_state_dict(alone.state_dict())
    assert seen == [(3, False), (None, False), (7, True)] and state._metadata["0"]["version"] == 3
