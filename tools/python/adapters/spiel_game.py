"""The games with the calls of OpenSpiel's Python games (pyspiel.Game and pyspiel.State), for algorithms that
are written for these. It needs the module isthmus and NumPy, and not OpenSpiel.

    from isthmus.spiel_game import Game
    state = Game("hex", 11, swap="swap-pieces").new_initial_state()
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    print(state.returns())

Player 0 begins, and the players take turns. An action is the number of a cell, row * columns + column, or the
number behind the last cell: the swap. A player's colour is Black or White, and changes with a swap of sides.
"""

from __future__ import annotations

from typing import Any

import isthmus
import numpy as np

TERMINAL = -4  # the player of a finished game, as pyspiel.PlayerId.TERMINAL
PLANES = ("own stones", "the other's stones", "cells of the board", "ones where the player is Black")


class Game:
    """A game on a board; the arguments are those of isthmus.Game."""

    def __init__(self, name: str, size: int | str | None = None, swap: str = "none") -> None:
        self.rules = isthmus.Game(name, size, swap)
        self.swap, self.has_swap = swap, swap != "none"
        self.cells = self.rules.rows * self.rules.columns

    def new_initial_state(self) -> State:
        return State(self, self.rules.start())

    def num_players(self) -> int:
        return 2

    def num_distinct_actions(self) -> int:
        return self.cells + self.has_swap

    def max_game_length(self) -> int:
        """A bound of the number of actions. Where stones are taken it is of no use: no position comes twice."""
        return 3**self.cells if self.rules.name.startswith("gonnect") else self.num_distinct_actions()

    def observation_tensor_shape(self) -> list[int]:
        return [len(PLANES), self.rules.rows, self.rules.columns]

    def get_type(self) -> Any:
        """As OpenSpiel's algorithms ask for it; this alone needs OpenSpiel."""
        from pyspiel import GameType  # type: ignore

        return GameType(
            short_name=self.rules.name, long_name=self.rules.name, dynamics=GameType.Dynamics.SEQUENTIAL,
            chance_mode=GameType.ChanceMode.DETERMINISTIC, information=GameType.Information.PERFECT_INFORMATION,
            utility=GameType.Utility.ZERO_SUM, reward_model=GameType.RewardModel.TERMINAL, max_num_players=2,
            min_num_players=2, provides_information_state_string=True, provides_information_state_tensor=False,
            provides_observation_string=True, provides_observation_tensor=True, parameter_specification={})

    def min_utility(self) -> float:
        return -1.0

    def max_utility(self) -> float:
        return 1.0

    def utility_sum(self) -> float:
        return 0.0


class State:
    """A position and how it came about."""

    def __init__(self, game: Game, position: isthmus.Position) -> None:
        self.game, self.position = game, position
        self.actions: list[int] = []
        self.first_is_black = True  # player 0

    def get_game(self) -> Game:
        return self.game

    def num_players(self) -> int:
        return 2

    def current_player(self) -> int:
        return TERMINAL if self.is_terminal() else len(self.actions) % 2

    def is_terminal(self) -> bool:
        return self.position.result is not None

    def is_chance_node(self) -> bool:
        return False

    def is_simultaneous_node(self) -> bool:
        return False

    def legal_actions(self, player: int | None = None) -> list[int]:
        """In rising order; none of a player who is not to move."""
        if self.is_terminal() or player not in (None, self.current_player()):
            return []
        swaps = [self.game.cells] if self.game.has_swap and self.game.swap in self.position.legal_moves() else []
        return [int(cell) for cell in self.position.legal_cells()] + swaps

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        mask = [0] * self.game.num_distinct_actions()
        for action in self.legal_actions(player):
            mask[action] = 1
        return mask

    def apply_action(self, action: int) -> None:
        """Raises ValueError where it is not legal."""
        if action not in self.legal_actions():
            raise ValueError(f"{action} is no legal action here")
        is_swap = action == self.game.cells
        self.position = self.position.play(self.game.swap if is_swap else action)
        self.first_is_black ^= is_swap and self.game.swap == "swap-sides"
        self.actions.append(action)

    def child(self, action: int) -> State:
        after = self.clone()
        after.apply_action(action)
        return after

    def clone(self) -> State:
        copy = State(self.game, self.position)
        copy.actions, copy.first_is_black = list(self.actions), self.first_is_black
        return copy

    def colour(self, player: int) -> isthmus.Colour:
        return "black" if (player == 0) == self.first_is_black else "white"

    def returns(self) -> list[float]:
        """1 for who has won, -1 for who has lost, by player; 0 before the end and in draws."""
        if self.position.result not in ("black", "white"):
            return [0.0, 0.0]
        return [1.0 if self.colour(player) == self.position.result else -1.0 for player in (0, 1)]

    rewards = returns  # all of them come with the last action

    def player_return(self, player: int) -> float:
        return self.returns()[player]

    def observation_tensor(self, player: int | None = None) -> list[float]:
        """Flat, of the shape that the game names: what a player sees, or the one to move."""
        colour = self.position.to_move if player is None else self.colour(player)
        own = 1 if colour == "black" else -1
        planes = np.zeros(self.game.observation_tensor_shape(), np.float32)
        planes[0], planes[1] = self.position.stones == own, self.position.stones == -own
        planes[2], planes[3] = self.game.rules.cells, colour == "black"
        return planes.ravel().tolist()

    def history(self) -> list[int]:
        return list(self.actions)

    def history_str(self) -> str:
        return ", ".join(map(str, self.actions))

    def information_state_string(self, player: int | None = None) -> str:
        return self.history_str()

    observation_string = information_state_string

    def action_to_string(self, player: int, action: int | None = None) -> str:
        """As OpenSpiel, with the player in front or without."""
        action = player if action is None else action
        return self.game.swap if action == self.game.cells else self.game.rules.cell_name(action)

    def string_to_action(self, name: str) -> int:
        return self.game.cells if name == self.game.swap else self.game.rules.cell(name)

    def move_number(self) -> int:
        return len(self.actions)

    def __str__(self) -> str:
        return " ".join(self.action_to_string(action) for action in self.actions)
