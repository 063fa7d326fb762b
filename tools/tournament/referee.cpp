#include "tools/tournament/referee.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "tools/tournament/player_clock.hpp"
#include "tools/tournament/proven.hpp"

namespace isthmus::tournament {

namespace {

double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

// What an engine has said of its win rate, move after move.
class Opinion {
 public:
  void add(const std::optional<double>& win_rate, double resign_below) {
    hopeless_ = win_rate && *win_rate < resign_below ? hopeless_ + 1 : 0;
    winning_ = win_rate && 1 - *win_rate < resign_below ? winning_ + 1 : 0;
  }
  // For how many moves it has taken its game for lost, or for won.
  int hopeless() const { return hopeless_; }
  int winning() const { return winning_; }

 private:
  int hopeless_ = 0;
  int winning_ = 0;
};

class Referee {
 public:
  Referee(const Spec& spec, const ScheduledGame& scheduled, std::array<Engine*, 2> players)
      : spec_(spec),
        game_(*spec.game),
        players_(players),
        times_{spec.time_of(static_cast<std::size_t>(scheduled.black)),
               spec.time_of(static_cast<std::size_t>(scheduled.white))},
        clocks_{PlayerClock(times_[0]), PlayerClock(times_[1])},
        position_(game_.start()) {
    record_.game = scheduled;
  }

  GameRecord run() {
    const auto begin = std::chrono::steady_clock::now();
    try {
      for (asked_ = 0; asked_ < 2; ++asked_) player().begin(game_, conditions());
      for (Move move : spec_.openings[record_.game.opening]) {
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
      const int winner =
          player_of(position_.result == Result::black ? Colour::black : Colour::white);
      record_.winner = winner == 0 ? record_.game.black : record_.game.white;
    }
    record_.seconds = seconds_since(begin);
    return std::move(record_);
  }

 private:
  PlayConditions conditions() const {
    return {.time = times_[static_cast<std::size_t>(asked_)],
            .ponder = spec_.ponder,
            .evaluate = spec_.adjudication.resign_below > 0};
  }

  // The engine asked last, which is at fault where something is wrong.
  Engine& player() { return *players_[static_cast<std::size_t>(asked_)]; }

  int player_of(Colour colour) const { return index(colour) ^ (position_.sides_swapped ? 1 : 0); }

  void announce(Colour colour, Move move, int to) {
    asked_ = to;
    const auto begin = std::chrono::steady_clock::now();
    player().play(colour, game_.name(move));
    const double milliseconds = 1000 * seconds_since(begin);
    if (record_.overhead == 0 || milliseconds < record_.overhead) record_.overhead = milliseconds;
  }

  void play(Move move, double seconds) {
    game_.play(position_, move);
    record_.moves.push_back(move);
    record_.milliseconds.push_back(static_cast<int>(std::lround(seconds * 1000)));
  }

  void take_turn() {
    asked_ = player_of(position_.to_move);
    const auto asked = static_cast<std::size_t>(asked_);
    PlayerClock& clock = clocks_[asked];
    const double limit = clock.limit();
    const Colour colour = position_.to_move;
    const auto begin = std::chrono::steady_clock::now();
    const Engine::Reply reply = player().genmove(colour, limit + times_[asked].grace, clock.main());
    const double seconds = seconds_since(begin);
    clock.spend(seconds);

    const std::string& answer = reply.move;
    const auto move = game_.find_move(answer);
    if (seconds > limit) {
      lose(Reason::time_out, seconds_text(seconds) + " for a move that had " + seconds_text(limit));
    } else if (move && game_.is_legal(position_, *move)) {
      play(*move, seconds);
      opinions_[asked].add(reply.win_rate, spec_.adjudication.resign_below);
      adjudicate();
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

  // Ends the game before its end on the board, where the tournament wants so.
  void adjudicate() {
    if (position_.result != Result::ongoing) return;
    const Adjudication& rules = spec_.adjudication;
    if (rules.proven) {
      if (const auto winner = proven_winner(game_, position_))
        end(win_for(*winner), Reason::proven);
    }
    for (int loser : {0, 1}) {
      if (rules.resign_below > 0 &&
          opinions_[static_cast<std::size_t>(loser)].hopeless() >= rules.resign_moves &&
          opinions_[static_cast<std::size_t>(1 - loser)].winning() >= rules.resign_moves) {
        end(win_for(player_of(Colour::black) == loser ? Colour::white : Colour::black),
            Reason::agreed);
      }
    }
    const auto moves = static_cast<int>(record_.moves.size());
    if (rules.max_moves > 0 && moves >= rules.max_moves) end(Result::draw, Reason::move_limit);
  }

  void end(Result result, Reason reason) {
    if (position_.result != Result::ongoing) return;
    position_.result = result;
    record_.reason = reason;
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
    record_.reason = reason;
    record_.detail = std::move(detail);
  }

  const Spec& spec_;
  const Game& game_;
  // By player, as what follows; the first has Black unless a swap exchanged the sides.
  std::array<Engine*, 2> players_;
  std::array<EngineTime, 2> times_;
  std::array<PlayerClock, 2> clocks_;
  std::array<Opinion, 2> opinions_;
  Position position_;
  int asked_ = 0;
  GameRecord record_;
};

}  // namespace

GameRecord referee_game(const Spec& spec, const ScheduledGame& scheduled,
                        std::array<Engine*, 2> players) {
  return Referee(spec, scheduled, players).run();
}

}  // namespace isthmus::tournament
