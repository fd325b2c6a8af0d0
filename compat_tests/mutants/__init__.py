"""Plants faults in the package, one at a time, and reports those that no test notices: `python -m compat_tests.mutants`."""
