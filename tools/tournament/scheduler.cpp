#include "tools/tournament/scheduler.hpp"

#include <algorithm>
#include <string>

#include "tools/base/bad_input.hpp"

namespace isthmus::tournament {

Scheduler::Scheduler(const Spec& spec) : spec_(spec) { begin_stages(); }

// Adds the next pairings, once all games of those before have ended.
void Scheduler::begin_stages() {
  if (remaining_ > 0) return;
  for (const Pairing& pairing : next_pairings(spec_, pairings_)) {
    for (int pair = 0; pair < pairing.pairs; ++pair) {
      const auto opening = static_cast<std::size_t>(spec_.start + pairing.opening + pair);
      for (const auto& [black, white] :
           {std::pair{pairing.first, pairing.second}, std::pair{pairing.second, pairing.first}}) {
        const int id = static_cast<int>(schedule_.size());
        schedule_.push_back({.id = id,
                             .pair = id / 2,
                             .round = pairing.round,
                             .black = black,
                             .white = white,
                             .opening = opening % spec_.openings.size()});
        pairing_of_.push_back(pairings_.size());
      }
    }
    pairings_.push_back(pairing);
  }
  is_over_.resize(schedule_.size());
  scores_.resize(schedule_.size() / 2);
  remaining_ = schedule_.size() - next_;
}

void Scheduler::resume(const std::vector<GameRecord>& records) {
  std::vector<const GameRecord*> by_id;
  for (const GameRecord& record : records) by_id.push_back(&record);
  // Games of a round before those of the next, which follow from them.
  std::sort(by_id.begin(), by_id.end(),
            [](const GameRecord* a, const GameRecord* b) { return a->game.id < b->game.id; });
  for (const GameRecord* record : by_id) {
    const auto id = static_cast<std::size_t>(record->game.id);
    if (record->game.id < 0 || id >= schedule_.size() || schedule_[id] != record->game) {
      throw BadInput("game " + std::to_string(record->game.id) +
                     " is not as this tournament has it; give another folder to --out");
    }
    finished(*record);
  }
}

void Scheduler::keep_part(int first, int count) {
  for (const ScheduledGame& game : schedule_) {
    if (game.pair % count != first) cross_off(game.id);
  }
}

std::optional<ScheduledGame> Scheduler::next() {
  if (is_decided_) return std::nullopt;
  if (!lost_.empty()) {
    const ScheduledGame game = lost_.front();
    lost_.pop_front();
    return game;
  }
  while (next_ < schedule_.size() && is_over_[next_]) ++next_;
  if (next_ == schedule_.size()) return std::nullopt;
  return schedule_[next_++];
}

void Scheduler::finished(const GameRecord& record) {
  if (is_over_[static_cast<std::size_t>(record.game.id)]) return;
  count_points(record);
  test(record);
  cross_off(record.game.id);
  if (remaining_ > 0) return;
  next_ = schedule_.size();
  begin_stages();
}

void Scheduler::lost(const ScheduledGame& game) { lost_.push_back(game); }

void Scheduler::cross_off(int id) {
  if (is_over_[static_cast<std::size_t>(id)]) return;
  is_over_[static_cast<std::size_t>(id)] = true;
  --remaining_;
}

void Scheduler::count_points(const GameRecord& record) {
  Pairing& pairing = pairings_[pairing_of_[static_cast<std::size_t>(record.game.id)]];
  pairing.points[0] += record.score(pairing.first);
  pairing.points[1] += record.score(pairing.second);
}

void Scheduler::test(const GameRecord& record) {
  if (!spec_.sprt) return;
  scores_[static_cast<std::size_t>(record.game.pair)].push_back(record.score(0));
  while (!is_decided_ && pairs_tested_ < scores_.size() && scores_[pairs_tested_].size() == 2) {
    const std::vector<double>& pair = scores_[pairs_tested_++];
    tested_.add_single(pair[0]);
    tested_.add_second(pair[1], pair[0]);
    const double ratio = log_likelihood_ratio(tested_, *spec_.sprt);
    is_decided_ = verdict(ratio, *spec_.sprt) != Verdict::undecided;
  }
}

std::optional<ScheduledGame> wait_for_game(Scheduler& scheduler, std::unique_lock<std::mutex>& lock,
                                           std::condition_variable_any& changed,
                                           const std::stop_token& stop) {
  std::optional<ScheduledGame> game;
  changed.wait(lock, stop, [&] { return (game = scheduler.next()) || scheduler.is_done(); });
  return game;
}

}  // namespace isthmus::tournament
