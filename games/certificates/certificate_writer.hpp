#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

#include "engine/theory/certifier.hpp"
#include "games/certificates/certificate_builder.hpp"

namespace isthmus {

using MakeBuilder = std::function<std::unique_ptr<CertificateBuilder>(CertificateWork& work,
                                                                      const Solver::Ask& ask)>;

// Writes a certificate by a builder in each thread of a solver. All of them prove the whole, and
// each turns to what no other is at: what one has proven the others find among the facts.
class CertificateWriter : public CertificateMaker {
 public:
  // The game and its solver must outlive this. In a reverse game facts are about the loser.
  CertificateWriter(const Game& game, bool is_reverse, const Position& position, Solver& solver,
                    MakeBuilder make_builder);

  std::optional<std::string> make(double seconds, const std::stop_token& stop) override;
  std::size_t facts() const override;
  void write_more_facts(const WriteText& write) override;
  void read_facts(std::string_view text) override;

 private:
  std::string facts_heading() const;
  FactStore* store() const { return shown_.load(std::memory_order_acquire); }
  void take_known();
  std::string text(const Certificate& certificate, std::size_t last) const;

  const Game& game_;
  const bool is_reverse_;
  const Position position_;
  Solver& solver_;
  const MakeBuilder make_builder_;
  Colour winner_ = Colour::black;
  std::string known_;  // facts of an earlier run
  bool has_heading_ = false;
  std::size_t written_ = 0;  // facts
  std::unique_ptr<FactStore> facts_;
  std::atomic<FactStore*> shown_ = nullptr;  // the same, once it is there
};

}  // namespace isthmus
