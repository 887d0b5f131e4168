"""The mathematics of HAT on plain arrays: NumPy in, NumPy out, no other import.

Every function takes arrays whose **first axis is the item**; further axes, where there are any, are
cells (targets, systems) that are computed side by side. A pair that was not observed carries a zero
in every per-item term and ``False`` in ``present``, so that sums over items need no special case.

Read in this order: `pass_rates`, `floor`, `slopes`, `curve`, `fieller`, `skewness`, `resampling`,
`earlier_measures`, `variance_parts`, `decomposition`.
"""
