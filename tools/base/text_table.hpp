#pragma once

#include <string>
#include <vector>

namespace isthmus {

// Lines of text in columns: the first column is aligned to the left, all others to the right.
class TextTable {
 public:
  explicit TextTable(std::vector<std::string> head) : rows_{std::move(head)} {}

  // A row of as many cells, in UTF-8, as the head has.
  void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }
  std::string text() const;

 private:
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace isthmus
