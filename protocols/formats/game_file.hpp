#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "engine/game/record.hpp"

namespace isthmus {

// A property of SGF that means nothing to us but is kept as it stands: "LB", "[a1:x][b2:y]".
struct SgfMark {
  std::string name;
  std::string values;  // with their brackets, escaped

  friend bool operator==(const SgfMark&, const SgfMark&) = default;
};

// What is said of a position.
struct Note {
  std::string comment = {};
  std::vector<SgfMark> marks = {};

  bool empty() const { return comment.empty() && marks.empty(); }
  friend bool operator==(const Note&, const Note&) = default;
};

// Other moves than those that were played.
struct Variation {
  std::size_t parent;  // 0: it leaves the game itself; i: variation i - 1, an earlier one
  std::size_t after;   // this many turns of the parent
  std::vector<Turn> turns;
  std::vector<Note> notes = {};  // of its turns; may be shorter

  friend bool operator==(const Variation&, const Variation&) = default;
};

// One game with all that any of the formats that we read and write can say of it.
struct GameFile {
  Record record;
  // Players go by the colours that they have at the end, as the result does: after swap-sides
  // the player who began has White.
  std::string black_name = {};
  std::string white_name = {};
  // "B+" or "W+" for a win on the board, "B+R" by resignation, "B+T" by time, "B+F" by forfeit,
  // "0" for a draw, empty for unknown; other text is kept as it was read.
  std::string result = {};
  std::string comment = {};                // of the first position
  std::vector<SgfMark> info = {};          // about that and the game: its event, date, ...
  std::vector<Note> notes = {};            // of turn i; may be shorter than the turns
  std::vector<Variation> variations = {};  // parents before children
  std::string view = {};                   // how HexWorld draws the board: its flags, as in "r9c1"
  // Whether it is said what swap rule it was played by, in the text or by who asked for it. If not,
  // the record's game has none.
  bool names_swap_rule = true;
};

// The rule that a first stone was most likely placed under, where that is not said, nothing was
// swapped and the record has no rule: the usual one of the game on such a board, from the empty
// board. None in all other cases.
SwapRule assumed_swap_rule(const GameFile& file);

// Takes games one after the other, as they are read: all at once might not fit in memory.
using VisitGame = std::function<void(GameFile)>;

// The result in the forms above: "B+Resign", "b+r" and the like become "B+R", "B" becomes "B+".
std::string plain_result(std::string_view text);

// A text that does not hold what it should, or a game that a format cannot hold. The message says
// what is wrong, where that is known ("line L, column C: "), and what would do. It is one line:
// control characters that it was made of become '?'.
class FormatError : public std::runtime_error {
 public:
  explicit FormatError(const std::string& message);
};

// Throws FormatError with the place, counted from 1 in bytes, in front of the message.
[[noreturn]] void throw_format_error(std::string_view text, std::size_t offset,
                                     const std::string& message);

// Things that a reader or a writer could not keep, by what they are called in the plural.
class Omissions {
 public:
  void add(const std::string& what, std::size_t count = 1) {
    if (count > 0) counts_[what] += count;
  }
  bool empty() const { return counts_.empty(); }
  // "comments (3), results (1)"
  std::string text() const;

 private:
  std::map<std::string, std::size_t> counts_;
};

}  // namespace isthmus
