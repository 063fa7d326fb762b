#include "tools/tournament/referee.hpp"

#include <memory>
#include <stdexcept>
#include <string>

#include "games/list.hpp"
#include "tools/bench/suites.hpp"

namespace isthmus {

namespace {

using namespace tournament;

constexpr int kSide = 11;

std::string cell(int column, int row) {
  return static_cast<char>('a' + column) + std::to_string(row + 1);
}

// Black fills every other row from the top on, White the rest by columns: neither wins before
// White's 51st move.
std::string moves_of(Colour colour) {
  std::string moves;
  for (int row = 0; colour == Colour::black && row < kSide; row += 2) {
    for (int column = 0; column < kSide; ++column) moves += " " + cell(column, row);
  }
  for (int column = 0; colour == Colour::white && column < kSide; ++column) {
    for (int row = 1; row < kSide; row += 2) moves += " " + cell(column, row);
  }
  return moves;
}

// An engine, for the shell, that knows its moves beforehand.
EngineSpec engine(Colour colour) {
  const std::string command =
      "while read -r id command rest; do case $command in clear_board) set --" + moves_of(colour) +
      "; printf '=%s\\n\\n' $id;; genmove) printf '=%s %s\\n\\n' $id $1; "
      "shift;; *) printf '=%s\\n\\n' $id;; esac; done";
  return {.name = "without thought", .command = command};
}

// Two engines, and games between them.
class Games {
 public:
  std::uint64_t operator()() {
    const GameRecord record =
        referee_game(spec_, {.black = 0, .white = 1}, {&players_[0], &players_[1]});
    if (record.reason != Reason::rules) throw std::runtime_error(record.detail);
    return record.moves.size();
  }

 private:
  Spec spec_{.game = make_game(kDefaultGame, kSide, kSide, SwapRule::none),
             .openings = {Opening()},
             .engines = {engine(Colour::black), engine(Colour::white)}};
  std::array<Engine, 2> players_{Engine(spec_.engines[0], "/dev/null", {}),
                                 Engine(spec_.engines[1], "/dev/null", {})};
};

// The questions of `moves` moves.
class Questions {
 public:
  std::uint64_t operator()() {
    constexpr int kMoves = 50;
    mover_.expect("clear_board", kTimeout);
    for (int i = 0; i < kMoves; ++i) {
      other_.expect("play black " + mover_.expect("genmove black", kTimeout), kTimeout);
    }
    return kMoves;
  }

 private:
  static constexpr double kTimeout = 10;  // seconds
  GtpClient mover_{engine(Colour::black).command, "/dev/null", {}};
  GtpClient other_{engine(Colour::white).command, "/dev/null", {}};
};

}  // namespace

void bench_referee(BenchTable& table) {
  const BenchRow row{"tournament", "moves without thought, " + std::string(kDefaultGame) + " 11x11",
                     "moves"};
  table.add(
      row,
      {"questions alone", [questions = std::make_shared<Questions>()] { return (*questions)(); }},
      {"referee", [games = std::make_shared<Games>()] { return (*games)(); }});
}

}  // namespace isthmus
