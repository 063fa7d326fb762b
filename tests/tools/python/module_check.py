"""Holds the module for Python to plain versions of what it does.

Usage: module_check.py [FOLDER PROGRAM]

FOLDER holds the module, PROGRAM is the program that knows the same games. Without them nothing can be
checked, and that is said by exit code 77.
"""

import contextlib
import io
import itertools
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
sys.dont_write_bytecode = True
if len(sys.argv) < 3:
    print("SKIPPED: not built: the module for Python; see tools/python/README.md")
    sys.exit(77)
sys.path[:0] = [sys.argv[1], str(HERE)]
PROGRAM = sys.argv[2]

import isthmus  # noqa: E402
import numpy as np  # noqa: E402

from plain_games import Gonnect, GonnectRepetitionLoses, Havannah, Hex, Play, Rex, Trial, Y  # noqa: E402
from records import CHEAP, FULL, HEADING, OPENING, encode, random_record, write_shard  # noqa: E402

# Plain games with the module's sizes of them.
BOARDS = {
    "hex": [(Hex(5, 5), 5), (Hex(4, 7), "7x4"), (Hex(7, 4), "4x7"), (Hex(1, 1), 1), (Hex(11, 11), None)],
    "rex": [(Rex(4, 4), 4), (Rex(3, 5), "5x3")],
    "y": [(Y(4), 4), (Y(1), 1), (Y(13), None)],
    "havannah": [(Havannah(3), 3), (Havannah(4), 4)],
    "gonnect": [(Gonnect(3), 3), (Gonnect(4), 4)],
    "gonnect-repetition-loses": [(GonnectRepetitionLoses(3), 3)],
    "trial": [(Trial(2), 2), (Trial(3), 3), (Trial(4), None)],
}


def tested_games():
    """The game that only the tests know where there is one, as the others' pass in the module without it."""
    return ["trial"] if "trial" in isthmus.games() else isthmus.games()


def boards():
    for name in tested_games():
        for plain, size in BOARDS[name]:
            yield plain, isthmus.Game(name, size)


def module_size(plain):
    return next(size for same, size in BOARDS[plain.name] if same is plain)


def equal(a, b, what):
    assert np.array_equal(a, b), f"{what}:\n{a}\n{b}"


def refuses(what, error, text):
    try:
        what()
    except error as raised:
        assert text in str(raised), f"'{raised}' without '{text}'"
        return
    raise AssertionError(f"no error: {text}")


def check_games():
    """Random games of the module and of the plain ones are the same at each move."""
    for (plain, game), seed in itertools.product(boards(), range(4)):
        assert (game.name, game.rows, game.columns) == (plain.name, plain.rows, plain.columns)
        assert {tuple(cell) for cell in np.argwhere(game.cells).tolist()} == plain.cells
        play, position = Play(plain), game.start()
        rng = np.random.default_rng(seed)
        while True:
            numbers = sorted(map(plain.number, play.legal()))
            equal(position.legal_cells(), numbers, "legal cells")
            assert position.legal_moves() == [game.cell_name(n) for n in numbers]
            assert position.result == play.result and position.moves_played == len(play.moves)
            assert position.to_move == ("black", "white")[play.mover]
            stones = np.zeros((plain.rows, plain.columns), dtype=int)
            for colour, value in ((0, 1), (1, -1)):
                for cell in play.stones[colour]:
                    stones[cell] = value
            equal(position.stones, stones, "stones")
            check_views(plain, game, play, position)
            if play.result is not None:
                break
            number = int(rng.choice(numbers))
            play.play(divmod(number, plain.columns))
            name = game.cell_name(number)
            assert game.cell(name) == number
            other = position.play(number)
            position = position.play(name)
            assert position == other and position.game.name == plain.name
        refuses(lambda: position.play(0), ValueError, "" if not plain.has(0, 0) else "no legal move")


