#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "fuzz_input.hpp"

#include "tools/book/book_game.hpp"
#include "tools/selfplay/game_record.hpp"

using namespace isthmus;

// Any bytes are either a game that is written the same, and that a book can take in, or refused.
void isthmus::fuzz_input(std::string_view input) {
  const std::span bytes(reinterpret_cast<const std::uint8_t*>(input.data()), input.size());
  try {
    const selfplay::GameRecord record = selfplay::decode(bytes);
    const std::vector<std::uint8_t> again = selfplay::encode(record);
    if (!std::equal(again.begin(), again.end(), bytes.begin(), bytes.end())) std::abort();
    if (book::book_game(record).moves.size() != record.moves.size()) std::abort();
  } catch (const std::invalid_argument&) {
  }
}
