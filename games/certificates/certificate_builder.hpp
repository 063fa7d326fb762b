#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <set>
#include <stop_token>

#include "engine/game/game.hpp"
#include "engine/solve/solve_each.hpp"
#include "engine/theory/solver.hpp"
#include "games/certificates/certificate.hpp"
#include "games/certificates/fact_store.hpp"
#include "games/certificates/link_proofs.hpp"

namespace isthmus {

// What the threads share that make a certificate.
struct CertificateWork {
  const Game& game;
  const Colour winner;
  const SolveBudget& budget;
  FactStore& facts;
  std::atomic<bool> is_done = false;  // once one of them is
  // Positions that threads are in, by hash: others turn to the rest first.
  std::mutex mutex = {};
  std::multiset<std::uint64_t> busy = {};
};

// What one thread does to make a certificate: it asks a solver for moves that win. What that says
// is trusted only as far as the facts follow that come of it.
class CertificateBuilder {
 public:
  // A limit was reached, a stop requested, or another thread is done.
  struct Stopped {};

  // All must outlive this.
  CertificateBuilder(CertificateWork& work, const Solver::Ask& ask);
  virtual ~CertificateBuilder() = default;

  // A fact that joins the edges, from which it follows that the winner wins, the loser being to
  // move. Throws Stopped, or std::runtime_error where what the solver says does not fit together.
  virtual std::size_t prove(const Position& position) = 0;

  // Where the winner is to move: asks for a move that wins, plays it, and returns the solution that
  // has it. Throws as prove() does.
  static Solution answer(const Game& game, const Solver::Ask& ask, Position& position);

 protected:
  // What facts need of a position: stones of him whom they are about, and empty cells.
  struct Place {
    CellSet stones;
    CellSet empty;
  };

  CertificateWork& work() { return work_; }
  const Game& game() const { return work_.game; }
  const Ends& edges() const { return edges_; }
  Colour winner() const { return work_.winner; }
  FactStore& facts() { return work_.facts; }
  LinkProofs& links() { return links_; }
  // Throws Stopped where it is time.
  void check_budget() const;
  Solution solve(const Position& position) const;
  // The same of this game, by this thread's solver.
  Solution answer(Position& position) const;
  // Throws where the solver has said what cannot be: it is wrong, and not to be relied on.
  [[noreturn]] static void contradict();

 private:
  CertificateWork& work_;
  const Solver::Ask& ask_;
  const Ends edges_;
  LinkProofs links_;
};

}  // namespace isthmus
