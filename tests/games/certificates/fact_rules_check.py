#!/usr/bin/env python3
"""The rules by which facts of certificates follow, by the dumbest means: facts are made at random on small
boards, whatever the checker lets follow, and those that join all edges are put to the game itself. In Hex and
Y all that a fact does not need is the opponent's; in Rex each filling of the rest with stones and empty cells
is tried. Then everything is played. Of pairs that the checker takes for captured all that can become of the
rest is tried.

Usage: fact_rules_check.py games/check_certificate.py [all]

With `all`, all pairs of Hex on 3 x 3 are tried and not some of them.
"""

import functools
import itertools
import pathlib
import random
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(sys.argv[1]).resolve().parent))
import check_certificate  # noqa: E402


class Played:
    """A board on which everything is played; stones are sets of cells."""

    def __init__(self, game, columns, rows):
        self.board = check_certificate.BOARDS[game](columns, rows)
        self.cells = sorted(self.board.cells)
        self.is_reverse = game == "rex"
        self.wins = functools.lru_cache(None)(self.wins)

    def has_joined(self, stones, colour):
        """Whether one chain of these reaches all of the colour's edges, by the rules alone."""
        rest = set(stones)
        while rest:
            chain, todo = set(), [rest.pop()]
            while todo:
                cell = todo.pop()
                chain.add(cell)
                found = rest.intersection(self.board.neighbours(cell))
                rest -= found
                todo += found
            touched = {edge for cell in chain for edge in self.board.edges(cell, colour)}
            if touched.issuperset(self.board.all_edges):
                return True
        return False

    def wins(self, black, white, mover):
        """Whether Black comes to join his edges if both play as the facts about him say: in Rex he tries not to."""
        if self.has_joined(black, "B"):
            return True
        if self.has_joined(white, "W"):
            return False
        empty = [cell for cell in self.cells if cell not in black and cell not in white]
        if mover == "B":
            answers = (self.wins(black | {cell}, white, "W") for cell in empty)
        else:
            answers = (self.wins(black, white | {cell}, "B") for cell in empty)
        return any(answers) if (mover == "B") != self.is_reverse else all(answers)

    def counterexamples(self, fact):
        """How many positions a fact that joins all edges speaks of, and in how many it is false."""
        _, stones, carrier = fact
        rest = [cell for cell in self.cells if cell not in stones and cell not in carrier]
        tried = false = 0
        for filling in itertools.product("BW." if self.is_reverse else "W", repeat=len(rest)):
            black = stones.union(cell for cell, of in zip(rest, filling) if of == "B")
            white = frozenset(cell for cell, of in zip(rest, filling) if of == "W")
            empty = len(self.cells) - len(black) - len(white)
            if self.is_reverse and len(carrier) % 2 == 1 and empty % 2 == 0:
                continue
            if self.has_joined(white, "W"):
                continue  # the game was over before
            tried += 1
            false += not self.wins(black, white, "B" if self.is_reverse else "W")
        return tried, false


