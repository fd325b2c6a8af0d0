"""Stores: small tables of keys and bytes that processes share to find each other. Tensors never go through them.

Every store is a table behind a door. `Table` does the work, one command at a time; a HashStore calls it, a FileStore keeps it in a locked
file,
a TCPStore asks the process that serves it. Waiting is asking again, so no command ever blocks the table.
"""
from __future__ import annotations

import contextlib
import operator
import os
import pickle
import selectors
import socket
import socketserver
import struct
import threading
import time
import weakref
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from ._errors import DistNetworkError, DistStoreError

DEFAULT_TIMEOUT = timedelta(seconds=300)


def as_bytes(value: Any) -> bytes:
    """What a caller stores: text or bytes."""
    return value.encode() if isinstance(value, str) else bytes(value)


def as_timedelta(timeout: Any) -> timedelta:
    """A span of time, or a number of seconds."""
    return timeout if isinstance(timeout, timedelta) else timedelta(seconds=timeout)


class Table:
    """Keys and bytes, and the commands on them. `None` says that a key is not there."""

    def __init__(self, content: dict[str, bytes] | None = None) -> None:
        self.content = {} if content is None else content
        self.lock = threading.Lock()

    def do(self, command: str, *args: Any) -> Any:
        """One command, whole."""
        with self.lock:
            return getattr(self, "_" + command)(*args)

    def _set(self, key: str, value: bytes) -> None:
        self.content[key] = value

    def _get(self, key: str) -> bytes | None:
        return self.content.get(key)

    def _append(self, key: str, value: bytes) -> None:
        self.content[key] = self.content.get(key, b"") + value

    def _add(self, key: str, amount: int) -> int:
        total = int(self.content.get(key, b"0")) + amount
        self.content[key] = str(total).encode()
        return total

    def _check(self, *keys: str) -> bool:
        return all(key in self.content for key in keys)

    def _compare_set(self, key: str, expected: bytes, desired: bytes) -> bytes:
        present = self.content.get(key)
        if present == expected or present is None and not expected:
            self.content[key] = desired
            return desired
        return expected if present is None else present

    def _delete(self, key: str) -> bool:
        return self.content.pop(key, None) is not None

    def _count(self) -> int:
        return len(self.content)

    def _keys(self) -> list[str]:
        return list(self.content)


class Store:
    """A table of keys and bytes that all processes of a job see. Subclasses say how it is reached (`_do`), or replace the methods."""

    def __init__(self) -> None:
        self._timeout = DEFAULT_TIMEOUT

    def _do(self, command: str, *args: Any) -> Any:
        raise NotImplementedError("a store needs a way to its table")

    @property
    def timeout(self) -> timedelta:
        """How long `get` and `wait` wait for a key."""
        return self._timeout

    def set_timeout(self, timeout: timedelta) -> None:
        """Wait that long from now on."""
        self._timeout = as_timedelta(timeout)

    def set(self, key: str, value: Any) -> None:
        """Put a text or bytes under a key, in place of what was there.

        Example: `store.set("address", "10.0.0.1")`.
        """
        self._do("set", key, as_bytes(value))

    def get(self, key: str) -> bytes:
        """The bytes under a key, waited for; DistStoreError when they do not come within the timeout."""
        self.wait([key])
        found = self._do("get", key)
        if found is None:
            raise DistStoreError(f"the key {key!r} was deleted while it was waited for")
        return bytes(found)

    def append(self, key: str, value: Any) -> None:
        """Put bytes behind those under the key."""
        self._do("append", key, as_bytes(value))

    def add(self, key: str, amount: int) -> int:
        """Count: add to the number under the key (0 if there is none), and return the sum."""
        return int(self._do("add", key, int(amount)))

    def check(self, keys: list[str]) -> bool:
        """Whether all these keys are there now."""
        return bool(self._do("check", *keys))

    def compare_set(self, key: str, expected_value: Any, desired_value: Any) -> bytes:
        """Put the desired value where the expected one is, or, if that is empty, where there is none; returns what is there after."""
        return bytes(self._do("compare_set", key, as_bytes(expected_value), as_bytes(desired_value)))

    def delete_key(self, key: str) -> bool:
        """Remove a key; says whether it was there."""
        return bool(self._do("delete", key))

    def num_keys(self) -> int:
        """How many keys there are."""
        return int(self._do("count"))

    def list_keys(self) -> list[str]:
        """All keys."""
        return list(self._do("keys"))

    def multi_get(self, keys: list[str]) -> list[bytes]:
        """`get` of each."""
        return [self.get(key) for key in keys]

    def multi_set(self, keys: list[str], values: list[Any]) -> None:
        """`set` of each."""
        if len(keys) != len(values):
            raise DistStoreError(f"multi_set: {len(keys)} keys and {len(values)} values")
        for key, value in zip(keys, values):
            self.set(key, value)

    def has_extended_api(self) -> bool:
        """True: there are `append`, `multi_get` and `multi_set`."""
        return True

    def wait(self, keys: list[str], timeout: Any = None) -> None:
        """Wait until all keys are there; DistStoreError names those that are not after the timeout."""
        limit = as_timedelta(self.timeout if timeout is None else timeout)
        end, pause = time.monotonic() + limit.total_seconds(), 0.0005
        while not self.check(keys):
            if time.monotonic() > end:
                raise DistStoreError(f"wait timeout after {limit.total_seconds() * 1000:.0f}ms, keys: "
                                     + ", ".join(key for key in keys if not self.check([key])))
            time.sleep(pause)
            pause = min(pause * 2, 0.02)


