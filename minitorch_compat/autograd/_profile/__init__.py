"""What a profiler records (spans of calls, their arguments, memory and names), and its table."""
