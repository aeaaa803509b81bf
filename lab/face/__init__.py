"""The display face of titles: drawn here, built into the fonts and outlines of the client by `python -m lab.face`."""
