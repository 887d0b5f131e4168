"""HAT inside other harnesses: `inspect_metric` is a metric for tasks of Inspect AI."""
