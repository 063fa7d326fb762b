#include <cstddef>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fuzz_input.hpp"

#include "games/list.hpp"
#include "protocols/formats/game_formats.hpp"

using namespace isthmus;

namespace {

// What is written in a format is read back the same from it, as far as the format goes.
void check_round_trip(const GameFile& file, const GameFormat& format) {
  Omissions omissions;
  std::string text;
  try {
    text = write_game(file, format, omissions);
  } catch (const FormatError&) {
    return;  // a game that the format cannot hold
  }
  // A player of this name would have the text taken for the site's own, where nothing is escaped.
  if (format.name == "littlegolem" && text.find("littlegolem") != text.npos &&
      text.find("AP[") == text.npos) {
    return;
  }
  std::vector<GameFile> again;
  read_games(text, format, file.record.shared_game(), omissions,
             [&](GameFile read) { again.push_back(std::move(read)); });
  // HexWorld has moves and passes for stones that were set up, and trmph no swap of sides.
  if (again.size() != 1 || again[0].record.position().stones != file.record.position().stones) {
    std::abort();
  }
  // A pass at the end gets lost, for one.
  if (omissions.empty() && write_game(again[0], format, omissions) != text) std::abort();
}

// A text may hold games without end; of the first ones all formats are tried.
constexpr int kMaxRoundTrips = 8;

}  // namespace

// Any text, in the format that the first byte counts to or that it seems to be in, is either games
// that every format writes and reads back, or refused with one line.
void isthmus::fuzz_input(std::string_view input) {
  if (input.empty()) return;
  static const std::shared_ptr<const Game> game = make_game("hex", 11, 11, SwapRule::none);
  const std::size_t choice = static_cast<unsigned char>(input[0]);
  const std::string_view text = input.substr(1);
  const GameFormat& format =
      choice < game_formats().size() ? game_formats()[choice] : guess_game_format(text);
  try {
    Omissions omissions;
    int games = 0;
    read_games(text, format, game, omissions, [&](const GameFile& file) {
      if (++games > kMaxRoundTrips) return;
      for (const GameFormat& other : game_formats()) check_round_trip(file, other);
    });
  } catch (const FormatError& error) {
    const std::string_view message = error.what();
    if (message.empty() || message.find('\n') != message.npos) std::abort();
  }
}
