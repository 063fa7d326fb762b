#include "games/hex/fact_index.hpp"

#include <bit>

namespace isthmus {

namespace {

constexpr std::size_t kBlock = 64;  // facts
constexpr std::size_t kGroup = 64;  // blocks

// The facts that there are in a block, as bits.
std::uint64_t facts_in(std::size_t block, std::size_t count) {
  const std::size_t rest = count - block * kBlock;
  return rest >= kBlock ? ~std::uint64_t{0} : (std::uint64_t{1} << rest) - 1;
}

std::size_t newest(std::size_t block, std::uint64_t bits) {
  return block * kBlock + static_cast<std::size_t>(std::bit_width(bits)) - 1;
}

}  // namespace

void FactIndex::add(std::size_t number, const ConnectionFact& fact, int kind) {
  Facts& facts = facts_[{fact.ends, kind}];
  const std::size_t count = facts.numbers.size(), block = count / kBlock;
  const std::uint64_t bit = std::uint64_t{1} << (count % kBlock);
  facts.numbers.push_back(number);
  facts.rows.resize((block + 1) * block_rows());
  std::uint64_t* rows = &facts.rows[block * block_rows()];
  fact.stones.for_each([&](Cell cell) { rows[stone_needed(cell)] |= bit; });
  fact.carrier.for_each([&](Cell cell) { rows[empty_needed(cell)] |= bit; });
  narrow(facts.of_block, block, count % kBlock == 0, fact);
  narrow(facts.of_group, block / kGroup, count % (kBlock * kGroup) == 0, fact);
}

// Leaves of what all have needed so far what this one needs as well.
void FactIndex::narrow(std::vector<std::uint64_t>& common, std::size_t place, bool is_first,
                       const ConnectionFact& fact) const {
  common.resize((place + 1) * 2 * words_, ~std::uint64_t{0});
  std::uint64_t* const needs = &common[place * 2 * words_];
  for (std::size_t i = 0; i < words_; ++i) {
    const std::uint64_t stones = fact.stones.words()[i], empty = fact.carrier.words()[i];
    needs[i] = is_first ? stones : needs[i] & stones;
    needs[words_ + i] = is_first ? empty : needs[words_ + i] & empty;
  }
}

// Whether a place meets what facts need in common, where no more than `lacking` of the stones may
// be on empty cells instead.
bool FactIndex::is_met(const std::uint64_t* common, const CellSet& stones, const CellSet& empty,
                       int lacking) const {
  for (std::size_t i = 0; i < words_; ++i) {
    const std::uint64_t lacks = common[i] & ~stones.words()[i];
    const std::uint64_t taken = common[words_ + i] & ~empty.words()[i];
    if (taken != 0) return false;
    if (lacks == 0) continue;
    lacking -= std::popcount(lacks);
    if (lacking < 0 || (lacks & ~empty.words()[i]) != 0) return false;
  }
  return true;
}

// Calls visit(block) for the blocks that may have a fact which holds, the newest first, until it
// returns true.
template <class Visit>
void FactIndex::for_each_block(const Facts& facts, const CellSet& stones, const CellSet& empty,
                               int lacking, Visit visit) const {
  std::size_t block = facts.rows.size() / block_rows();
  while (block > 0) {
    const std::size_t group = (block - 1) / kGroup;
    if (!is_met(&facts.of_group[group * 2 * words_], stones, empty, lacking)) {
      block = group * kGroup;
      continue;
    }
    for (; block > group * kGroup; --block) {
      if (!is_met(&facts.of_block[(block - 1) * 2 * words_], stones, empty, lacking)) continue;
      if (visit(block - 1)) return;
    }
  }
}

std::optional<std::size_t> FactIndex::find(const Ends& ends, const CellSet& stones,
                                           const CellSet& empty, int kind) const {
  const Facts* facts = facts_of(ends, kind);
  if (facts == nullptr) return std::nullopt;
  Needs unmet;  // as most facts are passed over, once there are some to be looked at
  const auto find_unmet = [&] {
    // Carriers are large, so that most facts fall by them.
    for (std::size_t i = 0; i < cells_; ++i) {
      const auto cell = static_cast<Cell>(i);
      if (!empty.contains(cell)) unmet.push_back(empty_needed(cell));
    }
    for (std::size_t i = 0; i < cells_; ++i) {
      const auto cell = static_cast<Cell>(i);
      if (!stones.contains(cell)) unmet.push_back(stone_needed(cell));
    }
  };
  std::optional<std::size_t> found;
  for_each_block(*facts, stones, empty, 0, [&](std::size_t block) {
    if (unmet.empty()) find_unmet();
    const std::uint64_t* rows = &facts->rows[block * block_rows()];
    std::uint64_t holds = facts_in(block, facts->numbers.size());
    for (const std::size_t need : unmet) {
      holds &= ~rows[need];
      if (holds == 0) return false;
    }
    found = facts->numbers[newest(block, holds)];
    return true;
  });
  return found;
}

std::optional<ConnectionFact::Threat> FactIndex::find_threat(const Ends& ends,
                                                             const CellSet& stones,
                                                             const CellSet& empty) const {
  const Facts* facts = facts_of(ends, 0);
  if (facts == nullptr) return std::nullopt;
  Needs unmet, playable;
  for (std::size_t i = 0; i < cells_; ++i) {
    const auto cell = static_cast<Cell>(i);
    if (!empty.contains(cell)) unmet.push_back(empty_needed(cell));
    if (!stones.contains(cell)) {
      (empty.contains(cell) ? playable : unmet).push_back(stone_needed(cell));
    }
  }
  std::optional<ConnectionFact::Threat> found;
  for_each_block(*facts, stones, empty, 1, [&](std::size_t block) {
    const std::uint64_t* rows = &facts->rows[block * block_rows()];
    std::uint64_t holds = facts_in(block, facts->numbers.size());
    for (const std::size_t need : unmet) {
      holds &= ~rows[need];
      if (holds == 0) return false;
    }
    std::uint64_t lacks_one = 0;
    for (const std::size_t need : playable) {
      holds &= ~(lacks_one & rows[need]);
      lacks_one |= rows[need];
    }
    holds &= lacks_one;
    if (holds == 0) return false;
    const std::size_t at = newest(block, holds);
    for (const std::size_t need : playable) {
      if ((rows[need] >> (at % kBlock) & 1U) == 0) continue;
      found = {static_cast<Cell>(need), facts->numbers[at]};
      break;
    }
    return true;
  });
  return found;
}

const FactIndex::Facts* FactIndex::facts_of(const Ends& ends, int kind) const {
  const auto found = facts_.find({ends, kind});
  return found == facts_.end() ? nullptr : &found->second;
}

}  // namespace isthmus
