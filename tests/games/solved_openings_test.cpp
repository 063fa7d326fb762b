#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "engine/search/level.hpp"
#include "engine/search/search.hpp"
#include "games/known_openings.hpp"
#include "games/list.hpp"
#include "tests/support/brute_force.hpp"
#include "tests/support/function_evaluator.hpp"
#include "tests/support/plain_solver.hpp"
#include "tests/support/play_out.hpp"
#include "tests/support/position_after.hpp"

using namespace isthmus;
using isthmus::test::BruteForce;
using isthmus::test::PlainSolver;
using isthmus::test::PlayOut;
using isthmus::test::position_after;

namespace {

// A board of this game on which everything is played, from coordinates alone.
PlayOut played(const std::string& name, int side) {
  const PlayOut::Mask cells =
      PlayOut::mask(make_game(name, side, side, SwapRule::none)->board().cells());
  if (name == "y") {
    return PlayOut(
        cells,
        [rules = PlainSolver::triangle(side)](PlayOut::Mask stones, Colour colour) {
          return rules.has_won(stones, colour);
        },
        true);
  }
  return PlayOut(
      cells,
      [rules = BruteForce(side, side)](PlayOut::Mask stones, Colour colour) {
        return rules.joins(stones, rules.edge(colour, 0), rules.edge(colour, 1));
      },
      name != "rex");
}

// The proof of each cell's stone, row by row: "+-=", and "?" where nothing is known.
std::string values(const Game& game, const Position& position) {
  std::string text;
  const std::vector<ProvenMove> known = solved_openings(game, position);
  game.legal_cells(position).for_each([&](Cell cell) {
    const auto move = std::find_if(known.begin(), known.end(),
                                   [&](const ProvenMove& of) { return of.move == Move(cell); });
    text += move == known.end()          ? '?'
            : move->proof == Proof::win  ? '+'
            : move->proof == Proof::loss ? '-'
                                         : '=';
  });
  return text;
}

std::string first_stones(const std::string& name, int side, SwapRule swap = SwapRule::none) {
  const auto game = make_game(name, side, side, swap);
  return values(*game, game->start());
}

// Judges that the stones of each side do the better the more they are to the left, and knows what
// is solved.
std::unique_ptr<Evaluator> knowing(const Game& game, const EvaluatorSettings& settings) {
  return with_known_openings([](const Game& of, const EvaluatorSettings&) {
    return std::make_unique<test::FunctionEvaluator>(
        [&of](const EvaluationRequest& request, Evaluation& evaluation) {
          evaluation = test::even_evaluation(of, *request.position);
          const CellSet& black = request.position->of(Colour::black);
          evaluation.black_wins =
              black.size() == 1 && black.contains(of.find_move("b2")->cell()) ? 0.5F : 0.9F;
        });
  })(game, settings);
}

SearchReport search(const Game& game, const std::vector<std::string>& moves,
                    SearchSettings settings = {}) {
  settings.solver_share = 0;  // which would prove it as well
  const auto evaluator = knowing(game, EvaluatorSettings{});
  Search search(game, *evaluator, settings);
  search.set_root(position_after(game, moves), {});
  return search.run({.visits = 50});
}

}  // namespace

// Havannah by the game's rules, everything tried but what is alike.
class ByRules {
 public:
  explicit ByRules(const Game& game) : game_(game) {}

  // What the side to move has by its best moves.
  Proof value(const Position& position) {
    if (position.result != Result::ongoing) {
      return proof_for(position.to_move, position.result);
    }
    const std::uint64_t key = std::uint64_t{PlayOut::mask(position.of(Colour::black))} << 32 |
                              PlayOut::mask(position.of(Colour::white));
    if (const auto found = known_.find(key); found != known_.end()) return found->second;
    Proof best = Proof::loss;
    for (const Move move : game_.legal_moves(position)) {
      Position next = position;
      game_.play(next, move);
      const Proof proof = reversed(value(next));
      if (expected_score(proof) > expected_score(best)) best = proof;
      if (best == Proof::win) break;
    }
    return known_[key] = best;
  }

 private:
  const Game& game_;
  std::unordered_map<std::uint64_t, Proof> known_;
};

