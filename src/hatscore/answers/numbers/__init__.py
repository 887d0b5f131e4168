"""Reading the final number of a response.

`reader` decides, from the `page`: the text with its `numerals` (found by `digits`, with separators
settled by `locales` and `grouping`), number `words`, and what `equations` come to. `labels` and
`statements` propose values, `weights` says how strongly; `loops` cuts endless repetition.
"""

from hatscore.answers.numbers.reader import read_number

__all__ = ["read_number"]
