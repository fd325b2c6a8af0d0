"""Reasons why a difference need not be repaired: tests whether it vanishes if both sides make the same choice, or have the same bits.

A reason counts only if the difference vanishes completely, so that it excuses nothing else. Each reason is stated at its rule.
"""
from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from ..judging.compare import differences
from ..judging.portable import TensorRecord
from ..judging.tolerances import EXACT
from .judging import CHAIN, Difference, Shrunk, judge, rule_for, walked
from .oracle import Oracle
from .running import Program, run


def explanation(torch: Any, oracle: Oracle, small: Shrunk) -> str | None:
    """The reason why the smallest program that shows a difference need not agree; None if it must."""
    for why, alike in RULES.items():
        program = alike(torch, oracle, small.program, small.difference)
        if program != small.program and judge(oracle.of_program(program), run(torch, program), program) is None:
            return why
    rounded = same_bits(torch, oracle, small.program, small.difference)
    for why in WITH_ROUNDING if rounded != small.program else ():
        program = RULES[why](torch, oracle, rounded, small.difference)
        if program != rounded and judge(oracle.of_program(program), run(torch, program), program) is None:
            return f"rounding and {why}"
    return None


def both(torch: Any, oracle: Oracle, program: Program) -> tuple[dict[str, Any], dict[str, Any]]:
    """The variables after a program, on either side."""
    return oracle.of_program(program)["variables"], run(torch, program)["variables"]


def rewritten(torch: Any, oracle: Oracle, program: Program, written: Callable[..., bool]) -> Program:
    """The program with PyTorch's values written into variables as soon as they exist, where `written` is true.

    It is called with the statement, both sides' records and all of PyTorch's variables. Values are written through `.data`, so that graphs,
    strides and versions do not change.
    """
    done: Program = []
    for statement in program:
        done.append(statement)
        expected, actual = both(torch, oracle, done)
        for name in expected:
            record, other = value_of(expected, name), value_of(actual, name)
            comparable = record is not None and other is not None and record.dtype in CHAIN.ulps
            if comparable and written(statement, name, record, other, expected):
                done.append(f"{name}.data.copy_({literal(record)})")
    return done


#: Products with infinity hide whether the other factor was exactly 0, so the factors are computed one by one.
FACTORS = re.compile(r"(v\d+) = jvp\(lambda x: x\.softmax\(-1\) \* (v\d+), (v\d+)\)")


def same_bits(torch: Any, oracle: Oracle, program: Program, _: Difference) -> Program:
    """Later statements round, compare, count or divide by values that differ in the last bit, which amplifies the difference."""
    apart: Program = []
    for statement in program:
        call = FACTORS.fullmatch(statement)
        apart += [statement] if call is None else [f"v902 = jvp(lambda x: x.softmax(-1), {call[3]})", f"{call[1]} = v902 * {call[2]}"]

    def written(_statement: str, _name: str, record: TensorRecord, other: TensorRecord, expected: dict[str, Any]) -> bool:
        return bool(differences(record, other, EXACT)) and not differences(record, other, rule_for(expected))

    return rewritten(torch, oracle, apart, written)


def same_infinite_complex(torch: Any, oracle: Oracle, program: Program, _: Difference) -> Program:
    """A complex number of which a part is infinite or NaN has no agreed other part: PyTorch's own code paths give different ones.

    Finite parts have to agree, and the positions of the others.
    """
    def written(_statement: str, _name: str, record: TensorRecord, other: TensorRecord, expected: dict[str, Any]) -> bool:
        if not record.dtype.startswith("complex") or not differences(record, other, EXACT) or record.shape != other.shape:
            return False
        lost = ~np.isfinite(record.data)
        finite = [replace(r, data=np.where(lost, 0, r.data)) for r in (record, other)]
        return bool((lost == ~np.isfinite(other.data)).all() and lost.any()) and not differences(*finite, rule_for(expected))

    return rewritten(torch, oracle, program, written)


