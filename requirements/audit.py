"""Known weaknesses of the locked packages: fails when there is one, and not when nobody can be asked."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

LOCKS = sorted(Path(__file__).parent.glob("*.lock"))
# A weakness that does not concern us, with the reason and the day until when that is believed.
EXCEPTIONS: dict[str, str] = {}


def ask() -> list[dict[str, object]] | None:
    """Each package with what is known of it; None when nobody can be asked."""
    command = [sys.executable, "-m", "pip_audit", "--disable-pip", "--require-hashes", "--format=json"]
    command += [word for lock in LOCKS for word in ("-r", str(lock))]
    command += [word for weakness in EXCEPTIONS for word in ("--ignore-vuln", weakness)]
    answer = subprocess.run(command, capture_output=True, text=True)
    try:
        found: list[dict[str, object]] = json.loads(answer.stdout)["dependencies"]
    except ValueError:
        print(answer.stderr.strip()[-500:])
        return None
    return found


def main() -> int:
    packages = ask() or []
    asked = [package for package in packages if "skip_reason" not in package]
    weak = [package for package in asked if package["vulns"]]
    for package in weak:
        print(f"{package['name']} {package['version']}: {json.dumps(package['vulns'])[:300]}")
    print(f"{len(asked)} of {len(packages)} packages could be asked about; {len(weak)} have a known weakness")
    return int(bool(weak))


if __name__ == "__main__":
    sys.exit(main())
