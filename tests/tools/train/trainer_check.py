"""Holds the parts of the trainer to slow, independent versions of them.

Usage: see harness.py
"""

import json
import math
import os
import re
import time
from unittest import mock

from harness import ROOT, run_checks, run_script, TRAIN, write_config

import numpy as np
import torch

from batches import Batches
from export import read_net, write_net
from files import read_bytes
from folder import Folder, prepare
from learner import Learner
from losses import measure, tensors_of
from muon import LENGTH, Muon, orthogonal
from net import Shape
from plain_games import Hex
from plain_net import plain_forward, random_net
from records import random_record, write_shard
from safeguard import Safeguard
from settings import Settings, SettingsError, Training, read_settings
from state import pack, unpack
from window import LiveWindow


def check_safeguard(folder):
    """A net that got worse goes back, to the bit; one that did not stays."""
    records = [random_record(Hex(5, 5), seed) for seed in range(400)]
    write_shard(folder / "games-00000.shard", records)
    settings = Settings(game="hex", training=Training(blocks=1, channels=32, look_every=0.01))
    window = LiveWindow(folder, settings, print)
    window.look()
    held_out = window.current.held_out
    torch.manual_seed(8)
    learner = Learner(settings, torch.device("cpu"), folder / "none.pt", None)
    batches = Batches(window.current.targets, 16, 5)
    for step in range(2):
        learner.train_on(batches(step)[1], (0.9, False))
    guard = Safeguard(learner, 0.2)

    def held():
        return measure(learner, learner.averaged, held_out)

    def is_refused():
        try:
            guard.go_back()
        except ValueError as error:
            return "no use to go on" in str(error)
        return False

    assert not guard.is_lost(held(), held_out), "nothing to compare with"
    assert guard.is_lost({"policy": math.nan, "value": 0.5}, held_out) and is_refused(), "never a good one"
    guard.keep()
    assert not guard.is_lost(held(), held_out)
    good, rate = [tensor.clone() for tensor in learner.tensors()], learner.set_rate()
    for part, shift in ((learner.averaged.value_out, 9), (learner.averaged.policy_out, math.nan)):
        learner.train_on(batches(2)[1], (0.9, False))
        with torch.no_grad():
            part.bias += shift
            part.weight *= 1 + shift
        assert guard.is_lost(held(), held_out) and not Safeguard(learner, 0).is_lost(held(), held_out)
        guard.go_back()
        assert all(torch.equal(old, new) for old, new in zip(good, learner.tensors(), strict=True)), "as it was"
        assert not guard.is_lost(held(), held_out)
    assert math.isclose(learner.set_rate(), rate / 4), "twice at half the rate"
    for _ in range(3):
        guard.go_back()
    assert is_refused(), "five times in a row"
    guard.keep()
    guard.go_back()


