// Endings that the solver can decide are played without a mistake, whatever the evaluator thinks.

#include <algorithm>
#include <array>
#include <cstdint>
#include <fstream>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "engine/game/record.hpp"
#include "engine/random/splitmix.hpp"
#include "engine/search/search.hpp"
#include "games/list.hpp"
#include "tests/support/fewer_if_sanitized.hpp"
#include "tests/support/function_evaluator.hpp"
#include "tests/support/one_thread.hpp"

namespace isthmus {

namespace {

constexpr std::int64_t kMaxLines = 20'000;

// Who wins, by playing all lines to their ends; where captures make more moves of them than it may
// look at in all, nothing.
class AllLines {
 public:
  explicit AllLines(const Game& game, std::int64_t max_moves = kMaxLines)
      : game_(game), left_(max_moves) {}

  std::optional<Proof> of(const Position& position) {
    const double value = score_of(position);
    if (left_ <= 0) return std::nullopt;
    return value == 1 ? Proof::win : value == 0 ? Proof::loss : Proof::draw;
  }

  // What a move keeps of that, for who makes it.
  std::optional<Proof> after(const Position& position, Move move) {
    Position next = position;
    game_.play(next, move);
    const auto known = of(next);
    return known ? std::optional(reversed(*known)) : std::nullopt;
  }

 private:
  double score_of(const Position& position) {
    if (position.result != Result::ongoing) return score(position.to_move, position.result);
    Key key{};
    const bool is_kept = !has_captures_;
    if (is_kept) {
      position.of(Colour::black).for_each([&](Cell cell) { key.push_back(cell); });
      key.push_back(position.to_move == Colour::black ? kBlack : kWhite);
      position.of(Colour::white).for_each([&](Cell cell) { key.push_back(cell); });
      if (const auto found = known_.find(key); found != known_.end()) return found->second;
    }
    std::vector<Position> answers;
    game_.legal_cells(position).for_each([&](Cell cell) {
      answers.push_back(position);
      game_.play(answers.back(), Move(cell));
    });
    // What ends the game at once comes first, as with captures the others may go on for long.
    std::stable_partition(answers.begin(), answers.end(),
                          [](const Position& next) { return next.result != Result::ongoing; });
    double best = 0;
    for (const Position& next : answers) {
      if (best == 1 || (has_captures_ && --left_ <= 0)) break;
      best = std::max(best, 1 - score_of(next));
    }
    if (is_kept) known_[key] = best;
    return best;
  }

  using Key = std::vector<Cell>;
  static constexpr Cell kBlack = kMaxCells, kWhite = kMaxCells + 1;

