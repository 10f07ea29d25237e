"""Reading 2.3 million ratings, beside lzma and polars alone."""

from __future__ import annotations

import os
from pathlib import Path

from measure import Row, reported

OURS = """
import time
start = time.perf_counter()
import holdfast
study = holdfast.read({path!r})
print("seconds", time.perf_counter() - start)
print("rows", len(study.ratings))
"""
PEER = """
import time
start = time.perf_counter()
import io, lzma, polars
frame = polars.read_csv(io.BytesIO(lzma.open({path!r}).read()))
print("seconds", time.perf_counter() - start)
print("rows", frame.height)
"""
RANK = """
from contextlib import redirect_stdout
import io, time
start = time.perf_counter()
from holdfast.cli.main import main
with redirect_stdout(io.StringIO()) as out:
    try:
        main(["rank", {path!r}, "--select", "campaign={campaign}", "--json"])
    except SystemExit as ended:
        assert not ended.code, ended.code
print("seconds", time.perf_counter() - start)
"""


def rows() -> list[Row]:
    folder = os.environ.get("HOLDFAST_DATA")
    path = Path(folder or "", "ship-da", "segment_scores.csv.xz")
    if not folder or not path.exists():
        print("skipped: read_ship_da (HOLDFAST_DATA does not name a folder with ship-da)")
        return []
    ours = [reported(OURS.format(path=str(path))) for _ in range(3)]
    peer = [reported(PEER.format(path=str(path))) for _ in range(3)]
    ranked = reported(RANK.format(path=str(path), campaign=0))
    mine, theirs = (min(run["seconds"] for run in runs) for runs in (ours, peer))
    peak = max(run["peak"] for run in (*ours, ranked))
    return [
        Row(
            f"read {int(ours[0]['rows']):,} ratings (.csv.xz)",
            f"{mine:.2f} s",
            f"lzma + polars {theirs:.2f} s",
            mine / theirs,
            "at most 3 times",
            mine / theirs <= 3,
        ),
        Row(
            f"rank one campaign of them ({ranked['seconds']:.2f} s), peak memory",
            f"{peak:.0f} MB",
            f"lzma + polars {max(run['peak'] for run in peer):.0f} MB",
            peak / 1500,
            "under 1.5 GB",
            peak < 1500,
        ),
    ]
