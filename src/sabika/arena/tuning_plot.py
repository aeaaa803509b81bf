"""The course of a tuning as a picture: where each number went, step by step."""

from __future__ import annotations

from html import escape

from sabika.arena.tuning import TuningRun

WIDE, HIGH, LEFT, RIGHT, TOP, BOTTOM = 900, 480, 64, 190, 44, 46
INKS = ("#1f6f68", "#b4501d", "#2457a6", "#7a3f98", "#a17a00", "#b0274b", "#4d6b1f", "#5b5b66")


def picture(course: TuningRun) -> str:
    """An SVG that needs nothing else: change in percent of the first value, a line for each number."""
    names = list(course.tuning.numbers)
    lines = [[0.0, *(100 * step.parts[n] for step in course.steps)] for n in range(len(names))]
    reach = max([5.0, *(abs(value) for line in lines for value in line)]) * 1.08
    parts = [head(course), *grid(reach, len(course.steps))]
    ends = spaced([y_of(line[-1], reach) for line in lines])
    for n, (name, line) in enumerate(zip(names, lines, strict=True)):
        ink = INKS[n % len(INKS)]
        points = " ".join(f"{x_of(k, len(course.steps)):.1f},{y_of(value, reach):.1f}" for k, value in enumerate(line))
        dash = ' stroke-dasharray="6 4"' if n >= len(INKS) else ""
        parts.append(f'<polyline points="{points}" fill="none" stroke="{ink}" stroke-width="2"{dash}/>')
        label = f"{escape(name)} {line[-1]:+.0f} %"
        parts.append(f'<text x="{WIDE - RIGHT + 10}" y="{ends[n]:.1f}" fill="{ink}">{label}</text>')
    return "\n".join([*parts, "</svg>\n"])


def head(course: TuningRun) -> str:
    tuning = course.tuning
    title = f"{tuning.bot} in {tuning.game}: {len(course.steps)} steps of {tuning.games} games"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}" font-family="system-ui, sans-serif" '
        f'font-size="13"><title>{escape(title)}</title><rect width="100%" height="100%" fill="#fffdf8"/>'
        f'<text x="{LEFT}" y="26" font-size="16" fill="#2b2a33">{escape(title)}</text>'
    )


def grid(reach: float, steps: int) -> list[str]:
    """Lines and figures of both axes."""
    found = []
    for part in (-1.0, -0.5, 0.0, 0.5, 1.0):
        value = part * reach / 1.08
        y, ink = y_of(value, reach), "#8a8272" if part == 0 else "#e0d5c0"
        found.append(f'<path d="M{LEFT} {y:.1f}H{WIDE - RIGHT}" stroke="{ink}"/>')
        found.append(f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end" fill="#6f685c">{value:+.0f} %</text>')
    for step in sorted({0, steps // 2, steps}):
        x = x_of(step, steps)
        found.append(f'<text x="{x:.1f}" y="{HIGH - BOTTOM + 22}" text-anchor="middle" fill="#6f685c">{step}</text>')
    middle = (LEFT + WIDE - RIGHT) / 2
    return [*found, f'<text x="{middle}" y="{HIGH - 6}" text-anchor="middle" fill="#6f685c">steps</text>']


def x_of(step: int, steps: int) -> float:
    return LEFT + (WIDE - LEFT - RIGHT) * step / max(1, steps)


def y_of(value: float, reach: float) -> float:
    return TOP + (HIGH - TOP - BOTTOM) * (1 - value / reach) / 2


def spaced(heights: list[float], gap: float = 15.0) -> list[float]:
    """Where labels stand beside the ends of their lines without covering each other."""
    order = sorted(range(len(heights)), key=lambda n: heights[n])
    found, below = heights[:], 0.0
    for n in order:
        found[n] = below = max(heights[n] + 4, below + gap)
    return found
