"""Which names of torch a program uses, and whether they work here: by reading it (`check`) or by running it (`trace`)."""
