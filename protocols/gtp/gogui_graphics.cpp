#include "protocols/gtp/gogui_graphics.hpp"

#include <cstddef>
#include <vector>

#include "engine/base/number_range.hpp"
#include "protocols/text/move_text.hpp"

namespace isthmus {

namespace {

constexpr double kSecondsBetweenDrawings = 0.5;
// More than that cannot be read on a board.
constexpr double kMinShareOfVisits = 0.01;
constexpr std::size_t kMaxLabels = 12;
constexpr float kMinValue = 0.01F;

// The stones of a variation, up to a swap.
std::vector<Move> stones_of(const SearchReport& report) {
  std::vector<Move> stones;
  if (report.moves.empty() || !report.moves.front().is_known()) return stones;
  for (Move move : report.moves.front().variation) {
    if (!move.is_cell()) break;
    stones.push_back(move);
  }
  return stones;
}

// The moves that get a label: the best one, and those after it with their share of the visits.
std::vector<const MoveReport*> labelled_moves(const SearchReport& report) {
  const double least = kMinShareOfVisits * static_cast<double>(report.visits);
  std::vector<const MoveReport*> moves;
  for (const MoveReport& move : report.moves) {
    if (moves.size() == kMaxLabels) break;
    if (!move.move.is_cell() || !move.is_known()) continue;
    if (&move != &report.moves.front() && static_cast<double>(move.visits) < least) continue;
    moves.push_back(&move);
  }
  return moves;
}

}  // namespace

std::string live_graphics(const Game& game, const SearchReport& report) {
  const std::vector<Move> stones = stones_of(report);
  if (stones.empty()) return {};
  std::string variation = "VAR", influence = "INFLUENCE", labels = "LABEL";
  Colour colour = report.to_move;
  for (Move stone : stones) {
    variation.append(" ").append(1, letter(colour)).append(" ").append(game.name(stone));
    colour = opponent(colour);
  }
  for (const MoveReport* move : labelled_moves(report)) {
    const std::string cell = ' ' + game.name(move->move) + ' ';
    influence += cell + (move->proof == Proof::win ? "W"
                         : move->proof == Proof::loss
                             ? "L"
                             : fixed_text(move->win_rate, 2));  // as a cell has room for
    labels += cell + (move->visits < 10'000 ? std::to_string(move->visits)
                                            : std::to_string(move->visits / 1000) + 'k');
  }
  return "gogui-gfx:\nuct\n" + variation + '\n' + influence + '\n' + labels + "\nTEXT " +
         summary_text(game, report) + "\n\n";
}

std::string message_graphics(std::string_view message) {
  return "gogui-gfx:\nab\nVAR\nLABEL\nTEXT " + std::string(message) + "\n\n";
}

bool is_value_shown(const CellHeat& heat, Cell cell) {
  const float value = heat.values[cell];
  return value >= kMinValue || (value > 0 && value == heat.most);
}

std::string cell_value_graphics(const Game& game, const SearchReport& report) {
  const CellHeat heat(report.evaluation);
  std::string influence = "INFLUENCE", labels = "LABEL";
  for (const MoveReport& move : report.moves) {
    if (!move.move.is_cell() || !is_value_shown(heat, move.move.cell())) continue;
    const float value = heat.values[move.move.cell()];
    const float share = value / heat.most;
    const std::string cell = ' ' + game.name(move.move) + ' ';
    influence += cell + fixed_text(static_cast<double>(share), 3);
    labels += cell + fixed_text(100 * static_cast<double>(value), 1);
  }
  return labels + '\n' + influence + "\nTEXT " +
         (heat.is_amaf ? "Values of cells, in percent of games"
                       : "Where the net would play, in percent");
}

std::string summary_text(const Game& game, const SearchReport& report) {
  std::string text = report.to_move == Colour::black ? "Black" : "White";
  if (report.proof == Proof::unknown) {
    text += "'s win rate is " + fixed_text(100 * report.win_rate, 1) + "%";
  } else {
    text += report.proof == Proof::win    ? " wins"
            : report.proof == Proof::loss ? " loses"
                                          : " draws";
    text += " for certain";
  }
  text += ", " + std::to_string(report.visits) + " visits";
  if (!report.moves.empty() && report.moves.front().is_known()) {
    text += ",";
    for (Move move : report.moves.front().variation) text += " " + game.name(move);
  }
  return text;
}

GtpWatch drawing_watch(const GtpEngine& engine) {
  const auto& write = engine.exchange().write_ahead;
  if (!engine.draws_searches() || !write) return {};
  return {.seconds = kSecondsBetweenDrawings, .show = [&](const SearchReport& report) {
            const std::string text = live_graphics(engine.record().game(), report);
            if (!text.empty()) write(text);
          }};
}

}  // namespace isthmus
