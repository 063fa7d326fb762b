#pragma once

#include <cstdint>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>

namespace isthmus {

// How positions are judged, which is all that evaluators know of.
struct EvaluatorSettings {
  std::int64_t fills = 2048;  // a position; rounded up to a multiple of 512
  std::int64_t playouts = 0;  // likewise; 0: as many as suit the game
  bool bridges = true;
  double prior_temperature = 0.05;   // of fills
  double playout_temperature = 0.2;  // likewise, of playouts
  double net_temperature = 1.25;
  bool half_turn = false;
  std::int64_t cache = 64;  // MB
  bool cache_symmetries = false;

  friend bool operator==(const EvaluatorSettings&, const EvaluatorSettings&) = default;
};

// How long and how a search looks for a move, and what becomes of it in a game.
struct SearchSettings {
  std::int64_t visits = 0;  // of the root; 0: no limit
  double time = 0;          // seconds; 0: no limit
  std::int64_t threads = 1;
  std::int64_t solver_threads = 0;  // that prove beside those
  double solver_share = 0.05;       // of the search where there are none, near the game's end
  bool known_values = true;  // of first stones that may be swapped (Evaluator::known_values())
  bool known_proofs = true;  // of the root's moves, from elsewhere (Evaluator::known_proofs())
  std::int64_t seed = 1;
  std::int64_t memory = 1024;   // MB (2^20 bytes)
  std::int64_t batch = 0;       // positions; 0: as many as suit the evaluator
  std::int64_t root_views = 4;  // at most: of the root, as symmetries turn it
  // Of the formula in puct.hpp; reductions in win rate, from 0 to 1.
  double exploration = 1.0;
  double first_play_reduction = 0.1;
  double root_first_play_reduction = 0;
  bool reuse_tree = true;
  bool ponder = false;
  double resign = 0.02;  // a win rate; 0: never
  // Of the solver, where a game is played.
  double solve_time = 10;        // seconds; 0: no limit
  std::int64_t solve_nodes = 0;  // positions; 0: no limit
  std::int64_t level = 0;        // of engine/search/level.hpp; 0: full strength

  friend bool operator==(const SearchSettings&, const SearchSettings&) = default;
};

// Everything that a user may set about how the engine thinks. The command line, the GTP command
// isthmus-param and the JSON field overrideSettings all work on setting_rows() below.
struct Settings : SearchSettings, EvaluatorSettings {
  friend bool operator==(const Settings&, const Settings&) = default;
};

// One setting: what a user needs to know of it, and where it lives.
struct SettingRow {
  using Member = std::variant<std::int64_t Settings::*, double Settings::*, bool Settings::*>;

  std::string_view name;  // lower case, words joined by '-'
  Member member;
  double least;  // the range of numbers, both ends included; of true or false 0 and 1
  double most;
  std::string_view help;
  // Whether it is for single searches that a user waits for, and not for those of many games at
  // once.
  bool is_for_one = false;
};

// All settings, those of the search and then those of evaluators, as they are shown.
std::span<const SettingRow> setting_rows();

// A setting's name that is not known, or a value that is not of its type or not in its range; the
// message names the setting and says what is valid.
class SettingError : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

// The row with this name. Throws SettingError.
const SettingRow& find_setting(std::string_view name);

// "whole number", "number" or "true or false".
std::string_view type_name(const SettingRow& row);

// The range for help and messages: "0 to 1", or "true or false".
std::string range_text(const SettingRow& row);

// Reads a value from text and checks its range: "800", "0.25", "true". Throws SettingError, and
// leaves the settings as they were.
void set(Settings& settings, const SettingRow& row, std::string_view text);

// The value as text that set() takes.
std::string get(const Settings& settings, const SettingRow& row);

}  // namespace isthmus