// Takes minutes, so only with --no-skip.
TEST_CASE("solved openings of Havannah are those of playing everything" * doctest::skip()) {
  const auto game = make_game("havannah", 3, 3, SwapRule::none);
  ByRules rules(*game);
  for (const auto& [move, proof] : solved_openings(*game, game->start())) {
    Position next = game->start();
    game->play(next, move);
    CHECK(proof == reversed(rules.value(next)));
    for (const auto& [answer, of_answer] : solved_openings(*game, next)) {
      Position then = next;
      game->play(then, answer);
      CHECK(of_answer == reversed(rules.value(then)));
    }
  }
}

TEST_CASE("solved openings are those of playing everything") {
  for (const auto& [name, last] : {std::pair("hex", 4), std::pair("rex", 4), std::pair("y", 5)}) {
    for (int side = 2; side <= last; ++side) {
      const auto game = make_game(name, side, side, SwapRule::none);
      const std::string board = game->name() + ' ' + std::to_string(side);
      CAPTURE(board);
      PlayOut rules = played(name, side);
      // Also where White begins, which no table says.
      for (const Colour first : {Colour::black, Colour::white}) {
        const Position start = game->setup({}, {}, first);
        const std::vector<ProvenMove> known = solved_openings(*game, start);
        CHECK(known.size() == static_cast<std::size_t>(game->board().cell_count()));
        for (const auto& [move, proof] : known) {
          const bool wins = rules.winner_after(start, move.cell()) == first;
          CHECK(proof == (wins ? Proof::win : Proof::loss));
          Position next = start;
          game->play(next, move);
          if (next.result != Result::ongoing) continue;
          const std::vector<ProvenMove> answers = solved_openings(*game, next);
          const auto open = static_cast<std::size_t>(game->legal_cells(next).size());
          CHECK(answers.size() == (wins ? open : 1));
          for (const auto& [answer, of_answer] : answers) {
            CHECK(of_answer == (wins ? Proof::loss : Proof::win));
            const Colour winner = rules.winner_after(next, answer.cell());
            CHECK((winner == opponent(first)) == (of_answer == Proof::win));
          }
        }
      }
    }
  }
}

// The outcomes that Benzene's regression tests expect (dfpn-solve-6x6.tst, -7x7.tst and -8x8.tst in
// github.com/cgao3/benzene-vanilla-cmake), there column by column and of 7 x 7 and 8 x 8 one half;
// here row by row, Black's wins +.
TEST_CASE("solved openings of Hex are those that others have published") {
  CHECK(first_stones("hex", 6) ==
        "-----+"
        "-+++++"
        "++++++"
        "++++++"
        "+++++-"
        "+-----");
  CHECK(first_stones("hex", 7) ==
        "------+"
        "--+-+++"
        "-+++++-"
        "+++++++"
        "-+++++-"
        "+++-+--"
        "+------");
  CHECK(first_stones("hex", 8) ==
        "-------+"
        "------++"
        "-++++++-"
        "-+++++++"
        "+++++++-"
        "-++++++-"
        "++------"
        "+-------");
}

// Evans, A winning opening in reverse Hex, 1974; Lagarias and Sleator, Who wins Misère Hex?, 1999:
// the first player wins where the side is even, by a stone in an acute corner, and the second where
// it is odd.
TEST_CASE("in Rex each first stone loses on boards of odd sides, on others no acute corner does") {
  for (const int side : {2, 4, 6}) {
    const std::string stones = first_stones("rex", side);
    CHECK(stones.front() == '+');
    CHECK(stones.back() == '+');
  }
  CHECK(first_stones("rex", 1) == "-");
  CHECK(first_stones("rex", 3) == std::string(9, '-'));
  CHECK(first_stones("rex", 5) == std::string(25, '-'));
}

TEST_CASE("what symmetries turn into each other has one value, and answers are moves") {
  const std::vector<std::pair<std::string, int>> last{
      {"hex", 8}, {"rex", 6}, {"y", 9}, {"havannah", 3}};
  for (const auto& [name, sides] : last) {
    for (int side = find_game(name)->min_size; side <= sides; ++side) {
      const auto game = make_game(name, side, side, SwapRule::none);
      const std::string board = name + ' ' + std::to_string(side);
      CAPTURE(board);
      const std::vector<ProvenMove> known = solved_openings(*game, game->start());
      REQUIRE(known.size() == static_cast<std::size_t>(game->board().cell_count()));
      for (const Symmetry& symmetry : game->symmetries()) {
        if (symmetry.exchanges_colours) continue;
        for (const ProvenMove& stone : known) {
          const Move turned(symmetry.images[stone.move.cell()]);
          CHECK(std::any_of(known.begin(), known.end(), [&](const ProvenMove& other) {
            return other.move == turned && other.proof == stone.proof;
          }));
        }
      }
      for (const auto& [move, proof] : known) {
        Position next = game->start();
        game->play(next, move);
        if (next.result != Result::ongoing) continue;
        for (const auto& [answer, of_answer] : solved_openings(*game, next)) {
          CHECK(game->is_legal(next, answer));
          CHECK(of_answer == reversed(proof));
        }
      }
    }
  }
}

