// Commands about what is certain in a position: inferior cells, virtual connections and solutions.
// Where Benzene has a command that asks the same, the names and the forms of the answers are those,
// as HexGui and its users know them.

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <vector>

#include "protocols/gtp/gtp.hpp"
#include "protocols/gtp/gtp_arguments.hpp"

namespace isthmus {

namespace {

using Arguments = GtpArguments;

Position position_for(const GtpEngine& engine, Colour to_move) {
  Position position = engine.record().position();
  position.to_move = to_move;
  return position;
}

std::string cell_list(const Board& board, const CellSet& cells) {
  std::string text;
  cells.for_each([&](Cell cell) { text += (text.empty() ? "" : " ") + board.name(cell); });
  return text;
}

// Cells and what is known of them, as HexGui draws it: fd or fc, dead or captured, and b or w, the
// colour to take it for; iv[b3], vulnerable to b3; id[b3], dominated by b3; x, not to be played.
class InferiorText {
 public:
  explicit InferiorText(const Board& board) : board_(board) {}

  void add_filled(const InferiorCells& inferior) {
    add(inferior.dead, "fdb");
    add(inferior.captured[0], "fcb");
    add(inferior.captured[1], "fcw");
  }
  void add_not_best(const InferiorCells& inferior) {
    for (const auto& [cell, killer] : inferior.vulnerable) add(cell, "iv", killer);
    for (const auto& [cell, by] : inferior.dominated) add(cell, "id", by);
  }
  // What was said of a cell already stays.
  void add(const CellSet& cells, const std::string& text) {
    (cells - described_).for_each([&](Cell cell) {
      text_ += (text_.empty() ? "" : " ") + board_.name(cell) + ' ' + text;
    });
    described_ = described_ | cells;
  }
  const std::string& text() const { return text_; }

 private:
  void add(Cell cell, const std::string& mark, Cell other) {
    CellSet one;
    one.insert(cell);
    add(one, mark + '[' + board_.name(other) + ']');
  }

