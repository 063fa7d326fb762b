"""Draws the pictures of all pages anew, or says which are stale.

Usage: draw_pictures.py PROGRAM [--check]

PROGRAM is `isthmus`. With --check nothing is written: each picture is drawn into memory and compared
with the one that is there; exit code 1 if any differs, 77 on a processor without AVX2.

No picture needs a GPU: what was measured on one is drawn from the table in tools/bench/README.md, and
what was seen in training from the files that are kept beside the net, matches from tools/tournament/matches.csv.
"""

import csv
import html
import json
import math
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "tools/examples"
NETWORKS = ROOT / "engine/net/networks"
sys.path.insert(0, str(ROOT / "tools/train"))
sys.dont_write_bytecode = True

from history import draw_ladder, history_of  # noqa: E402
from plot import plot_losses, plot_values  # noqa: E402

# A net's last digits depend on the instructions that compute it, and a search on its last digits. By
# AVX2, which nearly every x86-64 has, it is in single precision; one thread and a limit of visits, not
# of time, do the rest.
ALIKE = ["--backend", "cpu", "--instructions", "AVX2", "--threads", "1"]


def isthmus(program, *arguments, text=None):
    return subprocess.run([program, *arguments, *ALIKE], input=text, text=True, check=True,
                          stdout=subprocess.PIPE).stdout


def heat_map(program):
    query = json.loads((EXAMPLES / "little-golem-1612755.json").read_text())
    del query["maxTime"]
    query["maxVisits"] = 1000
    return isthmus(program, "analyze", "-", "--format", "svg", text=json.dumps(query) + "\n")


def review(program):
    return isthmus(program, "analyze", str(EXAMPLES / "little-golem-1254910.sgf"), "--format", "svg",
                   "--visits", "50")


# The rows of the chart, and what they are called there.
CHART = {
    "fills with winner and tallies, 8x8": "random fills with tallies, 8x8",
    "fills with winner and tallies, 11x11": "random fills with tallies, 11x11",
    "fills with winner and tallies, 19x19": "random fills with tallies, 19x19",
    "fills with winner and tallies, 32x32": "random fills with tallies, 32x32",
    "connection, 11x11": "who is connected, 11x11",
    "connection, 32x32": "who is connected, 32x32",
    "K-subsets, 64 bits, K=32": "random subsets, 32 of 64",
}
STYLE = """<style>
text { fill: #1f2328 }
.back { fill: #ffffff }
.baseline { fill: #8c959f }
.ours { fill: #0969da }
@media (prefers-color-scheme: dark) {
  text { fill: #e6edf3 }
  .back { fill: #0d1117 }
  .baseline { fill: #6e7681 }
  .ours { fill: #58a6ff }
}
</style>"""


def measured():
    """The best row of each name of the chart: baseline, its rate, our rate, and the ratio."""
    found = {}
    for line in (ROOT / "tools/bench/README.md").read_text().splitlines():
        fields = re.split(r"\s{2,}", line)
        if len(fields) == 7 and fields[0] in CHART and fields[5] != "-":
            name, baseline, baseline_rate, _, rate, ratio, _ = fields
            if name not in found or float(ratio) > found[name][3]:
                found[name] = baseline, baseline_rate, rate, float(ratio)
    return {name: found[name] for name in CHART}


def chart(_):
    width, row, left, top = 400, 38, 12, 62
    rows = measured()
    unit = (width - 2 * left - 60) / max(ratio for *_, ratio in rows.values())
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {top + row * len(rows)}" '
        'font-family="sans-serif" font-size="13">', STYLE,
        '<rect class="back" width="100%" height="100%"/>',
        f'<text x="{left}" y="22" font-weight="bold">A second on one NVIDIA H200</text>',
        f'<rect class="baseline" x="{left}" y="32" width="12" height="10"/>',
        f'<text x="{left + 18}" y="41">published algorithm</text>',
        f'<rect class="ours" x="{left + 160}" y="32" width="12" height="10"/>',
        f'<text x="{left + 178}" y="41">Isthmus, times as fast</text>',
    ]
    for i, (name, (_, baseline_rate, rate, ratio)) in enumerate(rows.items()):
        y = top + i * row
        lines += [
            f'<text x="{left}" y="{y + 9}">{html.escape(CHART[name])}</text>',
            f'<text x="{width - left}" y="{y + 9}" text-anchor="end">'
            f'{baseline_rate.replace(" ", "")} to {rate.replace(" ", "")}</text>',
            f'<rect class="baseline" x="{left}" y="{y + 14}" width="{unit:.1f}" height="4"/>',
            f'<rect class="ours" x="{left}" y="{y + 18}" width="{unit * ratio:.1f}" height="10"/>',
            f'<text x="{left + unit * ratio + 6:.1f}" y="{y + 27}" font-weight="bold">{ratio:g}</text>',
        ]
    return "\n".join(lines) + "\n</svg>\n"