def check_views(plain, game, play, position):
    views = position.game.symmetries(position.to_move)
    rows, columns = game.view(position.to_move)
    # The same planes, in any order.
    wanted = {np.array(play.view(len(play.moves), s)[0], dtype=np.uint8).tobytes()
              for s in plain.symmetries()}
    got = {position.planes(i).tobytes() for i in range(len(views))}
    assert got == wanted, "planes by symmetries"
    equal(position.planes(), play.view(len(play.moves))[0], "planes")
    assert game.planes == len(isthmus.PLANES) + plain.features
    assert position.planes().shape == (game.planes, rows + 2, columns + 2)
    identity = play.view(len(play.moves))[1]
    places = game.places(position.to_move)
    for cell in plain.cells:
        assert places[plain.number(cell)] == identity(cell), "places"
    assert (places >= 0).sum() == len(plain.cells)
    for i, images in enumerate(views):
        on_board, mover = position.planes()[:2, 1:-1, 1:-1].reshape(2, -1)
        moved = np.zeros_like(mover)
        moved[images[on_board == 1]] = mover[on_board == 1]
        equal(position.planes(i)[1, 1:-1, 1:-1].ravel() * on_board, moved, "symmetries by place")
        assert (images[on_board == 0] == -1).all()


def check_setups():
    game = isthmus.Game("hex", 3)
    position = game.setup(black=["a1", "b2"], white=[1], to_move="white")
    equal(position.stones, [[1, -1, 0], [0, 1, 0], [0, 0, 0]], "stones set up")
    assert position.to_move == "white" and len(position.legal_moves()) == 6
    swap = isthmus.Game("hex", 3, swap="swap-pieces").start().play("a2").play("swap-pieces")
    equal(swap.stones, [[0, -1, 0], [0, 0, 0], [0, 0, 0]], "a swapped stone")
    refuses(lambda: isthmus.Game("chess"), ValueError, "unknown game 'chess'; known: hex")
    refuses(lambda: isthmus.Game("hex", 99), ValueError, "from 1 to")
    refuses(lambda: isthmus.Game("hex", "9by9"), ValueError, "'9by9'")
    refuses(lambda: game.setup(["a1"], ["a1"]), ValueError, "one stone")
    refuses(lambda: game.start().play("z9"), ValueError, "z9")
    refuses(lambda: game.start().planes(2), IndexError, "symmetry")


def slow_value(record, ply, horizon):
    """What the mover may expect: searches to come and the result, each with its weight."""
    left, value = 1.0, 0.0
    for i, (search, choice, _) in enumerate(record["says"][ply:], ply):
        if choice != OPENING and horizon:
            says = search / 65535
            value += left / horizon * (says if i % 2 == ply % 2 else 1 - says)
            left *= 1 - 1 / horizon
    return value + left * slow_win(record, ply)


def slow_win(record, ply):
    return {None: 0.5, "draw": 0.5, "black": 1 - ply % 2, "white": ply % 2}[record["result"]]


def check_targets(folder):
    """Batches against what plain games say, position by position and symmetry by symmetry."""
    for name in tested_games():
        plains = [plain for plain, size in BOARDS[name] if size is not None]
        records = [random_record(plains[seed % len(plains)], seed, 10_000 if seed % 5 else seed)
                   for seed in range(40)]
        path = write_shard(folder / "games-00000.shard", records)
        window = isthmus.Window([path])
        assert len(window) == 40 and window.game == name and window.lost == [] and window.repeats == 0
        places = {}
        for record in records:
            play = record["play"]
            for ply, (_, choice, _) in enumerate(record["says"]):
                if choice == FULL:
                    game = play.game
                    key = (*play.view(ply)[2:], len(game.symmetries()))
                    places.setdefault(key, []).append((record, ply))
        for horizon in (0, 3):
            targets = window.targets(value_horizon=horizon)
            assert [(t.rows, t.columns, t.symmetries) for t in targets] == sorted(places)
            for of in targets:
                check_batches(of, places[of.rows, of.columns, of.symmetries], horizon)


