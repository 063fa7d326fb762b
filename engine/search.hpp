#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <vector>

#include "engine/evaluator.hpp"
#include "engine/game.hpp"
#include "engine/record.hpp"
#include "engine/settings.hpp"

namespace isthmus {

// When a search ends; the first limit that is reached counts.
struct SearchLimits {
  std::int64_t visits = 0;  // of the root, those of a reused tree included; 0: no limit
  double seconds = 0;       // 0: no limit
};

// What is certain about a position, for the side that has just moved there or is to move.
enum class Proof : std::uint8_t { unknown, win, loss, draw };

// What the search found out about one move of the root. Chances are those of the side to move.
struct MoveReport {
  Move move;
  std::int64_t visits = 0;
  double win_rate = 0.5;
  double lower_bound = 0;  // of the win rate: below it with a chance of about 2%
  double prior = 0;
  Proof proof = Proof::unknown;
  std::vector<Move> variation;                 // begins with the move
  std::vector<std::int64_t> variation_visits;  // of each move of the variation
};

struct SearchReport {
  Colour to_move = Colour::black;
  std::int64_t visits = 0;        // of the root
  std::int64_t evaluations = 0;   // made by this run
  double seconds = 0;             // taken by this run
  double win_rate = 0.5;          // of the side to move
  Proof proof = Proof::unknown;   // for the side to move
  std::vector<MoveReport> moves;  // all legal moves, the best first; empty in a finished game
  Evaluation evaluation;          // of the root alone, without search
  std::int64_t tree_edges = 0;
  std::int64_t tree_bytes = 0;
  bool memory_full = false;  // the tree stopped growing at its limit
};

// A tree search (PUCT) of one game. Not to be used from several threads at once; it makes its own.
class Search {
 public:
  // All three must outlive the search; settings are read when a run begins.
  Search(const Game& game, const Evaluator& evaluator, const Settings& settings);
  ~Search();

  // Makes the position after these turns the root. Where the old root lies on the way there, and
  // settings say so, the part of the tree below the new root is kept and the rest is freed.
  void set_root(const Position& first, std::span<const Turn> turns);
  void set_root(const Record& record) { set_root(record.first_position(), record.turns()); }
  const Position& position() const;

  using Progress = std::function<void(const SearchReport&)>;

  // Searches until a limit is reached, the root is proven, or stop is requested (noticed within
  // 50 ms). With no limit at all, only stop or a proof ends it. `progress` is called about every
  // `progress_seconds` from the calling thread, if set.
  SearchReport run(const SearchLimits& limits, std::stop_token stop = {},
                   const Progress& progress = {}, double progress_seconds = 1.0);

  // What is known now, without searching on.
  SearchReport report() const;

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace isthmus
