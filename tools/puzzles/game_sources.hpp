#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/game/game.hpp"
#include "engine/game/record.hpp"
#include "protocols/formats/game_file.hpp"

namespace isthmus::puzzles {

// Takes a game, and where it is from: "games.sgf, game 2".
using VisitRecord = std::function<void(const std::string& name, const Record& record)>;

// The games that an argument stands for: a file, a link, or - for standard input, with games of any
// format, or JSON queries; a folder or shard of self-play; a folder or results of a tournament.
class GameSource {
 public:
  // Reads texts, to the end. `game` is what games are that do not say it. Throws BadInput where
  // they cannot be read, or are no games.
  GameSource(std::string argument, std::shared_ptr<const Game> game);

  // Visits all games, as long as no stop is requested. What cannot be kept goes to `omissions`, and
  // of records that are damaged it is said on standard error. Throws BadInput where what holds
  // records cannot be read.
  void visit(Omissions& omissions, const std::stop_token& stop, const VisitRecord& visit) const;

 private:
  void read_text();

  std::string argument_;
  std::shared_ptr<const Game> game_;
  std::string name_;     // empty where it has none
  std::string games_{};  // a text
  std::vector<std::string> queries_{};
  std::vector<std::filesystem::path> shards_{};
  std::vector<std::filesystem::path> tournaments_{};
};

}  // namespace isthmus::puzzles
