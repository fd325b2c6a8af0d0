"""Sparse arrays and their kernels: coordinate (COO) and compressed (CSR, CSC, BSR, BSC) layouts."""
