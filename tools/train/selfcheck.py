"""Checks the trainer's parts against slow, independent versions of them:

    python3 selfcheck.py [ISTHMUS]

With the program's path also that games which it plays are read as it counts them. Where there is no
PyTorch only the reading of games is checked, and that is said."""

import json
import os
import pathlib
import random
import struct
import subprocess
import sys
import tempfile
import zlib

import numpy as np

import shards
from files import read_bytes

checks = 0


def check(condition, what):
    global checks
    checks += 1
    if not condition:
        raise SystemExit(f"selfcheck: FAILED: {what}")


def random_game(rows, columns, seed):
    """A game of random moves as plain lists, with visits after some of them."""
    draw = random.Random(seed)
    cells = draw.sample(range(rows * columns), draw.randint(1, rows * columns))
    moves = []
    for i, cell in enumerate(cells):
        choice = shards.OPENING if i == 0 else draw.choice([shards.CHEAP, shards.FULL])
        left = cells[i:]
        visits = []
        if choice == shards.FULL:
            visits = [(c, draw.randint(1, 50)) for c in draw.sample(left, min(len(left), 5))]
        moves.append((cell, draw.randint(0, 65535), choice, visits))
    result = draw.choice([shards.ONGOING, shards.BLACK, shards.WHITE])
    ending = shards.STOPPED if result == shards.ONGOING else shards.BY_RULES
    return {"game": "hex", "rows": rows, "columns": columns, "result": result, "ending": ending, "net": 7,
            "seed": seed, "moves": moves, "removed": [(0, cells[0])] * (seed % 3)}


def encode(game, revision=2):
    moves = game["moves"]
    visits = [visit for move in moves for visit in move[3]]
    body = struct.pack("<BBBBIQII", game["rows"], game["columns"], game["result"], game["ending"],
                       game["net"], game["seed"], len(moves), len(visits))
    if revision == 2:
        body += struct.pack("<HH", len(game["removed"]), len(game["game"]))
    body += b"".join(struct.pack("<H", move[0]) for move in moves)
    body += b"".join(struct.pack("<H", move[1]) for move in moves)
    body += b"".join(struct.pack("<H", len(move[3])) for move in moves)
    body += bytes(move[2] for move in moves)
    body += b"".join(struct.pack("<H", cell) for cell, _ in visits)
    body += b"".join(struct.pack("<H", count) for _, count in visits)
    if revision == 2:
        body += b"".join(struct.pack("<H", move) for move, _ in game["removed"])
        body += b"".join(struct.pack("<H", cell) for _, cell in game["removed"])
        body += game["game"].encode()
    return struct.pack("<II", len(body), zlib.crc32(body)) + body


def check_shards(folder):
    games = [random_game(*draw, seed=seed)
             for seed, draw in enumerate([(5, 5), (4, 7), (11, 11), (7, 4)] * 10)]
    data = shards.HEADING + b"".join(map(encode, games))
    path = pathlib.Path(folder) / "games-00000.shard"
    path.write_bytes(data)
    read, left_out = shards.read([path])
    check(len(read) == len(games) and left_out == shards.LeftOut(), "all games are read")
    for g, game in enumerate(games):
        first, last = read.first_move[g], read.first_move[g + 1]
        check(read.cell[first:last].tolist() == [move[0] for move in game["moves"]], "moves")
        check(read.game[g] == b"hex", "the name")
        check(int(read.result[g]) == game["result"] and int(read.seed[g]) == game["seed"], "header")
        for m, move in zip(range(first, last), game["moves"]):
            visits = slice(read.first_visit[m], read.first_visit[m + 1])
            got = list(zip(read.visit_cell[visits].tolist(), read.visit_count[visits].tolist()))
            check(got == move[3], "visits")
    old = pathlib.Path(folder) / "old.shard"
    old.write_bytes(shards.FIRST_HEADING + b"".join(encode(game, 1) for game in games))
    again, left_out = shards.read([old])
    check(left_out == shards.LeftOut(), "a shard of the first revision is read")
    for name in vars(read):
        check(np.array_equal(getattr(again, name), getattr(read, name)), f"... with the same {name}")
    path.write_bytes(data)
    window = shards.read([path], 3)[0]
    check(window.seed.tolist() == [37, 38, 39], "a window is the last games")
    moves = [move for game in games[37:] for move in game["moves"]]
    check(window.cell.tolist() == [move[0] for move in moves], "... with their moves")
    check(window.visit_count.tolist() == [count for move in moves for _, count in move[3]],
          "... and visits")
    return games, read


