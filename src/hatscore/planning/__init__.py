"""What to buy before a study: items, attempts, languages.

Read in this order: `hatscore.core.design_variance` (the standard error of a design, in closed form),
`moments` (what it is made from: a pilot or a stated truth), `bases`, `power`, `question`, `designs`
(cheapest, best for a budget), `plans` (rows), `detectable` (what a run could have shown).
"""
