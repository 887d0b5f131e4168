"""Systems of the paper, as data."""
