#include "engine/playout/playout_evaluator.hpp"

#include <algorithm>
#include <cstddef>
#include <stop_token>
#include <vector>

#include "engine/base/thread_group.hpp"
#include "engine/playout/playout_judgement.hpp"
#include "engine/playout/random_playout.hpp"

namespace isthmus {

namespace {

// Moves of a playout in boards full of stones; only captures make it longer than one.
constexpr int kMaxBoards = 4;

// Playouts below which another thread does not pay.
constexpr std::int64_t kMinOfThread = 16;

// A position where settings leave it open: one at a time they are slow, so that few are better.
constexpr std::int64_t kSuitedPlayouts = 64;

using Numbers = std::vector<std::uint32_t>;

void add(const Numbers& part, Numbers& sum) {
  for (std::size_t cell = 0; cell < sum.size(); ++cell) sum[cell] += part[cell];
}

void add(const OutcomeCounts& part, OutcomeCounts& sum) {
  sum.playouts += part.playouts;
  sum.black_wins += part.black_wins;
  sum.draws += part.draws;
  add(part.black, sum.black);
  add(part.black_points, sum.black_points);
  add(part.white, sum.white);
  add(part.white_points, sum.white_points);
}

// Counts a playout for those cells that one side has.
void count_cells(const CellSet& cells, std::uint32_t points_of_black, Numbers& playouts,
                 Numbers& points) {
  cells.for_each([&](Cell cell) {
    ++playouts[cell];
    points[cell] += points_of_black;
  });
}

// A call under way.
class Call {
 public:
  explicit Call(std::atomic<int>& calls) : calls_(calls), at_once_(++calls) {}
  ~Call() { --calls_; }
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

  // How many there were when it began, with itself.
  int at_once() const { return at_once_; }

 private:
  std::atomic<int>& calls_;
  int at_once_;
};

}  // namespace

PlayoutEvaluator::PlayoutEvaluator(const Game& game, const EvaluatorSettings& settings, int threads)
    : game_(game),
      settings_(settings),
      threads_(std::max(1, threads)),
      max_moves_(kMaxBoards * game.board().cell_count()) {}

void PlayoutEvaluator::evaluate(std::span<const EvaluationRequest> requests,
                                std::span<Evaluation> evaluations) const {
  const std::int64_t playouts = settings_.playouts > 0 ? settings_.playouts : kSuitedPlayouts;
  const Call call(calls_);
  const std::int64_t parts =
      std::clamp<std::int64_t>(playouts / kMinOfThread, 1, std::max(1, threads_ / call.at_once()));
  for (std::size_t i = 0; i < requests.size(); ++i) {
    const EvaluationRequest& request = requests[i];
    std::vector<OutcomeCounts> counts(static_cast<std::size_t>(parts));
    const auto work = [&](std::int64_t part, const std::stop_token&) {
      counts[static_cast<std::size_t>(part)] = count(
          *request.position, request.seed, playouts * part / parts, playouts * (part + 1) / parts);
    };
    run_together("playouts", static_cast<int>(parts), work);
    for (std::size_t part = 1; part < counts.size(); ++part) add(counts[part], counts.front());
    judge_playouts(game_.board(), *request.position, game_.legal_cells(*request.position),
                   counts.front(), settings_.playout_temperature, evaluations[i]);
  }
}

// Of the playouts with these numbers.
OutcomeCounts PlayoutEvaluator::count(const Position& position, std::uint64_t seed,
                                      std::int64_t first, std::int64_t end) const {
  const Numbers none(static_cast<std::size_t>(game_.board().cell_range()), 0);
  OutcomeCounts counts{.black = none, .black_points = none, .white = none, .white_points = none};
  for (std::int64_t number = first; number < end; ++number) {
    SplitMix64 random(SplitMix64::mix(seed + SplitMix64::mix(static_cast<std::uint64_t>(number))));
    Position played = position;
    play_out(game_, max_moves_, random, played);
    const bool is_won = played.result == Result::black, is_drawn = played.result == Result::draw;
    const std::uint32_t points = is_won ? 2 : is_drawn ? 1 : 0;
    ++counts.playouts;
    counts.black_wins += is_won;
    counts.draws += is_drawn;
    count_cells(played.of(Colour::black), points, counts.black, counts.black_points);
    count_cells(played.of(Colour::white), points, counts.white, counts.white_points);
  }
  return counts;
}

}  // namespace isthmus