  const Game& game_;
  const bool has_captures_ = game_.name() == "gonnect";
  std::int64_t left_;
  std::map<Key, double> known_;
};

test::FunctionEvaluator even_judge(const Game& game) {
  return test::FunctionEvaluator([&game](const EvaluationRequest& request, Evaluation& evaluation) {
    evaluation = test::even_evaluation(game, *request.position);
  });
}

// A position with `empty` empty cells in which some moves keep what there is to be had, and others
// do not; by the seed.
Position ending(const Game& game, int empty, SplitMix64& random) {
  for (;;) {
    Position position = game.start();
    while (position.result == Result::ongoing) {
      if ((game.board().cells() - position.occupied()).size() <= empty) break;
      const std::vector<Move> moves = game.legal_moves(position);
      game.play(position, moves[random() % moves.size()]);
    }
    if (position.result != Result::ongoing) continue;
    AllLines lines(game);
    const auto all = lines.of(position);
    if (!all || *all == Proof::loss) continue;
    const auto moves = game.legal_moves(position);
    if (std::any_of(moves.begin(), moves.end(),
                    [&](Move move) { return lines.after(position, move) != all; })) {
      return position;
    }
  }
}

struct EndingsOf {
  const char* game;
  int size, empty;
};

// Plays endings out against itself; each move must keep what there was to be had, and what is
// reported must be true.
void play_endings(const EndingsOf& what, int count, std::int64_t visits) {
  const auto game = make_game(what.game, what.size, what.size, SwapRule::none);
  const auto evaluator = even_judge(*game);
  const Settings settings;
  SplitMix64 random(1);
  int moves = 0, mistakes = 0, false_proofs = 0;
  for (int i = 0; i < count; ++i) {
    Position position = ending(*game, what.empty, random);
    while (position.result == Result::ongoing) {
      AllLines lines(*game);
      const auto truth = lines.of(position);
      Search search(*game, evaluator, settings);
      search.set_root(position, {});
      const SearchReport report = search.run({.visits = visits});
      const Move move = report.moves.front().move;
      if (truth) {
        ++moves;
        // Counted anew, as `lines` may have reached its limit.
        const auto kept = AllLines(*game, 100 * kMaxLines).after(position, move);
        REQUIRE(kept);
        mistakes += kept != truth;
        false_proofs += report.proof != Proof::unknown && report.proof != *truth;
      }
      game->play(position, move);
    }
  }
  const std::string name = what.game;
  CAPTURE(name);
  MESSAGE(name, " ", what.size, ": ", count, " endings, ", moves, " moves, ", mistakes,
          " mistakes");
  CHECK(moves >= count);
  CHECK(mistakes == 0);
  CHECK(false_proofs == 0);
}

constexpr std::array kEndings{EndingsOf{"hex", 6, 9}, EndingsOf{"rex", 6, 9}, EndingsOf{"y", 8, 9},
                              EndingsOf{"havannah", 4, 8}, EndingsOf{"gonnect", 4, 3}};

}  // namespace

// Worked out by exhaustive search: nine of the 15 moves win.
TEST_CASE("a won ending of Rex 11 x 11 is not thrown away") {
  const std::shared_ptr<const Game> game = make_game("rex", 11, 11, SwapRule::none);
  Record record(game);
  std::ifstream moves(ISTHMUS_REX_ENDING);
  for (std::string name; moves >> name;) record.play(Move(*game->board().find(name)));
  REQUIRE(record.position().to_move == Colour::black);
  REQUIRE(game->legal_moves(record.position()).size() == 15);
  const std::vector<std::string> winning{"j2", "i3", "k3", "i4", "k5", "g6", "h6", "h7", "j7"};

  // Is nearly sure of g4, a loss.
  const Move wrong = Move(*game->board().find("g4"));
  const test::FunctionEvaluator evaluator(
      [&](const EvaluationRequest& request, Evaluation& evaluation) {
        evaluation = test::even_evaluation(*game, *request.position);
        evaluation.black_wins = 0.94F;
        if (request.position->of(Colour::black).contains(wrong.cell())) return;
        for (float& share : evaluation.policy) share *= 0.1F;
        evaluation.policy[wrong.cell()] += 0.9F;
      });
  const Settings settings;
  for (const SearchLimits limits : {SearchLimits{.visits = 1000}, SearchLimits{.seconds = 600}}) {
    Search search(*game, evaluator, settings);
    search.set_root(record);
    const SearchReport report = search.run(limits);
    const std::string played = game->name(report.moves.front().move);
    CHECK(std::count(winning.begin(), winning.end(), played) == 1);
    CHECK(report.proof == Proof::win);
    CHECK(!report.carrier.empty());
  }
}

TEST_CASE("a solver in turns with the search: what is played repeats exactly") {
  const auto game = make_game("y", 9, 9, SwapRule::none);
  const auto evaluator = even_judge(*game);
  SplitMix64 random(3);
  const Position position = ending(*game, 10, random);
  const auto visits_of = [&](Search& search) {
    search.set_root(game->start(), {});
    search.set_root(position, {});
    const SearchReport report = search.run({.visits = 300});
    std::vector<std::pair<std::uint16_t, std::int64_t>> visits;
    for (const MoveReport& move : report.moves) visits.emplace_back(move.move.code(), move.visits);
    return visits;
  };
  Settings settings;
  settings.solver_share = 0.02;
  Search first(*game, evaluator, settings), second(*game, evaluator, settings);
  const auto expected = visits_of(first);
  CHECK(visits_of(first) == expected);
  CHECK(visits_of(second) == expected);
}

TEST_CASE("endings of every game are played perfectly" * test::one_thread()) {
  for (const EndingsOf& what : kEndings) {
    play_endings(what, test::fewer_if_sanitized(200, 10), 400);
  }
}

}  // namespace isthmus
