"""Operations on about a million elements: the aspect `large` of the conformance suite.

Rounding errors that grow with length show on no small sample. Every entry of tiers 1 and 2 has cases here (`cases.py`) whose inputs
both sides make from seeds (`inputs.py`). Of PyTorch's results, computed in double precision, summaries are recorded (`summaries.py`),
and beside them the error of PyTorch's own result in single or half precision, so that what is asked of this package is: at most that
of the dtype's last place, or twice PyTorch's. `python -m compat_tests.large` measures whole results against double precision.
"""
