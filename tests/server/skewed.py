"""`sabika` on a machine whose clock is wrong: by so many days as SABIKA_TEST_SKEW says."""

from __future__ import annotations

import os
import time

from sabika.cli import main

DAY = 86_400

if __name__ == "__main__":
    ahead = int(os.environ["SABIKA_TEST_SKEW"]) * DAY
    real, exact = time.time, time.time_ns
    time.time = lambda: real() + ahead
    time.time_ns = lambda: exact() + ahead * 1_000_000_000
    main()
