"""Plays games of chance through the adapters of tools/python/adapters, and holds each position, mask, reward and
result to the module's own.

Usage: adapters_check.py [FOLDER]

FOLDER holds the module for Python. Without it nothing can be checked, and that is said by exit code 77.
"""

import pathlib
import random
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]
if len(sys.argv) < 2:
    print("SKIPPED: not built: the module for Python; see tools/python/README.md")
    sys.exit(77)
sys.dont_write_bytecode = True
sys.path[:0] = [sys.argv[1], str(ROOT / "tools/python/adapters")]

import isthmus  # noqa: E402
import numpy as np  # noqa: E402

import aec_env  # noqa: E402
import spiel_game  # noqa: E402

# Small ones, each with a rule of swaps.
BOARDS = [("hex", 4, "swap-pieces"), ("hex", "4x3", "none"), ("rex", 4, "swap-sides"), ("y", 5, "swap-sides"),
          ("havannah", 3, "swap-sides"), ("gonnect", 4, "none"), ("gonnect-repetition-loses", 4, "swap-sides")]


def refused(call, *arguments):
    try:
        call(*arguments)
    except ValueError:
        return True
    return False


def check_state(state, position, swapped):
    """`position` is what the module says that the actions lead to, `swapped` whether player 0 has White's side."""
    game = state.game.rules
    assert state.is_terminal() == (position.result is not None) and (state.position.stones == position.stones).all()
    legal = [] if position.result else position.legal_moves()
    assert sorted(map(state.action_to_string, state.legal_actions())) == sorted(legal)
    assert [state.string_to_action(move) for move in map(state.action_to_string, state.legal_actions())] \
        == state.legal_actions()
    assert sum(state.legal_actions_mask()) == len(legal)
    mover = state.current_player()
    if position.result is None:
        assert state.colour(mover) == position.to_move and state.legal_actions(1 - mover) == []
        assert refused(state.apply_action, state.game.num_distinct_actions())
    else:
        assert mover == spiel_game.TERMINAL and sum(state.returns()) == 0
        wins = {"black": 1, "white": -1, "draw": 0}[position.result] * (-1 if swapped else 1)
        assert state.returns() == [wins, -wins], (position.result, swapped)
    for player, sign in ((0, -1 if swapped else 1), (1, 1 if swapped else -1)):
        own, other, cells, black = np.reshape(state.observation_tensor(player), state.game.observation_tensor_shape())
        assert (own - other == sign * position.stones).all() and (cells == game.cells).all()
        assert (black == (sign == 1)).all()


def play_states(name, size, swap, draw):
    """A game of chance. Returns whether there was a swap, and the result."""
    state = spiel_game.Game(name, size, swap).new_initial_state()
    position, swapped, swaps, actions = isthmus.Game(name, size, swap).start(), False, 0, []
    check_state(state, position, swapped)
    while position.result is None:
        actions.append(draw.choice(state.legal_actions()))
        move = state.action_to_string(actions[-1])
        before = str(state)
        after = state.child(actions[-1])
        assert str(state) == before, "a child is another state"
        state = after
        position = position.play(move)
        swaps += move == swap
        swapped ^= move == "swap-sides"
        check_state(state, position, swapped)
    assert state.history() == actions and len(actions) <= state.game.max_game_length()
    assert refused(state.apply_action, actions[-1])
    return swaps, position.result


def play_agents(name, size, swap, draw):
    env = aec_env.AecEnv(name, size, swap)
    env.reset()
    state = env.seen.game.new_initial_state()
    total, turns = dict.fromkeys(env.possible_agents, 0), 0
    for agent in env.agent_iter():
        observation, reward, is_over, _, _ = env.last()
        total[agent] += reward
        if is_over:
            assert not observation["action_mask"].any() and refused(env.step, 0)
            env.step(None)
            continue
        assert agent == env.possible_agents[turns % 2] and reward == 0
        assert not env.observe(env.possible_agents[1 - turns % 2])["action_mask"].any()
        action = int(draw.choice(np.flatnonzero(observation["action_mask"])))
        planes = np.reshape(state.observation_tensor(turns % 2), state.game.observation_tensor_shape())
        assert (observation["observation"] == planes.transpose(1, 2, 0)).all()
        env.step(action)
        state.apply_action(action)
        turns += 1
    assert list(total.values()) == state.returns() and state.is_terminal()


def check_engine():
    """On 3x3 Black wins who begins, and the engine sees that."""
    env = aec_env.EngineEnv("hex", 3, visits=200, evaluator="fills", backend="cpu")
    draw = random.Random(5)
    for begins in (False, True):
        observation, _ = env.reset(options={"begins": begins})
        assert observation["observation"][..., :2].sum() == (not begins)
        assert observation["observation"][..., 3].all() == begins
        is_over = False
        while not is_over:
            observation, reward, is_over, _, _ = env.step(int(draw.choice(np.flatnonzero(observation["action_mask"]))))
        assert reward == -1 or begins and reward == 1, (begins, reward)
    assert refused(env.step, 0)


def main():
    draw = random.Random(3)
    for name, size, swap in BOARDS:
        games = [play_states(name, size, swap, draw) for _ in range(60)]
        results = {result for _, result in games}
        assert {"black", "white"} <= results, (name, results)
        assert (sum(swaps for swaps, _ in games) > 0) == (swap != "none"), name
        for _ in range(10):
            play_agents(name, size, swap, draw)
        print(f"{name} {size} {swap}: {len(games)} games")
    check_engine()


main()
