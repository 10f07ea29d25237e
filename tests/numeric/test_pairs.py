from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast.numeric.pairs import common_segments, grouped_differences, upper_pairs

tenths = st.integers(-250, 250).map(lambda value: value / 8)  # sums of eighths are exact
cells = tenths | st.just(np.nan)


@st.composite
def scored_segments(draw, cell=cells):
    """Systems × segments in runs of groups; some cells are missing, some groups have one segment."""
    systems = draw(st.integers(1, 5))
    runs = draw(st.lists(st.integers(1, 4), min_size=1, max_size=5))
    group = np.repeat(np.arange(len(runs)), runs)
    flat = draw(st.lists(cell, min_size=systems * group.size, max_size=systems * group.size))
    return np.array(flat, dtype=float).reshape(systems, group.size), group


@pytest.mark.parametrize("n", [0, 1, 2, 5])
def test_upper_pairs_are_the_combinations(n):
    first, second = upper_pairs(n)
    assert list(zip(first.tolist(), second.tolist(), strict=True)) == list(combinations(range(n), 2))


@given(scored_segments() | scored_segments(tenths))
def test_differences_are_those_of_a_loop(case):
    values, group = case
    got = grouped_differences(values, group)
    for pair, (a, b) in enumerate(combinations(range(values.shape[0]), 2)):
        assert (got.first[pair], got.second[pair]) == (a, b)
        totals, counts = [0.0] * (group[-1] + 1), [0] * (group[-1] + 1)
        for mine, other, g in zip(values[a], values[b], group, strict=True):
            if not (np.isnan(mine) or np.isnan(other)):
                totals[g] += mine - other
                counts[g] += 1
        assert got.totals[:, pair].tolist() == totals
        assert got.segments[pair] == sum(counts)
        assert got.groups[pair] == sum(count > 0 for count in counts)


@given(scored_segments() | scored_segments(tenths))
def test_system_sums_serve_all_pairs_where_nothing_is_missing(case):
    values, group = case
    got = grouped_differences(values, group)
    if np.isnan(values).any():
        assert got.sums is None
    else:
        assert got.sums.shape == (group[-1] + 1, values.shape[0])
        np.testing.assert_allclose(got.sums[:, got.first] - got.sums[:, got.second], got.totals, atol=1e-11)
        np.testing.assert_allclose(got.sums.sum(axis=1), 0, atol=1e-11)


@given(scored_segments(tenths))
def test_a_cell_missing_in_a_new_system_changes_no_other_pair(case):
    values, group = case
    alone = grouped_differences(values, group)
    holed = np.vstack([values, np.full(group.size, np.nan)])
    among = grouped_differences(holed, group)
    old = among.second < values.shape[0]
    np.testing.assert_array_equal(among.totals[:, old], alone.totals)
    np.testing.assert_array_equal(among.segments[old], alone.segments)
    np.testing.assert_array_equal(among.groups[old], alone.groups)
    assert not among.segments[~old].any()
    assert not among.totals[:, ~old].any()


def test_no_segments_give_no_groups():
    got = grouped_differences(np.zeros((3, 0)), np.zeros(0, dtype=np.int64))
    assert got.totals.shape == (0, 3)
    assert got.segments.tolist() == got.groups.tolist() == [0, 0, 0]


@given(scored_segments())
def test_common_segments_are_the_columns_that_both_have(case):
    values, _ = case
    for a, b in combinations(range(values.shape[0]), 2):
        both = [(x, y) for x, y in zip(values[a], values[b], strict=True) if not (np.isnan(x) or np.isnan(y))]
        assert list(map(tuple, common_segments(values, a, b).T.tolist())) == both
