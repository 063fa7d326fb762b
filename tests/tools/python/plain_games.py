"""Games in plain Python, cell by cell and without regard to speed: what the module is held to."""

import itertools
import random

HEXAGON = ((-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0))
SQUARE = ((-1, 0), (0, -1), (0, 1), (1, 0))


class Hex:
    """Black, colour 0, joins top and bottom, White left and right."""

    name, steps, reverse = "hex", HEXAGON, False
    mirrors = True  # for White to move a net sees rows for columns
    repetition_loses = False
    repeats, stuck = True, "draw"  # whether positions may come again, and what it is to have no move
    features = 0

    def __init__(self, rows, columns):
        self.rows, self.columns = rows, columns
        self.cells = {(r, c) for r in range(rows) for c in range(columns) if self.has(r, c)}
        # Edges: who wants to join them, and whether a point is beyond them.
        self.edges = self.make_edges()
        self.outlines = {}

    def has(self, r, c):
        return True

    def make_edges(self):
        return [((0,), lambda r, c: r < 0), ((0,), lambda r, c: r >= self.rows),
                ((1,), lambda r, c: c < 0), ((1,), lambda r, c: c >= self.columns)]

    def neighbours(self, cell):
        return [(cell[0] + r, cell[1] + c) for r, c in self.steps]

    def number(self, cell):
        return cell[0] * self.columns + cell[1]

    def half_turn(self, cell):
        return self.rows - 1 - cell[0], self.columns - 1 - cell[1]

    def symmetries(self):
        """Of cells, as a net sees them: all others mirror what the view already mirrors."""
        return [lambda cell: cell, self.half_turn]

    def is_mirrored(self, mover):
        return self.mirrors and mover == 1

    def outline(self, mover):
        """What the planes of a view show of a board without stones; it is worked out once."""
        if mover not in self.outlines:
            self.outlines[mover] = self.make_outline(mover)
        return [[row[:] for row in plane] for plane in self.outlines[mover]]

    def make_outline(self, mover):
        is_mirrored = self.is_mirrored(mover)
        rows, columns = (self.columns, self.rows) if is_mirrored else (self.rows, self.columns)
        planes = [[[0] * (columns + 2) for _ in range(rows + 2)] for _ in range(4 + self.features)]
        wanted = {}
        for cell in self.cells:
            r, c = cell[::-1] if is_mirrored else cell
            planes[0][r + 1][c + 1] = 1
            for point in self.neighbours(cell):
                for owners, is_beyond in self.edges:
                    if point not in self.cells and is_beyond(*point):
                        wanted.setdefault(point, set()).add(
                            "both" if len(owners) == 2 else "mover" if owners[0] == mover else "other")
        for point, who in wanted.items():
            r, c = point[::-1] if is_mirrored else point
            if "both" in who or who == {"mover"}:
                planes[1][r + 1][c + 1] = 1
            if "both" in who or who == {"other"}:
                planes[2][r + 1][c + 1] = 1
        return planes

    def groups(self, stones):
        left = set(stones)
        while left:
            group, new = set(), [left.pop()]
            while new:
                cell = new.pop()
                group.add(cell)
                for other in self.neighbours(cell):
                    if other in left:
                        left.remove(other)
                        new.append(other)
            yield group

    def touched(self, group, colour):
        """Whether a group touches the edges that the colour wants to join, edge by edge."""
        beyond = [point for cell in group for point in self.neighbours(cell)]
        return [any(is_beyond(*point) for point in beyond)
                for owners, is_beyond in self.edges if colour in owners]

    def find_features(self, stones):
        """What a net is told beside the stones: sets of cells, as many as `features`."""
        return []

    def is_complete(self, stones, colour):
        """Whether a group of these stones has what decides the game."""
        return any(all(self.touched(group, colour)) for group in self.groups(stones))

    def after(self, stones, mover, cell):
        """The stones after a move; None where the rules forbid it whatever was before."""
        after = [set(stones[0]), set(stones[1])]
        after[mover].add(cell)
        return after



class Rex(Hex):
    name, reverse = "rex", True


