"""What holds for every row of the registries of these layers."""

from dataclasses import FrozenInstanceError, fields, is_dataclass, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from holdfast._core.errors import BadSetting, UnknownMethod
from holdfast._core.signature import signature
from holdfast.model.scale import Scale
from holdfast.protocols.base import PROTOCOLS
from holdfast.protocols.weights.base import NOT_ERRORS, SEVERITIES, WEIGHTS

ROWS = [(registry, name) for registry in (PROTOCOLS, WEIGHTS) for name in registry.rows]
every_row = pytest.mark.parametrize(("registry", "name"), ROWS, ids=[name for _, name in ROWS])

settings = {
    float: st.floats(allow_nan=False, allow_infinity=False),
    int: st.integers(),
    bool: st.booleans(),
}


@every_row
def test_a_row_is_what_its_registry_promises(registry, name):
    cls = registry.load(name)
    assert isinstance(cls(), registry.protocol)
    assert cls.name == name
    assert is_dataclass(cls)
    assert cls.__module__.startswith("holdfast.protocols.")
    assert (cls.__doc__ or "").endswith(".")


@every_row
def test_a_method_has_defaults_and_cannot_be_changed(registry, name):
    method = registry.make(name)
    assert method == registry.load(name)()
    for field in fields(method):
        with pytest.raises(FrozenInstanceError):
            setattr(method, field.name, 1.0)


@every_row
def test_the_default_signature_is_read_back(registry, name):
    method = registry.make(name)
    assert signature(method).split(":")[0] == name
    assert registry.make(signature(method)) == method


@every_row
@given(data=st.data())
def test_every_signature_is_read_back(registry, name, data):
    method = registry.make(name)
    kinds = {field.name: settings[type(getattr(method, field.name))] for field in fields(method)}
    changed = replace(method, **data.draw(st.fixed_dictionaries(kinds)))
    assert registry.make(signature(changed)) == changed


@every_row
def test_one_setting_changes_the_signature(registry, name):
    method = registry.make(name)
    for field in fields(method):
        changed = replace(method, **{field.name: getattr(method, field.name) + 0.125})
        assert signature(changed) != signature(method)


@every_row
def test_a_setting_that_nobody_knows_is_refused(registry, name):
    with pytest.raises(
        BadSetting, match=rf"^{name} has no setting 'colour=red'\. (Its settings: |{name} has no)"
    ):
        registry.make(f"{name}:colour=red")


@every_row
def test_a_setting_that_is_not_a_number_is_refused(registry, name):
    for field in fields(registry.load(name)):
        with pytest.raises(BadSetting, match=rf"^{name}:{field.name} cannot be 'red'\. Give a number\.$"):
            registry.make(f"{name}:{field.name}=red")


@pytest.mark.parametrize(
    ("registry", "near", "meant"), [(PROTOCOLS, "mqn", "mqm"), (WEIGHTS, "gogle", "google")]
)
def test_a_name_that_is_nearly_there_gets_a_hint(registry, near, meant):
    with pytest.raises(
        UnknownMethod, match=rf"^there (is|are) no {registry.kind} '{near}'\. Did you mean '{meant}'\?"
    ):
        registry.make(near)


@pytest.mark.parametrize(
    ("name", "scale", "uses_spans"),
    [
        ("da", Scale(0, 100), False),
        ("esa", Scale(0, 100), False),
        ("mqm", Scale(low=0, better="lower"), True),
    ],
)
def test_protocols_say_what_a_score_is(name, scale, uses_spans):
    protocol = PROTOCOLS.make(name)
    assert (protocol.scale, protocol.uses_spans) == (scale, uses_spans)


@pytest.mark.parametrize("name", WEIGHTS.rows)
@pytest.mark.parametrize("severity", SEVERITIES)
@pytest.mark.parametrize(
    "category", ["", "accuracy/mistranslation", "non-translation!", "source issue", "other"]
)
def test_every_severity_has_a_weight_in_every_set(name, severity, category):
    assert 0 <= WEIGHTS.make(name).weight(category, severity) <= 25


@pytest.mark.parametrize("name", WEIGHTS.rows)
@pytest.mark.parametrize("severity", [s for s in SEVERITIES if s != "neutral"])
def test_the_weight_of_a_plain_error_is_the_setting_of_its_severity(name, severity):
    changed = replace(WEIGHTS.make(name), **{severity: 7.5})
    assert changed.weight("accuracy/omission", severity) == 7.5


@pytest.mark.parametrize("name", WEIGHTS.rows)
def test_no_set_weighs_what_is_not_an_error(name):
    for word in NOT_ERRORS:
        assert not hasattr(WEIGHTS.make(name), word)
    assert WEIGHTS.make(name).cap == 0
