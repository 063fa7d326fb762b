// Records of self-play for Python.

#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include "engine/net/net.hpp"
#include "tools/base/core_count.hpp"
#include "tools/python/bindings.hpp"
#include "tools/python/record_window.hpp"
#include "tools/python/targets.hpp"

namespace isthmus::python {

namespace py = pybind11;

namespace {

using Numbers = py::array_t<std::int64_t, py::array::c_style | py::array::forcecast>;

std::span<const std::int64_t> numbers_of(const Numbers& array) {
  if (array.ndim() != 1) throw std::invalid_argument("an array of one dimension is needed");
  return {array.data(), static_cast<std::size_t>(array.size())};
}

// A game of a window, as a dict.
py::dict describe(const RecordWindow& window, py::ssize_t number) {
  const auto count = static_cast<py::ssize_t>(window.size());
  if (number < -count || number >= count) throw py::index_error("there is no game of this number");
  const LearnedGame& game = window[static_cast<std::size_t>((number + count) % count)];
  std::vector<std::string> moves;
  for (Cell cell : game.cells) moves.push_back(game.board->game->name(Move(cell)));
  std::vector<double> values;
  for (std::uint16_t value : game.values) values.push_back(value / 65535.0);
  std::vector<int> choices;
  for (selfplay::Choice choice : game.choices) choices.push_back(static_cast<int>(choice));
  py::list visits;
  for (std::size_t ply = 0; ply < game.cells.size(); ++ply) {
    py::dict of_move;
    for (std::uint32_t i = game.first_visit[ply]; i < game.first_visit[ply + 1]; ++i) {
      of_move[py::str(game.board->game->name(Move(game.visits[i].cell)))] = game.visits[i].visits;
    }
    visits.append(of_move);
  }
  py::dict fields;
  fields["game"] = window.game();
  fields["rows"] = game.board->game->board().rows();
  fields["columns"] = game.board->game->board().columns();
  fields["result"] = std::array<const char*, 4>{nullptr, "black", "white",
                                                "draw"}[static_cast<std::size_t>(game.result)];
  fields["ending"] = std::array<const char*, 3>{"rules", "resignation",
                                                "stopped"}[static_cast<std::size_t>(game.ending)];
  fields["net"] = game.net;
  fields["seed"] = game.seed;
  fields["moves"] = std::move(moves);
  fields["values"] = std::move(values);
  fields["choices"] = std::move(choices);
  fields["visits"] = std::move(visits);
  return fields;
}

// The arrays of a batch, by their names.
py::dict make_batch(const Targets& targets, const Numbers& which, const Numbers& symmetry,
                    int threads) {
  const std::span<const std::int64_t> numbers = numbers_of(which), turns = numbers_of(symmetry);
  if (numbers.size() != turns.size()) {
    throw std::invalid_argument("there must be as many symmetries as positions");
  }
  const auto count = static_cast<py::ssize_t>(numbers.size());
  const NetView& view = targets.view();
  const auto cells = static_cast<py::ssize_t>(view.cells());
  py::array_t<std::uint8_t> planes({count, py::ssize_t{targets.planes()},
                                    py::ssize_t{view.rows} + 2, py::ssize_t{view.columns} + 2});
  py::array_t<bool> legal({count, cells}), owned({count, cells}), filled({count, cells});
  py::array_t<float> policy({count, cells});
  auto win = array_of<float>(numbers.size()), value = array_of<float>(numbers.size()),
       has_result = array_of<float>(numbers.size());
  const BatchArrays arrays{.planes = planes.mutable_data(),
                           .legal = legal.mutable_data(),
                           .policy = policy.mutable_data(),
                           .win = win.mutable_data(),
                           .value = value.mutable_data(),
                           .has_result = has_result.mutable_data(),
                           .owned = owned.mutable_data(),
                           .filled = filled.mutable_data()};
  {
    const py::gil_scoped_release others_may_run;
    targets.write(numbers, turns, threads > 0 ? threads : core_count(), arrays);
  }
  py::dict batch;
  batch["planes"] = planes;
  batch["legal"] = legal;
  batch["policy"] = policy;
  batch["win"] = win;
  batch["value"] = value;
  batch["has_result"] = has_result;
  batch["owned"] = owned;
  batch["filled"] = filled;
  return batch;
}

void define_window(py::module_& module) {
  py::class_<RecordWindow, std::shared_ptr<RecordWindow>> window(
      module, "Window", "The last games of some shards of self-play, each once.");
  window
      .def(py::init([](const std::vector<std::filesystem::path>& shards, std::size_t max_games,
                       const std::string& game, const RecordWindow* before) {
             return std::make_shared<RecordWindow>(shards, max_games, game, before);
           }),
           py::arg("shards"), py::arg("max_games") = 0, py::arg("game") = "",
           py::arg("before").none(true) = py::none(), py::call_guard<py::gil_scoped_release>(),
           "Reads shards, given in the order of time. max_games: how many games, the last; 0: all. "
           "game: the game that all must be of; if not given, that of the last. before: an earlier "
           "window, from which shards are taken that have not grown since. Raises ValueError for "
           "other games, and for what is no shard; what is damaged is passed over.")
      .def_property_readonly("game", &RecordWindow::game, "The game's name; '' without games.")
      .def_property_readonly("new_games", &RecordWindow::new_games,
                             "How many of the games the window `before` had not.")
      .def_property_readonly(
          "repeats", [](const RecordWindow& of) { return of.omissions().repeats; },
          "How many games were there again and left out.")
      .def_property_readonly(
          "lost_games", [](const RecordWindow& of) { return of.omissions().lost_games; },
          "How many games were lost at the least: damaged, cut off, or against the rules.")
      .def_property_readonly(
          "lost_bytes", [](const RecordWindow& of) { return of.omissions().lost_bytes; },
          "How many bytes of the shards are damaged or cut off.")
      .def_property_readonly(
          "lost", [](const RecordWindow& of) { return of.omissions().lines; },
          "Where games were lost: a line for each such shard.")
      .def("__len__", &RecordWindow::size)
      .def(
          "__getitem__", describe, py::arg("number"),
          "A game, the oldest first: a dict of game, rows, columns, result, ending, net, seed, and "
          "by move moves, values, choices (0 opening, 1 cheap search, 2 full search) and visits.")
      .def(
          "targets",
          [](const std::shared_ptr<RecordWindow>& of, double horizon,
             const std::optional<bool>& held_out, std::uint64_t one_in) {
            if (one_in == 0) throw std::invalid_argument("one_in is 1 or more");
            const HeldOut games{one_in, held_out.value_or(false)};
            return make_targets(of, horizon, held_out ? &games : nullptr);
          },
          py::arg("value_horizon") = 0.0, py::arg("held_out") = py::none(), py::arg("one_in") = 32,
          py::call_guard<py::gil_scoped_release>(),
          "What is learned from: the positions that had full searches, as a list of Targets by the "
          "shape of their view. value_horizon: in moves, how far later searches count beside the "
          "result; 0: not at all. held_out: True for the games that are never trained on, one in "
          "one_in by their seeds, False for all others, None for both.");
}

void define_targets(py::module_& module) {
  py::class_<Targets>(module, "Targets", "Positions to learn from that have one shape of view.")
      .def_property_readonly("rows", [](const Targets& of) { return of.view().rows; })
      .def_property_readonly("columns", [](const Targets& of) { return of.view().columns; })
      .def_property_readonly("symmetries", &Targets::symmetries)
      .def("__len__", &Targets::size)
      .def(
          "draw",
          [](const Targets& of, std::size_t count, std::uint64_t seed) {
            auto which = array_of<std::int64_t>(count), symmetry = array_of<std::int64_t>(count);
            of.draw(seed, {which.mutable_data(), count}, {symmetry.mutable_data(), count});
            return py::make_tuple(which, symmetry);
          },
          py::arg("count"), py::arg("seed"),
          "Numbers of positions and of symmetries, drawn at random; the same for one seed.")
      .def(
          "batch", make_batch, py::arg("which"), py::arg("symmetry"), py::arg("threads") = 0,
          "The positions of these numbers, each as its symmetry shows it, as a dict of arrays, all "
          "from the view of the side to move: planes (N x planes x (rows + 2) x (columns + 2)); "
          "legal, policy (shares of visits), owned (by the mover in the game's last position), "
          "filled (by any stone there) (N x rows * columns); win (1, 0, or 1/2 for a draw), value "
          "(what is to be learned of that), has_result (N). Made on this many threads, 0 for all "
          "cores, while other threads of Python run.");
}

}  // namespace

void define_records(py::module_& module) {
  module.def(
      "find_shards", find_shards, py::arg("folder"),
      "All files games-*.shard in a folder and those within it, in the order of their names.");

  define_window(module);
  define_targets(module);
}

}  // namespace isthmus::python
