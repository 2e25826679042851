"""Painted towers, and the training of the small networks of the Hanoi eye on them."""
