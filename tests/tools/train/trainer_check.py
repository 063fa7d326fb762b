"""Holds the parts of the trainer to slow, independent versions of them.

Usage: see harness.py
"""

import json
import math
import os
import re
import time
from dataclasses import replace
from unittest import mock

from harness import ROOT, run_checks, run_script, TRAIN, write_config

import isthmus
import numpy as np
import torch

from batches import Batches
from export import read_net, write_net
from files import read_bytes
from folder import Folder, prepare
from learner import Learner
from losses import measure, tensors_of
from muon import LENGTH, Muon, orthogonal
from net import Net, Norm, Shape, calibrate
from plain_games import Gonnect, Hex
from records import random_record, write_shard
from safeguard import Safeguard
from settings import Settings, SettingsError, Training, read_settings
from state import pack, unpack
from window import LiveWindow

PLANES = len(isthmus.PLANES)


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


def random_net(shape):
    """As after some training."""
    net = Net(shape)
    with torch.no_grad():
        for parameter in net.parameters():
            parameter.add_(0.1 * torch.randn_like(parameter))
    for _ in range(20):
        net(torch.rand(16, shape.planes, 7, 7))
    return net.eval()


def check_net(folder):
    torch.manual_seed(1)
    shape = Shape(blocks=3, channels=8, policyChannels=4, valueHidden=6, poolBlocks=[1])
    net = random_net(shape)
    path = folder / "a.net"
    crc = write_net(net, "hex", path, {"generation": 3})
    read, header = read_net(path)
    count = (8 * 4 * 9 + 8 + 3 * 2 * (8 * 8 * 9 + 8) + 8 * 16 + 8 + 4 * 8 + 4 + 4 * 16 + 4 + 1
             + 6 * 16 + 6 + 6 + 1 + 8 + 1)
    # The header of version 1, to the byte.
    assert path.read_bytes().startswith(
        b'isthmus-net 1\n{"game": "hex", "blocks": 3, "channels": 8, "policyChannels": 4, '
        b'"valueHidden": 6, "poolBlocks": [1], "planes": 4, "crc32": %d, "payloadBytes": %d, '
        b'"training": {"generation": 3}}\n' % (crc, 2 * count))
    assert header["crc32"] == crc and header["training"] == {"generation": 3}
    position = isthmus.Game("hex", "6x5").setup([0, 7, 12], [3, 8]).play(20)
    planes = torch.from_numpy(position.planes()[None]).float()
    weights = {name: tensor.detach().double().numpy() for name, tensor in read.tensors()}
    plain = plain_forward(weights, shape, planes[0].double().numpy())
    with torch.no_grad():
        for other, bound in ((read, 1e-4), (net, 3e-2)):
            policy, value, ownership = other(planes)
            assert np.allclose(policy[0].numpy(), plain[0], atol=bound), "the policy"
            assert abs(value.item() - plain[1]) < bound, "the value"
            assert np.allclose(ownership[0].numpy(), plain[2], atol=bound), "the ownership"
    # Fit for training again: the same in evaluation, and about the same by statistics of batches.
    planes = (torch.rand(64, PLANES, 7, 8) < 0.3).float()
    with torch.no_grad():
        before = read(planes)[0]
        calibrate(read, lambda: read(planes))
        assert torch.allclose(read(planes)[0], before, atol=1e-4), "a calibrated net does the same"
        read.train()
        assert torch.allclose(read(planes)[0], before, atol=1e-2), "... also in training"
    path.write_bytes(path.read_bytes()[:-1])
    try:
        read_net(path)
    except ValueError:
        return
    raise AssertionError("a truncated net is refused")


def check_norm(_):
    """Batch norm written out comes to what the library's does, and learns the same."""
    torch.manual_seed(6)
    results = []
    for is_written_out in (False, True):
        norm = Norm(3)
        norm.is_written_out = is_written_out
        rng = np.random.default_rng(7)

        def random(*shape):
            return torch.from_numpy(rng.normal(1, 2, shape).astype(np.float32))

        norm.weight.data, norm.bias.data = random(3), random(3)
        outputs = []
        for training in (True, True, False):
            norm.train(training)
            x, towards = random(5, 3, 4, 6).requires_grad_(), random(5, 3, 4, 6)
            y = norm(x)
            (y * towards).sum().backward()
            outputs += [y.detach(), x.grad, norm.running_mean.clone(), norm.running_var.clone()]
        results.append([*outputs, norm.weight.grad, norm.bias.grad])
    for plain, written in zip(*results):
        assert torch.allclose(plain, written, rtol=1e-4, atol=1e-4), (plain, written)


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


