"""One response with what was read of it, for people."""

from hatscore.answers.grading import Grade
from hatscore.wording import number


def explain_reading(response: str, grade: Grade, *, gold: str) -> str:
    """A response with the span that won, and what lost.

    Parameters
    ----------
    response : str
        What the model wrote.
    grade : Grade
        How it was read.
    gold : str
        The right answer.

    Returns
    -------
    str
        The span stands between » and «.
    """
    reading = grade.reading
    shown = response
    if reading.span is not None:
        start, end = reading.span
        shown = f"{response[:start]}»{response[start:end]}«{response[end:]}"
    answer = "nothing" if grade.final_answer is None else grade.final_answer
    lines = [
        shown,
        "",
        f"read: {answer} (rule {reading.rule}, confidence {number(reading.confidence, 2)})",
        f"right answer: {gold}",
        f"outcome: {grade.outcome}",
    ]
    if grade.duplicate_options:
        lines.append("Another option has the text of the right one, so both letters are right.")
    losing = [c for c in reading.candidates if c.span != reading.span]
    lines += ["lost:"] if losing else []
    for candidate in losing:
        start, end = candidate.span
        around = " ".join(response[max(start - 25, 0) : end + 25].split())
        lines.append(
            f"  {candidate.value} (rule {candidate.rule}, weight {candidate.weight:g}): ... {around} ..."
        )
    return "\n".join(lines) + "\n"
