#pragma once

#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

#include "protocols/formats/game_file.hpp"
#include "protocols/review/review.hpp"

namespace isthmus {

// Which turns of a game get a picture of the position that they were made in.
struct MapChoice {
  bool all = false;
  bool worst = true;                    // the three that lost most
  std::vector<std::size_t> turns = {};  // these, from 1 on
};

// Reads "worst", "all", "none" or numbers as in "12,20". Throws BadInput that names --maps.
MapChoice parse_maps(const std::string& text);

// How far a review is after this many seconds, for a terminal: "12 searches of 45, about 9 s more".
// The searches around mistakes are not in `of` before it comes to them.
std::string review_progress_text(std::size_t done, std::size_t of, double seconds);

struct ReviewOptions {
  Reviewer reviewer;
  ReviewLimits limits;
  std::string format;  // of standard output: text, sgf or svg
  MapChoice maps;
};

// Reviews a game, as far as no stop is requested, and writes the review to files in `folder`, where
// that is not empty, and then to standard output. The files are game.sgf, annotated, winrates.svg,
// and turn-12.svg for turns chosen. Throws BadInput where the folder cannot be made or written to,
// before the review.
void review_game(GameFile file, const ReviewOptions& options, const std::filesystem::path& folder,
                 const std::stop_token& stop);

}  // namespace isthmus
