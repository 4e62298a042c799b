"""Parts of `tests/fuzz.py`: folders in memory, mutations of them, bounded runs, and what every run must hold."""
