#pragma once

#include <stdexcept>
#include <string>
#include <utility>

namespace isthmus {

// A query that cannot be run. The message says what is wrong and what would do.
class QueryError : public std::invalid_argument {
 public:
  QueryError(std::string field, const std::string& message)
      : std::invalid_argument(message), field_(std::move(field)) {}

  // The field at fault, such as "moves/3/1"; empty where the text is no JSON object at all.
  const std::string& field() const { return field_; }
  // The query's id, where it could be read.
  const std::string& id() const { return id_; }
  void set_id(std::string id) { id_ = std::move(id); }

 private:
  std::string field_;
  std::string id_;
};

}  // namespace isthmus