#: Calls that return one of their elements.
CHOICE = re.compile(r"(v\d+) = (?:torch\.(?:fmax|fmin|maximum|minimum)\(v\d+, v\d+\)"
                    r"|v\d+\.(?:amax|amin|max|min|relu)\([^()]*\)(?:\[0\]|\.values)?)")


def same_zeros(torch: Any, oracle: Oracle, program: Program, _: Difference) -> Program:
    """Maxima and minima of 0 and -0, which are equal, may be either: in PyTorch it depends on their positions in memory.

    So the minimum of 0 and -0 is the first of them for three elements, the second for eight, and of nineteen for sixteen.
    """
    def written(statement: str, name: str, record: TensorRecord, other: TensorRecord, _: dict[str, Any]) -> bool:
        call = CHOICE.fullmatch(statement)
        if call is None or call[1] != name or differences(record, other, EXACT):
            return False
        return bool((np.signbit(record.data) != np.signbit(other.data)).any())

    return rewritten(torch, oracle, program, written)


#: Arithmetic that makes or propagates NaN. Copies, `neg`, `abs` and `copysign` define the sign, so they are not included.
ARITHMETIC = re.compile(
    r"(v\d+) = (?:v\d+\.(?:sqrt|rsqrt|log1p|log|log2|log10|logit|asin|acos|acosh|atanh|pow|sin|cos|tanh|exp|expm1|erf|sinh|asinh"
    r"|mean|std|var|norm|softmax|log_softmax|cumsum|cumprod|sum|prod|logsumexp)\(.*\)|torch\.(?:fmod|hypot|logaddexp|atan2|maximum|minimum|div|lerp|addcmul)\(.*\)"
    r"|torch\.nn\.functional\.(?:gelu|silu|softplus|elu)\(.*\)|jvp\(.*\)|\S+ (?:\+|-|\*|/|//|%|\*\*) \S+)")


def same_nans(torch: Any, oracle: Oracle, program: Program, _: Difference) -> Program:
    """The sign of a NaN that arithmetic makes: IEEE 754 leaves it open, and PyTorch's vectorized and scalar loops differ in it.

    So nineteen powers -2**0.3 are sixteen NaN of one sign and three of the other.
    """
    def written(statement: str, name: str, record: TensorRecord, other: TensorRecord, _: dict[str, Any]) -> bool:
        call = ARITHMETIC.fullmatch(statement)
        if call is None or call[1] != name or record.dtype.startswith("complex") or differences(record, other, EXACT):
            return False
        return bool((np.signbit(record.data) != np.signbit(other.data))[np.isnan(record.data)].any())

    return rewritten(torch, oracle, program, written)


SPREAD = re.compile(r"(v\d+) = (v\d+)\.(std|var)\(.*\)")


def same_spread(torch: Any, oracle: Oracle, program: Program, _: Difference) -> Program:
    """The spread of nearly equal numbers: PyTorch rounds their mean first, so that its result is a rounding error, as large as ours."""
    def written(statement: str, name: str, record: TensorRecord, other: TensorRecord, expected: dict[str, Any]) -> bool:
        call = SPREAD.fullmatch(statement)
        source = None if call is None else value_of(expected, call[2])
        if call is None or call[1] != name or source is None or source.dtype not in ("float32", "float64") or not source.data.size:
            return False
        found = [np.sqrt(r.data) if call[3] == "var" else r.data for r in (record, other)]
        bound = 8 * np.finfo(source.dtype).eps * np.abs(source.data).max()
        return bool(differences(record, other, EXACT)) and bool((np.abs(found[0] - found[1]) <= bound).all())

    return rewritten(torch, oracle, program, written)


IN_PLACE = re.compile(r"(v\d+)(?:\.(?:add|mul|sub|copy|div)_\(| (?:\+|\*)= ).*", re.DOTALL)


