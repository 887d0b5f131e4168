"""Systems against each other on the items that they share."""
