"""Looks into what is released, `package_contents.py CLONE SDIST WHEEL`: the sdist is complete, the wheel has the package alone."""
from __future__ import annotations

import subprocess
import sys
import tarfile
import zipfile
from email.parser import Parser
from pathlib import Path

#: Megabytes that a wheel may have.
LIMIT = 3.2


def main(clone: Path, sdist: Path, wheel: Path) -> None:
    tracked = subprocess.run(["git", "ls-files"], cwd=clone, capture_output=True, text=True, check=False).stdout.split("\n")
    with tarfile.open(sdist) as archive:
        packed = {name.partition("/")[2] for name in archive.getnames()}
    missing = {name for name in tracked if name and not name.startswith(".git")} - packed
    assert not missing, f"not in the sdist: {sorted(missing)[:20]}"
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        metadata = Parser().parsestr(archive.read(next(n for n in names if n.endswith(".dist-info/METADATA"))).decode())
    strangers = [n for n in names if not n.startswith(("minitorch_compat/", "minitorch_compat-", "torch-stubs/"))]
    assert not strangers, f"in the wheel, and none of the package: {strangers[:20]}"
    package = {name for name in tracked if name.startswith("minitorch_compat/") and not name.endswith(".md")}
    assert package <= set(names), f"not in the wheel: {sorted(package - set(names))[:20]}"
    assert not [n for n in names if n.endswith((".pyc", ".xz", ".npy", ".md"))], "what only tests and generators read is in the wheel"
    size = wheel.stat().st_size / 1e6
    assert size < LIMIT, f"the wheel has {size:.1f} MB"
    assert not metadata.get_all("Project-URL") or all("example" not in url for url in metadata.get_all("Project-URL", []))
    print(f"{sdist.name}: {sdist.stat().st_size / 1e6:.1f} MB, {len(packed)} files; {wheel.name}: {size:.1f} MB, {len(names)} files")


if __name__ == "__main__":
    main(*(Path(argument).resolve() for argument in sys.argv[1:]))
