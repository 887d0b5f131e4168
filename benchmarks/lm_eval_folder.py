"""Read and score a large folder of lm-eval logs (1 GB), beside Python's own JSON parser on the same files.

Run with ``python -m benchmarks.lm_eval_folder [--gigabytes 1] [--folder FOLDER]``. The logs have the fields,
and the line lengths (4 kB), of lm-eval's own logs of reasoned answers: a file for each model and language.
Every figure is of a fresh process, from the start of Python; memory is that of the largest process.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

LANGUAGES = ("bn", "de", "en", "es", "fr", "ja", "ru", "sw", "te", "th", "zh")
ITEMS = 1000
WORDS = {
    "bn": "আপেল এবং তিন জন শিশু বাজারে গেল কত টাকা বাকি",
    "ja": "りんご と 三人 の 子供 が 市場 へ 行った 残り は",
    "ru": "яблоко и трое детей пошли на рынок сколько осталось",
    "te": "ఆపిల్ మరియు ముగ్గురు పిల్లలు మార్కెట్ కి వెళ్ళారు",
    "th": "แอปเปิล และ เด็ก สาม คน ไป ตลาด เหลือ เท่าไร",
    "zh": "苹果 和 三个 孩子 去 市场 还剩 多少",
}
LATIN = "the three children carried apples to market and sold them for two dollars each so they have left"
SCORE = "import hatscore; print(hatscore.score({folder!r}))"
READ = "import hatscore; hatscore.read({folder!r})"
ROWS = "import hatscore; hatscore.read({folder!r}).to_frame()"
PLAIN = """
import json, pathlib
for path in sorted(pathlib.Path({folder!r}).rglob("samples_*.jsonl")):
    with path.open("rb") as file:
        for line in file:
            json.loads(line)
"""


def write(folder: Path, gigabytes: float) -> int:
    """Write logs until there are so many bytes; how many there are."""
    total = model = 0
    while total < gigabytes * 1e9:
        place = folder / f"acme__model-{model:02}"
        place.mkdir(parents=True, exist_ok=True)
        filters = [{"name": "none", "filter": [{"function": "take_first"}]}]
        configs = {f"mgsm_direct_{language}": {"filter_list": filters} for language in LANGUAGES}
        results = {"model_name": f"acme/model-{model:02}", "configs": configs}
        (place / "results_2026-01-01T00-00-00.000001.json").write_text(json.dumps(results))
        for language in LANGUAGES:
            path = place / f"samples_mgsm_direct_{language}_2026-01-01T00-00-00.000001.jsonl"
            if not path.exists():
                rng = random.Random(f"{model} {language}")
                lines = (json.dumps(line(rng, language, item), ensure_ascii=False) for item in range(ITEMS))
                path.write_text("\n".join(lines) + "\n", encoding="utf-8")
            total += path.stat().st_size
        model += 1
    return total


def line(rng: random.Random, language: str, item: int) -> dict[str, object]:
    words = WORDS.get(language, LATIN).split()
    question = " ".join(rng.choices(words, k=45))
    size = 1100 if words[0].isascii() else 450
    answer = " ".join(f"\\[{number} \\times 2\\]\n" if not number % 9 else word for number, word in
                      enumerate(rng.choices(words, k=size // 4)))  # fmt: skip
    right = float(rng.random() < 0.6)
    gold = random.Random(item).randrange(1000)
    settings = {"do_sample": False, "until": ["Question:", "</s>"], "max_gen_toks": 32768, "temperature": 0}
    return {
        "doc_id": item,
        "doc": {"question": question, "answer": None, "answer_number": gold, "equation_solution": None},
        "target": str(gold),
        "arguments": {"gen_args_0": {"arg_0": f"Question: {question}\nAnswer:", "arg_1": settings}},
        "resps": [[answer]],
        "filtered_resps": [answer],
        "filter": "none",
        "metrics": ["exact_match"],
        "doc_hash": f"{rng.getrandbits(256):064x}",
        "prompt_hash": f"{rng.getrandbits(256):064x}",
        "target_hash": f"{rng.getrandbits(256):064x}",
        "exact_match": right,
    }


def measured(code: str) -> tuple[float, float, float]:
    """Seconds, CPU seconds with those of its workers, and peak memory (GB) of the largest process."""
    start = time.perf_counter()
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        raise SystemExit(f"the process ended with status {status}")
    spent = usage.ru_utime + usage.ru_stime
    return time.perf_counter() - start, spent, usage.ru_maxrss / 1e6


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--gigabytes", type=float, default=1)
    parser.add_argument("--folder", type=Path, help="keep the files here")
    options = parser.parse_args()
    with TemporaryDirectory() as temporary:
        folder = options.folder or Path(temporary)
        size = write(folder, options.gigabytes)
        print(f"{size / 1e6:,.0f} MB")
        codes = {"json.loads of every line": PLAIN, "read": READ, "score": SCORE, "read with all rows": ROWS}
        for name, code in codes.items():
            seconds, spent, memory = measured(code.format(folder=str(folder)))
            rate = size / 1e6 / seconds
            figures = f"{seconds:.1f} s, {rate:.0f} MB/s, {spent:.1f} CPU s, {memory:.2f} GB at most"
            print(f"{name}: {figures}", flush=True)


if __name__ == "__main__":
    main()
