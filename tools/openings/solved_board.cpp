#include "tools/openings/solved_board.hpp"

#include <algorithm>
#include <map>
#include <vector>

#include "engine/board/symmetry.hpp"
#include "engine/solve/general_solver.hpp"
#include "tools/openings/opening_board.hpp"

namespace isthmus {

namespace {

// A cell of the table, of a first stone that loses with its answer.
struct Stone {
  Proof proof = Proof::unknown;  // for the side that placed it
  std::optional<Move> answer = {};
};

// What a stone on this cell does.
Stone solve_stone(const Game& game, Solver& solver, Cell cell, const std::stop_token& stop) {
  Position after = game.start();
  game.play(after, Move(cell));
  if (after.result != Result::ongoing) return {proof_for(Colour::black, after.result)};
  const Solution solution = solver.solve(after, {}, stop);
  Stone stone{reversed(solution.proof)};
  if (solution.proof == Proof::win) stone.answer = solution.line.front();
  return stone;
}

std::string word_of(const Game& game, const Stone& stone) {
  if (stone.proof == Proof::win) return "+";
  if (stone.proof == Proof::draw) return "=";
  return stone.answer ? game.name(*stone.answer) : "-";
}

}  // namespace

std::optional<std::string> solved_board(
    const Game& game, const SolverOptions& options, const std::stop_token& stop,
    const std::function<void(std::size_t done, std::size_t all)>& report) {
  std::vector<Symmetry> symmetries = game.symmetries();
  std::erase_if(symmetries, [](const Symmetry& symmetry) { return symmetry.exchanges_colours; });
  std::vector<Cell> cells;  // the first of each orbit
  game.board().cells().for_each([&](Cell cell) {
    const bool is_first =
        std::all_of(symmetries.begin(), symmetries.end(),
                    [&](const Symmetry& symmetry) { return symmetry.images[cell] >= cell; });
    if (is_first) cells.push_back(cell);
  });
  const auto solver = make_solver(game, options);
  std::map<Cell, Stone> stones;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    report(i, cells.size());
    const Stone stone = solve_stone(game, *solver, cells[i], stop);
    if (stone.proof == Proof::unknown) return std::nullopt;
    for (const Symmetry& symmetry : symmetries) {
      Stone image = stone;
      if (stone.answer) image.answer = Move(symmetry.images[stone.answer->cell()]);
      stones.emplace(symmetry.images[cells[i]], image);
    }
  }
  return opening_board(game, [&](Cell cell) { return word_of(game, stones.at(cell)); });
}

}  // namespace isthmus
