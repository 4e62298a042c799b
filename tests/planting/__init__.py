"""Parts of `tests/planted_words.py`: the game with a place for a word at every text, and where the output shows words."""
