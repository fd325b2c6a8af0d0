"""Functions of matrices: `torch.linalg`, products, Fourier transforms."""
