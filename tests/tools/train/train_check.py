"""Holds the trainer's parts to slow, independent versions of them, and sees a net of a game that the
trainer never heard of from its first game to its first match.

Usage: train_check.py [FOLDER PROGRAM]

FOLDER holds the module for Python with the game `trial`, PROGRAM is the program with it. Without them, or
without PyTorch, nothing can be checked, and that is said by exit code 77.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
TRAIN = HERE.parents[2] / "tools/train"
sys.dont_write_bytecode = True
if len(sys.argv) < 3:
    print("SKIPPED: not built: the module for Python; see tools/python/README.md")
    sys.exit(77)
MODULE, PROGRAM = sys.argv[1:]
os.environ["PYTHONPATH"] = MODULE
sys.path[:0] = [MODULE, str(TRAIN), str(HERE.parent / "python")]
try:
    import torch
except ImportError:
    print("SKIPPED: there is no PyTorch here")
    sys.exit(77)

import isthmus  # noqa: E402
import numpy as np  # noqa: E402

from export import read_net, write_net  # noqa: E402
from files import read_bytes  # noqa: E402
from muon import LENGTH, Muon, orthogonal  # noqa: E402
from net import Net, Shape, calibrate  # noqa: E402
from plain_games import Hex, Y  # noqa: E402
from records import random_record, write_shard  # noqa: E402
from train import soften  # noqa: E402

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
        told = engine.evaluate(positions)
        for i, position in enumerate(positions):
            with torch.no_grad():
                policy, value, _ = read(torch.from_numpy(position.planes()[None]).float())
            wins = torch.sigmoid(value).item()
            black = wins if position.to_move == "black" else 1 - wins
            assert abs(told["black_wins"][i] - black) < 0.02, (name, i, told["black_wins"][i], black)
            cells = position.legal_cells()
            logits = policy[0, game.places(position.to_move)[cells]]
            shares = torch.softmax(logits, 0).numpy()
            assert np.allclose(told["policy"][i, cells], shares, atol=0.02), (name, i)


def check_training(folder):
    """Short trainings by the program, with what is learned beside and without."""
    soft = soften(torch.tensor([[0.0, 0.0016, 0.0256, 0.9728], [0, 1, 0, 0]]))
    fourth = 0.9728**0.25
    for row, wanted in ((soft[0], [0, 0.2, 0.4, fourth]), (soft[1], [0, 1, 0, 0])):
        assert np.allclose(row, np.array(wanted) / sum(wanted)), "softened policies"

    (folder / "games").mkdir()
    records = [random_record(Hex(5, 5), seed) for seed in range(40)]
    write_shard(folder / "games/games-00000.shard", records)
    out = folder / "a.net"

    def command(*options):
        return [sys.executable, TRAIN / "train.py", "--games", folder / "games", "--state", folder, "--out", out,
                "--steps", "2", "--batch", "8", "--blocks", "2", "--channels", "8", *options]

    def train(*options):
        ran = subprocess.run(command(*options), capture_output=True, text=True)
        assert ran.returncode == 0, ran.stderr
        net, header = read_net(out)
        game = isthmus.Game("hex", 5)
        with torch.no_grad():
            policies = [net(torch.from_numpy(game.setup(black, white, "black").play(last).planes()[None]).float())[0]
                        for black, white, last in (([0], [3, 8], 7), ([7], [3, 8], 0))]
        return header, torch.equal(*policies)

    header, is_blind = train("--seed", "1", "--soft-weight", "8", "--no-last-stone")
    assert is_blind and header["game"] == "hex", "a net that does not heed the last stone"
    size = header["payloadBytes"]
    header, is_blind = train("--muon")
    assert not is_blind and header["training"]["step"] == 4 and header["payloadBytes"] == size, \
        "the head of soft policies is not in the file, and may go"
    assert isinstance(header["training"]["settings"]["seed"], int), "a seed that was drawn is told"
    (folder / "checkpoint.pt").unlink()
    header, _ = train("--seed", "2", "--soft-weight", "8", "--start", out)
    assert header["training"]["step"] == 6 and header["payloadBytes"] == size, "it may come, too"
    # One seed, one net.
    nets = []
    for _ in range(2):
        (folder / "checkpoint.pt").unlink()
        train("--seed", "3")
        nets.append(out.read_bytes().split(b"\n", 2)[2])
    assert nets[0] == nets[1], "a run is what its seed makes of it"
    # A net of another game is no beginning.
    write_shard(folder / "games/games-00000.shard", [random_record(Y(4), seed) for seed in range(40)])
    for there, text in ((True, "is of hex, not of y"), (False, "is of hex, not of y")):
        if not there:
            (folder / "checkpoint.pt").unlink()
        told = subprocess.run(command("--start", str(out)), capture_output=True, text=True)
        assert told.returncode == 1 and text in told.stderr, told.stderr
    told = subprocess.run(command("--game", "hex"), capture_output=True, text=True)
    assert told.returncode == 1 and "has games of y, not of hex" in told.stderr, told.stderr


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


def check_loop(folder):
    """Two generations of the game that only the tests know, by loop.sh and its options alone."""
    environment = {
        **os.environ, "GAME": "trial", "ISTHMUS": PROGRAM, "PYTHON": sys.executable, "MODULE": MODULE,
        "PLAY_SECONDS": "60", "PLAY_OPTIONS": "--backend cpu --sizes 3 --games 100 --parallel 16 --visits 30 "
                                              "--cheap-visits 8 --playouts 16",
        "STEPS": "40", "TRAIN_OPTIONS": "--seed 1 --warm-up 5 --blocks 1 --channels 32 --batch 64 --rate 5e-3",
        "MATCH_OPTIONS": "--backend cpu --size 3 --games 20 --visits 8 --playouts 16"}
    state = folder / "state"
    with subprocess.Popen(["bash", TRAIN / "loop.sh", state, "0"], env=environment, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True) as loop:
        lines = []
        for line in loop.stdout:
            lines.append(line)
            if line.startswith("== gen-002"):
                break
        os.killpg(loop.pid, 15)
    assert lines[-1].startswith("== gen-002"), "".join(lines)
    history = json.loads((state / "history.json").read_text())["generations"]
    assert len(history) == 2 and history[0]["against"] == "playouts"
    for number, entry in enumerate(history):
        net, header = read_net(state / entry["net"])
        assert header["game"] == "trial" and header["training"]["step"] == 40 * (number + 1)
        assert entry["match"]["games"] == 20 and entry["games"]["policyTargets"] > 0
    print("".join(line for line in lines if not line.startswith("{")), end="")
    # It learned: the policy is better than all moves alike, which would be some log(20).
    losses = [line.split(",") for line in (state / "losses.csv").read_text().splitlines()]
    policy = losses[0].index("policy")
    assert float(losses[-1][policy]) < float(losses[1][policy]), losses


def main():
    with tempfile.TemporaryDirectory() as folder:
        for check in (check_files, check_net, check_engine, check_training, check_loop):
            (pathlib.Path(folder) / check.__name__).mkdir()
            check(pathlib.Path(folder) / check.__name__)
        check_muon()
    print("the trainer keeps to its plain versions, and learns a game that it does not know")


if __name__ == "__main__":
    main()
