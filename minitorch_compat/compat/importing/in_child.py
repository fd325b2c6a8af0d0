"""Run by its path, first of all, in a process that is started afresh: `import torch` there finds the package that this file is of.

The process has not been told its parent's `sys.path` yet, which takes the place of this one afterwards.
"""
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3]))

from minitorch_compat import install

install()
