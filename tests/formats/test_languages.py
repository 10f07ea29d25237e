import pytest

from holdfast.formats.languages import CODES, is_pair


def test_iso_639_1_has_184_codes_of_two_letters():
    assert len(CODES) == 184
    assert all(len(code) == 2 and code.isalpha() and code.islower() for code in CODES)
    assert {"en", "de", "zh", "cs", "uk", "ja", "he", "is", "lv", "km", "ps", "zu", "xh"} <= CODES


@pytest.mark.parametrize("pair", [("en", "de"), ("zh", "en"), ("ja", "zh"), ("cs", "uk"), ("he", "en")])
def test_pairs_of_languages(pair):
    assert is_pair(*pair)


@pytest.mark.parametrize(
    "pair", [("da", "ta"), ("te", "st"), ("co", "py"), ("en", "en"), ("xx", "en"), ("en", "qq"), ("", "en")]
)
def test_others_are_not(pair):
    assert not is_pair(*pair)
