import re

from holdfast._core.version import __version__


def test_the_version_is_one_that_packages_can_have():
    assert re.fullmatch(r"\d+\.\d+\.\d+((a|b|rc)\d+)?(\.(post|dev)\d+)?", __version__)
