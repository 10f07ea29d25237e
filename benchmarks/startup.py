"""What it costs to start."""

from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np

from measure import Row, user_cpu

LINES = 1_000


def rows() -> list[Row]:
    bare = user_cpu("-c", "pass")
    imported, numpy = user_cpu("-c", "import holdfast"), user_cpu("-c", "import numpy")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "ratings.csv")
        path.write_text(_ratings())
        rank = user_cpu("-m", "holdfast", "rank", str(path), "--json")
    peers = user_cpu("-c", "import numpy, polars, typer")
    return [
        Row(
            "import holdfast, user CPU",
            f"{imported * 1e3:.0f} ms",
            f"import numpy {numpy * 1e3:.0f} ms (bare Python {bare * 1e3:.0f} ms)",
            imported / numpy,
            "at most twice",
            imported / numpy <= 2,
        ),
        Row(
            f"holdfast rank of {LINES:,} lines, user CPU",
            f"{rank * 1e3:.0f} ms",
            f"import numpy, polars, typer {peers * 1e3:.0f} ms",
            rank / peers,
            "at most 1.5 times",
            rank / peers <= 1.5,
        ),
    ]


def _ratings() -> str:
    rng = np.random.default_rng(0)
    lines = ["system,document,segment,rater,score"]
    for row in range(LINES):
        system, segment = row % 5, row // 5
        score = round(min(100, max(0, rng.normal(70 + system, 15))))
        lines.append(f"system{system},doc{segment // 10},{segment},rater{row % 7},{score}")
    return "\n".join(lines) + "\n"
