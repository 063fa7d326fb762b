#include "tools/tournament/match.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace isthmus::tournament {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

// What a player still has on the referee's clock.
class PlayerClock {
 public:
  explicit PlayerClock(const TimeControl& time) : time_(time), left_(time.main) {}

  // How long the next move may take until it is too late.
  double limit() const {
    switch (time_.kind) {
      case TimeControl::Kind::none:
        return time_.untimed;
      case TimeControl::Kind::per_move:
        return time_.per_move + time_.margin;
      case TimeControl::Kind::main:
        break;
    }
    return left_ + time_.margin;
  }
  // What the player is to be told; nothing where each move has the same time.
  std::optional<double> left() const {
    if (time_.kind != TimeControl::Kind::main) return std::nullopt;
    return left_;
  }
  void spend(double seconds) { left_ = std::max(left_ - seconds, 0.0) + time_.increment; }

 private:
  const TimeControl& time_;
  double left_;
};

class Match {
 public:
  Match(const Game& game, const TimeControl& time, std::array<Engine*, 2> players)
      : game_(game),
        time_(time),
        players_(players),
        clocks_{PlayerClock(time), PlayerClock(time)},
        position_(game.start()) {}

  MatchResult run(const Opening& opening) {
    try {
      for (asked_ = 0; asked_ < 2; ++asked_) player().begin(game_, time_);
      for (Move move : opening) {
        const Colour colour = position_.to_move;
        play(move, 0);
        announce(colour, move, 0);
        announce(colour, move, 1);
      }
      while (position_.result == Result::ongoing) take_turn();
    } catch (const EngineFault& fault) {
      player().kill();
      lose(fault.reason(), fault.what());
    }
    if (position_.result == Result::black || position_.result == Result::white) {
      result_.winner = player_of(position_.result == Result::black ? Colour::black : Colour::white);
    }
    return std::move(result_);
  }

 private:
  // Whoever was asked last, and so is at fault where something is wrong.
  Engine& player() { return *players_[static_cast<std::size_t>(asked_)]; }

  int player_of(Colour colour) const { return index(colour) ^ (position_.sides_swapped ? 1 : 0); }

  void announce(Colour colour, Move move, int to) {
    asked_ = to;
    const auto begin = Clock::now();
    player().play(colour, game_.name(move));
    const double milliseconds = 1000 * seconds_since(begin);
    if (result_.overhead == 0 || milliseconds < result_.overhead) result_.overhead = milliseconds;
  }

  void play(Move move, double seconds) {
    game_.play(position_, move);
    result_.moves.push_back(move);
    result_.milliseconds.push_back(static_cast<int>(std::lround(seconds * 1000)));
  }

  void take_turn() {
    asked_ = player_of(position_.to_move);
    PlayerClock& clock = clocks_[static_cast<std::size_t>(asked_)];
    const auto begin = Clock::now();
    const Colour colour = position_.to_move;
    const std::string answer = player().genmove(colour, clock.limit(), clock.left());
    const double seconds = seconds_since(begin);
    clock.spend(seconds);

    const auto move = game_.find_move(answer);
    if (move && game_.is_legal(position_, *move)) {
      play(*move, seconds);
      // A game that is over cannot be lost any more by how the other takes the news.
      if (position_.result == Result::ongoing) announce(colour, *move, 1 - asked_);
    } else if (move) {
      lose(Reason::illegal_move, in_quotes(answer) + " is not legal there");
    } else if (is_resignation(answer)) {
      lose(Reason::resignation, "");
    } else {
      lose(Reason::wrong_answer, in_quotes(answer) + " is no move");
    }
  }

  static bool is_resignation(std::string answer) {
    std::transform(answer.begin(), answer.end(), answer.begin(), [](char letter) {
      return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
    });
    return answer == "resign";
  }

  // The game is lost for the player who was asked last.
  void lose(Reason reason, std::string detail) {
    const Colour loser = player_of(Colour::black) == asked_ ? Colour::black : Colour::white;
    position_.result = win_for(opponent(loser));
    result_.reason = reason;
    result_.detail = std::move(detail);
  }

  const Game& game_;
  const TimeControl& time_;
  std::array<Engine*, 2> players_;
  std::array<PlayerClock, 2> clocks_;
  Position position_;
  int asked_ = 0;
  MatchResult result_;
};

}  // namespace

MatchResult play_match(const Game& game, const Opening& opening, const TimeControl& time,
                       std::array<Engine*, 2> players) {
  return Match(game, time, players).run(opening);
}

}  // namespace isthmus::tournament
