#include "tools/tournament/match.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "tools/tournament/player_clock.hpp"
#include "tools/tournament/proven.hpp"

namespace isthmus::tournament {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
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

class Match {
 public:
  Match(const Game& game, const MatchRules& rules, std::array<Engine*, 2> players)
      : game_(game),
        rules_(rules),
        players_(players),
        clocks_{PlayerClock(rules.time[0]), PlayerClock(rules.time[1])},
        position_(game.start()) {}

  MatchResult run(const Opening& opening) {
    try {
      for (asked_ = 0; asked_ < 2; ++asked_) player().begin(game_, conditions());
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
  PlayConditions conditions() const {
    return {.time = rules_.time[static_cast<std::size_t>(asked_)],
            .ponder = rules_.ponder,
            .evaluate = rules_.adjudication.resign_below > 0};
  }

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
    const auto asked = static_cast<std::size_t>(asked_);
    PlayerClock& clock = clocks_[asked];
    const double limit = clock.limit();
    const Colour colour = position_.to_move;
    const auto begin = Clock::now();
    const Engine::Reply reply =
        player().genmove(colour, limit + rules_.time[asked].grace, clock.left());
    const double seconds = seconds_since(begin);
    clock.spend(seconds);

    const std::string& answer = reply.move;
    const auto move = game_.find_move(answer);
    if (seconds > limit) {
      lose(Reason::time_out, seconds_text(seconds) + " for a move that had " + seconds_text(limit));
    } else if (move && game_.is_legal(position_, *move)) {
      play(*move, seconds);
      opinions_[asked].add(reply.win_rate, rules_.adjudication.resign_below);
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
    const Adjudication& rules = rules_.adjudication;
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
    const auto moves = static_cast<int>(result_.moves.size());
    if (rules.max_moves > 0 && moves >= rules.max_moves) end(Result::draw, Reason::move_limit);
  }

  void end(Result result, Reason reason) {
    if (position_.result != Result::ongoing) return;
    position_.result = result;
    result_.reason = reason;
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
  const MatchRules& rules_;
  std::array<Engine*, 2> players_;
  std::array<PlayerClock, 2> clocks_;
  std::array<Opinion, 2> opinions_;
  Position position_;
  int asked_ = 0;
  MatchResult result_;
};

}  // namespace

MatchResult play_match(const Game& game, const Opening& opening, const MatchRules& rules,
                       std::array<Engine*, 2> players) {
  return Match(game, rules, players).run(opening);
}

}  // namespace isthmus::tournament
