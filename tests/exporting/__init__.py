"""Parts of `tests/exports.py`: random decks, and what must be in their files."""
