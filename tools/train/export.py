"""Writes and reads the files of nets. As a program: python3 export.py NET --vectors OUT.json writes
positions with the net's outputs, for the tests of other readers."""

import argparse
import json
import pathlib
import zlib

import numpy as np
import torch

from files import read_bytes
from net import PLANES, Net, Shape

HEADING = b"isthmus-net 1\n"
MAX_BYTES = 128 << 20  # of a net's file


def write_net(net, path, training):
    """Writes the file whole or not at all. Returns the CRC-32 of its weights."""
    with torch.no_grad():
        parts = [(name, tensor.float().cpu().numpy().astype("<f2")) for name, tensor in net.tensors()]
    for name, part in parts:
        if not np.isfinite(part).all():
            raise ValueError(f"the weights {name} are not finite in 16 bit")
    payload = b"".join(part.tobytes() for _, part in parts)
    crc = zlib.crc32(payload)
    header = {**net.shape.as_json(), "crc32": crc, "payloadBytes": len(payload)}
    header["training"] = training
    path = pathlib.Path(path)
    partial = path.with_name(path.name + ".partial")
    partial.write_bytes(HEADING + json.dumps(header).encode() + b"\n" + payload)
    partial.replace(path)
    return crc


def read_net(path, has_soft=False):
    """The net of a file, in 32 bit, and the header."""
    data = read_bytes(path, MAX_BYTES)
    end = data.index(b"\n", len(HEADING))
    header = json.loads(data[len(HEADING) : end])
    payload = data[end + 1 :]
    if not data.startswith(HEADING) or zlib.crc32(payload) != header["crc32"]:
        raise ValueError(f"{path} is no whole net of version 1")
    shape = Shape(**{name: header[name] for name in Shape.__dataclass_fields__})
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


def planes_of(rows, columns, mover, opponent, last):
    """The planes of one position, written independently of batches.py."""
    planes = torch.zeros(1, PLANES, rows + 2, columns + 2)
    planes[0, 0, 1:-1, 1:-1] = 1
    planes[0, 1, [0, -1], 1:-1] = 1
    planes[0, 2, 1:-1, 0] = planes[0, 2, 1:-1, -1] = 1
    for channel, cells in ((1, mover), (2, opponent), (3, [] if last is None else [last])):
        for cell in cells:
            planes[0, channel, cell // columns + 1, cell % columns + 1] = 1
    return planes


def test_vectors(net, sizes, seed=1):
    """Positions of random stones, as the side to move sees them, with the net's outputs."""
    random = np.random.default_rng(seed)
    vectors = []
    for rows, columns in sizes:
        for share in (0.0, 0.1, 0.4, 0.8):
            stones = random.permutation(rows * columns)[: int(share * rows * columns)].tolist()
            opponent, mover = stones[::2], stones[1::2]
            last = opponent[-1] if opponent else None
            with torch.no_grad():
                policy, value, ownership = net(planes_of(rows, columns, mover, opponent, last))
            vectors.append(
                {
                    "rows": rows,
                    "columns": columns,
                    "mover": mover,
                    "opponent": opponent,
                    "last": last,
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
    options = parser.parse_args()
    net, header = read_net(options.net)
    sizes = [(5, 5), (6, 7), (9, 9), (11, 11), (13, 13), (19, 19)]
    text = json.dumps({"crc32": header["crc32"], "positions": test_vectors(net, sizes)})
    pathlib.Path(options.vectors).write_text(text + "\n")


if __name__ == "__main__":
    main()
