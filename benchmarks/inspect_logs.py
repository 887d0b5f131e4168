"""Reading a large Inspect AI log: hatscore against inspect's own table of samples, in one run.

The log is made of real samples (one of each kind from the test fixtures, with longer texts) repeated under
new ids and epochs, with their summaries, in inspect's own form. Needs inspect-ai, pandas and pyarrow beside
hatscore: ``python benchmarks/inspect_logs.py [SAMPLES]``. Readers take turns, each in a process of its own;
medians are printed, imports are left out.
"""

import json
import resource
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

FIXTURE = Path(__file__).parents[1] / "tests" / "fixtures" / "inspect_ai" / "0.3.285" / "parallel.eval"
EPOCHS = 10
TURNS = 3
WORDS = "Kwanza tunajumlisha namba mbili, kisha tunaangalia jibu letu tena ili kuwa na uhakika. " * 8

Counts = tuple[int, int]
"""Samples, and right ones."""


def make_log(place: Path, samples: int) -> None:
    import inspect_ai.log  # noqa: F401 (teaches zipfile Zstandard before Python 3.14)

    with zipfile.ZipFile(FIXTURE) as real:
        names = [name for name in real.namelist() if name.startswith("samples/")]
        kinds = [json.loads(real.read(name)) for name in sorted(names)]
        summaries = json.loads(real.read("summaries.json"))
        header, start = real.read("header.json"), real.read("_journal/start.json")
    summary_of = {(summary["id"], summary["epoch"]): summary for summary in summaries}
    method: int = zipfile.ZIP_ZSTANDARD  # type: ignore[attr-defined]
    written = []
    with zipfile.ZipFile(place, "w", method) as log:
        log.writestr("_journal/start.json", start)
        for number in range(samples):
            sample = dict(kinds[number // EPOCHS % len(kinds)])
            summary = dict(summary_of[sample["id"], sample["epoch"]])
            item = number // EPOCHS
            own = {**sample["metadata"], "item": f"q{item}"}
            new = {"id": item + 1, "metadata": own, "epoch": number % EPOCHS + 1, "uuid": f"u{number}"}
            message = sample["output"]["choices"][0]["message"]
            text = f"{number}. {WORDS}"
            sample["output"] = {**sample["output"], "completion": text}
            sample["output"]["choices"] = [
                {**sample["output"]["choices"][0], "message": {**message, "content": text}}
            ]
            sample["messages"] = [*sample["messages"][:-1], {**sample["messages"][-1], "content": text}]
            log.writestr(
                f"samples/{new['id']}_epoch_{new['epoch']}.json",
                json.dumps(sample | new, separators=(",", ":")),
            )
            written.append(summary | new)
        log.writestr("summaries.json", json.dumps(written))
        log.writestr("header.json", header)


def by_hatscore(path: Path) -> Counts:
    import hatscore

    frame = hatscore.read(path).to_frame()
    return frame.height, int((frame["score"] == 1).sum())


def by_samples_df(path: Path) -> Counts:
    from inspect_ai.analysis import samples_df

    frame = samples_df(str(path), quiet=True)
    return len(frame), int((frame["score_includes"] == "C").sum())


def by_json(path: Path) -> Counts:
    import inspect_ai.log  # noqa: F401

    rows = right = 0
    with zipfile.ZipFile(path) as log:
        for name in log.namelist():
            if name.startswith("samples/"):
                sample = json.loads(log.read(name))
                rows += 1
                right += sample["scores"]["includes"]["value"] == "C"
    return rows, right


READERS: dict[str, Callable[[Path], Counts]] = {
    "hatscore.read": by_hatscore,
    "samples_df": by_samples_df,
    "zipfile and json": by_json,
}


def measure(name: str, path: Path) -> dict[str, Any]:
    """Measure one reader in a process of its own; imports are not part of the time."""
    command = [sys.executable, __file__, "--one", name, str(path)]
    found: dict[str, Any] = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
    return found


def one(name: str, path: Path) -> None:
    import hatscore

    if name == "hatscore.read":
        hatscore.read(FIXTURE)
    elif name == "samples_df":
        by_samples_df(FIXTURE)
    start, busy = time.perf_counter(), time.process_time()
    rows, right = READERS[name](path)
    seconds, busy = time.perf_counter() - start, time.process_time() - busy
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps({"seconds": seconds, "cpu": busy, "mb": peak, "rows": rows, "right": right}))


def main() -> None:
    samples = int(sys.argv[1]) if len(sys.argv) > 1 else 30_000
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "large.eval"
        make_log(path, samples)
        print(f"{samples:,} samples, {path.stat().st_size / 2**20:.0f} MB packed")
        turns = [{name: measure(name, path) for name in READERS} for _ in range(TURNS)]
    middle = {}
    for name in READERS:
        own = {key: median(turn[name][key] for turn in turns) for key in turns[0][name]}
        middle[name] = own
        print(
            f"{name:<18} {own['seconds']:7.2f} s {own['cpu']:7.2f} CPU s {own['mb']:6.0f} MB "
            f"{own['rows']:,} samples, {own['right']:,} right"
        )
    ours, theirs = middle["hatscore.read"], middle["samples_df"]
    print(
        f"samples_df / hatscore.read: {theirs['seconds'] / ours['seconds']:.1f} times the time, "
        f"{theirs['cpu'] / ours['cpu']:.1f} times the CPU"
    )


if __name__ == "__main__":
    if sys.argv[1:2] == ["--one"]:
        one(sys.argv[2], Path(sys.argv[3]))
    else:
        main()
