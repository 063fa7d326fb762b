"""Reads the shards of games that `isthmus selfplay` writes; tools/selfplay/README.md describes them."""

import multiprocessing
import os
import pathlib
import struct
import zlib
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, fields

import numpy as np

from files import read_bytes

HEADING = b"isthmus-games 1\n"
PREFIX = struct.Struct("<II")  # length and CRC-32 of a game
HEADER = struct.Struct("<BBBBIQII")
MOST_BYTES = 5 << 30  # of a shard
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


def read_shard(path):
    """The games of one shard."""
    data = read_bytes(path, MOST_BYTES)
    if not data.startswith(HEADING):
        raise ValueError(f"{path} is no shard of games of version 1")
    return parse(list(records(memoryview(data))))


def read(paths, most_games=None):
    """The games of some shards; with most_games the last ones, the paths being in order of time.
    Shards are read by processes forked from this one: it must not have begun to use a GPU."""
    newest_first = []
    paths = list(reversed(list(paths)))
    processes = max(1, min(len(paths), os.cpu_count(), 32))
    with ProcessPoolExecutor(processes, multiprocessing.get_context("fork")) as pool:
        for first in range(0, len(paths), processes):
            newest_first += pool.map(read_shard, paths[first : first + processes])
            if most_games and sum(map(len, newest_first)) >= most_games:
                break
    games = join(list(reversed(newest_first)) or [parse([])])
    return last(games, most_games) if most_games else games


def join(parts):
    """Several Games as one."""
    def starts(name):
        ends = np.cumsum([0] + [getattr(part, name)[-1] for part in parts])
        shifted = [getattr(part, name)[:-1] + end for part, end in zip(parts, ends)]
        return np.concatenate(shifted + [ends[-1:]])

    return Games(**{
        field.name: starts(field.name) if field.name.startswith("first_")
        else np.concatenate([getattr(part, field.name) for part in parts])
        for field in fields(Games)
    })


def last(games, count):
    """The last games of some."""
    game = max(0, len(games) - count)
    move = games.first_move[game]
    visit = games.first_visit[move]
    return Games(
        **{name: getattr(games, name)[game:] for name in ("rows", "columns", "result", "ending", "seed")},
        first_move=games.first_move[game:] - move,
        **{name: getattr(games, name)[move:] for name in ("cell", "value", "choice")},
        first_visit=games.first_visit[move:] - visit,
        visit_cell=games.visit_cell[visit:],
        visit_count=games.visit_count[visit:],
    )


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

    def flat(parts, kind):
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
        cell=flat(cells, "<u2"),
        value=flat(values, "<u2").astype(np.float32) / 65535,
        choice=flat(choices, "u1"),
        first_visit=starts(flat(counts, "<u2").astype(np.int64)),
        visit_cell=flat(visit_cells, "<u2"),
        visit_count=flat(visit_counts, "<u2"),
    )
