// Evaluators and searches for Python.

#include <algorithm>
#include <cstdio>
#include <optional>
#include <stdexcept>

#include <pybind11/stl.h>

#include "engine/base/lower_case.hpp"
#include "engine/evaluation/evaluator.hpp"
#include "engine/net/net_file.hpp"
#include "engine/search/search.hpp"
#include "games/known_openings.hpp"
#include "gpu/net/make_net_runner.hpp"
#include "gpu/playout/make_playout_backend.hpp"
#include "tools/evaluators/evaluators.hpp"
#include "tools/evaluators/shipped_net.hpp"
#include "tools/python/bindings.hpp"

namespace isthmus::python {

namespace py = pybind11;

namespace {

// Sets those that are named, '_' for '-'.
void change(Settings& settings, const py::kwargs& changes) {
  for (const auto& [key, value] : changes) {
    std::string name = py::str(key);
    std::replace(name.begin(), name.end(), '_', '-');
    set(settings, find_setting(name), lower_case(std::string(py::str(value))));
  }
}

// As the options of the same names make them.
EvaluatorFactory make_evaluators(const std::string& evaluator, const std::string& net,
                                 const std::string& backend) {
  const auto found = find_backend(backend);
  if (!found) {
    throw std::invalid_argument("a backend is auto, cpu, gpu or check, not '" + backend + "'");
  }
  const auto note = [](const std::string& message) {
    std::fprintf(stderr, "isthmus: going on with the CPU: %s\n", message.c_str());
  };
  std::shared_ptr<const Net> given;
  if (!net.empty()) given = find_given_net(net, "");
  return with_known_openings(find_evaluators(
      evaluator,
      {.net = [given](const std::string& game,
                      NetKind kind) { return net_for(game, given.get(), kind); },
       .net_runner = [found, note](const Net& of) { return make_net_runner(*found, {}, of, note); },
       .playout_backends = [found, note] { return make_playout_backends(*found, {}, note); },
       .kind = [given, is_fast = is_fast_for_large_nets(*found, {}), named = find_net_kind(net)](
                   const Game& game) { return kind_for(game, given.get(), is_fast, named); }}));
}

// Judges and searches positions of one game.
class Engine {
 public:
  Engine(std::shared_ptr<const SeenBoard> board, const std::string& evaluator,
         const std::string& net, const std::string& backend, const py::kwargs& changes)
      : board_(std::move(board)) {
    change(settings_, changes);
    const py::gil_scoped_release others_may_run;
    evaluator_ = make_evaluators(evaluator, net, backend)(*board_->game, settings_);
  }
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  py::dict evaluate(const std::vector<PythonPosition>& positions, std::uint64_t seed) const {
    std::vector<EvaluationRequest> requests;
    for (const PythonPosition& position : positions) {
      check(position);
      requests.push_back({&position.position, seed + requests.size()});
    }
    std::vector<Evaluation> evaluations(positions.size());
    {
      const py::gil_scoped_release others_may_run;
      evaluator_->evaluate(requests, evaluations);
    }
    const auto count = static_cast<py::ssize_t>(positions.size());
    const auto cells = static_cast<py::ssize_t>(board_->game->board().cell_range());
    auto black_wins = array_of<float>(positions.size());
    py::array_t<float> policy({count, cells}), ownership({count, cells});
    for (py::ssize_t i = 0; i < count; ++i) {
      const Evaluation& from = evaluations[static_cast<std::size_t>(i)];
      black_wins.mutable_at(i) = from.black_wins;
      std::copy(from.policy.begin(), from.policy.end(), policy.mutable_data(i, 0));
      std::copy(from.ownership.begin(), from.ownership.end(), ownership.mutable_data(i, 0));
    }
    py::dict fields;
    fields["black_wins"] = black_wins;
    fields["policy"] = policy;
    fields["ownership"] = ownership;
    return fields;
  }

  py::dict search(const PythonPosition& position, const py::kwargs& changes) const {
    check(position);
    Settings settings = settings_;
    change(settings, changes);
    if (EvaluatorSettings(settings) != EvaluatorSettings(settings_)) {
      throw std::invalid_argument("settings of the evaluator are given where the engine is made");
    }
    if (settings.visits == 0 && settings.time == 0) {
      throw std::invalid_argument("a search needs a limit: visits or time");
    }
    SearchReport report;
    {
      const py::gil_scoped_release others_may_run;
      Search search(*board_->game, *evaluator_, settings);
      search.set_root(position.position, {});
      report = search.run({.visits = settings.visits, .seconds = settings.time});
    }
    py::list moves;
    for (const MoveReport& from : report.moves) {
      py::list variation;
      for (Move move : from.variation) variation.append(board_->game->name(move));
      py::dict move;
      move["move"] = board_->game->name(from.move);
      move["visits"] = from.visits;
      move["win_rate"] = from.win_rate;
      move["lower_bound"] = from.lower_bound;
      move["prior"] = from.prior;
      move["proof"] = name(from.proof);
      move["variation"] = variation;
      moves.append(move);
    }
    py::dict fields;
    fields["win_rate"] = report.win_rate;
    fields["visits"] = report.visits;
    fields["evaluations"] = report.evaluations;
    fields["seconds"] = report.seconds;
    fields["proof"] = name(report.proof);
    fields["moves"] = moves;
    return fields;
  }

 private:
  // Whether a position is one that this engine can judge.
  void check(const PythonPosition& position) const {
    const Game &mine = *board_->game, &other = *position.board->game;
    if (mine.name() != other.name() || mine.size() != other.size()) {
      throw std::invalid_argument("the position is of another game or board than the engine");
    }
    if (position.position.result != Result::ongoing) {
      throw std::invalid_argument("the position is of a finished game");
    }
  }

  std::shared_ptr<const SeenBoard> board_;
  Settings settings_;
  std::unique_ptr<Evaluator> evaluator_;
};

}  // namespace

void define_engines(py::module_& module) {
  py::class_<Engine>(module, "Engine", "Judges and searches positions of one game on one board.")
      .def(py::init([](std::shared_ptr<SeenBoard> board, const std::string& evaluator,
                       const std::string& net, const std::string& backend,
                       const py::kwargs& settings) {
             return std::make_unique<Engine>(std::move(board), evaluator, net, backend, settings);
           }),
           py::arg("game"), py::arg("evaluator") = "auto", py::arg("net") = "",
           py::arg("backend") = "auto",
           "evaluator, net (a file) and backend as the options of these names; any other argument "
           "is a setting, '_' for '-', as in fills=4096.")
      .def(
          "evaluate", &Engine::evaluate, py::arg("positions"), py::arg("seed") = 1,
          "Judges unfinished positions in one batch, without search: a dict of black_wins (N), the "
          "probability that Black wins, policy (N x cells), where the side to move should play, "
          "and ownership (N x cells), the probability that a cell ends as Black's.")
      .def("search", &Engine::search, py::arg("position"),
           "Searches a position; needs visits or time (seconds), and takes other settings of the "
           "search: a dict of win_rate (of the side to move), visits, evaluations, seconds, proof "
           "('win', 'loss', 'draw' or None), and moves, the best first, each a dict of move, "
           "visits, "
           "win_rate, lower_bound, prior, proof and variation.");
}

}  // namespace isthmus::python
