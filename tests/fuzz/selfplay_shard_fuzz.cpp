#include <cstdlib>
#include <string_view>

#include "fuzz_input.hpp"

#include "tools/base/bad_input.hpp"
#include "tools/selfplay/shards.hpp"

using namespace isthmus;

// Any bytes are either a shard, each of whose bytes belongs to a game or is lost, or refused.
void isthmus::fuzz_input(std::string_view input) {
  constexpr std::size_t kHeadingBytes = 16, kPrefixBytes = 8;
  const bool is_first = input.substr(0, kHeadingBytes) == "isthmus-games 1\n";
  std::size_t bytes = kHeadingBytes, games = 0;
  try {
    const auto contents =
        selfplay::read_games(input, "the input", [&](const selfplay::GameRecord& game) {
          bytes += kPrefixBytes + selfplay::encode(game).size();
          if (is_first) bytes -= 4 + game.game.size();  // it held neither these nor the name
          ++games;
        });
    if (contents.games != games || contents.lost_games > contents.lost_bytes) std::abort();
    if (input.size() < kHeadingBytes) bytes = 0;
    if (bytes + contents.lost_bytes != input.size()) std::abort();
  } catch (const BadInput&) {
  }
}
