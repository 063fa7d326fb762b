#include "protocols/review/problems.hpp"

#include <algorithm>
#include <utility>

#include <nlohmann/json.hpp>

#include "engine/solve/general_solver.hpp"
#include "protocols/formats/query_writer.hpp"
#include "protocols/formats/sgf.hpp"
#include "protocols/review/position_proofs.hpp"

namespace isthmus {

namespace {

// The game up to the problem's position.
Record before(const Record& record, const Problem& problem) {
  Record begun(record.shared_game(), record.first_position());
  for (std::size_t i = 0; i < problem.turn; ++i) {
    begun.play(record.turns()[i].colour, record.turns()[i].move);
  }
  return begun;
}

std::string grade_text(const ProblemGrade& grade) {
  return "grade " + std::to_string(grade.number) +
         (grade.found_visits ? ", found by visits: " + std::to_string(*grade.found_visits)
                             : ", not found");
}

}  // namespace

std::vector<Problem> find_problems(const Record& record, const SolveLimits& limits,
                                   const std::stop_token& stop) {
  const Game& game = record.game();
  std::vector<Problem> problems;
  const auto solver = make_solver(game);
  for (std::size_t i = record.positions().size(); i-- > 0;) {
    const Position& position = record.positions()[i];
    if (position.result != Result::ongoing) continue;
    if (may_yet_swap(game, position)) break;
    Solution solution = solver->solve(position, limits, stop);
    if (solution.proof == Proof::unknown) break;
    if (solution.proof != Proof::win) continue;
    const MoveProofs moves = solver->solve_moves(position, limits, stop);
    if (moves.wins.size() != 1 || !moves.unknown.empty()) continue;
    const Move answer(moves.wins.first());
    if (solution.line.empty() || solution.line.front() != answer) solution.line = {answer};
    problems.push_back({i, answer, std::move(solution.line)});
  }
  std::reverse(problems.begin(), problems.end());
  return problems;
}

std::string problem_query(const Record& record, const Problem& problem, const std::string& id) {
  nlohmann::ordered_json query{{"id", id}};
  query.update(
      nlohmann::ordered_json::parse(write_query(GameFile{.record = before(record, problem)})));
  query["turn"] = problem.turn + 1;
  query["answer"] = record.game().name(problem.answer);
  if (problem.grade) {
    query["grade"] = problem.grade->number;
    query["foundVisits"] = nullptr;
    if (problem.grade->found_visits) query["foundVisits"] = *problem.grade->found_visits;
  }
  return query.dump();
}

std::string problem_sgf(const Record& record, const Problem& problem, const std::string& id) {
  const Game& game = record.game();
  const Position& position = record.positions()[problem.turn];
  // Where earlier boards count they have to be given too.
  const bool has_history = position.history != PositionHistory{};
  GameFile file{.record = has_history
                              ? before(record, problem)
                              : Record(record.shared_game(),
                                       game.setup(position.of(Colour::black),
                                                  position.of(Colour::white), position.to_move))};
  const std::size_t first = file.record.turns().size();
  for (Move move : problem.line) {
    if (!file.record.play(move)) break;
  }
  file.comment = "Isthmus: " + id + ", " + (position.to_move == Colour::black ? "Black" : "White") +
                 " to move; one move alone wins";
  if (problem.grade) file.comment += "; " + grade_text(*problem.grade);
  file.notes.resize(first + 1);
  file.notes[first].comment = "Isthmus: wins for certain, and no other move does";
  return write_sgf(file);
}

}  // namespace isthmus
