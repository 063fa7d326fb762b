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
// add and find them at once. A fact takes as many bytes as the board is large, and none is ever
// changed.
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
  // With what it follows from.
  ConnectionFact fact(std::size_t number) const;

  // Works out what a fact needs, adds it, and returns its number; or that of one that needs no
  // more, where there is one. Throws CertificateError where it does not follow from those before,
  // std::length_error where there is room for no more.
  std::size_t add(ConnectionFact fact);
  // Adds facts as lines, of which the first is number 0: to be called before any other is added.
  // Throws CertificateError where one does not follow; `before` lines stand before the text.
  void read(std::string_view text, int before);

  // As FactIndex finds them; in Rex those with even carriers are kind 0, those with odd ones
  // kind 1.
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
