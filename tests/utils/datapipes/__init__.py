"""Data pipes: programs whose answers are compared with those recorded from PyTorch."""
from tests.utils.datapipes import elements, files, graphs, iteration, loaders
from tests.utils.datapipes.programs import CASES

__all__ = ["CASES", "elements", "files", "graphs", "iteration", "loaders"]
