"""`python -m sabika` is the command sabika."""

from sabika.cli import main

main()