def check_batches(targets, places, horizon):
    assert len(targets) == len(places)
    which = np.arange(len(places))
    for s in range(targets.symmetries):
        batch = targets.batch(which, np.full_like(which, s))
        for i, (record, ply) in enumerate(places):
            play = record["play"]
            # The symmetries of a view in the module's order.
            colour, game = ("black", "white")[ply % 2], play.game
            images = isthmus.Game(game.name, module_size(game)).symmetries(colour)[s]
            planes, seen, rows, columns = play.view(ply)

            def lay(cells, images=images, seen=seen, n=rows * columns):
                laid = np.zeros(n)
                for cell, value in cells:
                    laid[images[seen(cell)]] = value
                return laid

            mover = ply % 2
            stones, last = play.positions[ply]
            view = np.array(planes)
            for plane, cells in ((1, stones[mover]), (2, stones[1 - mover]),
                                 (3, [last] if last in stones[1 - mover] else []),
                                 *enumerate(game.find_features(stones), 4)):
                laid = lay([(cell, 1) for cell in cells]).reshape(rows, columns)
                inside, on_board = view[plane, 1:-1, 1:-1], view[0, 1:-1, 1:-1] == 1
                inside[on_board] = laid[on_board]
            equal(batch["planes"][i], view, "planes")
            equal(batch["legal"][i], lay([(cell, 1) for cell in play.legals[ply]]), "legal moves")
            visits = record["says"][ply][2]
            total = sum(count for _, count in visits)
            assert np.allclose(batch["policy"][i], lay([(c, n / total) for c, n in visits])), "policy"
            own, other = play.stones[mover], play.stones[1 - mover]
            equal(batch["owned"][i], lay([(cell, 1) for cell in own]), "owned cells")
            equal(batch["filled"][i], lay([(cell, 1) for cell in own | other]), "filled cells")
            assert batch["win"][i] == slow_win(record, ply)
            assert abs(batch["value"][i] - slow_value(record, ply, horizon)) < 1e-5
            assert batch["has_result"][i] == (record["result"] is not None)


def check_by_hand(folder):
    """A game of four moves, and all that is to be learned from it, written out."""
    play = Play(Hex(2, 3))  # a1 b1 c1 / a2 b2 c2 are cells 0 1 2 / 3 4 5
    for cell in ((0, 1), (1, 1), (0, 2), (1, 2)):
        play.play(cell)
    assert play.result is None
    says = [(0, OPENING, []), (13107, CHEAP, []), (52428, FULL, [((0, 2), 3), ((1, 0), 1)]),
            (39321, FULL, [((1, 2), 7), ((0, 0), 1), ((1, 0), 2)])]
    record = {"play": play, "says": says, "result": "draw", "net": 0, "seed": 9, "ending": 0}
    window = isthmus.Window([write_shard(folder / "games-00000.shard", [record])])
    black, white = window.targets(value_horizon=2)
    assert (black.rows, black.columns, len(black)) == (2, 3, 1)
    assert (white.rows, white.columns, len(white)) == (3, 2, 1)
    # Black to move sees a1 b1 c1 / a2 b2 c2; stones: his on b1, White's on b2, which came last.
    batch = black.batch([0], [0])
    equal(batch["planes"][0], [
        [[0, 0, 0, 0, 0], [0, 1, 1, 1, 0], [0, 1, 1, 1, 0], [0, 0, 0, 0, 0]],
        [[0, 1, 1, 1, 0], [0, 0, 1, 0, 0], [0, 0, 0, 0, 0], [0, 1, 1, 1, 0]],
        [[0, 0, 0, 0, 0], [1, 0, 0, 0, 1], [1, 0, 1, 0, 1], [0, 0, 0, 0, 0]],
        [[0, 0, 0, 0, 0], [0, 0, 0, 0, 0], [0, 0, 1, 0, 0], [0, 0, 0, 0, 0]]], "Black's planes")
    equal(batch["legal"][0], [1, 0, 1, 1, 0, 1], "Black's moves")
    equal(batch["policy"][0], [0, 0, 0.75, 0.25, 0, 0], "Black's policy")
    equal(batch["owned"][0], [0, 1, 1, 0, 0, 0], "Black's cells")
    equal(batch["filled"][0], [0, 1, 1, 0, 1, 1], "filled cells")
    # Half of what his search said, 0.8, a quarter of White's, 0.6 for White, and of the draw.
    assert (batch["win"][0], batch["has_result"][0]) == (0.5, 1)
    assert abs(batch["value"][0] - (0.8 / 2 + 0.4 / 4 + 0.5 / 4)) < 1e-6
    # White sees a1 a2 / b1 b2 / c1 c2, here by half a turn: c2 c1 / b2 b1 / a2 a1.
    batch = white.batch(np.array([0]), np.array([1]))
    equal(batch["planes"][0, 1:, 1:-1, 1:-1],
          [[[0, 0], [1, 0], [0, 0]], [[0, 1], [0, 1], [0, 0]], [[0, 1], [0, 0], [0, 0]]], "White's stones")
    equal(batch["policy"][0], np.array([0.7, 0, 0, 0, 0.2, 0.1], dtype=np.float32), "White's policy")
    equal(batch["legal"][0], [1, 0, 0, 0, 1, 1], "White's moves")
    equal(batch["owned"][0], [1, 0, 1, 0, 0, 0], "White's cells")
    assert abs(batch["value"][0] - (0.6 / 2 + 0.5 / 2)) < 1e-6
    game_record = window[0]
    assert game_record["moves"] == ["b1", "b2", "c1", "c2"] and game_record["choices"] == [OPENING, CHEAP, FULL, FULL]
    assert game_record["visits"] == [{}, {}, {"c1": 3, "a2": 1}, {"c2": 7, "a1": 1, "a2": 2}]
    assert (game_record["result"], game_record["ending"], game_record["net"], game_record["seed"]) == ("draw", "rules", 0, 9)
    assert (game_record["game"], game_record["rows"], game_record["columns"]) == ("hex", 2, 3)
    assert np.allclose(game_record["values"], [0, 0.2, 0.8, 0.6], atol=1e-5)
    refuses(lambda: window[1], IndexError, "no game of this number")
    refuses(lambda: black.batch([1], [0]), IndexError, "position")
    refuses(lambda: black.batch([0], [2]), IndexError, "symmetry")
    refuses(lambda: black.batch([0, 0], [0]), ValueError, "as many")


