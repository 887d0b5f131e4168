"""Do the commands say what is there?"""

import json
from pathlib import Path

from click.testing import CliRunner
from tests.sampling.conftest import Sampler, openai_system, several
from tests.sampling.servers import FakeServer, Fault

from hatscore.cli.main import group
from hatscore.sampling.errors import StoreError
from hatscore.sampling.prices import Price


def test_status_counts_and_names_failures(run: Sampler, db: Path) -> None:
    faults = [Fault("filter"), Fault("cut"), Fault("status", 400, message="too long")]
    with FakeServer(faults) as server:
        system = openai_system(server.openai, price=Price(100, 100), temperature=0.7, choices=1)
        run([system], several(4), 1)
    text = CliRunner().invoke(group, ["status", str(db)]).output
    assert "toy-model" in text
    assert "by the server called toy-2026; sent: temperature 0.7." in text
    assert "7 requests, prompt tokens 77, output tokens 35 (thinking unknown), 0.01 USD." in text
    assert "1 failed (refused_request), the last with: 400: too long (error)" in text
    data = json.loads(CliRunner().invoke(group, ["status", str(db), "--format", "json"]).output)
    assert [sum(row[name] for row in data["rows"]) for name in ("answered", "failed", "cut", "refused")] == [
        7,
        1,
        1,
        1,
    ]
    table = (
        CliRunner()
        .invoke(group, ["status", str(db), "--format", "csv", "--by", "language"])
        .output.splitlines()
    )
    assert table[0] == "system,benchmark,revision,language,items,answered,failed,cut,refused"
    assert len(table) == 3


def test_status_of_nothing_is_an_error(tmp_path: Path) -> None:
    result = CliRunner().invoke(group, ["status", str(tmp_path / "x.db")])
    assert isinstance(result.exception, StoreError)


def test_systems_are_listed_with_sources() -> None:
    text = CliRunner().invoke(group, ["systems", "list"]).output
    assert "gemma-4-26b-a4b" in text
    assert "unknown" in text
    rows = json.loads(CliRunner().invoke(group, ["systems", "list", "--format", "json"]).stdout)
    assert len(rows) == 20
    assert rows[0]["source_size"] == "not disclosed by the maker"
    for form in ("csv", "markdown"):
        assert CliRunner().invoke(group, ["systems", "list", "--format", form]).output.count("gpt-oss") >= 2
