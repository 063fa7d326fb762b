#pragma once

namespace isthmus {

// How much time a player gets. Without main time, increment and stones there is no limit.
struct TimeControl {
  double main_seconds = 0;      // for the whole game
  double increment = 0;         // seconds added after each move in main time
  double byo_yomi_seconds = 0;  // after main time: for every byo_yomi_stones moves (Canadian)
  int byo_yomi_stones = 0;      // 0: no byo-yomi

  // As GTP has it, byo-yomi time for no stones means that there is no limit at all.
  bool is_limited() const;
  bool has_byo_yomi() const { return byo_yomi_seconds > 0 && byo_yomi_stones > 0; }

  friend bool operator==(const TimeControl&, const TimeControl&) = default;
};

// How far a game has come, for sharing out the time.
struct GameProgress {
  int moves_played = 0;  // by both players
  int cells = 0;         // of the board
};

// What is left of one player's time.
class Clock {
 public:
  // Without a limit.
  Clock() = default;
  explicit Clock(const TimeControl& control);

  bool is_limited() const { return control_.is_limited(); }
  // Seconds of main time or, where stones_left() is not 0, of the running byo-yomi period.
  double left() const { return left_; }
  // Moves still to be made in the byo-yomi period; 0 in main time.
  int stones_left() const { return stones_left_; }
  // Seconds that the next move may take until all is used up, byo-yomi included.
  double longest_move() const;

  // Corrects the clock. Both as above.
  void set_left(double seconds, int stones_left);
  // Takes off the time of one move, then adds the increment or begins the next period. A move that
  // outlasts the main time is the first one of the period.
  void spend(double seconds);

  // How many seconds to think about this move. `overhead` is the most that goes by unnoticed in a
  // move (lag, start and end of a search). Used in every move, the answer never brings the clock
  // below zero, however long the game, unless the overheads alone do. At least kMinSeconds.
  double seconds_for_move(const GameProgress& progress, double overhead) const;

  static constexpr double kMinSeconds = 0.001;

 private:
  double share_of_main_time(const GameProgress& progress, double overhead) const;

  TimeControl control_;
  double left_ = 0;
  int stones_left_ = 0;
};

}  // namespace isthmus
