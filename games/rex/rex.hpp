#pragma once

#include <memory>
#include <optional>

#include "games/hex/hex.hpp"
#include "games/rex/rex_certifier.hpp"
#include "games/rex/rex_knowledge.hpp"

namespace isthmus {

// Rex, reverse Hex (Martin Gardner 1957): Hex, but the side that joins its two edges loses.
class Rex : public Hex {
 public:
  // Throws std::invalid_argument for a side that is not in 1..32.
  Rex(int rows, int columns, SwapRule swap_rule) : Hex("rex", rows, columns, swap_rule) {}

  std::optional<FillRule> fill_rule() const override {
    FillRule rule = *Hex::fill_rule();
    rule.connection_wins = false;
    return rule;
  }
  // What is certain in Hex is not so here.
  std::unique_ptr<const Theory> theory() const override { return nullptr; }
  std::unique_ptr<const Certifier> certifier() const override { return make_rex_certifier(*this); }
  std::unique_ptr<Knowledge> knowledge(const SolverOptions& options) const override {
    return make_rex_knowledge(*this, {.replies = !options.is_to_certify});
  }

 protected:
  Result result_after(const Position& position, Cell last) const override {
    const auto connected = connected_by(board(), position, last);
    return connected ? win_for(opponent(*connected)) : Result::ongoing;
  }
};

}  // namespace isthmus
