from dataclasses import FrozenInstanceError

import pytest

from holdfast._core.errors import BadSetting, UnknownMethod
from holdfast.ranking.profiles import PROFILES, Profile, load_rules, profile_named

# The table of definitions §2 and design.md, in full signatures.
CELLS = {
    "holdfast": {
        "normalise": "none",
        "method": "mean:domains=no",
        "test": "permutation:permutations=10000:groups=document:alternative=two-sided:plus_one=yes",
        "lines": "every-lower",
    },
    "wmt18": {
        "normalise": "zscore:ddof=1:moments=stored:sd0=drop",
        "method": "mean:domains=no",
        "test": "mannwhitney:alternative=half:matched=no",
        "lines": "every-lower",
    },
    "wmt22": {
        "normalise": "zscore:ddof=1:moments=stored:sd0=zero",
        "method": "mean:domains=no",
        "test": "mannwhitney:alternative=greater:matched=no",
        "lines": "every-lower",
    },
    "wmt24": {
        "normalise": "none",
        "method": "mean:domains=yes",
        "test": "wilcoxon:alternative=two-sided:domains=yes:exact=yes",
        "lines": "spanning",
    },
    "wmt25": {
        "normalise": "none",
        "method": "mean:domains=no",
        "test": "wilcoxon:alternative=greater:domains=no:exact=yes",
        "lines": "neighbour",
    },
    "mtme": {
        "normalise": "none",
        "method": "mean:domains=no",
        "test": "permutation:permutations=1000:groups=segment:alternative=greater:plus_one=no",
        "lines": "mtme",
    },
    "riley": {
        "normalise": "zscore:ddof=1:moments=own:sd0=zero",
        "method": "mean:domains=no",
        "test": "permutation:permutations=500:groups=document:alternative=two-sided:plus_one=no",
        "lines": "every-lower",
    },
}


def test_the_profiles_are_those_of_the_definitions():
    found = {name: load_rules(profile).signatures() for name, profile in PROFILES.items()}
    assert found == {name: cells | {"adjust": "none"} for name, cells in CELLS.items()}
    assert {name: profile.name for name, profile in PROFILES.items()} == {name: name for name in PROFILES}
    assert all(profile.alpha == 0.05 for profile in PROFILES.values())
    assert [name for name, profile in PROFILES.items() if profile.unit == "rating"] == ["wmt25"]


def test_changes_replace_cells_and_nothing_leaves_them():
    profile = profile_named("wmt22")
    assert profile.with_changes() == profile == profile.with_changes(test=None, alpha=None)
    changed = profile.with_changes(test="ttest", alpha=0.01)
    assert (changed.test, changed.alpha, changed.normalise) == ("ttest", 0.01, profile.normalise)
    assert profile_named("wmt22") is profile
    with pytest.raises(FrozenInstanceError):
        profile.alpha = 0.5


@pytest.mark.parametrize(
    ("changes", "error", "message"),
    [
        ({"normalise": "zscores"}, UnknownMethod, r"no normaliser 'zscores'\. Did you mean 'zscore'\?"),
        ({"method": "median"}, UnknownMethod, r"no method 'median'\. .*mean"),
        ({"test": "permutations"}, UnknownMethod, r"no test 'permutations'\. Did you mean 'permutation'\?"),
        ({"lines": "every_lower"}, UnknownMethod, r"no lines 'every_lower'\. Did you mean 'every-lower'\?"),
        ({"adjust": "bonferroni"}, UnknownMethod, r"no adjustment 'bonferroni'\. There are: none, holm, bh"),
        ({"unit": "document"}, UnknownMethod, r"no unit 'document'\. There are: segment, rating"),
        ({"test": "ttest:paird=no"}, BadSetting, "ttest has no setting 'paird=no'"),
        ({"test": "ttest:paired=nope"}, BadSetting, "ttest:paired cannot be 'nope'. One of: yes, no"),
        ({"normalise": "zscore:ddof=-1"}, BadSetting, "zscore:ddof cannot be -1"),
        ({"normalise": "zscore:ddof=x"}, BadSetting, "zscore:ddof cannot be 'x'. Give a whole number"),
        ({"test": "permutation:permutations=0"}, BadSetting, "permutations cannot be 0"),
        ({"alpha": 0.0}, BadSetting, "alpha cannot be 0"),
        ({"alpha": 1.0}, BadSetting, "alpha cannot be 1"),
        ({"alpha": float("nan")}, BadSetting, "alpha cannot be nan"),
    ],
)
def test_what_is_wrong_is_said_before_any_data_are_read(changes, error, message):
    with pytest.raises(error, match=message):
        load_rules(profile_named("holdfast").with_changes(**changes))


@pytest.mark.parametrize("profile", ["riley", "mtme"])
@pytest.mark.parametrize("adjust", ["holm", "bh"])
def test_p_values_that_can_be_0_are_not_adjusted(profile, adjust):
    chosen = profile_named(profile).with_changes(adjust=adjust)
    with pytest.raises(BadSetting, match="can be 0 and cannot be adjusted") as error:
        load_rules(chosen)
    _, _, advice = error.value.hint.partition("--test ")
    assert load_rules(chosen.with_changes(test=advice)).test.plus_one
    assert load_rules(chosen.with_changes(test="ttest")).profile.adjust == adjust


def test_an_unknown_profile_gets_a_hint():
    with pytest.raises(
        UnknownMethod, match=r"no profile 'wmt23'\. Did you mean 'wmt2\d'\? There are: holdfast,"
    ):
        profile_named("wmt23")


def test_a_profile_of_ones_own_can_be_made():
    rules = load_rules(Profile(name="mine", test="wilcoxon", lines="spanning"))
    assert rules.signatures()["test"].startswith("wilcoxon:")
    assert (rules.profile.normalise, rules.unit) == ("none", "segment")