def check_soft(folder):
    """A head of soft policies that no file and no checkpoint has begins by the policy's; one that is there goes on."""
    torch.manual_seed(11)
    shape = Shape(blocks=1, channels=8, policyChannels=4, valueHidden=6, poolBlocks=[])
    write_net(random_net(shape), "hex", folder / "a.net", {})
    planes = (torch.rand(4, PLANES, 7, 7) < 0.3).float()

    def learner_of(weight, teacher=""):
        settings = Settings(game="hex", training=Training(blocks=1, channels=32, soft_weight=weight, teacher=str(teacher)))
        return Learner(settings, torch.device("cpu"), folder / "checkpoint.pt", None)

    def begins_by_policy(net, share=0.75):
        with torch.no_grad():
            policy, _, _, soft = net.outputs(planes)
        return torch.allclose(soft, share * policy, atol=1e-5)

    assert begins_by_policy(read_net(folder / "a.net", has_soft=True)[0])
    learner_of(0).save()
    assert begins_by_policy(learner_of(8, teacher=folder / "a.net").net, 0.28)
    learner = learner_of(8)
    assert begins_by_policy(learner.net)
    with torch.no_grad():
        learner.net.policy_soft.bias += 1
    learner.save()
    for name, tensor in learner_of(8).net.state_dict().items():
        assert torch.equal(tensor, learner.net.state_dict()[name]), name


def check_features(folder):
    """A net of before its game had features goes on as the same net, and then learns from them."""
    torch.manual_seed(12)
    game = isthmus.Game("gonnect", 5)
    assert game.planes == 7
    shape = Shape(blocks=1, channels=32, policyChannels=32, valueHidden=16, poolBlocks=[])
    write_net(random_net(shape), "gonnect", folder / "old.net", {})
    header = (folder / "old.net").read_bytes().replace(b', "planes": 4', b"")
    (folder / "old.net").write_bytes(header)
    old, _ = read_net(folder / "old.net")
    assert old.shape.planes == 4
    write_shard(folder / "games-00000.shard", [random_record(Gonnect(5), seed) for seed in range(20)])
    settings = Settings(game="gonnect", training=Training(blocks=1, channels=32, batch=32, look_every=0.01, ring=True))
    window = LiveWindow(folder, settings, print)
    window.look()
    batches = Batches(window.current.targets, 32, 1)
    learner = Learner(settings, torch.device("cpu"), folder / "none.pt", batches, start=folder / "old.net")
    assert learner.shape.planes == 7
    planes = learner.planes(batches(0)[1])
    assert planes.shape[1] == 7 and planes[:, 4:].sum() > 0
    with torch.no_grad():
        for a, b in zip(old(planes), learner.net.eval()(planes)):
            assert torch.allclose(a, b, atol=1e-3), "it begins as the same net"
    for step in range(3):
        learner.set_rate()
        learner.train_on(batches(step)[1], learner.stage())
    assert learner.net.input.conv.weight[:, 4:].abs().sum() > 0
    write_net(learner.net, "gonnect", folder / "new.net", {})
    assert read_net(folder / "new.net")[0].shape.planes == 7


def ring_positions(game):
    """Some with stones on every side of the board."""
    random = np.random.default_rng(15)
    for share in (0, 0.2, 0.5):
        position = game.start()
        while position.moves_played < share * game.cells.sum():
            after = position.play(int(random.choice(position.legal_cells())))
            if after.result is not None:
                break
            position = after
        yield position


