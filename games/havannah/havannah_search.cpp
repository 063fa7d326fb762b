#include "games/havannah/havannah_search.hpp"

#include <algorithm>
#include <span>
#include <utility>

namespace isthmus {

namespace {

// How many stones a search for a win by threats tries at the most: of a position, and of the
// answers to a move.
constexpr int kMaxTried = 400, kMaxTriedInAnswer = 100;
// Answers are looked at where there are no more moves than these.
constexpr int kMaxMovesToAnswer = 14;
// When to halve the counts of moves that have won, so that late ones count most.
constexpr double kMaxSuccesses = 1e4;

}  // namespace

HavannahKeys::HavannahKeys(const ShapeBoard& board, std::vector<Symmetry> symmetries,
                           bool joins_symmetric) {
  std::erase_if(symmetries, [](const Symmetry& symmetry) { return symmetry.exchanges_colours; });
  std::array<std::uint64_t, ShapeBoard::kBits> powers{};
  std::uint64_t power = 1;
  for_each_bit(board.cells(), [&](int bit) {
    powers[static_cast<std::size_t>(bit)] = power;
    power *= 3;
  });
  for (std::size_t view = 0; view < kViews; ++view) {
    const Symmetry& symmetry = symmetries.at(joins_symmetric ? view : 0);
    for_each_bit(board.cells(), [&](int bit) {
      const auto from = static_cast<std::size_t>(bit);
      const auto to = static_cast<std::size_t>(board.bit(symmetry.images[board.cell(bit)]));
      views_[view][from] = static_cast<std::uint8_t>(to);
      backs_[view][to] = static_cast<std::uint8_t>(from);
      weights_[from][view] = powers[to];
    });
  }
}

Position HavannahSearch::after(const Position& first, std::span<const Move> moves) const {
  Position position = first;
  for (const Move move : moves) shared_.game.play(position, move);
  return position;
}

HavannahSearch::Node HavannahSearch::node_of(const Position& position, Colour drawn_for) const {
  Node node;
  for (const bool is_own : {true, false}) {
    const Colour colour = is_own ? position.to_move : opponent(position.to_move);
    for_each_bit(board_.bits(position.of(colour)), [&](int bit) {
      ShapeChains& chains = is_own ? node.own : node.other;
      chains = ShapeChains(board_, chains, bit);
      keys_.add(is_own ? node.own_sums : node.other_sums, bit);
    });
  }
  node.draw_wins = drawn_for == position.to_move;
  return node;
}

HavannahSearch::Node HavannahSearch::after(const Node& node, int bit) const {
  Node next{node.other, ShapeChains(board_, node.own, bit), node.other_sums, node.own_sums,
            !node.draw_wins};
  keys_.add(next.other_sums, bit);
  return next;
}

HavannahSearch::Entry HavannahSearch::solve(const Position& first, std::span<const Move> moves,
                                            Colour drawn_for) {
  return search(node_of(after(first, moves), drawn_for), ProofBounds{});
}

// Decides the position by what is seen at once, or finds what may be played.
HavannahSearch::Entry HavannahSearch::look_into(const Node& node) {
  ++nodes_;
  threads_.count_node();
  const ShapeBits empty = board_.cells() & ~node.stones();
  Entry entry;
  entry.work = Work(1);
  entry.moves = empty;
  const auto solved = [&](bool wins, int best, bool has_draw = false) {
    entry.set_solved(wins);
    entry.best = static_cast<std::uint8_t>(best);
    entry.has_draw = has_draw;
    return entry;
  };
  const int any = std::countr_zero(empty);
  if (const ShapeBits wins = node.own.winning(board_, empty); wins != 0) {
    return solved(true, std::countr_zero(wins));
  }
  const ShapeBits threats = node.other.winning(board_, empty);
  if (threats != 0) {
    if (!std::has_single_bit(threats)) return solved(false, std::countr_zero(threats));
    entry.moves = threats;
  }
  if (std::has_single_bit(empty)) return solved(node.draw_wins, any, true);
  if (shared_.pieces.sees_draws) {
    const ShapeChains& has_to_win = node.draw_wins ? node.other : node.own;
    if (!board_.has_shape(has_to_win.stones() | empty)) {
      return solved(node.draw_wins, std::countr_zero(entry.moves), true);
    }
  }
  if (shared_.pieces.wins_by_threats && !node.is_tried &&
      threats_.wins(node.own, node.other, entry.moves, kMaxTried)) {
    return solved(true, threats_.first());
  }
  if (shared_.pieces.keeps_from_threats && threats == 0) {
    keep_from_threats(node, entry);
    if (entry.moves == 0) return solved(false, any);
  }
  entry.to_lose = static_cast<std::uint32_t>(std::popcount(entry.moves));
  return entry;
}

// Takes from the moves of an entry those after which the other side is found to win by threats.
void HavannahSearch::keep_from_threats(const Node& node, Entry& entry) {
  const auto after = [&](int bit) { return ShapeChains(board_, node.own, bit); };
  // Those that leave the win found last as it is.
  const auto remove = [&](ShapeBits moves) {
    for_each_bit(moves, [&](int bit) {
      if (threats_.wins_against(after(bit))) entry.moves &= ~shape_bit(bit);
    });
  };
  const ShapeBits empty = entry.moves;
  if (threats_.wins(node.other, node.own, empty, kMaxTried)) remove(empty);
  if (!shared_.pieces.tries_answers || std::popcount(entry.moves) > kMaxMovesToAnswer) return;
  entry.answers_tried = true;
  for (ShapeBits rest = entry.moves; rest != 0; rest &= entry.moves) {
    const int bit = std::countr_zero(rest);
    rest &= rest - 1;
    const ShapeChains next = after(bit);
    const ShapeBits left = empty & ~shape_bit(bit);
    const ShapeBits forced = next.winning(board_, left);
    if (forced != 0 && !std::has_single_bit(forced)) continue;
    if (!threats_.wins(node.other, next, forced != 0 ? forced : left, kMaxTriedInAnswer)) continue;
    entry.moves &= ~shape_bit(bit);
    remove(rest);
  }
}

std::optional<HavannahSearch::Entry> HavannahSearch::known(const HavannahKey& key,
                                                           std::size_t view) const {
  std::optional<Entry> known = table_.find(key);
  if (known) {
    known->moves = keys_.back(view, known->moves);
    if (known->best != Entry::kNoBest) {
      known->best =
          static_cast<std::uint8_t>(std::countr_zero(keys_.back(view, shape_bit(known->best))));
    }
  }
  return known;
}

void HavannahSearch::store(Entry entry, std::size_t view) const {
  entry.moves = keys_.seen(view, entry.moves);
  if (entry.best != Entry::kNoBest) {
    entry.best =
        static_cast<std::uint8_t>(std::countr_zero(keys_.seen(view, shape_bit(entry.best))));
  }
  table_.store(entry);
}

// The moves, one of each that lead to the same position by symmetry, with what is known of them.
std::vector<HavannahSearch::Child> HavannahSearch::children(const Node& node,
                                                            ShapeBits moves) const {
  const ShapeBits stones = node.stones();
  std::vector<Child> children;
  children.reserve(static_cast<std::size_t>(std::popcount(moves)));
  for_each_bit(moves, [&](int bit) {
    Sums sums = node.own_sums;
    keys_.add(sums, bit);
    std::size_t view = 0;
    const HavannahKey key = keys_.key(node.other_sums, sums, !node.draw_wins, view);
    const bool is_new = std::none_of(children.begin(), children.end(),
                                     [&](const Child& child) { return child.key == key; });
    if (!is_new) return;
    children.push_back({bit, key, key.hash()});
    table_.prefetch(children.back().hash);
  });
  const Successes& successes = successes_[static_cast<std::size_t>(std::popcount(stones) % 2)];
  std::stable_sort(children.begin(), children.end(), [&](const Child& a, const Child& b) {
    return successes[static_cast<std::size_t>(a.bit)] > successes[static_cast<std::size_t>(b.bit)];
  });
  look_up(children);
  return children;
}

// Takes over what is known of the moves, where that is more than this thread knows: the table may
// have lost it, or another thread know less.
void HavannahSearch::look_up(std::vector<Child>& children) const {
  for (Child& child : children) {
    const std::optional<Entry> known = table_.find(child.key);
    if (known && (known->is_solved() || known->work > child.work)) child.take_over(*known);
  }
}

// Takes over what other threads have found of the position: all moves that one of them has refuted
// are.
void HavannahSearch::look_up(const HavannahKey& key, std::size_t view, Entry& entry) const {
  const std::optional<Entry> known = this->known(key, view);
  if (!known) return;
  if (known->is_solved()) {
    entry = *known;
  } else if (!entry.is_solved()) {
    entry.moves &= known->moves;
    entry.has_draw = entry.has_draw || known->has_draw;
    entry.work = std::max(entry.work, known->work);
  }
}

void HavannahSearch::count_success(const Node& node, int bit) {
  Successes& successes = successes_[static_cast<std::size_t>(std::popcount(node.stones()) % 2)];
  double& count = successes[static_cast<std::size_t>(bit)];
  if (++count <= kMaxSuccesses) return;
  for (double& each : successes) each /= 2;
}

HavannahSearch::Entry HavannahSearch::search(const Node& node, const ProofBounds& bounds) {
  std::size_t view = 0;
  const HavannahKey key = keys_.key(node.own_sums, node.other_sums, node.draw_wins, view);
  const std::optional<Entry> known = this->known(key, view);
  if (known && known->is_solved()) return *known;
  const SearchLine::Visit visit(visits_, key.hash());
  Entry entry = known ? *known : look_into(node);  // with the work so far
  entry.key = key;
  const std::int64_t nodes_before = nodes_;
  const auto keep = [&] {
    if (!threads_.is_alone()) look_up(key, view, entry);
    entry.work = entry.work.plus(nodes_ - nodes_before);
    store(entry, view);
    if (entry.is_solved()) visits_.notify_solved();
    return entry;
  };
  if (entry.is_solved()) return keep();
  if (!known && !threads_.is_alone()) store(entry, view);  // not to be looked into by another

  std::vector<Child> children = this->children(node, entry.moves);
  while (visits_.order() != SearchLine::Order::leave) {
    if (!threads_.is_alone()) {
      look_up(key, view, entry);
      if (entry.is_solved()) return entry;
      look_up(children);
      std::erase_if(children,
                    [&](const Child& child) { return (entry.moves & shape_bit(child.bit)) == 0; });
    }
    if (children.empty()) {
      entry.set_solved(false);
      return keep();
    }
    const auto [best, of_best] =
        next_move(entry, std::span(children), children.size(), bounds, visits_);
    if (best == nullptr) break;
    Node next = after(node, best->bit);
    next.is_tried = entry.answers_tried;
    const Entry child = search(next, of_best);
    best->take_over(child);
    if (!child.is_solved()) continue;
    entry.best = static_cast<std::uint8_t>(best->bit);
    if (child.loses()) {
      entry.has_draw = child.has_draw;
      count_success(node, best->bit);
      entry.set_solved(true);
      return keep();
    }
    entry.has_draw = entry.has_draw || child.has_draw;
    entry.moves &= ~shape_bit(best->bit);
    children.erase(children.begin() + (best - children.data()));  // the others stay in order
  }
  return keep();
}

std::vector<Move> HavannahSearch::line(const Position& first, std::span<const Move> moves,
                                       Colour drawn_for) const {
  std::vector<Move> line;
  for (Node node = node_of(after(first, moves), drawn_for);;) {
    std::size_t view = 0;
    const HavannahKey key = keys_.key(node.own_sums, node.other_sums, node.draw_wins, view);
    const std::optional<Entry> entry = known(key, view);
    if (!entry || !entry->is_solved() || entry->best == Entry::kNoBest) return line;
    const int best = entry->best;
    const ShapeBits empty = board_.cells() & ~node.stones();
    line.emplace_back(board_.cell(best));
    if (std::has_single_bit(empty)) return line;
    if ((node.own.winning(board_, empty) & shape_bit(best)) != 0) return line;
    node = after(node, best);
  }
}

Expansion HavannahSearch::expand(const Position& first, std::span<const Move> moves) {
  const Position position = after(first, moves);
  const Node node = node_of(position, opponent(position.to_move));
  std::size_t view = 0;
  const HavannahKey key = keys_.key(node.own_sums, node.other_sums, node.draw_wins, view);
  const std::optional<Entry> known = this->known(key, view);
  const Entry entry = known ? *known : look_into(node);
  Expansion expansion;
  ShapeBits rest = board_.cells() & ~node.stones();
  for (const Child& child : children(node, entry.is_solved() ? 0 : entry.moves)) {
    if (child.to_win == 0 || child.to_lose == 0) continue;
    expansion.moves.push_back({Move(board_.cell(child.bit)), child.to_win, child.to_lose});
    rest &= ~shape_bit(child.bit);
  }
  if (expansion.moves.empty() || entry.has_draw) {
    // Those that do not win may draw.
    for_each_bit(rest, [&](int bit) { expansion.moves.push_back({Move(board_.cell(bit))}); });
  }
  expansion.carrier = board_.cells(board_.cells() & ~node.stones());
  return expansion;
}

}  // namespace isthmus
