"""The public functions: each validates, calls, and wraps."""