def check_teacher(folder):
    """What is learned lies between what games show and what the teacher says; and the rate falls to its share."""
    write_shard(folder / "games-00000.shard", [random_record(Hex(5, 5), seed) for seed in range(40)])
    torch.manual_seed(9)
    shape = Shape(blocks=1, channels=32, policyChannels=32, valueHidden=16, poolBlocks=[])
    write_net(random_net(shape), "hex", folder / "teacher.net", {})
    write_net(random_net(shape), "y", folder / "other.net", {})

    def learner_of(run=None, **training):
        settings = Settings(game="hex", training=Training(blocks=1, channels=32, look_every=0.01, **training))
        return Learner(settings, torch.device("cpu"), folder / "none.pt", None, run=run)

    learner = learner_of(teacher=str(folder / "teacher.net"), teacher_weight=0.25, rate=1e-2, steps=1000, warm_up=1,
                         least_rate=0.02)
    window = LiveWindow(folder, learner.settings, print)
    window.look()
    batch = tensors_of(window.current.targets[0], np.arange(6), np.zeros(6, dtype=np.int64))
    planes = batch["planes"].float()
    mixed = learner.losses.teacher.mix(planes, batch)
    weights = {name: tensor.detach().double().numpy() for name, tensor in read_net(folder / "teacher.net")[0].tensors()}
    for i in range(6):
        policy, value, ownership = plain_forward(weights, shape, planes[i].double().numpy())
        said = np.exp(policy - policy.max()) * batch["legal"][i].numpy()
        for name, says in (("policy", said / said.sum()), ("value", 1 / (1 + np.exp(-value))),
                           ("owned", 1 / (1 + np.exp(-ownership)))):
            wanted = 0.75 * batch[name][i].double().numpy() + 0.25 * says
            assert np.allclose(mixed[name][i].numpy(), wanted, atol=1e-4), name
    assert all(mixed[name] is batch[name] for name in batch.keys() - {"policy", "value", "owned"}), "and no more"

    taught = Learner(learner.settings, torch.device("cpu"), folder / "none.pt", Batches(window.current.targets, 6, 1),
                     folder / "teacher.net").net
    assert torch.allclose(taught.policy_soft.weight, 0.28 * taught.policy_out.weight), "its own head, for softer policies"

    def steps(weight):
        """What a net of one seed becomes by two steps."""
        torch.manual_seed(10)
        learner = learner_of(teacher=str(folder / "teacher.net"), teacher_weight=weight)
        before = learner.losses.teacher.net.state_dict()
        before = {name: tensor.clone() for name, tensor in before.items()}
        for _ in range(2):
            learner.train_on(batch, (0.9, False))
        after = learner.losses.teacher.net.state_dict()
        assert all(torch.equal(before[name], after[name]) for name in before), "a teacher learns nothing"
        return torch.cat([parameter.detach().flatten() for parameter in learner.net.parameters()])

    torch.manual_seed(10)
    alone = learner_of()
    for _ in range(2):
        alone.train_on(batch, (0.9, False))
    alone = torch.cat([parameter.detach().flatten() for parameter in alone.net.parameters()])
    assert torch.allclose(steps(0.0), alone, atol=1e-6) and not torch.allclose(steps(0.5), alone, atol=1e-4)
    try:
        learner_of(teacher=str(folder / "other.net"))
    except ValueError as error:
        assert "is of y, not of hex" in str(error)
    else:
        raise AssertionError("a teacher of another game is refused")
    for done, share in ((0, 1.0), (500, 0.51), (1000, 0.02)):
        learner.step = done
        assert math.isclose(learner.set_rate(), 1e-2 * share, rel_tol=1e-6), done
    # Or over the run by the clock, however many generations have come.
    now = time.time()
    for passed, share, is_frozen in ((-50, 1.0, False), (500, 0.51, False), (900, 0.044, True), (1100, 0.02, True)):
        learner = learner_of((now - passed, now - passed + 1000), cosine="run", rate=1e-2, warm_up=1, least_rate=0.02)
        learner.step = learner.begin = 5000
        assert math.isclose(learner.set_rate(), 1e-2 * share, rel_tol=0.01), passed
        assert learner.stage()[1] == is_frozen, passed
    for run in (None, (now, math.inf), (now, now)):
        try:
            learner_of(run, cosine="run")
        except ValueError as error:
            assert "when the run ends" in str(error)
        else:
            raise AssertionError("a run without an end has no cosine")


