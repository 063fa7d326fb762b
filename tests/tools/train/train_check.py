"""Holds the trainer's parts to slow, independent versions of them, and sees a net of a game that the
trainer never heard of from its first game to its first match.

Usage: train_check.py [FOLDER PROGRAM]

FOLDER holds the module for Python with the game `trial`, PROGRAM is the program with it. Without them, or
without PyTorch, nothing can be checked, and that is said by exit code 77.
"""

import json
import math
import os
import pathlib
import re
import socket
import subprocess
import sys
import tempfile
import time
import traceback

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
TRAIN = ROOT / "tools/train"
sys.dont_write_bytecode = True
if len(sys.argv) < 3:
    print("SKIPPED: not built: the module for Python; see tools/python/README.md")
    sys.exit(77)
MODULE, PROGRAM = sys.argv[1:]
os.environ["PYTHONPATH"] = MODULE
os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
sys.path[:0] = [MODULE, str(TRAIN), str(HERE.parent / "python")]
try:
    import torch
except ImportError:
    print("SKIPPED: there is no PyTorch here")
    sys.exit(77)

import isthmus  # noqa: E402
import numpy as np  # noqa: E402

from batches import Batches  # noqa: E402
from export import read_net, write_net  # noqa: E402
from files import read_bytes  # noqa: E402
from folder import Folder, prepare  # noqa: E402
from history import read_history  # noqa: E402
from learner import Learner  # noqa: E402
from losses import Teacher, measure, soften, tensors_of  # noqa: E402
from muon import LENGTH, Muon, orthogonal  # noqa: E402
from net import Net, Norm, Shape, calibrate  # noqa: E402
from plain_games import Hex, Y  # noqa: E402
from records import encode, random_record, write_shard  # noqa: E402
from safeguard import Safeguard  # noqa: E402
from settings import Settings, SettingsError, Training, read_settings  # noqa: E402
from state import unpack  # noqa: E402
import train  # noqa: E402
from window import LiveWindow  # noqa: E402

PLANES = len(isthmus.PLANES)
torch.set_num_threads(1)  # a fork has none of the others


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
    net = Net(shape, PLANES)
    with torch.no_grad():
        for parameter in net.parameters():
            parameter.add_(0.1 * torch.randn_like(parameter))
    for _ in range(20):
        net(torch.rand(16, PLANES, 7, 7))
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
        b'"valueHidden": 6, "poolBlocks": [1], "crc32": %d, "payloadBytes": %d, '
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


def check_norm():
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


def check_teacher(folder):
    """What is learned lies between what games show and what the teacher says; and the rate falls to its share."""
    write_shard(folder / "games-00000.shard", [random_record(Hex(5, 5), seed) for seed in range(40)])
    torch.manual_seed(9)
    shape = Shape(blocks=1, channels=32, policyChannels=32, valueHidden=16, poolBlocks=[])
    write_net(random_net(shape), "hex", folder / "teacher.net", {})
    write_net(random_net(shape), "y", folder / "other.net", {})

    def learner_of(**training):
        settings = Settings(game="hex", training=Training(blocks=1, channels=32, look_every=0.01, **training))
        return Learner(settings, torch.device("cpu"), folder / "none.pt", None)

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


def check_engine(folder):
    """The engine comes to what PyTorch comes to, for each game's views."""
    torch.manual_seed(3)
    shape = Shape(blocks=2, channels=32, policyChannels=32, valueHidden=16, poolBlocks=[1])
    net = random_net(shape)
    for name in isthmus.games():
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


def write_config(path, **values):
    path.write_text(json.dumps(values))
    return path


def run_script(name, *arguments):
    return subprocess.run([sys.executable, TRAIN / name, *arguments], capture_output=True, text=True, check=False)


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
    assert large.next_generation() > state.next_generation()
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
        finally:
            trainer.terminate()
        assert trainer.wait(180) == 0
    assert len(state.listed(state.nets)) == 4
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


