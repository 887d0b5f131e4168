"""Readers: from the files that people have to the attempts table.

`registry` finds files, sniffs what they are by the table in `formats`, and calls the reader: `plain` for
tables, `databases` for queries, and one file for each tool's logs.
"""
