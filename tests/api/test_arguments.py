"""Wrong types of arguments: one error that names the argument, whatever the function."""

from io import StringIO

import numpy as np
import pytest

import holdfast
from holdfast._core.errors import BadSetting, MissingFile, UnwritableFile
from holdfast.model.study import Study
from holdfast.simulation.da_campaign import DaCampaign

pytestmark = pytest.mark.filterwarnings("ignore::holdfast._core.errors.HoldfastWarning")

RATINGS = DaCampaign(systems=3, documents=8, segments=2, raters=3)(np.random.default_rng(1))
RANK = [
    *(("profile", value) for value in (None, 1, ["wmt22"], b"wmt22")),
    *(("alpha", value) for value in ("x", "0.05", True, [0.05], 1j, 10**400)),
    *(("seed", value) for value in (None, 1.5, "x", True, -1, 10**5000, -(10**5000), np.float64(1))),
    *((name, 1) for name in ("test", "lines", "method", "normalise", "unit", "adjust", "weights", "format")),
    *((name, "") for name in ("test", "format", "weights")),
    ("format", []),
]
SELECT = ["lp=x", "", 1, 0, ["a"], [], {"system": 1}, {1: "x"}, {"system": None}, {"system": ["A", 1]}]
SELECT += [{"system": b"A"}, {"system": "\udcff"}, {"\udcff": "A"}]
DATA = [None, b"x", 5, RATINGS, StringIO("a,b"), ["a.csv"], RATINGS.to_frame()]


@pytest.fixture(scope="module")
def study():
    return Study(RATINGS)


@pytest.mark.parametrize(("name", "value"), RANK, ids=lambda value: str(type(value).__name__))
def test_rank_names_the_argument_of_a_wrong_type(name, value, study):
    with pytest.raises(BadSetting, match=rf"^{name} ") as caught:
        holdfast.rank(study, **{name: value})
    assert caught.value.hint


@pytest.mark.parametrize(
    ("name", "value"),
    [(name, value) for name, value in RANK if name in ("seed", "weights", "format")],
    ids=lambda value: str(type(value).__name__),
)
def test_so_does_compare(name, value, study):
    with pytest.raises(BadSetting, match=rf"^{name} "):
        holdfast.compare(study, **{name: value})


@pytest.mark.parametrize("function", ["read", "rank", "compare"])
@pytest.mark.parametrize("value", SELECT, ids=repr)
def test_a_selection_is_keys_with_texts(function, value, study):
    with pytest.raises(BadSetting, match="select"):
        getattr(holdfast, function)(study, select=value)


@pytest.mark.parametrize("function", ["read", "rank", "compare"])
@pytest.mark.parametrize("value", DATA, ids=lambda value: type(value).__name__)
def test_data_are_a_path_or_a_study(function, value):
    with pytest.raises(BadSetting, match=r"^data cannot be .* Give the path of a file or folder, or a study"):
        getattr(holdfast, function)(value)


def test_arguments_are_checked_before_the_file_is_opened(tmp_path):
    with pytest.raises(BadSetting, match="seed"):
        holdfast.rank(tmp_path / "nothing.csv", seed=-1)
    with pytest.raises(MissingFile):
        holdfast.rank(str(tmp_path / "nothing.csv"))


def test_numbers_of_numpy_are_numbers(study):
    ranking = holdfast.rank(study, seed=np.int64(3), alpha=np.float64(0.1))
    assert ranking == holdfast.rank(study, seed=3, alpha=0.1)
    assert type(ranking.to_dict()["seed"]) is int


def test_a_selection_takes_any_listing_and_sorts_sets(study):
    systems = RATINGS.system.labels[:2]
    expected = {"system": tuple(sorted(systems))}
    for values in (set(systems), frozenset(systems), sorted(systems), np.array(sorted(systems))):
        assert holdfast.read(study, select={"system": values}).provenance.selected == expected


@pytest.mark.parametrize("value", [None, 1, ["riley", 1], [b"riley"], True])
def test_profiles_are_texts(value, study):
    with pytest.raises(BadSetting, match="profiles cannot be"):
        holdfast.compare(study, profiles=value)


def test_profiles_in_one_text_are_split_and_a_set_is_sorted(study):
    listed = holdfast.compare(study, profiles=["riley", "wmt22"])
    assert holdfast.compare(study, profiles="riley, wmt22") == listed
    assert holdfast.compare(study, profiles={"wmt22", "riley"}) == listed
    assert list(holdfast.compare(study, profiles=("wmt22", "riley")).profiles) == ["wmt22", "riley"]


@pytest.mark.parametrize("value", [None, 1, b"d", ["d"]])
def test_the_folder_of_the_demo_is_a_path(value):
    with pytest.raises(BadSetting, match=r"^directory cannot be"):
        holdfast.demo(value)


@pytest.mark.parametrize("value", [None, 1.5, "x", True, -1])
def test_the_seed_of_the_demo_is_a_whole_number(value, tmp_path):
    with pytest.raises(BadSetting, match=r"^seed cannot be"):
        holdfast.demo(tmp_path / "demo", seed=value)
    assert not (tmp_path / "demo").exists()


def test_a_folder_with_nul_in_its_name_cannot_be_written_to(tmp_path):
    with pytest.raises(UnwritableFile, match="null"):
        holdfast.demo(f"{tmp_path}/a\0b")


def test_a_folder_whose_name_is_not_utf_8_can_be_written_to(tmp_path):
    demo = holdfast.demo(f"{tmp_path}/a\udcff")
    assert len(holdfast.read(demo.ratings).ratings) > 0
