#pragma once

#include <cstdint>
#include <filesystem>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "engine/game/game.hpp"
#include "games/list.hpp"
#include "tools/selfplay/game_record.hpp"
#include "tools/selfplay/play.hpp"
#include "tools/selfplay/shards.hpp"

// The games of a shard, all of which must be whole.
inline std::vector<isthmus::selfplay::GameRecord> games_in(const std::filesystem::path& shard) {
  std::vector<isthmus::selfplay::GameRecord> games;
  const auto contents = isthmus::selfplay::read_shard(
      shard, [&](const isthmus::selfplay::GameRecord& game) { games.push_back(game); });
  CHECK(contents.lost_bytes == 0);
  return games;
}

// The games of all shards of a folder.
inline std::vector<isthmus::selfplay::GameRecord> games_below(const std::filesystem::path& folder) {
  std::vector<isthmus::selfplay::GameRecord> games;
  for (const auto& shard : isthmus::selfplay::list_shards(folder)) {
    for (auto& game : games_in(shard)) games.push_back(std::move(game));
  }
  return games;
}

// A game that is played with no other beside it.
inline isthmus::selfplay::GameRecord play_alone(const isthmus::selfplay::GameContext& context,
                                                const isthmus::Evaluator& evaluator,
                                                std::uint64_t seed) {
  isthmus::selfplay::SelfplayGame game(context, evaluator, seed);
  std::vector<isthmus::Evaluation> evaluations;
  while (game.play_on()) {
    evaluations.resize(game.asked().size());
    evaluator.evaluate(game.asked(), evaluations);
    game.answer(evaluations);
  }
  return game.played().record;
}

// A game of 5 x 5 that was stopped after its second move.
inline isthmus::selfplay::GameRecord unfinished_game(std::uint64_t seed) {
  isthmus::selfplay::GameRecord game;
  game.game = "hex";
  game.rows = game.columns = 5;
  game.seed = seed;
  game.moves.resize(2);
  game.moves[0].cell = 3;
  game.moves[1].cell = 7;
  return game;
}

// Plays a record through by the rules, and holds against it what it says of itself.
inline void check_game(const isthmus::selfplay::GameRecord& record, int max_visits) {
  using namespace isthmus;
  using namespace isthmus::selfplay;
  const auto game = make_game("hex", record.rows, record.columns, SwapRule::none);
  Position position = game->start();
  for (const MoveRecord& move : record.moves) {
    REQUIRE(game->is_legal(position, Move(move.cell)));
    CHECK((move.choice == Choice::full) == !move.visits.empty());
    int visits = 0;
    for (const CellVisits& entry : move.visits) {
      CHECK(game->is_legal(position, Move(entry.cell)));
      CHECK(entry.visits > 0);
      visits += entry.visits;
    }
    CHECK(visits < max_visits);
    game->play(position, Move(move.cell));
  }
  if (record.ending == Ending::rules) {
    CHECK(position.result != Result::ongoing);
    CHECK(record.result == position.result);
  } else {
    CHECK(position.result == Result::ongoing);
    CHECK((record.result == Result::ongoing) == (record.ending == Ending::stopped));
  }
}
