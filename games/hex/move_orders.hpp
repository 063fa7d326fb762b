#pragma once

#include <array>
#include <cstddef>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "engine/solve/spin_lock.hpp"
#include "games/hex/proof_entry.hpp"

namespace isthmus {

// The orders in which moves of positions are searched, as long as there is room: one that is kept
// takes the place of another. What is missing here is worked out again, so that what is forgotten
// costs time alone. May be used from several threads.
template <int kWords>
class MoveOrders {
 public:
  // Nothing where it is not there.
  std::optional<std::vector<Cell>> find(const HexKey<kWords>& key) const {
    const std::size_t place = key.hash() % kOrders;
    const std::lock_guard guard(locks_[place % kLocks]);
    const Order& order = orders_[place];
    return order.key == key && !order.moves.empty() ? std::optional(order.moves) : std::nullopt;
  }
  // At least one move.
  void keep(const HexKey<kWords>& key, std::vector<Cell> moves) {
    const std::size_t place = key.hash() % kOrders;
    const std::lock_guard guard(locks_[place % kLocks]);
    orders_[place].key = key;
    orders_[place].moves.swap(moves);  // the old ones are freed without the lock
  }

 private:
  struct Order {
    HexKey<kWords> key;
    std::vector<Cell> moves;
  };

  static constexpr std::size_t kOrders = 1 << 13;
  static constexpr std::size_t kLocks = 1 << 8;

  std::vector<Order> orders_{kOrders};
  mutable std::array<SpinLock, kLocks> locks_;
};

}  // namespace isthmus
