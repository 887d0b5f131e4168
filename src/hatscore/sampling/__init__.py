"""Asking models: what is to be asked, how it is sent, and a store that keeps every answer.

Start with `schedule.sample`; `store` keeps, `settings` says what is sent, `providers` send it.
"""
