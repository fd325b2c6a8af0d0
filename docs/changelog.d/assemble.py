"""Gathers the fragments of this directory into CHANGELOG.md: `python docs/changelog.d/assemble.py VERSION [--draft]`.

Fragments lie flat, so that writing one is easy; here each is put under an area by what it speaks of, and towncrier (configured in
`pyproject.toml`, installed by the extra `dev`) does the rest and deletes them. With --draft it only prints what would be written.
"""
from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
#: Area, by its directory in towncrier's configuration -> what its fragments speak of. The first that fits counts: special before general.
AREAS = (
    ("adoption", r"python -m (minitorch_compat|compat_tests)|pytest plugin|install\(|wheel|import time|draw\(|"
                 r"docs/(api|coverage|examples|libr)|[Tt]ype check|traceback|MINITORCH_COMPAT"),
    ("distributed", r"distributed|multiprocess|DataParallel|torchrun"),
    ("data", r"DataLoader|torch\.utils\.data|Dataset|[Ss]ampler|torch\.load|torch\.save|pickle|safetensors|[Ss]torage|from_file|hub"),
    ("random", r"random|seed|distributions|Distribution|dropout|multinomial|Generator|bernoulli|Sobol"),
    ("optim", r"optim\.|[Oo]ptimi[sz]er|lr_scheduler|scheduler|GradScaler|LBFGS|\bAdam|\bSGD"),
    ("func", r"torch\.func|vmap|functorch|jvp|jacrev|jacfwd|hessian|forward.mode|dual"),
    ("autograd", r"autograd|backward|grad_fn|gradient|hook|gradcheck|checkpoint|derivative|leaf|_saved_|graph|version counter|profiler"),
    ("nn", r"\bnn\.|nn\.functional|\bF\.|[Mm]odule|conv|LSTM|GRU|attention|Transformer|BatchNorm|pool|loss"),
    ("tensors", r""),
)


def area(text: str) -> str:
    """The area that a fragment belongs to."""
    return next(name for name, pattern in AREAS if re.search(pattern, text))


def main(argv: list[str]) -> int:
    versions = [argument for argument in argv if not argument.startswith("-")]
    if len(versions) != 1 or set(argv) - {*versions, "--draft"}:
        print((__doc__ or "").split("\n\n")[0], file=sys.stderr)
        return 2
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["towncrier"]
    fragments = [path for path in HERE.glob("*.*.md") if path.name.count(".") == 2]
    with tempfile.TemporaryDirectory() as place:
        # Towncrier knows areas by directories: it works on a copy in which they are made.
        copy = Path(place)
        shutil.copy(ROOT / "pyproject.toml", copy)
        shutil.copy(ROOT / settings["filename"], copy)
        (copy / settings["template"]).parent.mkdir(parents=True)
        shutil.copy(ROOT / settings["template"], copy / settings["template"])
        for section in settings["section"]:
            (copy / settings["directory"] / section["path"]).mkdir(parents=True)
        for path in fragments:
            text = " ".join(path.read_text(encoding="utf-8").split())
            (copy / settings["directory"] / area(text) / path.name).write_text(text + "\n", encoding="utf-8")
        done = subprocess.run([sys.executable, "-m", "towncrier", "build", "--keep", "--version", versions[0],
                               *(["--draft"] if "--draft" in argv else [])], cwd=copy, check=False)
        if done.returncode or "--draft" in argv:
            return done.returncode
        shutil.copy(copy / settings["filename"], ROOT / settings["filename"])
    for path in fragments:
        path.unlink()
    print(f"{settings['filename']}: {len(fragments)} fragments gathered under {versions[0]}, and removed from {HERE.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
