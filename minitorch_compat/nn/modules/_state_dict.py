"""state_dict and load_state_dict."""
from __future__ import annotations

import itertools
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from ... import __future__ as settings
from ..._array.core.user_warnings import warn
from ...utils.hooks import RemovableHandle
from .._torch import Tensor, no_grad
from ..parameter import Parameter, is_lazy
from ._hooks import _register_hook, _WrappedHook

_EXTRA_STATE_KEY_SUFFIX = "_extra_state"
_EXTRA_STATE_ERROR = "Reached a code path in Module.{}_extra_state() that should never be called."


class _LoadResult(NamedTuple):
    missing_keys: list[str]
    unexpected_keys: list[str]


class _IncompatibleKeys(_LoadResult):
    __slots__ = ()
    __module__ = "minitorch_compat.nn.modules.module"

    def __repr__(self) -> str:
        if not self.missing_keys and not self.unexpected_keys:
            return "<All keys matched successfully>"
        return super().__repr__()

    __str__ = __repr__


class StateDictMixin:
    """Conversion of a module to a dict of tensors, and back."""

    _version: int
    _parameters: dict[str, Any]
    _buffers: dict[str, Any]
    _modules: dict[str, Any]
    _non_persistent_buffers_set: set[str]
    _state_dict_hooks: OrderedDict[int, Any]
    _state_dict_pre_hooks: OrderedDict[int, Any]
    _load_state_dict_pre_hooks: OrderedDict[int, Any]
    _load_state_dict_post_hooks: OrderedDict[int, Any]

    def get_extra_state(self) -> Any:
        """Additional state of a subclass for ``state_dict``.

        Returns
        -------
        object
            Anything that can be pickled; found under the key ``_extra_state``.

        Raises
        ------
        RuntimeError
            Unless a subclass defines it.

        Examples
        --------
        >>> class Counted(torch.nn.Linear):
        ...     def get_extra_state(self):
        ...         return {"count": 3}
        >>> Counted(1, 1).state_dict()["_extra_state"]
        {'count': 3}
        """
        raise RuntimeError(_EXTRA_STATE_ERROR.format("get"))

    def set_extra_state(self, state: Any) -> None:
        """Restore the result of ``get_extra_state``; called by ``load_state_dict``.

        Parameters
        ----------
        state : object
            The entry ``_extra_state``.

        Raises
        ------
        RuntimeError
            Unless a subclass defines it.

        Examples
        --------
        >>> class Counted(torch.nn.Linear):
        ...     def get_extra_state(self):
        ...         return 3
        ...     def set_extra_state(self, state):
        ...         print("loaded", state)
        >>> keys = Counted(1, 1).load_state_dict(Counted(1, 1).state_dict())
        loaded 3
        """
        raise RuntimeError(_EXTRA_STATE_ERROR.format("set"))

    def _has_own(self, method: str) -> bool:
        return getattr(type(self), method) is not getattr(StateDictMixin, method)

    def _register_state_dict_hook(self, hook: Callable[..., Any]) -> RemovableHandle:
        if getattr(hook, "_from_public_api", False):
            raise RuntimeError("Cannot register the same function as the state dict post hook that was previously "
                               "registered via register_state_dict_post_hook")
        return _register_hook(self._state_dict_hooks, hook)

    def register_state_dict_post_hook(self, hook: Callable[..., Any]) -> RemovableHandle:
        """Call a function at the end of ``state_dict``.

        Parameters
        ----------
        hook : callable
            ``hook(module, state_dict, prefix, local_metadata)`` changes the dict in place.

        Returns
        -------
        RemovableHandle
            Its ``remove()`` removes the hook.

        Examples
        --------
        >>> layer = torch.nn.Linear(1, 1)
        >>> def hook(module, state, prefix, metadata):
        ...     del state[prefix + "bias"]
        >>> handle = layer.register_state_dict_post_hook(hook)
        >>> list(layer.state_dict())
        ['weight']
        """
        hook._from_public_api = True  # type: ignore[attr-defined]
        return _register_hook(self._state_dict_hooks, hook)

    def register_state_dict_pre_hook(self, hook: Callable[..., Any]) -> RemovableHandle:
        """Call a function before ``state_dict`` begins.

        Parameters
        ----------
        hook : callable
            ``hook(module, prefix, keep_vars)``.

        Returns
        -------
        RemovableHandle
            Its ``remove()`` removes the hook.

        Examples
        --------
        >>> layer = torch.nn.Linear(1, 1)
        >>> handle = layer.register_state_dict_pre_hook(lambda module, prefix, keep_vars: print("saving"))
        >>> state = layer.state_dict()
        saving
        """
        return _register_hook(self._state_dict_pre_hooks, hook)

    def _register_load_state_dict_pre_hook(self, hook: Callable[..., Any],
                                           with_module: bool = False) -> RemovableHandle:
        return _register_hook(self._load_state_dict_pre_hooks, _WrappedHook(hook, self if with_module else None))

    def register_load_state_dict_pre_hook(self, hook: Callable[..., Any]) -> RemovableHandle:
        """Call a function before ``load_state_dict`` reads the entries of this module, for example to rename old keys.

        Parameters
        ----------
        hook : callable
            ``hook(module, state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs)``.

        Returns
        -------
        RemovableHandle
            Its ``remove()`` removes the hook.

        Examples
        --------
        >>> layer = torch.nn.Linear(1, 1, bias=False)
        >>> def rename(module, state, prefix, *rest):
        ...     state[prefix + "weight"] = state.pop(prefix + "w")
        >>> handle = layer.register_load_state_dict_pre_hook(rename)
        >>> layer.load_state_dict({"w": torch.ones(1, 1)})
        <All keys matched successfully>
        """
        return self._register_load_state_dict_pre_hook(hook, with_module=True)

    def register_load_state_dict_post_hook(self, hook: Callable[..., Any]) -> RemovableHandle:
        """Call a function after ``load_state_dict`` has read the entries of this module.

        Parameters
        ----------
        hook : callable
            ``hook(module, incompatible_keys)``; it may empty the lists ``missing_keys`` and
            ``unexpected_keys``.

        Returns
        -------
        RemovableHandle
            Its ``remove()`` removes the hook.

        Examples
        --------
        >>> layer = torch.nn.Linear(1, 1)
        >>> handle = layer.register_load_state_dict_post_hook(lambda module, keys: keys.missing_keys.clear())
        >>> layer.load_state_dict({})
        <All keys matched successfully>
        """
        return _register_hook(self._load_state_dict_post_hooks, hook)

    def state_dict(self, *args: Any, destination: Any = None, prefix: str = "", keep_vars: bool = False) -> dict[str, Any]:
        """Return parameters and persistent buffers by dotted name.

        Parameters
        ----------
        *args : object
            Deprecated: the three arguments by position.
        destination : dict, optional
            Where entries are put; None makes an ``OrderedDict``.
        prefix : str, default ''
            A prefix of each name.
        keep_vars : bool, default False
            Whether the tensors themselves are returned, instead of detached ones that share their memory.

        Returns
        -------
        dict
            Names and tensors; the attribute ``_metadata`` has versions of modules.

        Examples
        --------
        >>> layer = torch.nn.Linear(2, 1)
        >>> {name: tuple(t.shape) for name, t in layer.state_dict().items()}
        {'weight': (1, 2), 'bias': (1,)}
        """
        if args:
            destination, prefix, keep_vars = self._parse_positional(args, destination, prefix, keep_vars)
        if destination is None:
            destination = OrderedDict()
            destination._metadata = OrderedDict()
        local_metadata = {"version": self._version}
        if hasattr(destination, "_metadata"):
            destination._metadata[prefix[:-1]] = local_metadata
        for hook in self._state_dict_pre_hooks.values():
            hook(self, prefix, keep_vars)
        self._save_to_state_dict(destination, prefix, keep_vars)
        for name, module in self._modules.items():
            if module is not None:
                module.state_dict(destination=destination, prefix=prefix + name + ".", keep_vars=keep_vars)
        return self._run_state_dict_hooks(destination, prefix, local_metadata)

    @staticmethod
    def _parse_positional(args: tuple[Any, ...], destination: Any, prefix: str, keep_vars: bool) -> tuple[Any, str, bool]:
        warn("Positional args are being deprecated, use kwargs instead. Refer to "
             "https://pytorch.org/docs/main/generated/torch.nn.Module.html#torch.nn.Module.state_dict for "
             "details.", FutureWarning)
        destination = args[0] if destination is None else destination
        prefix = args[1] if len(args) > 1 and prefix == "" else prefix
        keep_vars = args[2] if len(args) > 2 and keep_vars is False else keep_vars
        return destination, prefix, keep_vars

    def _run_state_dict_hooks(self, destination: Any, prefix: str, local_metadata: Any) -> Any:
        for hook in self._state_dict_hooks.values():
            result = hook(self, destination, prefix, local_metadata)
            if not getattr(hook, "_from_public_api", False):
                destination = destination if result is None else result
            elif result is not None:
                raise RuntimeError("state_dict post-hook must return None")
        return destination

    def _save_to_state_dict(self, destination: Any, prefix: str, keep_vars: bool) -> None:
        """Add this module's own state, without its children's."""
        for name, param in self._parameters.items():
            if param is not None:
                destination[prefix + name] = param if keep_vars else param.detach()
        for name, buffer in self._buffers.items():
            if buffer is not None and name not in self._non_persistent_buffers_set:
                destination[prefix + name] = buffer if keep_vars else buffer.detach()
        extra = prefix + _EXTRA_STATE_KEY_SUFFIX
        if self._has_own("get_extra_state"):
            destination[extra] = self.get_extra_state()

    def _load_from_state_dict(
        self, state_dict: Any, prefix: str, local_metadata: Any, strict: bool,
        missing_keys: list[str], unexpected_keys: list[str], error_msgs: list[str],
    ) -> None:
        """Load this module's own state, without its children's; problems are appended to the three lists."""
        for hook in self._load_state_dict_pre_hooks.values():
            hook(state_dict, prefix, local_metadata, strict, missing_keys, unexpected_keys, error_msgs)
        assign = local_metadata.get("assign_to_params_buffers", False)
        for name, target in self._own_persistent_state():
            key = prefix + name
            if key in state_dict:
                self._load_tensor(name, key, target, state_dict[key], assign, error_msgs)
            elif strict:
                missing_keys.append(key)
        self._load_extra_state(state_dict, prefix, strict, missing_keys, unexpected_keys)
        if strict:
            self._collect_unexpected(state_dict, prefix, unexpected_keys)

    def _own_persistent_state(self) -> list[tuple[str, Any]]:
        buffers = ((k, v) for k, v in self._buffers.items() if k not in self._non_persistent_buffers_set)
        return [(k, v) for k, v in itertools.chain(self._parameters.items(), buffers) if v is not None]

    def _load_tensor(self, name: str, key: str, target: Any, value: Any, assign: bool, error_msgs: list[str]) -> None:
        if not isinstance(value, Tensor):
            error_msgs.append(f'While copying the parameter named "{key}", expected torch.Tensor or Tensor-like object '
                              f"from checkpoint but received {type(value)}")
            return
        lazy = is_lazy(target)
        if not lazy and target.dim() == 0 and value.dim() == 1 and value.shape[0] == 1:
            value = value[0]  # checkpoints older than 0.4 hold scalars as vectors of one element
        if not lazy and value.shape != target.shape:
            error_msgs.append(f"size mismatch for {key}: copying a param with shape {value.shape} from checkpoint, the "
                              f"shape in current model is {target.shape}.")
            return
        if not assign and _is_meta(target) and not _is_meta(value):
            warn(f"for {key}: copying from a non-meta parameter in the checkpoint to a meta parameter in the "
                 "current model, which is a no-op. (Did you mean to pass `assign=True` to assign items in the "
                 "state dictionary to their corresponding key in the module instead of copying "
                 "them in place?)")
        swap = settings._swap_module_params_on_conversion
        try:
            with no_grad():
                if swap:
                    _swap_with_loaded(target, value, assign)
                elif assign:
                    self._assign(name, target, value)
                else:
                    target.copy_(value)
        except Exception as error:
            error_msgs.append(f'While {"swapping" if swap else "copying"} the parameter named "{key}", whose '
                              'dimensions '
                              f"in the model are {target.size()} and whose dimensions in the checkpoint are "
                              f"{value.size()}, an exception occurred : {error.args}.")

    def _assign(self, name: str, target: Any, value: Any) -> None:
        setattr(self, name, _as_parameter_like(target, value))

    def _load_extra_state(self, state_dict: Any, prefix: str, strict: bool, missing: list[str],
                          unexpected: list[str]) -> None:
        key = prefix + _EXTRA_STATE_KEY_SUFFIX
        if self._has_own("set_extra_state"):
            if key in state_dict:
                self.set_extra_state(state_dict[key])
            elif strict:
                missing.append(key)
        elif strict and key in state_dict:
            unexpected.append(key)

    def _collect_unexpected(self, state_dict: Any, prefix: str, unexpected_keys: list[str]) -> None:
        own_names = {name for name, _ in self._own_persistent_state()}
        for key in state_dict:
            if not key.startswith(prefix) or key == prefix + _EXTRA_STATE_KEY_SUFFIX:
                continue
            head, *rest = key[len(prefix):].split(".", 1)
            # A key with a dot belongs to a child, which checks it; without one, it must be this module's.
            if (head not in self._modules) if rest else (head not in own_names):
                unexpected_keys.append(key)

    def load_state_dict(self, state_dict: Mapping[str, Any], strict: bool = True, assign: bool = False) -> _IncompatibleKeys:
        """Copy values into parameters and buffers.

        Parameters
        ----------
        state_dict : dict
            Names and tensors, as ``state_dict`` gives them.
        strict : bool, default True
            Whether names must agree exactly.
        assign : bool, default False
            Whether the tensors replace parameters, instead of copying values, which keeps their dtype and device.

        Returns
        -------
        tuple
            ``missing_keys`` and ``unexpected_keys``, lists of names.

        Raises
        ------
        RuntimeError
            If sizes differ, or with ``strict`` names do.

        Examples
        --------
        >>> layer = torch.nn.Linear(2, 1)
        >>> layer.load_state_dict({"weight": torch.ones(1, 2), "bias": torch.zeros(1)})
        <All keys matched successfully>
        >>> layer.load_state_dict({"weight": torch.ones(1, 2)}, strict=False).missing_keys
        ['bias']
        """
        if not isinstance(state_dict, Mapping):
            raise TypeError(f"Expected state_dict to be dict-like, got {type(state_dict)}.")
        missing: list[str] = []
        unexpected: list[str] = []
        errors: list[str] = []
        metadata = getattr(state_dict, "_metadata", None)
        state_dict = OrderedDict(state_dict)
        if metadata is not None:
            state_dict._metadata = metadata  # type: ignore[attr-defined]
        _Loader(metadata, strict, assign, missing, unexpected, errors).load(self, state_dict)
        if strict:
            errors = _key_errors(missing, unexpected) + errors
        if errors:
            listed = "\n\t".join(errors)
            raise RuntimeError(f"Error(s) in loading state_dict for {type(self).__name__}:\n\t{listed}")
        return _IncompatibleKeys(missing, unexpected)


