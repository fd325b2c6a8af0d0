"""`torch.optim._functional`: a functional step of each optimizer on lists of tensors, with state kept by the caller.

The lists are parameters, gradients, then the entries of the optimizer's state.
"""
from __future__ import annotations

from typing import Any

from .._bindings import Tensor
from .._dispatch.grad_mode import grad_mode


def _step_all(name: str, params: Any, grads: Any, state_lists: dict[str, Any], counts: Any, maximize: bool,
              options: dict[str, Any]) -> None:
    """Step every parameter; `state_lists` has a list per state entry, empty if that is not in use."""
    from ._tensor_steps import STEPS

    if counts is not None and not all(isinstance(count, Tensor) for count in counts):
        raise RuntimeError("API has changed, `state_steps` argument must contain a list of singleton tensors")
    with grad_mode(False):
        for i, (p, g) in enumerate(zip(params, grads, strict=True)):
            state = {key: values[i] for key, values in state_lists.items() if values}
            if counts is not None:
                counts[i] += 1
                state["step"] = counts[i]
            STEPS[name](p, -g if maximize else g, state, options)
            for key, values in state_lists.items():
                if values and values[i] is not state.get(key):
                    values[i] = state[key]


def _unscale_gradients(grads: Any, fused: bool | None, grad_scale: Any, found_inf: Any) -> bool:
    """Divide gradients by `grad_scale` in place; return False if the step is to be skipped because of infinite gradients."""
    if not fused:
        if grad_scale is not None or found_inf is not None:
            raise AssertionError("Expected grad_scale and found_inf to be None")
        return True
    if found_inf is not None and found_inf.item() == 1:
        return False
    if grad_scale is not None:
        with grad_mode(False):
            for g in grads:
                g.div_(grad_scale)
    return True


def adam(params: Any, grads: Any, exp_avgs: Any, exp_avg_sqs: Any, max_exp_avg_sqs: Any, state_steps: Any, foreach: bool | None = None,
         capturable: bool = False, differentiable: bool = False, fused: bool | None = None, grad_scale: Any = None, found_inf: Any = None,
         has_complex: bool = False, decoupled_weight_decay: bool = False, *, amsgrad: bool, beta1: Any, beta2: Any, lr: Any,
         weight_decay: float, eps: float, maximize: bool) -> None:
    """A step of `torch.optim.Adam`. A fused step divides gradients by `grad_scale`, and does nothing if `found_inf` is 1."""
    if not _unscale_gradients(grads, fused, grad_scale, found_inf):
        return
    _step_all("Adam", params, grads, {"exp_avg": exp_avgs, "exp_avg_sq": exp_avg_sqs, "max_exp_avg_sq": max_exp_avg_sqs if amsgrad else ()},
              state_steps, maximize, {"lr": lr, "betas": (beta1, beta2), "eps": eps, "weight_decay": weight_decay,
                                      "decoupled_weight_decay": decoupled_weight_decay})


def adamw(params: Any, grads: Any, exp_avgs: Any, exp_avg_sqs: Any, max_exp_avg_sqs: Any, state_steps: Any, foreach: bool | None = None,
          capturable: bool = False, differentiable: bool = False, fused: bool | None = None, grad_scale: Any = None, found_inf: Any = None,
          has_complex: bool = False, *, amsgrad: bool, beta1: Any, beta2: Any, lr: Any, weight_decay: float, eps: float,
          maximize: bool) -> None:
    """A step of `torch.optim.AdamW`."""
    adam(params, grads, exp_avgs, exp_avg_sqs, max_exp_avg_sqs, state_steps, fused=fused, grad_scale=grad_scale, found_inf=found_inf,
         decoupled_weight_decay=True, amsgrad=amsgrad, beta1=beta1, beta2=beta2, lr=lr, weight_decay=weight_decay, eps=eps,
         maximize=maximize)


def sgd(params: Any, d_p_list: Any, momentum_buffer_list: Any, has_sparse_grad: bool = False, foreach: bool | None = None,
        fused: bool | None = None, grad_scale: Any = None, found_inf: Any = None, *, weight_decay: float, momentum: float, lr: Any,
        dampening: float, nesterov: bool, maximize: bool) -> None:
    """A step of `torch.optim.SGD`; a buffer that is None is created in its list."""
    if not _unscale_gradients(d_p_list, fused, grad_scale, found_inf):
        return
    _step_all("SGD", params, d_p_list, {"momentum_buffer": momentum_buffer_list if momentum else ()}, None, maximize,
              {"lr": lr, "momentum": momentum, "dampening": dampening, "weight_decay": weight_decay, "nesterov": nesterov})


def rmsprop(params: Any, grads: Any, square_avgs: Any, grad_avgs: Any, momentum_buffer_list: Any, state_steps: Any,
            foreach: bool | None = None, maximize: bool = False, differentiable: bool = False, capturable: bool = False,
            has_complex: bool = False, *, lr: Any, alpha: float, eps: float, weight_decay: float, momentum: float, centered: bool) -> None:
    """A step of `torch.optim.RMSprop`."""
    _step_all("RMSprop", params, grads, {"square_avg": square_avgs, "grad_avg": grad_avgs if centered else (),
                                         "momentum_buffer": momentum_buffer_list if momentum else ()}, state_steps, maximize,
              {"lr": lr, "alpha": alpha, "eps": eps, "weight_decay": weight_decay, "momentum": momentum})


