"""Arguments at the edges of what functions and layers accept; modules converted, hooked and pruned; steps by conjugate gradients."""
from __future__ import annotations

import importlib
import warnings
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

from . import functions, questions


def cases() -> Iterator[str]:
    """Every line, and optimizers whose gradients are conjugate views."""
    yield from questions("argument_edges")[0]
    for name, options in product(("ASGD", "Adadelta", "Adagrad", "Adam", "AdamW", "Adamax", "NAdam", "RAdam", "RMSprop", "Rprop", "SGD"),
                                 ("", ", weight_decay=0.1", ", maximize=True", ", weight_decay=0.1, maximize=True", ", foreach=True",
                                  ", decoupled_weight_decay=True, weight_decay=0.1")):
        if not (name == "Rprop" and "decay" in options or "decoupled" in options and name not in ("Adam", "NAdam", "RAdam")):
            yield f"conjugated({name!r}{options})"


def names(torch: Any) -> dict[str, Any]:
    """What the texts name."""
    nn = torch.nn

    def imported(name: str) -> Any:
        return importlib.import_module(f"{torch.__name__}.nn.{name}")

    accessor, net = imported("utils._named_member_accessor"), nn.Sequential(nn.Linear(2, 2), nn.BatchNorm1d(2))
    with torch.no_grad():
        for k, p in enumerate(net.parameters()):
            p.copy_(torch.arange(float(p.numel())).reshape(p.shape) + k)
    x = functions.names(torch)["x"]

    def after(call: Callable[[], Any], module: Any) -> list[Any]:
        """What a call answers, and what it leaves."""
        try:
            answer = call()
        except Exception as error:
            answer = f"{type(error).__name__}: {str(error)[:20]}"
        return [answer, dict(module.state_dict()), sorted(dict(module.named_parameters()))]

    def converted(setting: str, module: Any, how: str, with_gradient: bool) -> list[Any]:
        """The parameters of a converted module, whether they are the ones from before, and their gradients."""
        for p in module.parameters():
            p.grad = torch.ones_like(p) if with_gradient else None
        before = list(module.parameters())
        put = getattr(torch.__future__, f"set_{setting}_module_params_on_conversion", lambda on: None)
        put(True)
        try:
            module.to_empty(device="cpu") if how == "to_empty" else getattr(module, how)()
        finally:
            put(False)
        pairs = list(zip(before, module.parameters()))
        return [[a is b, type(b).__name__, str(b.dtype), b.requires_grad, None if b.grad is None else b.grad] for a, b in pairs]

    def hooked(register: Callable[[Any], Any]) -> list[bool]:
        module, told = nn.modules.module, []
        functions_of = {"register_forward_hook": module.register_module_forward_hook,
                        "register_forward_pre_hook": module.register_module_forward_pre_hook,
                        "register_backward_hook": module.register_module_backward_hook,
                        "register_full_backward_hook": module.register_module_full_backward_hook,
                        "register_full_backward_pre_hook": module.register_module_full_backward_pre_hook}
        handle = register(type("All", (), {name: staticmethod(f) for name, f in functions_of.items()}))
        told.append(bool(module._has_any_global_hook()))
        handle.remove()
        return [*told, bool(module._has_any_global_hook())]

    def backward_seen(result: Any, key: Any) -> Any:
        class Giving(nn.Module):
            def forward(self, t: Any) -> Any:
                def doubled(v: Any) -> Any:
                    if isinstance(v, torch.Tensor):
                        return v * t
                    return type(v)(map(doubled, v)) if isinstance(v, (list, tuple)) else v
                return {k: doubled(v) for k, v in result.items()} if isinstance(result, dict) else doubled(result)

        module, seen = Giving(), []
        module.register_backward_hook(lambda module, given, left: seen.append([type(module).__name__, len(given), len(left)]))
        out = module(torch.tensor(2.0, requires_grad=True))[key]
        (out[0] if isinstance(out, list) else out).sum().backward()
        return seen

    def weights(module: Any, copies: bool = True) -> list[Any]:
        """What a recurrent layer answers once it has other flat weights."""
        steps = torch.ones(2, 1, module.input_size)
        for k, p in enumerate(module.parameters()):
            p.data = torch.arange(float(p.numel())).reshape(p.shape).cos() + k / 8
        first = module(steps)[0].detach()
        module._flat_weights = [p.detach() / 2 if copies else p for p in module._flat_weights]
        second = module(steps)[0].detach()
        return [first, second, [p is q for p, q in zip(module._flat_weights, module.parameters())]]

    def graded(call: Callable[[Any], Any], module: Any) -> list[Any]:
        grads = [(p * 2).sum() for p in module.parameters()]
        for p, g in zip(module.parameters(), grads):
            p.grad = torch.ones_like(p) * g
        call(module)
        return [None if p.grad is None else [p.grad, p.grad.requires_grad] for p in module.parameters()]

    def slope(function: Callable[[Any], Any]) -> list[Any]:
        t = x[:, :3].clone().requires_grad_()
        out = function(t)
        out.sum().backward()
        return [out.detach(), None if t.grad is None else t.grad]

    def laid(function: Callable[[Any, Any], Any]) -> list[Any]:
        """How a product and its gradients lie, and of their gradients in turn."""
        a, b = x.clone().requires_grad_(), x.cos().requires_grad_()
        taken: list[Any] = []

        def kept(t: Any) -> Any:
            t.register_hook(lambda g: taken.append([g.stride(), g]))
            return t * 1

        out = function(kept(a), kept(b))
        grads = torch.autograd.grad(out.sum(), [a, b], create_graph=True)
        torch.autograd.backward(sum(g.square().sum() for g in grads))
        return [out.stride(), [[g.stride(), g.detach()] for g in grads], taken]

    def warned(call: Callable[[], Any]) -> list[Any]:
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            answer = call()
        return [answer, [str(w.message)[:30] for w in told]]

    def packed(name: str) -> list[Any]:
        sequence = nn.utils.rnn.pack_sequence([x[0, :2], x[1, :1]], enforce_sorted=False)
        told = getattr(sequence, name)()
        return [type(told).__name__, told.data, told.batch_sizes, told.sorted_indices]

    def conjugated(name: str, **options: Any) -> list[Any]:
        """Steps by gradients that are conjugate views."""
        p = nn.Parameter(torch.tensor([1 + 2j, 0.5 - 1j]))
        optimizer = getattr(torch.optim, name)([p], **options)
        for k in (1, 2):
            p.grad = torch.tensor([0.25 + 1j * k, -1j]).conj()
            optimizer.step()
        return [p.detach(), p.grad, p.grad.is_conj()]

    def loaded(lazy: Any, layer: Any, t: Any) -> list[Any]:
        """A lazy layer that has the state of another before it has seen an input."""
        answers: list[Any] = [lazy.load_state_dict(layer.state_dict())]
        for call in (lambda: lazy(t), lambda: repr(lazy), lambda: type(lazy).__name__):
            try:
                answers.append(call())
            except Exception as error:
                answers.append(f"{type(error).__name__}: {str(error)[:20]}")
        return answers

    def transforms() -> list[Any]:
        T = torch.distributions.transforms
        made = {"Affine": (1.0, 2.0), "Cat": ([T.ExpTransform()],), "Stack": ([T.ExpTransform()],), "Compose": ([T.ExpTransform()],),
                "Independent": (T.ExpTransform(), 1), "Power": (torch.tensor(2.0),), "Reshape": ((2,), (2, 1)),
                "CumulativeDistribution": (torch.distributions.Normal(0.0, 1.0),)}
        found = [f"{name}Transform" for name in ("Abs", "Affine", "Cat", "Compose", "CorrCholesky", "CumulativeDistribution", "Exp",
                 "Independent", "LowerCholesky", "PositiveDefinite", "Power", "Reshape", "Sigmoid", "Softmax", "Softplus", "Stack",
                 "StickBreaking", "Tanh")]
        return [[name, getattr(T, name)(*made.get(name.removesuffix("Transform"), ()))] for name in found]

    def written(base: Any, write: Callable[[Any], Any]) -> Any:
        write(base)
        return base

    def bent(function: Callable[[Any], Any]) -> list[Any]:
        """A result, its first and its second derivatives."""
        z = torch.tensor([0.5 + 0.25j, -0.75 + 0.5j, 1 - 0.5j], dtype=torch.complex128, requires_grad=True)
        out = function(z * 1)
        slope, = torch.autograd.grad(out.abs().square().sum(), z, create_graph=True)
        return [out.detach(), slope.detach(), torch.autograd.grad(slope.abs().square().sum(), z)[0], type(out.grad_fn).__name__]

    def handed(function: Callable[[Any], Any]) -> list[Any]:
        """A gradient that is a view, its base, and what counts writes to either."""
        t = x.clone().requires_grad_()
        slope, = torch.autograd.grad(function(t), t)
        told: list[Any] = [slope._is_view(), slope._version]
        if slope._is_view():
            base, alias = slope._base, slope.detach()
            for write in (lambda: slope.mul_(2), lambda: base.add_(1), lambda: alias.zero_(), lambda: slope[0].fill_(3)):
                try:
                    write()
                except Exception as error:
                    told.append(f"{type(error).__name__}: {str(error)[:20]}")
                told.append([slope._version, base._version, alias._version, slope.clone()])
        return told

    class Exponential(torch.autograd.Function):  # type: ignore[misc]
        @staticmethod
        def forward(ctx: Any, t: Any) -> Any:
            ctx.mark_dirty(t)
            ctx.save_for_backward(t.exp_())
            return t

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            return g * ctx.saved_tensors[0].conj()

    class Twice(nn.Module):
        def forward(self, t: Any) -> Any:
            return t * 2

        def right_inverse(self, t: Any) -> Any:
            return 3

    helpers = (loaded, after, converted, hooked, backward_seen, weights, graded, slope, laid, packed, transforms, warned, conjugated,
               written, bent, Exponential, handed)
    return {**functions.names(torch), **{helper.__name__: helper for helper in helpers}, "prune": imported("utils.prune"),
            "modules": nn.modules, "accessor": accessor, "members": accessor.NamedMemberAccessor, "net": net, "twice": Twice(), "x": x,
            "m": torch.tensor([[2.0, 1.0], [0.5, 3.0]]), "wide": torch.tensor([[1.0, -2.0], [0.5, 3.0], [4.0, 0.25]])}
