#include <cmath>
#include <memory>
#include <vector>

#include "protocols/actions/actions.hpp"
#include "protocols/drawing/board_geometry.hpp"
#include "protocols/json/analysis_position.hpp"
#include "protocols/json/position_json.hpp"

namespace isthmus {

namespace {

using OrderedJson = nlohmann::ordered_json;

// To a hundredth of a unit.
double rounded(double number) { return std::round(number * 100) / 100; }

OrderedJson points_json(const std::vector<Point>& points) {
  OrderedJson json = OrderedJson::array();
  for (const Point& point : points) {
    json.push_back(OrderedJson::array({rounded(point.x), rounded(point.y)}));
  }
  return json;
}

}  // namespace

OrderedJson query_board(JsonFields& fields, ActionRun&, const ActionOptions& options) {
  const std::shared_ptr<const Game> game = read_game(fields);
  const Board& board = game->board();
  OrderedJson cells = OrderedJson::array(), neighbours = OrderedJson::array();
  for (int i = 0; i < board.cell_range(); ++i) {
    const auto cell = static_cast<Cell>(i);
    const bool is_cell = board.cells().contains(cell);
    neighbours.push_back(OrderedJson::array());
    cells.push_back(nullptr);
    if (!is_cell) continue;
    for (const Cell near : board.neighbours(cell)) neighbours.back().push_back(near);
    const Point at = centre(board, cell);
    cells.back() = {{"name", board.name(cell)},
                    {"row", board.row(cell)},
                    {"column", board.column(cell)},
                    {"x", rounded(at.x)},
                    {"y", rounded(at.y)}};
  }
  OrderedJson edges = OrderedJson::array(), labels = OrderedJson::array();
  for (const BoardEdge& edge : board_edges(board)) {
    edges.push_back({{"player", edge.owner ? colour_json(*edge.owner) : "none"},
                     {"points", points_json(edge.points)}});
  }
  for (const BoardLabel& label : board_labels(board)) {
    labels.push_back(
        {{"text", label.text}, {"x", rounded(label.at.x)}, {"y", rounded(label.at.y)}});
  }
  const PictureSize size = picture_size(board);
  return {{"width", rounded(size.width)},        {"height", rounded(size.height)},
          {"cells", std::move(cells)},           {"outline", points_json(cell_outline(board))},
          {"edges", std::move(edges)},           {"labels", std::move(labels)},
          {"neighbours", std::move(neighbours)}, {"evaluator", options.engine.judge_of(*game)}};
}

}  // namespace isthmus
