#pragma once

#include <cstddef>
#include <optional>
#include <stop_token>
#include <vector>

#include "engine/game/game.hpp"
#include "engine/solve/solve_each.hpp"
#include "engine/theory/solver.hpp"
#include "games/hex/certificate.hpp"
#include "games/hex/link_proofs.hpp"

namespace isthmus {

// Makes certificates by asking a solver for moves that win. What it says is trusted only as far as
// the facts follow that come of it.
class CertificateBuilder {
 public:
  // The game and its solver must outlive this. In a reverse game facts are about the loser.
  CertificateBuilder(const Game& game, bool is_reverse, Solver& solver);
  virtual ~CertificateBuilder() = default;

  // Of an unfinished position; nothing where a limit or a stop came first. Throws
  // std::runtime_error where what the solver says does not fit together.
  std::optional<Certificate> build(const Position& position, const SolveLimits& limits,
                                   const std::stop_token& stop);

 protected:
  // What facts need of a position: stones of him whom they are about, and empty cells.
  struct Place {
    CellSet stones;
    CellSet empty;
  };

  // A fact that joins the edges, from which it follows that the winner wins, the loser being to
  // move.
  virtual std::size_t prove(const Position& position) = 0;

  const Game& game() const { return game_; }
  const Ends& edges() const { return edges_; }
  Colour winner() const { return winner_; }
  const std::vector<ConnectionFact>& facts() const { return facts_; }
  LinkProofs& links() { return *links_; }
  // Ends the making where a limit or a stop came.
  void check_budget() const;
  Solution solve(const Position& position);
  // The position after the winner's move in one where the loser has just moved.
  Position after_answer(Position position, Cell& move);
  // A solver that is right never comes here: nothing it says is to be relied on then.
  [[noreturn]] static void contradict();

 private:
  const Game& game_;
  const bool is_reverse_;
  const Ends edges_;
  Solver& solver_;
  std::stop_token stop_;
  std::optional<SolveBudget> budget_;
  Colour winner_ = Colour::black;
  std::vector<ConnectionFact> facts_;
  std::optional<LinkProofs> links_;
};

}  // namespace isthmus