class HashStore(Store):
    """A store of one process, for its threads."""

    def __init__(self) -> None:
        super().__init__()
        self._table = Table()

    def _do(self, command: str, *args: Any) -> Any:
        return self._table.do(command, *args)


#: Keys of a file for how many stores of it there are, and how many there were.
_OPEN, _CLOSED = "refcount/", "cleanup/"


class FileStore(Store):
    """A store in a file that all processes can lock: `FileStore(path, world_size)`.

    The last store of a file takes it away, once as many have gone as the `world_size` says: the next job at the same path starts anew.
    Without a `world_size` the file stays.
    """

    def __init__(self, file_name: str, world_size: int = -1) -> None:
        super().__init__()
        self._path = str(file_name)
        size = operator.index(world_size)
        try:
            _in_file(self._path, "add", _OPEN, 1)
        except OSError as error:
            raise DistStoreError(error.strerror) from None
        weakref.finalize(self, _leave_file, self._path, size, os.getpid())

    @property
    def path(self) -> str:
        """Where the file is."""
        return self._path

    def _do(self, command: str, *args: Any) -> Any:
        return _in_file(self._path, command, *args)

    def list_keys(self) -> list[str]:
        """All keys that were set."""
        return [key for key in super().list_keys() if key not in (_OPEN, _CLOSED)]


@contextlib.contextmanager
def _locked(path: str, mode: str = "a+b") -> Iterator[Any]:
    """The file, opened, while no other process has it."""
    with open(path, mode) as file:
        _lock_file(file)
        try:
            yield file
            file.flush()
        finally:
            _unlock_file(file)


def _in_file(path: str, command: str, *args: Any) -> Any:
    """One command on the table in a file."""
    with _locked(path) as file:
        return _in_locked(file, command, *args)


def _in_locked(file: Any, command: str, *args: Any) -> Any:
    file.seek(0)
    text = file.read()
    table = Table(_read_table(text))
    answer = table.do(command, *args)
    after = _written_table(table.content)
    if after != text:
        file.seek(0)
        file.truncate()
        file.write(after)
    return answer


def _leave_file(path: str, world_size: int, process: int) -> None:
    """Count a store that has gone, and remove the file with the last one. A forked process has not counted its copy."""
    if os.getpid() != process:
        return
    with contextlib.suppress(OSError):  # the file, or its directory, may be gone already
        with _locked(path, "r+b") as file:
            closed = _in_locked(file, "add", _CLOSED, 1)
            last = _in_locked(file, "add", _OPEN, -1) == 0
        if last and 0 <= world_size <= closed:
            os.remove(path)


def _read_table(text: bytes) -> dict[str, bytes]:
    """The table in a file: keys and values in turn, each behind its length."""
    parts, place = [], 0
    while place < len(text):
        size, = struct.unpack_from("<I", text, place)
        parts.append(text[place + 4:place + 4 + size])
        place += 4 + size
    return {key.decode(): value for key, value in zip(parts[::2], parts[1::2])}


