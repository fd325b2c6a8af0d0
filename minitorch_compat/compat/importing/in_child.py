"""Run by its path at the start of a child process: makes `import torch` there load the package that this file belongs to.

The child does not have its parent's `sys.path` yet; that replaces this one later.
"""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3]))

from minitorch_compat import install

install()
