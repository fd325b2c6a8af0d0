"""Handle a call that has raised: call handlers that were not called yet, or raise the error with PyTorch's message."""
from __future__ import annotations

from types import FrameType
from typing import Any

from ..._dispatch.call.torch_function import NO_CLASSES, Overridden, members, mode_open, overriding_arguments, switched_off
from ..._dispatch.state import LOCAL, Classes
from ..._fidelity import call_form
from ..._fidelity import refused_calls as refusals
from ..functions.arguments import MISSING
from .overridable import _PACKAGE, _TENSOR, BY_CODE, Entry, by_code, wrappers


def refuse_call(error: Exception, frame: FrameType) -> Any:
    """Raise the error of the function or method with this frame, or return the result of an overriding argument not called before."""
    try:
        entry = by_code(frame.f_code) or _unregistered_entry(frame.f_code.co_name, frame.f_code.co_varnames[:1] == ("self",),
                                                             frame.f_globals)
        if entry is None or isinstance(error, Overridden):
            raise error
        args, kwargs = call_form.failed_call_form(frame, entry.defaults(), entry.name.startswith(_TENSOR), MISSING)
        if found := entry.arguments_not_called(args, kwargs):
            return entry.call_handlers(found, args, kwargs)
        if numbers := refusals.retry_arguments(entry.name, args, kwargs, error):
            return entry.raw(*numbers[0], **numbers[1])
        raise _refusal(error, entry, frame.f_code, args, kwargs)
    finally:
        del error  # the traceback holds this frame: an error in it would be a cycle


def _refusal(error: Exception, entry: Entry, code: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Exception:
    found = refusals.call_error(entry.name, args, kwargs, error)
    if found is error or len(args) > code.co_argcount:
        return found
    # A call with *args or **kwargs does not show which are which: refuse only what fits neither by position nor by keyword.
    names = code.co_varnames[1:len(args)]
    kwargs = {**dict(zip(names, args[1:], strict=True)), **kwargs}
    return error if refusals.call_error(entry.name, args[:1], kwargs, error) is error else found


def _unregistered_entry(name: str, by_self: bool, module: dict[str, Any]) -> Entry | None:
    """The entry of a method, or of a generated function that cannot be overridden."""
    if by_self:
        tensor: Any = Classes.tensor
        return Entry(_TENSOR + name, next(vars(b)[name] for b in type.mro(tensor) if name in vars(b)), getattr(tensor, name))
    return Entry(f"torch.{name}", module[name]) if module["__name__"] == f"{_PACKAGE}._bindings.generated.functions_gen" else None


def handlers_result(error: Overridden, frame: FrameType) -> Any:
    """The result of the handlers for a call of the function with this frame, which has caught `Overridden`."""
    if by_code(frame.f_code) is None:
        wrappers()  # registers the methods whose wrapper was not created yet
    entry = BY_CODE.get(frame.f_code) or _unregistered_entry(frame.f_code.co_name, frame.f_code.co_varnames[:1] == ("self",),
                                                             frame.f_globals)
    assert entry is not None  # only registered or generated functions catch `Overridden`
    args, kwargs = call_form.call_form(frame, entry.defaults(), entry.name.startswith(_TENSOR))
    found = [] if LOCAL.no_overrides or entry.for_modes else overriding_arguments(members((*args, *kwargs.values())))
    if found or mode_open():
        return entry.call_handlers(found, args, kwargs)
    with switched_off(NO_CLASSES):  # the overriding tensor is below a level of a function transform, whose caller sees plain tensors
        return entry.raw(*args, **kwargs)
