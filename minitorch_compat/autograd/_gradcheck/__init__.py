"""The implementation of `gradcheck`: Jacobians, comparisons and error messages."""
