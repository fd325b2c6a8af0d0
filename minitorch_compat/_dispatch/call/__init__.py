"""The way of a call: fast paths by the shape of a schema, promotion, overriding, results and errors."""
