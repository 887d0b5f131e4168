"""ECLeKTic: questions on facts that one language's Wikipedia has, a short text judged with a passage."""

from collections.abc import Mapping, Sequence

from hatscore.benchmarks.contract import Item
from hatscore.benchmarks.rows import read_rows
from hatscore.errors import UnreadableFile


def items(content: bytes, name: str, languages: Sequence[str]) -> Mapping[str, tuple[Item, ...]]:
    """Items of the one file that holds all languages.

    Parameters
    ----------
    content : bytes
        The file, with {language}_q, {language}_a and {language}_c in each row.
    name : str
        Its name.
    languages : sequence of str
        Those to take.

    Returns
    -------
    mapping of str to tuple of Item
        Named by q_id; each with the passage in its language.

    Raises
    ------
    UnreadableFile
        If a row lacks something.

    Examples
    --------
    >>> row = b'{"q_id": 1, "original_lang": "fr", "de_q": "Wer?", "de_a": "Ada", "de_c": "Ada war es."}'
    >>> items(row, "eclektic_main.jsonl", ["de"])["de"][0].source_language
    'fr'
    """
    rows = read_rows(content, name)
    found: dict[str, list[Item]] = {language: [] for language in languages}
    for number, row in enumerate(rows, 1):
        for language in languages:
            question, answer, passage = (row.get(f"{language}_{part}") for part in "qac")
            if not (question and answer and passage and row.get("original_lang")) or "q_id" not in row:
                raise UnreadableFile(
                    f"{name}, row {number}: expected q_id, original_lang, {language}_q, {language}_a and "
                    f"{language}_c, all filled."
                )
            found[language].append(
                Item(
                    item=str(row["q_id"]),
                    language=language,
                    source_language=str(row["original_lang"]),
                    question=str(question).strip(),
                    gold=str(answer).strip(),
                    passage=str(passage).strip(),
                )
            )
    return {language: tuple(listed) for language, listed in found.items()}
