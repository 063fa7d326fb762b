"""Reads the shards of games that `isthmus selfplay` writes; tools/selfplay/README.md describes them."""

import hashlib
import multiprocessing
import os
import pathlib
import struct
import zlib
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, fields

import numpy as np

from files import read_bytes

HEADING = b"isthmus-games 2\n"
FIRST_HEADING = b"isthmus-games 1\n"  # of shards whose games have no name
FIRST_GAME = b"hex"  # which they are of
PREFIX = struct.Struct("<II")  # length and CRC-32 of a game
HEADER = struct.Struct("<BBBBIQIIHH")
FIRST_HEADER = struct.Struct("<BBBBIQII")
MAX_BYTES = 5 << 30  # of a shard
ONGOING, BLACK, WHITE, DRAW = range(4)
BY_RULES, BY_RESIGNATION, STOPPED = range(3)
OPENING, CHEAP, FULL = range(3)


@dataclass
class Games:
    """Games in flat arrays: moves of game g are first_move[g] to first_move[g + 1], visits of move m
    are first_visit[m] to first_visit[m + 1]."""

    game: np.ndarray  # by game: its name, as the next six
    rows: np.ndarray
    columns: np.ndarray
    result: np.ndarray
    ending: np.ndarray
    seed: np.ndarray
    identity: np.ndarray  # what tells games apart
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


def body_at(data, at, header):
    """The body of the game that begins here; nothing where none does that is whole."""
    if at + PREFIX.size + header.size > len(data):
        return None
    length, checksum = PREFIX.unpack_from(data, at)
    if length != body_size(header, *header.unpack_from(data, at + PREFIX.size)[6:]):
        return None
    body = data[at + PREFIX.size : at + PREFIX.size + length]
    return body if len(body) == length and zlib.crc32(body) == checksum else None


def body_size(header, moves, visits, removed=0, letters=0):
    return header.size + 7 * moves + 4 * visits + 4 * removed + letters


def find_headers(data, at, header):
    """Where, from here on, a game may begin: the length is that of the moves and visits."""
    piece, least = 1 << 14, PREFIX.size + header.size
    for begin in range(at, len(data) - least + 1, piece):
        bytes_ = np.frombuffer(data[begin : begin + piece + least - 1], dtype="u1").astype(np.int64)
        count = len(bytes_) - least + 1

        def number(offset, size=4):
            return sum(bytes_[offset + i : offset + i + count] << (8 * i) for i in range(size))

        counts = [number(PREFIX.size + 16), number(PREFIX.size + 20)]
        if header is HEADER:
            counts += [number(PREFIX.size + 24, 2), number(PREFIX.size + 26, 2)]
        yield from (begin + np.flatnonzero(number(0) == body_size(header, *counts))).tolist()


@dataclass
class LeftOut:
    """What was not taken of some shards."""

    repeats: int = 0  # games that are there again
    lost_bytes: int = 0  # what is no whole game: damaged, or cut off
    lost_games: int = 0  # at the least
    lines: list = field(default_factory=list)  # where something was lost


def bodies_of(data, header):
    """The bodies of the whole games in the bytes of a shard, and how many bytes between and behind them
    were lost, of how many games at the least."""
    if len(data) < len(HEADING):
        return [], len(data), 0
    bodies, lost_bytes, lost_games = [], 0, 0
    at = len(HEADING)
    while at < len(data):
        body = body_at(data, at, header)
        if body is not None:
            bodies.append(body)
            at += PREFIX.size + len(body)
            continue
        headers, end = 0, len(data)
        for place in find_headers(data, at, header):
            if body_at(data, place, header) is not None:
                end = place
                break
            headers += 1
        lost_bytes += end - at
        lost_games += max(1, headers)
        at = end
    return bodies, lost_bytes, lost_games


def read_shard(path):
    """The games of one shard, and what was left out."""
    data = read_bytes(path, MAX_BYTES)
    is_first = data[: len(HEADING)] == FIRST_HEADING
    if not is_first and data[: len(HEADING)] != HEADING[: len(data)]:
        raise ValueError(f"{path} is no shard of games of version 1 or 2")
    header = FIRST_HEADER if is_first else HEADER
    bodies, lost_bytes, lost_games = bodies_of(memoryview(data), header)
    left_out = LeftOut(0, lost_bytes, lost_games)
    if lost_bytes:
        left_out.lines.append(f"{path}: {lost_bytes} bytes are damaged or cut off, and with them "
                              f"{lost_games} games or more")
    return parse(bodies, header), left_out