def without_overlap(_torch: Any, oracle: Oracle, program: Program, _: Difference) -> Program:
    """An operand overlaps the memory that is written: PyTorch, where it does not refuse this, reads some elements after writing.

    Which ones depends on its loops. A copy of the operand is read instead.
    """
    done: Program = []
    for statement in program:
        call = IN_PLACE.fullmatch(statement)
        if call is not None:
            outcome = oracle.of_program(done)
            tensors = [name for name, value in outcome["variables"].items() if isinstance(value, dict)]
            target, rest = call[1], statement[len(call[1]):]
            for i, j in outcome["sharing"]:
                if target in (tensors[i], tensors[j]):
                    other = tensors[i] if target == tensors[j] else tensors[j]
                    rest = re.sub(rf"\b{other}\b", f"{other}.clone()", rest)
            statement = target + rest
        done.append(statement)
    return done


#: Calls that write into a tensor, or into a copy with its strides.
WRITES = re.compile(r"(?:with torch\.no_grad\(\):\s+)?(?:v\d+ = )?(v\d+)(?:\.\w+_(?:scatter)?\(| [-+*/%&|^<>]+= |\[[^\n]*\] \+?= ).*",
                    re.DOTALL)


def without_repeats(_torch: Any, oracle: Oracle, program: Program, difference: Difference) -> Program:
    """Several elements of the written tensor share memory: which is written last depends on PyTorch's loops. A copy is written instead."""
    if difference.kind != "value":
        return program
    done: Program = []
    for statement in program:
        call = WRITES.fullmatch(statement)
        found = None if call is None else oracle.of_program(done)["variables"].get(call[1])
        if call is not None and isinstance(found, dict) and shares_memory(found):
            done.append(f"{call[1]} = {call[1]}.clone(memory_format=torch.contiguous_format)")
        done.append(statement)
    return done


def shares_memory(found: dict[str, Any]) -> bool:
    """Whether elements of a recorded tensor share memory."""
    value = found.get("value")
    if not isinstance(value, TensorRecord):
        return False
    places = np.zeros(value.shape, np.int64)
    for axis, (n, step) in enumerate(zip(value.shape, found["strides"], strict=True)):
        places += (np.arange(n) * step).reshape([n if d == axis else 1 for d in range(len(value.shape))])
    return len(np.unique(places)) < places.size


CHOSEN = re.compile(r"(v\d+)(?=\.(?:median|kthvalue)\()")


def within_memory(_torch: Any, oracle: Oracle, program: Program, _: Difference) -> Program:
    """PyTorch's median along an expanded dimension reads beyond the tensor's memory: a copy is used instead."""
    done: Program = []
    for statement in program:
        for name in CHOSEN.findall(statement):
            found = oracle.of_program(done)["variables"].get(name)
            if isinstance(found, dict) and shares_memory(found):
                statement = CHOSEN.sub(lambda call: f"{call[1]}.clone(memory_format=torch.contiguous_format)", statement)
        done.append(statement)
    return done


#: PyTorch's messages where its derivatives do not support booleans.
STUMBLES = re.compile(r"with a bool tensor is not supported|on a bool tensor is not supported|unknown ivalue tag")


def without_bools(_torch: Any, oracle: Oracle, program: Program, difference: Difference) -> Program:
    """PyTorch computes logaddexp, atan2 and powers of Booleans and fails in their backward: numbers are used instead."""
    if difference.kind not in ("accepted", "message", "other error") or not STUMBLES.search(difference.text):
        return program
    done: Program = []
    for statement in program:
        statement = re.sub(r"\bTrue \*\* (v\d+)", r"1 ** \1", statement)
        call = re.search(r"torch\.(?:logaddexp|atan2)\((v\d+), (v\d+)\)|(?<== )(v\d+) \*\* (v\d+)$", statement)
        if call is not None:
            variables = oracle.of_program(done)["variables"]
            first, second = filter(None, call.groups())
            for name, partner in ((first, second), (second, first)):
                record = value_of(variables, name)
                if record is not None and record.dtype == "bool":
                    statement = re.sub(rf"(?<=[( ]){name}(?=[,)]|$| \*\*)", f"{name}.to({partner}.dtype)", statement)
        done.append(statement)
    return done


