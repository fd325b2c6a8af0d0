"""Checks of derivatives against finite differences. https://docs.pytorch.org/docs/stable/gradcheck.html

The full check compares Jacobians entry by entry; `fast_mode` compares them along random vectors, which costs a few evaluations
however large the tensors are.  Both find a wrong factor or a wrong conjugate; only the full one locates it.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .._namespace.names import claim

if TYPE_CHECKING:
    from ._gradcheck.checks import get_analytical_jacobian as get_analytical_jacobian
    from ._gradcheck.checks import get_numerical_jacobian as get_numerical_jacobian
    from ._gradcheck.checks import get_numerical_jacobian_wrt_specific_input as get_numerical_jacobian_wrt_specific_input
    from ._gradcheck.errors import GradcheckError


def gradcheck(
    func: Callable[..., Any], inputs: Any, *, eps: float = 1e-6, atol: float = 1e-5, rtol: float = 1e-3, raise_exception: bool = True,
    nondet_tol: float = 0.0, check_undefined_grad: bool = True, check_grad_dtypes: bool = False, check_batched_grad: bool = False,
    check_batched_forward_grad: bool = False, check_forward_ad: bool = False, check_backward_ad: bool = True, fast_mode: bool = False,
    masked: bool | None = None,
) -> bool:
    """Compare derivatives of a function with finite differences.

    Parameters
    ----------
    func : callable
        Takes tensors, returns a tensor or a tuple of them.
    inputs : Tensor or tuple of Tensor
        Of double precision; some require gradients.
    eps : float, default 1e-06
        Step of the differences.
    atol : float, default 1e-05
        Absolute tolerance.
    rtol : float, default 0.001
        Relative tolerance.
    raise_exception : bool, default True
        Whether a failure raises; otherwise False is returned.
    nondet_tol : float, default 0.0
        How much two runs of backward may differ.
    check_undefined_grad : bool, default True
        Whether missing gradients are tried.
    check_grad_dtypes : bool, default False
        Whether dtypes of gradients are compared.
    check_batched_grad : bool, default False
        Whether batched gradients are tried.
    check_batched_forward_grad : bool, default False
        The same in forward mode.
    check_forward_ad : bool, default False
        Whether forward mode is checked.
    check_backward_ad : bool, default True
        Whether backward is checked.
    fast_mode : bool, default False
        Whether a random projection is checked instead of each element.
    masked : bool, optional
        Whether only stored elements of sparse inputs are varied.

    Returns
    -------
    bool
        True if they agree.

    Raises
    ------
    GradcheckError
        Otherwise; the message names the derivative.
    ValueError
        If no input requires a gradient.

    References
    ----------
    PyTorch: ``torch.autograd.gradcheck.gradcheck``.

    Examples
    --------
    >>> x = torch.tensor([0.5, 1.0], dtype=torch.float64, requires_grad=True)
    >>> torch.autograd.gradcheck(torch.sin, x)
    True
    """
    if not (check_forward_ad or check_backward_ad):
        raise AssertionError("Expected at least one of check_forward_ad or check_backward_ad to be True")
    if check_batched_grad and not check_backward_ad:
        raise AssertionError("Setting check_batched_grad=True requires check_backward_ad to be True")
    if check_batched_forward_grad and not check_forward_ad:
        raise AssertionError("Setting check_batched_forward_grad=True requires check_forward_ad to be True")
    from ._gradcheck.checks import Check, RequestedChecks, Tolerances
    from ._gradcheck.errors import GradcheckError
    from ._gradcheck.jacobians import as_tuple

    checks = RequestedChecks(check_forward_ad, check_backward_ad, check_undefined_grad, check_grad_dtypes, check_batched_grad,
                    check_batched_forward_grad, bool(masked))
    try:
        Check(func, as_tuple(inputs), Tolerances(eps, atol, rtol, nondet_tol), checks).run(fast_mode)
    except GradcheckError:
        if raise_exception:
            raise
        return False
    return True


def gradgradcheck(
    func: Callable[..., Any], inputs: Any, grad_outputs: Any = None, *, eps: float = 1e-6, atol: float = 1e-5, rtol: float = 1e-3,
    gen_non_contig_grad_outputs: bool = False, raise_exception: bool = True, nondet_tol: float = 0.0, check_undefined_grad: bool = True,
    check_grad_dtypes: bool = False, check_batched_grad: bool = False, check_fwd_over_rev: bool = False, check_rev_over_rev: bool = True,
    fast_mode: bool = False, masked: bool = False,
) -> bool:
    """Compare second derivatives of a function with finite differences of first ones.

    Parameters
    ----------
    func : callable
        Takes tensors, returns a tensor or a tuple of them.
    inputs : Tensor or tuple of Tensor
        Of double precision; some require gradients.
    grad_outputs : Tensor or tuple of Tensor, optional
        Gradients at the outputs; None draws them.
    eps : float, default 1e-06
        Step of the differences.
    atol : float, default 1e-05
        Absolute tolerance.
    rtol : float, default 0.001
        Relative tolerance.
    gen_non_contig_grad_outputs : bool, default False
        Whether drawn gradients are not contiguous.
    raise_exception : bool, default True
        Whether a failure raises; otherwise False is returned.
    nondet_tol : float, default 0.0
        How much two runs of backward may differ.
    check_undefined_grad : bool, default True
        Whether missing gradients are tried.
    check_grad_dtypes : bool, default False
        Whether dtypes of gradients are compared.
    check_batched_grad : bool, default False
        Whether batched gradients are tried.
    check_fwd_over_rev : bool, default False
        Whether forward over reverse is checked.
    check_rev_over_rev : bool, default True
        Whether reverse over reverse is checked.
    fast_mode : bool, default False
        Whether a random projection is checked.
    masked : bool, default False
        Whether only stored elements of sparse inputs are varied.

    Returns
    -------
    bool
        True if they agree.

    Raises
    ------
    GradcheckError
        If not.

    References
    ----------
    PyTorch: ``torch.autograd.gradcheck.gradgradcheck``.

    Examples
    --------
    >>> x = torch.tensor([0.5, 1.0], dtype=torch.float64, requires_grad=True)
    >>> torch.autograd.gradgradcheck(torch.sin, x)
    True
    """
    if not (check_fwd_over_rev or check_rev_over_rev):
        raise AssertionError("Expected at least one of check_fwd_over_rev or check_rev_over_rev to be True")
    for name, is_requested in (("check_undefined_grad", check_undefined_grad), ("check_batched_grad", check_batched_grad)):
        if is_requested and not check_rev_over_rev:
            raise AssertionError(f"Setting {name}=True requires check_rev_over_rev to be True")
    from ._gradcheck.checks import gradient_function, random_cotangents
    from ._gradcheck.jacobians import as_tuple

    args = as_tuple(inputs)
    cotangents = random_cotangents(func, args, gen_non_contig_grad_outputs) if grad_outputs is None else as_tuple(grad_outputs)
    return gradcheck(gradient_function(func, len(cotangents)), (*args, *cotangents), eps=eps, atol=atol, rtol=rtol, nondet_tol=nondet_tol,
                     raise_exception=raise_exception, check_undefined_grad=check_undefined_grad, check_grad_dtypes=check_grad_dtypes,
                     check_batched_grad=check_batched_grad, check_forward_ad=check_fwd_over_rev, check_backward_ad=check_rev_over_rev,
                     fast_mode=fast_mode, masked=masked)


_LATER = frozenset({"GradcheckError", "get_analytical_jacobian", "get_numerical_jacobian", "get_numerical_jacobian_wrt_specific_input"})


if not TYPE_CHECKING:  # type checkers must see only the names that exist
    def __getattr__(name: str) -> Any:
        """Import on first access the names that only gradient checks need."""
        if name not in _LATER:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from ._gradcheck import checks as _gradchecking

        value = globals()[name] = getattr(_gradchecking, name)
        claim({"__name__": __name__, name: value})
        return value


__all__ = ["GradcheckError", "get_analytical_jacobian", "get_numerical_jacobian", "get_numerical_jacobian_wrt_specific_input", "gradcheck",
           "gradgradcheck"]
