"""The aspect `meta`: recorded samples on the meta device, on either side: dtypes, shapes, strides and devices of results and gradients."""
