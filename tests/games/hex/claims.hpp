#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/theory/solver.hpp"
#include "engine/theory/theory.hpp"
#include "games/hex/hex.hpp"
#include "games/hex/hex_solver.hpp"
#include "tests/support/fewer_if_sanitized.hpp"
#include "tests/support/plain_solver.hpp"

namespace isthmus::test {

// What came of the claims of one kind. Those that could not be decided count for nothing.
struct ClaimCounts {
  std::int64_t held = 0;
  std::int64_t by_certificate = 0;  // of these
  std::int64_t false_ones = 0;
  std::int64_t undecided = 0;
  std::vector<std::string> examples = {};  // of those that are false or undecided
};

// Puts what the solver of Hex and its knowledge claim about positions of one board to the test.
class ClaimCheck {
 public:
  using Mask = PlainSolver::Mask;
  // Who wins a position, by means that have nothing to do with what is checked; nothing where they
  // do not decide it.
  using Judge = std::function<std::optional<Colour>(const Position&)>;
  using Counts = std::map<std::string, ClaimCounts>;

  // How many positions PlainSolver may look into before a certificate must do.
  static constexpr int kPlainNodes = fewer_if_sanitized(20'000, 20);

  // Where there is no judge: by PlainSolver, up to `nodes` positions, with the solver's moves for
  // hints; and beyond these, by a certificate and its checker, made in `seconds` (0: no limit).
  ClaimCheck(int rows, int columns, Judge judge, std::int64_t nodes, double seconds,
             Counts& counts);

  // The answer, the carrier, and the move of a solution of the position, if it is solved in `nodes`
  // positions (0: no limit). Returns whether it is.
  bool check_solution(const Position& position, std::int64_t nodes = 0);
  // Likewise a given solution; `what` names it.
  void check_solution(const std::string& what, const Position& position, const Solution& solution);
  // That a colour wins a position, as `what` claims.
  void check_winner(const std::string& what, const Position& position, Colour claimed) {
    count(what, position, claimed, position);
  }
  // That leaving out one piece of the solver's knowledge changes no winner.
  void check_pieces(const Position& position);
  // Dead, captured, vulnerable and dominated cells, and those off the must-play.
  void check_inferior_cells(const Position& position);

 private:
  std::optional<Colour> winner(const Position& position, bool& by_certificate);
  std::optional<Colour> certified_winner(const Position& position);
  void count(const std::string& what, const Position& position, Colour claimed,
             const Position& tested);
  void check_moves_without(const std::string& what, const Position& position,
                           const CellSet& needless);
  std::string text_of(const Position& position) const;

  Hex game_;
  std::unique_ptr<const Theory> theory_;
  std::unique_ptr<Solver> solver_, adviser_;
  std::vector<std::pair<std::string, std::unique_ptr<Solver>>> without_;  // one piece each
  Judge judge_;
  std::int64_t nodes_;
  double seconds_;
  Counts& counts_;
  std::optional<PlainSolver> plain_;
};

}  // namespace isthmus::test
