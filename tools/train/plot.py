"""Draws losses.csv as SVG, and how true values are. As a program: python3 plot.py losses.csv losses.svg"""

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


# What a value belongs to, and what marks it.
POSITIONS = {"empty board": "diamond", "first stone": "circle", "random position": "square"}
BOARDS = {"9": "#1f6fb4", "11": "#c2452d", "13": "#4a8f3c", "14": "#8a5fb5", "19": "#b8860b"}


def mark(kind, x, y, colour):
    if kind == "circle":
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.5" fill="{colour}"/>'
    turn = f' transform="rotate(45 {x:.1f} {y:.1f})"' if kind == "diamond" else ""
    return f'<rect x="{x - 3.2:.1f}" y="{y - 3.2:.1f}" width="6.4" height="6.4" fill="{colour}"{turn}/>'


def plot_values(table, picture):
    """Values of searches beside how often Black won: a panel for each net that played."""
    with open(table, newline="") as file:
        rows = list(csv.DictReader(file))
    side, margin, top = 300, 46, 66
    players = list(dict.fromkeys(row["player"] for row in rows))
    width, height = margin + (side + margin) * len(players), top + side + margin
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        'font-family="sans-serif" font-size="11">',
        f'<rect width="{width}" height="{height}" fill="white"/>',
    ]
    for i, (name, kind) in enumerate(POSITIONS.items()):
        lines.append(mark(kind, margin + 4 + 110 * i, 16, "#555"))
        lines.append(f'<text x="{margin + 14 + 110 * i}" y="20">{name}</text>')
    for i, (board, colour) in enumerate(BOARDS.items()):
        lines.append(f'<text x="{margin + 360 + 50 * i}" y="20" fill="{colour}">{board} x {board}</text>')
    for i, player in enumerate(players):
        left = margin + (side + margin) * i

        def x(percent):
            return left + side * percent / 100

        def y(percent):
            return top + side * (1 - percent / 100)

        lines += [
            f'<text x="{left}" y="{top - 14}" font-weight="bold">games of {player}: how often Black won, %</text>',
            f'<text x="{left + side / 2}" y="{height - 10}" text-anchor="middle">his chance as searched, %</text>',
        ]
        for percent in range(0, 101, 25):
            lines += [
                f'<line x1="{left}" x2="{left + side}" y1="{y(percent):.1f}" y2="{y(percent):.1f}" stroke="#ddd"/>',
                f'<line x1="{x(percent):.1f}" x2="{x(percent):.1f}" y1="{top}" y2="{top + side}" stroke="#ddd"/>',
                f'<text x="{x(percent):.1f}" y="{top + side + 16}" text-anchor="middle">{percent}</text>',
                f'<text x="{left - 6}" y="{y(percent) + 4:.1f}" text-anchor="end">{percent}</text>',
            ]
        lines.append(f'<line x1="{x(0)}" y1="{y(0)}" x2="{x(100)}" y2="{y(100)}" stroke="#888"/>')
        for row in rows:
            if row["player"] == player:
                lines.append(mark(POSITIONS[row["position"]], x(float(row["searched"])), y(float(row["won"])),
                                  BOARDS[row["board"]]))
    with open(picture, "w") as file:
        file.write("\n".join(lines) + "\n</svg>\n")


if __name__ == "__main__":
    plot_losses(*sys.argv[1:3])
