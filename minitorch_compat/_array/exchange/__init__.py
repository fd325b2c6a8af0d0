"""Arrays and the outside: Python data read, arrays printed, memory of other processes, names of foreign types."""
