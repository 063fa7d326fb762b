#include "protocols/json/playhex_solve.hpp"

#include <algorithm>
#include <chrono>
#include <memory>
#include <vector>

#include <nlohmann/json.hpp>

#include "engine/solve/general_solver.hpp"
#include "protocols/json/json_text.hpp"
#include "protocols/json/playhex_requests.hpp"
#include "protocols/text/move_text.hpp"

namespace isthmus {

namespace {

using OrderedJson = nlohmann::ordered_json;
using SteadyClock = std::chrono::steady_clock;

constexpr NumberRange kSolveSeconds{0.001, 1e9};
constexpr int kMaxRows = 14;            // MOHEX_MAX_BOARDSIZE in PlayHex
constexpr double kMinSeconds = 0.1;     // left, for another move to be solved
constexpr double kDefaultSeconds = 10;  // where none are given

// Who wins, where that is known, with a line.
struct Solved {
  std::optional<Colour> winner = {};
  std::vector<Move> line = {};
};

Solved solve(Solver& solver, const Position& position, double seconds,
             const std::stop_token& stop) {
  if (position.result == Result::black) return {Colour::black};
  if (position.result == Result::white) return {Colour::white};
  Solution solution = solver.solve(position, {.seconds = seconds}, stop);
  if (solution.proof == Proof::win) return {position.to_move, std::move(solution.line)};
  if (solution.proof == Proof::loss) return {opponent(position.to_move), std::move(solution.line)};
  return {};
}

OrderedJson response(const Game& game, const Solved& outcome) {
  OrderedJson json{{"winner", nullptr}, {"pv", OrderedJson::array()}};
  if (outcome.winner) json["winner"] = name(*outcome.winner);
  for (Move move : outcome.line) json["pv"].push_back(game.name(move));
  return json;
}

}  // namespace

PlayhexSolve parse_solve_position(std::string_view body, double max_seconds) {
  const nlohmann::json json = parse_json(body);
  if (!json.is_object()) throw QueryError("", "the body should be a JSON object");
  const JsonField request(json);
  PlayhexSolve wanted{.record = read_playhex_position(request)};
  if (wanted.record.game().size().rows > kMaxRows) {
    throw QueryError("size", "'size' should be at most " + std::to_string(kMaxRows) +
                                 " where it is to be solved");
  }
  JsonFields fields(request);
  wanted.seconds = std::min(
      fields.number("timeLimitSeconds", kSolveSeconds).value_or(kDefaultSeconds), max_seconds);
  if (const auto children = fields.find("children")) {
    if (!children->value().is_object()) children->expect("an object");
    wanted.children_seconds = children->at("maxTimeSeconds").number(kSolveSeconds);
  }
  return wanted;
}

std::string solved_position(const PlayhexSolve& wanted, const std::stop_token& stop) {
  const auto begin = SteadyClock::now();
  const Game& game = wanted.record.game();
  const Position& position = wanted.record.position();
  const auto solver = make_solver(game);
  const Solved outcome = solve(*solver, position, wanted.seconds, stop);
  OrderedJson json = response(game, outcome);
  if (!wanted.children_seconds) return json.dump();
  json["children"] = OrderedJson::object();
  std::vector<Move> moves = outcome.line;
  moves.resize(std::min<std::size_t>(moves.size(), 1));
  (game.board().cells() - position.occupied()).for_each([&](Cell cell) {
    if (moves.empty() || moves.front() != Move(cell)) moves.emplace_back(cell);
  });
  for (const Move move : moves) {
    Position after = position;
    if (after.result == Result::ongoing) game.play(after, move);
    const std::chrono::duration<double> taken = SteadyClock::now() - begin;
    const double left = std::min(wanted.seconds, *wanted.children_seconds - taken.count());
    const bool has_time = left >= kMinSeconds && !stop.stop_requested();
    Solved child = has_time ? solve(*solver, after, left, stop) : Solved();
    // The side that loses does so by every move, even where there was no time for the line.
    if (outcome.winner && *outcome.winner != position.to_move) child.winner = outcome.winner;
    json["children"][game.name(move)] = response(game, child);
  }
  return json.dump();
}

}  // namespace isthmus
