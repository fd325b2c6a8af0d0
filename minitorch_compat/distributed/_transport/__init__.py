"""What carries between processes: MPI, memory that ranks on one host share, and one process alone."""
