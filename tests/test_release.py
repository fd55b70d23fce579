"""The files that describe a release agree, and its builds use only pinned or listed inputs."""

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent


def test_the_version_is_the_same_everywhere() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    cited = re.search(r"^version: (\S+)$", (ROOT / "CITATION.cff").read_text(), re.MULTILINE)
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    entries = re.findall(r"^## (.+)$", changelog, re.MULTILINE)
    assert cited is not None
    assert cited[1] == project["version"]
    assert entries[0] == "Unreleased"
    assert entries[1] == project["version"]


def test_the_reader_of_mvf_files_is_one_that_was_tried() -> None:
    """The extra for MVF files requires at least the version of ms-toollib that was tested."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["optional-dependencies"]["formats"] == ["ms-toollib>=1.5.10"]


def test_the_workflows_pin_what_they_run() -> None:
    """Workflows name actions by commit hash and version, and have no permissions by default."""
    files = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
    assert [file.name for file in files] == ["check.yml", "nightly.yml", "wheels.yml"]
    for file in files:
        text = file.read_text(encoding="utf-8")
        assert re.search(r"^permissions: \{\}$", text, re.MULTILINE)
        for used in re.findall(r"uses: (.+)", text):
            assert re.fullmatch(r"[\w/-]+@[0-9a-f]{40} # v[\d.]+", used), used


def test_the_nightly_run_installs_what_the_tests_of_examples_need() -> None:
    text = (ROOT / ".github" / "workflows" / "nightly.yml").read_text(encoding="utf-8")
    (line,) = re.findall(r"pip install (.+)", text)
    tests = [
        ROOT / "tests" / "exam" / "test_adapters.py",
        ROOT / "tests" / "env" / "test_training.py",
    ]
    needed = set(re.findall(r' module\("(\w+)"\)', "".join(file.read_text() for file in tests)))
    assert {"inspect_ai", "sb3_contrib"} <= needed
    assert {name.replace("_", "-") for name in needed - {"torch"}} == set(line.split())


def test_the_image_is_built_from_the_sources_alone() -> None:
    """The file .dockerignore lets Docker and Podman read the sources, but not the local builds."""
    lines = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    rules = [line for line in lines if not line.startswith("#")]
    assert rules[0] == "*"
    let_in = [rule.removeprefix("!") for rule in rules if rule.startswith("!")]
    assert all((ROOT / name).exists() for name in let_in)
    assert {"CMakeLists.txt", "README.md", "native", "pyproject.toml", "src"} <= {*let_in}
    assert "src/sapper/*.so" in rules[rules.index("!src") :]
    # Podman would read .containerignore instead of .dockerignore
    assert not (ROOT / ".containerignore").exists()
