"""Reads the shards of games that `isthmus selfplay` writes; tools/selfplay/README.md describes them."""

import pathlib
import struct
import zlib
from dataclasses import dataclass

import numpy as np

HEADING = b"isthmus-games 1\n"
PREFIX = struct.Struct("<II")  # length and CRC-32 of a game
HEADER = struct.Struct("<BBBBIQII")
ONGOING, BLACK, WHITE, DRAW = range(4)
BY_RULES, BY_RESIGNATION, STOPPED = range(3)
OPENING, CHEAP, FULL = range(3)


@dataclass
class Games:
    """Games in flat arrays: moves of game g are first_move[g] to first_move[g + 1], visits of move m
    are first_visit[m] to first_visit[m + 1]."""

    rows: np.ndarray  # by game, as the next four
    columns: np.ndarray
    result: np.ndarray
    ending: np.ndarray
    seed: np.ndarray
    first_move: np.ndarray
    cell: np.ndarray  # by move: row * columns + column
    value: np.ndarray  # by move: the chance that the side to move wins, 0 to 1
    choice: np.ndarray  # by move
    first_visit: np.ndarray
    visit_cell: np.ndarray  # by visit
    visit_count: np.ndarray

    def __len__(self):
        return len(self.rows)


def find_shards(folder):
    """All shards below a folder, in the order of their names."""
    return sorted(pathlib.Path(folder).rglob("games-*.shard"))


def records(data):
    """The bodies of the whole games in the bytes of a shard, up to the first that is not whole."""
    at = len(HEADING)
    while at + PREFIX.size <= len(data):
        length, checksum = PREFIX.unpack_from(data, at)
        body = data[at + PREFIX.size : at + PREFIX.size + length]
        if len(body) < length or length < HEADER.size or zlib.crc32(body) != checksum:
            return
        yield body
        at += PREFIX.size + length


def read(paths, most_games=None):
    """The games of some shards; with most_games the last ones, the paths being in order of time."""
    newest_first = []
    for path in reversed(list(paths)):
        data = pathlib.Path(path).read_bytes()
        if not data.startswith(HEADING):
            raise ValueError(f"{path} is no shard of games of version 1")
        newest_first.append(list(records(memoryview(data))))
        if most_games and sum(map(len, newest_first)) >= most_games:
            break
    bodies = [body for shard in reversed(newest_first) for body in shard]
    if most_games:
        bodies = bodies[-most_games:]
    return parse(bodies)


def parse(bodies):
    headers = np.array([HEADER.unpack_from(body) for body in bodies], dtype=np.uint64)
    headers = headers.reshape(-1, 8)
    cells, values, counts, choices, visit_cells, visit_counts = [], [], [], [], [], []
    for body, moves, visits in zip(bodies, headers[:, 6].tolist(), headers[:, 7].tolist()):
        at = HEADER.size
        for parts, size in (
            (cells, 2 * moves),
            (values, 2 * moves),
            (counts, 2 * moves),
            (choices, moves),
            (visit_cells, 2 * visits),
            (visit_counts, 2 * visits),
        ):
            parts.append(body[at : at + size])
            at += size
        if at != len(body):
            raise ValueError("a game's record has not the length that its header says")

    def join(parts, kind):
        return np.frombuffer(b"".join(parts), dtype=kind)

    def starts(lengths):
        return np.concatenate(([0], np.cumsum(lengths, dtype=np.int64)))

    return Games(
        rows=headers[:, 0].astype(np.int64),
        columns=headers[:, 1].astype(np.int64),
        result=headers[:, 2].astype(np.int64),
        ending=headers[:, 3].astype(np.int64),
        seed=headers[:, 5],
        first_move=starts(headers[:, 6].astype(np.int64)),
        cell=join(cells, "<u2").astype(np.int64),
        value=join(values, "<u2").astype(np.float32) / 65535,
        choice=join(choices, "u1"),
        first_visit=starts(join(counts, "<u2").astype(np.int64)),
        visit_cell=join(visit_cells, "<u2").astype(np.int64),
        visit_count=join(visit_counts, "<u2").astype(np.float32),
    )
