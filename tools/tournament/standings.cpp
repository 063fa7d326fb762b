#include "tools/tournament/standings.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace isthmus::tournament {

namespace {

void count_reason(const GameRecord& record, int engine, Score& score) {
  const auto reason = static_cast<std::size_t>(record.reason);
  if (record.winner == engine) ++score.wins[reason];
  if (record.winner && record.winner != engine) ++score.losses[reason];
}

std::vector<int> engines_and_moves(const GameRecord& record) {
  std::vector<int> key{record.game.black, record.game.white};
  for (const Move move : record.moves) key.push_back(move.code());
  return key;
}

}  // namespace

Standings::Standings(std::size_t engines)
    : total_(engines),
      against_(engines, std::vector<Score>(engines)),
      begun_(engines, std::vector<std::array<std::int64_t, 3>>(engines)) {}

void Standings::add(const GameRecord& record) {
  const auto black = static_cast<std::size_t>(record.game.black);
  const auto white = static_cast<std::size_t>(record.game.white);
  const double black_points = record.score(record.game.black);
  ++games_;
  different_.insert(engines_and_moves(record));
  if (record.overhead > 0) {
    overheads_ += record.overhead;
    ++measured_;
  }
  ++begun_[black][white][static_cast<std::size_t>(std::lround(2 * black_points))];

  const auto [first, is_first] =
      firsts_.try_emplace(record.game.pair, First{record.game.black, black_points});
  for (const auto& [engine, opponent] : {std::pair{black, white}, std::pair{white, black}}) {
    const int index = static_cast<int>(engine);
    const double points = record.score(index);
    for (Score* score : {&total_[engine], &against_[engine][opponent]}) {
      count_reason(record, index, *score);
      if (is_first) {
        score->outcomes.add_single(points);
      } else {
        const First& other = first->second;
        score->outcomes.add_second(points, other.black == index ? other.points : 1 - other.points);
      }
    }
  }
  if (!is_first) firsts_.erase(first);
}

double Standings::overhead() const {
  return measured_ > 0 ? overheads_ / static_cast<double>(measured_) : 0;
}

std::array<std::int64_t, 3> Standings::first_player() const {
  std::array<std::int64_t, 3> sum{};
  for (const auto& row : begun_) {
    for (const auto& counts : row) {
      for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += counts[i];
    }
  }
  return sum;
}

Standings make_standings(std::span<const GameRecord> records, int engines) {
  Standings standings(static_cast<std::size_t>(engines));
  for (const GameRecord& record : records) standings.add(record);
  return standings;
}

std::vector<Reason> reasons_of(const Standings& standings) {
  std::vector<Reason> reasons;
  for (std::size_t reason = 0; reason < kReasons; ++reason) {
    bool is_there = reason <= static_cast<std::size_t>(Reason::resignation);
    for (std::size_t i = 0; i < standings.engines(); ++i) {
      is_there = is_there || standings.total(i).losses[reason] > 0;
    }
    if (is_there) reasons.push_back(static_cast<Reason>(reason));
  }
  return reasons;
}

std::vector<std::size_t> ranking(const Ratings& ratings) {
  std::vector<std::size_t> order(ratings.engines());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return ratings.of(a).elo > ratings.of(b).elo;
  });
  return order;
}

}  // namespace isthmus::tournament
