#!/usr/bin/env python3
"""The two checkers of certificates refuse the same texts, byte for byte, in a short line and with little
memory: damaged certificates, and texts at the edges of the form.

Usage: checkers_check.py PROGRAM games/check_certificate.py [COUNT]

COUNT damaged certificates are tried (150).
"""

import json
import pathlib
import random
import resource
import subprocess
import sys
import tempfile

PROGRAM, CHECKER = map(str, map(pathlib.Path.resolve, map(pathlib.Path, sys.argv[1:3])))
COUNT = int(sys.argv[3]) if len(sys.argv) > 3 else 150

BIG = 100 << 20  # bytes of a word
MEMORY = 600 << 20  # of address space, for a file of BIG; the program's own is 300

sys.path.insert(0, str(pathlib.Path(CHECKER).parent))
sys.dont_write_bytecode = True
import check_certificate  # noqa: E402


def limit_memory():
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def by_program(path, **options):
    result = subprocess.run([PROGRAM, "solve", "--verify", str(path)], capture_output=True,
                            timeout=300, check=False, **options)
    assert result.returncode in (0, 1, 2), result
    assert len(result.stderr) < 600 and result.stderr.count(b"\n") <= 1, result.stderr[:1000]
    return result.returncode == 0


def by_checker(path, **options):
    result = subprocess.run([sys.executable, CHECKER, str(path)], capture_output=True, timeout=300,
                            check=False, **options)
    assert result.returncode in (0, 1), result
    assert len(result.stderr) < 600 and result.stderr.count(b"\n") <= 1, result.stderr[:1000]
    return result.returncode == 0


def both(path, data):
    """Whether both take a text, of which they must say the same."""
    path.write_bytes(data)
    one = by_program(path)
    with open(path, "rb") as file:
        try:
            check_certificate.check(file)
            other = True
        except check_certificate.Wrong as wrong:
            assert len(str(wrong)) < 200, wrong
            other = False
    assert one == other, (one, other, data[:2000])
    return one


def made(path, game, size, moves):
    result = subprocess.run([PROGRAM, "solve", "-", "--proof", str(path), "--threads", "1"],
                            input=json.dumps({"game": game, "size": size, "moves": moves}), text=True,
                            capture_output=True, timeout=300, check=False)
    assert result.returncode == 0, (moves, result)
    return path.read_bytes()


def damaged(data, chance):
    """With a byte more, less or changed, or a word of one place in another."""
    place = chance.randrange(len(data))
    kind = chance.randrange(4)
    byte = bytes([chance.choice(b" \n#-0123456789abcBWAC\r\t\0\xc3")])
    if kind == 0:
        return data[:place] + data[place + 1:]
    if kind == 1:
        return data[:place] + byte + data[place:]
    if kind == 2:
        return data[:place] + byte + data[place + 1:]
    words = data.split(b" ")
    words[chance.randrange(len(words))] = chance.choice(words)
    return b" ".join(words)


def edges(data):
    """Texts at the edges of the form, and whether each is a certificate."""
    yield data, True
    yield data.replace(b"\n", b" \n", 1), False
    lines = data.split(b"\n")
    for i in range(len(lines) - 1):  # a space at the end of each line
        yield b"\n".join(lines[:i] + [lines[i] + b" "] + lines[i + 1:]), False
        yield b"\n".join(lines[:i] + [lines[i] + b"\r"] + lines[i + 1:]), False
    yield data + b"\n", False
    yield data[:-1], False
    yield data + data.split(b"\n")[-2] + b"\n", True  # a fact twice
    yield b"", False
    yield data.replace(b"to-move W", b"to-move W B"), False
    yield data.replace(b"to-move W", b"to-move W W"), False
    yield data.replace(b"b2", b"B2"), False
    yield data.replace(b"#0", b"#00"), False
    yield data.replace(b"#1", b"#+1"), False
    yield data.replace(b"game ", b"game h"), False
    yield data.replace(b"second", b"fourth"), False
    yield data.replace(b"board 3x3", b"board 3x03"), False
    yield data.replace(b"board 3x3", b"board 3X3"), False
    yield data.replace(b"first second", b"second first"), False


