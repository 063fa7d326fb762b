"""Writes records of self-play as tools/selfplay/README.md describes them."""

import random
import struct
import zlib

from plain_games import Play

HEADING, FIRST_HEADING = b"isthmus-games 2\n", b"isthmus-games 1\n"
RESULTS = {None: 0, "black": 1, "white": 2, "draw": 3}
OPENING, CHEAP, FULL = range(3)


def random_record(game, seed, moves=10_000):
    """A game of random moves, with what searches might have said of them. Stopped after `moves`."""
    play, draw = Play(game), random.Random(seed)
    says = []
    while play.result is None and len(play.moves) < moves:
        legal = sorted(play.legal())
        choice = OPENING if not says else draw.choice([CHEAP, FULL])
        visited = draw.sample(legal, min(len(legal), 5)) if choice == FULL else []
        says.append((draw.randint(0, 65535), choice, [(cell, draw.randint(1, 50)) for cell in visited]))
        play.play(draw.choice(legal))
    return {"play": play, "says": says, "result": play.result, "net": 7, "seed": seed,
            "ending": 0 if play.result else 2}


def encode(record, revision=2):
    play, says, number = record["play"], record["says"], record["play"].game.number
    visits = [visit for _, _, of_move in says for visit in of_move]
    body = struct.pack("<BBBBIQII", play.game.rows, play.game.columns, RESULTS[record["result"]],
                       record["ending"], record["net"], record["seed"], len(says), len(visits))
    if revision == 2:
        body += struct.pack("<HH", len(play.removed), len(play.game.name))
    for numbers in ([number(cell) for cell in play.moves], [value for value, _, _ in says],
                    [len(of_move) for _, _, of_move in says]):
        body += struct.pack(f"<{len(numbers)}H", *numbers)
    body += bytes(choice for _, choice, _ in says)
    body += struct.pack(f"<{len(visits)}H", *(number(cell) for cell, _ in visits))
    body += struct.pack(f"<{len(visits)}H", *(count for _, count in visits))
    if revision == 2:
        body += struct.pack(f"<{len(play.removed)}H", *(move for move, _ in play.removed))
        body += struct.pack(f"<{len(play.removed)}H", *(number(cell) for _, cell in play.removed))
        body += play.game.name.encode()
    return struct.pack("<II", len(body), zlib.crc32(body)) + body


def write_shard(path, records, revision=2):
    heading = HEADING if revision == 2 else FIRST_HEADING
    path.write_bytes(heading + b"".join(encode(record, revision) for record in records))
    return path
