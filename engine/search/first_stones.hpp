#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

#include "engine/evaluation/evaluator.hpp"
#include "engine/game/game.hpp"
#include "engine/search/search.hpp"
#include "engine/settings/settings.hpp"

namespace isthmus {

// Judges a position in which the opponent may swap whatever stone is played next
// (Game::next_may_swap()). He leaves a weak stone and takes a strong one over: a stone after which
// a side wins with probability v has the value min(v, 1 - v) to its player, and the best is the
// most even one. An evaluation of the position as it would be without swap does not show which that
// is. So the positions after all stones are judged, and those of the stones that seem best are
// searched a little, unless it is known how good the stones are.
//
//   for (; !stones.asked().empty(); stones.back_up(evaluations)) {
//     judge(stones.asked(), evaluations);
//   }
//   evaluation = stones.evaluation();
class FirstStones {
 public:
  // The little searches are made as settings say, and know no proofs from elsewhere: where it is
  // known who wins after every stone, that which seems most even is still the hardest to answer.
  // Where there is a limit of seconds they take no more than an eighth of it, and they end when
  // stop is requested. Of stones whose values are known nothing is asked. The game must outlive
  // this.
  FirstStones(const Game& game, const SearchSettings& settings, const Position& position,
              const SearchLimits& limits, std::stop_token stop,
              std::span<const MoveValue> known = {});
  FirstStones(const FirstStones&) = delete;
  FirstStones& operator=(const FirstStones&) = delete;

  // What is to be judged next, the position itself first; nothing when all is known.
  std::span<const EvaluationRequest> asked() const { return asked_; }
  // Takes the evaluations of what was asked, in its order.
  void back_up(std::span<const Evaluation> evaluations);

  // That of the position, when all is known: its policy goes to the stones of the highest value,
  // and its win probability is the value of the best one.
  const Evaluation& evaluation() const { return evaluation_; }

 private:
  using Clock = std::chrono::steady_clock;
  // An orbit: stones that symmetries of the game lay onto each other.
  struct Orbit {
    std::vector<Cell> cells;
    Position after;                       // the first of them, as if there were no swap
    Evaluation evaluation;                // of that, without search
    double value = 0;                     // as far as it is known
    bool is_known = false;                // by a search, from before, or by the end of the game
    std::unique_ptr<Search> search = {};  // that which is under way
  };

  void add_orbits(std::span<const MoveValue> known);
  void ask();
  bool begin_searches();
  void weigh();

  const Game& game_;
  SearchSettings settings_;
  const Position position_;
  const std::stop_token stop_;
  std::optional<Clock::time_point> deadline_;

  std::vector<Orbit> orbits_;
  std::size_t searches_ = 0;  // that were begun, or might have been
  std::vector<EvaluationRequest> asked_;
  std::vector<Orbit*> asking_;  // who asked these, the position's own aside
  Evaluation evaluation_;
};

}  // namespace isthmus
