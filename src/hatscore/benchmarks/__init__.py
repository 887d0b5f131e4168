"""Parallel items in many languages: where they come from, how they are asked, what is right."""
