#include "protocols/json/json_field.hpp"

#include <algorithm>
#include <cmath>

namespace isthmus {

namespace {

using Json = nlohmann::json;

}  // namespace

std::string quoted(const Json& value) {
  constexpr std::size_t kMost = 60;  // characters
  // Only a flat value is printed: a deep one would be printed by as deep a recursion.
  if (value.is_array() && !value.empty()) return "an array of " + std::to_string(value.size());
  if (value.is_object() && !value.empty()) return "an object";
  std::string text = value.dump(-1, ' ', true, Json::error_handler_t::replace);
  if (text.size() > kMost) text = text.substr(0, kMost) + "...";
  return text;
}

void JsonField::expect(const std::string& wanted) const {
  const std::string found = quoted(*value_);
  throw JsonFieldError(path_, "'" + path_ + "' should be " + wanted + ", not " + found, found,
                       "give " + wanted);
}

void JsonField::refuse(const std::string& reason) const {
  throw JsonFieldError(path_, "'" + path_ + "': " + reason, quoted(*value_), reason);
}

double JsonField::number(const NumberRange& range) const {
  const double number = value_->is_number() ? value_->get<double>() : std::nan("");
  if (!range.contains(number)) expect(range.text());
  return number;
}

int JsonField::integer(int least, int most) const {
  return static_cast<int>(number({static_cast<double>(least), static_cast<double>(most), true}));
}

std::int64_t JsonField::whole_number(std::int64_t least, std::int64_t most) const {
  const NumberRange range{static_cast<double>(least), static_cast<double>(most), true};
  if (!value_->is_number_integer()) expect(range.text());
  // As double, where no number is too large.
  return static_cast<std::int64_t>(number(range));
}

std::string JsonField::text() const {
  if (!value_->is_string()) expect("a string");
  return value_->get<std::string>();
}

std::string JsonField::line() const {
  const auto is_control = [](char letter) {
    return static_cast<unsigned char>(letter) < 0x20 || letter == 0x7f;
  };
  if (!value_->is_string()) expect("a text");
  std::string line = value_->get<std::string>();
  if (line.empty() || std::any_of(line.begin(), line.end(), is_control)) {
    expect("a text on one line that is not empty");
  }
  return line;
}

bool JsonField::truth() const {
  if (!value_->is_boolean()) expect("true or false");
  return value_->get<bool>();
}

std::vector<JsonField> JsonField::items(const std::string& wanted) const {
  if (!value_->is_array()) expect(wanted);
  std::vector<JsonField> items;
  for (const Json& item : *value_) {
    items.push_back(JsonField(item, path_of(std::to_string(items.size()))));
  }
  return items;
}

std::optional<JsonField> JsonField::find(const std::string& name) const {
  const auto member = value_->find(name);
  if (member == value_->end()) return std::nullopt;
  return JsonField(*member, path_of(name));
}

JsonField JsonField::at(const std::string& name) const {
  if (auto field = find(name)) return *field;
  const std::string path = path_of(name);
  throw JsonFieldError(path, "'" + path + "' is missing", "missing", "it must be given");
}

std::vector<std::string> JsonField::unknown(const std::vector<std::string>& known) const {
  std::vector<std::string> names;
  for (const auto& [name, value] : value_->items()) {
    if (std::find(known.begin(), known.end(), name) == known.end()) names.push_back(name);
  }
  return names;
}

}  // namespace isthmus
