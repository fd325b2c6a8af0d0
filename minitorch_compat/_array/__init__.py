"""Layer 1: kernels. ndarrays in, ndarrays out; nothing here has heard of Tensor."""
