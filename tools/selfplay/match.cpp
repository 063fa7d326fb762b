#include "tools/selfplay/match.hpp"

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <random>
#include <utility>

#include "engine/game/record.hpp"
#include "engine/search/search.hpp"
#include "tools/openings/balance.hpp"

namespace isthmus::selfplay {

namespace {

// Plays a game in which player `black` has Black. Returns Black's points: 1, 1/2 or 0.
double black_points(const MatchJob& job, Seat& seat, const std::vector<Move>& opening,
                    std::size_t black, std::size_t number) {
  std::array<Settings, 2> settings = job.settings;
  std::array<std::optional<Search>, 2> searches;
  for (std::size_t i = 0; i < 2; ++i) {
    settings[i].seed += static_cast<std::int64_t>(2 * number + black);
    searches[i].emplace(job.game, seat.evaluator(job.make_evaluators[i] ? i : 0), settings[i]);
  }
  Position position = job.game.start();
  std::vector<Turn> turns;
  const auto play = [&](Move move) {
    turns.push_back({position.to_move, move});
    job.game.play(position, move);
  };
  for (Move move : opening) play(move);
  while (position.result == Result::ongoing) {
    const std::size_t mover = position.to_move == Colour::black ? black : 1 - black;
    searches[mover]->set_root(job.game.start(), turns);
    play(searches[mover]->run({.visits = settings[mover].visits}).moves.front().move);
  }
  return position.result == Result::draw ? 0.5 : position.result == Result::black ? 1 : 0;
}

}  // namespace

std::vector<Opening> match_openings(const Game& game, const Evaluator& evaluator, double max_lead,
                                    int count, std::uint64_t seed) {
  constexpr std::size_t kMaxDraws = 64;  // for each opening that is wanted
  std::mt19937_64 random(seed);
  Balance balance(game, evaluator, max_lead, seed);
  const auto wanted = static_cast<std::size_t>(count);
  return draw_openings(game, first_moves_then_answers(game, random), wanted, kMaxDraws * wanted,
                       &balance);
}

std::vector<double> play_match(const MatchJob& job, std::stop_token stop, Traffic& traffic) {
  std::vector<std::unique_ptr<Evaluator>> evaluators;
  for (std::size_t i = 0; i < 2; ++i) {
    if (!job.make_evaluators[i]) continue;
    evaluators.push_back(job.make_evaluators[i](job.game, job.settings[i]));
  }
  const std::vector<Opening> openings =
      match_openings(job.game, *evaluators[0], job.max_lead, job.pairs,
                     static_cast<std::uint64_t>(job.settings[0].seed));

  std::stop_source ending;
  const std::stop_callback forward(stop, [&] { ending.request_stop(); });
  std::mutex mutex;
  // By opening: the first player's points in the games finished, and how many these are.
  std::vector<std::pair<double, int>> points(openings.size());
  std::vector<double> scores;
  const auto finish_game = [&](std::size_t pair, double first_points) {
    const std::scoped_lock lock(mutex);
    points[pair].first += first_points;
    if (++points[pair].second < 2 || ending.stop_requested()) return;
    scores.push_back(points[pair].first / 2);
    if (job.is_decided && job.is_decided(scores)) ending.request_stop();
  };
  std::atomic<std::size_t> next{0};
  run_seats(evaluators, job.parallel, job.workers, ending.get_token(), traffic, [&](Seat& seat) {
    for (std::size_t game; (game = next++) < 2 * openings.size();) {
      const std::size_t pair = game / 2, black = game % 2;
      const double blacks = black_points(job, seat, openings[pair], black, pair);
      finish_game(pair, black == 0 ? blacks : 1 - blacks);
    }
  });
  return scores;
}

}  // namespace isthmus::selfplay
