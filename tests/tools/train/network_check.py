"""Holds the network, its file and what becomes of its layers to slow, independent versions of them.

Usage: see harness.py
"""

from dataclasses import replace

from harness import run_checks

import isthmus
import numpy as np
import torch

from batches import Batches
from export import read_net, write_net
from learner import Learner
from net import Norm, Shape, calibrate
from plain_games import Gonnect, Hex
from plain_net import plain_forward, random_net
from records import random_record, write_shard
from settings import Settings, Training
from window import LiveWindow

PLANES = len(isthmus.PLANES)


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


if __name__ == "__main__":
    run_checks(check_net, check_norm, check_soft, check_features, check_ring, check_engine)
    print("the network keeps to its plain version")
