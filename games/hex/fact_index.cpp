#include "games/hex/fact_index.hpp"

#include <bit>

namespace isthmus {

namespace {

constexpr std::size_t kBlock = 64;

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
  const std::size_t block = facts.numbers.size() / kBlock;
  const std::uint64_t bit = std::uint64_t{1} << (facts.numbers.size() % kBlock);
  facts.numbers.push_back(number);
  facts.words.resize((block + 1) * block_words());
  std::uint64_t* words = &facts.words[block * block_words()];
  fact.stones.for_each([&](Cell cell) { words[stone_needed(cell)] |= bit; });
  fact.carrier.for_each([&](Cell cell) { words[empty_needed(cell)] |= bit; });
}

std::optional<std::size_t> FactIndex::find(const Ends& ends, const CellSet& stones,
                                           const CellSet& empty, int kind) const {
  const Facts* facts = facts_of(ends, kind);
  if (facts == nullptr) return std::nullopt;
  Needs unmet;
  for (std::size_t i = 0; i < cells_; ++i) {
    const auto cell = static_cast<Cell>(i);
    if (!stones.contains(cell)) unmet.push_back(stone_needed(cell));
    if (!empty.contains(cell)) unmet.push_back(empty_needed(cell));
  }
  for (std::size_t block = facts->words.size() / block_words(); block-- > 0;) {
    const std::uint64_t* words = &facts->words[block * block_words()];
    std::uint64_t holds = facts_in(block, facts->numbers.size());
    for (const std::size_t need : unmet) holds &= ~words[need];
    if (holds != 0) return facts->numbers[newest(block, holds)];
  }
  return std::nullopt;
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
  for (std::size_t block = facts->words.size() / block_words(); block-- > 0;) {
    const std::uint64_t* words = &facts->words[block * block_words()];
    std::uint64_t holds = facts_in(block, facts->numbers.size());
    for (const std::size_t need : unmet) holds &= ~words[need];
    std::uint64_t lacks_one = 0, lacks_more = 0;
    for (const std::size_t need : playable) {
      lacks_more |= lacks_one & words[need];
      lacks_one |= words[need];
    }
    holds &= lacks_one & ~lacks_more;
    if (holds == 0) continue;
    const std::size_t found = newest(block, holds);
    for (const std::size_t need : playable) {
      if ((words[need] >> (found % kBlock) & 1U) == 0) continue;
      return ConnectionFact::Threat{static_cast<Cell>(need), facts->numbers[found]};
    }
  }
  return std::nullopt;
}

const FactIndex::Facts* FactIndex::facts_of(const Ends& ends, int kind) const {
  const auto found = facts_.find({ends, kind});
  return found == facts_.end() ? nullptr : &found->second;
}

}  // namespace isthmus
