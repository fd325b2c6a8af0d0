"""Constants and process-wide settings: layouts, limits of dtypes, named tuples of results, default device."""