class RandomFacts:
    """Facts about Black that follow from others, as the checker has it."""

    MOVES, ANSWERS = 5, 3

    def __init__(self, played, seed):
        self.played, self.random = played, random.Random(seed)
        self.board, self.cells = played.board, played.cells
        self.facts, self.known, self.by_ends = [], set(), {}
        self.filled = 0

    def add(self, words):
        try:
            fact = check_certificate.follow(self.board, "B", self.facts, " ".join(words))
        except check_certificate.Wrong:
            return
        if fact not in self.known:
            self.known.add(fact)
            self.by_ends.setdefault(fact[0], []).append(len(self.facts))
            self.facts.append(fact)

    def some(self, of, most):
        return self.random.sample(of, self.random.randint(1, min(most, len(of))))

    def ends(self):
        if self.random.random() < 0.3:
            return self.board.all_edges
        return self.random.choice(self.board.all_edges), self.random.choice(self.cells)

    def make(self, rounds):
        for _ in range(rounds // 5):
            self.add(["all", *self.ends(), *self.some(self.cells, 4)])
        for _ in range(rounds):
            if self.random.random() < 0.3:
                self.add_all()
                continue
            ends = self.ends()
            if ends not in self.by_ends:
                continue
            if "fill" in self.board.rules and self.random.random() < 0.5:
                self.add_fill(ends)
            elif self.board.by_moves == "any":
                self.add_any(ends)
            else:
                self.add_each(ends)

    def add_all(self):
        """A cell joined to each edge."""
        middle = self.random.choice(self.cells)
        words = [middle]
        for edge in self.board.all_edges:
            parts = self.by_ends.get((edge, middle))
            if parts:
                words.append(f"#{self.random.choice(parts)}")
        self.add(["all", *self.board.all_edges, *words])

    def add_any(self, ends):
        words = []
        for i in self.some(self.by_ends[ends], self.ANSWERS):
            stones = sorted(self.facts[i][1])
            words.append(f"{self.random.choice(stones or self.cells)}#{i}")
        self.add(["any", *ends, *words])

    def add_fill(self, ends):
        """Without some of its stones, two and two, each next to one that is tried or anywhere."""
        i = self.random.choice(self.by_ends[ends])
        _, stones, carrier = self.facts[i]
        links = self.some(self.cells, 3) if self.random.random() < 0.3 else []
        words, free = [], [cell for cell in self.cells if cell not in carrier]
        for _ in range(self.random.randint(1, 2)):
            one = self.random.choice(sorted(stones) or free)
            others = [cell for cell in self.board.neighbours(one) if cell in free] or free
            words.append(f"{one}-{self.random.choice(others)}")
        before = len(self.facts)
        self.add(["fill", *(ends if self.random.random() < 0.8 else self.ends()), *links, f"#{i}", *words])
        self.filled += len(self.facts) - before

    def add_each(self, ends):
        moves = set(self.some(self.cells, self.MOVES))
        words = []
        for move in sorted(moves):
            facts = self.some(self.by_ends[ends], 150)
            good = [i for i in facts if move not in self.facts[i][2] and self.facts[i][2] <= moves]
            words.append(f"{move}#{self.random.choice(good or facts)}")
        self.add(["each", *ends, *words])


def is_in_place_of_both(board, colour, stones, carrier, one, other):
    """Whether, however the carrier is filled, what these and both cells join of ends, edges and stones, is joined
    without one of the two as well: by the rules alone."""
    def joined(own):
        """Ends in groups of those that are joined; in Y an edge is at a group, and joins none."""
        groups, rest = [], set(own)
        while rest:
            todo = [rest.pop()]
            group = set(todo)
            while todo:
                cell = todo.pop()
                edges = [edge for edge in board.edges(cell, colour) if edge not in group]
                group.update(edges)
                found = {near for near in board.neighbours(cell) if near in rest}
                if board.edges_join:
                    found |= {near for near in rest if set(board.edges(near, colour)) & set(edges)}
                rest -= found
                group |= found
                todo += found
            groups.append(group)
        kept = (frozenset(group & ends) for group in groups)
        return {group for group in kept if len(group) > 1}
    ends = stones | set(board.all_edges)
    free = sorted(carrier)
    for bits in range(1 << len(free)):
        own = stones | {cell for i, cell in enumerate(free) if bits >> i & 1}
        best = joined(own | {one, other})
        for left in (one, other):
            now = joined(own | {left})
            if not all(any(group <= more for more in now) for group in best):
                return False
    return True


def check_pairs(game, columns, rows, tries, least):
    """Where the checker says that a pair is captured one cell is as good as both; all boards, or some."""
    board = check_certificate.BOARDS[game](columns, rows)
    board.neighbours, board.edges = map(functools.lru_cache(None), (board.neighbours, board.edges))
    cells, chance = sorted(board.cells), random.Random(3)
    fillings = list(itertools.product("SK.", repeat=len(cells) - 2)) if tries is None else None
    captured = tried = 0
    for one, other in itertools.combinations(cells, 2):
        rest = [cell for cell in cells if cell not in (one, other)]
        some = fillings or [chance.choices("SK.", k=len(rest)) for _ in range(tries)]
        for filling in some:
            tried += 1
            stones, carrier = ({cell for cell, of in zip(rest, filling) if of == kind} for kind in "SK")
            if not (check_certificate.is_needless(board, "B", stones | {one}, carrier, other)
                    and check_certificate.is_needless(board, "B", stones | {other}, carrier, one)):
                continue
            captured += 1
            assert is_in_place_of_both(board, "B", stones, carrier, one, other), (one, other, stones, carrier)
    print(f"{game} {columns}x{rows}: of {tried} pairs {captured} are captured, by the rules as well")
    assert captured >= least, captured


def check_rules(game, columns, rows, rounds, least):
    facts = RandomFacts(Played(game, columns, rows), seed=1)
    facts.make(rounds)
    tried = false = joining = 0
    for fact in facts.facts:
        if fact[0] == facts.board.all_edges and fact[2]:
            joining += 1
            more_tried, more_false = facts.played.counterexamples(fact)
            tried += more_tried
            false += more_false
    print(f"{game} {columns}x{rows}: {len(facts.facts)} facts, {joining} that join all edges by cells of a carrier, "
          f"{tried} positions, {false} in which one is false; {facts.filled} by pairs")
    assert false == 0, game
    assert facts.filled >= ("fill" in facts.board.rules) * 40, (game, facts.filled)
    assert joining >= least, (game, joining)


check_rules("hex", 3, 3, 10_000, 150)
check_rules("hex", 4, 3, 10_000, 150)
check_rules("hex", 4, 4, 30_000, 100)
check_rules("y", 3, 3, 10_000, 20)
check_rules("y", 4, 4, 10_000, 100)
check_rules("rex", 3, 3, 10_000, 400)
check_rules("rex", 2, 4, 10_000, 150)
check_pairs("hex", 3, 3, None if "all" in sys.argv[2:] else 400, 1000)
check_pairs("hex", 4, 4, 60, 100)
check_pairs("y", 3, 3, None, 30)
check_pairs("y", 4, 4, 100, 100)
