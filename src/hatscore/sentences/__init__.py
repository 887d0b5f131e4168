"""Results in sentences, with fixed wording."""
