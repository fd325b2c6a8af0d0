"""How numpy's loops are run: in blocks, on threads, without floating-point warnings, in memory that is reused."""