def adagrad(params: Any, grads: Any, state_sums: Any, state_steps: Any, fused: bool | None = None, grad_scale: Any = None,
            found_inf: Any = None, has_sparse_grad: bool = False, foreach: bool | None = None, differentiable: bool = False,
            has_complex: bool = False, *, lr: Any, weight_decay: float, lr_decay: float, eps: float, maximize: bool) -> None:
    """A step of `torch.optim.Adagrad`."""
    if not _unscale_gradients(grads, fused, grad_scale, found_inf):
        return
    _step_all("Adagrad", params, grads, {"sum": state_sums}, state_steps, maximize,
              {"lr": lr, "weight_decay": weight_decay, "lr_decay": lr_decay, "eps": eps})


def adadelta(params: Any, grads: Any, square_avgs: Any, acc_deltas: Any, state_steps: Any, capturable: bool = False,
             foreach: bool | None = None, differentiable: bool = False, has_complex: bool = False, *, lr: Any, rho: float, eps: float,
             weight_decay: float, maximize: bool) -> None:
    """A step of `torch.optim.Adadelta`."""
    _step_all("Adadelta", params, grads, {"square_avg": square_avgs, "acc_delta": acc_deltas}, state_steps, maximize,
              {"lr": lr, "rho": rho, "eps": eps, "weight_decay": weight_decay})


def adamax(params: Any, grads: Any, exp_avgs: Any, exp_infs: Any, state_steps: Any, foreach: bool | None = None, maximize: bool = False,
           differentiable: bool = False, capturable: bool = False, has_complex: bool = False, *, eps: float, beta1: float, beta2: float,
           lr: Any, weight_decay: float) -> None:
    """A step of `torch.optim.Adamax`."""
    _step_all("Adamax", params, grads, {"exp_avg": exp_avgs, "exp_inf": exp_infs}, state_steps, maximize,
              {"lr": lr, "betas": (beta1, beta2), "eps": eps, "weight_decay": weight_decay})


def nadam(params: Any, grads: Any, exp_avgs: Any, exp_avg_sqs: Any, mu_products: Any, state_steps: Any,
          decoupled_weight_decay: bool = False, foreach: bool | None = None, capturable: bool = False, differentiable: bool = False,
          has_complex: bool = False, maximize: bool = False, *, beta1: float, beta2: float, lr: Any, weight_decay: float,
          momentum_decay: float, eps: float) -> None:
    """A step of `torch.optim.NAdam`."""
    _step_all("NAdam", params, grads, {"exp_avg": exp_avgs, "exp_avg_sq": exp_avg_sqs, "mu_product": mu_products}, state_steps, maximize,
              {"lr": lr, "betas": (beta1, beta2), "eps": eps, "weight_decay": weight_decay, "momentum_decay": momentum_decay,
               "decoupled_weight_decay": decoupled_weight_decay})


def radam(params: Any, grads: Any, exp_avgs: Any, exp_avg_sqs: Any, state_steps: Any, decoupled_weight_decay: bool = False,
          foreach: bool | None = None, differentiable: bool = False, capturable: bool = False, has_complex: bool = False,
          maximize: bool = False, *, beta1: float, beta2: float, lr: Any, weight_decay: float, eps: float) -> None:
    """A step of `torch.optim.RAdam`."""
    _step_all("RAdam", params, grads, {"exp_avg": exp_avgs, "exp_avg_sq": exp_avg_sqs}, state_steps, maximize,
              {"lr": lr, "betas": (beta1, beta2), "eps": eps, "weight_decay": weight_decay,
               "decoupled_weight_decay": decoupled_weight_decay})


def rprop(params: Any, grads: Any, prevs: Any, step_sizes: Any, state_steps: Any, foreach: bool | None = None, capturable: bool = False,
          maximize: bool = False, differentiable: bool = False, has_complex: bool = False, *, step_size_min: float, step_size_max: float,
          etaminus: float, etaplus: float) -> None:
    """A step of `torch.optim.Rprop`."""
    _step_all("Rprop", params, grads, {"prev": prevs, "step_size": step_sizes}, state_steps, maximize,
              {"etas": (etaminus, etaplus), "step_sizes": (step_size_min, step_size_max)})


def asgd(params: Any, grads: Any, axs: Any, mus: Any, etas: Any, state_steps: Any, foreach: bool | None = None, maximize: bool = False,
         differentiable: bool = False, capturable: bool = False, has_complex: bool = False, *, lambd: float, lr: Any, t0: float,
         alpha: float, weight_decay: float) -> None:
    """A step of `torch.optim.ASGD`."""
    _step_all("ASGD", params, grads, {"ax": axs, "mu": mus, "eta": etas}, state_steps, maximize,
              {"lambd": lambd, "lr": lr, "t0": t0, "alpha": alpha, "weight_decay": weight_decay})