def check_ring(folder):
    """A net with a ring around the board goes on without. Its first layer sees what it saw, in all points where each
    side of the rectangle has one kind of goal, and else nearly so on the board; further layers begin to learn anew."""
    torch.manual_seed(14)
    shape = Shape(blocks=1, channels=32, policyChannels=32, valueHidden=16, poolBlocks=[0])
    for name, sizes, is_exact in (("hex", ("6x5", 11), True), ("rex", (7,), True), ("gonnect", (5, 9), True),
                                  ("y", (None,), False), ("havannah", (None,), False)):
        write_net(random_net(replace(shape, planes=isthmus.Game(name).planes)), name, folder / "with.net", {"step": 5})
        net, _ = read_net(folder / "with.net")
        without, _ = read_net(folder / "with.net")
        without.drop_ring(torch.from_numpy(isthmus.Game(name).start().planes()))
        write_net(without, name, folder / "without.net", {"step": 5})
        assert b'"ring": false' in (folder / "without.net").read_bytes()
        read, _ = read_net(folder / "without.net")
        assert not read.shape.ring
        cut, _ = read_net(folder / "with.net")
        cut.shape = replace(cut.shape, ring=False)
        for position in (position for size in sizes for position in ring_positions(isthmus.Game(name, size))):
            planes = torch.from_numpy(position.planes()[None]).float()
            with torch.no_grad():
                before, after, again, worst = (of.stem(planes) for of in (net, without, read, cut))
                before = before[:, :, 1:-1, 1:-1]
                assert torch.allclose(after, again, atol=1e-2), "the file has the same net"
                assert [part.shape for part in net(planes)] == [part.shape for part in without(planes)]
            on_board = planes[:, :1, 1:-1, 1:-1]
            lost, most = (((of - before) * on_board).square().sum() for of in (after, worst))
            assert lost < (1e-6 if is_exact else 0.3) * most, f"{name}: {lost} of {most} is lost"

    write_shard(folder / "games-00000.shard", [random_record(Hex(5, 5), seed) for seed in range(20)])
    net = random_net(shape)
    write_net(net, "hex", folder / "with.net", {"step": 5})
    settings = Settings(game="hex", training=Training(blocks=1, channels=32, batch=32, look_every=0.01))
    window = LiveWindow(folder, settings, print)
    window.look()
    batches = Batches(window.current.targets, 32, 1)
    for start, step in ((folder / "with.net", 5), (None, 0)):
        learner = Learner(settings, torch.device("cpu"), folder / "none.pt", batches, start=start)
        assert learner.step == step and not learner.shape.ring
        learner.set_rate()
        learner.train_on(batches(0)[1], learner.stage())
    learner.path = folder / "checkpoint.pt"
    learner.save()
    settings.training.ring = True
    learner = Learner(settings, torch.device("cpu"), folder / "checkpoint.pt", batches)
    assert not learner.shape.ring, "a checkpoint says what the net is"
    learner = Learner(settings, torch.device("cpu"), folder / "none.pt", batches, start=folder / "with.net")
    assert learner.shape.ring, "it is kept where that is wanted"


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


def check_engine(folder):
    """The engine comes to what PyTorch comes to, for each game's views."""
    torch.manual_seed(3)
    for name in isthmus.games():
        shape = Shape(blocks=2, channels=32, policyChannels=32, valueHidden=16, poolBlocks=[1],
                      planes=isthmus.Game(name).planes)
        net = random_net(shape)
        path = folder / f"{name}.net"
        write_net(net, name, path, {})
        read, header = read_net(path)
        assert header["game"] == name
        game = isthmus.Game(name)
        rng = np.random.default_rng(4)
        positions = [game.start()]
        while len(positions) < 12:
            after = positions[-1].play(int(rng.choice(positions[-1].legal_cells())))
            if after.result is not None:
                break
            positions.append(after)
        engine = isthmus.Engine(game, "net", net=str(path), backend="cpu", net_temperature=1)
        judged = engine.evaluate(positions)
        for i, position in enumerate(positions):
            with torch.no_grad():
                policy, value, _ = read(torch.from_numpy(position.planes()[None]).float())
            wins = torch.sigmoid(value).item()
            black = wins if position.to_move == "black" else 1 - wins
            assert abs(judged["black_wins"][i] - black) < 0.02, (name, i, judged["black_wins"][i], black)
            cells = position.legal_cells()
            logits = policy[0, game.places(position.to_move)[cells]]
            shares = torch.softmax(logits, 0).numpy()
            assert np.allclose(judged["policy"][i, cells], shares, atol=0.02), (name, i)


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
    run_checks(check_files, check_state, check_settings, check_folder, check_net, check_engine, check_window, check_safeguard,
               check_soft, check_features, check_ring, check_teacher, check_muon, check_norm)
    print("the parts keep to their plain versions")
