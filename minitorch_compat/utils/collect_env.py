"""`torch.utils.collect_env`: system information for bug reports. `python -m torch.utils.collect_env` prints it."""
from __future__ import annotations

import locale
import os
import platform
import subprocess
import sys
from importlib.metadata import distributions
from typing import TYPE_CHECKING, Any, NamedTuple

from .._namespace.names import missing


class SystemEnv(NamedTuple):
    """The collected information; "N/A" or None where it does not apply."""

    torch_version: str
    is_debug_build: str
    cuda_compiled_version: str
    gcc_version: str | None
    clang_version: str | None
    cmake_version: str | None
    os: str
    libc_version: str
    python_version: str
    python_platform: str
    is_cuda_available: str
    cuda_runtime_version: str | None
    cuda_module_loading: str
    nvidia_driver_version: str | None
    nvidia_gpu_models: str | None
    cudnn_version: str | None
    is_xpu_available: str
    pip_version: str
    pip_packages: str
    conda_packages: str | None
    hip_compiled_version: str
    hip_runtime_version: str
    miopen_runtime_version: str
    caching_allocator_config: str
    is_xnnpack_available: str
    cpu_info: str


#: Packages to report.
_REPORTED_PACKAGES = ("minitorch", "numpy", "ml_dtypes", "ml-dtypes", "torch", "triton", "onnx", "optree", "mypy", "flake8")


def run(command: str | list[str]) -> tuple[int, str, str]:
    """Return code, output and errors of a command; the code is 127 if it cannot be started."""
    try:
        done = subprocess.run(command, shell=isinstance(command, str), capture_output=True, text=True, check=False)
    except OSError as error:
        return 127, "", str(error)
    return done.returncode, done.stdout.strip(), done.stderr.strip()


def get_pip_packages(run_lambda: Any = run, patterns: Any = None) -> tuple[str, str]:
    """"pip3", and the installed packages to report as lines name==version."""
    names = tuple(patterns or _REPORTED_PACKAGES)
    versions = {f"{d.metadata['Name']}=={d.version}" for d in distributions()
                if d.metadata["Name"] and any(name in d.metadata["Name"].lower() for name in names)}
    return "pip3", "\n".join(sorted(versions))


def get_platform() -> str:
    """linux, win32, cygwin or darwin, as in `sys.platform`."""
    return "linux" if sys.platform.startswith("linux") else sys.platform


def get_os(run_lambda: Any = run) -> str:
    """The operating system with its version and machine."""
    if sys.platform == "darwin":
        return f"macOS {platform.mac_ver()[0]} ({platform.machine()})"
    if sys.platform.startswith("linux"):
        try:
            name = platform.freedesktop_os_release().get("PRETTY_NAME", "Linux")
        except OSError:
            name = "Linux"
        return f"{name} ({platform.machine()})"
    return f"{platform.platform()} ({platform.machine()})"


def get_python_platform() -> str:
    """`platform.platform()`."""
    return platform.platform()


def get_libc_version() -> str:
    """The C library and its version on Linux, else N/A."""
    return "-".join(platform.libc_ver()) if get_platform() == "linux" else "N/A"


def get_env_info() -> SystemEnv:
    """Collect all information."""
    from .. import __version__

    bits = sys.maxsize.bit_length() + 1
    return SystemEnv(
        torch_version=__version__, is_debug_build="False", cuda_compiled_version="None", gcc_version=None, clang_version=None,
        cmake_version=None, os=get_os(), libc_version=get_libc_version(), python_version=f"{sys.version} ({bits}-bit runtime)".replace(
            "\n", " "), python_platform=get_python_platform(), is_cuda_available="False", cuda_runtime_version=None,
        cuda_module_loading="N/A", nvidia_driver_version=None, nvidia_gpu_models=None, cudnn_version=None, is_xpu_available="False",
        pip_version="pip3", pip_packages=get_pip_packages()[1], conda_packages=None, hip_compiled_version="N/A", hip_runtime_version="N/A",
        miopen_runtime_version="N/A", caching_allocator_config="N/A", is_xnnpack_available="False",
        cpu_info=f"{platform.processor() or platform.machine()}, {os.cpu_count()} CPUs, {locale.getpreferredencoding(False)}")


def pretty_str(envinfo: SystemEnv) -> str:
    """The report as text."""
    rows = (
        ("PyTorch version", envinfo.torch_version), ("Is debug build", envinfo.is_debug_build),
        ("CUDA used to build PyTorch", envinfo.cuda_compiled_version), ("ROCM used to build PyTorch", envinfo.hip_compiled_version), None,
        ("OS", envinfo.os), ("GCC version", envinfo.gcc_version), ("Clang version", envinfo.clang_version),
        ("CMake version", envinfo.cmake_version), ("Libc version", envinfo.libc_version), None,
        ("Python version", envinfo.python_version), ("Python platform", envinfo.python_platform),
        ("Is CUDA available", envinfo.is_cuda_available), ("Is XPU available", envinfo.is_xpu_available), None,
        ("CPU", envinfo.cpu_info), None)
    text = "\n".join("" if row is None else f"{row[0]}: {'Could not collect' if row[1] is None else row[1]}" for row in rows)
    packages = "\n".join(f"[{envinfo.pip_version}] {line}" for line in envinfo.pip_packages.splitlines())
    return f"{text}\nVersions of relevant libraries:\n{packages}"


def get_pretty_env_info() -> str:
    """The report of this machine as text."""
    return pretty_str(get_env_info())


def main() -> None:
    """Print the report."""
    print("Collecting environment information...")
    print(get_pretty_env_info())


if not TYPE_CHECKING:  # type checkers must see only the names that exist
    __getattr__ = missing("torch.utils.collect_env", __name__)


if __name__ == "__main__":
    main()
