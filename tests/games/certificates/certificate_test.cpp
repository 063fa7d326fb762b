// Certificates: all positions of small boards are proven, damaged ones prove nothing that is false.

#include <cstdint>
#include <initializer_list>
#include <random>
#include <span>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "engine/solve/general_solver.hpp"
#include "engine/theory/certifier.hpp"
#include "engine/theory/solver.hpp"
#include "games/hex/hex.hpp"
#include "games/list.hpp"

namespace isthmus {

namespace {

// Who wins, by playing everything out.
Colour winner_of(const Game& game, const Position& position) {
  if (position.result != Result::ongoing) {
    return position.result == win_for(Colour::black) ? Colour::black : Colour::white;
  }
  for (const Move move : game.legal_moves(position)) {
    Position next = position;
    game.play(next, move);
    if (winner_of(game, next) == position.to_move) return position.to_move;
  }
  return opponent(position.to_move);
}

std::string certificate_of(const Game& game, const Position& position) {
  const auto solver = make_solver(game, {.bytes = 1 << 22});
  return game.certifier()->certificate(position, *solver, 0, {}).value();
}

Position after(const Game& game, Move move) {
  Position position = game.start();
  game.play(position, move);
  return position;
}

// Another word in the place of one, a word or line less, or two lines in each other's place.
std::string damaged(const Game& game, const std::string& text, std::mt19937_64& random) {
  std::vector<std::vector<std::string>> lines(1);
  std::string word;
  for (const char letter : text) {
    if (letter != ' ' && letter != '\n') {
      word += letter;
      continue;
    }
    lines.back().push_back(word);
    word.clear();
    if (letter == '\n') lines.emplace_back();
  }
  lines.pop_back();
  const auto any = [&](std::size_t count) { return static_cast<std::size_t>(random() % count); };
  const std::size_t at = 3 + any(lines.size() - 3);
  auto& line = lines[at];
  const std::size_t place = any(line.size());
  std::vector<std::string> others{"first", "second", "third", "B",   "W",
                                  "all",   "any",    "each",  "fill"};
  for (const Move move : game.legal_moves(game.start())) {
    others.push_back(game.name(move));
    others.push_back(game.name(move) + "#" + std::to_string(any(lines.size())));
    for (const Move other : game.legal_moves(game.start())) {
      others.push_back(game.name(move) + "-" + game.name(other));
    }
  }
  others.push_back("#" + std::to_string(any(lines.size())));
  switch (any(5)) {
    case 0:
      line.erase(line.begin() + static_cast<std::ptrdiff_t>(place));
      break;
    case 1:
      lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(at));
      break;
    case 2:
      std::swap(line, lines[3 + any(lines.size() - 3)]);
      break;
    default:
      line[place] = others[any(others.size())];
  }
  std::string result;
  for (const auto& words : lines) {
    for (std::size_t i = 0; i < words.size(); ++i) result += (i == 0 ? "" : " ") + words[i];
    result += '\n';
  }
  return result;
}

}  // namespace

TEST_CASE("certificates of small boards prove who wins by playing everything out") {
  for (const auto& [name, side] :
       {std::pair{"hex", 2}, {"hex", 3}, {"y", 2}, {"y", 3}, {"y", 4}, {"rex", 2}, {"rex", 3}}) {
    const auto game = make_game(name, side, side, SwapRule::none);
    std::vector<Position> positions{game->start()};
    for (const Move move : game->legal_moves(game->start())) {
      positions.push_back(after(*game, move));
    }
    for (const Position& position : positions) {
      const CertificateSummary proven = game->certifier()->check(certificate_of(*game, position));
      CHECK(proven.winner == winner_of(*game, position));
      CHECK(proven.stones == position.stones);
      CHECK(proven.to_move == position.to_move);
    }
  }
}

TEST_CASE("openings are proven, with the solver's winners") {
  for (const auto& [name, side] :
       {std::pair{"hex", 4}, {"hex", 5}, {"y", 5}, {"y", 6}, {"rex", 4}}) {
    const auto game = make_game(name, side, side, SwapRule::none);
    const auto solver = make_solver(*game, {.bytes = 1 << 22});
    const MoveProofs proofs = solver->solve_moves(game->start());
    CHECK(proofs.unknown.empty());
    for (const Move move : game->legal_moves(game->start())) {
      const std::string text = certificate_of(*game, after(*game, move));
      const bool wins = game->certifier()->check(text).winner == Colour::black;
      CHECK(wins == proofs.wins.contains(move.cell()));
    }
  }
}