class _Loader:
    """One run of load_state_dict, through the tree of modules."""

    def __init__(self, metadata: Any, strict: bool, assign: bool, missing: list[str], unexpected: list[str],
                 errors: list[str]) -> None:
        self.metadata, self.strict, self.assign = metadata, strict, assign
        self.missing, self.unexpected, self.errors = missing, unexpected, errors

    def load(self, module: Any, state_dict: Any, prefix: str = "") -> None:
        local_metadata = {} if self.metadata is None else self.metadata.get(prefix[:-1], {})
        if self.assign:
            local_metadata["assign_to_params_buffers"] = True
        # strict is always true here: the caller decides whether the collected keys are errors.
        module._load_from_state_dict(state_dict, prefix, local_metadata, True, self.missing, self.unexpected,
                                     self.errors)
        for name, child in module._modules.items():
            if child is not None:
                child_prefix = f"{prefix}{name}."
                submodule = {k: v for k, v in state_dict.items() if k.startswith(child_prefix)}
                self.load(child, submodule, child_prefix)
        self._post_hooks(module)

    def _post_hooks(self, module: Any) -> None:
        incompatible = _IncompatibleKeys(self.missing, self.unexpected)
        for hook in module._load_state_dict_post_hooks.values():
            if hook(module, incompatible) is not None:
                raise AssertionError("Hooks registered with ``register_load_state_dict_post_hook`` are not expected to "
                                     "return new values, if incompatible_keys need to be modified, it should be done "
                                     "inplace.")


def _as_parameter_like(target: Any, value: Any) -> Any:
    """A value as a parameter, where it replaces one."""
    if not isinstance(target, Parameter):
        return value
    if not isinstance(value, Parameter):
        return Parameter(value, requires_grad=target.requires_grad)
    return value.requires_grad_(target.requires_grad)


def _swap_with_loaded(target: Any, value: Any, assign: bool) -> None:
    """Exchange a tensor with what its class makes of the loaded one, so that who holds the tensor has that."""
    from ...utils._swapping import swap_tensors

    loaded = target.module_load(value, assign=assign)
    if loaded is value or loaded is target:
        raise RuntimeError("module_load returned one of self or other, please .detach() the result if returning one of the inputs "
                           "in module_load")
    swap_tensors(target, _as_parameter_like(target, loaded))


def _key_errors(missing: Iterable[str], unexpected: Iterable[str]) -> list[str]:
    out = []
    for what, keys in (("Missing", list(missing)), ("Unexpected", list(unexpected))):
        if keys:
            out.append("{} key(s) in state_dict: {}. ".format(what, ", ".join(f'"{k}"' for k in keys)))
    return out


def _is_meta(tensor: Any) -> bool:
    return bool(getattr(tensor, "is_meta", False))