def check_muon():
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


TINY = {"steps": 40, "warm-up": 5, "blocks": 1, "channels": 32, "batch": 64, "rate": 5e-3}


def check_turns(folder):
    """Two generations of the game that only the tests know, one after another, by two runs, from state to
    state."""
    config = write_config(
        folder / "config.json", seed=1, schedule="turns", training=TINY,
        selfplay={"backend": "cpu", "sizes": "3", "games": 100, "parallel": 16, "visits": 30, "cheap-visits": 8,
                  "playouts": 16}, match={"backend": "cpu", "size": 3, "games": 20, "visits": 8, "playouts": 16})
    state = []
    for number in range(2):
        out, made = folder / f"out-{number}", Folder(folder / f"work-{number}/trial")
        with subprocess.Popen(
                [sys.executable, TRAIN / "run.py", "trial", "--out", out, "--work", made.path.parent, "--seconds",
                 "3000", "--program", PROGRAM, "--config", config, *state], stdout=subprocess.PIPE, text=True) as run:
            try:
                wait_until(lambda: len(read_history(made)["generations"]) > number or run.poll() is not None, "a match")
            finally:
                run.terminate()
                output = run.communicate(timeout=180)[0]
        assert run.returncode == 143 and f"== gen-00{number}" in output, output
        state = ["--in", out]
    history = json.loads((folder / "out-1/trial/history.json").read_text())["generations"]
    assert len(history) >= 2 and history[0]["against"] == "playouts"
    unpack(folder / "out-1", folder / "state")
    kept = Folder(folder / "state/trial")
    for number, entry in enumerate(history):
        net, header = read_net(kept.path / entry["net"]) if entry["accepted"] else (None, None)
        assert net is None or header["game"] == "trial"
        assert entry["training"]["step"] == 40 * (number + 1)
        assert entry["match"]["games"] == 20 and entry["games"]["policyTargets"] > 0
    window = isthmus.Window(isthmus.find_shards(kept.games))
    assert len(window) >= 200 and window.repeats == 0 and not window.lost
    # It learned: the policy is better than all moves alike, which would be some log(20).
    losses = [line.split(",") for line in (kept.path / "losses.csv").read_text().splitlines()]
    policy = losses[0].index("policy")
    assert float(losses[-1][policy]) < float(losses[1][policy]), losses
    # What was not left there is no state.
    for name in (None, "unknown"):
        (folder / "empty").mkdir(exist_ok=True)
        if name:
            (folder / "empty/state.tar.xz.aa").write_bytes(b"something else")
        output = run_script("run.py", "trial", "--in", folder / "empty", "--out", folder / "none", "--seconds", "1")
        assert output.returncode == 1 and output.stderr.count("\n") == 1 and "state" in output.stderr, output
    assert not (folder / "none").exists()


def processes_with(*words, rank=None):
    """The ids of all processes with these words in their command, and with this rank among trainers."""
    found = []
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            command = (process / "cmdline").read_bytes().decode().split("\0")
            environment = (process / "environ").read_bytes().split(b"\0")
        except OSError:
            continue
        if all(str(word) in command for word in words) and (rank is None or f"RANK={rank}".encode() in environment):
            found.append(int(process.name))
    return found


def wait_until(is_so, what, seconds=300):
    end = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < end, what
        time.sleep(0.05)