def check_windows(folder):
    games = [random_record(Hex(5, 5), seed) for seed in range(64)]
    paths = [write_shard(folder / f"games-0000{i}.shard", games[begin:end])
             for i, (begin, end) in enumerate([(0, 30), (20, 40), (40, 64)])]
    (folder / "unfinished.shard").write_bytes(b"")
    assert isthmus.find_shards(folder) == paths
    refuses(lambda: isthmus.find_shards(folder / "none"), ValueError, "cannot read the folder")

    def seeds(window):
        return [window[i]["seed"] for i in range(len(window))]

    window = isthmus.Window(isthmus.find_shards(folder))
    # Of those that are there twice the last stays.
    assert seeds(window) == list(range(64)) and window.repeats == 10
    assert seeds(isthmus.Window(paths, max_games=3)) == [61, 62, 63]
    assert seeds(isthmus.Window(paths, max_games=50)) == list(range(14, 64))
    # A later window has what was added, and reads nothing again that has not grown.
    before = isthmus.Window(paths)
    contents = [path.read_bytes() for path in paths]
    paths[0].write_bytes(bytes(len(contents[0])))
    refuses(lambda: isthmus.Window(paths), ValueError, "is no shard")
    paths[2].write_bytes(contents[2] + encode(random_record(Hex(5, 5), 64)))
    later = isthmus.Window(paths, before=before)
    assert seeds(later) == list(range(65)) and later.repeats == 10 and len(before) == 64
    assert before.new_games == 64 and later.new_games == 1
    assert sum(map(len, later.targets())) > sum(map(len, before.targets()))
    for path, content in zip(paths, contents):
        path.write_bytes(content)
    others = [dict(games[0], seed=1 << 40), dict(games[1], net=8), dict(games[2], result=None)]
    path = write_shard(folder / "other.shard", games[:3] + others)
    assert len(isthmus.Window([path])) == 6, "another seed, net or result is another game"
    positions = [sum(says[1] == FULL for says in games[seed]["says"]) for seed in range(64)]
    for one_in, wanted in ((32, (0, 32)), (7, range(0, 64, 7))):
        held = sum(map(len, window.targets(held_out=True, one_in=one_in)))
        others = sum(map(len, window.targets(held_out=False, one_in=one_in)))
        assert held == sum(positions[seed] for seed in wanted) and held + others == sum(positions)

    # Batches depend on their seed, and on nothing else.
    (targets,) = window.targets()
    which, symmetry = targets.draw(20_000, 5)
    for a, b in zip(targets.draw(20_000, 5), (which, symmetry)):
        equal(a, b, "draws of one seed")
    assert not np.array_equal(targets.draw(20_000, 6)[0], which)
    counts = np.bincount(which * 2 + symmetry, minlength=2 * len(targets))
    # Chi-square over all positions and symmetries: its mean is n - 1, its deviation sqrt(2 (n - 1)).
    expected = 20_000 / len(counts)
    freedom = len(counts) - 1
    deviation = (((counts - expected) ** 2 / expected).sum() - freedom) / np.sqrt(2 * freedom)
    assert abs(deviation) < 5, f"positions are drawn {deviation:.1f} deviations from alike"
    one, many = (targets.batch(which, symmetry, threads=n) for n in (1, 7))
    for name in one:
        equal(one[name], many[name], f"{name} by many threads")