  const Board& board_;
  CellSet described_;
  std::string text_;
};

std::string inferior_text(GtpEngine& engine, const Arguments& arguments, bool not_best,
                          bool must_play) {
  const Theory& theory = engine.theory();
  const Position position = position_for(engine, player(engine, arguments));
  const InferiorCells inferior =
      not_best ? theory.inferior_cells(position) : theory.fill_in(position);
  InferiorText text(engine.record().game().board());
  text.add_filled(inferior);
  if (not_best) text.add_not_best(inferior);
  if (must_play) text.add(theory.not_to_play(position), "x");
  return text.text();
}

std::string compute_inferior(GtpEngine& engine, const Arguments& arguments) {
  return inferior_text(engine, arguments, true, false);
}

std::string must_play(GtpEngine& engine, const Arguments& arguments) {
  return inferior_text(engine, arguments, false, true);
}

std::string inferior_and_must_play(GtpEngine& engine, const Arguments& arguments) {
  return inferior_text(engine, arguments, true, true);
}

// The colour's edge with this name, by its number among the colour's.
std::optional<int> find_edge(Colour colour, std::string_view name) {
  constexpr std::array<std::array<std::string_view, 2>, 2> kNames{
      {{"north", "south"}, {"west", "east"}}};
  const auto& own = kNames[static_cast<std::size_t>(colour)];
  const auto found = std::find(own.begin(), own.end(), name);
  if (found == own.end()) return std::nullopt;
  return static_cast<int>(found - own.begin());
}

int end_named(const GtpEngine& engine, const VirtualConnections& connections, Colour colour,
              const std::string& name) {
  if (const auto edge = find_edge(colour, name)) return *edge;
  const Board& board = engine.record().game().board();
  const auto cell = board.find(name);
  if (!cell) {
    throw GtpError("no such end: " + in_quotes(name) + "; use " + cell_names(board) + " or " +
                   (colour == Colour::black ? "north and south" : "west and east"));
  }
  const auto end = connections.end_of(*cell);
  if (!end) throw GtpError("a stone of the opponent is on " + in_quotes(name));
  return *end;
}

// Those of a colour on the board as it is.
std::unique_ptr<VirtualConnections> connections_of(GtpEngine& engine, Colour colour) {
  auto connections = engine.theory().make_connections();
  connections->find(engine.record().position(), colour);
  return connections;
}

enum class Kind { full, semi };

std::vector<VirtualConnection> connections_between(const VirtualConnections& connections, int a,
                                                   int b, Kind kind) {
  return kind == Kind::full ? connections.full(a, b) : connections.semi(a, b);
}

// One a line: COLOR FROM TO full isthmus [ CARRIER ] [ ], and with semi the key at the end.
std::string connection_lines(const Board& board, const std::vector<VirtualConnection>& connections,
                             Colour colour, const std::string& names) {
  std::string text;
  for (const VirtualConnection& connection : connections) {
    const std::string cells = cell_list(board, connection.carrier);
    text += '\n' + std::string(name(colour)) + ' ' + names + (connection.key ? " semi" : " full") +
            " isthmus [ " + cells + (cells.empty() ? "] [ ]" : " ] [ ]");
    if (connection.key) text += ' ' + board.name(*connection.key);
  }
  return text;
}

std::string between(GtpEngine& engine, const Arguments& arguments, Kind kind) {
  expect(arguments, 3, 3, "COLOR FROM TO");
  const Colour own = colour(arguments[0]);
  const auto connections = connections_of(engine, own);
  const int a = end_named(engine, *connections, own, arguments[1]);
  const int b = end_named(engine, *connections, own, arguments[2]);
  if (a == b) throw GtpError("the two are one chain already");
  return connection_lines(engine.record().game().board(),
                          connections_between(*connections, a, b, kind), own,
                          arguments[1] + ' ' + arguments[2]);
}

std::string between_full(GtpEngine& engine, const Arguments& arguments) {
  return between(engine, arguments, Kind::full);
}

std::string between_semi(GtpEngine& engine, const Arguments& arguments) {
  return between(engine, arguments, Kind::semi);
}

// Those from edge to edge: the full ones, or else the semi ones.
std::string winning_connections(GtpEngine& engine, const Arguments& arguments) {
  const Colour own = player(engine, arguments);
  const auto connections = connections_of(engine, own);
  std::vector<VirtualConnection> winning = connections->full(0, 1);
  if (winning.empty()) winning = connections->semi(0, 1);
  return connection_lines(engine.record().game().board(), winning, own,
                          own == Colour::black ? "north south" : "west east");
}

// The cells, stones and empty ones, that the end is connected to.
std::string connected_to(GtpEngine& engine, const Arguments& arguments, Kind kind) {
  expect(arguments, 2, 2, "COLOR CELL");
  const Colour own = colour(arguments[0]);
  const auto connections = connections_of(engine, own);
  const int end = end_named(engine, *connections, own, arguments[1]);
  CellSet cells;
  for (int i = 0; i < connections->end_count(); ++i) {
    if (i == end || connections_between(*connections, end, i, kind).empty()) continue;
    cells = cells | connections->cells_of(i);
  }
  return cell_list(engine.record().game().board(), cells);
}

std::string connected_to_full(GtpEngine& engine, const Arguments& arguments) {
  return connected_to(engine, arguments, Kind::full);
}

std::string connected_to_semi(GtpEngine& engine, const Arguments& arguments) {
  return connected_to(engine, arguments, Kind::semi);
}

// "black", "white" or "draw". Only of a solved position.
std::string outcome_of(const Solution& solution, Colour mover) {
  if (solution.proof == Proof::draw) return name(Proof::draw);
  return std::string(name(solution.proof == Proof::win ? mover : opponent(mover)));
}

std::string line_text(const Game& game, const Solution& solution) {
  std::string text;
  for (Move move : solution.line) text += (text.empty() ? "" : " ") + game.name(move);
  return text;
}

// A solution, or an error that says how far it got.
Solution solved(GtpEngine& engine, Colour mover) {
  Solution solution = engine.solve(mover);
  if (solution.proof == Proof::unknown) {
    throw GtpError("not solved after " + std::to_string(solution.nodes) + " positions");
  }
  return solution;
}

std::string solve_state(GtpEngine& engine, const Arguments& arguments) {
  const Colour mover = player(engine, arguments);
  return outcome_of(solved(engine, mover), mover);
}

std::string solve(GtpEngine& engine, const Arguments& arguments) {
  const Colour mover = player(engine, arguments);
  const Solution solution = engine.solve(mover);
  const std::string nodes = std::to_string(solution.nodes) + " positions";
  if (solution.proof == Proof::unknown) return "unknown after " + nodes;
  const std::string outcome = outcome_of(solution, mover);
  const std::string line = line_text(engine.record().game(), solution);
  return (outcome == "black"   ? "Black wins for certain, "
          : outcome == "white" ? "White wins for certain, "
                               : "a draw for certain, ") +
         nodes + (line.empty() ? "" : ", " + line);
}

std::string solve_moves(GtpEngine& engine, const Arguments& arguments) {
  const MoveProofs proofs = engine.solve_moves(player(engine, arguments));
  std::string text;
  const auto add = [&](const CellSet& cells, const char* mark) {
    cells.for_each([&](Cell cell) {
      text += (text.empty() ? "" : " ") + engine.record().game().board().name(cell) + mark;
    });
  };
  add(proofs.wins, " W");
  add(proofs.losses, " L");
  add(proofs.draws, " D");
  add(proofs.unknown, " ?");
  return text;
}

std::string find_winning(GtpEngine& engine, const Arguments& arguments) {
  const MoveProofs proofs = engine.solve_moves(player(engine, arguments));
  const Board& board = engine.record().game().board();
  if (proofs.wins.empty() && !proofs.unknown.empty()) {
    throw GtpError("none found after " + std::to_string(proofs.nodes) + " positions; unknown are " +
                   std::to_string(proofs.unknown.size()) + " moves");
  }
  return cell_list(board, proofs.wins);
}

std::string winning_line(GtpEngine& engine, const Arguments& arguments) {
  return line_text(engine.record().game(), solved(engine, player(engine, arguments)));
}

std::string proof_cells(GtpEngine& engine, const Arguments& arguments) {
  const Solution solution = solved(engine, player(engine, arguments));
  return cell_list(engine.record().game().board(), solution.carrier);
}

constexpr std::array kProofCommands{
    GtpCommand{"compute-inferior",
               "[COLOR] - dead (fd), captured (fc), vulnerable (iv) and dominated (id) cells",
               compute_inferior},
    GtpCommand{"vc-get-mustplay",
               "[COLOR] - dead and captured cells, and those (x) off which the opponent connects",
               must_play},
    GtpCommand{"vc-build", "[COLOR] - both of these", inferior_and_must_play},
    GtpCommand{
        "vc-between-cells-full",
        "COLOR FROM TO - connections that hold whichever side moves first; north, south, west and "
        "east are edges",
        between_full},
    GtpCommand{"vc-between-cells-semi", "COLOR FROM TO - those that hold if the colour moves first",
               between_semi},
    GtpCommand{"vc-connected-to-full",
               "COLOR CELL - the cells connected to one, whichever side moves", connected_to_full},
    GtpCommand{"vc-connected-to-semi", "COLOR CELL - the same if the colour moves first",
               connected_to_semi},
    GtpCommand{"isthmus-winning-connections", "[COLOR] - the connections between its edges",
               winning_connections},
    GtpCommand{"isthmus-solve", "[COLOR] - who wins, and how, if solve-time and solve-nodes allow",
               solve},
    GtpCommand{"isthmus-solve-moves",
               "[COLOR] - solve each move: W wins, L loses, D draws, ? is unknown", solve_moves},
    GtpCommand{"isthmus-proof-cells", "[COLOR] - solve; cells that suffice the winner",
               proof_cells},
    GtpCommand{"dfpn-solve-state", "[COLOR] - solve: black, white or draw", solve_state},
    GtpCommand{"dfpn-solver-find-winning", "[COLOR] - the moves found to win", find_winning},
    GtpCommand{"dfpn-get-pv", "[COLOR] - solve; a line that wins", winning_line},
};

}  // namespace

std::span<const GtpCommand> gtp_proof_commands() { return kProofCommands; }

}  // namespace isthmus
