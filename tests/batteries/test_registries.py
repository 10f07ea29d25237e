"""What holds for every row of every registry: a new row inherits these tests.

What a row computes has an oracle in the row's own test.
"""

from collections import Counter
from dataclasses import FrozenInstanceError, fields, is_dataclass, replace
from importlib import import_module
from itertools import combinations
from math import inf, isfinite
from pathlib import Path
from pkgutil import walk_packages
from typing import Literal, get_args, get_origin, get_type_hints

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import holdfast
from holdfast._core.errors import BadSetting, HoldfastError, UnknownMethod, collected_warnings
from holdfast._core.registry import Registry
from holdfast._core.signature import signature
from holdfast.ranking.base import LINES, METHODS, TESTS, beats_of_blocks
from holdfast.scoring.base import NORMALISERS
from holdfast.simulation.da_campaign import DaCampaign


def all_registries():
    """Find the registries: they stand in the modules called base."""
    found = {}
    for module in walk_packages(holdfast.__path__, "holdfast."):
        if module.name.endswith(".base"):
            for value in vars(import_module(module.name)).values():
                if isinstance(value, Registry):
                    found[id(value)] = value
    return sorted(found.values(), key=lambda registry: registry.kind)


REGISTRIES = all_registries()
ROWS = [(registry, name) for registry in REGISTRIES for name in registry.rows]
every_row = pytest.mark.parametrize(
    ("registry", "name"), ROWS, ids=[f"{registry.kind}-{name}" for registry, name in ROWS]
)


def variants(registry, name):
    """Return a row's method with its defaults, and with each setting changed alone."""
    method = registry.make(name)
    yield method
    for field in fields(method):
        for value in others(method, field.name):
            try:
                changed = replace(method, **{field.name: value})
            except HoldfastError:
                continue
            if changed != method:
                yield changed


def others(method, name):
    kind, value = get_type_hints(type(method))[name], getattr(method, name)
    if get_origin(kind) is Literal:
        return get_args(kind)
    if kind is bool:
        return (not value,)
    if kind is int:
        return (value + 1, 0, 1, 7)
    if kind is float:
        return (value + 0.125, 0.1, 12345.678) if isfinite(value) else (-2.5, 0.1, 7.0, inf)
    assert kind is str
    return ("da", "x", "a:b=c%d|é\n", " spaced ")


def all_variants(registry):
    cases = [method for name in registry.rows for method in variants(registry, name)]
    return pytest.mark.parametrize("method", cases, ids=signature)


# --- every registry ----------------------------------------------------------------------------------------


def test_every_registry_is_found():
    source = Path(holdfast.__path__[0])
    written = sum(text.count("= Registry(\n") for text in (p.read_text() for p in source.rglob("*.py")))
    assert len(REGISTRIES) == written >= 7
    kinds = {registry.kind for registry in REGISTRIES}
    assert kinds >= {"format", "protocol", "weights", "normaliser", "method", "test", "lines"}
    assert len(kinds) == len(REGISTRIES)


def test_no_class_is_two_rows():
    classes = Counter(registry.load(name) for registry, name in ROWS)
    assert set(classes.values()) == {1}


@every_row
def test_a_row_loads_and_is_what_its_registry_promises(registry, name):
    cls = registry.load(name)
    assert isinstance(cls(), registry.protocol)
    assert registry.make(name) == cls()


@every_row
def test_a_row_is_called_what_its_class_is_called(registry, name):
    assert registry.load(name).name == name
    module = registry.rows[name].partition(":")[0]
    assert name.replace("-", "_") in module.split(".")


@every_row
def test_a_row_is_a_frozen_dataclass_with_slots(registry, name):
    cls = registry.load(name)
    assert is_dataclass(cls)
    assert cls.__dataclass_params__.frozen
    assert "__slots__" in vars(cls)
    assert not hasattr(cls(), "__dict__")
    for field in fields(cls):
        with pytest.raises(FrozenInstanceError):
            setattr(cls(), field.name, None)


