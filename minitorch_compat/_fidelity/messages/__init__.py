"""Error messages, by subject: lower layers pass the op, the argument and the value. Imported when a call has failed."""
