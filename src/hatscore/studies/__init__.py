"""The paper's analyses, one file a finding, recomputed from any study."""
