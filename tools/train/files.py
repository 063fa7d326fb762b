"""Reads the files that the user named, and writes files that others read at the same time."""

import contextlib
import os
import pathlib
import stat

MAX_NET_BYTES = 128 << 20  # of a net's file, as engine/net/net_file.hpp has it


def read_bytes(path, most):
    """The contents of a regular file of `most` bytes at the most; a device or a pipe, which might
    never end or begin, is refused."""
    def without_waiting(name, flags):
        return os.open(name, flags | os.O_NONBLOCK)

    with open(path, "rb", opener=without_waiting) as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise ValueError(f"{path} is no regular file")
        data = file.read(most + 1)
    if len(data) > most:
        raise ValueError(f"{path} has more than {most} bytes")
    return data


@contextlib.contextmanager
def whole_file(path):
    """Gives the path of a file to write, which takes the place of `path` once the block has ended."""
    path = pathlib.Path(path)
    partial = path.with_name(path.name + ".partial")
    yield partial
    os.replace(partial, path)


def write_whole(path, data):
    """Writes a file, whole or not at all."""
    with whole_file(path) as partial:
        partial.write_bytes(data)