def check_damage(folder):
    games = [random_record(Hex(6, 6), seed) for seed in range(9)]
    encoded = [encode(game) for game in games]
    path = folder / "games-00000.shard"

    def check_lost(parts, seeds, lost_bytes, lost_games):
        path.write_bytes(HEADING + b"".join(parts))
        window = isthmus.Window([path])
        assert [window[i]["seed"] for i in range(len(window))] == seeds
        assert (window.lost_bytes, window.lost_games, len(window.lost)) == (lost_bytes, lost_games, 1)
        assert str(path) in window.lost[0]

    rest = list(range(9))
    flipped = bytearray(encoded[3])
    flipped[40] ^= 16
    check_lost([*encoded[:8], encoded[8][:-1]], rest[:8], len(encoded[8]) - 1, 1)
    check_lost([*encoded[:3], bytes(flipped), *encoded[4:]], rest[:3] + rest[4:], len(encoded[3]), 1)
    # Games against the rules: on a stone, and after the end.
    twice = random_record(Hex(6, 6), 77, 3)
    twice["play"].moves[2] = twice["play"].moves[0]
    late = random_record(Hex(9, 9), 78)
    late["play"].moves.append((late["play"].game.cells - set(late["play"].moves)).pop())
    late["says"].append((0, CHEAP, []))
    check_lost([*encoded, encode(twice), encode(late)], rest, 0, 2)
    path.write_bytes(HEADING)
    assert len(isthmus.Window([path])) == 0 and isthmus.Window([path]).game == ""
    path.write_bytes(b"isthmus-games 3\n" + encoded[0])
    refuses(lambda: isthmus.Window([path]), ValueError, "is no shard")
    refuses(lambda: isthmus.Window([folder / "none"]), ValueError, "cannot read")
    mixed = write_shard(path, [games[0], random_record(Rex(4, 4), 5)])
    for game, text in (("", "games of hex, not of rex"), ("hex", "games of rex, not of hex")):
        refuses(lambda: isthmus.Window([mixed], game=game), ValueError, text)
    # The first revision has games of Hex alone, and no names.
    window = isthmus.Window([write_shard(path, games, revision=1)])
    assert window.game == "hex" and len(window) == 9 and window.lost == []
    (old,) = window.targets()
    (new,) = isthmus.Window([write_shard(path, games)]).targets()
    which = np.arange(len(new))
    for name, array in new.batch(which, which % 2).items():
        equal(old.batch(which, which % 2)[name], array, f"{name} of the first revision")


def check_program(folder):
    """The program's own games, read here, are as many and as long as it says."""
    for name in tested_games():
        out = folder / f"of-{name}"
        evaluator = "fills" if isthmus.Game(name).is_decided_by_fills else "playouts"
        assert (evaluator == "fills") == (name in ("hex", "rex", "y"))
        command = [PROGRAM, "selfplay", "--game", name, "--backend", "cpu", "--evaluator", evaluator,
                   "--fills", "512", "--playouts", "16", "--sizes", "4:3,3", "--games", "40",
                   "--visits", "20", "--cheap-visits", "5", "--out", out]
        totals = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
        window = isthmus.Window(isthmus.find_shards(out), game=name)
        games = [window[i] for i in range(len(window))]
        assert window.lost == [] and window.repeats == 0 and len(games) == totals["games"] == 40
        assert sum(len(game["moves"]) for game in games) == totals["moves"]
        targets = window.targets()
        assert sum(map(len, targets)) == totals["policyTargets"] > 0
        assert sum(game["result"] == "black" for game in games) == totals["blackWins"]
        for of in targets:
            batch = of.batch(np.arange(len(of)), np.zeros(len(of)))
            assert np.allclose(batch["policy"].sum(1), 1)
            assert (batch["policy"][~batch["legal"]] == 0).all()


