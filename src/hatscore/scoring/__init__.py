"""From per-item counts to rows of results.

`panels` lays the counts out as arrays, `cells` runs the estimators of `hatscore.core` on them,
`intervals` adds the critical values and the bootstrap, `diagnosis` raises the flags, and `rows`
puts one result together.
"""
