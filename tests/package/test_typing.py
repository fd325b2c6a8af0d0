"""Declarations for type checkers hold at run time, too; mypy checks the examples in its own run."""
from __future__ import annotations

import runpy
from pathlib import Path

import minitorch_compat as torch


def test_the_examples_run() -> None:
    runpy.run_path(str(Path(__file__).with_name("typing_examples.py")), run_name="__main__")


def test_what_is_exported_is_there() -> None:
    assert len(set(torch.__all__)) == len(torch.__all__) > 600
    assert not [name for name in torch.__all__ if not hasattr(torch, name)]


def test_star_import_leaves_out_what_pytorch_leaves_out() -> None:
    assert {"Tensor", "float32", "load", "conv2d", "no_grad"} <= set(torch.__all__)
    assert not {"install", "UnsupportedError", "unique", "channels_last", "inspect"} & set(torch.__all__)
