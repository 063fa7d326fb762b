#include "games/certificates/fact_store.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace isthmus {

namespace {

constexpr std::size_t kSets = 3;  // of cells: stones, carrier and links
constexpr std::size_t kWordBits = 64;

}  // namespace

// Facts one behind the other. Those that are there stay where they are.
struct FactStore::Chunk {
  explicit Chunk(std::size_t words) : sets(kChunk * kSets * words) {}

  std::array<Ends, kChunk> ends;
  std::vector<std::uint64_t> sets;
  std::array<ConnectionFact::Rule, kChunk> rules;
  // Of each fact where its parts end: numbers of facts, each behind its move where there is one.
  std::array<std::uint32_t, kChunk> ends_of_parts;
  std::vector<std::uint32_t> parts;  // that are read while no fact is added
};

FactStore::FactStore(const FactRules& rules)
    : rules_(rules),
      words_((static_cast<std::size_t>(rules.board.cell_range()) + kWordBits - 1) / kWordBits),
      index_(rules.board.cell_range()) {}

FactStore::~FactStore() = default;

FactNeeds FactStore::needs(std::size_t number) const {
  const Chunk& chunk = *chunks_[number / kChunk];
  const std::uint64_t* const words = &chunk.sets[number % kChunk * kSets * words_];
  std::array<std::uint64_t, kMaxCells / kWordBits> stones{}, carrier{};
  std::copy_n(words, words_, stones.begin());
  std::copy_n(words + words_, words_, carrier.begin());
  return {chunk.ends[number % kChunk], CellSet::of_words(stones), CellSet::of_words(carrier)};
}

CellSet FactStore::cells_of(const ConnectionFact::Threat& answer) const {
  CellSet cells = needs(answer.fact).carrier;
  cells.insert(answer.move);
  return cells;
}

NeedsOf FactStore::needs_of() const {
  return [this](std::size_t number) { return needs(number); };
}

ConnectionFact FactStore::fact(std::size_t number) const {
  const FactNeeds needs = this->needs(number);
  const Chunk& chunk = *chunks_[number / kChunk];
  const std::size_t place = number % kChunk;
  ConnectionFact fact{.ends = needs.ends, .rule = chunk.rules[place]};
  fact.stones = needs.stones;
  fact.carrier = needs.carrier;
  std::array<std::uint64_t, kMaxCells / kWordBits> links{};
  std::copy_n(&chunk.sets[(place * kSets + 2) * words_], words_, links.begin());
  fact.links = CellSet::of_words(links);
  const std::lock_guard guard(mutex_);
  const std::size_t end = chunk.ends_of_parts[place];
  for (std::size_t i = place == 0 ? 0 : chunk.ends_of_parts[place - 1]; i < end; ++i) {
    if (fact.rule == ConnectionFact::Rule::fill && !fact.facts.empty()) {
      fact.pairs.push_back(
          {static_cast<Cell>(chunk.parts[i]), static_cast<Cell>(chunk.parts[i + 1])});
      ++i;
    } else if (fact.rule == ConnectionFact::Rule::all || fact.rule == ConnectionFact::Rule::fill) {
      fact.facts.push_back(chunk.parts[i]);
    } else {
      fact.threats.push_back({static_cast<Cell>(chunk.parts[i]), chunk.parts[i + 1]});
      ++i;
    }
  }
  return fact;
}

std::size_t FactStore::add(ConnectionFact fact) {
  follow(rules_, needs_of(), fact);
  for (int kind = 0; kind <= kind_of(fact); ++kind) {
    if (const auto known = find(fact.ends, fact.stones, fact.carrier, kind)) return *known;
  }
  return append(fact);
}

void FactStore::read(std::string_view text, int before) {
  read_facts(rules_, text, before, needs_of(), [&](const ConnectionFact& fact) { append(fact); });
}

std::size_t FactStore::append(const ConnectionFact& fact) {
  const std::lock_guard guard(mutex_);
  const std::size_t number = size(), place = number % kChunk;
  if (number / kChunk == kChunks) throw std::length_error("no certificate: it has too many facts");
  std::unique_ptr<Chunk>& chunk = chunks_[number / kChunk];
  if (!chunk) chunk = std::make_unique<Chunk>(words_);
  chunk->ends[place] = fact.ends;
  chunk->rules[place] = fact.rule;
  std::uint64_t* words = &chunk->sets[place * kSets * words_];
  for (const CellSet& cells : {fact.stones, fact.carrier, fact.links}) {
    words = std::copy_n(cells.words().begin(), words_, words);
  }
  for (const std::size_t part : fact.facts) {
    chunk->parts.push_back(static_cast<std::uint32_t>(part));
  }
  for (const auto& [move, part] : fact.threats) {
    chunk->parts.push_back(move);
    chunk->parts.push_back(static_cast<std::uint32_t>(part));
  }
  for (const auto& [one, other] : fact.pairs) {
    chunk->parts.push_back(one);
    chunk->parts.push_back(other);
  }
  chunk->ends_of_parts[place] = static_cast<std::uint32_t>(chunk->parts.size());
  index_.add(number, fact, kind_of(fact));
  size_.store(number + 1, std::memory_order_release);
  return number;
}

}  // namespace isthmus
