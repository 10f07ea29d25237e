import pytest

from holdfast.formats.languages import CODES, pairs_in_name


def test_iso_639_1_has_184_codes_of_two_letters():
    assert len(CODES) == 184
    assert all(len(code) == 2 and code.isalpha() and code.islower() for code in CODES)
    assert {"en", "de", "zh", "cs", "uk", "ja", "he", "is", "lv", "km", "ps", "zu", "xh"} <= CODES


@pytest.mark.parametrize(
    ("name", "pairs"),
    [
        ("mqm_newstest2020_ende.tsv", ["en-de"]),
        ("mqm_newstest2020_zhen.tsv", ["zh-en"]),
        ("sxs_mqm_generalMT2023_ende.3ratingsPerSegment.tsv", ["en-de"]),
        ("wmt24.ja-zh.tsv", ["ja-zh"]),
        ("EN-DE.tsv", ["en-de"]),
        ("cs-uk_and_en-cs.tsv", ["cs-uk", "en-cs"]),
        ("mqm_data.tsv", []),
        ("my_test.tsv", []),
        ("final_copy.tsv", []),
        ("mqm_jazh.tsv", []),
        ("enen.tsv", []),
        ("xx-en_qq-de.tsv", []),
        ("mqm.tsv", []),
    ],
)
def test_language_pairs_in_the_names_of_files(name, pairs):
    assert pairs_in_name(name) == pairs
