"""``python -m hatscore``."""

from hatscore.cli.main import main

main()