def _written_table(content: dict[str, bytes]) -> bytes:
    return b"".join(struct.pack("<I", len(part)) + part for key, value in content.items() for part in (key.encode(), value))


def _lock_file(file: Any) -> None:
    """Wait until this process alone may use the file."""
    try:
        import fcntl
    except ImportError:  # Windows
        import msvcrt

        file.seek(1 << 30)
        msvcrt.locking(file.fileno(), msvcrt.LK_LOCK, 1)  # type: ignore[attr-defined]
        return
    fcntl.flock(file, fcntl.LOCK_EX)


def _unlock_file(file: Any) -> None:
    try:
        import fcntl
    except ImportError:
        import msvcrt

        file.seek(1 << 30)
        msvcrt.locking(file.fileno(), msvcrt.LK_UNLCK, 1)  # type: ignore[attr-defined]
        return
    fcntl.flock(file, fcntl.LOCK_UN)


class _Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True
    request_queue_size = 512

    def __init__(self, port: int) -> None:
        self.table, self.connections = Table(), set[socket.socket]()
        super().__init__(("", port), _Handler)
        self._process = os.getpid()
        self._waking, self._woken = socket.socketpair()
        self._thread = threading.Thread(target=self._serve, daemon=True, name=f"TCPStore {port}")
        self._thread.start()

    def _serve(self) -> None:
        """Answer whoever comes, until `stop`: then the port is free again."""
        with selectors.DefaultSelector() as selector:
            selector.register(self, selectors.EVENT_READ)
            selector.register(self._woken, selectors.EVENT_READ)
            while not any(key.fileobj is self._woken for key, _ in selector.select()):
                self.handle_request()
        self.server_close()
        self._woken.close()

    def stop(self) -> None:
        """Give the port back, and let those go who are connected. A forked process leaves it to the one that serves."""
        if os.getpid() != self._process:
            return
        self._waking.close()
        if threading.current_thread() is not self._thread:
            self._thread.join()
        for connection in list(self.connections):
            with contextlib.suppress(OSError):  # it has gone by itself
                connection.shutdown(socket.SHUT_RDWR)


class _Serving:
    """What the stores hold that a server serves for: with the last of them it ends."""

    def __init__(self, port: int) -> None:
        server = _Server(port)
        self.port: int = server.server_address[1]
        weakref.finalize(self, server.stop).atexit = False  # then the process ends, and all its sockets with it


class _Handler(socketserver.BaseRequestHandler):
    """Answers one process until it goes."""

    server: _Server

    def handle(self) -> None:
        """Commands in, answers out."""
        self.server.connections.add(self.request)
        try:
            with contextlib.suppress(ConnectionError, EOFError):
                while True:
                    command, *args = _received(self.request)
                    _send(self.request, [self.server.table.do(command, *args)])
        finally:
            self.server.connections.discard(self.request)


class _Plain(pickle.Unpickler):
    """Reads lists of texts, bytes and numbers: a message that names a class is refused."""

    def find_class(self, module: str, name: str) -> Any:
        """Never."""
        raise DistNetworkError(f"a message to the store names {module}.{name}: not one of ours")


def _send(connection: socket.socket, message: list[Any]) -> None:
    text = pickle.dumps(message, protocol=4)
    connection.sendall(struct.pack("<I", len(text)) + text)


def _received(connection: socket.socket) -> Any:
    import io

    size, = struct.unpack("<I", _exactly(connection, 4))
    return _Plain(io.BytesIO(_exactly(connection, size))).load()


def _exactly(connection: socket.socket, size: int) -> bytes:
    parts = bytearray()
    while len(parts) < size:
        part = connection.recv(size - len(parts))
        if not part:
            raise EOFError
        parts += part
    return bytes(parts)


