"""Readers: from the files that people have to the attempts table.

`registry` finds files, sniffs what they are and calls the reader: `plain` for tables, `lm_eval` for
sample files of the LM Evaluation Harness.
"""
