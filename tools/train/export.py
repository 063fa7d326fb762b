"""Writes and reads the files of nets. As a program: python3 export.py NET --vectors OUT.json
[--sizes 5,7x6] writes positions of its game with the net's outputs, for the tests of other readers."""

import argparse
import json
import pathlib
import zlib
from dataclasses import asdict

from module import isthmus
import numpy as np
import torch

from files import MAX_NET_BYTES, read_bytes, write_whole
from net import Net, Shape

HEADING = b"isthmus-net 1\n"


def write_net(net, game, path, training):
    """Writes the file of a net of this game, whole or not at all. Returns the CRC-32 of its weights."""
    with torch.no_grad():
        parts = [(name, tensor.float().cpu().numpy().astype("<f2")) for name, tensor in net.tensors()]
    for name, part in parts:
        if not np.isfinite(part).all():
            raise ValueError(f"the weights {name} are not finite in 16 bit")
    payload = b"".join(part.tobytes() for _, part in parts)
    crc = zlib.crc32(payload)
    shape = asdict(net.shape)
    if shape["ring"]:
        del shape["ring"]  # which readers of before there were nets without one do not know
    header = {"game": game, **shape, "crc32": crc, "payloadBytes": len(payload)}
    header["training"] = training
    write_whole(path, HEADING + json.dumps(header).encode() + b"\n" + payload)
    return crc


def read_net(path, has_soft=False):
    """The net of a file, in 32 bit, and the header."""
    data = read_bytes(path, MAX_NET_BYTES)
    end = data.index(b"\n", len(HEADING))
    header = json.loads(data[len(HEADING) : end])
    payload = data[end + 1 :]
    if not data.startswith(HEADING) or zlib.crc32(payload) != header["crc32"]:
        raise ValueError(f"{path} is no whole net of version 1")
    shape = Shape(**{name: header[name] for name in Shape.__dataclass_fields__ if name in header})
    net = Net(shape, has_soft).eval()
    left = np.frombuffer(payload, dtype="<f2").astype(np.float32)

    def take(shape):
        nonlocal left
        count = int(np.prod(shape))
        tensor, left = torch.from_numpy(left[:count].copy()).reshape(tuple(shape)), left[count:]
        return tensor

    net.load_tensors(take)
    if len(left):
        raise ValueError(f"{path} has more weights than its header says")
    return net, header


def test_vectors(net, game, sizes, seed=1):
    """Positions of random games, as the side to move sees them, with the net's outputs."""
    random = np.random.default_rng(seed)
    vectors = []
    for size in sizes:
        for share in (0.0, 0.1, 0.4, 0.8):
            board = isthmus.Game(game, size)
            position = board.start()
            for _ in range(int(share * board.cells.sum())):
                after = position.play(int(random.choice(position.legal_cells())))
                if after.result is not None:
                    break
                position = after
            planes = position.planes()
            _, mover, opponent, last = planes[:4, 1:-1, 1:-1].reshape(4, -1)
            with torch.no_grad():
                policy, value, ownership = net(torch.from_numpy(planes[None]).float())
            rows, columns = board.view(position.to_move)
            vectors.append(
                {
                    "rows": rows,
                    "columns": columns,
                    "mover": np.flatnonzero(mover).tolist(),
                    "opponent": np.flatnonzero(opponent).tolist(),
                    "last": next(iter(np.flatnonzero(last).tolist()), None),
                    "policyLogits": [round(x, 5) for x in policy[0].tolist()],
                    "valueLogit": round(value.item(), 6),
                    "ownershipLogits": [round(x, 5) for x in ownership[0].tolist()],
                }
            )
    return vectors


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("net")
    parser.add_argument("--vectors", required=True)
    parser.add_argument("--sizes", help="of boards, as in 5,7x6; if not given, the usual one")
    options = parser.parse_args()
    net, header = read_net(options.net)
    sizes = options.sizes.split(",") if options.sizes else [None]
    positions = test_vectors(net, header["game"], sizes)
    text = json.dumps({"crc32": header["crc32"], "positions": positions})
    pathlib.Path(options.vectors).write_text(text + "\n")


if __name__ == "__main__":
    main()
