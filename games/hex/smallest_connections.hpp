#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "engine/board/cell_set.hpp"

namespace isthmus {

template <int kWords>
bool is_within(const CellBits<kWords>& part, const CellBits<kWords>& whole) {
  return (part - whole).empty();
}

constexpr int kMaxConnections = 512;  // in a list

// Lists of connections, which have a carrier and its size, each in order of size. There are many
// and most are short: they lie one behind the other in the order in which they were begun, so that
// what is in use fits into a cache. A list moves only when it grows.
template <class Connection>
class ConnectionLists {
 public:
  class List {
   public:
    std::span<const Connection> all() const { return {first_, count_}; }
    bool empty() const { return count_ == 0; }

   private:
    friend class ConnectionLists;

    Connection* first_ = nullptr;
    std::uint16_t count_ = 0, room_ = 0;
  };

  // Forgets all lists: none of them may be used again.
  void clear() { block_ = taken_ = 0; }

  // Puts a connection where it belongs, and removes those that need all its cells, and where there
  // are more than `max` then, at most kMaxConnections, the largest: `leaves` is called with each.
  // Does nothing and returns false where one that is there needs no other cells, or `max` are
  // there that are no larger.
  template <class Leaves>
  bool keep_smallest(List& list, const Connection& fresh, std::size_t max, Leaves&& leaves) {
    Connection* const first = list.first_;
    const std::size_t count = list.count_;
    if (count == max && first[count - 1].size <= fresh.size) return false;
    std::size_t place = 0;
    for (; place < count && first[place].size <= fresh.size; ++place) {
      if (is_within(first[place].carrier, fresh.carrier)) return false;
    }
    remove_from(list, place, [&](const Connection& old) {
      if (!is_within(fresh.carrier, old.carrier)) return false;
      leaves(old);
      return true;
    });
    if (list.count_ == max) leaves(first[--list.count_]);
    if (list.count_ == list.room_) grow(list);
    Connection* const at = list.first_ + place;
    std::copy_backward(at, list.first_ + list.count_, list.first_ + list.count_ + 1);
    *at = fresh;
    ++list.count_;
    return true;
  }

  // Leaves in the list a single connection, which needs no cell.
  void leave_needing_none(List& list) {
    list.first_ = needs_none_.get();
    list.count_ = list.room_ = 1;
  }

  void remove_all(List& list) { list.count_ = 0; }

  // Removes those of which this is true.
  template <class IsRemoved>
  void remove_if(List& list, IsRemoved&& is_removed) {
    remove_from(list, 0, is_removed);
  }

  // The connection with this carrier; null where there is none.
  template <class Cells>
  Connection* find(const List& list, const Cells& carrier) {
    Connection* const end = list.first_ + list.count_;
    Connection* const found = std::find_if(
        list.first_, end, [&](const Connection& one) { return one.carrier == carrier; });
    return found == end ? nullptr : found;
  }

 private:
  static constexpr std::size_t kBlock = 2 * kMaxConnections;  // connections, of several lists
  static constexpr std::uint16_t kFirstRoom = 4;

  template <class IsRemoved>
  void remove_from(List& list, std::size_t place, IsRemoved&& is_removed) {
    Connection* const end = list.first_ + list.count_;
    Connection* const left = std::remove_if(list.first_ + place, end, is_removed);
    list.count_ = static_cast<std::uint16_t>(left - list.first_);
  }

  void grow(List& list) {
    const auto room = static_cast<std::uint16_t>(list.room_ == 0 ? kFirstRoom : 2 * list.room_);
    Connection* const first = take(room);
    std::copy(list.first_, list.first_ + list.count_, first);
    list.first_ = first;
    list.room_ = room;
  }

  Connection* take(std::size_t room) {
    if (block_ < blocks_.size() && taken_ + room > kBlock) {
      ++block_;
      taken_ = 0;
    }
    if (block_ == blocks_.size()) {
      blocks_.push_back(std::make_unique<Block>());
    }
    Connection* const first = blocks_[block_]->connections + taken_;
    taken_ += room;
    return first;
  }

  struct alignas(64) Block {  // so that small lists are in one line of a cache
    Connection connections[kBlock];
  };

  std::unique_ptr<Connection> needs_none_ = std::make_unique<Connection>();  // in many lists
  std::vector<std::unique_ptr<Block>> blocks_;
  std::size_t block_ = 0;  // that is being filled
  std::size_t taken_ = 0;  // of it
};

}  // namespace isthmus