ARCTANGENT = re.compile(r"torch\.atan2\((v\d+), (v\d+)\)")


def without_bytes(_torch: Any, oracle: Oracle, program: Program, difference: Difference) -> Program:
    """PyTorch's derivative of atan2 negates and squares an operand in its own dtype, where bytes have no sign: signed numbers are used.

    So -1 becomes 255, and the gradient of the operand is that at -255. Here it follows the definition.
    """
    if difference.kind not in ("value", "grad"):
        return program
    done: Program = []
    for statement in program:
        call = ARCTANGENT.search(statement)
        variables = oracle.of_program(done)["variables"] if call is not None else {}
        for name, partner in (call.groups(), call.groups()[::-1]) if call is not None else ():
            record = value_of(variables, name)
            if record is not None and record.dtype == "uint8":
                statement = re.sub(rf"(?<=[( ]){name}(?=[,)])", f"{name}.to({partner}.dtype)", statement)
        done.append(statement)
    return done


#: PyTorch's messages about derivatives that it does not implement.
UNBUILT = re.compile("does not support automatic differentiation for outputs with complex dtype|ZeroTensors are immutable")


def without_unbuilt(_torch: Any, oracle: Oracle, program: Program, difference: Difference) -> Program:
    """A result where PyTorch implements none is no difference: the statement is removed.

    Its gradient of `sgn` is a zero without memory, to which not every derivative, and no second gradient, can be added.
    """
    if difference.kind != "accepted" or not UNBUILT.search(difference.text):
        return program
    errors = oracle.of_program(program)["errors"]
    return [s for i, s in enumerate(program) if str(i) not in errors or not UNBUILT.search(errors[str(i)]["message"])]


#: PyTorch's messages for indexing a tensor without dimensions, which depend on the function that made the tensor.
WORDS = re.compile(r"expected '(?:select\(\) cannot be applied to a 0-dim tensor\.|index (?P<index>-?\d+) is out of bounds for dimension 0 "
                   r"with size 1)', got 'index (?(index)(?P=index)|-?\d+) is out of bounds for dimension 0 with size 0'")


def without_words(torch: Any, oracle: Oracle, program: Program, difference: Difference) -> Program:
    """Both sides refuse to index a tensor without dimensions, with different ones of PyTorch's messages."""
    if difference.kind != "message" or not WORDS.fullmatch(difference.text):
        return program
    expected, actual = oracle.of_program(program)["errors"], run(torch, program)["errors"]
    return [s for i, s in enumerate(program) if str(i) not in expected or str(i) not in actual
            or not WORDS.fullmatch(f"expected {expected[str(i)]['message']!r}, got {actual[str(i)]['message']!r}")]


def without_half_complex(torch: Any, _oracle: Oracle, program: Program, difference: Difference) -> Program:
    """The program without the statements that are refused by name because numpy has no complex numbers of half precision."""
    if difference.kind != "unsupported" or "torch.complex32" not in difference.text:
        return program
    errors = run(torch, program)["errors"]
    return [s for i, s in enumerate(program) if "torch.complex32" not in errors.get(str(i), {"message": ""})["message"]]


#: PyTorch's message of internal errors.
OWN_ERROR = re.compile(r"INTERNAL ASSERT FAILED at .*, please report a bug to PyTorch")


def without_own_errors(_torch: Any, oracle: Oracle, program: Program, difference: Difference) -> Program:
    """The program without the statements in which PyTorch raises internal errors."""
    if difference.kind not in ("accepted", "other error") or not OWN_ERROR.search(difference.text):
        return program
    errors = oracle.of_program(program)["errors"]
    return [s for i, s in enumerate(program) if str(i) not in errors or not OWN_ERROR.search(errors[str(i)]["message"])]


