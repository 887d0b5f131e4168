"""Reading the final answer of a response, equally well in every language.

`markers` finds the part of a response that is the answer, `numbers` and `letters` read it into a
`reading`, `text` compares free texts, `refusal` tells declining from answering. `grading` compares
with the right answer, `official` reads as published harnesses do, `batch` grades many, `rows` and
`explain` serve the command line. What differs between languages is data: ``data/<language>.toml``
and ``data/letters/<language>.toml``, loaded by `lexicons` and `letters.words`.
"""
