"""Run by the release in an environment that holds the new wheel and nothing of ours: is it compiled, and does it play?

python tests/wheel_plays.py
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path

import sabika
from sabika import Table, doctor
from sabika.games import GAMES

SABIKA = [sys.executable, "-I", "-m", "sabika"]


def play(name: str) -> None:
    """Two games between bots, in a process of their own."""
    words = ["arena", name, "--bots", "builder,novice", "--games", "2", "--jobs", "1"]
    done = subprocess.run([*SABIKA, *words], capture_output=True, text=True, check=False, timeout=300)
    if done.returncode or "builder" not in done.stdout:
        sys.exit(f"{name} cannot be played: {done.stderr}")


def serve() -> None:
    """The server starts, shows its page, and stops."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        words = [*SABIKA, "serve", "--port", "0", "--data", folder, "--log", "warning"]
        server = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
        try:
            assert server.stdout is not None
            found = re.search(r"http://\S+", server.stdout.readline())
            if found is None:
                sys.exit("the server does not start")
            with urllib.request.urlopen(found[0], timeout=60) as page:
                if b"<title>Sabika" not in page.read():
                    sys.exit("the server shows another page")
        finally:
            server.terminate()
            server.wait(60)


def main() -> None:
    if Path(sabika.__file__).is_relative_to(Path(__file__).parents[1] / "src"):
        sys.exit("this is the source folder, not the wheel")
    if os.environ.get("SABIKA_PURE") != "1" and not doctor.compiled():
        sys.exit(f"the rules are not compiled: {doctor.why_uncompiled()}")
    table = Table.deal("zatre", seats=2, seed=1)
    table.play(table.moves()[0])
    for name in GAMES:
        play(name)
    serve()
    print(doctor.brief())


if __name__ == "__main__":
    main()
