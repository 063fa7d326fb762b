#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "engine/game/game.hpp"
#include "engine/net/net.hpp"
#include "engine/net/net_input.hpp"

namespace isthmus::selfplay {

// The newest net of a folder to which others add nets in the course of time: of all files *.net the
// one with the longest name, and of these the last by the alphabet, so that gen-1000.net comes
// after gen-999.net. For one thread at a time.
class NewestNet {
 public:
  // Looks for nets of a game, on any board. The folder need not be there yet. `note` is given a
  // line for each file that is passed over, and for each net that is found.
  NewestNet(std::filesystem::path folder, const Game& game,
            std::function<void(const std::string&)> note)
      : folder_(std::move(folder)),
        game_(game.name()),
        max_planes_(net_planes(game)),
        note_(std::move(note)) {}

  // The newest net that is whole, of the game, and sees no more of it than is known here, where it
  // is newer than what the last call found; else nothing. A file that was passed over is looked at
  // again once it has changed.
  std::optional<Net> look();

 private:
  // What a file was when it was passed over.
  using State = std::pair<std::filesystem::file_time_type, std::uintmax_t>;

  std::optional<Net> read(const std::filesystem::path& file);

  std::filesystem::path folder_;
  std::string game_;
  int max_planes_;
  std::function<void(const std::string&)> note_;
  std::filesystem::path found_;  // by the last call; empty before there is one
  std::map<std::filesystem::path, State> passed_over_;
};

}  // namespace isthmus::selfplay
