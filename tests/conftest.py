"""Settings of all tests: hypothesis draws the same examples in every run, so that a run can be repeated.

``make fuzz`` sets HATSCORE_FUZZ: then the examples differ from run to run, and there are more of them.
"""

import os

from hypothesis import settings

settings.register_profile("ci", derandomize=True, deadline=None)
settings.register_profile("full", derandomize=False, deadline=None, max_examples=2000, print_blob=True)
settings.load_profile("full" if "HATSCORE_FUZZ" in os.environ else "ci")

collect_ignore_glob = ["fixtures/*"]
