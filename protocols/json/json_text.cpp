#include "protocols/json/json_text.hpp"

#include <set>
#include <string>
#include <vector>

#include "protocols/json/query_error.hpp"
#include "protocols/text/move_text.hpp"

namespace isthmus {

namespace {

using Json = nlohmann::json;

// Watches the parser, which itself keeps to no depth and takes the last of two equal names.
class Watcher {
 public:
  bool operator()(int depth, Json::parse_event_t event, const Json& parsed) {
    switch (event) {
      case Json::parse_event_t::object_start:
        names_.emplace_back();
        [[fallthrough]];
      case Json::parse_event_t::array_start:
        if (depth >= kMaxJsonDepth) {
          refuse("",
                 "the query is nested deeper than " + std::to_string(kMaxJsonDepth) + " levels");
        }
        break;
      case Json::parse_event_t::object_end:
        names_.pop_back();
        break;
      case Json::parse_event_t::key: {
        const std::string name = parsed.get<std::string>();
        if (!names_.back().insert(name).second) {
          refuse(name, "the field " + in_quotes(name) + " is given twice");
        }
        is_id_next_ = depth == 1 && name == "id";
        break;
      }
      case Json::parse_event_t::value:
        if (is_id_next_ && parsed.is_string()) id_ = parsed.get<std::string>();
        is_id_next_ = false;
        break;
      default:
        break;
    }
    return true;
  }

 private:
  [[noreturn]] void refuse(const std::string& field, const std::string& message) const {
    QueryError error(field, message);
    error.set_id(id_);
    throw error;
  }

  std::string id_;  // of the query, once it was read
  bool is_id_next_ = false;
  std::vector<std::set<std::string>> names_;  // of the fields of each open object so far
};

}  // namespace

Json parse_json(std::string_view text) {
  if (text.size() > kMaxJsonBytes) throw QueryError("", "the query is longer than 1 MB");
  try {
    Watcher watcher;
    return Json::parse(text, std::ref(watcher));
  } catch (const Json::exception& error) {
    // The library's message names line and column, behind a prefix of its own in brackets.
    const std::string message = error.what();
    const std::size_t prefix = message.find("] ");
    throw QueryError("", "not JSON: " + message.substr(prefix == message.npos ? 0 : prefix + 2));
  }
}

}  // namespace isthmus
