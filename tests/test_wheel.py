"""What is installed is what is built: the wheel alone, without the source tree."""

import subprocess
import sys
import zipfile
from email import message_from_string
from pathlib import Path

import pytest

from holdfast import __version__

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    (built,) = folder.glob("*.whl")
    return built


def test_every_module_and_the_licence_are_in_the_wheel(wheel):
    with zipfile.ZipFile(wheel) as opened:
        names = set(opened.namelist())
    source = ROOT / "src"
    modules = {str(path.relative_to(source)) for path in source.rglob("*.py")}
    assert modules <= names
    assert "holdfast/py.typed" in names
    assert any(name.endswith("LICENSE") for name in names)
    assert not [name for name in names if name.startswith(("tests", "benchmarks"))]


def test_the_metadata_name_version_and_command(wheel):
    with zipfile.ZipFile(wheel) as opened:
        info = f"holdfast-{__version__}.dist-info"
        metadata = message_from_string(opened.read(f"{info}/METADATA").decode())
        commands = opened.read(f"{info}/entry_points.txt").decode()
    assert (metadata["Name"], metadata["Version"]) == ("holdfast", __version__)
    assert "holdfast = holdfast.cli.main:main" in commands


def test_the_wheel_works_without_the_source_tree(wheel, tmp_path):
    site = tmp_path / "site"
    with zipfile.ZipFile(wheel) as opened:
        opened.extractall(site)
    run = "import holdfast; print(holdfast.__file__); holdfast.demo()"
    code = f"import sys; sys.path.insert(0, {str(site)!r}); {run}"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(str(site))
    assert (tmp_path / "holdfast-demo" / "ratings.csv").exists()
