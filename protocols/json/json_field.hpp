#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "engine/base/number_range.hpp"
#include "protocols/json/query_error.hpp"

namespace isthmus {

// A value in a document that is not what its place wants. The message is one for queries: "'size'
// should be a whole number from 1 to 32, not 33".
class JsonFieldError : public QueryError {
 public:
  // `path` as JsonField has it; `found` is what stands there, `advice` what would do.
  JsonFieldError(const std::string& path, const std::string& message, std::string found,
                 std::string advice)
      : QueryError(path, message), found_(std::move(found)), advice_(std::move(advice)) {}

  // For another message: "33" or "missing", and "give a whole number from 1 to 32".
  const std::string& found() const { return found_; }
  const std::string& advice() const { return advice_; }

 private:
  std::string found_;
  std::string advice_;
};

// A value as messages repeat it: its JSON text, cut where it is long, or "an array of 3".
std::string quoted(const nlohmann::json& value);

// A value in a JSON document, and where it stands there. What is read from it is checked; all
// functions throw JsonFieldError for what is not as they say.
class JsonField {
 public:
  // The whole document; `value` must outlive the field.
  explicit JsonField(const nlohmann::json& value) : JsonField(value, "") {}

  const nlohmann::json& value() const { return *value_; }
  // The names and numbers that lead here from the document, as in "moves/3/1"; empty for itself.
  const std::string& path() const { return path_; }

  // Throws: this should be such as `wanted` says, "a whole number", or, by refuse(), it will not do
  // for a reason that is a sentence without its end.
  [[noreturn]] void expect(const std::string& wanted) const;
  [[noreturn]] void refuse(const std::string& reason) const;

  // A whole number may be written with a fraction of zeros or an exponent: JSON has only numbers.
  double number(const NumberRange& range) const;
  int integer(int least, int most) const;
  // Whole also as it is written.
  std::int64_t whole_number(std::int64_t least, std::int64_t most) const;
  std::string text() const;
  // Text that is not empty and has no control characters.
  std::string line() const;
  bool truth() const;

  // Of an array; `wanted` says what this should be where it is none.
  std::vector<JsonField> items(const std::string& wanted = "an array") const;
  // Of an object; nothing where it has no such member or is none.
  std::optional<JsonField> find(const std::string& name) const;
  // Throws where there is none.
  JsonField at(const std::string& name) const;
  // The path of a member of this, which need not be there.
  std::string path_of(const std::string& part) const {
    return path_.empty() ? part : path_ + "/" + part;
  }
  // The names of the members of an object that are not among these.
  std::vector<std::string> unknown(const std::vector<std::string>& known) const;

 private:
  JsonField(const nlohmann::json& value, std::string path)
      : value_(&value), path_(std::move(path)) {}

  const nlohmann::json* value_;
  std::string path_;
};

// The members of an object that may be left out, each looked up once, so that those not asked
// for can be named. All of its functions throw JsonFieldError.
class JsonFields {
 public:
  explicit JsonFields(const JsonField& object) : object_(object) {}

  const JsonField& object() const { return object_; }

  std::optional<JsonField> find(const std::string& name) {
    known_.push_back(name);
    return object_.find(name);
  }
  std::string text(const std::string& name, const std::string& otherwise) {
    const auto field = find(name);
    return field ? field->text() : otherwise;
  }
  bool flag(const std::string& name) {
    const auto field = find(name);
    return field && field->truth();
  }
  std::optional<int> integer(const std::string& name, int least, int most) {
    const auto field = find(name);
    return field ? std::optional(field->integer(least, most)) : std::nullopt;
  }
  std::optional<double> number(const std::string& name, const NumberRange& range) {
    const auto field = find(name);
    return field ? std::optional(field->number(range)) : std::nullopt;
  }
  // Of a field within one of these: its path.
  void add_unknown(std::string path) { unknown_within_.push_back(std::move(path)); }
  std::vector<std::string> unknown() const {
    std::vector<std::string> all = object_.unknown(known_);
    all.insert(all.end(), unknown_within_.begin(), unknown_within_.end());
    return all;
  }

 private:
  JsonField object_;
  std::vector<std::string> known_;
  std::vector<std::string> unknown_within_;
};

}  // namespace isthmus
