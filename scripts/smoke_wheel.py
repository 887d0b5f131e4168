"""Install the built wheel in a fresh environment and use it (run: python scripts/smoke_wheel.py dist)."""

import json
import subprocess
import sys
import tempfile
import venv
from pathlib import Path


def run(*command: str | Path) -> str:
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


def main() -> None:
    """Build a venv, install, score the demo through the command line and through Python."""
    (wheel,) = Path(sys.argv[1]).glob("*.whl")
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        binaries = Path(folder) / ("Scripts" if sys.platform == "win32" else "bin")
        run(binaries / "python", "-m", "pip", "install", "--quiet", wheel.resolve())
        scores = json.loads(run(binaries / "hatscore", "demo", "--format", "json"))
        if scores["schema"] != "hatscore.scores/1" or len(scores["rows"]) != 4:
            sys.exit("the demo of the installed wheel does not give four scores")
        run(binaries / "hatscore", "--help")
        run(binaries / "python", "-c", "import hatscore; hatscore.score(hatscore.demo_path())")
    print(f"{wheel.name}: installs and scores the demo")


if __name__ == "__main__":
    main()
