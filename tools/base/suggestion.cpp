#include "tools/base/suggestion.hpp"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace isthmus {

namespace {

// How many letters must be put in, taken out or changed (Levenshtein 1965).
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i + 1);
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t change = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({change, row[j] + 1, diagonal + 1});
    }
  }
  return row.back();
}

}  // namespace

std::string suggestion(std::string_view word, std::span<const std::string> known) {
  constexpr std::size_t kMaxEdits = 2;
  std::string list;
  std::string_view closest;
  std::size_t fewest = kMaxEdits + 1;
  for (const std::string& candidate : known) {
    list += (list.empty() ? "" : ", ") + candidate;
    // Two edits turn any short word into any other: half of the letters must stay.
    const std::size_t edits = edit_distance(word, candidate);
    if (edits < fewest && 2 * edits <= candidate.size()) {
      fewest = edits;
      closest = candidate;
    }
  }
  if (!closest.empty()) return "; did you mean '" + std::string(closest) + "'?";
  return list.empty() ? "" : "; known: " + list;
}

}  // namespace isthmus
