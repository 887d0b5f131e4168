"""Settings of all tests: hypothesis draws the same examples in every run, so that a run can be repeated.

``make fuzz`` sets HATSCORE_FUZZ: then the examples differ from run to run, and there are more of them.
"""

import os

from hypothesis import Phase, settings

settings.register_profile("ci", derandomize=True, deadline=None)
settings.register_profile("full", derandomize=False, deadline=None, max_examples=2000, print_blob=True)
# A mutant is killed by the first failure; making it small would only take time.
settings.register_profile("mutants", settings.get_profile("ci"), phases=[Phase.explicit, Phase.generate])
settings.load_profile(
    "mutants" if "MUTANT_UNDER_TEST" in os.environ else "full" if "HATSCORE_FUZZ" in os.environ else "ci"
)

collect_ignore_glob = ["fixtures/*"]
