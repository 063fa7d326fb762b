#include "engine/solve/df_pn.hpp"

#include <algorithm>
#include <span>
#include <tuple>
#include <utility>

#include "engine/board/board_words.hpp"
#include "engine/random/splitmix.hpp"

namespace isthmus {

namespace {

std::vector<Cell> in_order(const CellSet& cells) {
  std::vector<Cell> order;
  cells.for_each([&](Cell cell) { order.push_back(cell); });
  return order;
}

template <int kWords>
NarrowStones<kWords> image(const Symmetry& symmetry, const NarrowStones<kWords>& stones) {
  NarrowStones<kWords> images;
  for (std::size_t colour : {std::size_t{0}, std::size_t{1}}) {
    CellBits<kWords>& into = images[symmetry.exchanges_colours ? 1 - colour : colour];
    stones[colour].for_each([&](Cell cell) { into.insert(symmetry.images[cell]); });
  }
  return images;
}

Colour image(const Symmetry& symmetry, Colour colour) {
  return symmetry.exchanges_colours ? opponent(colour) : colour;
}

Move image(const Symmetry& symmetry, Move move) {
  return move.is_cell() ? Move(symmetry.images[move.cell()]) : move;
}

Position filled(Position position, const KnownPosition& known) {
  for (std::size_t colour : {std::size_t{0}, std::size_t{1}}) {
    position.stones[colour] = position.stones[colour] | known.filled[colour];
  }
  return position;
}

}  // namespace

// Returns the position after the moves.
template <int kWords>
typename DfPn<kWords>::Node DfPn<kWords>::begin(const Position& first, std::span<const Move> moves,
                                                Colour drawn_for) {
  drawn_for_ = drawn_for;
  history_before_ = first.history.digest();
  is_plain_ = first.history.size() == 0;
  line_.clear();
  Node node = after({{}, keys_.empty(), {}}, first);
  for (const Move move : moves) {
    line_.push(node.position.stones);
    Position next = node.position;
    game_.play(next, move);
    node = after(node, next);
  }
  return node;
}

template <int kWords>
typename DfPn<kWords>::Node DfPn<kWords>::after(const Node& node, const Position& position) const {
  Node next{position, node.hashes, {}};
  keys_.change(next.hashes, node.position.stones, position.stones);
  next.place = place_of(position, next.hashes);
  return next;
}

template <int kWords>
typename DfPn<kWords>::Place DfPn<kWords>::place_of(const Position& position,
                                                    const PositionKeys::Hashes& hashes) const {
  // Unless nothing came before the line, an image has another history.
  const std::size_t view = is_plain_ ? keys_.choose(hashes, position.to_move) : 0;
  const Symmetry& symmetry = keys_.symmetry(view);
  return {key_of(image<kWords>(symmetry, narrow<kWords>(position.stones)), history_before_,
                 image(symmetry, position.to_move), image(symmetry, drawn_for_)),
          view};
}

template <int kWords>
typename DfPn<kWords>::Known DfPn<kWords>::solve(const Position& first, std::span<const Move> moves,
                                                 Colour drawn_for) {
  needs_move_ = moves.empty();
  return search(begin(first, moves, drawn_for), ProofBounds{});
}

template <int kWords>
typename DfPn<kWords>::Known DfPn<kWords>::search(const Node& node, const ProofBounds& bounds) {
  Known known = find(node.position, node.place);
  if (is_answer(known)) return known;
  const SearchLine::Visit visit(visits_, node.place.key.hash());
  const std::int64_t nodes_before = nodes_;
  if (!known.work.is_some()) {
    ++nodes_;
    threads_.count_node();
  }
  Moves moves = moves_of(node);
  line_.push(node.position.stones);
  for (bool is_first = true;; is_first = false) {
    if (!is_first && !threads_.is_alone()) look_up(moves);
    if (moves.is_won || moves.open.empty()) {
      if (!moves.is_won) line_.add_forbidden(node.position, moves.grounds);
      known.to_win = moves.is_won ? 0 : kInfinite;
      known.to_lose = moves.is_won ? kInfinite : 0;
      known.grounds = moves.grounds;
      break;
    }
    const SearchLine::Order order = visits_.order();
    if (order == SearchLine::Order::leave) break;
    if (order == SearchLine::Order::look_again) {
      line_.pop();
      const Known of_others = find(node.position, node.place);
      if (is_answer(of_others)) return of_others;
      line_.push(node.position.stones);
    }
    const std::size_t count = moves.open.size();
    const std::size_t tried = known_.has_knowledge() ? searched_at_a_time(count) : count;
    const auto [best, of_best] = next_move(known, std::span(moves.open), tried, bounds, visits_);
    if (best == nullptr) break;
    const Known child = search(after(node, best->position), of_best);
    if (!stays_open(*best, child, moves) && !moves.is_won) {
      if (known_.has_knowledge()) {
        std::rotate(best, best + 1, moves.open.data() + count);  // the others stay in their order
      } else {
        std::swap(*best, moves.open.back());
      }
      moves.open.pop_back();
    }
  }
  line_.pop();
  known.best = moves.last;
  if (!threads_.is_alone()) known.work = std::max(known.work, find(node.position, node.place).work);
  known.work = std::max(known.work.plus(nodes_ - nodes_before), Work(1));
  store(node, known);
  if (known.is_solved()) visits_.notify_solved();
  return known;
}

// Takes over what is known of a move. Returns whether it may still win.
template <int kWords>
bool DfPn<kWords>::stays_open(Child& child, const Known& known, Moves& moves) {
  child.to_win = known.to_win;
  child.to_lose = known.to_lose;
  child.work = known.work;
  if (known.loses()) moves.win_by(child.cell, child.position, known.grounds);
  if (known.wins()) moves.refute(child.cell, child.position, known.grounds);
  return !known.is_solved();
}

// Takes over what other threads have found of the moves of the last of line_, where that is more
// than this one has: the table may have lost it, or another thread know less.
template <int kWords>
void DfPn<kWords>::look_up(Moves& moves) const {
  std::erase_if(moves.open, [&](Child& child) {
    if (moves.is_won) return false;
    const Known known = find(child.position, child.place);
    if (!known.is_solved() && known.work <= child.work) return false;
    return !stays_open(child, known, moves);
  });
}

template <int kWords>
void DfPn<kWords>::Moves::win_by(Cell cell, const Position& next, const Grounds& of_next) {
  grounds = of_next.with(next.stones);
  last = Move(cell);
  is_won = true;
}

template <int kWords>
void DfPn<kWords>::Moves::refute(Cell cell, const Position& next, const Grounds& of_next) {
  grounds.add(of_next.with(next.stones));
  last = Move(cell);
}

// The moves of a position, as far as it is known or a look at what follows them goes.
template <int kWords>
typename DfPn<kWords>::Moves DfPn<kWords>::moves_of(const Node& node) {
  Moves moves;
  if (!known_.has_knowledge()) {
    look_at(node, in_order(game_.legal_cells(node.position)), true, moves);
    return moves;
  }
  const KnownPosition& known = known_.about(node.position);
  moves.grounds = Grounds{}.with(node.position.stones);
  if (known.result == win_for(node.position.to_move)) {
    moves.last = known.best;
    moves.is_won = !needs_move() || known.best != Move::none();
  }
  if (moves.is_won) return moves;
  if (known.result == win_for(opponent(node.position.to_move))) {
    moves.last = game_.legal_moves(node.position).front();
    return moves;
  }
  look_at(after(node, filled(node.position, known)), known.moves, false, moves);
  return moves;
}

// Plays the moves, and sees what is known then.
template <int kWords>
void DfPn<kWords>::look_at(const Node& node, const std::vector<Cell>& cells, bool sees_replies,
                           Moves& moves) {
  line_.push(node.position.stones);
  std::vector<Child> children = play_each(node, cells, moves);
  const CellSet replies = !moves.is_won && sees_replies ? threats(node.position) : CellSet{};
  for (Child& child : children) {
    if (moves.is_won) break;
    if (const auto grounds = refutation(child.position, replies)) {
      moves.refute(child.cell, child.position, *grounds);
      continue;
    }
    const bool is_open = stays_open(child, find(child.position, child.place), moves);
    if (moves.is_won) break;
    if (is_open) moves.open.push_back(std::move(child));
  }
  line_.pop();
}

// Plays each move until one wins at once, and returns those that do not end the game.
template <int kWords>
std::vector<typename DfPn<kWords>::Child> DfPn<kWords>::play_each(const Node& node,
                                                                  const std::vector<Cell>& cells,
                                                                  Moves& moves) {
  std::vector<Child> children;
  for (const Cell cell : cells) {
    Position next = node.position;
    game_.play(next, Move(cell));
    if (next.result == Result::ongoing) {
      hashes_ = node.hashes;
      keys_.change(hashes_, node.position.stones, next.stones);
      const Place place = place_of(next, hashes_);
      const std::uint64_t hash = place.key.hash();
      table_.prefetch(hash);
      children.push_back({cell, next, place, hash});
    } else if (wins(next.result, node.position.to_move)) {
      moves.win_by(cell, next, line_.end_of(node.position, cell, next));
      break;
    } else {
      moves.refute(cell, next, line_.end_of(node.position, cell, next));
    }
  }
  return children;
}

// The cells on which the opponent would win at once if it had the turn.
template <int kWords>
CellSet DfPn<kWords>::threats(const Position& position) const {
  Position passed = position;
  passed.to_move = opponent(position.to_move);
  CellSet threats;
  game_.legal_cells(passed).for_each([&](Cell cell) {
    Position next = passed;
    game_.play(next, Move(cell));
    if (next.result == win_for(passed.to_move)) threats.insert(cell);
  });
  return threats;
}

// What the side to move wins by at once with one of these replies, if it does.
template <int kWords>
std::optional<typename DfPn<kWords>::Grounds> DfPn<kWords>::refutation(
    const Position& position, const CellSet& replies) const {
  for (CellSet rest = replies; !rest.empty();) {
    const Cell cell = rest.first();
    rest.erase(cell);
    if (!game_.is_legal(position, Move(cell))) continue;
    Position next = position;
    game_.play(next, Move(cell));
    if (next.result != win_for(position.to_move)) continue;
    return line_.end_of(position, cell, next).with(next.stones);
  }
  return std::nullopt;
}

template <int kWords>
typename DfPn<kWords>::Key DfPn<kWords>::key_of(const NarrowStones<kWords>& stones,
                                                std::uint64_t history, Colour to_move,
                                                Colour drawn_for) const {
  return {stones,
          history << 2 | static_cast<unsigned>(to_move) << 1 | static_cast<unsigned>(drawn_for)};
}

// Of the position after this very history.
template <int kWords>
typename DfPn<kWords>::Key DfPn<kWords>::own_key(const Position& position) const {
  return key_of(narrow<kWords>(position.stones), SplitMix64::mix(position.history.digest() + 1),
                position.to_move, drawn_for_);
}

// What is known of the position after line_.
template <int kWords>
typename DfPn<kWords>::Known DfPn<kWords>::find(const Position& position,
                                                const Place& place) const {
  const bool has_history = position.history.size() > 0;
  const int ply = line_.ply();
  const std::optional<Entry> own = has_history ? table_.find(own_key(position)) : std::nullopt;
  const auto read = [&](const Entry& entry, const Symmetry& back) {
    Known known{entry.to_win, entry.to_lose, entry.work, image(back, entry.best), {}};
    known.grounds.kept = image<kWords>(back, entry.kept);
    known.grounds.fewest = entry.fewest;
    if (entry.back > 0) known.grounds.oldest = std::max(0, ply - entry.back);
    known.grounds.has_draw = entry.has_draw;
    return known;
  };
  if (own && own->is_solved()) return read(*own, keys_.symmetry(0));
  if (const auto shared = table_.find(place.key)) {
    const Known known = read(*shared, keys_.inverse(place.view));
    if (!known.is_solved() || !has_history || line_.is_clear_of(known.grounds)) return known;
  }
  return own ? read(*own, keys_.symmetry(0)) : Known{};
}

template <int kWords>
void DfPn<kWords>::store(const Node& node, const Known& known) {
  const int ply = line_.ply();
  const Symmetry* symmetry = &keys_.symmetry(node.place.view);
  Entry entry;
  entry.key = node.place.key;
  // What depends on a board earlier in the line, or has a board of the line in its proof, holds for
  // this history alone.
  bool is_own = known.is_solved() &&
                (known.grounds.oldest < ply ||
                 (node.position.history.size() > 0 && !line_.is_clear_of(known.grounds)));
  if (known.grounds.oldest < ply) {
    entry.back = static_cast<std::uint16_t>(std::min(ply - known.grounds.oldest, 65535));
  }
  if (!known.is_solved()) {
    // A proof that does not hold here may hold elsewhere.
    const auto shared = table_.find(entry.key);
    is_own = shared && shared->is_solved();
  }
  if (is_own) {
    symmetry = &keys_.symmetry(0);
    entry.key = own_key(node.position);
  }
  if (known.is_solved()) entry.kept = image<kWords>(*symmetry, known.grounds.kept);
  entry.fewest = static_cast<std::uint16_t>(known.grounds.fewest);
  entry.to_win = known.to_win;
  entry.to_lose = known.to_lose;
  entry.work = known.work;
  entry.best = image(*symmetry, known.best);
  entry.has_draw = known.grounds.has_draw;
  table_.store(entry);
}

template <int kWords>
std::vector<Move> DfPn<kWords>::line(const Position& first, std::span<const Move> moves,
                                     Colour drawn_for) {
  std::vector<Move> line;
  Node node = begin(first, moves, drawn_for);
  while (node.position.result == Result::ongoing) {
    const Known known = find(node.position, node.place);
    if (!known.is_solved() || known.best == Move::none()) break;
    line.push_back(known.best);
    line_.push(node.position.stones);
    Position next = node.position;
    if (known_.has_knowledge()) next = filled(next, known_.about(next));
    if (!game_.is_legal(next, known.best)) break;  // what was filled may not be symmetrical
    game_.play(next, known.best);
    node = after(node, next);
  }
  return line;
}

template <int kWords>
Expansion DfPn<kWords>::expand(const Position& first, std::span<const Move> moves) {
  const Colour mover = moves.size() % 2 == 0 ? first.to_move : opponent(first.to_move);
  const Node node = begin(first, moves, opponent(mover));
  const Moves known = moves_of(node);
  Expansion expansion;
  CellSet rest = game_.legal_cells(node.position);
  for (const Child& child : known.open) {
    expansion.moves.push_back({Move(child.cell), child.to_win, child.to_lose});
    rest.erase(child.cell);
  }
  if (known.is_won || known.open.empty() || known.grounds.has_draw) {
    // Those that do not win may draw.
    rest.for_each([&](Cell cell) { expansion.moves.push_back({Move(cell)}); });
  } else {
    expansion.is_ordered = known_.has_knowledge();
  }
  expansion.carrier = game_.board().cells() - node.position.occupied();
  return expansion;
}

#define ISTHMUS_INSTANTIATE(kWords) template class DfPn<kWords>;
ISTHMUS_FOR_WORDS(ISTHMUS_INSTANTIATE)
#undef ISTHMUS_INSTANTIATE

}  // namespace isthmus
