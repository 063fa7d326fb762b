#include "games/certificates/fact_index.hpp"

#include "engine/random/splitmix.hpp"

namespace isthmus {

struct FactIndex::Facts {
  Facts(const Ends& of_ends, int of_kind, std::size_t words, Facts* others)
      : ends(of_ends), kind(of_kind), tree(words), next(others) {}

  const Ends ends;
  const int kind;
  FactTree tree;
  Facts* const next;
};

FactIndex::FactIndex(int cell_range)
    : words_((static_cast<std::size_t>(cell_range) + 63) / 64), places_(kPlaces) {}

FactIndex::~FactIndex() = default;

std::size_t FactIndex::place_of(const Ends& ends, int kind) {
  auto hash = static_cast<std::uint64_t>(kind);
  for (const Cell end : ends) hash = SplitMix64::mix(hash + end) + 1;
  return hash % kPlaces;
}

FactTree* FactIndex::tree_of(const Ends& ends, int kind) const {
  for (Facts* facts = places_[place_of(ends, kind)].load(std::memory_order_acquire);
       facts != nullptr; facts = facts->next) {
    if (facts->ends == ends && facts->kind == kind) return &facts->tree;
  }
  return nullptr;
}

void FactIndex::add(std::size_t number, const ConnectionFact& fact, int kind) {
  FactTree* tree = tree_of(fact.ends, kind);
  if (tree == nullptr) {
    std::atomic<Facts*>& place = places_[place_of(fact.ends, kind)];
    all_.push_back(std::make_unique<Facts>(fact.ends, kind, words_, place));
    place.store(all_.back().get(), std::memory_order_release);
    tree = &all_.back()->tree;
  }
  tree->add(number, fact.stones, fact.carrier);
}

std::optional<std::size_t> FactIndex::find(const Ends& ends, const CellSet& stones,
                                           const CellSet& empty, int kind,
                                           std::size_t since) const {
  const FactTree* tree = tree_of(ends, kind);
  if (tree == nullptr) return std::nullopt;
  const auto found = tree->find({stones, empty}, since);
  return found ? std::optional(found->number) : std::nullopt;
}

std::optional<ConnectionFact::Threat> FactIndex::find_threat(const Ends& ends,
                                                             const CellSet& stones,
                                                             const CellSet& empty,
                                                             std::size_t since) const {
  const FactTree* tree = tree_of(ends, 0);
  if (tree == nullptr) return std::nullopt;
  const auto found = tree->find({stones, empty, 1}, since);
  if (!found) return std::nullopt;
  return ConnectionFact::Threat{*found->lacks, found->number};
}

}  // namespace isthmus
