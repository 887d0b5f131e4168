"""Attempts whose truth is known: what every claim about the method is checked against.

Read in this order: `profiles` (how much is carried over), `mixes` (how able a system is in the source),
`truth` (a whole study), `draws` (pass rates and right answers), `tables` (attempts, and the truth beside
them), `panels` (many studies for scoring at once), `study`.
"""