class Y(Hex):
    """Both join all three edges."""

    name, mirrors = "y", False

    def __init__(self, side):
        self.side = side
        super().__init__(side, side)

    def has(self, r, c):
        return r + c < self.side

    def make_edges(self):
        return [((0, 1), lambda r, c: r < 0), ((0, 1), lambda r, c: c < 0),
                ((0, 1), lambda r, c: r + c >= self.side)]

    def symmetries(self):
        def third(cell):
            return self.side - 1 - cell[0] - cell[1]

        return [lambda cell: cell, lambda cell: (cell[0], third(cell)),
                lambda cell: (cell[1], cell[0]), lambda cell: (cell[1], third(cell)),
                lambda cell: (third(cell), cell[0]), lambda cell: (third(cell), cell[1])]


class Trial(Hex):
    """The game of tests/games/trial.hpp: squares without two corners, captures, no repetition."""

    name, steps, repeats, features = "trial", SQUARE, False, 1

    def __init__(self, size):
        super().__init__(size + 1, size + 1)

    def has(self, r, c):
        last = self.rows - 1
        return (r, c) not in ((0, 0), (last, last))

    def find_features(self, stones):
        return [{cell for colour in (0, 1) for group in self.groups(stones[colour]) if len(group) == 1 for cell in group}]

    def after(self, stones, mover, cell):
        stones = super().after(stones, mover, cell)
        own, other = stones[mover], stones[1 - mover]

        def is_shut_in(stone, by):
            return all(near in by for near in self.neighbours(stone) if near in self.cells)

        for stone in [s for s in other if s in self.neighbours(cell) and is_shut_in(s, own)]:
            other.remove(stone)
        return None if is_shut_in(cell, other) else stones


class Havannah(Hex):
    """Both want a bridge, a fork or a ring, on a hexagon."""

    name, mirrors = "havannah", False

    def __init__(self, side):
        self.side = side
        super().__init__(2 * side - 1, 2 * side - 1)

    def has(self, r, c):
        return all(abs(axis) < self.side for axis in self.axes(r, c))

    def axes(self, r, c):
        centre = self.side - 1
        return r - centre, c - centre, 2 * centre - r - c

    def make_edges(self):
        return [((0, 1), lambda r, c, i=i, s=s: s * self.axes(r, c)[i] >= self.side)
                for i in range(3) for s in (-1, 1)]

    def rim(self, cell):
        """The edges that a cell would lie on: two for a corner."""
        return [(i, axis > 0) for i, axis in enumerate(self.axes(*cell)) if abs(axis) == self.side - 1]

    def is_complete(self, stones, colour):
        for group in self.groups(stones):
            rims = [self.rim(cell) for cell in group]
            if sum(len(rim) == 2 for rim in rims) >= 2:
                return True
            if len({rim[0] for rim in rims if len(rim) == 1}) >= 3:
                return True
        return any(self.is_enclosed(cell, stones) for cell in self.cells)

    def is_enclosed(self, cell, stones):
        """Whether no way that avoids the stones leads from a cell, whatever is on it, off the board."""
        seen, new = {cell}, [cell]
        while new:
            for point in self.neighbours(new.pop()):
                if point not in self.cells:
                    return False
                if point not in stones and point not in seen:
                    seen.add(point)
                    new.append(point)
        return True

    def symmetries(self):
        def turned(cell, order, sign):
            axes = [sign * axis for axis in self.axes(*cell)]
            return axes[order[0]] + self.side - 1, axes[order[1]] + self.side - 1

        return [lambda cell, order=order, sign=sign: turned(cell, order, sign)
                for sign in (1, -1) for order in itertools.permutations(range(3))]


