#include "protocols/json/json_text.hpp"

#include <set>
#include <string>
#include <vector>

#include "protocols/json/query_error.hpp"
#include "protocols/text/move_text.hpp"

namespace isthmus {

namespace {

using Json = nlohmann::json;

// Looks over a text before a document is made of it: the parser itself keeps to no depth, and takes
// the last of two equal names. (It could be given a callback, but then goes over all of an array at
// the end of each of its members.)
class Inspector : public nlohmann::json_sax<Json> {
 public:
  bool null() override { return value(); }
  bool boolean(bool) override { return value(); }
  bool number_integer(number_integer_t) override { return value(); }
  bool number_unsigned(number_unsigned_t) override { return value(); }
  bool number_float(number_float_t, const string_t&) override { return value(); }
  bool binary(binary_t&) override { return value(); }
  bool string(string_t& text) override {
    if (is_id_next_) id_ = text;
    return value();
  }
  bool start_object(std::size_t) override { return open(); }
  bool end_object() override { return close(); }
  bool start_array(std::size_t) override { return open(); }
  bool end_array() override { return close(); }
  bool key(string_t& name) override {
    is_id_next_ = names_.size() == 1 && name == "id";
    if (!names_.back().insert(name).second) {
      refuse(name, "the field " + in_quotes(name) + " is given twice");
    }
    return true;
  }
  bool parse_error(std::size_t, const std::string&, const Json::exception& error) override {
    // The library's message names line and column, behind a prefix of its own in brackets. It also
    // repeats what it read last, which may be long.
    constexpr std::size_t kMost = 200;
    const std::string_view whole = error.what();
    const std::size_t prefix = whole.find("] ");
    std::string message(whole.substr(prefix == whole.npos ? 0 : prefix + 2));
    if (message.size() > kMost) message = message.substr(0, kMost) + "...";
    throw QueryError("", "not JSON: " + message);
  }

 private:
  bool value() {
    is_id_next_ = false;
    return true;
  }
  bool open() {
    if (names_.size() == kMaxJsonDepth) {
      refuse("", "the query is nested deeper than " + std::to_string(kMaxJsonDepth) + " levels");
    }
    names_.emplace_back();
    return value();
  }
  bool close() {
    names_.pop_back();
    return true;
  }
  [[noreturn]] void refuse(const std::string& field, const std::string& message) const {
    QueryError error(field, message);
    error.set_id(id_);
    throw error;
  }

  std::string id_;  // of the query, once it was read
  bool is_id_next_ = false;
  std::vector<std::set<std::string>> names_;  // so far, of the fields of what is open
};

}  // namespace

Json parse_json(std::string_view text) {
  if (text.size() > kMaxJsonBytes) throw QueryError("", "the query is longer than 1 MB");
  Inspector inspector;
  Json::sax_parse(text, &inspector);
  return Json::parse(text);
}

}  // namespace isthmus
