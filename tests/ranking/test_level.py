"""How often a test finds a difference where there is none: campaigns of systems of equal quality.

What differs is how well a system suits a document, and (in the second kind of campaign) who happened to
rate which item: both are shared by the segments of an item, so that segments are not independent.
"""

import numpy as np
import pytest

from holdfast.model.study import Study
from holdfast.numeric.pairs import upper_pairs
from holdfast.ranking.base import TESTS
from holdfast.ranking.profiles import profile_named
from holdfast.ranking.rank import rank_study
from holdfast.scoring.aggregate import segment_scores
from holdfast.simulation.da_campaign import DaCampaign

ALPHA = 0.05
CAMPAIGNS = {
    "documents": DaCampaign(systems=6, documents=20, segments=6, quality=0, fit=6, leniency=0, stretch=0),
    "documents and raters": DaCampaign(systems=6, documents=20, segments=6, quality=0, fit=3),
    "eight documents": DaCampaign(systems=6, documents=8, segments=6, quality=0, fit=3),
}
DOCUMENTS = "permutation:permutations=400"
IGNORE_DOCUMENTS = [
    "permutation:permutations=400:groups=segment",
    "mannwhitney",
    "wilcoxon",
    "ttest",
    "ttest:paired=no",
]


def rejected(test, campaign, campaigns):
    """Return the share of the 15 pairs with p ≤ .05 in each of some campaigns."""
    method, (a, b) = TESTS.make(test), upper_pairs(6)
    shares = np.empty(campaigns)
    for number in range(campaigns):
        ratings = CAMPAIGNS[campaign](np.random.default_rng([31, number]))
        scores = segment_scores(ratings, ratings.score, ratings.of_kind("output", "repeat"))
        shares[number] = np.mean(method(scores, np.random.default_rng([32, number])).p[a, b] <= ALPHA)
    return shares


def level(shares):
    """Return the level and its Monte-Carlo error: campaigns are independent, the pairs of one are not."""
    return shares.mean(), shares.std(ddof=1) / np.sqrt(shares.size)


@pytest.mark.parametrize("campaign", CAMPAIGNS)
def test_with_documents_as_groups_one_in_twenty_is_significant(campaign):
    # 1000 campaigns: the Monte-Carlo error is about .0025, the bound 4 of them.
    share, error = level(rejected(DOCUMENTS, campaign, 1000))
    assert error < 0.003
    assert abs(share - ALPHA) < 4 * error


@pytest.mark.long
@pytest.mark.parametrize("campaign", CAMPAIGNS)
def test_with_documents_as_groups_one_in_twenty_is_significant_in_many_campaigns(campaign):
    # 20,000 campaigns: the Monte-Carlo error is about .0005. p = (c+1)/(n+1) ≤ .05 has a chance of 20/401,
    # enumerated p values of eight documents one of 12/256 = .047.
    share, error = level(rejected(DOCUMENTS, campaign, 20_000))
    expected = 12 / 256 if campaign == "eight documents" else 20 / 401
    assert error < 0.0007
    assert abs(share - expected) < 4 * error


@pytest.mark.parametrize("campaign", CAMPAIGNS)
@pytest.mark.parametrize("test", IGNORE_DOCUMENTS)
def test_what_ignores_documents_finds_differences_that_are_not_there(test, campaign):
    # 200 campaigns: the Monte-Carlo error is up to .013; shares measured lie between .12 and .26.
    share, error = level(rejected(test, campaign, 200))
    assert error < 0.015
    assert share > 2 * ALPHA
    assert share - ALPHA > 4 * error


@pytest.mark.parametrize("name", ["holdfast", "riley"])
def test_the_level_holds_through_the_whole_ranking(name):
    # 200 campaigns, raw and z-scores: the Monte-Carlo error is about .0055.
    shares = np.empty(200)
    for number in range(200):
        ratings = CAMPAIGNS["documents and raters"](np.random.default_rng([33, number]))
        ranking = rank_study(Study(ratings), profile_named(name), seed=number)
        shares[number] = np.mean([pair.significant for pair in ranking.pairs])
    share, error = level(shares)
    assert error < 0.007
    assert abs(share - ALPHA) < 4 * error
