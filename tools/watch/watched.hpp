#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>

#include <nlohmann/json.hpp>

#include "engine/game/record.hpp"
#include "protocols/formats/game_file.hpp"

namespace isthmus {

// Something that plays games, as it stands in its folder.
class Watched {
 public:
  virtual ~Watched() = default;
  // The fields of an answer, with at most `games` of the last games. One call at a time. Throws
  // BadInput where what is there cannot be read.
  virtual nlohmann::ordered_json look(std::size_t games) = 0;
};

// The folder of a tournament. Throws BadInput where no results that can be read are in it.
std::unique_ptr<Watched> watch_tournament(const std::filesystem::path& folder);
// A folder of self-play; one that has no shards, or is not there, has no games yet.
std::unique_ptr<Watched> watch_selfplay(const std::filesystem::path& folder);

// One of the `games` of an answer: the game and its last position; `how` it ended is a word.
nlohmann::ordered_json watched_game_json(std::int64_t id, const GameFile& file,
                                         std::string_view how);

}  // namespace isthmus
