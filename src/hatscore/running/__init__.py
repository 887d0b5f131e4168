"""From a study to answers, and from answers to attempts.

`study` says who is asked what (from the command line or a TOML file), `run` does it, `golds` keeps the
right answers beside the answers, and `stored` reads a run store as attempts, graded.
"""
