#include "engine/playout/playout_evaluator.hpp"

#include <algorithm>
#include <cstddef>
#include <thread>
#include <vector>

#include "engine/playout/playout_judgement.hpp"
#include "engine/playout/random_playout.hpp"

namespace isthmus {

namespace {

// Moves of a playout in boards full of stones; only captures make it longer than one.
constexpr int kMaxBoards = 4;

// Playouts below which another thread does not pay.
constexpr std::int64_t kMinOfThread = 16;

// Each playout counts twice, so that a draw can count once.
constexpr std::uint32_t kPointsOfWin = 2;

void add(const PlayoutCounts& part, PlayoutCounts& sum) {
  sum.fills += part.fills;
  sum.black_connects += part.black_connects;
  for (std::size_t cell = 0; cell < sum.black.size(); ++cell) {
    sum.black[cell] += part.black[cell];
    sum.black_and_connects[cell] += part.black_and_connects[cell];
  }
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
  const std::int64_t playouts = settings_.playouts;
  const Call call(calls_);
  const std::int64_t parts =
      std::clamp<std::int64_t>(playouts / kMinOfThread, 1, std::max(1, threads_ / call.at_once()));
  for (std::size_t i = 0; i < requests.size(); ++i) {
    const EvaluationRequest& request = requests[i];
    std::vector<PlayoutCounts> tallies(static_cast<std::size_t>(parts));
    const auto work = [&](std::int64_t part) {
      tallies[static_cast<std::size_t>(part)] = tally(
          *request.position, request.seed, playouts * part / parts, playouts * (part + 1) / parts);
    };
    {
      std::vector<std::jthread> threads;
      for (std::int64_t part = 1; part < parts; ++part) threads.emplace_back(work, part);
      work(0);
    }
    for (std::size_t part = 1; part < tallies.size(); ++part) add(tallies[part], tallies.front());
    judge_playouts(game_.board(), *request.position, game_.legal_cells(*request.position),
                   tallies.front(), true, settings_.prior_temperature, evaluations[i]);
    // Where stones can be captured, those on the board may end as the other colour's.
    const PlayoutCounts& whole = tallies.front();
    game_.board().cells().for_each([&](Cell cell) {
      evaluations[i].ownership[cell] =
          static_cast<float>(whole.black[cell]) / static_cast<float>(whole.fills);
    });
  }
}

// Of the playouts with these numbers.
PlayoutCounts PlayoutEvaluator::tally(const Position& position, std::uint64_t seed,
                                      std::int64_t first, std::int64_t end) const {
  const auto cells = static_cast<std::size_t>(game_.board().cell_range());
  PlayoutCounts tally;
  tally.black.assign(cells, 0);
  tally.black_and_connects.assign(cells, 0);
  for (std::int64_t number = first; number < end; ++number) {
    SplitMix64 random(SplitMix64::mix(seed + SplitMix64::mix(static_cast<std::uint64_t>(number))));
    Position played = position;
    play_out(game_, max_moves_, random, played);
    const std::uint32_t points = played.result == Result::black  ? kPointsOfWin
                                 : played.result == Result::draw ? kPointsOfWin / 2
                                                                 : 0;
    tally.fills += kPointsOfWin;
    tally.black_connects += points;
    played.of(Colour::black).for_each([&](Cell cell) {
      tally.black[cell] += kPointsOfWin;
      tally.black_and_connects[cell] += points;
    });
  }
  return tally;
}

}  // namespace isthmus
