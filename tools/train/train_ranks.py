#!/usr/bin/env python3
"""Starts several processes of train.py on this machine, which train one net, and ends all where one ends.

Usage: train_ranks.py COUNT FOLDER [OPTION...]     options of train.py

As torchrun does it for one machine, but that from PyTorch 2.4 on wants libuv, without which Debian builds it. The
exit code is 0 where all ended with 0, else 1.
"""

import os
import pathlib
import signal
import socket
import subprocess
import sys
import time

from processes import GRACE, end_with_parent

TRAINER = pathlib.Path(__file__).resolve().parent / "train.py"


def free_port():
    with socket.socket() as listener:
        listener.bind(("localhost", 0))
        return listener.getsockname()[1]


def main():
    count, *arguments = sys.argv[1:]
    # Of a thread each, as by torchrun: with one a core all processes of a CPU wait for each other.
    common = {"OMP_NUM_THREADS": "1", **os.environ, "WORLD_SIZE": count, "MASTER_ADDR": "localhost",
              "MASTER_PORT": str(free_port()), "USE_LIBUV": "0"}
    ranks = [subprocess.Popen([sys.executable, TRAINER, *arguments], preexec_fn=end_with_parent,
                              env={**common, "RANK": str(rank), "LOCAL_RANK": str(rank)})
             for rank in range(int(count))]

    def end(*_):
        for rank in ranks:
            rank.terminate()

    signal.signal(signal.SIGTERM, end)
    signal.signal(signal.SIGINT, end)
    while all(rank.poll() is None for rank in ranks):
        time.sleep(0.1)
    if any(rank.poll() for rank in ranks):  # the others would wait for it
        end()
    late = time.monotonic() + GRACE
    while any(rank.poll() is None for rank in ranks):
        if time.monotonic() > late and any(rank.poll() for rank in ranks):
            for rank in ranks:
                rank.kill()
        time.sleep(0.1)
    return int(any(rank.returncode for rank in ranks))


sys.exit(main())
