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

// The same of many positions, as long as there is room: one that is kept takes the place of
// another. What is missing here is worked out again, so that what is forgotten costs time alone.
// May be used from several threads.
template <int kWords>
class MoveOrders {
 public:
  // Takes about this many bytes, no more than are of use.
  explicit MoveOrders(std::size_t bytes)
      : blocks_(std::clamp(bytes / (sizeof(Order) + kBytesOfMoves) / kBlock, std::size_t{1},
                           kMaxOrders / kBlock)) {}

  // Nothing where it is not there.
  std::optional<OrderedMoves<kWords>> find(const HexKey<kWords>& key) const {
    const auto [block, place] = place_of(key);
    const std::lock_guard guard(locks_[block % kLocks]);
    if (!blocks_[block]) return std::nullopt;
    const Order& order = (*blocks_[block])[place];
    if (order.key != key || order.ordered.moves.empty()) return std::nullopt;
    return order.ordered;
  }
  // At least one move.
  void keep(const HexKey<kWords>& key, OrderedMoves<kWords> ordered) {
    const auto [block, place] = place_of(key);
    const std::lock_guard guard(locks_[block % kLocks]);
    if (!blocks_[block]) blocks_[block] = std::make_unique<Block>();
    Order& order = (*blocks_[block])[place];
    order.key = key;
    std::swap(order.ordered, ordered);  // the old ones are freed without the lock
  }

 private:
  struct Order {
    HexKey<kWords> key;
    OrderedMoves<kWords> ordered;
  };

  // Orders are allocated in blocks of this size, as they come: small searches need little memory.
  static constexpr std::size_t kBlock = 16;
  using Block = std::array<Order, kBlock>;
  struct Place {
    std::size_t block, place;
  };
  Place place_of(const HexKey<kWords>& key) const {
    const std::size_t place = key.hash() % (blocks_.size() * kBlock);
    return {place / kBlock, place % kBlock};
  }

  static constexpr std::size_t kBytesOfMoves = 64;  // or so, of one position
  static constexpr std::size_t kMaxOrders = std::size_t{1} << 20;
  static constexpr std::size_t kLocks = 1 << 8;

  std::vector<std::unique_ptr<Block>> blocks_;
  mutable std::array<SpinLock, kLocks> locks_;
};

}  // namespace isthmus
