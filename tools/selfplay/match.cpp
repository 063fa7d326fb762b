#include "tools/selfplay/match.hpp"

#include <algorithm>
#include <atomic>
#include <memory>
#include <optional>
#include <random>

#include "engine/record.hpp"
#include "engine/search.hpp"
#include "tools/selfplay/seats.hpp"

namespace isthmus::selfplay {

namespace {

// Plays a game in which evaluator `black` has Black. Returns whether Black won.
bool black_wins(const MatchJob& job, Seat& seat, const std::vector<Move>& opening,
                std::size_t black, int number) {
  std::array<Settings, 2> settings = job.settings;
  std::array<std::optional<Search>, 2> searches;
  for (std::size_t i = 0; i < 2; ++i) {
    settings[i].seed += 2 * number + static_cast<int>(black);
    searches[i].emplace(job.game, seat.evaluator(i), settings[i]);
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
  return position.result == Result::black;
}

}  // namespace

std::vector<std::vector<Move>> match_openings(const Game& game, int count, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<Move> firsts = game.legal_moves(game.start());
  std::shuffle(firsts.begin(), firsts.end(), random);
  std::vector<std::vector<Move>> openings;
  for (std::size_t i = 0; openings.size() < static_cast<std::size_t>(count); ++i) {
    openings.push_back({firsts[i % firsts.size()]});
    if (i < firsts.size()) continue;
    Position position = game.start();
    game.play(position, openings.back().front());
    const std::vector<Move> answers = game.legal_moves(position);
    openings.back().push_back(answers[random() % answers.size()]);
  }
  return openings;
}

std::vector<double> play_match(const MatchJob& job, std::stop_token stop) {
  const std::vector<std::vector<Move>> openings =
      match_openings(job.game, job.pairs, static_cast<std::uint64_t>(job.settings[0].seed));
  std::vector<std::unique_ptr<Evaluator>> evaluators;
  for (std::size_t i = 0; i < 2; ++i) {
    evaluators.push_back(job.make_evaluators[i](job.game, job.settings[i]));
  }
  // By opening and colour: the first evaluator's points, or -1 where the game was not finished.
  std::vector<std::array<double, 2>> points(openings.size(), {-1, -1});
  std::atomic<int> next{0};
  Traffic traffic;
  run_seats(evaluators, job.parallel, job.workers, stop, traffic, [&](Seat& seat) {
    for (int game; (game = next++) < 2 * job.pairs;) {
      const auto pair = static_cast<std::size_t>(game / 2);
      const auto black = static_cast<std::size_t>(game % 2);
      const bool black_won = black_wins(job, seat, openings[pair], black, game / 2);
      points[pair][black] = black_won == (black == 0) ? 1 : 0;
    }
  });
  std::vector<double> scores;
  for (const auto& [as_black, as_white] : points) {
    if (as_black >= 0 && as_white >= 0) scores.push_back((as_black + as_white) / 2);
  }
  return scores;
}

}  // namespace isthmus::selfplay