def check_damage(folder):
    """Around what is damaged all games are read, and what was lost is told."""
    games = [random_game(6, 6, seed) for seed in range(9)]
    encoded = [encode(game) for game in games]
    path = pathlib.Path(folder) / "games-00000.shard"

    def check_lost(parts, seeds, lost_bytes, lost_games, what):
        path.write_bytes(shards.HEADING + b"".join(parts))
        read, left_out = shards.read_shard(path)
        check(read.seed.tolist() == seeds, f"{what}: the other games")
        check((left_out.lost_bytes, left_out.lost_games) == (lost_bytes, lost_games), f"{what}: the loss")
        check(len(left_out.lines) == 1 and f"{path}: {lost_bytes} bytes " in left_out.lines[0],
              f"{what}: a line")
        cells = [move[0] for seed in seeds for move in games[seed]["moves"]]
        check(read.cell.tolist() == cells, f"{what}: their moves")

    def flipped(record, at):
        return record[:at] + bytes([record[at] ^ 16]) + record[at + 1 :]

    sizes = list(map(len, encoded))
    rest = list(range(9))
    for cut in (1, sizes[8] - 1):
        check_lost([*encoded[:8], encoded[8][:-cut]], rest[:8], sizes[8] - cut, 1, "a torn end")
    for at in range(sizes[3]):
        check_lost([*encoded[:3], flipped(encoded[3], at), *encoded[4:]], rest[:3] + rest[4:], sizes[3], 1,
                   "a damaged byte")
    check_lost([*encoded[:2], flipped(encoded[2], 40), flipped(encoded[3], 40), *encoded[4:]],
               rest[:2] + rest[4:], sizes[2] + sizes[3], 2, "two damaged games")
    check_lost([flipped(encoded[0], 2), *encoded[1:5], encoded[5][:50], *encoded[6:]],
               rest[1:5] + rest[6:], sizes[0] + 50, 2, "two damaged places")
    # More than one piece of a search for what may begin a game.
    check_lost([*encoded[:4], bytes(50_000), *encoded[4:], b"\x1c" + bytes(60)], rest, 50_061, 2, "zeros")
    _, left_out = shards.read([path, path])
    check((left_out.lost_bytes, left_out.lost_games, len(left_out.lines)) == (2 * 50_061, 4, 2),
          "what several shards lost is added up")
    for size in (0, 5):
        path.write_bytes(shards.HEADING[:size])
        read, left_out = shards.read_shard(path)
        check(len(read) == 0 and left_out.lost_bytes == size and left_out.lost_games == 0,
              "a shard that was just begun")
    path.write_bytes(b"isthmus-games 3\n" + encoded[0])
    try:
        shards.read_shard(path)
        check(False, "another version is refused")
    except ValueError as error:
        check(str(path) in str(error), "another version is refused by its name")


def check_repeats(folder):
    """Games that are there again are left out and counted, by whichever shards; those of another seed,
    net or result are others."""
    games = [random_game(5, 5, seed) for seed in range(20)]
    others = [dict(games[0], seed=1 << 40), dict(games[1], result=games[1]["result"] ^ 3),
              dict(games[2], net=8)]

    def write(number, games):
        path = pathlib.Path(folder) / f"games-{number:05d}.shard"
        path.write_bytes(shards.HEADING + b"".join(map(encode, games)))
        return path

    paths = [write(0, games[:15]), write(1, games[10:]), write(2, games[3:5] + games[3:5] + others)]
    read, left_out = shards.read(paths)
    check(len(read) == 23 and left_out == shards.LeftOut(repeats=9), "repeats are left out")
    left = [0, 1, 2, *range(5, 20), 3, 4]
    check(read.seed.tolist() == [*left, 1 << 40, 1, 2], "the last of each stays")
    moves = [move[0] for i in left for move in games[i]["moves"]]
    check(read.cell[: read.first_move[20]].tolist() == moves, "with its moves")
    window = shards.read(paths, 8)[0]
    check(window.seed.tolist() == [17, 18, 19, 3, 4, 1 << 40, 1, 2], "a window is without repeats")


