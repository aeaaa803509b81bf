"""How long `import sabika` takes, in processor time: every program waits for it.

python -m bench.import_time
"""

from __future__ import annotations

import subprocess
import sys
from statistics import median

AIM = 0.150  # seconds
TIMED = "from time import process_time as now; start = now(); import sabika; print(now() - start)"


def import_seconds(rounds: int) -> list[float]:
    """Processor time of the import in a fresh process, round by round."""
    command = [sys.executable, "-c", TIMED]
    return [float(subprocess.run(command, check=True, capture_output=True).stdout) for _ in range(rounds)]


def main(rounds: int = 15) -> None:
    import_seconds(1)  # reads the files from the disk
    spent = import_seconds(rounds)
    note = "" if median(spent) <= AIM else "   above the aim"
    print(f"\nimport sabika, processor time; aim at most {AIM * 1000:.0f} ms: median, range of rounds")
    print(f"  {median(spent) * 1000:>8.0f} ms  {min(spent) * 1000:.0f} to {max(spent) * 1000:.0f}{note}")


if __name__ == "__main__":
    main()
