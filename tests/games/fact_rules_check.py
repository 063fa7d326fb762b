#!/usr/bin/env python3
"""The rules by which facts of certificates follow, by the dumbest means: facts are made at random on small
boards, whatever the checker lets follow, and those that join all edges are put to the game itself. In Hex and
Y all that a fact does not need is the opponent's; in Rex each filling of the rest with stones and empty cells
is tried. Then everything is played.

Usage: fact_rules_check.py games/check_certificate.py
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
            if self.board.by_moves == "any":
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

    def add_each(self, ends):
        moves = set(self.some(self.cells, self.MOVES))
        words = []
        for move in sorted(moves):
            facts = self.some(self.by_ends[ends], 150)
            good = [i for i in facts if move not in self.facts[i][2] and self.facts[i][2] <= moves]
            words.append(f"{move}#{self.random.choice(good or facts)}")
        self.add(["each", *ends, *words])


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
          f"{tried} positions, {false} in which one is false")
    assert false == 0, game
    assert joining >= least, (game, joining)


check_rules("hex", 3, 3, 10_000, 150)
check_rules("hex", 4, 3, 10_000, 150)
check_rules("y", 3, 3, 10_000, 20)
check_rules("y", 4, 4, 10_000, 100)
check_rules("rex", 3, 3, 10_000, 400)
check_rules("rex", 2, 4, 10_000, 150)
