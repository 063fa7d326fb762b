#include "games/hex/proof_search.hpp"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>

#include "engine/board/board_words.hpp"
#include "games/hex/circuit.hpp"
#include "games/hex/decomposition.hpp"

namespace isthmus {

namespace {

// Of `moves` moves that may still win, how many are searched at a time: a few, as the order is
// good, and fewer still in Y and on large boards, where there are many.
template <int kWords>
std::size_t searched(std::size_t moves, const HexBoard<kWords>& board) {
  std::size_t some = (moves + 7) / 4;
  if (!board.edges_join()) {
    some = (moves + 15) / 8;
  } else if (board.is_large()) {
    some = (moves + 23) / 12;
  }
  return std::min(moves, some);
}

// Below the root: how many cells full connections may have that the mover's search goes on from. In
// Hex its connections order moves more than they decide positions, as the opponent has just broken
// what it saw of the others. In Y they do decide.
constexpr std::size_t max_own_size(bool is_hex) { return is_hex ? 0 : kMaxCells; }

// After how many positions one of several threads goes back to the root, as by what others have
// found another move may be the best there. More and more, so that the search ends even where the
// table forgets.
constexpr std::int64_t positions_at_once(std::int64_t so_far) { return 400 + so_far / 100; }

template <class Entry>
void set_solved(Entry& entry, bool wins) {
  entry.to_win = wins ? 0 : Entry::kInfinite;
  entry.to_lose = wins ? Entry::kInfinite : 0;
}

}  // namespace

template <int kWords>
typename ProofSearch<kWords>::Stones ProofSearch<kWords>::after(const Stones& stones, Colour mover,
                                                                Cell cell) const {
  Stones next = stones;
  next[mover].insert(cell);
  return next;
}

template <int kWords>
typename ProofSearch<kWords>::Entry ProofSearch<kWords>::solve(const Stones& stones, Colour mover) {
  return search(stones, mover, ProofBounds{});
}

// Decides the position by connections, or finds what may be played.
template <int kWords>
typename ProofSearch<kWords>::Entry ProofSearch<kWords>::look_into(const Stones& stones,
                                                                   Colour mover) {
  using Until = typename HSearch<kWords>::Until;
  ++nodes_;
  threads_.count_node();
  Entry entry;
  entry.key = {stones, mover};
  entry.work = Work(1);
  FilledBoard<kWords> filled{stones};
  std::vector<VulnerableCell> vulnerable;  // on the board as filled in
  const auto fill = [&] {
    if (shared_.pieces.fills_in) vulnerable = fill_on(board_, filled, mover);
  };
  fill();
  const auto solved = [&](Colour winner, const Cells& carrier) {
    set_solved(entry, winner == mover);
    const Cells playable = board_.cells() - stones.all();
    if (entry.wins() && entry.best == Move::none() && !playable.empty()) {
      entry.best = Move(playable.first());  // who wins without a move wins with any
    }
    entry.captured = filled.captured;
    entry.carrier = filled.rests_on(winner, carrier);
    return entry;
  };

  const Colour other = opponent(mover);
  if (shared_.pieces.recalls_wins) {
    wins_.find(filled.stones, mover, recalled_);
    if (!recalled_.empty()) {
      const auto& [lacks, carrier] = recalled_.front();
      if (!lacks.empty()) entry.best = Move(lacks.first());
      return solved(mover, carrier | lacks);
    }
    wins_.find(filled.stones, other, recalled_);
    for (const auto& [lacks, carrier] : recalled_) {
      if (lacks.empty()) return solved(other, carrier);
    }
  }
  const auto found = [&](Colour winner, const Cells& carrier) {
    remember(solved(winner, carrier));
    return entry;
  };
  HSearch<kWords>& own = connections(mover);
  HSearch<kWords>& theirs = connections(other);
  const std::size_t max_size = max_own_size(board_.edges_join());
  while (true) {
    // At the root a win by connections is to be seen at once; moves are ordered as elsewhere.
    bool is_decided = false;
    if (visits_.is_at_root()) {
      own.find(filled.stones, mover, Until::semi_wins);
      is_decided = own.has_won() || own.winning_semi() || own.winning_full();
    }
    if (!is_decided) own.find(filled.stones, mover, Until::semi_wins, max_size);
    if (own.has_won()) return solved(mover, {});
    if (const auto* semi = own.winning_semi()) {
      entry.best = Move(static_cast<Cell>(semi->key));
      return found(mover, semi->carrier);
    }
    if (const auto* full = own.winning_full()) return found(mover, full->carrier);
    theirs.find(filled.stones, other, Until::full_wins);
    if (theirs.has_won()) return found(other, {});
    if (const auto* full = theirs.winning_full()) return found(other, full->carrier);
    // Decompositions are known of Hex alone.
    if (!shared_.pieces.joins_chains || !board_.edges_join() || !capture_by_joining(filled)) break;
    fill();
  }

  const Cells empty = board_.cells() - filled.stones.all();
  entry.moves = theirs.must_play() & empty;
  entry.carrier = theirs.must_play_carrier();
  // A move off what a win of the opponent needs, who lacks a stone for it, loses.
  for (const auto& [lacks, carrier] : recalled_) {
    const Cells needed = carrier | lacks;
    if ((entry.moves - needed).empty()) continue;
    entry.moves = entry.moves & needed;
    entry.carrier = entry.carrier | needed;
  }
  if (shared_.pieces.leaves_vulnerable) {
    if (!shared_.pieces.fills_in) vulnerable = vulnerable_cells(board_, filled.stones, mover);
    for (const auto& [cell, killer] : vulnerable) {
      if (!entry.moves.contains(cell)) continue;
      entry.moves.erase(cell);
      entry.carrier.insert(killer);
    }
  }
  entry.captured = filled.captured;
  if (is_symmetric(filled.stones.of) && is_symmetric(entry)) leave_one_of_two(entry);
  if (entry.moves.empty()) return found(other, entry.carrier);
  entry.to_lose = static_cast<std::uint32_t>(entry.moves.size());
  orders_.keep(entry.key, {filled, order(entry.moves)});
  return entry;
}

// Stores a solved position for all where the winner has what it needs: a loss as it is, a win as
// the loss after its best move.
template <int kWords>
void ProofSearch<kWords>::remember(const Entry& entry) {
  if (!shared_.pieces.recalls_wins) return;
  const Colour winner = entry.wins() ? entry.key.mover : opponent(entry.key.mover);
  Cells stones = entry.key.stones[winner], carrier = entry.carrier;
  if (entry.wins() && carrier.contains(entry.best.cell())) {
    stones.insert(entry.best.cell());
    carrier.erase(entry.best.cell());
  }
  wins_.add(winner, stones, carrier);
}

// What is known of a position; also where that is a proof of the position after a half turn.
template <int kWords>
std::optional<typename ProofSearch<kWords>::Entry> ProofSearch<kWords>::known(
    const Key& key) const {
  std::optional<Entry> known = table_.find(key);
  if (known) return known;
  known = table_.find(key.turned(board_));
  return known && known->is_solved() ? std::optional(known->turned(board_)) : std::nullopt;
}

// Whether position and captured cells are unchanged by a half turn: a result for a move then holds
// for the turned move.
template <int kWords>
bool ProofSearch<kWords>::is_symmetric(const Entry& entry) const {
  return is_symmetric(entry.key.stones.of) && is_symmetric(entry.captured);
}

template <int kWords>
bool ProofSearch<kWords>::is_symmetric(const std::array<Cells, 2>& by_colour) const {
  return board_.turned(by_colour[0]) == by_colour[0] && board_.turned(by_colour[1]) == by_colour[1];
}

// Leaves one of each two moves that a half turn makes of each other. Only where is_symmetric(), and
// the board as filled in is so too.
template <int kWords>
void ProofSearch<kWords>::leave_one_of_two(Entry& entry) const {
  entry.carrier = entry.carrier | board_.turned(entry.carrier);
  const Cells both = entry.moves & board_.turned(entry.moves);
  entry.moves = {};
  both.for_each([&](Cell cell) {
    if (cell <= board_.turned(cell)) entry.moves.insert(cell);
  });
}

// Captures more by joining chains, by the connections found last, which are those of the board as
// it is. Returns whether there was any.
template <int kWords>
bool ProofSearch<kWords>::capture_by_joining(FilledBoard<kWords>& filled) const {
  const Stones stones = filled.stones;
  Cells taken;
  for (Colour colour : {Colour::black, Colour::white}) {
    const HSearch<kWords>& own = connections_[static_cast<std::size_t>(colour)];
    const Cells more = captured_by_joining(board_, stones, colour, own, taken);
    filled.capture(colour, more);
    taken = taken | more;
  }
  return !taken.empty();
}

// The moves, those first on which most depends for both colours, by the connections found last.
template <int kWords>
std::vector<Cell> ProofSearch<kWords>::order(const Cells& moves) const {
  if (moves.size() == 1) return {moves.first()};
  std::vector<double> weights = cell_currents(board_, connections_[0]);
  const std::vector<double> others = cell_currents(board_, connections_[1]);
  for (std::size_t cell = 0; cell < weights.size(); ++cell) weights[cell] *= others[cell];
  std::vector<Cell> order;
  moves.for_each([&](Cell cell) { order.push_back(cell); });
  std::stable_sort(order.begin(), order.end(),
                   [&](Cell a, Cell b) { return weights[a] > weights[b]; });
  return order;
}

// The board as filled in, and the moves in their order.
template <int kWords>
OrderedMoves<kWords> ProofSearch<kWords>::ordered_moves(const Entry& entry) {
  if (auto ordered = orders_.find(entry.key)) return *std::move(ordered);
  const FilledBoard<kWords> filled = shared_.fill_in(entry);
  const Colour mover = entry.key.mover, other = opponent(mover);
  connections(mover).find(filled.stones, mover, HSearch<kWords>::Until::exhausted,
                          max_own_size(board_.edges_join()));
  connections(other).find(filled.stones, other);
  OrderedMoves<kWords> ordered{filled, order(entry.moves)};
  orders_.keep(entry.key, ordered);
  return ordered;
}

// The moves that may still win, in their order, with what is known of them.
template <int kWords>
std::vector<typename ProofSearch<kWords>::Child> ProofSearch<kWords>::children(
    const Entry& entry, const OrderedMoves<kWords>& ordered) const {
  std::vector<Child> children;
  for (Cell cell : ordered.moves) {
    if (!entry.moves.contains(cell)) continue;
    const Key key{after(ordered.filled.stones, entry.key.mover, cell), opponent(entry.key.mover)};
    children.push_back({cell, key, key.hash()});
    table_.prefetch(children.back().hash);
  }
  look_up(children);
  return children;
}

// Takes over what is known of the moves, where that is more than this thread knows: the table may
// have lost it, or another thread know less.
template <int kWords>
void ProofSearch<kWords>::look_up(std::vector<Child>& children) const {
  for (Child& child : children) {
    const std::optional<Entry> known = table_.find_since(child.seen, child.key, child.hash);
    if (known && (known->is_solved() || known->work > child.work)) child.take_over(*known);
  }
}

// Takes over what other threads have found of the position: all moves that one of them has refuted
// are, by all that suffices for these.
template <int kWords>
void ProofSearch<kWords>::look_up(Entry& entry) const {
  const std::optional<Entry> known = table_.find(entry.key);
  if (!known) return;
  if (known->is_solved()) {
    entry = *known;
  } else if (!entry.is_solved()) {
    entry.moves = entry.moves & known->moves;
    entry.carrier = entry.carrier | known->carrier;
    entry.work = std::max(entry.work, known->work);
  }
}

template <int kWords>
typename ProofSearch<kWords>::Entry ProofSearch<kWords>::search(const Stones& stones, Colour mover,
                                                                const ProofBounds& bounds) {
  const Key key{stones, mover};
  const std::optional<Entry> known = this->known(key);
  if (known && known->is_solved()) return *known;
  const SearchLine::Visit visit(visits_, key.hash());
  Entry entry = known ? *known : look_into(stones, mover);  // with the work so far
  std::int64_t nodes_before = nodes_;
  const auto store = [&] {
    entry.work = entry.work.plus(nodes_ - nodes_before);
    nodes_before = nodes_;
    table_.store(entry);
  };
  const auto keep = [&] {
    if (!threads_.is_alone()) look_up(entry);
    store();
    if (entry.is_solved()) visits_.notify_solved();
    return entry;
  };
  if (entry.is_solved()) return keep();
  if (!known && !threads_.is_alone()) table_.store(entry);  // not to be looked into by another

  const OrderedMoves<kWords> ordered = ordered_moves(entry);
  const FilledBoard<kWords>& filled = ordered.filled;
  const bool is_symmetric = this->is_symmetric(entry);
  std::vector<Child> children = this->children(entry, ordered);
  const auto finish = [&](Colour winner, const Cells& carrier) {
    set_solved(entry, winner == mover);
    entry.carrier = filled.rests_on(winner, carrier);
    if (entry.loses()) remember(entry);  // else this is known of the position after the move
    return keep();
  };
  while (visits_.order() != SearchLine::Order::leave) {
    if (visits_.is_at_root()) at_root_ = nodes_;
    if (!threads_.is_alone()) {
      look_up(entry);
      if (entry.is_solved()) return entry;
      look_up(children);
    }
    std::erase_if(children, [&](const Child& child) { return !entry.moves.contains(child.cell); });
    if (children.empty()) return finish(opponent(mover), entry.carrier);
    const auto [best, of_best] =
        next_move(entry, std::span(children), searched(children.size(), board_), bounds, visits_);
    if (best == nullptr) break;
    if (!threads_.is_alone()) {
      if (nodes_ - at_root_ >= positions_at_once(at_root_)) break;
      store();  // for others to see how much there is to do by now
    }
    const Entry child = search(best->key.stones, best->key.mover, of_best);
    best->take_over(child);
    if (child.loses()) {
      Cells carrier = child.carrier;
      carrier.insert(best->cell);
      entry.best = Move(best->cell);
      return finish(mover, carrier);
    }
    if (child.wins()) {
      // Moves that do not touch what this refutation needs are refuted by it as well.
      Cells carrier = child.carrier;
      entry.moves.erase(best->cell);
      if (shared_.pieces.prunes_by_carriers) {
        entry.moves = entry.moves & carrier;
        if (is_symmetric) entry.moves = entry.moves & board_.turned(carrier);
      }
      if (is_symmetric) carrier = carrier | board_.turned(carrier);
      entry.carrier = entry.carrier | carrier;
      entry.best = Move(best->cell);
    }
  }
  return keep();
}

template <int kWords>
std::vector<Move> ProofSearch<kWords>::line(Entry entry) const {
  std::vector<Move> moves;
  while (entry.best != Move::none()) {
    moves.push_back(entry.best);
    const Stones filled = shared_.fill_in(entry).stones;
    const std::optional<Entry> next =
        known(Key{after(filled, entry.key.mover, entry.best.cell()), opponent(entry.key.mover)});
    if (!next) break;
    entry = *next;
  }
  return moves;
}

#define ISTHMUS_INSTANTIATE(kWords) template class ProofSearch<kWords>;
ISTHMUS_FOR_WORDS(ISTHMUS_INSTANTIATE)
#undef ISTHMUS_INSTANTIATE

}  // namespace isthmus