def of_y(stones, *facts):
    """A text about Y on 3 cells a side: of the stones, White to move, Black to win by the facts."""
    return "\n".join(["isthmus-certificate 1", "game y", "board 3x3", f"black {stones}", "white", "to-move W",
                      "winner B", *facts, ""]).encode()


def chains():
    """What is one chain, and what is not, as edges join stones in Hex alone."""
    yield of_y("a1 b1 c1", "all first second third a1 b1 c1"), True
    yield of_y("a1 c1", "all first second third a1 c1"), False
    yield of_y("a1 a3", "all first second a1", "all second third a3", "all first second third #0 #1"), False
    yield of_y("a1 a2 a3", "all first a2 a1 a2", "all third second a2 a2 a3",
               "all first second third #0 #1"), False  # of which 'second' is no stone
    yield of_y("a1 a2 a3", "all first a2 a1 a2", "all a2 second third a2 a3", "all first second third #0 #1"), True
    yield of_y("a1 a2 a3", "all first a2 a1 a2", "all second third a3", "all first second third #0 #1"), True
    yield of_y("a1 b1 c1", "all first second third a1 b1 c1", "all first second third #0"), True
    yield of_y("a1 b1 c1", "all first third second a1 b1 c1"), False
    yield of_y("a1 b1 c1", "all first second a1 b1 c1"), False
    yield of_y("a1 b1 c1", "all first second third third a1 b1 c1"), False
    yield of_y("a1", "all first second third a1"), False
    yield of_y("c2", "all first second third c2"), False  # which is off the board
    hexes = of_y("b1 b2 b3", "all first second b1 b2 b3").replace(b"game y", b"game hex")
    yield hexes, True
    yield hexes.replace(b"second b1", b"second third b1"), False
    yield of_y("a1 b1 c1", "all first second third a1 b1 c1").replace(b"3x3", b"3x4"), False


def of_rex(black, white, *facts):
    """A text about Rex on 3 x 3: of the stones, Black to move, White to win by the facts."""
    return "\n".join(["isthmus-certificate 1", "game rex", "board 3x3", f"black {black}".strip(),
                      f"white {white}".strip(), "to-move B", "winner W", *facts, ""]).encode()


def forced():
    """How Black is made to join his edges, and what does not make him."""
    pair = ("all b1 a3 b1 a2 a3", "all b1 a3 b1 b2 a3", "each b1 a3 a2#0 b2#1", "all first second #2")
    yield of_rex("b1 a3", "c2", *pair), True
    yield of_rex("b1 a3", "", *pair), True
    yield of_rex("b1 a3", "b2", *pair), False
    yield of_rex("b1 a3", "c2", *pair).replace(b"each", b"any"), False
    yield of_rex("b1 a3", "c2", *pair).replace(b"game rex", b"game hex"), False
    yield of_rex("b1 a3", "c2", *pair).replace(b"a2#0 b2#1", b"a2#0 b2#1 a2#0"), False
    yield of_rex("b1 a3", "c2", *pair).replace(b"a2#0 b2#1", b"a2#1 b2#0"), False
    yield of_rex("b1 a3", "c2", *pair).replace(b"to-move B\nwinner W", b"to-move W\nwinner W c3"), True
    yield of_rex("b1 a3", "c2", *pair).replace(b"to-move B\nwinner W", b"to-move W\nwinner W a2"), False
    yield of_rex("b1 a3", "c2", *pair).replace(b"winner W", b"winner B b2"), False
    # Who fills the last cell that is left: only where the others are even it is Black.
    last = ("all b1 a3 b1 a2 a3", "each b1 a3 a2#0", "all first second #1")
    yield of_rex("b1 a3", "b2 c2", *last), True
    yield of_rex("b1 a3", "b2", *last), False
    # Two such cells are one each.
    upper = ("all first b2 b1 b2", "each first b2 b1#0")
    lower = ("all b2 second b2 b3", "each b2 second b3#2")
    yield of_rex("b2", "c1", *upper, *lower, "all first second #1 #3"), False
    yield of_rex("b2", "a3", *upper, *lower, "all first second #1 #3"), False
    # One beside a pair is Black's.
    of_pair = ("all first b2 c1 b2", "each first b2 b1#0 c1#4", "all first second #5 #3")
    yield of_rex("b2", "a3", *upper, *lower, *of_pair), True
    yield of_rex("b2", "a3 c3", *upper, *lower, *of_pair), False
    # After a move an odd carrier is left: of an odd one alone.
    after = ("each first b2 a1#1 b1#0", "each b2 second b3#2", "all first second #4 #3")
    yield of_rex("b2", "c1 a3", *upper, *lower, *after), False
    yield of_rex("b2 b3", "c1 a3", *upper, "all b2 second b2 b3", "each first b2 a1#1 b1#0 c2#1",
                 "all first second #3 #2"), True
    yield of_rex("b2 b3", "c1 a3", *upper, "all b2 second b2 b3", "each first b2 a1#1 b1#0",
                 "all first second #3 #2"), False
    yield of_rex("b2 b3", "c1 a3", *upper, "all b2 second b2 b3", "each first b2 a1#1",
                 "all first second #3 #2"), False


