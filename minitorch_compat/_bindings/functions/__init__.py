"""Functions of `torch` that it spells irregularly, and the methods beside them."""
