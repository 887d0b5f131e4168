"""The attempts table: the one data model of hatscore.

`schema` says what the columns are, `conform` brings any table into that form, `checks` names what is
wrong with it, `counts` sums it up per item, `files` and `frames` bring it in and out, and `table`
holds it.
"""