def check_engines():
    # All fills of a position in which each of the six ways to put Black's stones is as likely.
    game, plain = isthmus.Game("hex", 3), Hex(3, 3)
    black, white = [(0, 0), (1, 2), (2, 2)], [(0, 2), (1, 0)]
    empty = sorted(plain.cells - set(black) - set(white))
    fills = [set(black) | set(stones) for stones in itertools.combinations(empty, 2)]
    wins = [plain.is_complete(stones, 0) for stones in fills]
    numbers = [[plain.number(cell) for cell in cells] for cells in (black, white)]
    position = game.setup(*numbers, to_move="white")
    engine = isthmus.Engine(game, "fills", backend="cpu", fills=65536, bridges=False)
    judged = engine.evaluate([game.start(), position], seed=3)
    share = np.mean(wins)
    assert 0.1 < share < 0.9
    assert abs(judged["black_wins"][1] - share) < 5 * np.sqrt(share * (1 - share) / 65536)
    for cell in plain.cells:
        owned = np.mean([cell in stones for stones in fills])
        assert abs(judged["ownership"][1, plain.number(cell)] - owned) < 0.02
    equal(judged["policy"][1] > 0, np.isin(np.arange(9), list(map(plain.number, empty))), "moves")
    assert np.allclose(judged["policy"].sum(1), 1, atol=1e-4)
    equal(engine.evaluate([game.start(), position], seed=3)["policy"], judged["policy"], "one seed")
    # White wins at once on b3 alone.
    position = game.setup(["a2", "c1"], ["a3", "c2"], "white")
    report = engine.search(position, visits=200)
    assert report["moves"][0]["move"] == "b2" and report["proof"] == "win", report
    assert report["win_rate"] == 1 and report["moves"][0]["variation"][0] == "b2"
    solved = engine.search(game.start(), visits=40, exploration=2)
    assert solved["proof"] == "win" and solved["moves"][0]["move"] in ("c1", "a2", "b2", "c2", "a3"), solved
    larger = isthmus.Game("hex", 9)
    on_larger = isthmus.Engine(larger, "fills", backend="cpu")
    assert on_larger.search(larger.start(), visits=40, exploration=2)["visits"] >= 40
    refuses(lambda: engine.search(game.start()), ValueError, "needs a limit")
    refuses(lambda: engine.search(game.start(), visits=2, fills=512), ValueError, "evaluator")
    refuses(lambda: engine.search(game.start(), visit=2), ValueError, "unknown setting 'visit'")
    refuses(lambda: engine.evaluate([isthmus.Game("hex", 4).start()]), ValueError, "another game or board")
    refuses(lambda: isthmus.Engine(game, net="/none"), ValueError, "/none")
    refuses(lambda: isthmus.Engine(game, "guess"), ValueError, "'guess'")
    finished = isthmus.Game("hex", 1).start().play("a1")
    one = isthmus.Engine(isthmus.Game("hex", 1), "fills", backend="cpu")
    refuses(lambda: one.evaluate([finished]), ValueError, "finished")


def check_examples():
    """The page's examples print what the page says."""
    sys.path.insert(0, str(ROOT / "tools/python/adapters"))
    page = (ROOT / "tools/python/README.md").read_text()
    examples = re.findall(r"^```python\n(.*?)^```\n\n```text\n(.*?)^```$", page, re.M | re.S)
    assert len(examples) == page.count("```python\n") == 2
    for example, wanted in examples:
        assert len(example.splitlines()) <= 24
        printed = io.StringIO()
        with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(printed):
            games = pathlib.Path(folder, "results/games")
            games.mkdir(parents=True)
            write_shard(games / "games-00000.shard", [random_record(Hex(11, 11), seed) for seed in range(20)])
            os.chdir(folder)
            exec(compile(example, "the example", "exec"), {})
            os.chdir(ROOT)
        assert printed.getvalue() == wanted, f"the example prints\n{printed.getvalue()}"


def main():
    with tempfile.TemporaryDirectory() as folder:
        def fresh(name):
            (pathlib.Path(folder) / name).mkdir()
            return pathlib.Path(folder) / name

        check_games()
        check_targets(fresh("targets"))
        check_program(fresh("program"))
        if "trial" not in isthmus.games():
            check_setups()
            check_by_hand(fresh("by-hand"))
            check_windows(fresh("windows"))
            check_damage(fresh("damage"))
            check_engines()
            check_examples()
    print(f"the module keeps to the plain versions of {', '.join(tested_games())}")


if __name__ == "__main__":
    main()
