"""Conversions to and from arrays: parsing Python data, printing, shared memory, names of foreign types."""