class TCPStore(Store):
    """A store that one process serves (`is_master=True`) at a port and the others reach over the network.

    Parameters: the host and port of the serving process (port 0 there: any free one, then in `port`); `world_size`, how many processes
    the master waits for (None: for none); `timeout`, for keys and for connecting. DistNetworkError when nobody serves.

    Example: `store = TCPStore("127.0.0.1", 29500, world_size=2, is_master=rank == 0)`.
    """

    def __init__(self, host_name: str, port: int, world_size: int | None = None, is_master: bool = False,
                 timeout: timedelta = DEFAULT_TIMEOUT, wait_for_workers: bool = True, multi_tenant: bool = False,
                 master_listen_fd: int | None = None, use_libuv: bool = True) -> None:
        super().__init__()
        self._timeout = as_timedelta(timeout)
        self._host, self._port, self._server = host_name, port, None
        if is_master:
            self._server = _shared_server(host_name, port, multi_tenant)
            self._port = self._server.port
        self._lock = threading.Lock()
        self._connection = self._connect()
        weakref.finalize(self, self._connection.close)
        if world_size is not None and world_size > 0 and wait_for_workers:
            self._do("add", "init/", 1)
            if is_master:
                self._await_workers(world_size)

    def _await_workers(self, world_size: int) -> None:
        end = time.monotonic() + self._timeout.total_seconds()
        while (here := self._do("add", "init/", 0)) < world_size:
            if time.monotonic() > end:
                raise DistStoreError(f"Timed out after {self._timeout.total_seconds():g} seconds waiting for clients. "
                                     f"{here}/{world_size} clients joined.")
            time.sleep(0.005)

    def _connect(self) -> socket.socket:
        end = time.monotonic() + self._timeout.total_seconds()
        while True:
            try:
                found = socket.create_connection((self._host, self._port), timeout=max(0.1, end - time.monotonic()))
                if found.getsockname() == found.getpeername():  # while nobody listens at a port, TCP may connect it to itself
                    found.close()
                    raise ConnectionRefusedError("nobody listens")
                found.settimeout(None)
                found.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                return found
            except OSError as error:
                if time.monotonic() > end:
                    raise DistNetworkError(f"The client socket has failed to connect to {self._host}:{self._port} "
                                           f"within {self._timeout.total_seconds():g} s: {error}") from None
                time.sleep(0.02)

    @property
    def host(self) -> str:
        """Where the store is served."""
        return self._host

    @property
    def port(self) -> int:
        """The port where it is served."""
        return self._port

    def _do(self, command: str, *args: Any) -> Any:
        with self._lock:
            try:
                _send(self._connection, [command, *args])
                return _received(self._connection)[0]
            except (OSError, EOFError) as error:
                raise DistNetworkError(f"the store at {self._host}:{self._port} went away during {command}: {error}") from None

    def __getstate__(self) -> Any:
        return self._host, self._port, self._timeout

    def __setstate__(self, state: Any) -> None:
        self.__init__(state[0], state[1], timeout=state[2], wait_for_workers=False)  # type: ignore[misc]


_servers: weakref.WeakValueDictionary[int, _Serving] = weakref.WeakValueDictionary()


def _shared_server(host: str, port: int, shared: bool) -> _Serving:
    """The server of a port; several stores of a process may share it if they say so."""
    found = _servers.get(port) if shared else None
    if found is not None:
        return found
    try:
        made = _Serving(port)
    except OSError as error:
        raise DistNetworkError(f"The server socket has failed to listen on any local network address. port: {port}, "
                               f"useIpv6: false, code: {-(error.errno or 0)}, message: {error.strerror}") from None
    _servers[made.port] = made
    return made


class PrefixStore(Store):
    """Another store's keys that begin with a prefix: `PrefixStore("mine", store)`."""

    def __init__(self, prefix: str, store: Store) -> None:
        super().__init__()
        self.prefix, self._store = prefix, store

    @property
    def underlying_store(self) -> Store:
        """The store itself."""
        return self._store

    @property
    def timeout(self) -> timedelta:
        """That of the store itself."""
        return self._store.timeout

    def set_timeout(self, timeout: timedelta) -> None:
        """Set that of the store itself."""
        self._store.set_timeout(timeout)

    def _do(self, command: str, *args: Any) -> Any:
        if command in ("count", "keys"):
            return self._store._do(command)
        keys = len(args) if command == "check" else 1
        return self._store._do(command, *(f"{self.prefix}/{key}" for key in args[:keys]), *args[keys:])
