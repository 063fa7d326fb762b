#include "games/rex/forcing_builder.hpp"

#include <utility>

#include "engine/board/group.hpp"

namespace isthmus {

namespace {

bool has_odd_size(const CellSet& cells) { return cells.size() % 2 == 1; }

}  // namespace

ForcingBuilder::Place ForcingBuilder::place_of(const Position& position) const {
  return {position.of(opponent(winner())), game().board().cells() - position.occupied()};
}

ForcingBuilder::Place ForcingBuilder::after(Place place, Cell move) {
  place.stones.insert(move);
  place.empty.erase(move);
  return place;
}

std::size_t ForcingBuilder::prove(const Position& position) {
  check_budget();
  const Place place = place_of(position);
  if (const auto known = known_fact(place)) return *known;
  if (const auto linked = prove_by_pairs(place)) return *linked;
  if (position.result != Result::ongoing) contradict();
  return prove_by_moves(position);
}

// One with an odd carrier serves where what else is empty is even.
std::optional<std::size_t> ForcingBuilder::known_fact(const Place& place) {
  const auto even = facts().find(edges(), place.stones, place.empty, 0);
  if (even || !has_odd_size(place.empty)) return even;
  return facts().find(edges(), place.stones, place.empty, 1);
}

// The loser moves first to any cell, and then to each that what follows needs, until it needs no
// more.
std::size_t ForcingBuilder::prove_by_moves(const Position& position) {
  const Place place = place_of(position);
  ConnectionFact fact{.ends = edges(), .rule = ConnectionFact::Rule::each};
  CellSet carrier, moves;
  bool has_odd_part = false;
  while (true) {
    CellSet open = moves.empty() ? place.empty : carrier - moves;
    if (open.empty()) {
      const bool is_odd = has_odd_size(carrier);
      // Where it does not fit, with one cell more it does.
      const bool fits = is_odd ? has_odd_size(place.empty) : !has_odd_part;
      if (fits) break;
      open = place.empty - carrier;
    }
    const Cell move = open.first();
    const std::size_t part = prove_after(position, move, carrier);
    const CellSet needed = facts().needs(part).carrier;
    if (const auto known = known_fact(place)) return *known;
    fact.threats.push_back({move, part});
    moves.insert(move);
    carrier = carrier | needed;
    carrier.insert(move);
    has_odd_part = has_odd_part || has_odd_size(needed);
  }
  return facts().add(std::move(fact));
}

// A fact that holds after the loser's move, by cells of the carrier alone where one is known.
std::size_t ForcingBuilder::prove_after(Position position, Cell move, const CellSet& carrier) {
  const Place next = after(place_of(position), move);
  const bool may_be_odd = !has_odd_size(next.empty);
  for (const CellSet& empty : {carrier & next.empty, next.empty}) {
    for (int kind = 0; kind <= (may_be_odd ? 1 : 0); ++kind) {
      const auto known = facts().find(edges(), next.stones, empty, kind);
      if (known) return *known;
    }
  }
  if (const auto linked = prove_by_pairs(next)) return *linked;
  game().play(position, Move(move));
  if (position.result != Result::ongoing) contradict();
  answer(position);
  return prove(position);
}

// By chains from edge to edge, each joined to the next by a pair.
std::optional<std::size_t> ForcingBuilder::prove_by_pairs(const Place& place) {
  const std::vector<Chain> chains = chains_of(place);
  constexpr std::size_t kFirst = 0, kSecond = 1;
  if (chains.size() < 2) return links().prove(edges(), place.stones, {}).value();
  std::vector<Pair> way;
  std::vector<char> is_seen(chains.size());
  const auto go_on = [&](auto& self, std::size_t from, const CellSet& used) -> bool {
    if (from == kSecond) return true;
    is_seen[from] = 1;
    for (std::size_t to = 0; to < chains.size(); ++to) {
      CellSet both = (chains[from].liberties & chains[to].liberties) - used;
      if (is_seen[to] != 0 || both.size() < 2) continue;
      CellSet pair;
      for (int i = 0; i < 2; ++i) {
        pair.insert(both.first());
        both.erase(both.first());
      }
      way.push_back({from, to, pair});
      if (self(self, to, used | pair)) return true;
      way.pop_back();
    }
    is_seen[from] = 0;
    return false;
  };
  if (!go_on(go_on, kFirst, {})) return std::nullopt;
  ConnectionFact fact{.ends = edges()};
  for (const auto& [from, to, cells] : way) {
    fact.facts.push_back(prove_pair(chains[from], chains[to], cells));
  }
  return facts().add(std::move(fact));
}

std::size_t ForcingBuilder::prove_pair(const Chain& from, const Chain& to, const CellSet& pair) {
  ConnectionFact fact{.ends = {from.end, to.end, kNoThirdEnd}, .rule = ConnectionFact::Rule::each};
  pair.for_each([&](Cell cell) {
    CellSet stones = from.stones | to.stones;
    stones.insert(cell);
    fact.threats.push_back({cell, links().prove(fact.ends, stones, {}).value()});
  });
  return facts().add(std::move(fact));
}

// The edges' first, each with the stones that touch it; one alone where these are joined.
std::vector<ForcingBuilder::Chain> ForcingBuilder::chains_of(const Place& place) {
  const Board& board = game().board();
  std::vector<Chain> chains;
  CellSet rest = place.stones;
  const auto add = [&](Cell end, const CellSet& seeds, const CellSet& at_end) {
    Chain chain{.end = end, .stones = {}, .liberties = at_end};
    seeds.for_each([&](Cell seed) { chain.stones = chain.stones | group_of(board, rest, seed); });
    chain.stones.for_each([&](Cell cell) {
      for (Cell neighbour : board.neighbours(cell)) chain.liberties.insert(neighbour);
    });
    chain.liberties = chain.liberties & place.empty;
    rest = rest - chain.stones;
    chains.push_back(chain);
  };
  for (Cell edge : all_of(edges())) {
    const CellSet at_edge = links().touching(edge, board.cells());
    // What touches both was taken with the first.
    if (!chains.empty() && !(chains[0].stones & at_edge).empty()) return chains;
    add(edge, at_edge & rest, at_edge);
  }
  while (!rest.empty()) {
    CellSet seed;
    seed.insert(rest.first());
    add(rest.first(), seed, {});
  }
  return chains;
}

}  // namespace isthmus