def check_program(program, folder):
    """The program's own games, read here, are as many and as long as it says."""
    command = [program, "selfplay", "--backend", "cpu", "--evaluator", "fills", "--fills", "512", "--sizes", "5:3,4x6",
               "--games", "60", "--visits", "30", "--out", folder]
    totals = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    games, left_out = shards.read(shards.find_shards(folder))
    check(left_out == shards.LeftOut(), "the program's games are whole, and each is there once")
    check(len(games) == totals["games"] == 60, "the program's games")
    check(len(games.cell) == totals["moves"], "their moves")
    check((games.choice == shards.FULL).sum() == totals["policyTargets"], "their full searches")
    check((games.result == shards.BLACK).sum() == totals["blackWins"], "their winners")
    check((games.rows == 5).sum() == 45 and (games.columns == 4).sum() == 15, "their sizes")
    counts = np.diff(games.first_visit)
    check(((counts > 0) == (games.choice == shards.FULL)).all(), "visits are of full searches")
    check(games.visit_count.min() >= 1 and games.value.max() <= 1, "their numbers")


def slow_view(game, ply, turned):
    """What the side to move sees, cell by cell."""
    by_black = ply % 2 == 0
    rows, columns = game["rows"], game["columns"]
    seen_rows, seen_columns = (rows, columns) if by_black else (columns, rows)

    def see(cell):
        r, c = divmod(cell, columns)
        if not by_black:
            r, c = c, r
        if turned:
            r, c = seen_rows - 1 - r, seen_columns - 1 - c
        return r, c

    planes = np.zeros((4, seen_rows + 2, seen_columns + 2))
    planes[0, 1:-1, 1:-1] = 1
    planes[1, [0, -1], 1:-1] = 1
    planes[2, 1:-1, 0] = planes[2, 1:-1, -1] = 1
    owner = np.full((seen_rows, seen_columns), -1)
    policy = np.zeros((seen_rows, seen_columns))
    for i, (cell, _, _, visits) in enumerate(game["moves"]):
        r, c = see(cell)
        owner[r, c] = int(i % 2 == ply % 2)
        if i < ply:
            planes[1 if i % 2 == ply % 2 else 2, r + 1, c + 1] = 1
        if i == ply - 1:
            planes[3, r + 1, c + 1] = 1
        if i == ply:
            for visited, count in visits:
                policy[see(visited)] += count / sum(count for _, count in visits)
    winner = {shards.BLACK: 0, shards.WHITE: 1}.get(game["result"])
    return planes, policy, owner, None if winner is None else winner == ply % 2


def slow_value(game, ply, horizon):
    """What the mover may expect: searches to come and the winner, each with its weight."""
    left, value = 1.0, 0.0
    for i, (_, search, choice, _) in enumerate(game["moves"][ply:], ply):
        if choice != shards.OPENING:
            says = search / 65535
            value += left / horizon * (says if i % 2 == ply % 2 else 1 - says)
            left *= 1 - 1 / horizon
    winner = {shards.BLACK: 0, shards.WHITE: 1}.get(game["result"])
    return value + left * (0.5 if winner is None else winner == ply % 2)


def check_batches(torch, games, read):
    from batches import make_views

    positions = {}
    for game in games:
        for ply, move in enumerate(game["moves"]):
            if move[2] == shards.FULL:
                shape = (game["rows"], game["columns"]) if ply % 2 == 0 else (game["columns"], game["rows"])
                positions.setdefault(shape, []).append((game, ply))
    views = make_views(read, torch.device("cpu"))
    check({(v.rows, v.columns): v.size for v in views} == {k: len(v) for k, v in positions.items()},
          "all full searches are there, by shape")
    for view in views:
        turned = torch.arange(view.size) % 2 == 1
        batch = view.batch(torch.arange(view.size), turned)
        for i, (game, ply) in enumerate(positions[view.rows, view.columns]):
            planes, policy, owner, won = slow_view(game, ply, bool(turned[i]))
            check(np.array_equal(batch.planes[i].numpy(), planes), "planes")
            check(np.allclose(batch.policy[i].numpy(), policy.ravel()), "policy")
            check(np.array_equal(batch.filled[i].numpy(), (owner >= 0).ravel()), "filled cells")
            check(np.array_equal(batch.owned[i].numpy(), (owner == 1).ravel()), "owned cells")
            check(bool(batch.has_result[i]) == (won is not None), "results that are there")
            check(won is None or bool(batch.win[i]) == won, "the winner")
            check(won is None or float(batch.value[i]) == won, "the winner is what is learned")
            stones = planes[1:3, 1:-1, 1:-1].sum(0).ravel()
            check(np.array_equal(batch.legal[i].numpy(), stones == 0), "legal moves")
    for view in make_views(read, torch.device("cpu"), horizon=3):
        values = view.batch(torch.arange(view.size), torch.zeros(view.size, dtype=torch.bool)).value
        for i, (game, ply) in enumerate(positions[view.rows, view.columns]):
            check(abs(float(values[i]) - slow_value(game, ply, 3)) < 1e-5, "what later searches said")


