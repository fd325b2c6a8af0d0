/work/env/dev/bin/python: can't open file '/work/env/h/left/h.py': [Errno 2] No such file or directory
