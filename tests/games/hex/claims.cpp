#include "tests/games/hex/claims.hpp"

#include <utility>

#include "engine/game/carrier.hpp"

namespace isthmus::test {

namespace {

constexpr std::size_t kBytes = std::size_t{1} << 24;
constexpr std::int64_t kHintNodes = 100;
constexpr std::size_t kMaxExamples = 5;

}  // namespace

ClaimCheck::ClaimCheck(int rows, int columns, Judge judge, std::int64_t nodes, double seconds,
                       Counts& counts)
    : game_(rows, columns, SwapRule::none),
      theory_(game_.theory()),
      solver_(make_hex_solver(game_.board(), {.bytes = kBytes})),
      adviser_(make_hex_solver(game_.board(), {.bytes = kBytes})),
      judge_(std::move(judge)),
      nodes_(nodes),
      seconds_(seconds),
      counts_(counts) {
  if (!judge_) plain_.emplace(rows, columns);
  const auto add = [&](const char* name, const HexPieces& pieces, const ConnectionLimits& limits) {
    without_.emplace_back(name, make_hex_solver(game_.board(), {.bytes = kBytes}, limits, pieces));
  };
  add("without filling in", {.fills_in = false}, {});
  add("without decompositions", {.joins_chains = false}, {});
  add("with vulnerable cells", {.leaves_vulnerable = false}, {});
  add("without pruning by carriers", {.prunes_by_carriers = false}, {});
  add("without wins of other positions", {.recalls_wins = false}, {});
  add("without connections", {}, {.steps = 0});
}

bool ClaimCheck::check_solution(const Position& position, std::int64_t nodes) {
  const Solution solution = solver_->solve(position, {.nodes = nodes});
  if (solution.proof == Proof::unknown) return false;
  check_solution("", position, solution);
  return true;
}

void ClaimCheck::check_solution(const std::string& what, const Position& position,
                                const Solution& solution) {
  const bool wins = solution.proof == Proof::win;
  const Colour winner = wins ? position.to_move : opponent(position.to_move);
  // The answer follows from the carrier; where that is false it stands for itself.
  const Position tested = with_all_but(game_, position, solution.carrier, opponent(winner));
  const auto false_before = counts_["carriers" + what].false_ones;
  count("carriers" + what, position, winner, tested);
  if (counts_["carriers" + what].false_ones > false_before) {
    count("answers" + what, position, winner, position);
  }
  if (!wins || solution.line.empty()) return;
  Position next = tested;
  const bool is_off = next.occupied().contains(solution.line.front().cell());
  if (is_off || next.result != Result::ongoing) next = position;
  game_.play(next, solution.line.front());
  count("winning moves" + what, position, winner, next);
}

void ClaimCheck::check_pieces(const Position& position) {
  const Proof proof = solver_->solve(position).proof;
  for (const auto& [name, solver] : without_) {
    ClaimCounts& counts = counts_[name];
    if (solver->solve(position).proof == proof) {
      ++counts.held;
    } else {
      ++counts.false_ones;
      if (counts.examples.size() < kMaxExamples) counts.examples.push_back(text_of(position));
    }
  }
}

void ClaimCheck::check_inferior_cells(const Position& position) {
  const InferiorCells found = theory_->inferior_cells(position);
  bool by_certificate = false;
  for (const Colour to_move : {Colour::black, Colour::white}) {
    const auto after = [&](const CellSet& black, const CellSet& white) {
      return game_.setup(position.stones[0] | black, position.stones[1] | white, to_move);
    };
    if ((found.dead | found.captured[0] | found.captured[1]).empty()) break;
    const auto as_it_is = winner(after({}, {}), by_certificate);
    if (!as_it_is) {
      ++counts_["captured cells"].undecided;
      continue;
    }
    if (!found.captured[0].empty() || !found.captured[1].empty()) {
      count("captured cells", position, *as_it_is, after(found.captured[0], found.captured[1]));
    }
    if (found.dead.empty()) continue;
    // Some are dead only once what is captured is filled in.
    count("dead cells", position, *as_it_is,
          after(found.captured[0] | found.dead, found.captured[1]));
    count("dead cells", position, *as_it_is,
          after(found.captured[0], found.captured[1] | found.dead));
  }
  // The rest is of the board as it is filled in.
  const Position filled = game_.setup(position.stones[0] | found.captured[0] | found.dead,
                                      position.stones[1] | found.captured[1], position.to_move);
  if (filled.result != Result::ongoing) return;
  CellSet vulnerable, dominated;
  for (const VulnerableCell& one : found.vulnerable) vulnerable.insert(one.cell);
  for (const DominatedCell& one : found.dominated) dominated.insert(one.cell);
  check_moves_without("vulnerable cells", filled, vulnerable);
  check_moves_without("dominated cells", filled, dominated);
  // With sanitizers four of them: on a large board each takes a second.
  int left = fewer_if_sanitized(kMaxCells, kMaxCells / 4);
  (theory_->not_to_play(position) - found.captured[0] - found.captured[1] - found.dead)
      .for_each([&](Cell cell) {
        if (left-- <= 0) return;
        Position next = filled;
        game_.play(next, Move(cell));
        count("cells off the must-play", position, opponent(position.to_move), next);
      });
}

// That who can win can win by a move on other cells.
void ClaimCheck::check_moves_without(const std::string& what, const Position& position,
                                     const CellSet& needless) {
  bool by_certificate = false;
  if (needless.empty() || winner(position, by_certificate) != position.to_move) return;
  ClaimCounts& counts = counts_[what];
  bool is_decided = true;
  for (CellSet rest = game_.legal_cells(position) - needless; !rest.empty();) {
    const Cell cell = rest.first();
    rest.erase(cell);
    Position next = position;
    game_.play(next, Move(cell));
    const auto found = winner(next, by_certificate);
    if (found == position.to_move) {
      ++counts.held;
      return;
    }
    is_decided = is_decided && found.has_value();
  }
  ++(is_decided ? counts.false_ones : counts.undecided);
  if (counts.examples.size() < kMaxExamples) counts.examples.push_back(text_of(position));
}

// Of a claim about the position, tried in another.
void ClaimCheck::count(const std::string& what, const Position& position, Colour claimed,
                       const Position& tested) {
  bool by_certificate = false;
  const auto found = winner(tested, by_certificate);
  ClaimCounts& counts = counts_[what];
  if (found == claimed) {
    ++counts.held;
    counts.by_certificate += by_certificate;
    return;
  }
  ++(found ? counts.false_ones : counts.undecided);
  if (counts.examples.size() < kMaxExamples) counts.examples.push_back(text_of(position));
}

std::optional<Colour> ClaimCheck::winner(const Position& position, bool& by_certificate) {
  if (position.result != Result::ongoing) {
    return position.result == win_for(Colour::black) ? Colour::black : Colour::white;
  }
  if (judge_) return judge_(position);
  const auto hint = [&](Mask black, Mask white, Colour to_move) -> std::optional<Cell> {
    Position asked;
    for (Cell cell = 0; cell < game_.board().cell_range(); ++cell) {
      if ((black & PlainSolver::bit(cell)) != 0) asked.stones[0].insert(cell);
      if ((white & PlainSolver::bit(cell)) != 0) asked.stones[1].insert(cell);
    }
    asked.to_move = to_move;
    const Solution solution = adviser_->solve(asked, {.nodes = kHintNodes});
    if (solution.proof != Proof::win || solution.line.empty()) return std::nullopt;
    return solution.line.front().cell();
  };
  const auto found =
      plain_->winner(PlainSolver::mask(position.stones[0]), PlainSolver::mask(position.stones[1]),
                     position.to_move, nodes_, hint);
  if (found) return found;
  by_certificate = true;
  return certified_winner(position);
}

std::optional<Colour> ClaimCheck::certified_winner(const Position& position) {
  const auto certifier = game_.certifier();
  const auto text = certifier->certificate(position, *adviser_, seconds_, {});
  if (!text) return std::nullopt;
  return certifier->check(*text).winner;
}

std::string ClaimCheck::text_of(const Position& position) const {
  std::string text = position.to_move == Colour::black ? "B to move, black" : "W to move, black";
  for (const auto index : {0U, 1U}) {
    position.stones[index].for_each([&](Cell cell) { text += ' ' + game_.board().name(cell); });
    if (index == 0) text += ", white";
  }
  return text;
}

}  // namespace isthmus::test
