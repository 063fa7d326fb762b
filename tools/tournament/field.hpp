#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace isthmus::tournament {

// A value in a JSON document, and where it stands there. What is read from it is checked, and a
// BadInput tells where the value is, what it is and what would do.
class Field {
 public:
  // The whole document; `value` must outlive the field.
  explicit Field(const nlohmann::json& value) : Field(value, "") {}

  // Throws BadInput: "/engines/0/name is 5; give a text", the latter being `what_would_do`.
  [[noreturn]] void refuse(std::string_view what_would_do) const;

  // The value as the type that is asked for. Each refuses one of another type, or out of its range,
  // both ends included. A whole number is one that is written without fraction and exponent.
  std::int64_t whole_number(std::int64_t least, std::int64_t most) const;
  double number(double least, double most) const;
  // Text that is not empty and has no control characters.
  std::string text() const;
  bool truth() const;
  // Of an array, in order.
  std::vector<Field> items() const;

  // Refuses what is no object, and members of other names than these, with the name that may be
  // meant.
  void allow(std::initializer_list<const char*> names) const;
  // The member of an object with this name; nothing where there is none.
  std::optional<Field> find(const char* name) const;
  // The same, but refuses an object without it.
  Field at(const char* name) const;

  // The value as it stands, unchecked.
  const nlohmann::json& value() const { return *value_; }

 private:
  Field(const nlohmann::json& value, std::string pointer)
      : value_(&value), pointer_(std::move(pointer)) {}

  const nlohmann::json* value_;
  std::string pointer_;
};

}  // namespace isthmus::tournament
