#include "tools/selfplay/settings.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <stdexcept>
#include <string>

#include "engine/base/split.hpp"

namespace isthmus::selfplay {

namespace {

using S = SelfplaySettings;

constexpr std::array kRows{
    SettingRow{"games", &S::games, 0, 1e12, "games to play; 0: no limit"},
    SettingRow{"seconds", &S::seconds, 0, 1e9, "seconds to play for; 0: no limit"},
    SettingRow{"parallel", &S::parallel, 1, 1 << 20, "games at a time"},
    SettingRow{"workers", &S::workers, 0, 1024,
               "threads that play the games; 0: one for each core"},
    SettingRow{"visits", &S::visits, 2, 65535, "visits of a full search"},
    SettingRow{"cheap-visits", &S::cheap_visits, 2, 65535,
               "visits of a cheap search, from which no policy is learned"},
    SettingRow{"full-share", &S::full_share, 0, 1, "share of the moves that get a full search"},
    SettingRow{"noise", &S::noise, 0, 1,
               "share of Dirichlet noise in the root's policy in full searches"},
    SettingRow{"noise-total", &S::noise_total, 0.01, 1000,
               "sum of the noise's parameters over the legal moves; small favours few moves"},
    SettingRow{"temperature", &S::temperature, 0, 10,
               "moves are drawn by visits to the power of 1/temperature at the start of a game; "
               "0: always the best"},
    SettingRow{"temperature-half-life", &S::temperature_half_life, 0.01, 100,
               "moves in which the temperature falls to half, in sides of the board"},
    SettingRow{"empty-openings", &S::empty_openings, 0, 1,
               "share of the games that begin by a search of the empty board; the others begin "
               "with a first stone that leaves both sides about the same chances"},
    SettingRow{"opening-spread", &S::opening_spread, 0.001, 100,
               "how far from 1/2 the chance to win after the first stone may be; large: any"},
    SettingRow{"setup-share", &S::setup_share, 0, 1,
               "share of the games that begin at a random position, with stones in turn on two "
               "cells to half of all, few more often than many"},
    SettingRow{"resign-below", &S::resign_below, 0, 0.5,
               "a game ends when one side's chance is below this; 0: it is always played out"},
    SettingRow{"resign-moves", &S::resign_moves, 2, 100,
               "moves in a row, of both sides in turn, that must agree so"},
    SettingRow{"play-on", &S::play_on, 0, 1,
               "share of the games that are played out all the same, to count wrong resignations"},
    SettingRow{"shard-megabytes", &S::shard_megabytes, 1, 1 << 12,
               "size at which a new shard is begun"},
    SettingRow{"report-every", &S::report_every, 0.1, 1e9, "seconds between two lines of progress"},
};

}  // namespace

std::span<const SettingRow> setting_rows() { return kRows; }

std::vector<WeightedSize> parse_sizes(std::string_view text) {
  std::vector<WeightedSize> sizes;
  for (const std::string_view part : split(text, ',')) {
    const std::size_t colon = std::min(part.find(':'), part.size());
    const auto size = parse_size(part.substr(0, colon));
    double weight = 1;
    bool is_weight = true;
    if (colon < part.size()) {
      const std::string_view number = part.substr(colon + 1);
      const auto [stop, error] =
          std::from_chars(number.data(), number.data() + number.size(), weight);
      is_weight = error == std::errc{} && stop == number.data() + number.size() && weight > 0 &&
                  weight < 1e9;
    }
    if (!size || !is_weight) {
      throw std::invalid_argument(
          "takes sides or COLUMNSxROWS with weights, as in 11:6,9:2,13, "
          "not '" +
          std::string(text) + "'");
    }
    sizes.push_back({*size, weight});
  }
  return sizes;
}

}  // namespace isthmus::selfplay