def wilson(won, games):
    """The 95% interval of a share."""
    z = 1.96
    middle, width = won + z * z / 2, z * math.sqrt(won * (games - won) / games + z * z / 4)
    return (middle - width) / (games + z * z), (middle + width) / (games + z * z)


def matches(_):
    """Bars of games won against other programs, with intervals."""
    with open(ROOT / "tools/tournament/matches.csv", newline="") as file:
        rows = list(csv.DictReader(file))
    left, bar, y, against = 190, 360, 20, None
    lines = []
    for row in rows:
        if row["against"] != against:
            against = row["against"]
            lines.append(f'<text x="12" y="{y + 14}" font-weight="bold">{html.escape(against)}</text>')
            y += 22
        won, games = int(row["won"]), int(row["games"])
        least, most = (left + bar * share for share in wilson(won, games))
        lines += [
            f'<text x="24" y="{y + 12}">{row["board"]}, net {row["net"]}</text>',
            f'<rect class="ours" x="{left}" y="{y + 2}" width="{bar * won / games:.1f}" height="12"/>',
            f'<line class="range" x1="{least:.1f}" x2="{most:.1f}" y1="{y + 8}" y2="{y + 8}"/>',
            f'<text x="{left + bar + 12}" y="{y + 12}">{won}-{games - won}</text>',
        ]
        y += 20
    half = left + bar / 2
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {left + bar + 80} {y + 10}" '
        'font-family="sans-serif" font-size="12">', STYLE,
        '<style>.range { stroke: #c2452d; stroke-width: 2 }</style>',
        '<rect class="back" width="100%" height="100%"/>', *lines,
        f'<line x1="{half}" x2="{half}" y1="20" y2="{y}" stroke="#8c959f" stroke-dasharray="3"/>',
    ]) + "\n</svg>\n"


def written(draw):
    """What a function that writes a file writes."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "picture"
        draw(path)
        return path.read_text()


def ladder_of(name):
    return lambda _: written(lambda path: draw_ladder(json.loads((NETWORKS / f"{name}.json").read_text()), path))


def ladder_on(game, board):
    history = history_of(NETWORKS / "ladders.csv", game, board)
    what = "side" if game in ("y", "havannah") else f"{board} x"
    return lambda _: written(lambda path: draw_ladder(history, path, f", {game.capitalize()} {what} {board}"))


def losses_of(table):
    return lambda _: written(lambda path: plot_losses(table, path))


def values_of(table):
    return lambda _: written(lambda path: plot_values(table, path))


PICTURES = {
    EXAMPLES / "bench-h200.svg": chart,
    ROOT / "tools/tournament/matches.svg": matches,
    EXAMPLES / "little-golem-1254910.svg": review,
    EXAMPLES / "little-golem-1612755.svg": heat_map,
    **{NETWORKS / f"{name}-ladder.svg": ladder_of(name) for name in ("hex", "hex-large")},
    **{NETWORKS / f"{game}-{board}-ladder.svg": ladder_on(game, board) for game, board in
       (("havannah", "8"), ("gonnect", "9"), ("gonnect", "13"), ("y", "13"), ("rex", "11"))},
    **{table.with_suffix(".svg"): losses_of(table) for table in sorted(NETWORKS.glob("*-losses.csv"))},
    NETWORKS / "hex-values.svg": values_of(NETWORKS / "hex-values.csv"),
}

NUMBER = re.compile(r"#[0-9a-f]{6}|-?\d+(?:\.\d+)?")


def numbers(text):
    for word in NUMBER.findall(text):
        if word.startswith("#"):
            yield from (int(word[i : i + 2], 16) for i in (1, 3, 5))
        else:
            yield float(word)


def alike(one, other):
    """Whether two pictures are the same but for what rounding may change, as compilers are free in it:
    2 of a win rate's hundred, of a length, or of a colour's 256 steps. Which moves are marked, and
    where, must be the same."""
    if NUMBER.sub("0", one) != NUMBER.sub("0", other):
        return False
    return all(abs(a - b) <= 2 for a, b in zip(numbers(one), numbers(other)))


def main():
    program, check = sys.argv[1], "--check" in sys.argv[2:]
    tried = subprocess.run([program, "analyze", "-", *ALIKE], input='{"size": 2, "maxVisits": 2}\n',
                           text=True, capture_output=True, check=False)
    if "'--instructions'" in tried.stderr:
        print(f"SKIPPED: the pictures are drawn by AVX2: {tried.stderr.strip()}")
        return 77
    stale = 0
    for path, draw in PICTURES.items():
        picture = draw(program)
        fresh = path.exists() and alike(picture, path.read_text())
        if not check and not fresh:
            path.write_text(picture)
        print(f"{path.relative_to(ROOT)}: {'fresh' if fresh else 'STALE' if check else 'drawn'}")
        stale += not fresh
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
