"""Is what we publish valid in the schemas of Every Eval Ever?

Needs ../shared beside the project; skipped where it is absent.
"""

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from tests.engines.study import study

from hatscore.api.publishing import export_every_eval_ever
from hatscore.api.reading import demo_path
from hatscore.publishing.logs import Publication

SCHEMAS = Path(__file__).parents[3] / "shared" / "data" / "outputs" / "format_fixtures"
pytestmark = pytest.mark.skipif(not SCHEMAS.exists(), reason="../shared/data/outputs is not at hand")


def validator(name: str) -> Any:
    return jsonschema.Draft7Validator(json.loads((SCHEMAS / name).read_text("utf-8")))


@pytest.mark.parametrize("data", [study(), demo_path()], ids=["study", "demo"])
def test_logs_and_records_are_valid(data: Any, tmp_path: Path) -> None:
    written = export_every_eval_ever(data, tmp_path, Publication("Example Lab"))
    log_schema, record_schema = validator("eval.schema.json"), validator("instance_level_eval.schema.json")
    for path in written.logs:
        assert not [error.message for error in log_schema.iter_errors(json.loads(path.read_text("utf-8")))]
    for path in sorted((tmp_path / "data").rglob("*_samples.jsonl")):
        for line in path.read_text("utf-8").splitlines():
            assert not [error.message for error in record_schema.iter_errors(json.loads(line))]