def check_beside(folder):
    """Two ranks of self-play beside two trainers of one net; one of each is killed in the middle."""
    config = write_config(
        folder / "config.json", seed=2, ranks=2, trainers=2, gated=False, fresh=True,
        training={**TINY, "look-every": 0.3, "save-every": 0.3},
        selfplay={"backend": "cpu", "sizes": "4", "parallel": 8, "workers": 1, "visits": 16, "cheap-visits": 4})
    work, out = folder / "work", folder / "out"
    state = Folder(work / "hex")
    rank_1 = state.games / "rank-0001"

    def newest():
        return len(state.listed(state.nets)) - 1

    with open(folder / "output", "w") as output, subprocess.Popen(
            [sys.executable, TRAIN / "run.py", "hex", "--work", work, "--out", out, "--seconds", "3000", "--program",
             PROGRAM, "--config", config], stdout=output, stderr=output) as run:
        try:
            wait_until(lambda: newest() >= 1 or run.poll() is not None, "two nets")
            wait_until(lambda: any(path.stat().st_size > 10_000 for path in rank_1.glob("games-*")), "games of rank 1")
            assert run.poll() is None, (folder / "output").read_text()
            (player,) = processes_with("selfplay", "--rank", "1", state.games)
            (trainer,) = processes_with(TRAIN / "train.py", state.path, rank=1)
            os.kill(player, 9)
            os.kill(trainer, 9)
            killed = newest()
            before = [path.read_bytes() for path in sorted(rank_1.glob("games-*"))]
            wait_until(lambda: newest() >= killed + 3, "nets after the kill")
            wait_until(lambda: len(list(rank_1.glob("games-*"))) > len(before), "games after the kill")
            wait_until(lambda: isthmus.find_shards(rank_1)[-1].stat().st_size > 1000, "more of them")
        finally:
            run.terminate()
            code = run.wait(180)
    lines = (folder / "output").read_text().splitlines()
    assert code == 143, lines
    assert "rank-0001 ended by signal 9, and is started again" in lines, lines
    assert "trainer ended by code 1, and is started again" in lines and len(lines) == 2, lines
    assert not processes_with(state.games) and not processes_with(state.path), "none is left"
    # No shard is lost, and none is damaged; games that were there before are there, and none twice.
    after = [path.read_bytes() for path in sorted(rank_1.glob("games-*"))]
    assert all(new.startswith(old) for old, new in zip(before, after)) and len(after) > len(before)
    window = isthmus.Window(isthmus.find_shards(state.games))
    assert not window.lost and window.repeats == 0 and len(window) > 100
    seeds = [window[i]["seed"] for i in range(len(window))]
    assert len(set(seeds)) == len(seeds)
    # Nets went on being made, each where the one before it had ended, and were played with.
    headers = []
    for number, path in enumerate(state.listed(state.nets)):
        _, header = read_net(path)
        headers.append(header)
        assert path.name == f"gen-{number:03d}.net" and header["training"]["step"] == 40 * (number + 1), path
        assert header["training"]["trainers"] == 2 and read_settings(path.with_suffix(".json")).seed == 2
    history = json.loads((state.path / "history.json").read_text())["generations"]
    assert [entry["crc32"] for entry in history] == [header["crc32"] for header in headers]
    losses = [line.split(",") for line in (state.path / "losses.csv").read_text().splitlines()]
    held = losses[0].index("heldPolicy")
    assert float(losses[-1][held]) < float(losses[1][held]), losses
    played = {window[i]["net"] for i in range(len(window))}
    assert 0 in played and played <= {0, *(header["crc32"] for header in headers)}
    assert played & {header["crc32"] for header in headers[killed + 1 :]}, "nets from after the kill play"
    # The state has it all.
    unpack(out, folder / "again")
    again = Folder(folder / "again/hex")
    assert again.newest_net().read_bytes() == state.newest_net().read_bytes()
    assert again.checkpoint.read_bytes() == state.checkpoint.read_bytes()
    assert len(isthmus.Window(isthmus.find_shards(again.games))) == len(window)


