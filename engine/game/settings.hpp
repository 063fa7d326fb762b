#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>

namespace isthmus {

// Everything that a user may set about how the engine thinks. The command line, the GTP command
// isthmus-param and the JSON field overrideSettings all work on setting_rows() below.
//
// Here are the defaults and units; setting_rows() has the ranges and says what each does.
struct Settings {
  std::int64_t visits = 0;  // of the root; 0: no limit
  double time = 0;          // seconds; 0: no limit
  std::int64_t threads = 1;
  std::int64_t seed = 1;
  std::int64_t memory = 1024;     // MB (2^20 bytes)
  std::int64_t cache = 64;        // MB
  bool cache_symmetries = false;  // one evaluation for positions alike by symmetry
  std::int64_t batch = 0;         // positions; 0: as many as suit the evaluator
  std::int64_t fills = 2048;      // a position
  std::int64_t playouts = 512;    // a position
  // Of the formula in puct.hpp; reductions in win rate, from 0 to 1.
  double exploration = 1.0;
  double first_play_reduction = 0.1;
  double root_first_play_reduction = 0;
  double prior_temperature = 0.05;
  bool bridges = true;
  double net_temperature = 1.25;
  bool half_turn = false;
  bool reuse_tree = true;
  bool ponder = false;
  double resign = 0.02;  // a win rate; 0: never

  friend bool operator==(const Settings&, const Settings&) = default;
};

// What a setting is about: when a search ends, the machine, how it searches, how positions are
// judged, what of judgements is remembered, or how games are played.
enum class Concern : std::uint8_t { limits, machine, search, evaluator, evaluator_memory, play };

// One setting: what a user needs to know of it, and where it lives.
struct SettingRow {
  using Member = std::variant<std::int64_t Settings::*, double Settings::*, bool Settings::*>;

  std::string_view name;  // lower case, words joined by '-'
  Concern concern;
  Member member;
  double least;  // the range of numbers, both ends included; of true or false 0 and 1
  double most;
  std::string_view help;
};

// All settings, in the order in which they are shown.
std::span<const SettingRow> setting_rows();

// The settings of these concerns, and all others as they are by default.
Settings only(const Settings& settings, std::initializer_list<Concern> concerns);

// A setting's name that is not known, or a value that is not of its type or not in its range; the
// message names the setting and says what would do.
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
