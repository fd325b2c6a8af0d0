"""torch.utils.data.datapipes: pipes of data, which read from each other.

`datapipe.py` has their base classes, `_hook_iterator.py` what happens to every iterator, `_decorator.py` their decorators; `iter/` has
streams, `map/` what is indexed. Pipes of data frames are not built.
"""
from typing import TYPE_CHECKING

from ...._namespace.modules import recorded_getattr
from . import iter as iter  # these register the functions by which pipes call each other
from . import map as map

if not TYPE_CHECKING:  # `dataframe`
    __getattr__ = recorded_getattr("torch.utils.data.datapipes")
