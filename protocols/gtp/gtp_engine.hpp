#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/input_file.hpp"
#include "engine/evaluation/evaluator.hpp"
#include "engine/game/record.hpp"
#include "engine/search/search.hpp"
#include "engine/search/time_control.hpp"
#include "engine/settings/settings.hpp"
#include "engine/theory/theory.hpp"

namespace isthmus {

// What the program that runs the engine decides.
struct GtpOptions {
  EvaluatorFactory make_evaluator;
  // The first game. Its swap rule stays until isthmus-game names another.
  std::shared_ptr<const Game> game;
  Settings settings = {};
  // A move that is known without a search, to be played by genmove; nothing where none is. May be
  // empty.
  std::function<std::optional<Move>(const Game& game, const Position& position)> book = {};
  // Changes the settings of every search and solver before it begins, time and visits for this
  // move included: where the caller sets limits that a user must not exceed. May be empty.
  std::function<void(Settings&)> restrict = {};
  // Reads a file for loadsgf. Throws std::runtime_error with a message for the user.
  std::function<std::string(const std::string& path)> read_file = [](const std::string& path) {
    return read_input_file(path, std::size_t{16} << 20);
  };
};

// How a command is tied to the conversation while it is carried out.
struct GtpExchange {
  std::stop_token interrupted = {};  // whether the user wants to have what is known by now
  std::stop_token followed = {};     // whether there was any input since, or the input has ended
  // Writes a line that belongs to the answer before the answer is complete. May be empty.
  std::function<void(const std::string& line)> write_line = {};
  // Writes text that stands ahead of the answer, as it is. May be empty.
  std::function<void(const std::string& text)> write_ahead = {};
};

// A command that cannot be carried out; nothing has changed. The message is the answer.
class GtpError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// How to watch a search.
struct GtpWatch {
  double seconds = 1;  // between calls of `show`
  std::function<void(const SearchReport&)> show = {};
  std::vector<MoveRule> rules = {};  // what the search may play
};

// What a search is for. Levels weaken moves alone: who asks for an analysis wants to know.
enum class GtpPurpose { move_by_the_clock, move, analysis };

// What a conversation is about: the game so far, the clocks, the settings and the search.
// Every function either does what it says, or throws GtpError or std::invalid_argument and
// changes nothing.
class GtpEngine {
 public:
  using Watch = GtpWatch;

  // Seconds of a move where neither settings nor clocks set a limit.
  static constexpr double kDefaultSeconds = 2.0;
  // What a search has at the least, even where its time is up before it begins.
  static constexpr double kMinSeconds = 0.001;
  // Seconds that a controller may count in a move beyond the search itself.
  static constexpr double kOverhead = 0.05;
  // How many searches in a row have to agree before it resigns.
  static constexpr std::size_t kResignSearches = 3;

  explicit GtpEngine(GtpOptions options);
  GtpEngine(const GtpEngine&) = delete;
  GtpEngine& operator=(const GtpEngine&) = delete;

  const Record& record() const { return record_; }
  const GtpOptions& options() const { return options_; }
  // Who has resigned this game, if anyone.
  std::optional<Colour> resigned() const { return resigned_; }

  // Begins a new game on an empty board.
  void new_game(std::string_view name, int rows, int columns, SwapRule swap_rule);
  void clear_board() { set_record(Record(record_.shared_game())); }
  // Goes on from this game.
  void set_record(Record record);

  void play(Colour colour, Move move);
  void resign(Colour colour) { resigned_ = colour; }
  // Takes back the resignation, or else the last turn. For HexGui the last stone that it shows: it
  // shows refused ones, too, and does not ask where it takes back resignations and swaps of sides.
  void undo();

  const Settings& settings() const { return settings_; }
  void set(std::string_view name, std::string_view value);

  // Both clocks begin anew by this control.
  void set_time(const TimeControl& control);
  // A colour's clock: seconds that are left, in byo-yomi for so many stones (0: in main time).
  void set_time_left(Colour colour, double seconds, int stones);

  // What the commands that follow are tied to.
  void set_exchange(GtpExchange exchange) {
    exchange_ = std::move(exchange);
    has_generated_ = false;
  }
  const GtpExchange& exchange() const { return exchange_; }
  // Whether searches draw how they go on ahead of the answer (see gogui_graphics.hpp).
  bool draws_searches() const { return draws_searches_; }
  void set_draws_searches(bool draws) { draws_searches_ = draws; }
  // Whether the client is HexGui, as its commands have shown: it is sent more.
  bool is_for_hexgui() const { return is_for_hexgui_; }
  void set_for_hexgui() { is_for_hexgui_ = true; }

  // Searches the position with `colour` to move, until a limit is reached or the exchange is
  // interrupted. By the clock, the colour's is a limit too; it does not run.
  SearchReport search(Colour colour, GtpPurpose purpose, const Watch& watch = {});
  // Searches for an analysis without a limit, until the exchange is followed by more input.
  SearchReport analyze(Colour colour, const Watch& watch);
  // What the evaluator thinks of the position, without search, in a report.
  SearchReport judge(Colour colour);
  // What the evaluator thinks of the positions after these moves of `colour`: nothing where a move
  // ends the game. Only during or after a search of the position.
  std::vector<Evaluation> judge_moves(Colour colour, std::span<const Move> moves) const;

  // What is certain in the game. Throws GtpError where nothing is known.
  const Theory& theory();
  // Solves the position with `colour` to move, swaps left aside, within the limits that settings
  // have for this.
  Solution solve(Colour colour);
  // The same for each of its moves.
  MoveProofs solve_moves(Colour colour);

  // Chooses a move and plays it; nothing where it resigns instead.
  std::optional<Move> generate(Colour colour, const Watch& watch = {});
  // Thinks in the opponent's time, where the settings say so and a move has just been generated:
  // searches until the exchange is followed by more input.
  void ponder();
  // Chooses a move, without playing it, from the book or else by the clocks; nothing where it would
  // resign: where this search and the two before it that it made for the colour in this game saw it
  // lost, and each side has as many stones as the board has rows, so that little is left to happen.
  std::optional<Move> choose(Colour colour, const Watch& watch = {});

  // Forgets what searches and evaluators remember.
  void clear_cache();

 private:
  Position position_for(Colour colour) const;
  std::optional<Move> book_move(Colour colour) const;
  SearchLimits set_limits(Colour colour, GtpPurpose purpose);
  void prepare(Colour colour, const std::vector<MoveRule>& rules);
  void expect_ongoing() const;
  SolveLimits prepare_solver();
  bool should_resign(Colour colour, const SearchReport& report);

  GtpOptions options_;
  Settings settings_;
  Record record_;
  std::optional<Colour> resigned_;
  // After how many turns of this game HexGui shows a stone that was refused.
  std::vector<std::size_t> refused_after_;
  // By colour, after how many turns of this game each of its last searches saw it lost, back to the
  // last one that did not.
  std::array<std::vector<std::size_t>, 2> seen_lost_;
  std::array<Clock, 2> clocks_;
  GtpExchange exchange_;
  bool draws_searches_ = false;
  bool is_for_hexgui_ = false;
  bool has_generated_ = false;  // a move, in this exchange

  Settings search_settings_;  // those of the running search; evaluator and search refer to them
  std::unique_ptr<Evaluator> evaluator_;  // of the record's game; made for the first search
  std::unique_ptr<Search> search_;
  std::unique_ptr<const Theory> theory_;  // of the record's game; both made when first asked
  std::unique_ptr<Solver> solver_;
};

}  // namespace isthmus
