"""The method's claims, each tried on simulated studies with a known truth.

One file a topic; each has functions from an `effort.Effort` to a `hatscore.results.validation.Claim`, and
`suite` lists and runs them.
"""
