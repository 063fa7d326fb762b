#pragma once

#include <array>
#include <atomic>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

#include "engine/board/move.hpp"
#include "engine/search/puct_formula.hpp"
#include "engine/search/tree_memory.hpp"
#include "engine/theory/proof.hpp"

namespace isthmus {

// A move in the tree, and at once the position that it leads to. Threads share edges: what changes
// during a search is atomic, the rest is written before `state` says expanded.
struct Edge {
  enum class State : std::uint8_t { leaf, expanding, expanded };

  std::atomic<std::int64_t> units{0};    // results for the player of the move
  std::atomic<std::uint32_t> visits{0};  // those under way included: so far they count as lost
  std::uint32_t first_block = 0;         // of the moves from here, see Tree; 0: there are none
  Move move;
  std::uint16_t prior_units = 0;
  std::atomic<Proof> proof{Proof::unknown};  // for the player of the move
  std::atomic<State> state{State::leaf};

  double prior() const { return prior_units / kPriorUnits; }
  // The mean result for the player of the move. Only where visits > 0.
  double mean() const {
    return static_cast<double>(units.load(std::memory_order_relaxed)) / kUnitsPerWin /
           visits.load(std::memory_order_relaxed);
  }
  bool is_expanded() const { return state.load(std::memory_order_acquire) == State::expanded; }
};

static_assert(sizeof(Edge) == 24);

// A move and its prior in one number: the prior above, the complement of the move's code below. So
// likelier moves are larger, and of equally likely ones that with the lower code.
class RankedMove {
 public:
  RankedMove() = default;
  RankedMove(Move move, std::uint16_t prior_units)
      : key_(std::uint32_t{prior_units} << 16U | (0xffffU - move.code())) {}

  Move move() const { return Move::from_code(static_cast<std::uint16_t>(~key_ & 0xffffU)); }
  std::uint16_t prior_units() const { return static_cast<std::uint16_t>(key_ >> 16U); }
  double prior() const { return prior_units() / kPriorUnits; }

  friend auto operator<=>(const RankedMove&, const RankedMove&) = default;

 private:
  std::uint32_t key_ = 0;
};

// Some of the moves from a position. The likeliest are edges, in their order; the others are only
// listed, and become edges of a next block when the search wants one of them. Of most positions
// that a search sees it never wants more than a few moves.
class Block {
 public:
  std::span<Edge> edges() { return {reinterpret_cast<Edge*>(this + 1), edges_}; }
  std::span<const Edge> edges() const { return {reinterpret_cast<const Edge*>(this + 1), edges_}; }
  // What was left out when the block was made: the likeliest first, then the others in any order.
  std::span<const RankedMove> unopened() const {
    return {reinterpret_cast<const RankedMove*>(edges().data() + edges_), unopened_};
  }

 private:
  friend class Tree;
  Block(std::size_t edges, std::size_t unopened)
      : edges_(static_cast<std::uint16_t>(edges)),
        unopened_(static_cast<std::uint16_t>(unopened)) {}

  std::atomic<std::uint32_t> next_{0};
  std::uint16_t edges_;
  std::uint16_t unopened_;
};

static_assert(sizeof(Block) == 8);

// The edges of one search, within a fixed amount of memory that is taken piece by piece, as it is
// used.
class Tree {
 public:
  // Holds at most `bytes` besides the root; up to 32 GB. Where `shared` is given, which must
  // outlive the tree, all pieces are taken from it as well.
  explicit Tree(std::size_t bytes, TreeMemory* shared = nullptr);
  ~Tree();
  Tree(const Tree&) = delete;
  Tree& operator=(const Tree&) = delete;

  // The move that led to the root position.
  Edge& root() { return root_; }
  const Edge& root() const { return root_; }

  // Gives an edge, which one thread has to itself, its moves: one or more, in any order, which is
  // changed. Returns false where there is no more memory. May be called from several threads at
  // once.
  bool expand(Edge& edge, std::span<RankedMove> moves);

  // The blocks of an expanded edge's moves, each with less likely ones than that before it; null
  // behind the last.
  Block* first_block(const Edge& edge) { return &block_at(edge.first_block); }
  const Block* first_block(const Edge& edge) const { return &block_at(edge.first_block); }
  Block* next_block(const Block& block) { return const_cast<Block*>(find_next(block)); }
  const Block* next_block(const Block& block) const { return find_next(block); }

  // Opens more moves of an edge: returns the block behind its last one, which has moves unopened,
  // made by this thread or by another. Null where there is no more memory.
  Block* open_more(Block& last);

  // The edge of a move from an expanded edge, opened where it was not. Null where there is no such
  // move, or no more memory.
  Edge* open(const Edge& edge, Move move);

  // Forgets everything. Shared memory is given back.
  void clear();
  // Makes a child of the root the root, and frees all that is not below it. The order of blocks in
  // memory stays, so that a tree that was built in one order repeats exactly. Shared memory that is
  // not used any more is given back.
  void keep(const Edge& child);

  std::size_t bytes() const { return used_.load(std::memory_order_relaxed) * sizeof(Word); }

 private:
  using Word = std::uint64_t;
  // The words of a piece, a huge page; the last may have fewer. A block lies in one of them.
  static constexpr unsigned kPieceBits = 18;
  static constexpr std::size_t kPieceWords = std::size_t{1} << kPieceBits;

  Block& block_at(std::uint32_t index) const {
    return *reinterpret_cast<Block*>(pieces_[index >> kPieceBits].load(std::memory_order_relaxed) +
                                     index % kPieceWords);
  }
  // Words that one thread takes for its next blocks, so that no other comes to the same page of
  // memory while the kernel gets it ready.
  struct alignas(64) Stretch {
    // Where the next block begins, and in the upper half where it ends.
    std::atomic<std::uint64_t> words{0};
  };
  static constexpr std::size_t kStretches = 64;  // threads with the same one share it
  static constexpr std::size_t kStretchWords = 2048;

  static std::size_t place_for(std::size_t words, std::size_t from);
  std::size_t piece_bytes(std::size_t piece) const;
  bool has_piece(std::size_t piece);
  void free_pieces(std::size_t first);
  const Block* find_next(const Block& block) const;
  std::size_t take_words(std::size_t words);
  std::pair<std::size_t, std::size_t> extend(std::size_t begin, std::size_t end, std::size_t words);
  void forget_stretches();
  std::uint32_t make_block(std::span<RankedMove> moves, std::size_t edges);
  void find_blocks(std::uint32_t first, std::vector<std::uint32_t>& found) const;

  const std::size_t capacity_;  // in words
  TreeMemory* const shared_;
  const std::unique_ptr<std::atomic<Word*>[]> pieces_;
  std::mutex growing_;
  std::size_t taken_ = 0;  // bytes of all pieces
  std::array<Stretch, kStretches> stretches_;
  // What all threads write lies in cache lines of its own.
  // Words up to where the next stretch begins; no block begins at 0.
  alignas(64) std::atomic<std::size_t> used_{1};
  alignas(64) Edge root_;
};

// Calls `see` with each edge of an expanded edge's moves.
template <typename See>
void for_each_child(const Tree& tree, const Edge& edge, See see) {
  for (const Block* block = tree.first_block(edge); block; block = tree.next_block(*block)) {
    for (const Edge& child : block->edges()) see(child);
  }
}

// The moves from an expanded edge that have no edges yet.
std::span<const RankedMove> unopened(const Tree& tree, const Edge& edge);

}  // namespace isthmus
