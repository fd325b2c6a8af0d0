"""What `torch.distributed` answers with 2 and 4 processes: `cases.py` runs on PyTorch's gloo (`record.py`) and here on MPI (`run.py`)."""
