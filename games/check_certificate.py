#!/usr/bin/env python3
"""Checks certificates of positions of Hex, Y and Rex by the rules alone; certificates/README.md has the form.

Usage: check_certificate.py FILE...

Shares no code with the engine. Exit code 0 if all prove what they say, 1 if one does not.
"""

import itertools
import re
import sys

MAX_BYTES = 1 << 30
MAX_LINE = 1 << 16  # bytes, without the end
MAX_SIDE = 32
MAX_ECHO = 80  # characters of a word in a message


class Wrong(Exception):
    """What is wrong with a certificate."""


def echo(word):
    return f"'{word}'" if len(word) <= MAX_ECHO else f"'{word[:MAX_ECHO]}...'"


def column_name(column):
    """a to z, and then aa, ab and so on."""
    return (column_name(column // 26 - 1) if column >= 26 else "") + chr(97 + column % 26)


class Board:
    """The cells of a board of Hex by name, what lies beside each, and the edges that a colour joins."""

    all_edges = ("first", "second")
    edges_join = True  # whether stones at one edge are joined by it
    by_moves = "any"  # the rule of facts by moves
    rules = ("all", "any", "fill")  # by which facts follow

    def __init__(self, columns, rows):
        self.columns, self.rows = columns, rows
        self.cells = {column_name(column) + str(row + 1): (column, row)
                      for row in range(rows) for column in range(columns) if self.has(column, row)}
        self.names = {place: name for name, place in self.cells.items()}

    def has(self, column, row):
        """Whether a place of the rectangle is a cell."""
        return True

    def neighbours(self, name):
        column, row = self.cells[name]
        steps = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
        places = ((column + x, row + y) for x, y in steps)
        return [self.names[place] for place in places if place in self.names]

    def edges(self, name, colour):
        """The colour's edges that the cell is at: Black's are top and bottom, White's the others."""
        column, row = self.cells[name]
        place, last = (row, self.rows - 1) if colour == "B" else (column, self.columns - 1)
        return [edge for edge, there in (("first", 0), ("second", last)) if place == there]


class BoardOfY(Board):
    """Likewise of Y: a triangle, of which both colours join all edges by one chain."""

    all_edges = ("first", "second", "third")
    edges_join = False

    def has(self, column, row):
        return column + row < self.rows

    def edges(self, name, colour):
        column, row = self.cells[name]
        places = (row, column, self.rows - 1 - column - row)
        return [edge for edge, place in zip(self.all_edges, places) if place == 0]


class BoardOfRex(Board):
    """Likewise of Rex, where facts are about the loser, who is made to join his edges."""

    by_moves = "each"
    rules = ("all", "each")


def chain_of(board, beside, start):
    """All stones and edges that are one chain with `start`, by what is beside what."""
    seen, todo = {start}, [start]
    while todo:
        end = todo.pop()
        if end in board.all_edges and not board.edges_join:
            continue
        for other in beside.get(end, ()):
            if other not in seen:
                seen.add(other)
                todo.append(other)
    return seen


def is_chain(board, colour, stones, joined, ends):
    """Whether there is one of all the ends, over stones and over ends that are joined."""
    beside = {stone: board.edges(stone, colour) + [cell for cell in board.neighbours(stone) if cell in stones]
              for stone in stones}
    for stone in stones:
        for edge in board.edges(stone, colour):
            beside.setdefault(edge, []).append(stone)
    for group in joined:
        # By way of one of them that others may be joined to, if there is one.
        middle = min(group, key=lambda end: end in board.all_edges)
        for end in group:
            beside.setdefault(middle, []).append(end)
            beside.setdefault(end, []).append(middle)
    seen = set()
    for start in [end for end in ends if board.edges_join or end in board.cells][:1] or stones:
        if start not in seen:
            chain = chain_of(board, beside, start)
            if chain.issuperset(ends):
                return True
            seen |= chain
    return False


def read_end(board, word):
    if word not in board.all_edges and word not in board.cells:
        raise Wrong(f"{echo(word)} is no cell")
    return word


def read_cells(board, words):
    cells = set()
    for word in words:
        if word not in board.cells:
            raise Wrong(f"{echo(word)} is no cell")
        if word in cells:
            raise Wrong(f"{word} stands twice")
        cells.add(word)
    return frozenset(cells)


def earlier(facts, digits):
    if not re.fullmatch("0|[1-9][0-9]{0,17}", digits) or int(digits) >= len(facts):
        raise Wrong(f"{echo(digits)} is the number of no earlier fact")
    return facts[int(digits)]


def follow_all(board, colour, facts, ends, words):
    """The stones and carrier of facts that share no cell of their carriers and make a chain."""
    links = read_cells(board, [word for word in words if "#" not in word])
    stones, carrier, joined = set(links), set(), []
    for word in words:
        if "#" not in word:
            continue
        if word[0] != "#":
            raise Wrong(f"{echo(word)} should be a cell or a fact")
        part_ends, part_stones, part_carrier = earlier(facts, word[1:])
        if board.by_moves == "each" and len(carrier) % 2 == len(part_carrier) % 2 == 1:
            raise Wrong("two of its facts have odd carriers")
        if carrier & part_carrier:
            raise Wrong("the carriers of its facts overlap")
        stones |= part_stones
        carrier |= part_carrier
        joined.append(part_ends)
    if not is_chain(board, colour, stones, joined, ends):
        raise Wrong("its facts and stones make no chain")
    return stones, carrier


def chains_beside(board, colour, stones, cell):
    """The stones, and in Hex the edges, of all chains that have the cell or touch it, and the edges that it or these
    are at."""
    seen, reached, todo = {cell}, set(), [cell]
    while todo:
        at = todo.pop()
        if at in board.all_edges:
            beside = [stone for stone in stones if at in board.edges(stone, colour)]
        else:
            edges = board.edges(at, colour)
            reached.update(edges)
            beside = [near for near in board.neighbours(at) if near in stones] + (edges if board.edges_join else [])
        for other in beside:
            if other not in seen:
                seen.add(other)
                todo.append(other)
    return {end for end in seen if end in stones or end in board.all_edges}, reached


def is_needless(board, colour, stones, carrier, cell):
    """Whether, of the stones, cells of the carrier and edges that the cell touches, each two touch, or touch stones of
    one chain; and no two are edges."""
    around = [near for near in board.neighbours(cell) if near in stones or near in carrier]
    near_chains = {near: chains_beside(board, colour, stones, near) for near in around}
    near_chains.update((edge, (set(), set())) for edge in board.edges(cell, colour))
    for one, other in itertools.combinations(near_chains, 2):
        chains, edges = near_chains[one]
        other_chains, other_edges = near_chains[other]
        if one in around and other in board.neighbours(one) or chains & other_chains:
            continue
        if other in edges or one in other_edges:
            continue
        return False
    return True


def follow_fill(board, colour, facts, ends, words):
    """The stones and carrier of a fact, with more stones, without those of pairs: its owner gets one of each pair
    anyway, and needs no other then."""
    links = read_cells(board, [word for word in words if "#" not in word and "-" not in word])
    parts = [word for word in words if "#" in word and "-" not in word]
    if len(parts) != 1 or parts[0][0] != "#":
        raise Wrong("it is of one fact")
    part_ends, part_stones, part_carrier = earlier(facts, parts[0][1:])
    if part_ends != ends:
        raise Wrong("its fact joins other ends")
    stones, carrier = set(part_stones | links), set(part_carrier)
    for one, _, other in (word.partition("-") for word in words if "-" in word):
        pair = read_cells(board, (one, other))
        if pair & carrier:
            raise Wrong("a cell of a pair is in the carrier")
        stones -= pair
        if not (is_needless(board, colour, stones | {one}, carrier, other)
                and is_needless(board, colour, stones | {other}, carrier, one)):
            raise Wrong("a pair is not captured")
        carrier |= pair
    return stones, carrier


def read_moves(board, facts, ends, words):
    """Each move, and the stones and carrier of its fact, which joins the ends."""
    for word in words:
        move, mark, digits = word.partition("#")
        if not mark:
            raise Wrong("a move has a cell and a fact, as in c3#5")
        if move not in board.cells:
            raise Wrong(f"{echo(move)} is no cell")
        part_ends, part_stones, part_carrier = earlier(facts, digits)
        if part_ends != ends:
            raise Wrong("a move's fact joins other ends")
        if move in part_carrier:
            raise Wrong("a move is in the carrier of its own fact")
        yield move, part_stones, part_carrier


def follow_each(board, facts, ends, words):
    """The stones and carrier of facts, one of which holds after each move of the loser."""
    stones, carrier, moves, has_odd = set(), set(), set(), False
    for move, part_stones, part_carrier in read_moves(board, facts, ends, words):
        if move in moves:
            raise Wrong("a move stands twice")
        moves.add(move)
        carrier |= part_carrier
        stones |= part_stones - {move}
        has_odd |= len(part_carrier) % 2 == 1
    if not moves or not carrier <= moves:
        raise Wrong("a move in the carrier is left out")
    if has_odd and len(moves) % 2 == 0:
        raise Wrong("its carrier is even, and one of its facts' is odd")
    return stones, moves


def follow_any(board, facts, ends, words):
    """The stones and carrier of answers, one of which is left whatever cell the opponent takes."""
    stones, carrier, in_all = set(), set(), None
    for move, part_stones, part_carrier in read_moves(board, facts, ends, words):
        needed = part_carrier | {move}
        carrier |= needed
        stones |= part_stones - {move}
        in_all = needed if in_all is None else in_all & needed
    if in_all is None or in_all:
        raise Wrong("there is a cell off which it has no answer")
    return stones, carrier


def follow(board, colour, facts, line):
    words = split(line)
    if len(words) < 3 or words[0] not in board.rules:
        raise Wrong(f"a fact begins with {' or '.join(board.rules)} and two ends")
    count = 4 if words[3:4] == ["third"] and "third" in board.all_edges else 3
    ends, words = tuple(read_end(board, word) for word in words[1:count]), words[:1] + words[count:]
    if words[0] == "all":
        stones, carrier = follow_all(board, colour, facts, ends, words[1:])
    elif words[0] == "fill":
        stones, carrier = follow_fill(board, colour, facts, ends, words[1:])
    else:
        follow_moves = {"any": follow_any, "each": follow_each}[board.by_moves]
        stones, carrier = follow_moves(board, facts, ends, words[1:])
    if stones & carrier:
        raise Wrong("a stone is in the carrier")
    for end in ends:
        if end in board.cells and end not in stones:
            raise Wrong("an end is none of its stones")
    return ends, frozenset(stones), frozenset(carrier)


class Lines:
    """The lines of a file, counted, of which one at a time is in memory."""

    def __init__(self, file):
        self.file, self.number, self.bytes = file, 0, 0

    def next(self):
        """The next line without its end, or None behind the last."""
        line = self.file.readline(MAX_LINE + 1)
        if not line:
            return None
        self.number += 1
        self.bytes += len(line)
        if self.bytes > MAX_BYTES:
            raise Wrong("it is too long")
        if not line.endswith(b"\n"):
            raise Wrong("the line is too long" if len(line) > MAX_LINE else "the last line has no end")
        if not line.isascii():
            raise Wrong("a character is none of ASCII")
        return line[:-1].decode("ascii")

    def words(self, name):
        line = self.next()
        if line is None:
            raise Wrong("the text ends too early")
        words = split(line)
        if words[0] != name:
            raise Wrong(f"here '{name}' should stand")
        return words[1:]


def split(line):
    words = line.split(" ")
    if "" in words:
        raise Wrong("there is a space too many")
    return words


def read_head(lines):
    """The board, the winner, whom facts are about, and his stones and the empty cells after the winner's move, if
    he has one."""
    if lines.words("isthmus-certificate") != ["1"]:
        raise Wrong("only version 1 is known")
    game = " ".join(lines.words("game"))
    if game not in BOARDS:
        raise Wrong(f"it is of another game than {', '.join(BOARDS)}")
    size = re.fullmatch("([1-9][0-9]?)x([1-9][0-9]?)", " ".join(lines.words("board")))
    if not size or max(map(int, size.groups())) > MAX_SIDE:
        raise Wrong(f"a board has a size as 5x5, up to {MAX_SIDE}x{MAX_SIDE}")
    columns, rows = map(int, size.groups())
    if game == "y" and columns != rows:
        raise Wrong("the sides of a triangle are equal")
    board = BOARDS[game](columns, rows)
    stones = {"B": read_cells(board, lines.words("black")),
              "W": read_cells(board, lines.words("white"))}
    if stones["B"] & stones["W"]:
        raise Wrong("a cell has two stones")
    to_move = lines.words("to-move")
    winner = lines.words("winner")
    if to_move not in (["B"], ["W"]) or not winner or winner[0] not in ("B", "W"):
        raise Wrong("here B or W should stand")
    if len(winner) != (2 if winner[0] == to_move[0] else 1):
        raise Wrong("a winner who is to move has a move, and no other")
    empty = set(board.cells) - stones["B"] - stones["W"]
    about = winner[0] if board.by_moves == "any" else {"B": "W", "W": "B"}[winner[0]]
    own = set(stones[about])
    if len(winner) == 2:
        if winner[1] not in empty:
            raise Wrong("the winner's move is on no empty cell")
        empty.remove(winner[1])
        if about == winner[0]:
            own.add(winner[1])
    return board, winner[0], about, own, empty


BOARDS = {"hex": Board, "y": BoardOfY, "rex": BoardOfRex}


def check(file):
    """The winner, and the number of facts, by a file of bytes; raises Wrong, which names the line."""
    lines = Lines(file)
    try:
        board, winner, about, own, empty = read_head(lines)
        facts = []
        while (line := lines.next()) is not None:
            facts.append(follow(board, about, facts, line))
        if not facts:
            raise Wrong("there is no fact")
        ends, stones, carrier = facts[-1]
        if ends != board.all_edges:
            raise Wrong("the last fact does not join the edges")
        if not stones <= own:
            raise Wrong("the last fact has stones that are not there")
        if not carrier <= empty:
            raise Wrong("the last fact's carrier is not empty")
        if board.by_moves == "each" and len(carrier) % 2 == 1 and len(empty) % 2 == 0:
            raise Wrong("the last fact's carrier is odd, and what else is empty too")
        return winner, len(facts)
    except Wrong as wrong:
        raise Wrong(f"line {lines.number}: {wrong}") from None


def main():
    if len(sys.argv) < 2 or sys.argv[1] in ("-h", "--help"):
        print(__doc__.strip())
        return 0 if len(sys.argv) > 1 else 2
    code = 0
    for path in sys.argv[1:]:
        try:
            with open(path, "rb") as file:
                winner, count = check(file)
            print(f"{path}: {winner} wins, by {count} facts")
        except (OSError, Wrong) as error:
            print(f"{path}: {error}", file=sys.stderr)
            code = 1
    return code


if __name__ == "__main__":
    sys.exit(main())