def of_hex(stones, *facts):
    """A text about Hex on 3 x 3: of the stones, White to move, Black to win by the facts."""
    return of_y(stones, *facts).replace(b"game y", b"game hex")


def filled():
    """What follows by pairs that are captured, and what does not."""
    chain = "all first second b1 b2 b3"
    good = of_hex("b2", chain, "fill first second #0 b1-c1 b3-a3")
    yield good, True
    for words, is_good in (("#0 b3-a3 c1-b1", True), ("b1 #0 b1-c1 b3-a3", True), ("b1-c1 b3-a3 #0", True),
                           ("c2 #0 b1-c1 b3-a3", False), ("#0 b1-c1", False), ("#0", False),
                           ("#0 b1-a2 b3-a3", False), ("#0 b1-c1 b3-c3", False), ("#0 b1-c1 b3-b3", False),
                           ("#0 b1-c1 b3-a3 c1-b1", False), ("#0 b1-c1 b3-a3 a1-a3", False),
                           ("b1-c1 b3-a3", False), ("#0 #0 b1-c1 b3-a3", False), ("#1 b1-c1 b3-a3", False),
                           ("#0 b1-c1-b1 b3-a3", False), ("#0 b1-c1 b3-", False), ("#0 b1-c1 -b3", False),
                           ("#0 b1-c1 b3-a3 -", False), ("#0 b1-c1 b3-a4", False), ("#0 b1-c1 b3#0", False),
                           ("#0 b1-c1 b3-a3#0", False), ("#0 b1-c1 #0-a3", False), ("#0 b1-c1 b3a3", False)):
        yield good.replace(b"#0 b1-c1 b3-a3", words.encode()), is_good
    yield good.replace(b"fill first second", b"fill second first"), False
    yield good.replace(b"fill", b"all"), False
    yield good.replace(b"fill", b"any"), False
    yield good.replace(b"white", b"white a3"), False
    yield good.replace(b"white", b"white a2 c2"), True
    yield good.replace(b"game hex", b"game rex"), False
    # A stone beside the pair is cut off by White unless it is of the chain; as one of the stones it is there.
    yield of_hex("b2 c2", chain, "fill first second c2 #0 b1-c1 b3-a3"), True
    yield of_hex("b2 a1", chain, "fill first second a1 #0 b1-c1 b3-a3"), True
    yield of_hex("b2 c3 a2", chain, "fill first second a2 c3 #0 b1-c1 b3-a3"), True
    yield of_hex("b2 a2", chain, "fill first second a2 #0 b1-a1 b3-a3"), True
    yield of_hex("b2 a3", chain, "fill first second a3 #0 b1-a1"), False
    # In Y a corner is at two edges, which it may join to each other.
    of_three = "all first second third b1 b2 a2"
    yield of_y("b2 a2", of_three, "fill first second third #0 b1-c1"), False
    yield of_y("b1 b2 a2", of_three, "fill first second third #0"), True
    yield of_y("b1 b2 a2", of_three, "fill first second #0"), False


