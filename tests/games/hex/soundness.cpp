// Puts all that is claimed for certain about Hex to the test, on many positions, and prints a
// table.
//
// Usage: hex_soundness [SHARE] [PART...]
//
// SHARE is how much of all positions is looked at, from 0 to 1 (the default); PARTs are names of
// the table's first column, all where none is given. Exit code 0 if every claim holds; 1 if one is
// false, or could not be decided on boards of up to 7 x 7; 2 for arguments that are none.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <utility>
#include <vector>

#include "engine/random/splitmix.hpp"
#include "games/hex/circuit.hpp"
#include "tests/games/hex/board_values.hpp"
#include "tests/games/hex/claims.hpp"
#include "tests/games/hex/olympiad_games.hpp"
#include "tests/games/hex/play_claims.hpp"

namespace isthmus::test {

namespace {

struct Part {
  std::string name;
  std::int64_t positions = 0;
  std::int64_t unsolved = 0;  // besides these
  ClaimCheck::Counts counts;
};

bool is_over(const PlainSolver& rules, const Position& position) {
  return rules.has_won(PlainSolver::mask(position.stones[0]), Colour::black) ||
         rules.has_won(PlainSolver::mask(position.stones[1]), Colour::white);
}

// Every position of a game, or a share of them; of two that half a turn makes equal, one.
void check_all(Part& part, int side, double share) {
  BoardValues values(side, side);
  const int cells = side * side;
  ClaimCheck check(
      side, side,
      [&](const Position& position) {
        const bool wins = values.black_wins(BruteForce::mask(position.stones[0]),
                                            BruteForce::mask(position.stones[1]), position.to_move);
        return wins ? Colour::black : Colour::white;
      },
      0, 0, part.counts);
  const auto turned = [&](BruteForce::Mask mask) {
    BruteForce::Mask other = 0;
    for (int i = 0; i < cells; ++i) other |= (mask >> i & 1U) << (cells - 1 - i);
    return other;
  };
  SplitMix64 random(61);
  values.for_each([&](BruteForce::Mask black, BruteForce::Mask white) {
    if (std::pair(black, white) > std::pair(turned(black), turned(white))) return;
    const auto chance = static_cast<double>(random() >> 11) * 0x1p-53;
    if (chance >= share) return;
    Position position;
    for (int i = 0; i < cells; ++i) {
      if ((black & BruteForce::bit(i)) != 0) position.stones[0].insert(static_cast<Cell>(i));
      if ((white & BruteForce::bit(i)) != 0) position.stones[1].insert(static_cast<Cell>(i));
    }
    const bool is_black = position.stones[0].size() == position.stones[1].size();
    position.to_move = is_black ? Colour::black : Colour::white;
    ++part.positions;
    check.check_solution(position);
    check.check_inferior_cells(position);
    if (part.positions % 16 == 0 || side < 4) check.check_pieces(position);
  });
}

// Stones at random, of both sides in turn.
Position random_position(const Board& board, int stones, SplitMix64& random) {
  std::vector<Cell> cells;
  board.cells().for_each([&](Cell cell) { cells.push_back(cell); });
  Position position;
  for (int i = 0; i < stones; ++i) {
    const std::size_t place = random() % cells.size();
    position.of(position.to_move).insert(cells[place]);
    position.to_move = opponent(position.to_move);
    cells.erase(cells.begin() + static_cast<std::ptrdiff_t>(place));
  }
  return position;
}

// `count` positions with stones at random, `fewest` to `most`.
void check_random(Part& part, int side, int count, int fewest, int most) {
  const Board board = Board::rhombus(side, side);
  const PlainSolver rules(side, side);
  ClaimCheck check(side, side, {}, ClaimCheck::kPlainNodes, 0, part.counts);
  SplitMix64 random(static_cast<std::uint64_t>(62 + side));
  while (part.positions < count) {
    const int stones =
        fewest + static_cast<int>(random() % static_cast<unsigned>(most - fewest + 1));
    const Position position = random_position(board, stones, random);
    if (is_over(rules, position)) continue;
    ++part.positions;
    check.check_solution(position);
    if (part.positions % 8 == 0) check.check_inferior_cells(position);
    if (part.positions % 16 == 0) check.check_pieces(position);
  }
}

// Games of 11 x 11 that both sides play where most current flows, or one of the next best cells: so
// many positions that the solver solves in a hundred of its own.
void check_games(Part& part, int count) {
  constexpr int kSide = 11, kNodes = 100, kOfGame = 4;
  constexpr double kSeconds = 20;
  const Board board = Board::rhombus(kSide, kSide);
  const HexBoard<2> cells(board);
  const PlainSolver rules(kSide, kSide);
  ClaimCheck check(kSide, kSide, {}, ClaimCheck::kPlainNodes, kSeconds, part.counts);
  std::array<HSearch<2>, 2> connections{HSearch<2>(cells), HSearch<2>(cells)};
  SplitMix64 random(63);
  while (part.positions < count) {
    Position position;
    int of_game = 0;
    for (int stones = 0; !is_over(rules, position) && of_game < kOfGame; ++stones) {
      if (stones > 30 && part.positions < count && check.check_solution(position, kNodes)) {
        ++part.positions;
        ++of_game;
        if (of_game == 1) check.check_inferior_cells(position);
      }
      std::array<std::vector<double>, 2> currents;
      for (const Colour colour : {Colour::black, Colour::white}) {
        auto& search = connections[static_cast<std::size_t>(colour)];
        search.find(stones_of<2>(position), colour);
        currents[static_cast<std::size_t>(colour)] = cell_currents(cells, search);
      }
      std::vector<std::pair<double, Cell>> best;
      (board.cells() - position.occupied()).for_each([&](Cell cell) {
        best.emplace_back(-currents[0][cell] * currents[1][cell], cell);
      });
      std::sort(best.begin(), best.end());
      const Cell cell =
          best[random() % std::min<std::size_t>(best.size(), stones < 6 ? 12 : 4)].second;
      position.of(position.to_move).insert(cell);
      position.to_move = opponent(position.to_move);
    }
  }
}

// Positions of games that others have played: the first `count` that the solver solves by a
// thousand positions of its own, or all where there are fewer.
void check_olympiads(Part& part, int count) {
  constexpr int kSide = 11, kNodes = 1000;
  constexpr double kSeconds = 20;
  const Hex game(kSide, kSide, SwapRule::none);
  ClaimCheck check(kSide, kSide, {}, ClaimCheck::kPlainNodes, kSeconds, part.counts);
  for (const Position& position : positions_of_games(game, ISTHMUS_OLYMPIAD_GAMES,
                                                     {6, 9, 12, 15, 18, 21, 24, 28, 32, 36, 40})) {
    if (part.positions == count) break;
    ++(check.check_solution(position, kNodes) ? part.positions : part.unsolved);
  }
}

int run(double share, const std::vector<std::string>& wanted) {
  const auto of = [&](int count) { return std::max(1, static_cast<int>(share * count)); };
  bool is_good = true;
  std::puts("| positions | claims | hold | by certificate | false | undecided | seconds |");
  std::puts("| --- | --- | ---: | ---: | ---: | ---: | ---: |");
  const auto check = [&](const char* name, bool must_decide, auto look) {
    if (!wanted.empty() && std::find(wanted.begin(), wanted.end(), name) == wanted.end()) return;
    Part part{.name = name, .counts = {}};
    const auto begin = std::chrono::steady_clock::now();
    look(part);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    const std::string unsolved =
        part.unsolved > 0 ? ", " + std::to_string(part.unsolved) + " not solved" : "";
    std::printf("| %s | %lld positions%s | | | | | %.1f |\n", name,
                static_cast<long long>(part.positions), unsolved.c_str(), seconds.count());
    for (const auto& [what, counts] : part.counts) {
      std::printf(
          "| %s | %s | %lld | %lld | %lld | %lld | |\n", name, what.c_str(),
          static_cast<long long>(counts.held), static_cast<long long>(counts.by_certificate),
          static_cast<long long>(counts.false_ones), static_cast<long long>(counts.undecided));
      for (const std::string& example : counts.examples) {
        std::fprintf(stderr, "hex_soundness: %s, %s: %s\n", name, what.c_str(), example.c_str());
      }
      is_good = is_good && counts.false_ones == 0 && !(must_decide && counts.undecided > 0);
    }
    std::fflush(stdout);
  };
  check("3x3", true, [&](Part& part) { check_all(part, 3, 1); });
  check("4x4", true, [&](Part& part) { check_all(part, 4, share); });
  check("5x5", true, [&](Part& part) { check_random(part, 5, of(20'000), 1, 10); });
  check("6x6", true, [&](Part& part) { check_random(part, 6, of(2'000), 4, 16); });
  check("7x7", true, [&](Part& part) { check_random(part, 7, of(2'000), 8, 24); });
  check("11x11", false, [&](Part& part) { check_games(part, of(200)); });
  check("olympiads", false, [&](Part& part) { check_olympiads(part, of(200)); });
  check("play", true, [&](Part& part) {
    // Of a share too small for that, one game by each way to ask the solver.
    part.positions = check_play(std::max(2, of(20)), share < 0.01 ? 4 : 1, part.counts);
  });
  return is_good ? 0 : 1;
}

}  // namespace

}  // namespace isthmus::test

int main(int count, char** arguments) {
  try {
    std::vector<std::string> parts(arguments + 1, arguments + count);
    double share = 1;
    if (!parts.empty() && parts.front().find_first_not_of("0123456789.") == std::string::npos) {
      share = std::strtod(parts.front().c_str(), nullptr);
      parts.erase(parts.begin());
    }
    const std::vector<std::string> known{"3x3", "4x4",   "5x5",       "6x6",
                                         "7x7", "11x11", "olympiads", "play"};
    for (const std::string& part : parts) {
      if (std::find(known.begin(), known.end(), part) != known.end()) continue;
      std::fprintf(stderr,
                   "hex_soundness: '%s' is no part; give a share and of the table's parts\n",
                   part.c_str());
      return 2;
    }
    return isthmus::test::run(share, parts);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "hex_soundness: %s\n", error.what());
    return 1;
  }
}
