"""Run by `mpiexec` in place of an existing process: passes on the connection to the process manager, and lives until that process ends.

Arguments: the paths of the sockets on which ranks 0, 1, … listen. Uses only the standard library.
"""
import json
import os
import socket
import sys

BELONG = ("PMI", "HYDRA", "HYDI", "MPI", "OMPI", "PRTE", "PMIX", "OPAL", "I_MPI", "FI_")


def main() -> None:
    """Connect to the process of this rank, and send it the environment and the socket of the process manager."""
    rank = next(int(os.environ[name]) for name in ("PMI_RANK", "OMPI_COMM_WORLD_RANK", "PMIX_RANK") if name in os.environ)
    channel = socket.socket(socket.AF_UNIX)
    channel.connect(sys.argv[1 + rank])
    environment = {name: value for name, value in os.environ.items() if name.startswith(BELONG)}
    handle = os.environ.get("PMI_FD")
    socket.send_fds(channel, [(json.dumps(environment) + "\n").encode()], [int(handle)] if handle else [])
    try:
        while channel.recv(64):
            pass
    except OSError:
        pass


if __name__ == "__main__":
    main()
