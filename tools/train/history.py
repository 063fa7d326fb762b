"""history.json, the generations of a training folder, with their matches, and ladder.svg."""

import csv
import json
import math

from files import read_bytes, write_whole

MAX_BYTES = 1 << 28


def read_history(folder):
    path = folder.path / "history.json"
    return json.loads(read_bytes(path, MAX_BYTES)) if path.exists() else {"generations": []}


def add_entry(folder, entry):
    """Adds a generation, or puts it in the place of that which has its number; draws the ladder."""
    history = read_history(folder)
    others = [other for other in history["generations"] if other["generation"] != entry["generation"]]
    history["generations"] = sorted([*others, entry], key=lambda of: of["generation"])
    write_whole(folder.path / "history.json", (json.dumps(history, indent=1) + "\n").encode())
    draw_ladder(history, folder.path / "ladder.svg")


def ratings(history):
    """The generations from the first accepted on, each with its Elo above that one and half the width
    of the 95% interval, by adding up the matches on the way; without those that played none."""
    rated = {}
    for entry in history["generations"]:
        match = entry["match"]
        if match and entry["against"] in rated:
            elo, error = rated[entry["against"]]
            rated[entry["generation"]] = elo + match["elo"], math.hypot(error, match["error"])
        elif entry["accepted"]:
            rated[entry["generation"]] = 0.0, 0.0
    return rated


def history_of(table, game, board):
    """Matches of a game on one board, of a table of many, as a history: of nets that all ship."""
    with open(table, newline="") as file:
        rows = [row for row in csv.DictReader(file) if (row["game"], row["board"]) == (game, board)]
    first = {"generation": int(rows[0]["against"]), "accepted": True, "match": None}
    return {"generations": [first] + [
        {"generation": int(row["generation"]), "accepted": True, "against": int(row["against"]),
         "match": {"elo": float(row["elo"]), "error": float(row["error"])}} for row in rows]}


def draw_ladder(history, path, where=""):
    width, height, margin = 720, 320, 50
    rated = ratings(history)
    if len(rated) < 2:
        return
    least = min(elo - error for elo, error in rated.values())
    span = max(max(elo + error for elo, error in rated.values()) - least, 1.0)
    first, last = min(rated), max(rated)

    def x(i):
        return margin + (width - 2 * margin) * (i - first) / (last - first)

    def y(elo):
        return height - margin - (height - 2 * margin) * (elo - least) / span

    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        'font-family="sans-serif" font-size="11">',
        f'<rect width="{width}" height="{height}" fill="white"/>',
        f'<text x="{margin}" y="24" font-weight="bold">Elo above generation {first}{where}</text>',
        f'<text x="{width / 2}" y="{height - 12}" text-anchor="middle">generation</text>',
    ]
    step = 10 ** max(1, math.floor(math.log10(span)))
    step = step if span / step > 3 else step / 2 if span / step > 1.5 else step / 5
    for k in range(math.ceil(least / step), math.floor((least + span) / step) + 1):
        lines.append(f'<line x1="{margin}" x2="{width - margin}" y1="{y(k * step):.1f}" '
                     f'y2="{y(k * step):.1f}" stroke="#ddd"/>')
        lines.append(f'<text x="{margin - 6}" y="{y(k * step) + 4:.1f}" '
                     f'text-anchor="end">{k * step:.0f}</text>')
    accepted = {entry["generation"] for entry in history["generations"] if entry["accepted"]}
    for i, (elo, error) in rated.items():
        colour = "#1f6fb4" if i in accepted else "#c2452d"
        lines.append(f'<line x1="{x(i):.1f}" x2="{x(i):.1f}" y1="{y(elo - error):.1f}" '
                     f'y2="{y(elo + error):.1f}" stroke="{colour}"/>')
        lines.append(f'<circle cx="{x(i):.1f}" cy="{y(elo):.1f}" r="3" fill="{colour}"/>')
        if i % max(1, len(rated) // 12) == 0:
            lines.append(f'<text x="{x(i):.1f}" y="{height - 30}" text-anchor="middle">{i}</text>')
    path.write_text("\n".join(lines) + "\n</svg>\n")
