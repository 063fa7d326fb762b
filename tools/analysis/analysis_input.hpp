#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "tools/base/line_reader.hpp"

namespace isthmus {

// What there is to analyse: queries in JSON, or games in one of the formats of game_formats.hpp.
class AnalysisInput {
 public:
  // Of a file, standard input for "-", or a link itself. Of standard input no more is read than it
  // takes to recognise which it is. Throws BadInput where it cannot be read.
  explicit AnalysisInput(const std::string& argument);

  bool is_games() const { return is_games_; }
  // For games: their text.
  const std::string& games() const { return text_; }

  // For queries: whether they are still to come, a line each, from standard input.
  bool is_live() const { return lines_.has_value(); }
  // Those that are there: all of the text where it is one query, else each line that is not blank.
  std::vector<std::string> queries() const;
  // Calls visit with those of standard input until it returns false, and with an empty text in
  // place of one of more than kMaxJsonBytes.
  void for_each_live(const std::function<bool(const std::string&)>& visit);

 private:
  void open_standard_input();

  std::string text_;
  bool is_games_ = false;
  std::optional<LineReader> lines_;
  std::optional<InputLine> first_;  // the first line of standard input that is not blank
};

}  // namespace isthmus
