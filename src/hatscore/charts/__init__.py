"""Charts of results, one file per chart family; drawn with Altair, which is loaded when one is drawn."""
