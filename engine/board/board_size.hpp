#pragma once

#include <string>

namespace isthmus {

// A board's size as people say it, which is what a game is made from and what files and protocols
// hold. The game decides what it means: in Hex the numbers of rows and columns.
struct BoardSize {
  int rows;
  int columns;

  friend bool operator==(const BoardSize&, const BoardSize&) = default;
};

// "11", or "13x9" with the columns first.
inline std::string size_text(BoardSize size, char separator = 'x') {
  std::string text = std::to_string(size.columns);
  if (size.rows != size.columns) text += separator + std::to_string(size.rows);
  return text;
}

}  // namespace isthmus
