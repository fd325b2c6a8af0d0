"""Transports between processes: MPI, shared memory of ranks on one host, and a single process."""