TEST_CASE("that a stone more joins the edges of who plays last at Rex takes few facts") {
  const auto game = make_game("rex", 5, 5, SwapRule::none);
  const auto cells = [&](std::initializer_list<const char*> names) {
    CellSet set;
    for (const char* name : names) set.insert(game->find_move(name).value().cell());
    return set;
  };
  struct Case {
    CellSet black, white;
    std::size_t facts;
  };
  for (const Case& of : {// On c3.
                         Case{cells({"c1", "c2", "c4", "c5"}), cells({"a1", "a5", "e1", "e5"}), 5},
                         // On b3, by pairs of cells to both stones.
                         Case{cells({"c1", "a5"}), cells({"e1", "e2"}), 18}}) {
    const Position position = game->setup(of.black, of.white, Colour::black);
    const CertificateSummary proven = game->certifier()->check(certificate_of(*game, position));
    CHECK(proven.winner == Colour::white);
    CHECK(proven.facts <= of.facts);
  }
}

TEST_CASE("a solver that contradicts itself gets no certificate") {
  // Says of all positions that the side to move wins, or loses, by these cells and moves.
  class Liar : public Solver {
   public:
    Liar(Solution solution, int truths, Solver& solver)
        : solution_(std::move(solution)), truths_(truths), solver_(solver) {}
    Solution solve_after(const Position& first, std::span<const Move> moves,
                         const SolveLimits& limits, std::stop_token stop) override {
      return truths_-- > 0 ? solver_.solve_after(first, moves, limits, std::move(stop)) : solution_;
    }
    MoveProofs solve_moves(const Position&, const SolveLimits&, std::stop_token) override {
      return {};
    }
    Expansion expand(const Position&, std::span<const Move>) override { return {}; }
    SolverStatus status() const override { return {}; }
    void write_table(const WriteWords&) const override {}
    void read_table(std::span<const std::uint64_t>) override {}

   private:
    Solution solution_;
    int truths_;
    Solver& solver_;
  };
  const Hex game(5, 5, SwapRule::none);
  const auto certifier = game.certifier();
  const auto solver = make_solver(game, {.bytes = 1 << 20});
  const Position position = after(game, *game.find_move("a1"));
  CellSet some;
  some.insert(*game.board().find("c3"));
  int refused = 0;
  for (const Proof proof : {Proof::win, Proof::loss}) {
    for (const CellSet& carrier : {CellSet{}, some, game.board().cells()}) {
      for (const int truths : {0, 1, 2, 3}) {
        Liar liar({.proof = proof, .line = {}, .carrier = carrier}, truths, *solver);
        try {
          const auto text = certifier->certificate(position, liar, 0, {});
          CHECK(certifier->check(text.value()).winner == Colour::white);
        } catch (const std::runtime_error&) {
          ++refused;
        }
      }
    }
  }
  CHECK(refused > 3);
}

TEST_CASE("damaged certificates prove nothing that is false") {
  for (const char* name : {"hex", "y", "rex"}) {
    const auto game = make_game(name, 3, 3, SwapRule::none);
    const auto certifier = game->certifier();
    std::mt19937_64 random(1);
    int changed = 0, refused = 0;
    for (const Move move : game->legal_moves(game->start())) {
      const std::string text = certificate_of(*game, after(*game, move));
      for (int i = 0; i < 120; ++i) {
        const std::string other = damaged(*game, text, random);
        if (other == text) continue;
        ++changed;
        try {
          const CertificateSummary proven = certifier->check(other);
          const Position position = game->setup(proven.stones[0], proven.stones[1], proven.to_move);
          CHECK(winner_of(*game, position) == proven.winner);
        } catch (const CertificateError&) {
          ++refused;
        }
      }
    }
    CHECK(changed > 600);
    CHECK(refused > changed / 2);
  }
}

}  // namespace isthmus
