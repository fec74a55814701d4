"""What the docs say is run, and what is generated is up to date."""

import os
import re
import subprocess
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from tests import forks
from tests.conftest import ROOT, blocks

DOCS = ROOT / "docs"


def run_python(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(folder), str(ROOT)])}
    return forks.run(arguments, folder, environment)


@pytest.mark.parametrize(
    ("name", "policies"),
    [
        pytest.param("cautious", None, marks=pytest.mark.slow),
        pytest.param("moody", "{name: moody, start: 0.3}", marks=pytest.mark.slow),
        ("bookish", "[bookish, uniform]"),  # a table of its own
    ],
)
def test_the_policies_of_write_a_policy_run(tmp_path, name, policies):
    found = blocks("write-a-policy.md")
    (tmp_path / "my_policies.py").write_text("\n\n".join(code for file, code in found if file == "my_policies.py"), encoding="utf-8")
    scenario = next(code for file, code in found if file.endswith(".yaml"))
    if policies is not None:
        scenario = re.sub(r"policies: .*", f"policies: {policies}", scenario)
    (tmp_path / "mine.yaml").write_text(scenario, encoding="utf-8")
    done = run_python(
        tmp_path, "-m", "simlab", "run", "mine.yaml", "--policy-file", f"my_policies.py:{name}", "--games", "300", "--out", "out"
    )
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "out" / "results.parquet").exists()


def test_every_command_is_on_its_page_and_shows_an_example():
    from simlab.cli import main

    page = (DOCS / "command-line.md").read_text(encoding="utf-8")
    for name, command in main.commands.items():
        shown = CliRunner().invoke(main, [name, "--help"])
        assert shown.exit_code == 0
        assert "Example:" in shown.output, f"simlab {name} --help has no example"
        assert f"simlab {name}" in page, f"simlab {name} is not in docs/command-line.md"
        for option in command.params:
            assert not isinstance(option, click.Option) or option.help, f"simlab {name} --{option.name} has no help"


def test_the_generated_parts_are_up_to_date():
    from tools.docs import stale

    assert stale() == [], "run `make docs`"


def test_every_link_of_the_docs_leads_somewhere():
    for page in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *DOCS.glob("*.md")]:
        for target in re.findall(r"\]\((?!https?:|#)([^)#]+)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_nothing_names_a_path_of_a_machine_or_a_registry():
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    forbidden = re.compile(r"(?<![\w.])/(?:work|farm|root|home/\w+)/|pythonhosted|://[^\s\"]*pypi", re.IGNORECASE)
    for name in listed:
        path = ROOT / name
        if (
            path.suffix in {".py", ".md", ".toml", ".txt", ".yaml", ".html", ".json", ".ipynb", ""}
            and path.is_file()
            and name != "tests/test_docs.py"
        ):
            found = forbidden.search(path.read_text(encoding="utf-8", errors="ignore"))
            assert found is None, f"{name}: {found.group()}"


def test_the_code_of_the_page_on_adapters_runs(tmp_path):
    page = (DOCS / "adapters.md").read_text(encoding="utf-8")
    for number, code in enumerate(re.findall(r"```python\n(.*?)```", page, re.DOTALL)):
        (tmp_path / f"block{number}.py").write_text(code, encoding="utf-8")
        done = run_python(tmp_path, f"block{number}.py")
        assert done.returncode == 0, done.stderr
