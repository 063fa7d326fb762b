#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "games/hex/proof_entry.hpp"

namespace isthmus {

// The orders in which moves of positions are searched, as long as there is room: one that is kept
// takes the place of another. What is missing here is worked out again, so that what is forgotten
// costs time alone.
template <int kWords>
class MoveOrders {
 public:
  // Null where it is not there. It stays until the next keep().
  const std::vector<Cell>* find(const HexKey<kWords>& key) const {
    const Order& order = orders_[key.hash() % kOrders];
    return order.key == key && !order.moves.empty() ? &order.moves : nullptr;
  }
  // At least one move.
  const std::vector<Cell>& keep(const HexKey<kWords>& key, std::vector<Cell> moves) {
    Order& order = orders_[key.hash() % kOrders];
    order = {key, std::move(moves)};
    return order.moves;
  }

 private:
  struct Order {
    HexKey<kWords> key;
    std::vector<Cell> moves;
  };

  static constexpr std::size_t kOrders = 1 << 13;

  std::vector<Order> orders_{kOrders};
};

}  // namespace isthmus
