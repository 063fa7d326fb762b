#pragma once

#include <cstdint>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "games/list.hpp"
#include "tests/support/random_game.hpp"
#include "tools/book/book_file.hpp"
#include "tools/book/book_game.hpp"
#include "tools/selfplay/shards.hpp"

// Games for tests of books.

namespace isthmus::book {

inline BookFacts hex_facts(int side, int plies) {
  return {.game = "hex", .rows = side, .columns = side, .plies = plies};
}

// Searches of the position before the second and later moves: all with this many visits and value.
inline BookGame game_of(const Game& game, const std::vector<std::string>& moves, Result result,
                        std::uint64_t digest, Searched searched = {}) {
  BookGame played;
  played.result = result;
  played.digest = digest;
  for (const std::string& name : moves) {
    played.moves.push_back(*game.find_move(name));
    played.searches.push_back(searched);
  }
  return played;
}

// Random legal moves to the end, with random searches.
inline selfplay::GameRecord random_game(int side, std::mt19937_64& random) {
  const std::shared_ptr<const Game> game = isthmus::make_game("hex", side, side, SwapRule::none);
  selfplay::GameRecord record;
  record.game = game->name();
  record.rows = record.columns = static_cast<std::uint8_t>(side);
  record.seed = random();
  record.ending = selfplay::Ending::rules;
  const Record played = test::random_game(game, random, {}, [&](const Record&, Move move) {
    selfplay::MoveRecord next;
    next.cell = move.cell();
    next.value = static_cast<std::uint16_t>(random());
    if (random() % 2 == 0) {
      next.choice = selfplay::Choice::full;
      next.visits = {{move.cell(), static_cast<std::uint16_t>(1 + random() % 9)}};
    }
    record.moves.push_back(next);
  });
  record.result = played.position().result;
  return record;
}

inline std::vector<selfplay::GameRecord> random_games(int count, int side, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<selfplay::GameRecord> games;
  for (int i = 0; i < count; ++i) games.push_back(random_game(side, random));
  return games;
}

}  // namespace isthmus::book
