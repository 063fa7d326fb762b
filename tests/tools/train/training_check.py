"""Short trainings, with what is learned beside and without, and a trainer beside games that come.

Usage: see harness.py
"""

import math
import os
import subprocess
import sys
import tempfile
import time
import traceback

from harness import run_checks, run_script, TRAIN, wait_until, write_config

import isthmus
import numpy as np
import torch

from export import read_net
from folder import Folder
from losses import soften
from plain_games import Hex, Y
from records import encode, random_record, write_shard
from settings import read_settings
import train


def run_trainer(*arguments):
    """As run_script("train.py", ...), but by a fork of this process: to load PyTorch takes longer than to train."""
    with tempfile.TemporaryFile("w+") as output, tempfile.TemporaryFile("w+") as errors:
        child = os.fork()
        if child == 0:
            code = 1
            try:
                os.dup2(output.fileno(), 1)
                os.dup2(errors.fileno(), 2)
                sys.argv = ["train.py", *map(str, arguments)]
                train.main()
                code = 0
            except SystemExit as end:
                print(end, file=sys.stderr)
            except BaseException:
                traceback.print_exc()
            finally:
                sys.stdout.flush()
                sys.stderr.flush()
                os._exit(code)
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        texts = []
        for file in (output, errors):
            file.seek(0)
            texts.append(file.read())
    return subprocess.CompletedProcess(arguments, code, *texts)


