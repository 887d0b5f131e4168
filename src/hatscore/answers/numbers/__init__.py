"""Reading the final number of a response.

`reader` decides, from the `page`: the text with its `numerals` (found by `digits`, with separators
settled by `locales` and `grouping`, joined by `spoken_fractions`), number `words`, and what
`equations` come to. `labels`, `leads` and `statements` propose values, `weights` says how strongly and
`asides` which numbers are beside the point; `choice` chooses, `ranges` and `doubts` say what is no
answer after all. `outcomes` does the arithmetic; `loops` cuts endless repetition.
"""

from hatscore.answers.numbers.reader import read_number

__all__ = ["read_number"]
