#include "games/hex/fact_index.hpp"

#include <algorithm>
#include <bit>

namespace isthmus {

namespace {

constexpr std::size_t kGroup = 8;

}  // namespace

void FactIndex::add(std::size_t number, const ConnectionFact& fact, int kind) {
  Facts& facts = facts_[{fact.ends, kind}];
  std::size_t size = 1;  // facts of a group
  for (auto& needs : facts.needs) {
    const std::size_t count = facts.numbers.size();
    narrow(needs, count / size, count % size == 0, fact);
    size *= kGroup;
  }
  facts.numbers.push_back(number);
}

// Leaves of what all have needed so far what this one needs as well.
void FactIndex::narrow(std::vector<std::uint64_t>& needs, std::size_t at, bool is_first,
                       const ConnectionFact& fact) const {
  needs.resize((at + 1) * 2 * words_);
  std::uint64_t* const own = &needs[at * 2 * words_];
  for (std::size_t i = 0; i < words_; ++i) {
    const std::uint64_t stones = fact.stones.words()[i], empty = fact.carrier.words()[i];
    own[i] = is_first ? stones : own[i] & stones;
    own[words_ + i] = is_first ? empty : own[words_ + i] & empty;
  }
}

bool FactIndex::is_met(const std::uint64_t* needs, const Place& place) const {
  int lacking = place.lacking;
  for (std::size_t i = 0; i < words_; ++i) {
    const std::uint64_t empty = place.empty.words()[i];
    if ((needs[words_ + i] & ~empty) != 0) return false;
    const std::uint64_t lacks = needs[i] & ~place.stones.words()[i];
    if (lacks == 0) continue;
    lacking -= std::popcount(lacks);
    if (lacking < 0 || (lacks & ~empty) != 0) return false;
  }
  return true;
}

// Calls visit() for the facts of these groups of a level whose needs are met, the newest first,
// until it returns true, as this does then.
template <class Visit>
bool FactIndex::visit_met(const Facts& facts, const Place& place, std::size_t level,
                          std::size_t from, std::size_t end, Visit& visit) const {
  for (std::size_t at = end; at-- > from;) {
    if (!is_met(&facts.needs[level][at * 2 * words_], place)) continue;
    if (level == 0) {
      if (visit(at)) return true;
      continue;
    }
    const std::size_t below = facts.needs[level - 1].size() / (2 * words_);
    if (visit_met(facts, place, level - 1, at * kGroup, std::min((at + 1) * kGroup, below),
                  visit)) {
      return true;
    }
  }
  return false;
}

template <class Visit>
void FactIndex::visit_all_met(const Facts& facts, const Place& place, Visit visit) const {
  visit_met(facts, place, kLevels - 1, 0, facts.needs.back().size() / (2 * words_), visit);
}

std::optional<std::size_t> FactIndex::find(const Ends& ends, const CellSet& stones,
                                           const CellSet& empty, int kind) const {
  const Facts* facts = facts_of(ends, kind);
  if (facts == nullptr) return std::nullopt;
  std::optional<std::size_t> found;
  visit_all_met(*facts, {stones, empty, 0}, [&](std::size_t at) {
    found = facts->numbers[at];
    return true;
  });
  return found;
}

std::optional<ConnectionFact::Threat> FactIndex::find_threat(const Ends& ends,
                                                             const CellSet& stones,
                                                             const CellSet& empty) const {
  const Facts* facts = facts_of(ends, 0);
  if (facts == nullptr) return std::nullopt;
  std::optional<ConnectionFact::Threat> found;
  visit_all_met(*facts, {stones, empty, 1}, [&](std::size_t at) {
    for (std::size_t i = 0; i < words_; ++i) {
      const std::uint64_t lacks = facts->needs[0][at * 2 * words_ + i] & ~stones.words()[i];
      if (lacks == 0) continue;
      found = {static_cast<Cell>(64 * i + static_cast<std::size_t>(std::countr_zero(lacks))),
               facts->numbers[at]};
      return true;
    }
    return false;
  });
  return found;
}

const FactIndex::Facts* FactIndex::facts_of(const Ends& ends, int kind) const {
  const auto found = facts_.find({ends, kind});
  return found == facts_.end() ? nullptr : &found->second;
}

}  // namespace isthmus
