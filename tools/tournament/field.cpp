#include "tools/tournament/field.hpp"

#include <algorithm>
#include <cmath>

#include "engine/base/number_range.hpp"
#include "tools/base/bad_input.hpp"
#include "tools/base/suggestion.hpp"

namespace isthmus::tournament {

namespace {

using nlohmann::json;

// JSON text of a value, cut where it is long.
std::string shown(const json& value) {
  constexpr std::size_t kLongest = 60;
  if (value.is_array() && !value.empty()) {
    return "an array of " + std::to_string(value.size());
  }
  if (value.is_object() && !value.empty()) return "an object";
  std::string text = value.dump(-1, ' ', true, json::error_handler_t::replace);
  if (text.size() > kLongest) text = text.substr(0, kLongest) + "...";
  return text;
}

// A member's name as a part of a JSON pointer (RFC 6901), with what a terminal cannot show escaped.
std::string reference_token(const std::string& name) {
  const std::string quoted = json(name).dump(-1, ' ', true, json::error_handler_t::replace);
  std::string token;
  for (char letter : quoted.substr(1, quoted.size() - 2)) {
    if (letter == '~') {
      token += "~0";
    } else if (letter == '/') {
      token += "~1";
    } else {
      token += letter;
    }
  }
  return token;
}

}  // namespace

void Field::refuse(std::string_view what_would_do) const {
  throw BadInput((pointer_.empty() ? "the document" : pointer_) + " is " + shown(*value_) + "; " +
                 std::string(what_would_do));
}

std::int64_t Field::whole_number(std::int64_t least, std::int64_t most) const {
  const NumberRange range{static_cast<double>(least), static_cast<double>(most), true};
  // As double, where no number is too large.
  const double number = value_->is_number_integer() ? value_->get<double>() : std::nan("");
  if (!range.contains(number)) refuse("give " + range.text());
  return static_cast<std::int64_t>(number);
}

double Field::number(double least, double most) const {
  const NumberRange range{least, most};
  const double number = value_->is_number() ? value_->get<double>() : std::nan("");
  if (!range.contains(number)) refuse("give " + range.text());
  return number;
}

std::string Field::text() const {
  const auto is_control = [](char letter) {
    return static_cast<unsigned char>(letter) < 0x20 || letter == 0x7f;
  };
  if (!value_->is_string()) refuse("give a text");
  const auto& text = value_->get_ref<const std::string&>();
  if (text.empty() || std::any_of(text.begin(), text.end(), is_control)) {
    refuse("give a text on one line that is not empty");
  }
  return text;
}

bool Field::truth() const {
  if (!value_->is_boolean()) refuse("give true or false");
  return value_->get<bool>();
}

std::vector<Field> Field::items() const {
  if (!value_->is_array()) refuse("give an array");
  std::vector<Field> items;
  for (const json& item : *value_) {
    items.push_back(Field(item, pointer_ + "/" + std::to_string(items.size())));
  }
  return items;
}

void Field::allow(std::initializer_list<const char*> names) const {
  if (!value_->is_object()) refuse("give an object");
  const std::vector<std::string> known(names.begin(), names.end());
  for (const auto& [name, value] : value_->items()) {
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    throw BadInput(pointer_ + "/" + reference_token(name) + " is not a known field" +
                   suggestion(name, known));
  }
}

std::optional<Field> Field::find(const char* name) const {
  const auto member = value_->find(name);
  if (member == value_->end()) return std::nullopt;
  return Field(*member, pointer_ + "/" + name);
}

Field Field::at(const char* name) const {
  if (auto field = find(name)) return *field;
  throw BadInput(pointer_ + "/" + name + " is missing; it must be given");
}

}  // namespace isthmus::tournament
