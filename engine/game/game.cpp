#include "engine/game/game.hpp"

#include <array>
#include <utility>

#include "engine/base/lower_case.hpp"

namespace isthmus {

namespace {

constexpr std::array<std::pair<SwapRule, std::string_view>, 3> kSwapRuleNames{
    {{SwapRule::none, "none"}, {SwapRule::pieces, "swap-pieces"}, {SwapRule::sides, "swap-sides"}}};

}  // namespace

std::string_view name(SwapRule rule) {
  return kSwapRuleNames[static_cast<std::size_t>(rule)].second;
}

std::optional<SwapRule> find_swap_rule(std::string_view name) {
  for (auto [rule, rule_name] : kSwapRuleNames) {
    if (rule_name == name) return rule;
  }
  return std::nullopt;
}

Game::Game(std::string name, Board board, SwapRule swap_rule)
    : name_(std::move(name)), board_(std::move(board)), swap_rule_(swap_rule) {}

Position Game::setup(const CellSet& black, const CellSet& white, Colour to_move) const {
  Position position;
  position.stones = {black, white};
  position.to_move = to_move;
  position.occupied().for_each([&](Cell cell) {
    if (position.result == Result::ongoing) position.result = result_after(position, cell);
  });
  return position;
}

bool Game::may_swap(const Position& position) const {
  return swap_rule_ != SwapRule::none && position.result == Result::ongoing &&
         position.to_move == Colour::white && position.moves_played == 1 &&
         position.of(Colour::black).size() == 1 && position.of(Colour::white).empty();
}

bool Game::next_may_swap(const Position& position) const {
  return swap_rule_ != SwapRule::none && position.result == Result::ongoing &&
         position.to_move == Colour::black && position.moves_played == 0 &&
         position.occupied().empty();
}

bool Game::is_legal(const Position& position, Move move) const {
  if (position.result != Result::ongoing) return false;
  if (move.is_cell()) {
    return move.cell() < board_.cell_range() && board_.cells().contains(move.cell()) &&
           !position.occupied().contains(move.cell()) && may_place(position, move.cell());
  }
  if (!may_swap(position)) return false;
  return move == (swap_rule_ == SwapRule::pieces ? Move::swap_pieces() : Move::swap_sides());
}

CellSet Game::legal_cells(const Position& position) const {
  if (position.result != Result::ongoing) return {};
  const CellSet empty = board_.cells() - position.occupied();
  if (fill_rule()) return empty;  // as it says; to ask for each cell would cost evaluators dearly
  CellSet cells;
  empty.for_each([&](Cell cell) {
    if (may_place(position, cell)) cells.insert(cell);
  });
  return cells;
}

std::vector<Move> Game::legal_moves(const Position& position) const {
  std::vector<Move> moves;
  legal_cells(position).for_each([&](Cell cell) { moves.emplace_back(cell); });
  if (may_swap(position)) moves.push_back(swap_move());
  return moves;
}

void Game::play(Position& position, Move move) const {
  play_on(position, move);
  if (move.is_cell()) position.result = result_after(position, move.cell());
}

void Game::play_on(Position& position, Move move) const {
  if (move.is_cell()) {
    place(position, move.cell());
    position.to_move = opponent(position.to_move);
  } else if (move == Move::swap_sides()) {
    position.sides_swapped = !position.sides_swapped;
  } else {
    const Colour taker = position.to_move;
    const CellSet taken = std::exchange(position.of(opponent(taker)), CellSet{});
    taken.for_each([&](Cell cell) { position.of(taker).insert(swapped(cell)); });
    position.to_move = opponent(taker);
  }
  ++position.moves_played;
  position.last_move = move;
}

void Game::place(Position& position, Cell cell) const {
  position.of(position.to_move).insert(cell);
}

std::string Game::name(Move move) const {
  if (move == Move::swap_pieces()) return std::string(isthmus::name(SwapRule::pieces));
  if (move == Move::swap_sides()) return std::string(isthmus::name(SwapRule::sides));
  return board_.name(move.cell());
}

std::optional<Move> Game::find_move(std::string_view name) const {
  const std::string lower = lower_case(name);
  if (lower == isthmus::name(SwapRule::pieces)) return Move::swap_pieces();
  if (lower == isthmus::name(SwapRule::sides)) return Move::swap_sides();
  if (const auto cell = board_.find(lower)) return Move(*cell);
  return std::nullopt;
}

}  // namespace isthmus
