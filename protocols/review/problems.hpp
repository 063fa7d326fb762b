#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/game/record.hpp"
#include "engine/theory/solver.hpp"

namespace isthmus {

// How hard it is to find the answer of a problem (problem_grades.hpp).
struct ProblemGrade {
  int number;                                // from 1 on, harder ones the larger
  std::optional<std::int64_t> found_visits;  // by which it is found; nothing: it is not

  friend bool operator==(const ProblemGrade&, const ProblemGrade&) = default;
};

// A position of a game in which one move alone wins.
struct Problem {
  std::size_t turn;                        // of the record, from 0 on: the one to find
  Move answer;                             // need not be the move that was made
  std::vector<Move> line;                  // how it may go on, from the answer on
  std::optional<ProblemGrade> grade = {};  // where it was graded
};

// The problems in a record, in the order of its turns, each proven by a solver: who wins, and that
// all moves but one lose. Positions are looked at from the last one backwards, up to the first that
// cannot be solved within the limits; those of which the moves cannot be are left out. Nor is there
// a problem where a swap is still to be reckoned with.
std::vector<Problem> find_problems(const Record& record, const SolveLimits& limits,
                                   const std::stop_token& stop);

// A problem as a query for isthmus analyze and isthmus solve, a line of JSON without its end: with
// this id, the number of the turn from 1 on as `turn`, the `answer`, and where it was graded its
// `grade` and `foundVisits`.
std::string problem_query(const Record& record, const Problem& problem, const std::string& id);

// A problem as SGF: the stones, who is to move, the line as the solution, and the grade in the
// comment.
std::string problem_sgf(const Record& record, const Problem& problem, const std::string& id);

}  // namespace isthmus
