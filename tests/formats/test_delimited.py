import csv
import io

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast._core.errors import BadLine, BadValue, HoldfastError, UnreadableFile
from holdfast.formats.delimited import Dialect, read_delimited
from holdfast.formats.source import Source

COMMA, TAB, BARE = Dialect(","), Dialect("\t"), Dialect("\t", quoted=False)
HEADER = ["first", "second", "third"]


def source_of(text, name="ratings.csv"):
    data = text if isinstance(text, bytes) else text.encode()
    return Source(name, name, data, "")


def slow_rows(text, separator):
    """The rows of well-formed text, each with the line on which it begins; blank lines are left out."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    rows, begins = [], 1
    for row in reader:
        if row:
            rows.append((begins, row))
        begins = reader.line_num + 1
    return rows


CELLS = st.text(alphabet='a1é😀 \t,;"\n', max_size=6) | st.sampled_from(
    ["", "x\r\ny", '"', " a ", "nan", "1.5"]
)
LINES = st.one_of(
    st.lists(CELLS, min_size=3, max_size=3),
    st.lists(CELLS, min_size=3, max_size=3),
    st.lists(CELLS, min_size=1, max_size=5),
    st.just([]),
)


def written(rows, separator, quoting, end):
    buffer = io.StringIO()
    writer = csv.writer(buffer, delimiter=separator, quoting=quoting, lineterminator=end)
    for row in rows:
        if row:
            writer.writerow(row)
        else:
            buffer.write(end)
    return buffer.getvalue()


@given(
    rows=st.lists(LINES, max_size=8),
    separator=st.sampled_from([",", "\t", ";"]),
    quoting=st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL]),
    end=st.sampled_from(["\n", "\r\n"]),
    last=st.booleans(),
)
def test_fields_and_lines_are_those_of_a_slow_reader(rows, separator, quoting, end, last):
    text = written([HEADER, *rows], separator, quoting, end)
    text = text if last else text.removesuffix(end)
    slow = slow_rows(text, separator)[1:]
    wrong = [(line, row) for line, row in slow if len(row) != len(HEADER)]

    if wrong or not slow:
        with pytest.raises(BadLine if wrong else UnreadableFile) as caught:
            read_delimited(source_of(text), Dialect(separator))
        if wrong:
            line, row = wrong[0]
            assert caught.value.line == line
            assert caught.value.message == f"{len(row)} fields, but the header has 3"
        return
    table = read_delimited(source_of(text), Dialect(separator))
    assert [list(row) for row in table.frame.rows()] == [row for _, row in slow]
    assert [table.line(row) for row in range(table.frame.height)] == [line for line, _ in slow]
    # An empty last line that has no end of its own is no line.
    assert table.blank_lines in (rows.count([]), rows.count([]) - 1)


@given(st.text(alphabet='ab",\n', max_size=40))
def test_what_is_read_is_what_a_strict_reader_reads(text):
    text = f"x,y\n{text}"
    try:
        table = read_delimited(source_of(text), COMMA)
    except HoldfastError:
        return
    assert [list(row) for row in table.frame.rows()] == [row for _, row in slow_rows(text, ",")[1:]]


@given(st.lists(st.text(alphabet="a\"',; é", max_size=5), min_size=2, max_size=2).map(lambda row: [row] * 3))
def test_without_quoting_a_quote_is_a_letter(rows):
    text = "\n".join(["x\ty", *("\t".join(row) for row in rows)])
    table = read_delimited(source_of(text), BARE)

    assert [list(row) for row in table.frame.rows()] == rows


def test_a_long_file_with_quotes_is_read_in_order():
    rows = [[f"s{n}", 'a,"b"\nc' if n % 3 else "plain", str(n)] for n in range(50_000)]
    table = read_delimited(source_of(written([HEADER, *rows], ",", csv.QUOTE_MINIMAL, "\n")), COMMA)

    assert table.frame.rows() == [tuple(row) for row in rows]
    assert table.line(49_999) == 1 + 1 + 49_999 + sum(1 for n in range(49_999) if n % 3)


@pytest.mark.parametrize(
    ("text", "dialect", "error", "line", "column"),
    [
        ("a,b\n1\n", COMMA, BadLine, 2, 1),
        ("a,b\n1,2\n1,2,3\n", COMMA, BadLine, 3, 2),
        ("a,b\n1,2\n\n1,2,3\n", COMMA, BadLine, 4, 2),
        ("a,b\n1,2,3\n1\n", COMMA, BadLine, 2, 2),
        ("a,b\n1\n1,2,3\n", COMMA, BadLine, 2, 1),
        ("a\tb\n1\n", BARE, BadLine, 2, 1),
        ("a\tb\r\n1\t2\r\n1\t2\t3\r\n", TAB, BadLine, 3, 2),
        ('a,b\n1,"x\n', COMMA, BadLine, 2, 2),
        ('a,b\n1,"x\n2,y\n', COMMA, BadLine, 2, 2),
        ('a,b\n1,2\n"x"y,2\n', COMMA, BadLine, 3, 1),
        ('a,b\n1,2\n1,"x" \n', COMMA, BadLine, 3, 2),
        ('a,b\n1,2\n1,x"y"\n', COMMA, BadLine, 3, 2),
        ('a,b\n1,2\n1,5" disk\n', COMMA, BadLine, 3, 2),
        ('a,b\n"1\n\n2",2\n1, "3"\n', COMMA, BadLine, 5, 2),
        ('a,b\n"1\n",2\n1,2,3\n', COMMA, BadLine, 4, 2),
        ("a,b,a\n1,2,3\n", COMMA, BadLine, 1, 3),
        (",\n1,2\n", COMMA, BadLine, 1, None),
        (",a,\n1,2,3\n", COMMA, BadLine, 1, 3),
        ("\na,b\n1,2\n", COMMA, BadLine, 1, None),
        ('"a,b\n1,2\n', COMMA, BadLine, 1, None),
        ('"a\nx",b\n1,2\n', COMMA, BadLine, 1, None),
        ("a,b\r1,2\r", COMMA, BadLine, 1, None),
        (",".join(f"c{n}" for n in range(1001)) + "\n", COMMA, BadLine, 1, None),
        (",".join(f"{'long' * 20}{n}" for n in range(900)) + "\n1,2\n", COMMA, BadLine, 1, None),
        ("a,b\n", COMMA, UnreadableFile, None, None),
        ("a,b", COMMA, UnreadableFile, None, None),
        ("a,b\n\n\n", COMMA, UnreadableFile, None, None),
        ("", COMMA, UnreadableFile, None, None),
        (b"a,b\n1,\x00\n", COMMA, UnreadableFile, None, None),
        (b"a,b\n1,\xff\n", COMMA, UnreadableFile, 2, 3),
    ],
)
def test_bad_lines_are_named(text, dialect, error, line, column):
    with pytest.raises(error) as caught:
        read_delimited(source_of(text), dialect)

    assert type(caught.value) is error
    assert (caught.value.line, caught.value.column) == (line, column)
    assert caught.value.file == "ratings.csv"
    assert caught.value.hint
    assert "\n" not in str(caught.value)


def test_a_header_that_is_split_otherwise_can_be_given():
    table = read_delimited(source_of("a b c\n1\t2\t3\n\n4\t5\t6\n"), BARE, names=["a", "b", "c"])

    assert table.frame.rows() == [("1", "2", "3"), ("4", "5", "6")]
    assert [table.line(0), table.line(1)] == [2, 4]
    with pytest.raises(BadLine, match="2 fields") as caught:
        read_delimited(source_of("a b c\n1\t2\t3\n4\t5\n"), BARE, names=["a", "b", "c"])
    assert caught.value.line == 3


def numbers_of(*cells, **options):
    return read_delimited(source_of("x,y\n" + "".join(f"{cell},\n" for cell in cells)), COMMA).numbers(
        "x", **options
    )


@pytest.mark.parametrize(
    ("cell", "number"),
    [
        *[("1", 1.0), (" 1 ", 1.0), ("-0.5", -0.5), ("+5", 5.0), ("1e3", 1000.0), (".5", 0.5), ("1.", 1.0)],
        *[
            ("", np.nan),
            ("  ", np.nan),
            ("5e-324", 5e-324),
            ("0.1", 0.1),
            ("1.7976931348623157e308", 1.7976931348623157e308),
        ],
    ],
)
def test_cells_that_are_numbers(cell, number):
    assert np.array_equal(numbers_of("2", cell), [2.0, number], equal_nan=True)


@pytest.mark.parametrize(
    "cell", ["NaN", "nan", "inf", "-Infinity", "'1,5'", "abc", "1_000", "0x1f", "1 2", "٣", "NA", "1e999"]
)
def test_cells_that_are_not_numbers_are_named(cell):
    quoted = f'"{cell}"' if "," in cell else cell
    with pytest.raises(BadValue, match="is not a number") as caught:
        numbers_of("1", "", quoted, "x")

    assert (caught.value.line, caught.value.column) == (4, "x")


@pytest.mark.parametrize("cell", ["NaN", "nan", "NA", "n/a", "none", "NULL", ""])
def test_where_nan_means_missing_it_is_missing(cell):
    assert np.isnan(numbers_of("1", cell, nan_is_missing=True)[1])
    with pytest.raises(BadValue, match="is not a number"):
        numbers_of("1", cell, "inf", nan_is_missing=True)


@given(st.lists(st.floats(allow_nan=False, allow_infinity=False), min_size=1, max_size=20))
def test_numbers_are_read_to_the_last_bit(values):
    assert numbers_of(*map(repr, values)).tolist() == values


def test_rows_that_stay_keep_their_lines():
    table = read_delimited(source_of('x,y\n1,a\n\n"2",b\n3,c\n4,d\n'), COMMA)
    kept = table.where(np.array([False, True, True, True])).where(np.array([True, False, True]))

    assert kept.frame["y"].to_list() == ["b", "d"]
    assert [kept.line(0), kept.line(1)] == [4, 6]
    assert kept.error("wrong", 1, "y", "Do").where == "ratings.csv:6:y"


@given(
    rows=st.lists(LINES, max_size=8),
    quoting=st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL]),
    end=st.sampled_from(["\n", "\r\n"]),
)
def test_without_a_header_the_first_line_is_a_row(rows, quoting, end):
    text = written([["1", "2", "3"], *rows], ",", quoting, end)
    slow = slow_rows(text, ",")
    wrong = [(line, row) for line, row in slow if len(row) != len(HEADER)]

    if wrong:
        with pytest.raises(BadLine) as caught:
            read_delimited(source_of(text), COMMA, HEADER, headed=False)
        assert caught.value.line == wrong[0][0]
        assert caught.value.message == f"{len(wrong[0][1])} fields, but the first line has 3"
        return
    table = read_delimited(source_of(text), COMMA, HEADER, headed=False)
    assert table.frame.columns == HEADER
    assert [list(row) for row in table.frame.rows()] == [row for _, row in slow]
    assert [table.line(row) for row in range(table.frame.height)] == [line for line, _ in slow]
    later = table.where(np.arange(table.frame.height) >= 1)
    assert [later.line(row) for row in range(later.frame.height)] == [line for line, _ in slow][1:]
