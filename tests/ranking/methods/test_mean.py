from statistics import fmean

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from holdfast._core.errors import collected_warnings
from holdfast.ranking.intervals import standard_errors
from holdfast.ranking.methods.mean import Mean

NAN = np.nan


@st.composite
def cases(draw):
    """Systems × segments with holes, documents as runs, domains as runs of documents."""
    sizes = draw(st.lists(st.integers(1, 3), min_size=1, max_size=6))
    document = np.repeat(np.arange(len(sizes)), sizes)
    starts = draw(st.lists(st.booleans(), min_size=len(sizes), max_size=len(sizes)))
    domain = np.cumsum([False, *starts[1:]])[document]
    cell = st.integers(-80, 80).map(lambda eighths: eighths / 8) | st.just(NAN)
    rows = draw(
        st.lists(st.lists(cell, min_size=document.size, max_size=document.size), min_size=1, max_size=3)
    )
    return rows, document, domain


def present(row):
    return [x for x in row if not np.isnan(x)]


@given(cases())
def test_the_mean_is_over_segments(scores_of, case):
    rows, document, domain = case
    with collected_warnings():
        found = Mean()(scores_of(rows, document=document, domain=domain))
    expected = [fmean(present(row)) if present(row) else NAN for row in rows]
    np.testing.assert_allclose(found.score, expected, atol=1e-12)


@given(cases())
def test_with_domains_each_weighs_the_same(scores_of, case):
    rows, document, domain = case
    with collected_warnings():
        found = Mean(domains=True)(scores_of(rows, document=document, domain=domain))
    expected = []
    for row in rows:
        parts = [present(np.array(row)[domain == d]) for d in range(domain[-1] + 1)]
        expected.append(fmean(map(fmean, parts)) if all(parts) else NAN)
    np.testing.assert_allclose(found.score, expected, atol=1e-12)


def test_domains_by_hand(scores_of):
    scores = scores_of([[1, 2, 3, 10, 20]], domain=[0, 0, 0, 1, 1])
    assert Mean()(scores).score.tolist() == [7.2]
    assert Mean(domains=True)(scores).score.tolist() == [8.5]


@given(cases())
def test_an_interval_is_symmetric_or_undefined_and_that_is_said(scores_of, case):
    rows, document, domain = case
    for method in (Mean(), Mean(domains=True)):
        with collected_warnings() as notes:
            found = method(scores_of(rows, document=document, domain=domain))
        half = found.high - found.score
        np.testing.assert_allclose(found.score - found.low, half, atol=1e-9)
        unknown = np.isnan(half) & ~np.isnan(found.score)
        assert bool(notes) == bool(unknown.any())


def test_the_variance_of_a_mean_of_domains_is_the_sum_of_theirs(scores_of):
    rng = np.random.default_rng(2)
    document, domain = np.repeat(np.arange(12), 3), np.repeat([0, 1], 18)
    scores = scores_of(rng.normal(size=(2, 36)), document=document, domain=domain)
    found = Mean(domains=True)(scores)
    errors = [standard_errors(scores.of_domain(d))[0] for d in (0, 1)]
    half = (found.high - found.low) / 2
    expected = np.hypot(*errors) / 2 * stats.t.ppf(0.975, 5 + 5)
    np.testing.assert_allclose(half, expected)
