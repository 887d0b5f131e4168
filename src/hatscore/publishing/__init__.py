"""Results in the forms of others: one record an attempt, nothing averaged.

`records` writes attempts, `logs` the results that they add up to, and `every_eval_ever` both into a
folder.
"""