RESIZED = re.compile(r"(v\d+)\.resize_\(.*\)")


def same_new_memory(_torch: Any, oracle: Oracle, program: Program, _: Difference) -> Program:
    """The program with zeros where `resize_` leaves uninitialized memory."""
    done: Program = []
    for statement in program:
        call = RESIZED.fullmatch(statement)
        before = None if call is None else value_of(oracle.of_program(done)["variables"], call[1])
        done.append(statement)
        after = None if call is None else value_of(oracle.of_program(done)["variables"], call[1])
        if call is not None and before is not None and after is not None and after.data.size > before.data.size:
            done.append(f"{call[1]}.data.view(-1)[{before.data.size}:] = 0")
    return done


INFERRED = "with torch.inference_mode():"


def without_writes_of_kernels(_torch: Any, _oracle: Oracle, program: Program, difference: Difference) -> Program:
    """PyTorch's versions count writes of its own kernels: to results of inference tensors, and within functions made of several ops.

    Ordinary tensors are used, and a copy of a result of such a function that the program itself does not write to.
    """
    if difference.kind != "version":
        return program
    name = difference.text.partition(" ")[0]
    used = [s for s in program if re.search(rf"\b{name}\b", s)]
    ordinary = [s.replace(INFERRED, "with torch.no_grad():") for s in program]
    is_composed = used == program[-1:] and COMPOSED.search(used[0]) is not None and re.search(rf"\b{name} = ", used[0]) is not None
    return [*ordinary, f"{name} = {name}.clone()"] if is_composed else ordinary


#: Where a result comes from a function that PyTorch makes of several ops.
COMPOSED = re.compile(r"torch\.(?:nn|func|distributions|autograd|linalg|optim|trapezoid|cumulative_trapezoid|stft)\b|\bjvp\(")


def same_steps(torch: Any, oracle: Oracle, program: Program, _: Difference) -> Program:
    """Strides of dimensions of size 1, which numpy does not keep, determine the path of some products in PyTorch."""
    done: Program = []
    for statement in program:
        done.append(statement)
        expected, actual = both(torch, oracle, done)
        for name, found in expected.items():
            record, other = value_of(expected, name), value_of(actual, name)
            if record is None or other is None or record.shape != other.shape:
                continue
            strides = [v[name]["strides"] for v in (expected, actual)]
            if strides[0] != strides[1] and walked(record.shape, strides[0]) == walked(record.shape, strides[1]) and found["leaf"]:
                done.append(f"{name}.data = {name}.data.clone(memory_format=torch.contiguous_format)")
    return done


def with_memory(_torch: Any, oracle: Oracle, program: Program, difference: Difference) -> Program:
    """PyTorch's gradient of `sgn` is a zero without memory, which it cannot share: the program with an ordinary zero in its place."""
    if difference.kind != "sharing":  # checked last: all values agree
        return program
    done: Program = []
    for statement in program:
        done.append(statement)
        for name in [n for n, found in oracle.of_program(done)["variables"].items() if isinstance(found, dict)]:
            record = value_of(found := oracle.of_program([*done, f"v900 = {name}._is_zerotensor()"])["variables"], name)
            if record is not None and found.get("v900") is True:
                done.append(f"{name} = torch.zeros({record.shape}, dtype=torch.{record.dtype})")
    return done


ZERO = re.compile(r"(v\d+)\.sgn\(\)")


