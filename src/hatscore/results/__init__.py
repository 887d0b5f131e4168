"""What the public functions return: frozen objects that hold numbers and know how to show them."""