@every_row
def test_a_row_says_what_it_is(registry, name):
    cls = registry.load(name)
    doc = cls.__doc__ or ""
    assert not doc.startswith(f"{cls.__name__}(")  # what a dataclass writes where nobody did
    assert doc.strip().split("\n\n")[0].endswith(".")


@every_row
def test_every_setting_is_written_and_read_back(registry, name):
    methods = list(variants(registry, name))
    assert registry.make(signature(methods[0])) == methods[0]
    changed = set()
    for method in methods[1:]:
        text = signature(method)
        assert text.isprintable()
        assert registry.make(text) == method
        assert text != signature(methods[0])
        changed |= {f.name for f in fields(method) if getattr(method, f.name) != getattr(methods[0], f.name)}
    assert changed == {field.name for field in fields(methods[0])}


@every_row
def test_signatures_of_different_settings_differ(registry, name):
    methods = [method for method, _ in zip(variants(registry, name), range(60), strict=False)]
    for one, other in combinations(methods, 2):
        assert (one == other) == (signature(one) == signature(other))


@every_row
def test_a_setting_that_nobody_knows_is_refused(registry, name):
    for setting in ("colour=red", "colour", "=", "="):
        with pytest.raises(BadSetting, match=rf"^{name} has no setting '{setting}'") as error:
            registry.make(f"{name}:{setting}")
        known = [field.name for field in fields(registry.load(name))]
        assert all(setting in error.value.hint for setting in known)
        assert known or error.value.hint == f"{name} has no settings"


@every_row
def test_a_setting_given_twice_is_refused(registry, name):
    text = signature(registry.make(name))
    for setting in text.split(":")[1:]:
        with pytest.raises(BadSetting, match="given twice"):
            registry.make(f"{text}:{setting}")


@every_row
def test_a_value_of_the_wrong_kind_is_refused(registry, name):
    cls = registry.load(name)
    for field in fields(cls):
        kind = get_type_hints(cls)[field.name]
        if kind is not str:
            with pytest.raises(BadSetting, match=rf"^{name}:{field.name} cannot be 'rubbish'") as error:
                registry.make(f"{name}:{field.name}=rubbish")
            assert error.value.hint


@every_row
def test_a_name_that_is_nearly_right_is_suggested(registry, name):
    with pytest.raises(UnknownMethod, match=f"^there (is|are) no {registry.kind} '{name}x'") as error:
        registry.make(f"{name}x")
    assert error.value.hint.startswith("Did you mean ")
    assert all(row in error.value.hint for row in registry.rows)


# --- normalisers -------------------------------------------------------------------------------------------


