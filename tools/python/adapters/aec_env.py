"""The games as an environment of PettingZoo (AEC: the agents act in turns), and as one of Gymnasium for a single
agent against an engine. It needs the module isthmus and NumPy; where PettingZoo and Gymnasium are installed these are
environments of theirs, with their spaces, else objects with the same calls and no spaces.

    from isthmus.aec_env import AecEnv
    env = AecEnv("hex", 11)
    env.reset()
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        env.step(None if termination else int(observation["action_mask"].argmax()))

Actions are those of spiel_game.py. An observation is a dict: `observation` is rows x columns x 4, of 0 and 1,
the planes of spiel_game.py as the agent sees them; `action_mask` has 1 for each legal action, and 0 in all
places where the agent is not to move. The reward of the last action is 1 for who has won, -1 for who has lost.
"""

from __future__ import annotations

import pathlib
import sys
from collections.abc import Iterator
from typing import Any

import isthmus
import numpy as np

if __package__:
    from . import spiel_game
else:  # in a checkout
    sys.path.insert(0, str(pathlib.Path(__file__).parent))
    import spiel_game  # type: ignore

try:
    from gymnasium import Env, spaces  # type: ignore
except ImportError:
    Env, spaces = object, None
try:
    from pettingzoo import AECEnv  # type: ignore
except ImportError:
    AECEnv = object


class Seen:
    """What observations have in common."""

    def __init__(self, name: str, size: int | str | None, swap: str) -> None:
        self.game = spiel_game.Game(name, size, swap)
        self.actions = self.game.num_distinct_actions()
        self.shape = (*self.game.observation_tensor_shape()[1:], len(spiel_game.PLANES))

    def observe(self, state: spiel_game.State, player: int) -> dict[str, Any]:
        planes = np.reshape(state.observation_tensor(player), self.game.observation_tensor_shape())
        return {"observation": planes.transpose(1, 2, 0).astype(np.int8),
                "action_mask": np.array(state.legal_actions_mask(player), np.int8)}

    def observation_space(self) -> Any:
        return spaces.Dict({"observation": spaces.Box(0, 1, self.shape, np.int8),
                            "action_mask": spaces.Box(0, 1, (self.actions,), np.int8)})


class AecEnv(AECEnv):
    """A game of two agents, `player_0` and `player_1`; the arguments are those of isthmus.Game."""

    metadata = {"name": "isthmus_v0", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(self, name: str = "hex", size: int | str | None = None, swap: str = "none",
                 render_mode: str | None = None) -> None:
        self.seen, self.render_mode = Seen(name, size, swap), render_mode
        self.possible_agents = ["player_0", "player_1"]
        self.agents: list[str] = []
        if spaces:
            self.observation_spaces = {agent: self.seen.observation_space() for agent in self.possible_agents}
            self.action_spaces = {agent: spaces.Discrete(self.seen.actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """The empty board. Nothing is drawn at random, whatever the seed."""
        self.state_of_game = self.seen.game.new_initial_state()
        self.agents = list(self.possible_agents)
        self.agent_selection = self.agents[0]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}

    def observe(self, agent: str) -> dict[str, Any]:
        return self.seen.observe(self.state_of_game, self.possible_agents.index(agent))

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        agent = self.agent_selection
        return (self.observe(agent) if observe else None, self._cumulative_rewards[agent], self.terminations[agent],
                self.truncations[agent], self.infos[agent])

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        """The agents in the order in which they act, to the end of the game."""
        while self.agents and max_iter > 0:
            yield self.agent_selection
            max_iter -= 1

    def step(self, action: int | None) -> None:
        """The action of the agent who is to act; None from each of them when the game is over. Raises
        ValueError where it is not legal."""
        agent = self.agent_selection
        if self.terminations[agent]:
            if action is not None:
                raise ValueError("the game is over: the only action is None")
            self.agents.remove(agent)
            del self._cumulative_rewards[agent], self.terminations[agent], self.truncations[agent], self.infos[agent]
            self.rewards = dict.fromkeys(self.agents, 0.0)
            self.agent_selection = self.agents[0] if self.agents else agent
            return
        if action is None:
            raise ValueError("None is an action only when the game is over")
        self.state_of_game.apply_action(action)
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.agents, self.state_of_game.returns()))
        for each, reward in self.rewards.items():
            self._cumulative_rewards[each] += reward
            self.terminations[each] = self.state_of_game.is_terminal()
        self.agent_selection = self.agents[1 - self.agents.index(agent)]

    def render(self) -> str:
        return str(self.state_of_game)

    def close(self) -> None:
        pass


class EngineEnv(Env):
    """For one agent: the other side is an engine that searches with `visits`. The agent begins, or the
    engine after reset(options={"begins": False})."""

    metadata = {"render_modes": ["ansi"]}

    def __init__(self, name: str = "hex", size: int | str | None = None, swap: str = "none", visits: int = 1,
                 render_mode: str | None = None, **engine: Any) -> None:
        self.seen, self.visits, self.render_mode = Seen(name, size, swap), visits, render_mode
        self.engine = isthmus.Engine(self.seen.game.rules, **engine)
        if spaces:
            self.observation_space = self.seen.observation_space()
            self.action_space = spaces.Discrete(self.seen.actions)

    def reset(self, seed: int | None = None,
              options: dict[str, Any] | None = None) -> tuple[dict[str, Any], dict[str, Any]]:
        """Returns the first observation of the agent, and an empty dict."""
        if Env is not object:
            super().reset(seed=seed)
        self.player = 0 if (options or {}).get("begins", True) else 1
        self.state = self.seen.game.new_initial_state()
        self._answer()
        return self.seen.observe(self.state, self.player), {}

    def step(self, action: int) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """The agent's action, and the engine's answer. Raises ValueError where it is not legal."""
        self.state.apply_action(action)
        self._answer()
        return (self.seen.observe(self.state, self.player), self.state.returns()[self.player],
                self.state.is_terminal(), False, {})

    def _answer(self) -> None:
        if self.state.current_player() == 1 - self.player:
            best = self.engine.search(self.state.position, visits=self.visits)["moves"][0]["move"]
            self.state.apply_action(self.state.string_to_action(best))

    def render(self) -> str:
        return str(self.state)
