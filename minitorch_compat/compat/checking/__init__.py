"""What of torch a program uses, and whether it works here: by reading it (`check`) or by running it (`trace`)."""
