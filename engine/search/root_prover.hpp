#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <vector>

#include "engine/board/cell_set.hpp"
#include "engine/game/game.hpp"
#include "engine/search/search_limits.hpp"
#include "engine/search/search_tree.hpp"
#include "engine/search/solver_share.hpp"
#include "engine/search/tree_prover.hpp"
#include "engine/settings/settings.hpp"
#include "engine/theory/solver.hpp"

namespace isthmus {

// Has a solver prove the root of a search and what lies below it, as settings say: by threads of
// its own beside the search (solver-threads), or in turns with it (solver-share).
class RootProver {
 public:
  // All must outlive this.
  RootProver(const Game& game, const SearchSettings& settings, SearchTree& tree)
      : game_(game), settings_(settings), tree_(tree) {}
  RootProver(const RootProver&) = delete;
  RootProver& operator=(const RootProver&) = delete;

  // Begins to prove for a run of the search, whose root is judged; `batch` is what the evaluator
  // prefers. Until stop() the tree may be searched, but not changed otherwise.
  void begin(const SearchLimits& limits, int batch);
  // Ends the proving. Throws what its threads have failed with.
  void stop();
  // Whether stop() will throw.
  bool has_failed() const;
  // After stop(), where the tree has another root; `followed`: one that was below the old one.
  void set_root(bool followed);
  // Frees the solver and all that it remembers.
  void clear() { prover_.reset(); }

  // Whether the solver takes turns with the search in this run.
  bool takes_turns() const { return share_.has_value(); }
  // Whether it is its turn, after this many seconds and evaluations of the run.
  bool is_due(double seconds, std::int64_t evaluations) const;
  // Has it look into one more position. Returns false where none is open, until more moves have
  // visits, or there is no memory, for the rest of the run.
  bool take_turn(double seconds, const std::stop_token& stop);

  // Of the root's proof, where the solver gave one; otherwise empty.
  CellSet carrier() const;

 private:
  int empty_cells() const { return (game_.board().cells() - tree_.position().occupied()).size(); }
  void start();
  void take(const std::vector<Edge*>& path, const Solution& solution);
  void keep_carrier(const CellSet& carrier);

  const Game& game_;
  const SearchSettings& settings_;
  SearchTree& tree_;
  std::optional<SolverShare> share_;  // where it takes turns
  bool has_begun_ = false;            // to take them
  mutable std::mutex carrier_mutex_;
  CellSet carrier_;
  std::int64_t threads_ = 0;            // of the prover
  std::unique_ptr<TreeProver> prover_;  // made for the first run that wants it
};

}  // namespace isthmus