def plain_forward(weights, shape, planes):
    """The network written out in NumPy from its description, for one position."""

    def conv(x, w, b):
        padded = np.pad(x, ((0, 0), (1, 1), (1, 1)))
        out = np.zeros((w.shape[0], *x.shape[1:])) + b[:, None, None]
        for dr in range(3):
            for dc in range(3):
                window = padded[:, dr : dr + x.shape[1], dc : dc + x.shape[2]]
                out += np.einsum("oi,irc->orc", w[:, :, dr, dc], window)
        return out

    def pool(x):
        return np.concatenate([x.mean((1, 2)), x.max((1, 2))])

    def relu(x):
        return np.maximum(x, 0)

    w = weights
    x = relu(conv(planes, w["in.w"], w["in.b"]))
    for i in range(shape.blocks):
        y = conv(x, w[f"{i}.conv1.w"], w[f"{i}.conv1.b"])
        if i in shape.poolBlocks:
            y = y + (w[f"{i}.pool.w"] @ pool(relu(y)) + w[f"{i}.pool.b"])[:, None, None]
        x = relu(x + conv(relu(y), w[f"{i}.conv2.w"], w[f"{i}.conv2.b"]))
    g = pool(x)
    policy_weight = w["policy.w"].reshape(shape.policyChannels, -1)
    hidden = np.einsum("oi,irc->orc", policy_weight, x)
    hidden = relu(hidden + (w["policy.b"] + w["policy.pool.w"] @ g)[:, None, None])
    policy = np.einsum("i,irc->rc", w["policy.out.w"].ravel(), hidden) + w["policy.out.b"]
    value = w["value.out.w"].ravel() @ relu(w["value.hidden.w"] @ g + w["value.hidden.b"])
    ownership = np.einsum("i,irc->rc", w["ownership.w"].ravel(), x) + w["ownership.b"]
    return (policy[1:-1, 1:-1].ravel(), (value + w["value.out.b"]).item(),
            ownership[1:-1, 1:-1].ravel())


def check_net(torch, folder):
    from export import planes_of, read_net, write_net
    from net import Net, Shape, calibrate

    torch.manual_seed(1)
    shape = Shape(blocks=3, channels=8, policyChannels=4, valueHidden=6, poolBlocks=[1])
    net = Net(shape)
    with torch.no_grad():  # as after some training
        for parameter in net.parameters():
            parameter.add_(0.1 * torch.randn_like(parameter))
    for _ in range(20):
        net(torch.rand(16, 4, 7, 7))
    net.eval()
    path = pathlib.Path(folder) / "a.net"
    crc = write_net(net, path, {"generation": 3})
    read, header = read_net(path)
    check(header["crc32"] == crc and header["training"] == {"generation": 3}, "the net's header")
    count = (8 * 4 * 9 + 8 + 3 * 2 * (8 * 8 * 9 + 8) + 8 * 16 + 8 + 4 * 8 + 4 + 4 * 16 + 4 + 1
             + 6 * 16 + 6 + 6 + 1 + 8 + 1)
    check(header["payloadBytes"] == 2 * count, "the number of weights")
    planes = planes_of(5, 6, [0, 7, 12], [3, 8, 20], 20)
    weights = {name: tensor.detach().double().numpy() for name, tensor in read.tensors()}
    plain = plain_forward(weights, shape, planes[0].double().numpy())
    with torch.no_grad():
        for other, bound in ((read, 1e-4), (net, 3e-2)):
            policy, value, ownership = other(planes)
            check(np.allclose(policy[0].numpy(), plain[0], atol=bound), "the policy")
            check(abs(value.item() - plain[1]) < bound, "the value")
            check(np.allclose(ownership[0].numpy(), plain[2], atol=bound), "the ownership")
    # Fit for training again: the same in evaluation, and about the same by statistics of batches.
    planes = (torch.rand(64, 4, 7, 8) < 0.3).float()
    with torch.no_grad():
        before = read(planes)[0]
        calibrate(read, lambda: read(planes))
        check(torch.allclose(read(planes)[0], before, atol=1e-4), "a calibrated net does the same")
        read.train()
        check(torch.allclose(read(planes)[0], before, atol=1e-2), "... also in training")
        read.eval()
    path.write_bytes(path.read_bytes()[:-1])
    try:
        read_net(path)
        check(False, "a truncated net is refused")
    except ValueError:
        pass


