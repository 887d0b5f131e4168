"""Settings of all tests: hypothesis draws the same examples in every run, so that a run can be repeated."""

from hypothesis import settings

settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.load_profile("repeatable")

collect_ignore_glob = ["fixtures/*"]
