#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "engine/solve/spin_lock.hpp"
#include "games/hex/inferior_cells.hpp"
#include "games/hex/proof_entry.hpp"

namespace isthmus {

// What a position's moves are searched by: the board as filled in, and the order of the moves.
template <int kWords>
struct OrderedMoves {
  FilledBoard<kWords> filled;
  std::vector<Cell> moves;
};

// The ordered moves of many positions, each of which may take the place of another. What is missing
// is worked out again, so that forgetting costs time alone. May be used from several threads.
template <int kWords>
class MoveOrders {
 public:
  // Takes about this many bytes, no more than are of use.
  explicit MoveOrders(std::size_t bytes)
      : orders_(std::clamp(bytes / (sizeof(Order) + kBytesOfMoves), std::size_t{1}, kMaxOrders)) {}

  // Nothing where it is not there.
  std::optional<OrderedMoves<kWords>> find(const HexKey<kWords>& key) const {
    const std::size_t place = place_of(key);
    const std::lock_guard guard(locks_[place % kLocks]);
    const Order* order = orders_[place].get();
    return order && order->key == key ? std::optional(order->ordered) : std::nullopt;
  }
  // At least one move.
  void keep(const HexKey<kWords>& key, OrderedMoves<kWords> ordered) {
    std::unique_ptr<Order> order(new Order{key, std::move(ordered)});
    const std::size_t place = place_of(key);
    const std::lock_guard guard(locks_[place % kLocks]);
    std::swap(orders_[place], order);  // the old one is freed without the lock
  }

 private:
  struct Order {
    HexKey<kWords> key;
    OrderedMoves<kWords> ordered;
  };

  std::size_t place_of(const HexKey<kWords>& key) const { return key.hash() % orders_.size(); }

  static constexpr std::size_t kBytesOfMoves = 64;  // or so, of one position
  static constexpr std::size_t kMaxOrders = std::size_t{1} << 20;
  static constexpr std::size_t kLocks = 1 << 8;

  std::vector<std::unique_ptr<Order>> orders_;  // allocated as they come
  mutable std::array<SpinLock, kLocks> locks_;
};

}  // namespace isthmus