def check_settings(folder):
    """What is no settings is refused in one line, and what is left out has its default."""
    path = folder / "config.json"
    for text, part in (
        ("", "Expecting value"), ("[]", "an object of JSON is needed"), ('{"sede": 1}', 'unknown key "sede"'),
        ('{"training": {"step": 1}}', 'training: unknown key "step"'),
        ('{"training": {"steps": 1.5}}', '"training: steps" takes a whole number, not 1.5'),
        ('{"training": {"steps": 0}}', '"training: steps" takes a whole number from 1 to 1000000000, not 0'),
        ('{"training": {"muon": 1}}', '"training: muon" takes true or false, not 1'),
        ('{"training": {"rate": NaN}}', "NaN is no number"), ('{"training": {"rate": 1e400}}', "from 1e-09 to 1"),
        ('{"training": {"channels": 33}}', "a multiple of 32"), ('{"seed": true}', '"seed" takes a whole number'),
        ('{"training": []}', "an object of JSON is needed"), ('{"seed": 1, "seed": 2}', "twice"),
        ('{"schedule": "both"}', '"schedule" takes beside or turns'), ('{"game": "y"}', "are for y, not for hex"),
        ('{"selfplay": {"out": "x"}}', '"out" follows from'), ('{"match": {"games": []}}', '"games" takes a number'),
        ('{"shipped": "hex-tiny"}', "no net hex-tiny for hex"), ('{"shipped": "y"}', "no net y for hex"),
        ("[" * 100_000, "config.json"), ('{"trainers": 3}', 'a multiple of "trainers"'),
    ):
        path.write_text(text)
        try:
            prepare(folder / "a", "hex", path)
        except SettingsError as error:
            assert part in str(error) and "\n" not in str(error), (text, error)
            continue
        raise AssertionError(f"refused: {text}")
    answer = run_script("folder.py", folder / "a", "hex", "--config", path)
    assert answer.returncode == 1 and answer.stderr.startswith(f"folder.py: {path}: "), answer
    assert answer.stderr.count("\n") == 1, answer
    # Those that the page shows are settings.
    (shown,) = re.findall(r"^```text\n(\{.*?^\})$", (TRAIN / "README.md").read_text(), re.MULTILINE | re.DOTALL)
    path.write_text(shown)
    assert read_settings(path).training.window == 250_000
    write_config(path, training={"soft-weight": 8, "muon": True})
    assert run_script("folder.py", folder / "b", "y", "--config", path).returncode == 0
    first = read_settings(folder / "b/settings.json")
    assert first.game == "y" and first.training.soft_weight == 8 and first.training.steps == 800
    # A seed that was drawn stays.
    assert run_script("folder.py", folder / "b", "y").returncode == 0
    assert read_settings(folder / "b/settings.json") == first


def check_folder(folder):
    """The shipped net is where training goes on from; generations are counted, and play as they are decided."""
    state = Folder(folder)
    for part in (state.nets, state.candidates, state.turned_down):
        part.mkdir()
    state.begin_with_shipped("no such game")
    assert state.newest_net() is None and state.next_generation() == 0
    state.begin_with_shipped("hex")
    shipped = state.newest_net()
    assert shipped.read_bytes() == (ROOT / "engine/net/networks/hex.net").read_bytes()
    large, _ = prepare(folder / "large", "hex", write_config(folder / "config.json", shipped="hex-large"))
    assert large.newest_net().read_bytes() == (ROOT / "engine/net/networks/hex-large.net").read_bytes()
    for kept, name in ((state, "hex"), (large, "hex-large")):
        generations = json.loads((ROOT / f"engine/net/networks/{name}.json").read_text())["generations"]
        assert kept.next_generation() == 1 + generations[-1]["generation"]
    first = state.next_generation()
    before = len(json.loads((folder / "history.json").read_text())["generations"])
    torch.manual_seed(5)
    # The first that plays is of another shape than that which is shipped, and so must be stronger.
    for more, (elo, plays) in enumerate(((-50, False), (10, False), (30, True), (-10, True), (-50, False), (400, True))):
        path = state.candidates / f"gen-{state.next_generation():03d}.net"
        opponent = state.newest_net()
        write_net(random_net(Shape(blocks=1, channels=32, poolBlocks=[])), "hex", path, {"step": more})
        path.with_suffix(".json").write_text("{}")
        assert state.decide(path, {"games": 2, "elo": elo, "error": 20}) is plays
        assert (state.newest_net().name == path.name) is plays and not path.exists()
        entry = json.loads((folder / "history.json").read_text())["generations"][before + more]
        assert entry["accepted"] is plays and f"gen-{entry['against']:03d}.net" == opponent.name
        assert entry["generation"] == first + more and (folder / entry["net"]).with_suffix(".json").exists()
    assert (folder / "ladder.svg").read_text().count("<circle") > 3
    for game in ("chess", "../hex"):
        answer = run_script("run.py", game, "--out", folder / "none", "--seconds", "1")
        assert answer.returncode == 1 and answer.stderr.count("\n") == 1 and game in answer.stderr, answer
    assert not (folder / "none").exists()


