#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "engine/game/game.hpp"
#include "gpu/tree/tree_games.hpp"
#include "tests/support/drawn_game.hpp"
#include "tests/support/random_position.hpp"

namespace isthmus::test {

// Game number i of a kind: it begins after some random moves, or in Havannah now and then up to
// four moves before a draw, and it may be played on.
inline TreeGame numbered_game(const Game& game, std::size_t number) {
  const bool is_late = number % 4 == 3 && game.playout_rule() == PlayoutRule::shapes;
  const auto cells = static_cast<std::size_t>(game.board().cell_count());
  return {number + 1,
          is_late ? drawn_position(game, cells - 1 - number / 4 % 4, number)
                  : random_position(game, static_cast<int>(number % 4), number),
          number % 3 == 0};
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

// The same where each move is given a slot of its own, the least that is free.
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
        game.play(under_way[number].position, Move(made.cell));
        begin(number);
      } else {
        ++ended;
        begin_next();
      }
    }
  }
  return played;
}

// How many of these games were drawn.
inline std::size_t draws_among(const std::vector<std::vector<TreeMove>>& games) {
  return static_cast<std::size_t>(std::count_if(games.begin(), games.end(), [](const auto& moves) {
    return !moves.empty() && moves.back().result == Result::draw;
  }));
}

}  // namespace isthmus::test