class Gonnect(Hex):
    """Both join two opposite edges, and capture as in Go; who has no move loses."""

    name, steps, mirrors, repeats, stuck, features = "gonnect", SQUARE, False, False, "loss", 3

    def __init__(self, side):
        super().__init__(side, side)

    def make_edges(self):
        return [((0, 1), is_beyond) for _, is_beyond in super().make_edges()]

    def is_complete(self, stones, colour):
        return any(all(touched[:2]) or all(touched[2:])
                   for touched in (self.touched(group, colour) for group in self.groups(stones)))

    def after(self, stones, mover, cell):
        stones = super().after(stones, mover, cell)
        for colour in (1 - mover, mover):
            for group in list(self.groups(stones[colour])):
                near = {point for stone in group for point in self.neighbours(stone)} & self.cells
                if near <= stones[0] | stones[1]:
                    if colour == mover:
                        return None
                    stones[colour] -= group
        return stones

    def find_features(self, stones):
        by_liberties = [set(), set(), set()]
        for colour in (0, 1):
            for group in self.groups(stones[colour]):
                near = {point for stone in group for point in self.neighbours(stone)} & self.cells
                liberties = len(near - stones[0] - stones[1])
                if 1 <= liberties <= 3:
                    by_liberties[liberties - 1] |= group
        return by_liberties

    def symmetries(self):
        last = self.rows - 1
        return [lambda cell, s=s, r=r, c=c: (lambda y, x: (abs(r - y), abs(c - x)))(*cell[::s])
                for s in (1, -1) for r in (0, last) for c in (0, last)]


class GonnectRepetitionLoses(Gonnect):
    name, repeats, repetition_loses = "gonnect-repetition-loses", True, True


class Play:
    """A game as it is played: positions are lists of two sets of stones."""

    def __init__(self, game):
        self.game, self.stones, self.moves = game, [set(), set()], []
        self.seen = []  # positions that were
        self.result = None
        self.positions = [([set(), set()], None)]  # before each move: stones and the last move
        self.removed = []  # (index of the move, cell)
        self.legals = [self.find_legal()]  # what may be played, before each move

    @property
    def mover(self):
        return len(self.moves) % 2

    def after(self, cell):
        """The stones after a move; None where the rules forbid it."""
        stones = self.game.after(self.stones, self.mover, cell)
        return None if not self.game.repeats and stones in self.seen else stones

    def legal(self):
        return self.legals[-1]

    def find_legal(self):
        empty = self.game.cells - self.stones[0] - self.stones[1]
        return {cell for cell in empty if self.after(cell) is not None}

    def play(self, cell):
        stones, mover = self.after(cell), self.mover
        gone = (self.stones[0] | self.stones[1]) - stones[0] - stones[1]
        self.removed += [(len(self.moves), other) for other in sorted(gone)]
        self.seen.append(self.stones)
        self.stones = stones
        self.moves.append(cell)
        self.positions.append((stones, cell))
        if self.game.is_complete(stones[mover], mover):
            self.result = ("black", "white")[mover ^ self.game.reverse]
        elif self.game.repetition_loses and stones in self.seen:
            self.result = ("black", "white")[1 - mover]
        self.legals.append(set() if self.result is not None else self.find_legal())
        if self.result is None and not self.legal():
            self.result = "draw" if self.game.stuck == "draw" else ("black", "white")[mover]

    def play_at_random(self, seed, moves=10_000):
        draw = random.Random(seed)
        while self.result is None and len(self.moves) < moves:
            self.play(draw.choice(sorted(self.legal())))
        return self

    # What the side to move sees before move `ply`, as a symmetry of the game shows it.
    def view(self, ply, symmetry=lambda cell: cell):
        game, mover = self.game, ply % 2
        is_mirrored = game.is_mirrored(mover)
        rows, columns = (game.columns, game.rows) if is_mirrored else (game.rows, game.columns)

        def turned(point):
            return point[::-1] if is_mirrored else point

        def seen(cell):
            r, c = turned(symmetry(cell))
            return r * columns + c

        planes = game.outline(mover)
        stones, last = self.positions[ply]
        for plane, cells in ((1, stones[mover]), (2, stones[1 - mover]),
                             (3, [last] if last in stones[1 - mover] else [])):
            for cell in cells:
                r, c = divmod(seen(cell), columns)
                planes[plane][r + 1][c + 1] = 1
        for i, cells in enumerate(game.find_features(stones)):
            for cell in cells:
                r, c = divmod(seen(cell), columns)
                planes[4 + i][r + 1][c + 1] = 1
        return planes, seen, rows, columns
