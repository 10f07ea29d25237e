"""How things are measured: the best of several runs, each peer beside us in the same run."""

from __future__ import annotations

import resource
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """One line of the table."""

    what: str
    ours: str
    peer: str
    ratio: float
    """Ours over the peer's, or the peer's over ours, as ``asked`` says."""
    asked: str
    met: bool


def seconds(run: Callable[[], object], times: int = 5) -> float:
    """Return the shortest wall time of several runs."""
    best = float("inf")
    for _ in range(times):
        start = time.perf_counter()
        run()
        best = min(best, time.perf_counter() - start)
    return best


def user_cpu(*arguments: str, times: int = 9) -> float:
    """Return the least user CPU time of a Python process that is started anew each time."""
    best = float("inf")
    for _ in range(times):
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)
        best = min(best, resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before)
    return best


def reported(code: str) -> dict[str, float]:
    """Run a program in a fresh process that prints ``name number`` lines, its peak memory last."""
    code += "\nimport resource\nprint('peak', resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)\n"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    pairs = [line.split() for line in done.stdout.splitlines()]
    return {name: float(value) for name, value in pairs}
