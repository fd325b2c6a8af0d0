"""Loss curves of the programs beside it, and those that PyTorch gave: `python train_gpt.py --record`, with PyTorch, keeps these."""
import json
import sys
from pathlib import Path

RECORDED = Path(__file__).parent / "pytorch_losses.json"


def main(losses, name):
    told = json.loads(RECORDED.read_text()) if RECORDED.exists() else {}
    found = losses()
    if sys.argv[1:] == ["--record"]:
        told[name] = found
        RECORDED.write_text(json.dumps(told, indent=0, sort_keys=True) + "\n")
        return
    theirs = told[name]
    furthest = max(abs(a - b) / max(abs(b), 1e-3) for a, b in zip(found, theirs, strict=True))
    print(f"{name}: last loss {found[-1]:.6f}, with PyTorch {theirs[-1]:.6f}; furthest apart {furthest:.1e}")
    if len(sys.argv) > 1:
        draw(found, theirs, sys.argv[1] + ".svg")


def draw(found, theirs, path):
    import matplotlib.pyplot as plt

    _figure, axes = plt.subplots(figsize=(6, 3.2), layout="constrained")
    axes.plot(theirs, color="#d98e04", linewidth=4, alpha=0.5, label="PyTorch, recorded")
    axes.plot(found, color="#1a3b6b", linewidth=1.2, label="minitorch_compat")
    axes.set(xlabel="step", ylabel="loss", yscale="log" if min(found) > 0 else "linear")
    axes.legend()
    plt.savefig(path)