def campaign(ratings):
    """Give a campaign missing scores, a constant rater, and numbers of errors where scores are low."""
    score = ratings.score.copy()
    score[::17] = np.nan
    constant = np.isin(ratings.rater.codes, [2])
    score[constant] = 60
    errors = np.where(np.isnan(score), 0, np.maximum(0, (100 - score) // 10)).astype(np.int64)
    return replace(ratings, score=score, n_errors=errors)


@pytest.fixture(scope="module")
def rated():
    made = DaCampaign(systems=4, documents=8, segments=3, raters=5)
    return campaign(made(np.random.default_rng(2)))


def normalised(method, ratings):
    with collected_warnings():
        return method(ratings)


@all_variants(NORMALISERS)
def test_a_normaliser_gives_every_rating_a_score_and_changes_none(method, rated):
    before = rated.score.copy()
    found = normalised(method, rated)
    assert found.shape == before.shape
    assert found.dtype == np.float64
    np.testing.assert_array_equal(rated.score, before)
    assert np.isnan(found[np.isnan(before)]).all()
    assert np.isfinite(found[~np.isnan(found)]).all()
    assert np.isfinite(found).mean() > 0.5


@all_variants(NORMALISERS)
def test_a_normaliser_knows_no_order_of_ratings(method, rated):
    found = normalised(method, rated)
    order = np.random.default_rng(0).permutation(len(rated))
    np.testing.assert_allclose(normalised(method, rated.where(order)), found[order], rtol=1e-12, atol=1e-12)


@all_variants(NORMALISERS)
def test_a_normaliser_keeps_the_direction_of_the_scale_within_a_rater(method, rated):
    found = normalised(method, rated)
    for rater in range(len(rated.rater.labels)):
        mine = np.flatnonzero((rated.rater.codes == rater) & ~np.isnan(found))
        order = mine[np.argsort(rated.score[mine], kind="stable")]
        steps, before = np.diff(found[order]), np.diff(rated.score[order])
        assert (steps >= -1e-12).all()
        assert (np.abs(steps[before == 0]) < 1e-12).all()
        assert (steps[before > 0] > 0).all()


@all_variants(NORMALISERS)
def test_a_normaliser_does_not_ask_which_system_it_is(method, rated):
    shuffled = replace(rated, system=rated.system.where(np.random.default_rng(1).permutation(len(rated))))
    np.testing.assert_array_equal(normalised(method, shuffled), normalised(method, rated))


# --- tests of pairs ----------------------------------------------------------------------------------------


def matrices():
    """Systems × segments in eighths, whose sums are exact: 20 documents, some systems miss some segments."""
    rng = np.random.default_rng(8)
    document = np.repeat(np.arange(20), rng.integers(1, 5, 20))
    domain = (document >= 11).astype(np.int64)
    full = np.rint(8 * (rng.normal(size=(5, document.size)) + np.arange(5)[:, None] / 4)) / 8
    holed = np.where(rng.random(full.shape) < 0.25, np.nan, full)
    holed[0, document < 10] = np.nan
    holed[1, document >= 10] = np.nan
    return {
        "full": (full, document, domain),
        "holed": (holed, document, domain),
        "six documents": (full[:, document < 6], document[document < 6], domain[document < 6]),
        "constant": (np.ones((3, 20)), np.repeat(np.arange(5), 4), np.zeros(20, dtype=np.int64)),
        "one segment": (np.arange(3.0)[:, None], np.zeros(1, dtype=np.int64), np.zeros(1, dtype=np.int64)),
    }


every_matrix = pytest.mark.parametrize("case", matrices().values(), ids=matrices())
OFF = {n: ~np.eye(n, dtype=np.bool_) for n in (3, 5)}


@pytest.fixture(scope="session")
def tested(scores_of):
    def run(method, case, change=lambda values: values, *, lower=False):
        values, document, domain = case
        scores = scores_of(change(values), document=document, domain=domain, lower=lower)
        with collected_warnings():
            found = method(scores, np.random.default_rng(7))
        return found.p, found.effect, found.floor

    return run


@all_variants(TESTS)
@every_matrix
def test_p_values_are_chances_and_effects_have_two_ends(method, case, tested):
    p, effect, floor = tested(method, case)
    n = len(case[0])
    assert p.shape == effect.shape == (n, n)
    known = p[OFF[n]][~np.isnan(p[OFF[n]])]
    assert ((known >= 0) & (known <= 1)).all()
    assert floor is None or ((floor[OFF[n]] >= 0) & (floor[OFF[n]] <= 1) | np.isnan(floor[OFF[n]])).all()
    np.testing.assert_array_equal(effect[OFF[n]], -effect.T[OFF[n]])
    assert (~np.isnan(p[OFF[n]]) <= ~np.isnan(effect[OFF[n]])).all()


@all_variants(TESTS)
@every_matrix
def test_p_values_of_a_two_sided_test_have_no_direction(method, case, tested):
    p, _, _ = tested(method, case)
    off = OFF[len(p)]
    if method.alternative != "greater":
        np.testing.assert_array_equal(p[off], p.T[off])
    else:  # whoever is found better has the smaller p value
        _, effect, _ = tested(replace(method), case)
        both = off & ~np.isnan(p)
        assert (p[both] + p.T[both] >= 1 - 1e-9).all() or method.name == "permutation"
        assert not np.array_equal(p[both], p.T[both]) or not effect[both].any()


@all_variants(TESTS)
@every_matrix
@pytest.mark.parametrize("shift", [16.0, -1024.0])
def test_p_values_do_not_depend_on_where_the_scale_begins(method, case, shift, tested):
    p, effect, _ = tested(method, case)
    shifted, moved, _ = tested(method, case, lambda values: values + shift)
    np.testing.assert_allclose(shifted, p, rtol=1e-9)
    np.testing.assert_allclose(moved, effect, atol=1e-12)


@all_variants(TESTS)
@every_matrix
def test_p_values_do_not_depend_on_the_order_of_the_systems(method, case, tested):
    order = np.random.default_rng(3).permutation(len(case[0]))
    p, effect, floor = tested(method, case)
    swapped, turned, same = tested(method, case, lambda values: values[order])
    off = OFF[len(p)]
    np.testing.assert_allclose(swapped[off], p[np.ix_(order, order)][off], rtol=1e-9)
    np.testing.assert_allclose(turned[off], effect[np.ix_(order, order)][off], atol=1e-12)
    if floor is not None:
        np.testing.assert_array_equal(same[off], floor[np.ix_(order, order)][off])


@all_variants(TESTS)
@every_matrix
def test_lower_scores_where_lower_is_better_are_the_mirror_image(method, case, tested):
    p, effect, _ = tested(method, case)
    mirrored, turned, _ = tested(method, case, lambda values: -values, lower=True)
    np.testing.assert_array_equal(mirrored, p)
    np.testing.assert_array_equal(turned, effect)


@all_variants(TESTS)
@every_matrix
def test_a_test_changes_no_scores(method, case, tested):
    values = case[0].copy()
    tested(method, case)
    np.testing.assert_array_equal(case[0], values)


@all_variants(TESTS)
def test_a_test_says_whether_it_is_on_shared_segments(method, scores_of):
    # The last three documents are the first system's alone.
    rng = np.random.default_rng(4)
    values = rng.normal(size=(2, 20))
    values[1, 17:] = np.nan
    raised = values.copy()
    raised[0, 17:] += 10
    with collected_warnings():
        found, other = (method(scores_of(matrix), np.random.default_rng(7)) for matrix in (values, raised))
    same = found.p[0, 1] == other.p[0, 1] and found.effect[0, 1] == other.effect[0, 1]
    assert same == method.on_shared_segments


@all_variants(TESTS)
def test_a_far_better_system_is_found(method, scores_of):
    rng = np.random.default_rng(0)
    document = np.repeat(np.arange(30), 2)
    scores = scores_of(rng.normal(loc=[[5.0], [0.0]], size=(2, 60)), document=document)
    with collected_warnings():
        found = method(scores, rng)
    assert found.p[0, 1] <= max(0.001, 0 if found.floor is None else found.floor[0, 1])
    assert found.effect[0, 1] > 4


# --- methods -----------------------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def scored(scores_of):
    def run(method, case, change=lambda values: values, *, lower=False):
        values, document, domain = case
        with collected_warnings():
            return method(scores_of(change(values), document=document, domain=domain, lower=lower))

    return run


@all_variants(METHODS)
@every_matrix
def test_a_score_lies_in_its_interval(method, case, scored):
    found = scored(method, case)
    assert found.score.shape == found.low.shape == found.high.shape == (len(case[0]),)
    known = ~np.isnan(found.low)
    assert (found.low[known] <= found.score[known]).all()
    assert (found.score[known] <= found.high[known]).all()
    assert np.array_equal(known, ~np.isnan(found.high))
    assert not np.isnan(found.score[known]).any()


@all_variants(METHODS)
@every_matrix
def test_scores_move_with_the_scale(method, case, scored):
    found, moved = scored(method, case), scored(method, case, lambda values: 2 * values + 16)
    for name in ("score", "low", "high"):
        np.testing.assert_allclose(getattr(moved, name), 2 * getattr(found, name) + 16)


@all_variants(METHODS)
@every_matrix
def test_a_score_does_not_depend_on_the_other_systems_nor_on_the_direction(method, case, scored):
    found, turned = scored(method, case), scored(method, case, lambda values: values[::-1])
    lower = scored(method, case, lower=True)
    for name in ("score", "low", "high"):
        np.testing.assert_allclose(getattr(turned, name)[::-1], getattr(found, name))
        np.testing.assert_array_equal(getattr(lower, name), getattr(found, name))


# --- lines -------------------------------------------------------------------------------------------------


@st.composite
def outcomes(draw, *, ordered):
    """Who beats whom of systems that stand in order; ``ordered``: nobody beats one that stands above."""
    n = draw(st.integers(1, 8))
    pairs = [(i, j) for i in range(n) for j in range(n) if (i < j if ordered else i != j)]
    beats = np.zeros((n, n), dtype=np.bool_)
    for i, j in draw(st.lists(st.sampled_from(pairs), unique=True)) if pairs else []:
        beats[i, j] = not beats[j, i]
    return beats


@all_variants(LINES)
@given(beats=outcomes(ordered=False))
def test_clusters_are_numbered_from_the_top(method, beats):
    before = beats.copy()
    found = method(beats)
    assert found.cluster[0] == 1
    assert set(np.diff(found.cluster)) <= {0, 1}
    assert found.cluster.shape == found.low.shape == found.high.shape == (len(beats),)
    assert ((found.low >= 1) & (found.high <= len(beats))).all()
    np.testing.assert_array_equal(beats, before)


@all_variants(LINES)
@given(beats=outcomes(ordered=True))
def test_a_rank_range_holds_the_place_where_nobody_beats_one_above(method, beats):
    found = method(beats)
    position = np.arange(len(beats)) + 1
    assert (found.low <= position).all()
    assert (position <= found.high).all()


@all_variants(LINES)
@given(beats=outcomes(ordered=True))
def test_more_differences_never_take_a_system_into_the_cluster_above_a_line(method, beats):
    # Where the last two of a cluster differ from nobody, they stay together.
    found = method(beats)
    for i in range(len(beats) - 1):
        if not beats[: i + 1, i + 1].any():
            assert found.cluster[i] == found.cluster[i + 1]


@st.composite
def equals(draw):
    """Who beats whom, a rank for each system, shared by some, and another order of those."""
    beats = draw(outcomes(ordered=False))
    first = [True, *draw(st.lists(st.booleans(), min_size=len(beats) - 1, max_size=len(beats) - 1))]
    rank = np.flatnonzero(first)[np.cumsum(first) - 1] + 1
    order = sorted(draw(st.permutations(range(len(beats)))), key=lambda i: rank[i])
    return beats, rank, np.array(order)


@all_variants(LINES)
@given(case=equals())
def test_systems_of_one_rank_are_in_one_cluster_whatever_their_order(method, case):
    beats, rank, order = case
    found = method(beats, beats_of_blocks(beats, rank))
    for shared in np.unique(rank):
        assert np.unique(found.cluster[rank == shared]).size == 1
    turned = beats[np.ix_(order, order)]
    other = method(turned, beats_of_blocks(turned, rank))
    np.testing.assert_array_equal(other.cluster, found.cluster)
    for end in ("low", "high"):
        np.testing.assert_array_equal(getattr(other, end), getattr(found, end)[order])


@all_variants(LINES)
@pytest.mark.parametrize("n", [1, 2, 5])
def test_no_difference_is_one_cluster_and_all_differences_are_n(method, n):
    none, every = np.zeros((n, n), dtype=np.bool_), np.triu(np.ones((n, n), dtype=np.bool_), k=1)
    alike, apart = method(none), method(every)
    assert alike.cluster.tolist() == alike.low.tolist() == [1] * n
    assert alike.high.tolist() == [n] * n
    assert apart.cluster.tolist() == apart.low.tolist() == apart.high.tolist() == list(range(1, n + 1))
