"""Whatever bytes a file has: an answer or one line of error, and never an exception."""

import gzip
import json
import random
from collections import Counter

import pytest

from holdfast.cli.main import main

TABLE = "system,document,segment,rater,score,kind\n" + "".join(
    f"{system},d{segment // 3},{segment},r{segment % 2},{40 + 7 * segment},output\n"
    for system in "AB"
    for segment in range(6)
)
WIDE = "segment,system,rater1,rater2\n" + "".join(f"{i},{'AB'[i % 2]},{i},{i + 3}\n" for i in range(8))
LINES = "".join(f'{{"system": "{s}", "segment": {i}, "score": {i * 9}}}\n' for s in "AB" for i in range(5))
MAROT = "system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity\n" + "".join(
    f"{system}\td\t1\t{segment}\tr\tsrc\tein <v>Wort</v>\tAccuracy\t{'Minor' if segment % 2 else 'Major'}\n"
    for system in "AB"
    for segment in range(5)
)
WMT = "HITId WorkerId Input.src Input.trg Input.item hit sys_id rid type sid score time\n" + "".join(
    f"h\tw{segment % 2}\tcs\ten\tad\t1\t{system}\t7\tSYSTEM\t{segment}\t0.{segment}\t9\n"
    for system in "AB"
    for segment in range(5)
)
APPRAISE = (
    'r0,A,1,TGT,eng,deu,8,d,False,"[{""start_i"":1,""end_i"":4,""severity"":""minor""}]",1,2\n'
    + "".join(
        f"r{segment % 2},{system},{segment},TGT,eng,deu,{40 + 7 * segment},d,False,[],1,2\n"
        for system in "AB"
        for segment in range(6)
    )
)
MOMENTS = '[1] "w0"\n[1] 50\n[1] 10\n[1] "w1"\n[1] 60\n[1] 5\n'
SEEDS = {
    "ratings.csv": TABLE,
    "wide.csv": WIDE,
    "ratings.jsonl": LINES,
    "errors.tsv": MAROT,
    "ad-csen-good-stnd-redup.csv": WMT,
    "scores.csv": APPRAISE,
}
PIECES = [
    b"\n",
    b"\r\n",
    b"\t",
    b",",
    b'"',
    b"\0",
    b"\xff",
    b"NaN",
    b"1e999",
    b"-",
    b"{",
    b"<v>",
    "💥é".encode(),
    b"",
]


def mutated(data: bytes, rng: random.Random) -> bytes:
    """Change, cut, double or scatter pieces of a file."""
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        at, until = sorted(rng.randrange(len(data) + 1) for _ in range(2))
        kind = rng.randrange(5)
        if kind == 0:
            data = data[:at] + rng.choice(PIECES) + data[at:]
        elif kind == 1:
            data = data[:at] + data[min(until, at + 12) :]
        elif kind == 2:
            data = data[: max(until, len(data) * 9 // 10)]
        elif kind == 3:
            data = data[:at] + data[at:until] * 2 + data[until:]
        else:
            data = data[:at] + rng.choice(PIECES) + data[at + 1 :]
    return gzip.compress(data)[: rng.randint(5, 400)] if rng.random() < 0.05 else data


@pytest.mark.parametrize("name", SEEDS)
def test_mutated_files_are_answered(name, tmp_path, capsys):
    rng = random.Random(f"fuzz {name}")
    ends = Counter()
    for round_ in range(150):
        path = tmp_path / f"{round_}" / name
        path.parent.mkdir()
        (path.parent / "ad-csen-trk-mean-sd.txt").write_text(MOMENTS)
        path.write_bytes(mutated(SEEDS[name].encode(), rng))
        command = rng.choice(["read", "rank", "rank", "compare"])
        with pytest.raises(SystemExit) as ended:
            main([command, str(path), "--json"])
        printed = capsys.readouterr().out
        document = json.loads(printed)
        ends[ended.value.code] += 1
        if ended.value.code:
            assert ended.value.code == 1, document
            assert document["error"]["message"]
            assert "\n" not in document["error"]["message"]
        else:
            assert document["command"] == command
    assert ends[0] >= 3, "some mutants are still fit to be read"
    assert ends[1] > 5, "some are not"
