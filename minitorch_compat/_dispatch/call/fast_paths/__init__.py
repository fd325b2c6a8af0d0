"""Fast paths: one function per shape of a schema, with everything inlined, for plain tensors where no level is open."""