def pairs(data, board, chance):
    """A certificate with one fact more by a pair, of any stones and carrier: an edge is joined to itself by any."""
    lines = data.decode().splitlines()
    number = len(lines) - 7  # behind the heading
    one, *rest = chance.sample(sorted(board.cells), len(board.cells))
    other = chance.choice(board.neighbours(one) * 3 + rest)
    rest.remove(other)
    kinds = [chance.choice("ssc.") for _ in rest]
    stones = [cell for cell, kind in zip(rest, kinds) if kind == "s"]
    carrier = [cell for cell, kind in zip(rest, kinds) if kind == "c"]
    more = ["all first first " + " ".join(stones)]
    if len(carrier) > 1:
        more += ["any first first " + " ".join(f"{cell}#{number}" for cell in carrier)]
    more += [f"fill first first #{number + len(more) - 1} {one}-{other}"]
    return "\n".join([*lines, *more, lines[-1], ""]).encode()


# A certificate by one stone on a board of one row, however long.
ROW = b"isthmus-certificate 1\ngame hex\nboard %dx%d\nblack %s\nwhite\nto-move W\nwinner B\n%s\n"


def boards():
    """Boards of all sides, proven by stones from top to bottom in the last column."""
    for side in (1, 2, 9, 10, 26, 27, 28, 32, 33, 99, 100):
        letters = check_certificate.column_name(side - 1).encode()
        stones = b" ".join(letters + str(row + 1).encode() for row in range(side))
        yield ROW % (side, side, stones, b"all first second " + stones), side <= 32
    yield ROW % (5, 1, b"e1", b"all first second e1"), True
    yield ROW % (27, 1, b"aa1", b"all first second aa1"), True
    yield ROW % (1, 5, b"a1", b"all first second a1"), False


def main():
    chance = random.Random(5)
    with tempfile.TemporaryDirectory() as name:
        path = pathlib.Path(name) / "certificate.txt"
        for game, cell in (("hex", "a2"), ("y", "b2"), ("rex", "a1")):
            data = made(path, game, 3, [["B", cell]])
            for text, is_good in edges(data):
                assert both(path, text) == is_good, text[:2000]
            taken = 0
            for _ in range(COUNT):
                taken += both(path, damaged(data, chance))
            assert taken < COUNT, taken
        for game, side, cell in (("hex", 5, "a3"), ("y", 6, "b2")):
            data = made(path, game, side, [["B", cell]])
            assert b"\nfill" in data
            lines = data.split(b"\n")
            fills = [i for i, line in enumerate(lines) if line.startswith(b"fill")]
            for _ in range(COUNT):
                i = chance.choice(fills)
                both(path, b"\n".join([*lines[:i], damaged(lines[i], chance), *lines[i + 1:]]))
            board = check_certificate.BOARDS[game](side, side)
            taken = sum(both(path, pairs(data, board, chance)) for _ in range(2 * COUNT))
            assert COUNT / 10 < taken < 2 * COUNT, taken
        for text, is_good in [*chains(), *forced(), *filled(), *boards()]:
            assert both(path, text) == is_good, text[:2000]

        # A word of 100 MB, wherever it stands, takes no more memory than the file.
        filler = b"a" * BIG
        head = b"isthmus-certificate 1\ngame hex\nboard 3x3\n"
        for text in (head + b"black " + filler + b"\n", head[:23] + b"game " + filler + b"\n",
                     head[:-4] + filler + b"\n", head + b"black b2\nwhite\nto-move W\nwinner B\n" +
                     b"any first second " + b"b1#0 " * (BIG // 5) + b"b1#0\n"):
            path.write_bytes(text)
            assert not by_program(path, preexec_fn=limit_memory)
            assert not by_checker(path, preexec_fn=limit_memory)


if __name__ == "__main__":
    main()
