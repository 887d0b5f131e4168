"""Write the generated pages of docs/reference/; a test fails while one of them is out of date."""

from collections.abc import Callable
from pathlib import Path

from scripts.reference.attempts_table import attempts_table_page
from scripts.reference.commands import commands_page
from scripts.reference.errors import errors_page
from scripts.reference.flags import flags_page
from scripts.reference.run_store import run_store_page
from scripts.reference.schemas import schemas_page

FOLDER = Path(__file__).parents[2] / "docs" / "reference"

PAGES: dict[str, Callable[[], str]] = {
    "attempts-table.md": attempts_table_page,
    "commands.md": commands_page,
    "errors.md": errors_page,
    "flags.md": flags_page,
    "run-store.md": run_store_page,
    "schemas.md": schemas_page,
}
MADE = "<!-- Made by make reference; changes here are lost. -->\n\n"


def main() -> None:
    """Write all pages."""
    for name, page in PAGES.items():
        (FOLDER / name).write_text(MADE + page(), encoding="utf-8")
        print(f"docs/reference/{name}")


if __name__ == "__main__":
    main()
