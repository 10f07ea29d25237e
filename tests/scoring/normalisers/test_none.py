import numpy as np

from holdfast.scoring.normalisers.none import NoNormaliser


def test_scores_stay(ratings_of):
    ratings = ratings_of([{"system": "A", "segment": str(i), "score": x} for i, x in enumerate([3, None, 0])])
    np.testing.assert_array_equal(NoNormaliser()(ratings), [3, np.nan, 0])
