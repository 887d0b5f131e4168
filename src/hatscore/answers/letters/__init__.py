"""Reading the chosen option letter of a response.

`reader` decides, from the `view` of the text: `forms` finds letters in any script, `words` are a
language's words around them, `clauses`, `leads`, `tails`, `denials` and `places` say what a mention
means, `proposals` collects them, `withdrawals`, `context` and `choice` settle which counts. `option_text` and
`option_choice` read an option's text in place of its letter.
"""

from hatscore.answers.letters.option_text import duplicate_letters
from hatscore.answers.letters.reader import read_letter

__all__ = ["duplicate_letters", "read_letter"]
