"""One self-contained page of a study: every figure in it comes from the result objects."""
