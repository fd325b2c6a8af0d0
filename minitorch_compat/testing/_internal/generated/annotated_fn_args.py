"""The parameters without defaults of native functions and methods, which tests of `__torch_function__` make arguments from."""
from __future__ import annotations

import importlib
import inspect
from typing import Any

from ...._ops.schema import is_deprecated, parameters
from ...._tables import table as read_table
from ....overrides import get_testing_overrides

#: Types of recorded signatures -> those of native functions.
_TYPES = {"Tensor": "Tensor", "Tensor|Scalar": "Tensor", "Tensor[]": "TensorList", "Tensor?[]": "c10::List<::std::optional<Tensor>>",
          "int": "int64_t", "int[]": "IntArrayRef", "SymInt": "SymInt", "SymInt[]": "SymIntArrayRef", "float": "double",
          "float[]": "ArrayRef<double>", "Scalar": "Scalar", "Scalar[]": "ScalarList", "bool": "bool", "str": "c10::string_view",
          "ScalarType": "ScalarType", "Device": "Device", "Layout": "Layout", "MemoryFormat": "MemoryFormat", "Generator": "Generator",
          "Stream": "Stream"}


def _arguments(text: str, is_method: bool) -> list[dict[str, Any]] | None:
    """The parameters of a recorded signature that have no default; None if a type has no native name."""
    arguments: list[dict[str, Any]] = []
    if is_method:
        arguments.append({"is_kwarg_only": "False", "name": "self", "simple_type": "Tensor"})
    for parameter in parameters(text.split(", ") if text else ()):
        if parameter.default is not None:
            continue
        plain = parameter.type.removesuffix("?")
        kind = _TYPES.get(plain.replace("[1]", "[]"))
        if kind is None:
            return None
        entry: dict[str, Any] = {"is_kwarg_only": str(parameter.keyword_only),
                                 "name": "self" if parameter.name == "input" else parameter.name,
                                 "simple_type": kind + "?" * (plain != parameter.type)}
        if plain.endswith("[1]"):
            entry["size"] = 1
        arguments.append(entry)
    return arguments


def _owner(space: str) -> Any:
    """The module or class of a group of recorded signatures."""
    root = __name__.partition(".")[0]
    if space == "torch.Tensor":
        return importlib.import_module(root).Tensor
    return importlib.import_module(root + space.removeprefix("torch"))


def _annotated_functions() -> dict[Any, list[dict[str, Any]]]:
    overrides, annotated = get_testing_overrides(), dict[Any, list[dict[str, Any]]]()
    for space, signatures in read_table("_fidelity/tables/signatures.json").items():
        if space.partition(".")[0] != "torch":
            continue  # native functions without a public name
        owner = _owner(space)
        for name, texts in signatures.items():
            function = getattr(owner, name, None)
            all_forms = [_arguments(text, space == "torch.Tensor") for text in texts if not is_deprecated(text)]
            forms = [form for form in all_forms if form is not None]
            if callable(function) and forms:
                annotated[function] = next((form for form in forms if len(form) == _required_count(overrides.get(function))), forms[-1])
    return annotated


def _required_count(override: Any) -> int:
    """How many arguments the function that stands in for an override needs."""
    if override is None:
        return -1
    return sum(p.default is p.empty and p.kind is p.POSITIONAL_OR_KEYWORD for p in inspect.signature(override).parameters.values())


#: Function or method -> its parameters without defaults.
annotated_args: dict[Any, list[dict[str, Any]]] = _annotated_functions()

__all__ = ["annotated_args"]
