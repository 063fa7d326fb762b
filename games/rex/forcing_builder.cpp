#include "games/rex/forcing_builder.hpp"

#include <utility>

#include "engine/board/group.hpp"

namespace isthmus {

namespace {

bool has_odd_size(const CellSet& cells) { return cells.size() % 2 == 1; }

// The first two of some cells; nothing where there are fewer.
std::optional<CellSet> pair_of(CellSet cells) {
  if (cells.size() < 2) return std::nullopt;
  CellSet pair;
  for (int i = 0; i < 2; ++i) {
    pair.insert(cells.first());
    cells.erase(cells.first());
  }
  return pair;
}

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
  if (const auto linked = prove_by_links(place, has_odd_size(place.empty))) return *linked;
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
  if (const auto linked = prove_by_links(next, may_be_odd)) return *linked;
  game().play(position, Move(move));
  if (position.result != Result::ongoing) contradict();
  answer(position);
  return prove(position);
}

// By chains from edge to edge, each linked to the next; one link may take a stone more, so that the
// carrier has an odd number of cells.
std::optional<std::size_t> ForcingBuilder::prove_by_links(const Place& place, bool may_be_odd) {
  const std::vector<Chain> chains = chains_of(place);
  constexpr std::size_t kFirst = 0, kSecond = 1;
  if (chains.size() < 2) return links().prove(edges(), place.stones, {}).value();
  std::vector<Link> way;
  std::vector<char> is_seen(chains.size());
  const auto go_on = [&](auto& self, std::size_t from, const CellSet& free, bool odd) -> bool {
    if (from == kSecond) return true;
    is_seen[from] = 1;
    for (std::size_t to = 0; to < chains.size(); ++to) {
      if (is_seen[to] != 0) continue;
      for (const Link& link : links_between(chains, from, to, free, odd)) {
        CellSet rest = free;
        for (const CellSet& pair : link.pairs) rest = rest - pair;
        if (link.stone) rest.erase(*link.stone);
        way.push_back(link);
        if (self(self, to, rest, odd && !link.stone)) return true;
        way.pop_back();
      }
    }
    is_seen[from] = 0;
    return false;
  };
  // Without a stone more where that does.
  if (!go_on(go_on, kFirst, place.empty, false)) {
    is_seen.assign(chains.size(), 0);
    if (!may_be_odd || !go_on(go_on, kFirst, place.empty, true)) return std::nullopt;
  }
  ConnectionFact fact{.ends = edges()};
  for (const Link& link : way) {
    const Chain &from = chains[link.from], &to = chains[link.to];
    fact.facts.push_back(
        prove_link({from.end, to.end, kNoThirdEnd}, from.stones | to.stones, link));
  }
  return facts().add(std::move(fact));
}

// How two chains are linked by free cells: by a pair, or by stones more.
std::vector<ForcingBuilder::Link> ForcingBuilder::links_between(const std::vector<Chain>& chains,
                                                                std::size_t from, std::size_t to,
                                                                const CellSet& free,
                                                                bool with_stone) const {
  const CellSet &near = chains[from].liberties, &far = chains[to].liberties;
  if (const auto pair = pair_of(near & far & free)) return {{from, to, {*pair}, std::nullopt}};
  std::vector<Link> found;
  if (!with_stone) return found;
  free.for_each([&](Cell stone) {
    CellSet rest = free, around;
    rest.erase(stone);
    for (Cell neighbour : game().board().neighbours(stone)) around.insert(neighbour);
    Link link{from, to, {}, stone};
    if (near.contains(stone)) {
      around = around | near;
    } else {
      const auto pair = pair_of(around & near & rest);
      if (!pair) return;
      link.pairs.push_back(*pair);
      rest = rest - *pair;
    }
    if (!far.contains(stone)) {
      const auto pair = pair_of(around & far & rest);
      if (!pair) return;
      link.pairs.push_back(*pair);
    }
    found.push_back(link);
  });
  return found;
}

// The loser plays the stone, or a cell of a pair, of which the winner takes the other. Of what is
// left then there is a fact again, until stones join the ends.
std::size_t ForcingBuilder::prove_link(const Ends& ends, const CellSet& stones, const Link& link) {
  if (const auto joined = links().prove(ends, stones, {})) return *joined;
  ConnectionFact fact{.ends = ends, .rule = ConnectionFact::Rule::each};
  const auto add = [&](Cell move, const Link& rest) {
    CellSet with_move = stones;
    with_move.insert(move);
    fact.threats.push_back({move, prove_link(ends, with_move, rest)});
  };
  if (link.stone) add(*link.stone, {link.from, link.to, link.pairs, std::nullopt});
  for (std::size_t i = 0; i < link.pairs.size(); ++i) {
    Link rest = link;
    rest.pairs.erase(rest.pairs.begin() + static_cast<std::ptrdiff_t>(i));
    link.pairs[i].for_each([&](Cell cell) { add(cell, rest); });
  }
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
