"""What refusals say, by subject: layers below hand over the op, the argument and what was got. Imported when a call has failed."""