def check_training(torch, folder):
    """Short trainings by the program, with what is learned beside and without."""
    from export import planes_of, read_net
    from train import soften

    soft = soften(torch.tensor([[0.0, 0.0016, 0.0256, 0.9728], [0, 1, 0, 0]]))
    fourth = 0.9728**0.25
    for row, wanted in ((soft[0], [0, 0.2, 0.4, fourth]), (soft[1], [0, 1, 0, 0])):
        check(np.allclose(row, np.array(wanted) / sum(wanted)), "softened policies")

    folder = pathlib.Path(folder, "training")
    (folder / "games").mkdir(parents=True)
    data = b"".join(encode(random_game(5, 5, seed)) for seed in range(40))
    (folder / "games/games-00000.shard").write_bytes(shards.HEADING + data)
    out = folder / "a.net"

    def train(*options):
        command = [sys.executable, pathlib.Path(__file__).with_name("train.py"), "--games", folder / "games",
                   "--state", folder, "--out", out, "--steps", "2", "--batch", "8", "--blocks", "2",
                   "--channels", "8", "--seed", "1", *options]
        subprocess.run(command, check=True, capture_output=True)
        net, header = read_net(out)
        with torch.no_grad():
            policies = [net(planes_of(5, 5, [0, 7], [3, 8], last))[0] for last in (3, 8)]
        return header, torch.equal(*policies)

    header, is_blind = train("--soft-weight", "8", "--no-last-stone")
    check(is_blind, "a net that does not heed the last stone")
    size = header["payloadBytes"]
    header, is_blind = train("--muon")
    check(not is_blind and header["training"]["step"] == 4 and header["payloadBytes"] == size,
          "the head of soft policies is not in the file, and may go")
    (folder / "checkpoint.pt").unlink()
    header, _ = train("--soft-weight", "8", "--start", out)
    check(header["training"]["step"] == 6 and header["payloadBytes"] == size, "it may come, too")


def check_muon(torch):
    from muon import LENGTH, Muon, orthogonal

    torch.manual_seed(2)
    values = torch.linalg.svdvals(orthogonal(torch.randn(3, 16, 48)))
    check(0.5 < values.min() and values.max() < 1.3, "matrices are nearly orthogonal")
    weights = [torch.nn.Parameter(torch.randn(8, 4, 3, 3)) for _ in range(2)]
    before = [weight.detach().clone() for weight in weights]
    optimizer = Muon(weights, 0.01)
    sum((weight * torch.randn(8, 4, 3, 3)).sum() for weight in weights).backward()
    optimizer.step()
    for weight, old in zip(weights, before):
        step = old - weight.detach()
        check(abs(step.square().mean().sqrt() / (0.01 * LENGTH) - 1) < 0.3, "the length of a step")
        check((step * weight.grad).sum() > 0, "a step goes down")


def check_files(folder):
    path = pathlib.Path(folder, "file")
    path.write_bytes(b"12345")
    check(read_bytes(path, 5) == b"12345", "a file of the most bytes is read")
    pipe = pathlib.Path(folder, "pipe")
    os.mkfifo(pipe)
    for name, most in ((path, 4), (pipe, 5), ("/dev/zero", 5)):
        try:
            read_bytes(name, most)
            check(False, f"{name} is refused")
        except ValueError:
            check(True, f"{name} is refused")


def main():
    with tempfile.TemporaryDirectory() as folder:
        check_files(folder)
        games, read = check_shards(folder)
        check_damage(folder)
        check_repeats(folder)
        if len(sys.argv) > 1:
            check_program(sys.argv[1], str(pathlib.Path(folder) / "played"))
        try:
            import torch
        except ImportError:
            print(f"selfcheck: {checks} checks of games passed; no PyTorch, so that batches and nets "
                  "were SKIPPED")
            return
        check_batches(torch, games, read)
        check_net(torch, folder)
        check_muon(torch)
        check_training(torch, folder)
    print(f"selfcheck: {checks} checks passed")


if __name__ == "__main__":
    sys.exit(main())
