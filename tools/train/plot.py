"""Draws losses.csv as SVG. As a program: python3 plot.py losses.csv losses.svg"""

import csv
import sys

WIDTH, HEIGHT, MARGIN = 720, 200, 46
COLOURS = {"policy": "#1f6fb4", "value": "#c2452d", "ownership": "#4a8f3c"}
PANELS = (("policy", "heldPolicy"), ("value", "heldValue"), ("ownership", None))


def panel(rows, name, held, top):
    """One loss over the steps: a thin line in training, a thick one on games held out."""
    steps = [int(row["step"]) for row in rows]
    series = [[float(row[name]) for row in rows]]
    if held and all(row[held] for row in rows):
        series.append([float(row[held]) for row in rows])
    least, most = min(map(min, series)), max(map(max, series))
    span = max(most - least, 1e-6)

    def x(step):
        return MARGIN + (WIDTH - 2 * MARGIN) * (step - steps[0]) / max(1, steps[-1] - steps[0])

    def y(value):
        return top + HEIGHT - 30 - (HEIGHT - 60) * (value - least) / span

    lines = [
        f'<text x="{MARGIN}" y="{top + 18}" font-weight="bold" fill="{COLOURS[name]}">{name}</text>',
        f'<text x="{WIDTH - MARGIN}" y="{top + 18}" text-anchor="end">'
        f'in training{", thick: held out" if len(series) > 1 else ""}; by steps</text>',
    ]
    for value in (least, most):
        lines.append(f'<text x="{MARGIN - 6}" y="{y(value) + 4:.1f}" text-anchor="end">{value:.3f}</text>')
        lines.append(
            f'<line x1="{MARGIN}" x2="{WIDTH - MARGIN}" y1="{y(value):.1f}" y2="{y(value):.1f}" stroke="#ccc"/>'
        )
    for step in (steps[0], steps[-1]):
        lines.append(f'<text x="{x(step):.1f}" y="{top + HEIGHT - 12}" text-anchor="middle">{step}</text>')
    for values, width in zip(series, (1, 2.5)):
        points = " ".join(f"{x(step):.1f},{y(value):.1f}" for step, value in zip(steps, values))
        lines.append(
            f'<polyline points="{points}" fill="none" stroke="{COLOURS[name]}" stroke-width="{width}"/>'
        )
    return lines


def plot_losses(table, picture):
    with open(table, newline="") as file:
        rows = list(csv.DictReader(file))
    height = HEIGHT * len(PANELS)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
        'font-family="sans-serif" font-size="11">',
        f'<rect width="{WIDTH}" height="{height}" fill="white"/>',
    ]
    for i, (name, held) in enumerate(PANELS):
        lines += panel(rows, name, held, i * HEIGHT)
    with open(picture, "w") as file:
        file.write("\n".join(lines) + "\n</svg>\n")


if __name__ == "__main__":
    plot_losses(*sys.argv[1:3])
