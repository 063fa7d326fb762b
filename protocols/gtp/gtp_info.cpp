#include "protocols/gtp/gtp_info.hpp"

#include <algorithm>
#include <cmath>

#include "engine/base/number_range.hpp"

namespace isthmus {

namespace {

std::string decimal(double number) { return fixed_text(number, 6); }

std::string probability(double number, const InfoOptions& options) {
  return options.in_units ? std::to_string(std::lround(10'000 * number)) : decimal(number);
}

std::string ownership_text(const Board& board, Colour to_move,
                           const std::vector<float>& ownership) {
  std::string text;
  for (int i = 0; i < board.cell_range(); ++i) {
    const auto cell = static_cast<Cell>(i);
    const bool is_known = !ownership.empty() && board.cells().contains(cell);
    const double black = is_known ? 2 * static_cast<double>(ownership[cell]) - 1 : 0;
    text += ' ' + decimal(to_move == Colour::black ? black : -black);
  }
  return text;
}

std::string move_text(const Game& game, const MoveReport& move, std::size_t order,
                      const InfoOptions& options) {
  std::string text =
      "info move " + game.name(move.move) + " visits " + std::to_string(move.visits) + " winrate " +
      probability(move.win_rate, options) + " prior " + probability(move.prior, options) + " lcb " +
      probability(move.lower_bound, options) + " order " + std::to_string(order) + " pv";
  for (Move next : move.variation) text += ' ' + game.name(next);
  if (options.variation_visits) {
    text += " pvVisits";
    for (std::int64_t visits : move.variation_visits) text += ' ' + std::to_string(visits);
  }
  return text;
}

}  // namespace

std::vector<const MoveReport*> shown_moves(const SearchReport& report, const InfoOptions& options) {
  std::vector<const MoveReport*> moves;
  for (const MoveReport& move : report.moves) moves.push_back(&move);
  // Those proven to lose stand last, even behind those of which nothing is known.
  const auto visited = std::stable_partition(
      moves.begin(), moves.end(), [](const MoveReport* move) { return move->is_known(); });
  const auto count = static_cast<std::size_t>(visited - moves.begin());
  moves.resize(std::min({std::max(count, options.min_moves), options.max_moves, moves.size()}));
  return moves;
}

std::string info_line(const Game& game, const SearchReport& report, const InfoOptions& options,
                      const std::vector<Evaluation>& after) {
  std::string text;
  const auto moves = shown_moves(report, options);
  for (std::size_t i = 0; i < moves.size(); ++i) {
    text += (i > 0 ? " " : "") + move_text(game, *moves[i], i, options);
    if (i < after.size() && !after[i].ownership.empty()) {
      text += " movesOwnership" + ownership_text(game.board(), report.to_move, after[i].ownership);
    }
  }
  if (options.root) {
    text += " rootInfo visits " + std::to_string(report.visits) + " winrate " +
            probability(report.win_rate, options);
  }
  if (options.ownership) {
    text +=
        " ownership" + ownership_text(game.board(), report.to_move, report.evaluation.ownership);
  }
  return text;
}

}  // namespace isthmus
