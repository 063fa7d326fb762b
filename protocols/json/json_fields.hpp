#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "engine/base/number_range.hpp"
#include "protocols/json/analysis_query.hpp"

namespace isthmus {

// A value as messages repeat it: its JSON text, cut after 40 bytes, or "an array", "an object".
inline std::string quoted(const nlohmann::json& value) {
  constexpr std::size_t kMost = 40;  // characters
  // Only a flat value is printed: a deep one would be printed by as deep a recursion.
  if (value.is_structured()) return value.is_array() ? "an array" : "an object";
  std::string text = value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  if (text.size() > kMost) text = text.substr(0, kMost) + "...";
  return text;
}

// Throws QueryError of the field: "'game' should be a string, not 5", where `wanted` is "a string".
[[noreturn]] inline void fail(const std::string& field, const std::string& wanted,
                              const nlohmann::json& value) {
  throw QueryError(field, "'" + field + "' should be " + wanted + ", not " + quoted(value));
}

// The fields of a JSON object, each looked up once, so that those nobody asked for can be named.
// Those that read a value throw QueryError, which names the field, where it is not of the type or
// in the range that is asked for, both ends included. A field that is not there is no error.
class JsonFields {
 public:
  // `object` must be one, and outlive this.
  explicit JsonFields(const nlohmann::json& object) : object_(object) {}

  // The field's value, of any type; null where there is none. Notes that the name is known, as all
  // functions do that look a field up.
  const nlohmann::json* find(const std::string& name) {
    known_.push_back(name);
    const auto field = object_.find(name);
    return field == object_.end() ? nullptr : &*field;
  }

  // A string, or `otherwise` where there is none.
  std::string text(const std::string& name, const std::string& otherwise) {
    const nlohmann::json* value = find(name);
    if (!value) return otherwise;
    if (!value->is_string()) fail(name, "a string", *value);
    return value->get<std::string>();
  }

  // True or false; false where there is none.
  bool flag(const std::string& name) {
    const nlohmann::json* value = find(name);
    if (!value) return false;
    if (!value->is_boolean()) fail(name, "true or false", *value);
    return value->get<bool>();
  }

  // A whole number from `least` to `most`; nothing where there is none.
  std::optional<int> integer(const std::string& name, int least, int most) {
    const nlohmann::json* value = find(name);
    if (!value) return std::nullopt;
    return integer(name, *value, least, most);
  }

  // The same of a value that was found elsewhere, under this name for messages.
  static int integer(const std::string& name, const nlohmann::json& value, int least, int most) {
    const NumberRange range{static_cast<double>(least), static_cast<double>(most), true};
    return static_cast<int>(number(name, value, range));
  }

  // A number in the range; nothing where there is none.
  std::optional<double> number(const std::string& name, const NumberRange& range) {
    const nlohmann::json* value = find(name);
    if (!value) return std::nullopt;
    return number(name, *value, range);
  }

  // The same of a value that was found elsewhere, under this name for messages. A whole number may
  // be written with a fraction of zeros or an exponent: JSON has only numbers.
  static double number(const std::string& name, const nlohmann::json& value,
                       const NumberRange& range) {
    const double result = value.is_number() ? value.get<double>() : std::nan("");
    if (!range.contains(result)) fail(name, range.text(), value);
    return result;
  }

  // The names of the object's fields that were not looked up, in its order (that of their bytes).
  std::vector<std::string> unknown() const {
    std::vector<std::string> names;
    for (const auto& [name, value] : object_.items()) {
      if (std::find(known_.begin(), known_.end(), name) == known_.end()) names.push_back(name);
    }
    return names;
  }

 private:
  const nlohmann::json& object_;
  std::vector<std::string> known_;
};

}  // namespace isthmus
