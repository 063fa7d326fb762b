"""The state of trainings as an archive in pieces, for machines that keep nothing: state.tar.xz.aa and on."""

import collections
import contextlib
import itertools
import lzma
import os
import pathlib
import string
import tarfile
from concurrent.futures import ThreadPoolExecutor

from files import whole_file

PIECE = 15_000_000  # bytes
BLOCK = 4_000_000  # bytes that are compressed at a time
MAX_BYTES = 1 << 36  # of an archive, unpacked
NAME = "state.tar.xz."


class Pieces:
    """Writes a stream to files of a folder, each PIECE long but the last."""

    def __init__(self, folder):
        self.folder, self.room, self.file = folder, 0, None
        self.names = (NAME + a + b for a, b in itertools.product(string.ascii_lowercase, repeat=2))
        self.written = []

    def write(self, data):
        done = 0
        while done < len(data):
            if self.room == 0:
                self.close()
                self.written.append(self.folder / (next(self.names) + ".partial"))
                self.file, self.room = open(self.written[-1], "wb"), PIECE
            part = data[done : done + self.room]
            self.file.write(part)
            done += len(part)
            self.room -= len(part)
        return len(data)

    def close(self):
        if self.file:
            self.file.close()


class Compressor:
    """Compresses a stream on all cores: blocks of it, each as a stream of xz, which read as one in a row."""

    def __init__(self, out):
        self.out, self.block, self.begun = out, bytearray(), collections.deque()
        self.cores = len(os.sched_getaffinity(0))
        self.pool = ThreadPoolExecutor(self.cores)

    def write(self, data):
        self.block += data
        if len(self.block) >= BLOCK:
            self.begin_block(2 * self.cores)
        return len(data)

    def begin_block(self, most_begun):
        self.begun.append(self.pool.submit(lzma.compress, bytes(self.block), preset=0))
        self.block.clear()
        while len(self.begun) > most_begun:
            self.out.write(self.begun.popleft().result())

    def close(self):
        self.begin_block(0)
        self.pool.shutdown()


class Joined:
    """Reads files one after another."""

    def __init__(self, paths):
        self.files = [open(path, "rb") for path in paths]

    def read(self, size):
        while self.files:
            data = self.files[0].read(size)
            if data:
                return data
            self.files.pop(0).close()
        return b""


def kept_files(folder, keep_nets, keep_megabytes):
    """What of a training folder is its state: the last nets and games, and all small files."""
    for part in (folder.nets, folder.candidates):
        nets = folder.listed(part)[-keep_nets:]
        yield from itertools.chain(nets, (path.with_suffix(".json") for path in nets))
    # The newest first, as long as there is room.
    shards = sorted(folder.games.rglob("games-*.shard"), key=lambda path: path.stat().st_mtime_ns, reverse=True)
    room = keep_megabytes * 1_000_000
    for shard in shards:
        room -= shard.stat().st_size
        if room < 0:
            break
        yield shard
    others = set(folder.games.rglob("*")) - set(shards)
    yield from (path for path in sorted(others) if path.is_file())
    yield from (path for path in folder.path.iterdir() if path.is_file() and path.suffix not in (".lock", ".partial"))


def pack(work, out, files):
    """Puts files below `work` into the pieces of a folder, in place of those there."""
    out.mkdir(parents=True, exist_ok=True)
    pieces = Pieces(out)
    try:
        with contextlib.closing(Compressor(pieces)) as packed, tarfile.open(fileobj=packed, mode="w|") as archive:
            for path in files:
                if path.exists():
                    archive.add(path, path.relative_to(work).as_posix(), recursive=False)
    finally:
        pieces.close()
    old = set(out.glob(NAME + "[a-z][a-z]"))
    for path in pieces.written:
        whole = path.with_suffix("")
        path.replace(whole)
        old.discard(whole)
    for path in old:
        path.unlink()


def unpack(folder, work):
    """Unpacks what pack() left in a folder; each file is there whole or not at all. Raises ValueError where there is
    no state, or what pack() would not do."""
    paths = sorted(folder.glob(NAME + "[a-z][a-z]"))
    if not paths:
        raise ValueError(f"{folder} holds no state: there is no {NAME}aa")
    room = MAX_BYTES
    try:
        with lzma.open(Joined(paths)) as packed, tarfile.open(fileobj=packed, mode="r|") as archive:
            for member in archive:
                name = pathlib.PurePosixPath(member.name)
                room -= member.size
                if not member.isreg() or name.is_absolute() or ".." in name.parts or room < 0:
                    raise ValueError(f"{folder}: the state has {member.name!r}, which no training left there")
                with whole_file(work / name) as partial:
                    member.name = partial.relative_to(work).as_posix()
                    archive.extract(member, work, set_attrs=True)
    except (tarfile.TarError, lzma.LZMAError, EOFError) as error:
        raise ValueError(f"{folder}: the state is damaged: {error}") from None