TEST_CASE("other boards, and positions that are not openings, are not known to be solved") {
  CHECK(first_stones("hex", 9) == std::string(81, '?'));
  CHECK(first_stones("gonnect", 3) == std::string(9, '?'));
  const auto game = make_game("hex", 5, 5, SwapRule::none);
  CHECK(solved_openings(*make_game("hex", 5, 4, SwapRule::none), game->start()).empty());
  CHECK(solved_openings(*game, position_after(*game, {"a1", "b2"})).empty());
  // A stone, and its own side to move.
  CellSet stone;
  stone.insert(game->find_move("c3")->cell());
  CHECK(solved_openings(*game, game->setup(stone, {}, Colour::black)).empty());
  CHECK(solved_openings(*game, game->setup({}, stone, Colour::white)).empty());
}

TEST_CASE("where one may swap, the second player takes the side that wins") {
  for (const SwapRule rule : {SwapRule::pieces, SwapRule::sides}) {
    CAPTURE(name(rule));
    CHECK(first_stones("hex", 5, rule) == std::string(25, '-'));
    const auto game = make_game("hex", 5, 5, rule);
    for (const auto& [first, wins] : {std::pair("c3", true), std::pair("a1", false)}) {
      const Position after = position_after(*game, {first});
      const std::vector<ProvenMove> known = solved_openings(*game, after);
      const auto swap = std::find_if(known.begin(), known.end(),
                                     [](const ProvenMove& of) { return of.move.is_swap(); });
      REQUIRE(swap != known.end());
      CHECK((swap->proof == Proof::win) == wins);
      const bool has_answer = std::any_of(known.begin(), known.end(), [](const ProvenMove& of) {
        return of.move.is_cell() && of.proof == Proof::win;
      });
      CHECK(has_answer == !wins);
      // Who swapped has what the first had, so the other has lost, or won.
      Position swapped = after;
      game->play(swapped, game->swap_move());
      CHECK((values(*game, swapped).find('+') != std::string::npos) == !wins);
    }
  }
}

TEST_CASE("searches know solved openings, and open with what seems most even") {
  const auto plain = make_game("hex", 5, 5, SwapRule::none);
  CHECK(search(*plain, {}).proof == Proof::win);
  CHECK(search(*plain, {}).win_rate == 1);
  CHECK(search(*plain, {"c3"}).win_rate == 0);
  const SearchReport answered = search(*plain, {"a1"});
  CHECK(answered.win_rate == 1);
  CHECK(plain->name(answered.moves.front().move) == "c3");

  const auto swapping = make_game("hex", 5, 5, SwapRule::pieces);
  const SearchReport opened = search(*swapping, {});
  CHECK(opened.proof == Proof::loss);
  CHECK(opened.win_rate == 0);
  CHECK(swapping->name(opened.moves.front().move) == "b2");
  CHECK(search(*swapping, {"c3"}).moves.front().move.is_swap());
  CHECK(search(*swapping, {"a1"}).moves.front().move == plain->find_move("c3"));

  SearchSettings without;
  without.known_proofs = false;
  CHECK(search(*plain, {}, without).proof == Proof::unknown);
  // Nor at a level without search; those that search know them.
  for (const int number : {1, kMaxPolicyLevel, kMaxPolicyLevel + 1, kMaxLevel}) {
    CAPTURE(number);
    SearchSettings level;
    level.level = number;
    const SearchReport report = search(*plain, {"a1"}, level);
    if (is_policy_level(number)) {
      CHECK(report.proof == Proof::unknown);
    } else {
      CHECK(report.proof == Proof::win);
      CHECK(plain->name(report.moves.front().move) == "c3");
    }
  }
}