def read(paths, max_games=None):
    """The games of some shards, each once, and what was left out. With max_games the last ones, the
    paths being in order of time. Shards are read by processes forked from this one: it must not have
    begun to use a GPU."""
    newest_first, identities, left_out = [], np.zeros(0, dtype=np.uint64), LeftOut()
    paths = list(reversed(list(paths)))
    processes = max(1, min(len(paths), os.cpu_count(), 32))
    with ProcessPoolExecutor(processes, multiprocessing.get_context("fork")) as pool:
        for first in range(0, len(paths), processes):
            for games, lost in pool.map(read_shard, paths[first : first + processes]):
                newest_first.append(games)
                identities = np.union1d(identities, games.identity)
                left_out.lost_bytes += lost.lost_bytes
                left_out.lost_games += lost.lost_games
                left_out.lines += lost.lines
            if max_games and len(identities) >= max_games:
                break
    games = join(list(reversed(newest_first)) or [parse([])])
    # Of those that are the same the last, so that a window is of the same games however many were read.
    from_end = np.unique(games.identity[::-1], return_index=True)[1]
    once = np.sort(len(games) - 1 - from_end)
    left_out.repeats = len(games) - len(once)
    return take(games, once[-max_games:] if max_games else once), left_out


def starts(lengths):
    """Where spans of these lengths begin, and where the last ends."""
    return np.concatenate(([0], np.cumsum(lengths, dtype=np.int64)))


def join(parts):
    """Several Games as one."""
    return Games(**{
        name: starts(np.concatenate([np.diff(getattr(part, name)) for part in parts]))
        if name.startswith("first_")
        else np.concatenate([getattr(part, name) for part in parts])
        for name in (field.name for field in fields(Games))
    })


def take(games, which):
    """Some of the games, by their numbers, in their order."""
    if len(which) == len(games):
        return games
    is_taken = np.zeros(len(games), dtype=bool)
    is_taken[which] = True
    moves, visits = np.diff(games.first_move), np.diff(games.first_visit)
    of_move = np.repeat(is_taken, moves)
    of_visit = np.repeat(of_move, visits)
    taken = {"first_move": starts(moves[is_taken]), "first_visit": starts(visits[of_move])}
    for mask, names in (
        (is_taken, ("game", "rows", "columns", "result", "ending", "seed", "identity")),
        (of_move, ("cell", "value", "choice")),
        (of_visit, ("visit_cell", "visit_count")),
    ):
        taken |= {name: getattr(games, name)[mask] for name in names}
    return Games(**taken)


def identify(body, header, moves):
    """64 bits that tell a game from others of its name: its board, result, net, seed and moves, as in
    books."""
    digest = hashlib.blake2b(digest_size=8)
    for part in (body[:3], body[4:16], body[header.size : header.size + 2 * moves]):
        digest.update(part)
    return int.from_bytes(digest.digest(), "little")


def parse(bodies, header=HEADER):
    headers = np.array([header.unpack_from(body)[:8] for body in bodies], dtype=np.uint64)
    headers = headers.reshape(-1, 8)
    names = []
    identities, cells, values, counts, choices, visit_cells, visit_counts = ([] for _ in range(7))
    for body, moves, visits in zip(bodies, headers[:, 6].tolist(), headers[:, 7].tolist()):
        at = header.size
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
        identities.append(identify(body, header, moves))
        letters = header.unpack_from(body)[9] if header is HEADER else 0
        names.append(bytes(body[len(body) - letters :]) if header is HEADER else FIRST_GAME)

    def flat(parts, kind):
        return np.frombuffer(b"".join(parts), dtype=kind)

    return Games(
        game=np.array(names, dtype="S255"),
        rows=headers[:, 0].astype(np.int64),
        columns=headers[:, 1].astype(np.int64),
        result=headers[:, 2].astype(np.int64),
        ending=headers[:, 3].astype(np.int64),
        seed=headers[:, 5],
        identity=np.array(identities, dtype=np.uint64),
        first_move=starts(headers[:, 6].astype(np.int64)),
        cell=flat(cells, "<u2"),
        value=flat(values, "<u2").astype(np.float32) / 65535,
        choice=flat(choices, "u1"),
        first_visit=starts(flat(counts, "<u2").astype(np.int64)),
        visit_cell=flat(visit_cells, "<u2"),
        visit_count=flat(visit_counts, "<u2"),
    )
