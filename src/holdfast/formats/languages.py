"""Language codes: those of three letters become those of two where there are such."""

from __future__ import annotations

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

_WORDS = """
anno anti arch arts base best beta bias bing bits both caps case cats char code cost crit data date fast
find fine fits five form four free from hand have hist hits host html kind lang last late line list lite
live long loss lost miss nllb none norm note orig past path plan save secs semi send sets side sign site
star subs such tabs task team tech term test than this tiny trio wave your
"""
_NOT_PAIRS = frozenset(_WORDS.split())
"""Words of file names that happen to be two codes."""


def is_pair(source: str, target: str) -> bool:
    """Say whether two texts from a file's name are a language pair."""
    return source != target and {source, target} <= CODES and source + target not in _NOT_PAIRS
