#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "engine/game/game.hpp"
#include "engine/random/splitmix.hpp"
#include "gpu/tree/tree_games.hpp"
#include "tests/support/drawn_game.hpp"
#include "tests/support/random_position.hpp"

namespace isthmus::test {

// The position after as many random moves as can be without an end, `moves` at the most: with
// captures there may be more than the board has cells.
inline Position long_position(const Game& game, std::size_t moves, std::uint64_t seed) {
  SplitMix64 random(seed);
  Position position = game.start();
  for (std::size_t i = 0; i < moves; ++i) {
    std::vector<Move> legal = game.legal_moves(position);
    Position next;
    do {
      if (legal.empty()) return position;
      const std::size_t index = random() % legal.size();
      next = position;
      game.play(next, std::exchange(legal[index], legal.back()));
      legal.pop_back();
    } while (next.result != Result::ongoing);
    position = next;
  }
  return position;
}

// Game number i of a kind: it begins after some random moves, and it may be played on. Now and then
// it begins late: in Havannah up to four moves before a draw, with captures after about twice as
// many moves as there are cells.
inline TreeGame numbered_game(const Game& game, std::size_t number) {
  const bool is_late = number % 4 == 3;
  const auto cells = static_cast<std::size_t>(game.board().cell_count());
  Position position;
  if (is_late && game.playout_rule() == PlayoutRule::shapes) {
    position = drawn_position(game, cells - 1 - number / 4 % 4, number);
  } else if (is_late && game.capture_rule()) {
    position = long_position(game, 2 * cells - 6 + number / 4 % 8, number);
  } else {
    position = random_position(game, static_cast<int>(number % 4), number);
  }
  return {number + 1, position, number % 3 == 0};
}

// The moves of `games` games, by game and all of slot 0, played in `slots` slots.
inline std::vector<std::vector<TreeMove>> play_games(TreeGames& trees, const Game& game,
                                                     std::size_t games, std::size_t slots) {
  std::vector<std::vector<TreeMove>> played(games);
  std::vector<std::size_t> at(slots);  // by slot: the game
  std::size_t begun = 0, ended = 0;
  const auto begin = [&](std::size_t slot) {
    if (begun == games) return;
    trees.begin(static_cast<int>(slot), numbered_game(game, begun));
    at[slot] = begun++;
  };
  for (std::size_t slot = 0; slot < slots; ++slot) begin(slot);
  while (ended < games) {
    for (const TreeMove& made : trees.step()) {
      const auto slot = static_cast<std::size_t>(made.slot);
      TreeMove move = made;
      move.slot = 0;
      played[at[slot]].push_back(std::move(move));
      if (made.end == TreeMove::End::none) continue;
      ++ended;
      begin(slot);
    }
  }
  return played;
}

// The same where each move is given a slot of its own, the least that is free. Of every other game
// trees are given where stones were taken.
inline std::vector<std::vector<TreeMove>> play_games_by_moves(TreeGames& trees, const Game& game,
                                                              std::size_t games,
                                                              std::size_t slots) {
  std::vector<std::vector<TreeMove>> played(games);
  std::vector<TreeGame> under_way;
  std::vector<std::size_t> at(slots, games);  // by slot: the game, or none
  std::size_t ended = 0;
  const auto begin = [&](std::size_t number) {
    const auto slot = static_cast<std::size_t>(std::find(at.begin(), at.end(), games) - at.begin());
    at[slot] = number;
    trees.begin(static_cast<int>(slot), under_way[number]);
  };
  const auto begin_next = [&] {
    if (under_way.size() == games) return;
    under_way.push_back(numbered_game(game, under_way.size()));
    under_way.back().is_for_one_move = true;
    if (under_way.size() % 2 == 1) under_way.back().taken.emplace();  // too early for captures
    begin(under_way.size() - 1);
  };
  for (std::size_t slot = 0; slot < slots; ++slot) begin_next();
  while (ended < games) {
    for (const TreeMove& made : trees.step()) {
      const std::size_t number = std::exchange(at[static_cast<std::size_t>(made.slot)], games);
      TreeMove move = made;
      move.slot = 0;
      played[number].push_back(std::move(move));
      if (made.end == TreeMove::End::one_move) {
        TreeGame& at_move = under_way[number];
        const auto before = at_move.position.stones;
        game.play(at_move.position, Move(made.cell));
        if (at_move.taken) note_taken(before, at_move.position.stones, *at_move.taken);
        begin(number);
      } else {
        ++ended;
        begin_next();
      }
    }
  }
  return played;
}

// How many moves of these games, played as above, have taken stones.
inline std::size_t captures_among(const Game& game,
                                  const std::vector<std::vector<TreeMove>>& games) {
  std::size_t captures = 0;
  for (std::size_t i = 0; i < games.size(); ++i) {
    Position position = numbered_game(game, i).position;
    for (const TreeMove& move : games[i]) {
      if (move.end == TreeMove::End::resignation) break;
      const int stones = position.occupied().size();
      game.play(position, Move(move.cell));
      captures += position.occupied().size() <= stones ? 1 : 0;
    }
  }
  return captures;
}

// How many of these games were drawn.
inline std::size_t draws_among(const std::vector<std::vector<TreeMove>>& games) {
  return static_cast<std::size_t>(std::count_if(games.begin(), games.end(), [](const auto& moves) {
    return !moves.empty() && moves.back().result == Result::draw;
  }));
}

}  // namespace isthmus::test
