"""Turns games into batches as the net sees them: the side to move joins top to bottom, so that the
board is transposed where that is White. All is done on the device, from the games' moves."""

from dataclasses import dataclass

import numpy as np
import torch

import shards
from net import PLANES

# Those whose positions are seen as below: on rhombi, with stones that stay.
GAMES = {b"hex"}


@dataclass
class Batch:
    planes: torch.Tensor  # N x 4 x (R+2) x (C+2)
    legal: torch.Tensor  # N x R*C: the empty cells
    policy: torch.Tensor  # N x R*C: shares of the search's visits
    win: torch.Tensor  # N: 1 where the side to move won, 1/2 in a draw
    value: torch.Tensor  # N: what is to be learned of that, 0 to 1
    has_result: torch.Tensor  # N: 0 where the game was stopped
    owned: torch.Tensor  # N x R*C: 1 where the mover's stone lies in the last position
    filled: torch.Tensor  # N x R*C: 1 where any stone lies in the last position


class Views:
    """The positions of one shape of view, R x C, out of some games."""

    def __init__(self, games, rows, columns, positions, game_of, expected, device):
        self.rows, self.columns = rows, columns
        self.size = len(positions)
        self.device = device
        game = game_of[positions]
        ply = positions - games.first_move[game]

        def put(array, kind):
            return torch.from_numpy(np.ascontiguousarray(array)).to(device=device, dtype=kind)

        # The moves of each game that occurs here, as a matrix with -1 behind the last.
        used, row_of = np.unique(game, return_inverse=True)
        lengths = games.first_move[used + 1] - games.first_move[used]
        plies = np.arange(max(1, lengths.max(initial=0)))
        inside = plies[None, :] < lengths[:, None]
        cells = np.full(inside.shape, -1, dtype=np.int16)
        cells[inside] = games.cell[(games.first_move[used][:, None] + plies[None, :])[inside]]
        self.cells = put(cells, torch.int16)
        self.game_columns = put(games.columns[used], torch.int64)
        self.result = put(games.result[used], torch.int64)
        self.row_of = put(row_of, torch.int64)
        self.ply = put(ply, torch.int64)
        self.expected = put(expected[positions], torch.float32)

        # The visits of each position, padded alike.
        first = games.first_visit[positions]
        counts = games.first_visit[positions + 1] - first
        entries = np.arange(max(1, counts.max(initial=0)))
        inside = entries[None, :] < counts[:, None]
        index = (first[:, None] + entries[None, :])[inside]
        visit_cells = np.zeros(inside.shape, dtype=np.int16)
        visit_counts = np.zeros(inside.shape, dtype=np.float32)
        visit_cells[inside] = games.visit_cell[index]
        visit_counts[inside] = games.visit_count[index]
        visit_counts /= np.maximum(1, visit_counts.sum(1, keepdims=True))
        self.visit_cells = put(visit_cells, torch.int16)
        self.visit_shares = put(visit_counts, torch.float32)

        template = torch.zeros(PLANES, rows + 2, columns + 2)
        template[0, 1:-1, 1:-1] = 1
        template[1, 0, 1:-1] = template[1, -1, 1:-1] = 1
        template[2, 1:-1, 0] = template[2, 1:-1, -1] = 1
        self.template = template.to(device)

    def batch(self, which, turned):
        """The positions of these indices; those where `turned` is true by a half turn."""
        row = self.row_of[which]
        ply = self.ply[which][:, None]
        columns = self.game_columns[row][:, None]
        mover = ply % 2  # 0: Black, who begins

        def view(cells):
            """Cells of the game as cells of the view; what is no cell becomes nonsense."""
            r, c = torch.div(cells, columns, rounding_mode="floor"), cells % columns
            r, c = torch.where(mover == 0, r, c), torch.where(mover == 0, c, r)
            seen = r * self.columns + c
            return torch.where(turned[:, None], self.rows * self.columns - 1 - seen, seen)

        moves = self.cells[row].long()
        plies = torch.arange(moves.shape[1], device=self.device)[None, :]
        there = moves >= 0
        seen = view(moves)
        is_movers = (plies % 2 == mover).expand_as(seen)
        count = self.rows * self.columns

        def spread(where, values=1.0):
            """Writes values to the cells seen where a condition holds."""
            into = torch.zeros(len(which), count + 1, device=self.device)
            into.scatter_(1, torch.where(where, seen, count), values)
            return into[:, :count]

        past = there & (plies < ply)
        own, other = spread(past & is_movers), spread(past & ~is_movers)
        planes = self.template.expand(len(which), -1, -1, -1).clone()
        shape = (len(which), self.rows, self.columns)
        planes[:, 1, 1:-1, 1:-1] = own.view(shape)
        planes[:, 2, 1:-1, 1:-1] = other.view(shape)
        planes[:, 3, 1:-1, 1:-1] = spread(there & (plies == ply - 1)).view(shape)

        policy = torch.zeros(len(which), count, device=self.device)
        policy.scatter_add_(1, view(self.visit_cells[which].long()), self.visit_shares[which])
        result = self.result[row]
        winner_is_mover = result == torch.where(mover[:, 0] == 0, shards.BLACK, shards.WHITE)
        return Batch(
            planes=planes,
            legal=(own + other) == 0,
            policy=policy,
            win=torch.where(result == shards.DRAW, 0.5, winner_is_mover.float()),
            value=torch.where(mover[:, 0] == 0, self.expected[which], 1 - self.expected[which]),
            has_result=(result != shards.ONGOING).float(),
            owned=spread(there & is_movers),
            filled=spread(there),
        )


