"""What is timed, by group, on whichever library is measured."""