def check_training(folder):
    """Short trainings by the program, with what is learned beside and without."""
    soft = soften(torch.tensor([[0.0, 0.0016, 0.0256, 0.9728], [0, 1, 0, 0]]))
    fourth = 0.9728**0.25
    for row, wanted in ((soft[0], [0, 0.2, 0.4, fourth]), (soft[1], [0, 1, 0, 0])):
        assert np.allclose(row, np.array(wanted) / sum(wanted)), "softened policies"

    games, state = folder / "games", Folder(folder / "state")
    games.mkdir()
    write_shard(games / "games-00000.shard", [random_record(Hex(5, 5), seed) for seed in range(40)])
    config = write_config(folder / "config.json", fresh=True)
    assert run_script("folder.py", state.path, "hex", "--config", config).returncode == 0

    def train_on(*more, game="hex", seed=None, fresh_learner=False, **training):
        values = {"game": game, "gated": False, "fresh-learner": fresh_learner, "training": {"steps": 2, "batch": 8, "blocks": 2, "channels": 32,
                                                             **training}}
        if seed is not None:
            values["seed"] = seed
        config = write_config(folder / "config.json", **values)
        return run_trainer(state.path, "--config", config, "--games", games, "--generations", "1", *more)

    def trained(*more, **settings):
        ran = train_on(*more, **settings)
        assert ran.returncode == 0, ran.stderr
        net, header = read_net(state.newest_net())
        game = isthmus.Game("hex", 5)
        with torch.no_grad():
            policies = [net(torch.from_numpy(game.setup(black, white, "black").play(last).planes()[None]).float())[0]
                        for black, white, last in (([0], [3, 8], 7), ([7], [3, 8], 0))]
        beside = read_settings(state.newest_net().with_suffix(".json"))
        assert beside.seed == header["training"]["seed"], "the settings are beside a net"
        return header, torch.equal(*policies)

    header, is_blind = trained(seed=1, **{"soft-weight": 8, "last-stone": False})
    assert is_blind and header["game"] == "hex", "a net that does not heed the last stone"
    size = header["payloadBytes"]
    header, is_blind = trained(muon=True)
    assert not is_blind and header["training"]["step"] == 4 and header["payloadBytes"] == size, \
        "the head of soft policies is not in the file, and may go"
    assert header["training"]["generation"] == 1 and header["training"]["settings"]["muon"] is True
    state.checkpoint.unlink()
    header, _ = trained(seed=2, **{"soft-weight": 8})
    assert header["training"]["step"] == 6 and header["payloadBytes"] == size, "it may come, too"
    # A net of another shape begins beside that which is there.
    state.checkpoint.unlink()
    header, _ = trained(fresh_learner=True, blocks=1)
    assert header["training"]["step"] == 2 and header["blocks"] == 1, "nothing to go on from"
    state.newest_net().unlink()
    # Each generation is learned at a part of the rate.
    state.checkpoint.unlink()
    rates = []
    for _ in range(2):
        header, _ = trained(cooling=0.5, rate=1e-3)
        rates.append(float(header["training"]["losses"]["rate"]))
    assert math.isclose(rates[1], rates[0] / 2, rel_tol=0.01), rates
    # One seed, one net.
    nets = []
    for _ in range(2):
        state.checkpoint.unlink()
        for path in state.listed(state.nets):
            path.unlink()
        trained(seed=3)
        nets.append(state.newest_net().read_bytes().split(b"\n", 2)[2])
    assert nets[0] == nets[1], "a run is what its seed makes of it"
    # With new-games another generation waits for games that come.
    config = write_config(folder / "waits.json", game="hex", gated=False, seed=4, training={
        "steps": 2, "batch": 8, "blocks": 2, "channels": 32, "new-games": 5, "look-every": 0.1})
    with subprocess.Popen([sys.executable, TRAIN / "train.py", state.path, "--config", config, "--games", games],
                          stdout=subprocess.DEVNULL) as trainer:
        try:
            for count in (2, 3):
                wait_until(lambda: len(state.listed(state.nets)) >= count or trainer.poll() is not None, "a net")
                time.sleep(1.5)
                assert len(state.listed(state.nets)) == count, "no other without new games"
                # Four are too few.
                for more in (4, 1):
                    assert len(state.listed(state.nets)) == count
                    with open(games / "games-00000.shard", "ab") as shard:
                        for seed in range(100 * count, 100 * count + more):
                            shard.write(encode(random_record(Hex(5, 5), 1000 * more + seed)))
                    time.sleep(0.5)
            wait_until(lambda: len(state.listed(state.nets)) >= 4 or trainer.poll() is not None, "the last net")
        finally:
            trainer.terminate()
        assert trainer.wait(180) == 0
    assert len(state.listed(state.nets)) == 4
    # Those count that come while a generation lasts.
    config = write_config(folder / "meanwhile.json", game="hex", gated=False, seed=4, training={
        "steps": 200, "batch": 8, "blocks": 2, "channels": 32, "new-games": 5, "look-every": 0.1})
    before = len(state.listed(state.nets))
    with subprocess.Popen([sys.executable, TRAIN / "train.py", state.path, "--config", config, "--games", games],
                          stdout=subprocess.PIPE, text=True) as trainer:
        try:
            while not (line := trainer.stdout.readline()).startswith("from step"):
                assert line, "it ends before it begins"
            assert len(state.listed(state.nets)) == before
            with open(games / "games-00000.shard", "ab") as shard:
                for seed in range(5):
                    shard.write(encode(random_record(Hex(5, 5), 9000 + seed)))
            wait_until(lambda: len(state.listed(state.nets)) >= before + 2 or trainer.poll() is not None, "both nets")
            time.sleep(1.5)
        finally:
            trainer.terminate()
        assert trainer.wait(180) == 0
    assert len(state.listed(state.nets)) == before + 2
    # A checkpoint that is damaged.
    whole = state.checkpoint.read_bytes()
    state.checkpoint.write_bytes(whole[: len(whole) // 2])
    answer = train_on()
    assert answer.returncode == 1 and "is damaged" in answer.stderr and answer.stderr.count("\n") == 1, answer.stderr
    state.checkpoint.write_bytes(whole)
    # A net of another game is no beginning.
    write_shard(games / "games-00000.shard", [random_record(Y(4), seed) for seed in range(40)])
    for there in (True, False):
        if not there:
            state.checkpoint.unlink()
        answer = train_on(game="y")
        assert answer.returncode == 1 and "is of hex, not of y" in answer.stderr, answer.stderr
    answer = train_on()
    assert answer.returncode == 1 and "has games of y, not of hex" in answer.stderr, answer.stderr
    write_shard(games / "games-00000.shard", [])
    answer = train_on()
    assert answer.returncode == 1 and "no games with full searches" in answer.stderr, answer.stderr


if __name__ == "__main__":
    run_checks(check_training)
    print("nets learn from games")