def expected_results(games, horizon):
    """By move: Black's chance before it, as the rest of the game saw it. It is the mean of what the
    searches from there on said, each weighing 1/horizon of what is left of the weight, and of the
    winner, who gets the rest; with a horizon of 0 it is the winner alone. Games that were stopped
    have a half in place of a winner."""
    weight = 1 / horizon if horizon else 0.0
    lengths = np.diff(games.first_move)
    expected = np.zeros(len(games.cell))
    of_game = np.where(games.result == shards.BLACK, 1.0, np.where(games.result == shards.WHITE, 0.0, 0.5))
    for ply in range(lengths.max(initial=0) - 1, -1, -1):
        there = np.flatnonzero(lengths > ply)
        move = games.first_move[there] + ply
        black = games.value[move] if ply % 2 == 0 else 1 - games.value[move]
        searched = np.where(games.choice[move] == shards.OPENING, 0.0, weight)
        of_game[there] += searched * (black - of_game[there])
        expected[move] = of_game[there]
    return expected


def make_views(games, device, wanted=None, horizon=0):
    """Views by shape, of the positions that had a full search; `wanted` picks games by a mask. For
    the horizon see expected_results()."""
    for name in set(games.game.tolist()) - GAMES:
        raise ValueError(f"there are games of {name.decode()}, whose positions batches.py does not know")
    moves = np.diff(games.first_move)
    game_of = np.repeat(np.arange(len(games)), moves)
    ply = np.arange(len(game_of)) - games.first_move[game_of]
    by_black = ply % 2 == 0
    rows = np.where(by_black, games.rows[game_of], games.columns[game_of])
    columns = np.where(by_black, games.columns[game_of], games.rows[game_of])
    is_target = games.choice == shards.FULL
    if wanted is not None:
        is_target &= wanted[game_of]
    expected = expected_results(games, horizon)
    views = []
    for code in np.unique(rows[is_target] * 256 + columns[is_target]):
        r, c = divmod(int(code), 256)
        positions = np.flatnonzero(is_target & (rows == r) & (columns == c))
        views.append(Views(games, r, c, positions, game_of, expected, device))
    return views
