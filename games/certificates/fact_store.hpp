#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string_view>
#include <vector>

#include "games/certificates/certificate.hpp"
#include "games/certificates/certificate_check.hpp"
#include "games/certificates/fact_index.hpp"

namespace isthmus {

// The facts of a certificate that is being made, numbered as they are added. Several threads may
// add and find them at once. None is ever changed; each takes memory in proportion to the board and
// its parts.
class FactStore {
 public:
  // The board of the rules must outlive this.
  explicit FactStore(const FactRules& rules);
  ~FactStore();
  FactStore(const FactStore&) = delete;
  FactStore& operator=(const FactStore&) = delete;

  const FactRules& rules() const { return rules_; }
  std::size_t size() const { return size_.load(std::memory_order_acquire); }
  // Of a fact whose number add() or a search has returned, or another fact names.
  FactNeeds needs(std::size_t number) const;
  // The cells that an answer needs: its move, and its fact's carrier.
  CellSet cells_of(const ConnectionFact::Threat& answer) const;
  // With what it follows from.
  ConnectionFact fact(std::size_t number) const;

  // Adds a fact, with what it needs worked out, and returns its number; where a fact of the same
  // ends is there that needs nothing else, adds none and returns the number of that. Throws
  // CertificateError where it does not follow from earlier facts, std::length_error where there is
  // no more room.
  std::size_t add(ConnectionFact fact);
  // Adds facts, one a line, the first as number 0: to be called before any other is added. Throws
  // CertificateError where one does not follow; `before` lines stand before the text.
  void read(std::string_view text, int before);

  // As FactIndex finds them. In Rex facts with even carriers are kind 0, those with odd ones are
  // kind 1; in Hex and Y all are kind 0.
  std::optional<std::size_t> find(const Ends& ends, const CellSet& stones, const CellSet& empty,
                                  int kind = 0, std::size_t since = 0) const {
    return index_.find(ends, stones, empty, kind, since);
  }
  std::optional<ConnectionFact::Threat> find_threat(const Ends& ends, const CellSet& stones,
                                                    const CellSet& empty,
                                                    std::size_t since = 0) const {
    return index_.find_threat(ends, stones, empty, since);
  }

 private:
  struct Chunk;

  static constexpr std::size_t kChunk = 1 << 12;  // facts
  static constexpr std::size_t kChunks = 1 << 15;

  int kind_of(const ConnectionFact& fact) const {
    return rules_.is_forced ? fact.carrier.size() % 2 : 0;
  }
  NeedsOf needs_of() const;
  std::size_t append(const ConnectionFact& fact);

  const FactRules rules_;
  const std::size_t words_;  // of a set of cells
  std::array<std::unique_ptr<Chunk>, kChunks> chunks_;
  std::atomic<std::size_t> size_ = 0;
  FactIndex index_;
  mutable std::mutex mutex_;  // of who adds a fact, or reads parts
};

}  // namespace isthmus
