"""Errors for arguments that do not fit."""
from __future__ import annotations

from typing import Any

from ..._array.exchange.type_names import value_type_name
from ..._dispatch.tensor import TensorBase
from ..._ops.op import Op

#: The type that messages name, by the type of the parameter in the schema.
_TYPE_NAMES = {"Tensor": "Tensor", "Tensor?": "Tensor", "Tensor[]": "tuple of Tensors"}


def wrong_type(name: str, parameter: str, position: int, wanted: str, value: Any) -> TypeError:
    """The error for one argument of the wrong type."""
    return TypeError(f"{name}(): argument '{parameter}' (position {position}) must be {wanted}, not {value_type_name(value)}")


def wrong_combination(name: str, args: Any, kwargs: dict[str, Any], expected: str = "") -> TypeError:
    """The error where no signature fits; `expected` lists, one per line, those that exist."""
    given = describe_types(args, kwargs)
    return TypeError(f"{name}() received an invalid combination of arguments - got {given}, but expected one of:{expected}")


def describe_types(args: Any, kwargs: dict[str, Any]) -> str:
    """The types of all arguments."""
    given = ", ".join([*map(value_type_name, args), *(f"{name}={value_type_name(value)}" for name, value in kwargs.items())])
    return f"({given}{', ' * (not args and bool(kwargs))})"


def wrong_element(name: str, parameter: str, position: int, place: int, value: Any) -> TypeError:
    """The error for a member of a list of tensors that is none."""
    return TypeError(f"expected Tensor as element {place} in argument {position}, but got {value_type_name(value)}\n"
                     f"{name}(): argument '{parameter}' must be tuple of Tensors")


def not_a_tensor(op: Op, position: int, value: Any, name: str | None = None) -> TypeError:
    """The error for a value that an op does not accept as a tensor; `name` is the function that was called."""
    param = op.params[position]
    if param.is_tensor_list and isinstance(value, (list, tuple)):
        place = next(i for i, v in enumerate(value) if not isinstance(v, TensorBase))
        return wrong_element(name or op.name, param.name, position, place, value[place])
    return wrong_type(name or op.name, param.name, position + 1, _TYPE_NAMES[param.type], value)


def invalid_bound(place: str, value: Any, bounds: tuple[Any, ...]) -> Exception:
    """The error for an end or a step of `arange` that is no real number."""
    if isinstance(value, complex):
        return RuntimeError("value cannot be converted to type double without overflow")
    if len(bounds) > 1:
        return wrong_combination("arange", bounds, {})
    return TypeError(f"arange(): argument '{place}' (position 1) must be Number, not {value_type_name(value)}")


def too_many_arguments(name: str, least: int, most: int, given: int) -> TypeError:
    """The error for more positional arguments than there are parameters."""
    takes = f"from {least} to {most}" if least != most else str(most)
    return TypeError(f"{name}() takes {takes} positional argument{'s' * (most != 1)} but {given} {'was' if given == 1 else 'were'} given")


def missing_arguments(name: str, parameters: list[str]) -> TypeError:
    """The error for missing required arguments; PyTorch's message confuses singular and plural."""
    return TypeError(f"{name}() missing {len(parameters)} required positional argument{'s' * (len(parameters) == 1)}: "
                     + ", ".join(f'"{parameter}"' for parameter in parameters))


def duplicate_argument(name: str, keyword: str) -> TypeError:
    """The error for an argument passed both by position and by keyword."""
    return TypeError(f"{name}() got multiple values for argument '{keyword}'")


def unknown_keyword(name: str, keyword: str) -> TypeError:
    """The error for an unknown keyword."""
    return TypeError(f"{name}() got an unexpected keyword argument '{keyword}'")
