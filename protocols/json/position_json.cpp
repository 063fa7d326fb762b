#include "protocols/json/position_json.hpp"

#include <cmath>
#include <utility>

#include "protocols/text/move_text.hpp"

namespace isthmus {

namespace {

using OrderedJson = nlohmann::ordered_json;

}  // namespace

double four_decimals(double number) { return std::round(number * 1e4) / 1e4; }

std::string colour_json(Colour colour) { return std::string(1, letter(colour)); }

OrderedJson winner_json(Result result) {
  if (result == Result::ongoing) return nullptr;
  if (result == Result::draw) return name(Proof::draw);
  return colour_json(result == Result::black ? Colour::black : Colour::white);
}

OrderedJson proof_json(Proof proof) {
  return proof == Proof::unknown ? OrderedJson() : OrderedJson(name(proof));
}

OrderedJson names_json(const Game& game, std::span<const Move> moves) {
  OrderedJson names = OrderedJson::array();
  for (const Move move : moves) names.push_back(game.name(move));
  return names;
}

OrderedJson names_json(const Board& board, const CellSet& cells) {
  OrderedJson names = OrderedJson::array();
  cells.for_each([&](Cell cell) { names.push_back(board.name(cell)); });
  return names;
}

std::string stones_json(const Board& board, const Position& position) {
  std::string text(static_cast<std::size_t>(board.cell_range()), '.');
  for (const Colour colour : {Colour::black, Colour::white}) {
    position.of(colour).for_each([&](Cell cell) { text[cell] = letter(colour); });
  }
  return text;
}

void add_solution(OrderedJson& answer, const Game& game, const Position& position,
                  const Solution& solution) {
  const Colour mover = position.to_move;
  Result result = Result::ongoing;
  if (solution.proof == Proof::draw) result = Result::draw;
  if (solution.proof == Proof::win) result = win_for(mover);
  if (solution.proof == Proof::loss) result = win_for(opponent(mover));
  answer["winner"] = winner_json(result);
  if (result != Result::ongoing) {
    answer["line"] = names_json(game, solution.line);
    answer["carrier"] = names_json(game.board(), solution.carrier);
  }
  answer["nodes"] = solution.nodes;
  answer["seconds"] = solution.seconds;
}

}  // namespace isthmus
