#include "tools/tournament/scheduler.hpp"

#include <string>

#include "tools/bad_input.hpp"

namespace isthmus::tournament {

Scheduler::Scheduler(const Spec& spec)
    : schedule_(make_schedule(spec)), is_over_(schedule_.size()), remaining_(schedule_.size()) {}

void Scheduler::resume(const std::vector<GameRecord>& records) {
  for (const GameRecord& record : records) {
    const auto id = static_cast<std::size_t>(record.game.id);
    if (record.game.id < 0 || id >= schedule_.size() || schedule_[id] != record.game) {
      throw BadInput("game " + std::to_string(record.game.id) +
                     " is not as this tournament has it; give another folder to --out");
    }
    finished(record);
  }
}

void Scheduler::keep_part(int first, int count) {
  for (const ScheduledGame& game : schedule_) {
    if (game.pair % count != first) cross_off(game.id);
  }
}

std::optional<ScheduledGame> Scheduler::next() {
  if (!lost_.empty()) {
    const ScheduledGame game = lost_.front();
    lost_.pop_front();
    return game;
  }
  while (next_ < schedule_.size() && is_over_[next_]) ++next_;
  if (next_ == schedule_.size()) return std::nullopt;
  return schedule_[next_++];
}

void Scheduler::finished(const GameRecord& record) { cross_off(record.game.id); }

void Scheduler::cross_off(int id) {
  if (is_over_[static_cast<std::size_t>(id)]) return;
  is_over_[static_cast<std::size_t>(id)] = true;
  --remaining_;
}

void Scheduler::lost(const ScheduledGame& game) { lost_.push_back(game); }

}  // namespace isthmus::tournament
