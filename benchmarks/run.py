"""Measure every headline and print the table; the exit code says whether all were met."""

from __future__ import annotations

import sys

import mannwhitney
import permutation
import read_ship_da
import startup


def main() -> int:
    measured = [row for module in (startup, mannwhitney, permutation, read_ship_da) for row in module.rows()]
    print("| what | ours | peer, same run | ratio | asked | met |")
    print("|---|---|---|---|---|---|")
    for row in measured:
        met = "yes" if row.met else "NO"
        print(f"| {row.what} | {row.ours} | {row.peer} | {row.ratio:.2f} | {row.asked} | {met} |")
    return 0 if all(row.met for row in measured) else 1


if __name__ == "__main__":
    sys.exit(main())
