"""A lab for bots: how strong they are, where strength is lost, and what other numbers would do.

Run its tools from the project's folder: `python -m lab.ratings --help`. docs/lab/ holds what was found with them.
"""
