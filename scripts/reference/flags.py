"""The page of flags: every doubt, what it says, and what to do about it."""

from scripts.reference.sentences import coded_sentences, plain

from hatscore.flags import ADVICE

_INTRO = """# Flags

A flag is a doubt about one figure: a code, a sentence with what was seen, and advice. The set is closed.
Flags stand in tables, in `Scores.explain()`, in JSON (`flags`) and on the report;
"…" stands for figures and names.
"""


def flags_page() -> str:
    """The page as Markdown."""
    said = coded_sentences("Flag")
    sections = [_INTRO]
    for code, advice in sorted(ADVICE.items()):
        seen = "".join(f"- {plain(sentence)}\n" for sentence in said.get(code, []))
        sections.append(f"## `{code}`\n\n{plain(advice)}\n" + (f"\nIt says:\n\n{seen}" if seen else ""))
    return "\n".join(sections)