def with_ordinary_zeros(_torch: Any, oracle: Oracle, program: Program, _: Difference) -> Program:
    """PyTorch's gradient of `sgn` is a zero without memory, which remains one in products, even with NaN: `sign` is used instead.

    It has no strides either, and in-place addition to it fails. For real numbers only, since the complex derivative differs.
    """
    done: Program = []
    for statement in program:
        variables = oracle.of_program(done)["variables"] if ZERO.search(statement) else {}
        records = {name: value_of(variables, name) for name in ZERO.findall(statement)}
        for name, record in records.items():
            if record is not None and not record.dtype.startswith("complex"):
                statement = statement.replace(f"{name}.sgn()", f"{name}.sign()")
        done.append(statement)
    return done


def with_own_gradients(_torch: Any, oracle: Oracle, program: Program, _: Difference) -> Program:
    """The program with every leaf's gradient in memory of its own.

    Where the cotangents of several leaves are parts or views of one tensor, PyTorch's gradients share its memory: values added to
    one of them later is then added to the others.
    """
    done: Program = []
    for statement in program:
        done.append(statement)
        if "backward(" not in statement:
            continue
        variables = oracle.of_program(done)["variables"]
        leaves = [n for n, found in variables.items() if isinstance(found, dict) and isinstance(found.get("grad"), TensorRecord)]
        asked = [f"v9{i:02} = {name}.grad" for i, name in enumerate(leaves)]
        asked += [f"v8{i:02} = {name}.grad.untyped_storage().nbytes() > {name}.grad.nbytes" for i, name in enumerate(leaves)]
        outcome = oracle.of_program([*done, *asked])
        tensors = [name for name, value in outcome["variables"].items() if isinstance(value, dict)]
        shared = {tensors[i] for pair in outcome["sharing"] for i in pair if all(tensors[j].startswith("v9") for j in pair)}
        for i, name in enumerate(leaves):
            if f"v9{i:02}" in shared or outcome["variables"].get(f"v8{i:02}") is True:
                done.append(f"{name}.grad = {name}.grad.clone(memory_format=torch.contiguous_format)")
    return done


NAMED = re.compile(r"(v\d+) (?:version|value)")


RUNNING = re.compile(r"(v\d+)\.(cummax|cummin)\((-?\d+)\)\[0\]")


def without_extremes_of_nothing(_torch: Any, oracle: Oracle, program: Program, difference: Difference) -> Program:
    """PyTorch's gradient of running maxima without elements is the input itself with its history: a copy is used instead."""
    if "requires_grad True, got False" not in difference.text and difference.kind != "version":
        return program
    done: Program = []
    for statement in program:
        for name in [call[0] for call in RUNNING.findall(statement)]:
            record = value_of(oracle.of_program(done)["variables"], name)
            if record is not None and not record.data.size:
                statement = RUNNING.sub(lambda call: f"{call[1]}.clone()", statement)
        done.append(statement)
    return done


def value_of(variables: dict[str, Any], name: str) -> TensorRecord | None:
    found = variables.get(name)
    value = found.get("value") if isinstance(found, dict) else None
    return value if isinstance(value, TensorRecord) else None


def literal(record: TensorRecord) -> str:
    """A tensor as a statement makes it, to the last bit."""
    if record.dtype.startswith("complex"):
        pairs = replace(record, dtype="float64" if record.dtype == "complex128" else "float32",
                        data=np.stack([record.data.real, record.data.imag], -1))
        return f"torch.view_as_complex({literal(pairs)})"
    numbers = re.sub(r"\b(nan|inf)\b", r"float('\1')", repr(record.data.tolist()))
    text = f"torch.tensor({numbers}, dtype=torch.{record.dtype})"
    negative = np.isnan(record.data) & np.signbit(record.data) if record.dtype in CHAIN.ulps else None
    if negative is None or not negative.any():
        return text
    return f"torch.where(torch.tensor({negative.tolist()}), {text}.abs().neg(), {text})"


#: Calls that return indices. PyTorch does not define which of several equal elements comes first.
PLACES = re.compile(r"(v\d+)\.(?:argsort\((-?\d+)\)|topk\(1, (-?\d+)\)\[1\])")


