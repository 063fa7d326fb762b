#include "tools/book/book_game.hpp"

#include <algorithm>
#include <string_view>

#include "engine/random/splitmix.hpp"

namespace isthmus::book {

namespace {

// Folds numbers into one, in which each bit of each of them matters.
class Digest {
 public:
  void add(std::uint64_t number) { value_ = SplitMix64::mix(value_ + kOdd + number); }
  void add(std::string_view text) {
    for (char letter : text) add(static_cast<unsigned char>(letter));
    add(text.size());
  }
  std::uint64_t value() const { return value_; }

 private:
  static constexpr std::uint64_t kOdd = 0x9e3779b97f4a7c15u;  // or zeros would be lost
  std::uint64_t value_ = 0;
};

}  // namespace

BookGame book_game(const selfplay::GameRecord& record) {
  BookGame game;
  game.result = record.result;
  Digest digest;
  digest.add(record.seed);
  digest.add(record.net);
  digest.add(static_cast<std::uint64_t>(record.result));
  for (const selfplay::MoveRecord& move : record.moves) {
    game.moves.emplace_back(move.cell);
    Searched& searched = game.searches.emplace_back();
    for (const selfplay::CellVisits& entry : move.visits) searched.visits += entry.visits;
    searched.value = move.value / 65535.0;
    digest.add(move.cell);
  }
  game.digest = digest.value();
  return game;
}

BookGame book_game(const tournament::GameRecord& record, const tournament::Spec& spec) {
  BookGame game;
  game.moves = record.moves;
  const bool has_result = !tournament::is_misbehaviour(record.reason) &&
                          record.reason != tournament::Reason::move_limit;
  if (has_result && !record.winner) game.result = Result::draw;
  if (has_result && record.winner) {
    const bool sides_swapped = std::find(record.moves.begin(), record.moves.end(),
                                         Move::swap_sides()) != record.moves.end();
    const bool black_won = (*record.winner == record.game.black) != sides_swapped;
    game.result = black_won ? Result::black : Result::white;
  }
  Digest digest;
  for (int engine : {record.game.black, record.game.white}) {
    digest.add(spec.engines[static_cast<std::size_t>(engine)].name);
  }
  digest.add(static_cast<std::uint64_t>(record.game.id));
  digest.add(static_cast<std::uint64_t>(game.result));
  for (Move move : record.moves) digest.add(move.code());
  // Those of another run are other games, though the moves be the same.
  for (int milliseconds : record.milliseconds) digest.add(static_cast<std::uint64_t>(milliseconds));
  game.digest = digest.value();
  return game;
}

}  // namespace isthmus::book
