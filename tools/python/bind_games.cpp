// Games, boards and positions for Python.

#include <optional>
#include <stdexcept>
#include <variant>

#include <pybind11/stl.h>

#include "games/list.hpp"
#include "tools/base/game_choice.hpp"
#include "tools/python/bindings.hpp"

namespace isthmus::python {

namespace py = pybind11;

namespace {

using Board = SeenBoard;
using MoveName = std::variant<int, std::string>;

std::shared_ptr<const Board> make_board(const std::string& name,
                                        const std::variant<std::monostate, int, std::string>& size,
                                        const std::string& swap) {
  if (find_game(name) == nullptr) make_game(name, 1, 1, SwapRule::none);  // says which there are
  BoardSize chosen = default_size(name);
  if (const int* side = std::get_if<int>(&size)) chosen = {*side, *side};
  if (const std::string* text = std::get_if<std::string>(&size)) {
    const auto parsed = parse_size(*text);
    if (!parsed)
      throw std::invalid_argument("a size is a number or as in '13x9', not '" + *text + "'");
    chosen = *parsed;
  }
  const auto rule = find_swap_rule(swap);
  if (!rule)
    throw std::invalid_argument("swap is none, swap-pieces or swap-sides, not '" + swap + "'");
  return std::make_shared<Board>(make_game(name, chosen.rows, chosen.columns, *rule));
}

Move find_move(const Game& game, const MoveName& move) {
  if (const std::string* name = std::get_if<std::string>(&move)) {
    const auto found = game.find_move(*name);
    if (!found) throw std::invalid_argument("there is no move '" + *name + "' on this board");
    return *found;
  }
  const int cell = std::get<int>(move);
  if (cell < 0 || cell >= game.board().cell_range() ||
      !game.board().cells().contains(static_cast<Cell>(cell))) {
    throw std::invalid_argument("there is no cell " + std::to_string(cell) + " on this board");
  }
  return Move(static_cast<Cell>(cell));
}

CellSet find_cells(const Game& game, const std::vector<MoveName>& names) {
  CellSet cells;
  for (const MoveName& name : names) {
    const Move move = find_move(game, name);
    if (!move.is_cell()) throw std::invalid_argument("a stone lies on a cell");
    cells.insert(move.cell());
  }
  return cells;
}

py::array_t<std::int64_t> to_cells(const CellSet& cells) {
  std::vector<std::int64_t> numbers;
  cells.for_each([&](Cell cell) { numbers.push_back(cell); });
  return to_array(numbers);
}

py::array_t<bool> cells_of(const Board& board) {
  const isthmus::Board& on = board.game->board();
  py::array_t<bool> cells({on.rows(), on.columns()});
  for (int cell = 0; cell < on.cell_range(); ++cell) {
    cells.mutable_data()[cell] = on.cells().contains(static_cast<Cell>(cell));
  }
  return cells;
}

// By cell: where it lies in a view, and -1 for what is no cell.
py::array_t<std::int64_t> places_of(const Board& board, Colour to_move) {
  const isthmus::Board& on = board.game->board();
  std::vector<std::int64_t> places(static_cast<std::size_t>(on.cell_range()), -1);
  on.cells().for_each([&](Cell cell) {
    places[cell] = static_cast<std::int64_t>(board.input.place(to_move, cell));
  });
  return to_array(places);
}

// By symmetry and place in the view: where that goes.
py::array_t<std::int64_t> symmetries_of(const Board& board, Colour to_move) {
  const auto& all = board.symmetries(to_move);
  const std::size_t cells = board.input.view(to_move).cells();
  std::vector<std::int64_t> images(all.size() * cells, -1);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Colour becomes = all[i].exchanges_colours ? opponent(to_move) : to_move;
    board.game->board().cells().for_each([&](Cell cell) {
      images[i * cells + board.input.place(to_move, cell)] =
          static_cast<std::int64_t>(board.input.place(becomes, all[i].images[cell]));
    });
  }
  return to_array(std::span<const std::int64_t>(images),
                  {static_cast<py::ssize_t>(all.size()), static_cast<py::ssize_t>(cells)});
}

std::optional<std::string> result_name(Result result) {
  switch (result) {
    case Result::black:
      return "black";
    case Result::white:
      return "white";
    case Result::draw:
      return "draw";
    default:
      return std::nullopt;
  }
}

PythonPosition play(const PythonPosition& before, const MoveName& name) {
  const Game& game = *before.board->game;
  const Move move = find_move(game, name);
  if (!game.is_legal(before.position, move)) {
    throw std::invalid_argument(game.name(move) + " is no legal move here");
  }
  PythonPosition after = before;
  game.play(after.position, move);
  return after;
}

py::array_t<std::int8_t> stones_of(const PythonPosition& of) {
  const isthmus::Board& on = of.board->game->board();
  py::array_t<std::int8_t> stones({on.rows(), on.columns()});
  std::fill_n(stones.mutable_data(), on.cell_range(), std::int8_t{0});
  of.position.of(Colour::black).for_each([&](Cell cell) { stones.mutable_data()[cell] = 1; });
  of.position.of(Colour::white).for_each([&](Cell cell) { stones.mutable_data()[cell] = -1; });
  return stones;
}

py::array_t<std::uint8_t> planes_of(const PythonPosition& of, std::size_t symmetry) {
  const auto& all = of.board->symmetries(of.position.to_move);
  if (symmetry >= all.size()) throw std::out_of_range("there is no symmetry of this number");
  const Position seen = image(all[symmetry], of.position);
  const NetView& view = of.board->input.view(seen.to_move);
  std::vector<std::uint8_t> points(view.points());
  of.board->input.write(seen, points);
  const int count = of.board->input.planes();
  py::array_t<std::uint8_t> planes({count, view.rows + 2, view.columns + 2});
  std::uint8_t* next = planes.mutable_data();
  for (int plane = 0; plane < count; ++plane) {
    for (std::uint8_t point : points) *next++ = static_cast<std::uint8_t>(point >> plane & 1U);
  }
  return planes;
}

PythonPosition set_up(std::shared_ptr<Board> board, const std::vector<MoveName>& black,
                      const std::vector<MoveName>& white, const std::string& to_move) {
  const CellSet blacks = find_cells(*board->game, black);
  const CellSet whites = find_cells(*board->game, white);
  if (!(blacks & whites).empty()) {
    throw std::invalid_argument("there can be but one stone on a cell");
  }
  return {board, board->game->setup(blacks, whites, find_colour(to_move))};
}

int cell_number(const Board& board, const std::string& name) {
  const Move move = find_move(*board.game, name);
  if (!move.is_cell()) throw std::invalid_argument("'" + name + "' is no cell");
  return static_cast<int>(move.cell());
}

void define_game(py::module_& module) {
  py::class_<Board, std::shared_ptr<Board>>(module, "Game", "A game on a board.")
      .def(
          py::init([](const std::string& name,
                      const std::variant<std::monostate, int, std::string>& size,
                      const std::string& swap) {
            return std::const_pointer_cast<Board>(make_board(name, size, swap));
          }),
          py::arg("name"), py::arg("size") = py::none(), py::arg("swap") = "none",
          "The game of this name. size: the side, or as in '13x9' columns and rows; None: as it is "
          "usually played. swap: 'none', 'swap-pieces' or 'swap-sides'.")
      .def_property_readonly("name", [](const Board& board) { return board.game->name(); })
      .def_property_readonly("rows", [](const Board& board) { return board.game->board().rows(); })
      .def_property_readonly("columns",
                             [](const Board& board) { return board.game->board().columns(); })
      .def_property_readonly("cells", cells_of, "rows x columns: which are cells of the board.")
      .def_property_readonly(
          "planes", [](const Board& board) { return board.input.planes(); },
          "How many planes a net may see: those of PLANES, and the game's features.")
      .def_property_readonly(
          "is_decided_by_fills", [](const Board& board) { return bool(board.game->fill_rule()); },
          "Whether a board filled with stones has a winner, so that fills can judge positions.")
      .def(
          "start",
          [](std::shared_ptr<Board> board) {
            return PythonPosition{board, board->game->start()};
          },
          "The empty board.")
      .def("setup", set_up, py::arg("black"), py::arg("white"), py::arg("to_move") = "black",
           "A position with stones on these cells, given by names or numbers.")
      .def("cell", cell_number, py::arg("name"), "The number of the cell with this name.")
      .def(
          "cell_name",
          [](const Board& board, int cell) {
            return board.game->name(find_move(*board.game, cell));
          },
          py::arg("cell"), "The name of the cell with this number.")
      .def(
          "view",
          [](const Board& board, const std::string& to_move) {
            const NetView& view = board.input.view(find_colour(to_move));
            return py::make_tuple(view.rows, view.columns);
          },
          py::arg("to_move"), "Rows and columns of what this colour sees when it is to move.")
      .def(
          "places",
          [](const Board& board, const std::string& to_move) {
            return places_of(board, find_colour(to_move));
          },
          py::arg("to_move"), "By cell: its place in that view, by rows; -1: no cell.")
      .def(
          "symmetries",
          [](const Board& board, const std::string& to_move) {
            return symmetries_of(board, find_colour(to_move));
          },
          py::arg("to_move"),
          "symmetries x places: where each place of that view goes (-1: no cell), for all "
          "symmetries that a net can distinguish, that which changes nothing first.");
}

void define_position(py::module_& module) {
  py::class_<PythonPosition>(module, "Position", "A position of a game; it does not change.")
      .def_property_readonly(
          "game", [](const PythonPosition& of) { return std::const_pointer_cast<Board>(of.board); })
      .def_property_readonly(
          "to_move", [](const PythonPosition& of) { return colour_name(of.position.to_move); })
      .def_property_readonly(
          "result", [](const PythonPosition& of) { return result_name(of.position.result); },
          "'black', 'white' or 'draw'; None while the game goes on.")
      .def_property_readonly("moves_played",
                             [](const PythonPosition& of) { return of.position.moves_played; })
      .def_property_readonly("stones", stones_of, "rows x columns: 1 Black's, -1 White's, 0 none.")
      .def(
          "legal_moves",
          [](const PythonPosition& of) {
            std::vector<std::string> names;
            for (Move move : of.board->game->legal_moves(of.position)) {
              names.push_back(of.board->game->name(move));
            }
            return names;
          },
          "The names of all legal moves; none in a finished game.")
      .def(
          "legal_cells",
          [](const PythonPosition& of) {
            return to_cells(of.board->game->legal_cells(of.position));
          },
          "The cells where the side to move may place a stone.")
      .def("play", play, py::arg("move"),
           "The position after a legal move, given by its name or its cell.")
      .def(
          "planes", planes_of, py::arg("symmetry") = 0,
          "What a net sees: planes (PLANES, then the game's features) x (rows + 2) x (columns + 2) "
          "of the view, 0 or 1.")
      .def("__eq__", [](const PythonPosition& a, const PythonPosition& b) {
        return a.board->game->name() == b.board->game->name() && a.position == b.position;
      });
}

}  // namespace

Colour find_colour(const std::string& name) {
  if (name != "black" && name != "white") {
    throw std::invalid_argument("a colour is 'black' or 'white', not '" + name + "'");
  }
  return name == "black" ? Colour::black : Colour::white;
}

std::string colour_name(Colour colour) { return colour == Colour::black ? "black" : "white"; }

void define_games(py::module_& module) {
  module.attr("DEFAULT_GAME") = std::string(kDefaultGame);
  // As the bits of net_point.
  module.attr("PLANES") = py::make_tuple("board", "mover", "opponent", "last");
  module.def(
      "games",
      [] {
        std::vector<std::string> names;
        for (const GameEntry& entry : games()) names.emplace_back(entry.name);
        return names;
      },
      "The names of all games.");

  define_game(module);
  define_position(module);
}

}  // namespace isthmus::python
