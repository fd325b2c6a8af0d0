"""Plants faults in the package, one at a time, and reports which of them no test notices: `python -m compat_tests.mutants`."""