def check_window(folder):
    """New shards are found as they come; what is torn is reported once it stays so."""
    reported = []
    settings = Settings(game="hex", training=Training(look_every=0.01))
    window = LiveWindow(folder, settings, reported.append)
    window.look()
    assert window.current is None
    records = [random_record(Hex(5, 5), seed) for seed in range(40)]
    (folder / "rank-0000").mkdir()
    first = write_shard(folder / "rank-0000/games-00000.shard", records[:20])
    window.look()
    before = window.current
    assert len(before.window) == window.new_games == 20
    (folder / "rank-0001").mkdir()
    second = write_shard(folder / "rank-0001/games-00000.shard", records[20:])
    whole = second.read_bytes()
    second.write_bytes(whole[:-9])
    window.look()
    assert len(window.current.window) == 39 and window.new_games == 39 and not reported
    second.write_bytes(whole)
    window.look()
    assert len(window.current.window) == 40 and window.new_games == 40 and not reported
    with open(first, "ab") as shard:
        shard.write(b"torn")
    for _ in range(3):
        window.look()
    assert len(reported) == 1 and str(first) in reported[0], reported
    # The views of both are batches of what is in them, the same for one seed and step.
    batches = [Batches(of.targets, 8, 5) for of in (before, window.current, window.current)]
    planes = [of(3)[1]["planes"] for of in batches]
    assert torch.equal(planes[1], planes[2]) and not torch.equal(planes[0], planes[1])
    assert not torch.equal(planes[1], Batches(window.current.targets, 8, 5, rank=1)(3)[1]["planes"])


def check_muon(_):
    torch.manual_seed(2)
    values = torch.linalg.svdvals(orthogonal(torch.randn(3, 16, 48)))
    assert 0.5 < values.min() and values.max() < 1.3, "matrices are nearly orthogonal"
    weights = [torch.nn.Parameter(torch.randn(8, 4, 3, 3)) for _ in range(2)]
    before = [weight.detach().clone() for weight in weights]
    optimizer = Muon(weights, 0.01)
    sum((weight * torch.randn(8, 4, 3, 3)).sum() for weight in weights).backward()
    optimizer.step()
    for weight, old in zip(weights, before):
        step = old - weight.detach()
        assert abs(step.square().mean().sqrt() / (0.01 * LENGTH) - 1) < 0.3, "the length of a step"
        assert (step * weight.grad).sum() > 0, "a step goes down"


def check_files(folder):
    path = folder / "file"
    path.write_bytes(b"12345")
    assert read_bytes(path, 5) == b"12345", "a file of the most bytes is read"
    pipe = folder / "pipe"
    os.mkfifo(pipe)
    for name, most in ((path, 4), (pipe, 5), ("/dev/zero", 5)):
        try:
            read_bytes(name, most)
        except ValueError:
            continue
        raise AssertionError(f"{name} is refused")


def check_state(folder):
    """Files come out of a state whole: who reads while it is unpacked sees no half of one."""
    work, again = folder / "work", folder / "again"
    (work / "trial").mkdir(parents=True)
    files = {f"trial/{name}": bytes([number]) * 3_000_000 for number, name in enumerate(("a.net", "b.shard", "history.json"))}
    for name, data in files.items():
        (work / name).write_bytes(data)
        os.utime(work / name, ns=(10**18, 10**18))
    pack(work, folder / "out", [work / name for name in files])
    replace, moved = os.replace, []

    def look_and_replace(source, to):
        name = to.relative_to(again).as_posix()
        assert not to.exists() and source.read_bytes() == files[name], "it is whole before it is there"
        moved.append(name)
        replace(source, to)

    with mock.patch("os.replace", look_and_replace):
        unpack(folder / "out", again)
    assert moved == list(files)
    assert {path.relative_to(again).as_posix() for path in again.rglob("*") if path.is_file()} == files.keys()
    assert all((again / name).stat().st_mtime_ns == 10**18 for name in files), "the newest games stay that"


if __name__ == "__main__":
    run_checks(check_files, check_state, check_settings, check_folder, check_window, check_safeguard, check_teacher, check_muon)
    print("the parts keep to their plain versions")
