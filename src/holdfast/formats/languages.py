"""Language codes: those of three letters become those of two where there are such."""

from __future__ import annotations

import re

import polars as pl

_PAIRS = """
ara:ar ben:bn bul:bg cat:ca ces:cs cym:cy dan:da deu:de ell:el eng:en est:et eus:eu fas:fa fin:fi fra:fr
gle:ga glg:gl guj:gu hau:ha heb:he hin:hi hrv:hr hun:hu hye:hy ibo:ig ind:id isl:is ita:it jpn:ja kan:kn
kat:ka kaz:kk khm:km kor:ko lav:lv lit:lt mar:mr mlt:mt mya:my nld:nl nno:nn nob:nb nor:no pan:pa pol:pl
por:pt pus:ps ron:ro rus:ru slk:sk slv:sl som:so spa:es sqi:sq srp:sr swa:sw swe:sv tam:ta tel:te tgl:tl
tha:th tur:tr ukr:uk urd:ur vie:vi xho:xh yor:yo zho:zh zul:zu
"""
TWO_LETTERS = dict(pair.split(":") for pair in _PAIRS.split())
"""ISO 639-3 → ISO 639-1."""


def language_pairs(source: pl.Series, target: pl.Series) -> pl.Series:
    """Join source and target languages to labels such as en-de; codes that are not known stay."""
    first, second = (
        codes.str.strip_chars().str.to_lowercase().replace(TWO_LETTERS) for codes in (source, target)
    )
    return first + "-" + second


_CODES = """
aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz
ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik
io is it iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml
mn mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd
se sg si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi
vo wa wo xh yi yo za zh zu
"""
CODES = frozenset(_CODES.split())
"""The 184 codes of ISO 639-1."""

_PAIR = re.compile(r"(?:^|[_.:-])([a-z]{2})(-?)([a-z]{2})(?=[_.]|$)")


def pairs_in_name(name: str) -> list[str]:
    """Return the language pairs that the name of a file holds: ``en-de``, or ``ende`` where one is English.

    Without English two codes in a row are too often a word: data, test, last.
    """
    found = _PAIR.findall(name.lower())
    return [
        f"{source}-{target}"
        for source, hyphen, target in found
        if source != target and {source, target} <= CODES and (hyphen or "en" in (source, target))
    ]
