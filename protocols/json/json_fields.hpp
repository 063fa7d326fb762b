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

// A value as messages repeat it.
inline std::string quoted(const nlohmann::json& value) {
  constexpr std::size_t kMost = 40;  // characters
  // Only a flat value is printed: a deep one would be printed by as deep a recursion.
  if (value.is_structured()) return value.is_array() ? "an array" : "an object";
  std::string text = value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  if (text.size() > kMost) text = text.substr(0, kMost) + "...";
  return text;
}

// Throws QueryError for a value that is not what its field wants.
[[noreturn]] inline void fail(const std::string& field, const std::string& wanted,
                              const nlohmann::json& value) {
  throw QueryError(field, "'" + field + "' should be " + wanted + ", not " + quoted(value));
}

// The fields of a JSON object, each looked up once, so that those nobody asked for can be named.
// All of its functions throw QueryError.
class JsonFields {
 public:
  explicit JsonFields(const nlohmann::json& object) : object_(object) {}

  const nlohmann::json* find(const std::string& name) {
    known_.push_back(name);
    const auto field = object_.find(name);
    return field == object_.end() ? nullptr : &*field;
  }

  std::string text(const std::string& name, const std::string& otherwise) {
    const nlohmann::json* value = find(name);
    if (!value) return otherwise;
    if (!value->is_string()) fail(name, "a string", *value);
    return value->get<std::string>();
  }

  bool flag(const std::string& name) {
    const nlohmann::json* value = find(name);
    if (!value) return false;
    if (!value->is_boolean()) fail(name, "true or false", *value);
    return value->get<bool>();
  }

  std::optional<int> integer(const std::string& name, int least, int most) {
    const nlohmann::json* value = find(name);
    if (!value) return std::nullopt;
    return integer(name, *value, least, most);
  }

  static int integer(const std::string& name, const nlohmann::json& value, int least, int most) {
    const NumberRange range{static_cast<double>(least), static_cast<double>(most), true};
    return static_cast<int>(number(name, value, range));
  }

  std::optional<double> number(const std::string& name, const NumberRange& range) {
    const nlohmann::json* value = find(name);
    if (!value) return std::nullopt;
    return number(name, *value, range);
  }

  // A whole number may be written with a fraction of zeros or an exponent: JSON has only numbers.
  static double number(const std::string& name, const nlohmann::json& value,
                       const NumberRange& range) {
    const double result = value.is_number() ? value.get<double>() : std::nan("");
    if (!range.contains(result)) fail(name, range.text(), value);
    return result;
  }

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
