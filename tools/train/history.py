"""Keeps history.json, the generations of a training folder, for loop.sh:

    history.py next DIR         prints the number of the generation that comes next
    history.py best DIR         prints the net that plays, relative to DIR; nothing before the first
    history.py add DIR FIRST    adds that generation, its games, losses and match, and draws ladder.svg;
                                FIRST: what played before the first net
"""

import json
import math
import os
import pathlib
import sys


def read(folder):
    path = folder / "history.json"
    return json.loads(path.read_text()) if path.exists() else {"generations": []}


def best(history):
    accepted = [entry for entry in history["generations"] if entry["accepted"]]
    return accepted[-1] if accepted else None


def net_header(path):
    return json.loads(path.read_bytes().split(b"\n", 2)[1])


def add(folder, history, first):
    number = len(history["generations"])
    name = f"gen-{number:03d}"
    match = json.loads((folder / "matches" / f"{name}.json").read_text())
    header = net_header(folder / "nets" / f"{name}.net")
    opponent = best(history)
    entry = {
        "generation": number,
        "net": f"nets/{name}.net",
        "crc32": header["crc32"],
        # Turned down only where it is weaker beyond chance.
        "accepted": match["elo"] + match["error"] >= 0,
        "against": opponent["generation"] if opponent else first,
        "match": match,
        "games": json.loads((folder / "games" / name / "totals.json").read_text()),
        "training": header["training"],
    }
    history["generations"].append(entry)
    partial = folder / "history.json.partial"
    partial.write_text(json.dumps(history, indent=1) + "\n")
    os.replace(partial, folder / "history.json")
    print(f"{name}: {match['elo']:+.0f} +- {match['error']:.0f} Elo against "
          f"{entry['against']}{'' if entry['accepted'] else ', turned down'}")


def ratings(history):
    """The generations from the first accepted on, each with its Elo above that one and half the width
    of the 95% interval, by adding up the matches on the way."""
    rated = {}
    for entry in history["generations"]:
        match = entry["match"]
        if entry["against"] in rated:
            elo, error = rated[entry["against"]]
            rated[entry["generation"]] = elo + match["elo"], math.hypot(error, match["error"])
        elif entry["accepted"]:
            rated[entry["generation"]] = 0.0, 0.0
    return rated


def draw_ladder(history, path):
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
        f'<text x="{margin}" y="24" font-weight="bold">Elo above generation {first}</text>',
        f'<text x="{width / 2}" y="{height - 12}" text-anchor="middle">generation</text>',
    ]
    step = 10 ** max(1, math.floor(math.log10(span)))
    step = step if span / step > 3 else step / 2 if span / step > 1.5 else step / 5
    for k in range(math.ceil(least / step), math.floor((least + span) / step) + 1):
        lines.append(f'<line x1="{margin}" x2="{width - margin}" y1="{y(k * step):.1f}" '
                     f'y2="{y(k * step):.1f}" stroke="#ddd"/>')
        lines.append(f'<text x="{margin - 6}" y="{y(k * step) + 4:.1f}" '
                     f'text-anchor="end">{k * step:.0f}</text>')
    for i, (elo, error) in rated.items():
        colour = "#1f6fb4" if history["generations"][i]["accepted"] else "#c2452d"
        lines.append(f'<line x1="{x(i):.1f}" x2="{x(i):.1f}" y1="{y(elo - error):.1f}" '
                     f'y2="{y(elo + error):.1f}" stroke="{colour}"/>')
        lines.append(f'<circle cx="{x(i):.1f}" cy="{y(elo):.1f}" r="3" fill="{colour}"/>')
        if i % max(1, len(rated) // 12) == 0:
            lines.append(f'<text x="{x(i):.1f}" y="{height - 30}" text-anchor="middle">{i}</text>')
    path.write_text("\n".join(lines) + "\n</svg>\n")


def main():
    command, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    history = read(folder)
    if command == "next":
        print(len(history["generations"]))
    elif command == "best":
        entry = best(history)
        print(entry["net"] if entry else "")
    elif command == "add":
        add(folder, history, sys.argv[3])
        draw_ladder(history, folder / "ladder.svg")
    else:
        raise SystemExit(__doc__)


if __name__ == "__main__":
    main()