# Stands in for Slurm's: runs the tasks of a step here, and ends them when it is ended.
SRUN = """#!/usr/bin/python3
import os, signal, subprocess, sys
given = dict(word[2:].split("=", 1) for word in sys.argv[1:] if word.startswith("--") and "=" in word)
command = sys.argv[sys.argv.index("bash"):]
print("srun", *sys.argv[1:sys.argv.index("bash")], file=sys.stderr, flush=True)
tasks = [subprocess.Popen(command, env={**os.environ, "SLURM_PROCID": str(rank)}, start_new_session=True)
         for rank in range(int(given["ntasks"]))]
def end(*_):
    for task in tasks:
        os.killpg(task.pid, signal.SIGTERM)
signal.signal(signal.SIGTERM, end)
sys.exit(max(abs(task.wait()) for task in tasks))
"""


def check_slurm(folder):
    """The job's script, of three nodes without GPUs: two play, and one trains."""
    config = write_config(
        folder / "config.json", seed=4, gated=True, fresh=True, training={**TINY, "look-every": 0.3},
        selfplay={"backend": "cpu", "sizes": "3", "parallel": 8, "workers": 1, "visits": 16, "cheap-visits": 4},
        match={"backend": "cpu", "size": 3, "games": 8, "visits": 8, "workers": 1})
    commands = folder / "bin"
    commands.mkdir()
    for name, text in (("srun", SRUN), ("scontrol", "#!/bin/sh\necho localhost; echo b; echo c\n")):
        (commands / name).write_text(text)
        (commands / name).chmod(0o755)
    with socket.socket() as free:
        free.bind(("localhost", 0))
        port = free.getsockname()[1]
    environment = {**os.environ, "PATH": f"{commands}:{os.environ['PATH']}", "SLURM_JOB_NUM_NODES": "3",
                   "SLURM_SUBMIT_DIR": str(ROOT), "SLURM_JOB_NODELIST": "x", "SLURM_JOB_ID": "7",
                   "PORT": str(port), "ISTHMUS": PROGRAM, "PYTHON": sys.executable}
    state = Folder(folder / "a folder")
    command = ["bash", TRAIN / "slurm.sh", state.path, "hex", config]
    output = folder / "output"
    with open(output, "w") as file, subprocess.Popen(command, env=environment, stdout=file, stderr=file) as job:
        try:
            wait_until(lambda: state.listed(state.nets) or job.poll() is not None, "a net")
            ranks = [state.games / f"rank-000{rank}" for rank in range(2)]
            wait_until(lambda: all(list(rank.glob("games-*")) for rank in ranks), "games of both ranks")
        finally:
            job.terminate()
            code = job.wait(180)
    assert code == 143, output.read_text()
    wait_until(lambda: not processes_with(state.games) and not processes_with(state.path), "all have ended")
    steps = sorted(line for line in output.read_text().splitlines() if line.startswith("srun "))
    assert [step.split()[1:4] for step in steps] == [
        ["--nodes=1", "--relative=0", "--ntasks=1"], ["--nodes=1", "--relative=0", "--ntasks=1"],
        ["--nodes=2", "--relative=1", "--ntasks=2"]], steps
    assert "gen-000: " in output.read_text(), "the match of the first net"
    window = isthmus.Window(isthmus.find_shards(state.games))
    assert not window.lost and window.repeats == 0
    output = subprocess.run(command, env={**environment, "SLURM_JOB_NUM_NODES": "1"}, capture_output=True,
                            text=True, check=False)
    assert output.returncode == 2 and output.stderr.count("\n") == 1 and "too few" in output.stderr, output


def main():
    with tempfile.TemporaryDirectory() as folder:
        # Training comes first: its forks cannot compute gradients once this process has (PyTorch 2.6).
        for check in (check_training, check_files, check_settings, check_folder, check_net, check_engine,
                      check_window, check_safeguard, check_teacher, check_turns, check_beside, check_slurm):
            begin = time.monotonic()
            (pathlib.Path(folder) / check.__name__).mkdir()
            check(pathlib.Path(folder) / check.__name__)
            print(f"{check.__name__}: {time.monotonic() - begin:.1f} s", flush=True)
        check_muon()
        check_norm()
    print("the trainer keeps to its plain versions, and learns a game that it does not know")


if __name__ == "__main__":
    main()
