#include "tools/analysis/analysis_input.hpp"

#include <sstream>
#include <string_view>

#include <nlohmann/json.hpp>
#include <unistd.h>

#include "protocols/formats/game_formats.hpp"
#include "protocols/formats/text_check.hpp"
#include "protocols/json/json_text.hpp"
#include "tools/base/bad_input.hpp"
#include "tools/base/read_file.hpp"

namespace isthmus {

namespace {

constexpr auto kBlanks = " \t\r\n";
constexpr std::size_t kMaxFileBytes = std::size_t{1} << 30;  // of queries, some millions

bool is_blank(const std::string& text) { return text.find_first_not_of(kBlanks) == text.npos; }

// Whether a text begins as one in JSON does, be it behind a mark of UTF-8. Nothing at all is taken
// for no queries.
bool looks_like_queries(const std::string& text) {
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
  const std::size_t begin = text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
  const std::size_t start = text.find_first_not_of(kBlanks, begin);
  return start == text.npos || text[start] == '{' || text[start] == '[';
}

}  // namespace

AnalysisInput::AnalysisInput(const std::string& argument) {
  if (argument == "-") {
    open_standard_input();
    return;
  }
  text_ = is_game_link(argument) ? argument
                                 : read_file(argument,
                                             "give a file of JSON queries or of games, a link, or "
                                             "- for standard input",
                                             kMaxFileBytes);
  is_games_ = !looks_like_queries(text_);
}

void AnalysisInput::open_standard_input() {
  lines_.emplace(STDIN_FILENO, kMaxJsonBytes);
  do {
    first_ = lines_->next();
  } while (first_ && !first_->is_too_long && is_blank(first_->text));
  if (!first_ || first_->is_too_long || looks_like_queries(first_->text)) return;
  is_games_ = true;
  for (auto line = first_; line; line = lines_->next()) {
    if (line->is_too_long || text_.size() > kMaxTextBytes) {
      throw BadInput("standard input is longer than a text with games may be");
    }
    text_ += line->text + '\n';
  }
  lines_.reset();
}

std::vector<std::string> AnalysisInput::queries() const {
  if (text_.size() <= kMaxJsonBytes && nlohmann::json::accept(text_)) return {text_};
  std::vector<std::string> queries;
  std::istringstream lines(text_);
  for (std::string line; std::getline(lines, line);) {
    if (!is_blank(line)) queries.push_back(line);
  }
  return queries;
}

void AnalysisInput::for_each_live(const std::function<bool(const std::string&)>& visit) {
  for (auto line = first_; line; line = lines_->next()) {
    if (!line->is_too_long && is_blank(line->text)) continue;
    if (!visit(line->text)) return;
  }
}

}  // namespace isthmus
