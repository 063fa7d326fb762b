#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "engine/evaluator.hpp"
#include "engine/settings.hpp"
#include "protocols/game_file.hpp"

namespace isthmus {

// Which turns of a game get a picture of the position that they were made in.
struct MapChoice {
  bool all = false;
  bool worst = true;                    // the three that lost most
  std::vector<std::size_t> turns = {};  // these, from 1 on
};

// Reads "worst", "all", "none" or numbers as in "12,20". Throws BadInput that names --maps.
MapChoice parse_maps(const std::string& text);

struct ReviewOptions {
  EvaluatorFactory make_evaluator;
  Settings settings;          // its limits are those of each position
  std::string format;         // of standard output: text, sgf or svg
  std::filesystem::path out;  // a folder for files, or empty
  MapChoice maps;
};

// Visits of a position where the settings set no limit.
inline constexpr std::int64_t kReviewVisits = 1000;

// Reviews the games one after the other, as long as no signal asks it to stop, and writes each to
// standard output. In the folder it writes game.sgf, annotated, winrates.svg and turn-12.svg for
// turns chosen; for several games in folders 1, 2, ... of it. Throws BadInput where a folder cannot
// be made or written to.
void review_games(std::vector<GameFile> games, const ReviewOptions& options);

}  // namespace isthmus
