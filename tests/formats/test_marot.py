import pytest

from holdfast._core.errors import BadSelection
from holdfast.formats.base import read_study

HEADER = "system\tdoc\tdocSegId\tglobalSegId\trater\tsource\ttarget\tcategory\tseverity\tmetadata\n"


def row(doc, segment, system="fir", severity="No-error", target="x"):
    return f"{system}\t{doc}\t1\t{segment}\tr1\ta\t{target}\tc\t{severity}\t{{}}\n"


@pytest.fixture
def read(tmp_path):
    def reading(name="x.tsv", *rows, form=None):
        path = tmp_path / name
        path.write_text(HEADER + "".join(rows or [row("d", 1)]))
        return read_study(path, form, {})

    return reading


def said(study):
    return next(line for line in study.provenance.conventions if line.startswith("lp: "))


@pytest.mark.parametrize(
    ("name", "lp"),
    [
        ("mqm_newstest2020_ende.tsv", "en-de"),
        ("mqm_newstest2020_zhen.tsv", "zh-en"),
        ("sxs_mqm_generalMT2023_ende.3ratingsPerSegment.tsv", "en-de"),
        ("mqm_generalMT2024_ja-zh.tsv", "ja-zh"),
        ("mqm.en-de.tsv", "en-de"),
        ("ende_final_copy.tsv", "en-de"),
        ("ende_data.tsv", "en-de"),
    ],
)
def test_language_pair_of_the_file_name(read, name, lp):
    study = read(name)
    assert study.ratings.lp.labels == (lp,)
    assert said(study) == f"lp: {lp}, from the file's name"


@pytest.mark.parametrize(
    "name", ["mqm_data.tsv", "my_test.tsv", "final_copy.tsv", "mqm_main.tsv", "mqm_qqxx.tsv", "mqm_enen.tsv"]
)
def test_words_are_no_language_pairs(read, name):
    study = read(name)
    assert not study.ratings.lp.given
    assert "not known" in said(study)


def test_language_pair_of_each_document(read):
    rows = [
        row("a:en-de", 1, severity="Minor", target="<v>x</v>"),
        row("a:en-de", 1, severity="Major", target="y<v>x</v>"),
        row("b:en-cs", 1),
        row("a:en-de", 2),
        row("b:en-cs", 1, system="elder"),
    ]
    study = read("mqm_zhen.tsv", *rows)
    assert study.ratings.lp.to_list() == ["en-de", "en-cs", "en-de", "en-cs"]
    assert study.ratings.document.to_list() == ["a:en-de", "b:en-cs", "a:en-de", "b:en-cs"]
    assert said(study) == "lp: en-de, en-cs, from the documents' names"
    with pytest.raises(BadSelection, match="2 values of lp: en-de, en-cs") as caught:
        study.require_single()
    assert "--select lp=en-de" in caught.value.hint
    chosen = study.select({"lp": ("en-de",)})
    chosen.require_single()
    assert (len(chosen.ratings), len(chosen.spans)) == (2, 2)


def test_one_language_pair_of_all_documents(read):
    study = read("x.tsv", row("a:en-de", 1), row("b:en-de", 2))
    assert study.ratings.lp.to_list() == ["en-de", "en-de"]
    assert said(study) == "lp: en-de, from the documents' names"


def test_language_pairs_of_some_documents_leave_it_open(read):
    study = read("mqm_ende.tsv", row("a:en-de", 1), row("b", 2))
    assert not study.ratings.lp.given
    assert "some documents' names end in en-de, others, such as 'b', in none" in said(study)
    assert "--format marot:lp=" in said(study)


def test_given_language_pair_comes_first(read):
    study = read("mqm_ende.tsv", row("a:en-de", 1), row("b", 2), form="marot:lp=zh-en")
    assert study.ratings.lp.to_list() == ["zh-en", "zh-en"]
