#include "engine/search/tree.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <new>

#include "engine/base/huge_pages.hpp"

namespace isthmus {

namespace {

// How many moves of a position are edges at first; each further block has twice as many.
constexpr std::size_t kFirstEdges = 4;

constexpr std::size_t words_of(std::size_t edges, std::size_t unopened) {
  static_assert(sizeof(Block) == 8 && sizeof(Edge) == 24 && sizeof(RankedMove) == 4);
  return 1 + 3 * edges + (unopened + 1) / 2;
}

// Makes an edge like another that may lie in the same memory. Edges hold atomics and cannot be
// assigned; this runs only while no thread searches.
void move_edge(const Edge& from, void* to) {
  const auto units = from.units.load(std::memory_order_relaxed);
  const auto visits = from.visits.load(std::memory_order_relaxed);
  const auto first_block = from.first_block;
  const auto move = from.move;
  const auto prior_units = from.prior_units;
  const auto proof = from.proof.load(std::memory_order_relaxed);
  const auto state = from.state.load(std::memory_order_relaxed);
  new (to) Edge{units, visits, first_block, move, prior_units, proof, state};
}

// The memory of a piece. That of a tree's first piece comes in small pages, as most trees are
// small.
void* take_piece(std::size_t bytes, bool is_first) {
  if (is_first || bytes != kHugePage) return std::malloc(bytes);
  void* words = std::aligned_alloc(kHugePage, bytes);
  if (words) prefer_huge_pages(words, bytes);
  return words;
}

// Brings the first `count` moves by rank to the front, in their order. Like std::partial_sort(),
// which takes more instructions for the five of 120 that a judged position wants: most of the
// others are passed over by one comparison.
void rank_first(std::span<RankedMove> moves, std::size_t count) {
  std::sort(moves.begin(), moves.begin() + static_cast<std::ptrdiff_t>(count), std::greater<>());
  const auto is_among_first = [&](RankedMove move) { return moves[count - 1] < move; };
  auto at = moves.begin() + static_cast<std::ptrdiff_t>(count);
  while ((at = std::find_if(at, moves.end(), is_among_first)) != moves.end()) {
    const RankedMove move = *at;
    *at++ = moves[count - 1];
    std::size_t place = count - 1;
    for (; place > 0 && moves[place - 1] < move; --place) moves[place] = moves[place - 1];
    moves[place] = move;
  }
}

}  // namespace

Tree::Tree(std::size_t bytes, TreeMemory* shared)
    // Indices are 32 bits wide.
    : capacity_(std::clamp<std::size_t>(bytes / sizeof(Word), 1, UINT32_MAX)),
      shared_(shared),
      pieces_(std::make_unique<std::atomic<Word*>[]>((capacity_ + kPieceWords - 1) / kPieceWords)) {
}

Tree::~Tree() { free_pieces(0); }

// Where a block of `words` words may begin, at or behind `from`.
std::size_t Tree::place_for(std::size_t words, std::size_t from) {
  const std::size_t end_of_piece = (from / kPieceWords + 1) * kPieceWords;
  return from + words <= end_of_piece ? from : end_of_piece;
}

std::size_t Tree::piece_bytes(std::size_t piece) const {
  return std::min(kPieceWords, capacity_ - piece * kPieceWords) * sizeof(Word);
}

// Whether the piece is there, which is taken if it is not.
bool Tree::has_piece(std::size_t piece) {
  if (pieces_[piece].load(std::memory_order_acquire)) return true;
  const std::lock_guard lock(growing_);
  if (pieces_[piece].load(std::memory_order_relaxed)) return true;
  const std::size_t bytes = piece_bytes(piece);
  if (shared_ && !shared_->take(taken_, bytes)) return false;
  auto* words = static_cast<Word*>(take_piece(bytes, piece == 0));
  if (!words) {
    if (shared_) shared_->release(bytes);
    return false;
  }
  taken_ += bytes;
  pieces_[piece].store(words, std::memory_order_release);
  return true;
}

// Frees the pieces from this one on.
void Tree::free_pieces(std::size_t first) {
  for (std::size_t i = first; i * kPieceWords < capacity_; ++i) {
    Word* words = pieces_[i].exchange(nullptr, std::memory_order_relaxed);
    if (!words) break;  // they are taken in their order
    std::free(words);
    taken_ -= piece_bytes(i);
    if (shared_) shared_->release(piece_bytes(i));
  }
}

// Room for a block of `words` words: its index, or 0 where there is no more memory. Who reads a
// stretch that another thread has stored must see its piece too.
std::size_t Tree::take_words(std::size_t words) {
  static std::atomic<std::size_t> threads{0};
  thread_local const std::size_t thread = threads.fetch_add(1, std::memory_order_relaxed);
  std::atomic<std::uint64_t>& stretch = stretches_[thread % kStretches].words;
  std::uint64_t left = stretch.load(std::memory_order_acquire);
  while (true) {
    const auto begin = static_cast<std::size_t>(left & UINT32_MAX);
    const auto end = static_cast<std::size_t>(left >> 32U);
    if (begin + words <= end) {
      const std::uint64_t rest = left + words;
      if (stretch.compare_exchange_weak(left, rest, std::memory_order_acquire)) return begin;
    } else if (stretch.compare_exchange_weak(left, 0, std::memory_order_acquire)) {
      // What is left of it is now this thread's alone.
      const auto [first, limit] = extend(begin, end, words);
      stretch.store(first == 0 ? left : std::uint64_t{limit} << 32U | (first + words),
                    std::memory_order_release);
      return first;
    }
  }
}

// Takes a stretch that begins with a block of `words` words: with what is left of the last one,
// from `begin` to `end`, where that is what was taken last of all. Returns where it begins and
// ends; 0 where there is no more memory.
std::pair<std::size_t, std::size_t> Tree::extend(std::size_t begin, std::size_t end,
                                                 std::size_t words) {
  std::size_t used = used_.load(std::memory_order_relaxed), first = 0, limit = 0;
  do {
    first = place_for(words, used == end ? begin : used);
    if (first + words > capacity_ || !has_piece(first / kPieceWords)) return {0, 0};
    const std::size_t end_of_piece = (first / kPieceWords + 1) * kPieceWords;
    limit = std::min({first + std::max(words, kStretchWords), end_of_piece, capacity_});
  } while (!used_.compare_exchange_weak(used, limit, std::memory_order_relaxed));
  return {first, limit};
}

void Tree::forget_stretches() {
  for (Stretch& stretch : stretches_) stretch.words.store(0, std::memory_order_relaxed);
}

// Makes a block of the likeliest moves, with the others unopened. Returns its index; 0 where there
// is no more memory.
std::uint32_t Tree::make_block(std::span<RankedMove> moves, std::size_t edges) {
  edges = std::min(edges, moves.size());
  const std::size_t unopened = moves.size() - edges;
  const std::size_t words = words_of(edges, unopened);
  const std::size_t first = take_words(words);
  if (first == 0) return 0;

  // The first of those unopened is in its place as well.
  rank_first(moves, std::min(edges + 1, moves.size()));
  auto* block = new (&block_at(static_cast<std::uint32_t>(first))) Block(edges, unopened);
  for (std::size_t i = 0; i < edges; ++i) {
    auto* edge = new (block->edges().data() + i) Edge;
    edge->move = moves[i].move();
    edge->prior_units = moves[i].prior_units();
  }
  std::memcpy(const_cast<RankedMove*>(block->unopened().data()), moves.data() + edges,
              unopened * sizeof(RankedMove));
  return static_cast<std::uint32_t>(first);
}

bool Tree::expand(Edge& edge, std::span<RankedMove> moves) {
  edge.first_block = make_block(moves, kFirstEdges);
  return edge.first_block != 0;
}

const Block* Tree::find_next(const Block& block) const {
  const std::uint32_t next = block.next_.load(std::memory_order_acquire);
  return next == 0 ? nullptr : &block_at(next);
}

Block* Tree::open_more(Block& last) {
  std::vector<RankedMove> moves(last.unopened().begin(), last.unopened().end());
  const std::uint32_t made = make_block(moves, 2 * last.edges().size());
  if (made == 0) return next_block(last);
  // Where another thread was faster this one's block is left lying until the tree is kept.
  std::uint32_t next = 0;
  last.next_.compare_exchange_strong(next, made, std::memory_order_acq_rel);
  return next_block(last);
}

Edge* Tree::open(const Edge& edge, Move move) {
  for (Block* block = first_block(edge); block != nullptr;) {
    for (Edge& child : block->edges()) {
      if (child.move == move) return &child;
    }
    Block* next = next_block(*block);
    const auto unopened = block->unopened();
    if (!next && std::any_of(unopened.begin(), unopened.end(),
                             [&](RankedMove ranked) { return ranked.move() == move; })) {
      next = open_more(*block);
    }
    block = next;
  }
  return nullptr;
}

void Tree::clear() {
  move_edge(Edge(), &root_);
  used_.store(1, std::memory_order_relaxed);
  forget_stretches();
  if (shared_) free_pieces(0);
}

// Adds the indices of a block and of all blocks that follow it or lie below it.
void Tree::find_blocks(std::uint32_t first, std::vector<std::uint32_t>& found) const {
  const auto add = [&](std::uint32_t index) {
    if (index != 0) found.push_back(index);
  };
  std::size_t i = found.size();
  for (add(first); i < found.size(); ++i) {
    const Block& block = block_at(found[i]);
    add(block.next_.load(std::memory_order_relaxed));
    for (const Edge& edge : block.edges()) add(edge.first_block);
  }
}

void Tree::keep(const Edge& child) {
  move_edge(child, &root_);
  std::vector<std::uint32_t> blocks;
  find_blocks(root_.first_block, blocks);

  // They slide down in the order of memory, each to where the one before it ends.
  std::sort(blocks.begin(), blocks.end());
  std::vector<std::uint32_t> moved_to;
  std::size_t used = 1;
  for (const std::uint32_t index : blocks) {
    const Block& block = block_at(index);
    const std::size_t words = words_of(block.edges().size(), block.unopened().size());
    used = place_for(words, used);
    moved_to.push_back(static_cast<std::uint32_t>(used));
    used += words;
  }
  const auto new_index = [&](std::uint32_t old) {
    if (old == 0) return old;
    return moved_to[static_cast<std::size_t>(std::lower_bound(blocks.begin(), blocks.end(), old) -
                                             blocks.begin())];
  };
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const Block& from = block_at(blocks[i]);
    const auto edges = from.edges();
    const auto unopened = from.unopened();
    const std::uint32_t next = from.next_.load(std::memory_order_relaxed);
    auto* to = new (&block_at(moved_to[i])) Block(edges.size(), unopened.size());
    to->next_.store(new_index(next), std::memory_order_relaxed);
    for (std::size_t k = 0; k < edges.size(); ++k) {
      Edge* edge = to->edges().data() + k;
      move_edge(edges[k], edge);
      edge->first_block = new_index(edge->first_block);
    }
    std::copy(unopened.begin(), unopened.end(), const_cast<RankedMove*>(to->unopened().data()));
  }
  root_.first_block = new_index(root_.first_block);
  used_.store(used, std::memory_order_relaxed);
  forget_stretches();
  if (shared_) free_pieces((used + kPieceWords - 1) / kPieceWords);
}

std::span<const RankedMove> unopened(const Tree& tree, const Edge& edge) {
  const Block* block = tree.first_block(edge);
  while (const Block* next = tree.next_block(*block)) block = next;
  return block->unopened();
}

}  // namespace isthmus