def same_places(torch: Any, oracle: Oracle, program: Program, _: Difference) -> Program:
    """The program with PyTorch's result instead of each call that returns indices of equal elements in another order than ours."""
    done: Program = []
    for statement in program:
        for call in PLACES.finditer(statement):
            source, dim = call[1], call[2] or call[3]
            expected, actual = both(torch, oracle, [*done, f"v900 = {source}.detach().clone()", f"v901 = {call[0]}"])
            values, places, others = value_of(expected, "v900"), value_of(expected, "v901"), value_of(actual, "v901")
            if values is None or places is None or others is None or not values.shape or not differences(places, others, EXACT):
                continue
            pointed = [np.take_along_axis(values.data, p.data, int(dim)) for p in (places, others)]
            if np.array_equal(*pointed, equal_nan=values.dtype in CHAIN.ulps):
                statement = statement.replace(call[0], literal(places))
        done.append(statement)
    return done


#: gelu of infinity is infinite for one number and NaN for several, in PyTorch's single precision.
GELU = re.compile(r"(v\d+) = torch\.nn\.functional\.gelu\((v\d+)\)")


def same_infinities(torch: Any, oracle: Oracle, program: Program, _: Difference) -> Program:
    """The program with infinity instead of PyTorch's results of gelu of infinity in single precision."""
    done: Program = []
    for statement in program:
        done.append(statement)
        call = GELU.fullmatch(statement)
        if call is not None:
            source = value_of(oracle.of_program(done)["variables"], call[2])
            if source is not None and source.dtype == "float32" and np.isposinf(source.data).any():
                done.append(f"{call[1]}.data[{call[2]}.data == float('inf')] = float('inf')")
    return done


def without_refused(torch: Any, oracle: Oracle, program: Program, _: Difference) -> Program:
    """The program without the statements that both sides refuse, provided that they change nothing on our side."""
    refused = oracle.of_program(program)["errors"], run(torch, program)["errors"]
    done = [s for i, s in enumerate(program) if str(i) not in refused[0] or refused[0][str(i)] != refused[1].get(str(i))]
    ours, without = (run(torch, p)["variables"] for p in (program, done))
    return done if not differences(ours, without, EXACT) else program


VIEWED = re.compile(r"(v\d+)(?=\.as_strided\()")


def within_result(_torch: Any, _oracle: Oracle, program: Program, difference: Difference) -> Program:
    """A reduced loss keeps the memory of the losses that PyTorch has reduced: the memory beyond the result is uninitialized."""
    if "setStorage" not in difference.text:
        return program
    return [VIEWED.sub(lambda call: f"{call[1]}.clone()", statement) for statement in program]


RULES: dict[str, Callable[[Any, Oracle, Program, Difference], Program]] = {
    "ties": same_places, "gelu of infinity": same_infinities, "written before a refusal": without_refused, "rounding": same_bits,
    "infinite complex numbers": same_infinite_complex, "sign of zero": same_zeros, "sign of NaN": same_nans,
    "spread of equal numbers": same_spread, "operand in the memory written": without_overlap,
    "memory written twice": without_repeats, "median of what is repeated": within_memory, "derivative of a Boolean": without_bools,
    "derivative in bytes": without_bytes,
    "derivative not built": without_unbuilt, "PyTorch's own error": without_own_errors, "memory not written yet": same_new_memory,
    "writes of kernels": without_writes_of_kernels, "words for an index of nothing": without_words, "strides of one element": same_steps,
    "memory behind a result": within_result, "complex32": without_half_complex,
    "zero without memory": with_memory, "zero of sgn": with_ordinary_zeros,
    "gradients in one memory": with_own_gradients,
    "running extremes of nothing": without_extremes_of_nothing}
#: Reasons that may combine with rounding, for example where a number is rounded to a zero of undefined sign.
WITH_ROUNDING = ("sign of zero", "sign of NaN", "ties")
