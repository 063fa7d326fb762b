#include "engine/search/time_control.hpp"

#include <algorithm>

namespace isthmus {

namespace {

// Games between equals fill somewhat more than half of the board. The least number of moves to
// come that is reckoned with, as a share of the board, keeps something back for longer games.
constexpr double kExpectedFilling = 0.55;
constexpr double kMinFillingToCome = 0.06;

}  // namespace

bool TimeControl::is_limited() const {
  if (byo_yomi_seconds > 0 && byo_yomi_stones == 0) return false;
  return main_seconds > 0 || increment > 0 || has_byo_yomi();
}

Clock::Clock(const TimeControl& control) : control_(control), left_(control.main_seconds) {
  if (left_ <= 0 && control.has_byo_yomi()) {
    set_left(control.byo_yomi_seconds, control.byo_yomi_stones);
  }
}

void Clock::set_left(double seconds, int stones_left) {
  left_ = seconds;
  stones_left_ = stones_left;
}

double Clock::longest_move() const {
  return left_ + (stones_left_ == 0 && control_.has_byo_yomi() ? control_.byo_yomi_seconds : 0);
}

void Clock::spend(double seconds) {
  left_ -= seconds;
  if (stones_left_ == 0) {
    if (left_ > 0 || !control_.has_byo_yomi()) {
      left_ += control_.increment;
      return;
    }
    const bool began_in_move = left_ < 0;
    left_ += control_.byo_yomi_seconds;
    stones_left_ = control_.byo_yomi_stones;
    if (!began_in_move) return;
  }
  if (--stones_left_ == 0) set_left(control_.byo_yomi_seconds, control_.byo_yomi_stones);
}

double Clock::seconds_for_move(const GameProgress& progress, double overhead) const {
  double seconds =
      stones_left_ > 0 ? left_ / stones_left_ - overhead : share_of_main_time(progress, overhead);
  if (stones_left_ == 0 && control_.has_byo_yomi()) {
    // A move of byo-yomi length is always allowed: where it outlasts the main time, it is the
    // first one of the period.
    const double byo_yomi = control_.byo_yomi_seconds / control_.byo_yomi_stones - overhead;
    seconds = std::max(seconds, byo_yomi);
  }
  return std::max(seconds, kMinSeconds);
}

double Clock::share_of_main_time(const GameProgress& progress, double overhead) const {
  const double own_moves_at_most = std::max(1, (progress.cells - progress.moves_played + 1) / 2);
  const double expected_filling = kExpectedFilling * progress.cells - progress.moves_played;
  const double own_moves_expected = std::clamp(
      std::max(expected_filling, kMinFillingToCome * progress.cells) / 2, 1.0, own_moves_at_most);
  // What the overheads of all moves to come may cost, less the increments, is not there to spend.
  const double reserve =
      overhead + std::max(0.0, overhead - control_.increment) * (own_moves_at_most - 1);
  const double spendable = left_ - reserve;
  const double gained = std::max(0.0, control_.increment - overhead);
  return std::min(spendable, spendable / own_moves_expected + gained);
}

}  // namespace isthmus
