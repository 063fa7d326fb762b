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

  [[noreturn]] void refuse(std::string_view what_would_do) const;

  std::int64_t whole_number(std::int64_t least, std::int64_t most) const;
  double number(double least, double most) const;  // both ends included
  // Text that is not empty and has no control characters.
  std::string text() const;
  bool truth() const;
  std::vector<Field> items() const;

  // For objects: refuses members of other names than these.
  void allow(std::initializer_list<const char*> names) const;
  std::optional<Field> find(const char* name) const;
  // Refuses an object without this member.
  Field at(const char* name) const;

  const nlohmann::json& value() const { return *value_; }

 private:
  Field(const nlohmann::json& value, std::string pointer)
      : value_(&value), pointer_(std::move(pointer)) {}

  const nlohmann::json* value_;
  std::string pointer_;
};

}  // namespace isthmus::tournament
