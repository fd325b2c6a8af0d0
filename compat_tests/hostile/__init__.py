"""Malformed and malicious files for `torch.load`: a corpus of the known kinds, and mutations at random.

Each has to load or to be refused with `pickle.UnpicklingError` or `RuntimeError` and a sentence, within a time and with little memory,
and nothing that is in it may run. `python -m compat_tests.hostile --number 100000 --seed 1` tries many.
"""
