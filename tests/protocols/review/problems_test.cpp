#include "protocols/review/problems.hpp"

#include <algorithm>
#include <memory>
#include <random>
#include <string>

#include <doctest/doctest.h>

#include "games/list.hpp"
#include "protocols/formats/sgf.hpp"
#include "protocols/json/analysis_query.hpp"
#include "protocols/review/position_proofs.hpp"
#include "tests/support/brute_force.hpp"
#include "tests/support/random_game.hpp"
#include "tests/support/winning_moves.hpp"

namespace isthmus {

namespace {

using test::BruteForce;
using test::winning_moves;
using test::wins;

// A board to try everything on, from this many stones on.
struct Trial {
  int side;
  int least_stones;
  SwapRule swap;
};

}  // namespace

TEST_CASE("the problems of a game are its positions with one winning move") {
  std::mt19937 random(3);
  for (const Trial& trial :
       {Trial{4, 4, SwapRule::none}, Trial{3, 0, SwapRule::none}, Trial{3, 2, SwapRule::sides}}) {
    const std::shared_ptr<const Game> game = make_game("hex", trial.side, trial.side, trial.swap);
    BruteForce brute(trial.side, trial.side);
    std::size_t count = 0;
    for (int number = 0; number < 20; ++number) {
      const Record record = test::random_game(game, random);
      std::vector<Problem> problems = find_problems(record, {}, {});
      // A swap may still come before there are two stones.
      if (trial.swap != SwapRule::none) {
        for (const Problem& problem : problems) CHECK(problem.turn >= 2);
      }
      const auto is_early = [&](const Problem& problem) {
        return record.positions()[problem.turn].occupied().size() < trial.least_stones;
      };
      std::erase_if(problems, is_early);
      std::size_t next = 0;
      for (std::size_t turn = 0; turn < record.turns().size(); ++turn) {
        const Position& position = record.positions()[turn];
        if (position.occupied().size() < trial.least_stones) continue;
        const std::vector<Move> answers = winning_moves(brute, *game, position);
        if (answers.size() != 1) continue;
        REQUIRE(next < problems.size());
        CHECK(problems[next].turn == turn);
        CHECK(problems[next].answer == answers.front());
        CHECK(problems[next].line.front() == answers.front());
        ++next;
      }
      CHECK(next == problems.size());
      count += next;
    }
    CHECK(count > 10);
  }
}

TEST_CASE("a problem is written as a query and as SGF") {
  const std::shared_ptr<const Game> game = make_game("hex", 4, 4, SwapRule::none);
  Record record(game);
  for (const char* move : {"b2", "c2", "b3", "c3", "a1", "d1"}) {
    REQUIRE(record.play(*game->find_move(move)));
  }
  const Problem problem{5, *game->find_move("b4"), {*game->find_move("b4")}};
  const std::string text = problem_query(record, problem, "game 1, turn 6");
  CHECK(text.find("\"turn\":6,\"answer\":\"b4\"") != std::string::npos);
  const AnalysisQuery query = parse_query(text, Settings{});
  CHECK(query.id == "game 1, turn 6");
  CHECK(query.record.position() == record.positions()[5]);
  CHECK(query.unknown_fields.empty());

  const GameFile file = read_sgf(problem_sgf(record, problem, "game 1, turn 6"));
  CHECK(file.record.first_position().stones == record.positions()[5].stones);
  CHECK(file.record.first_position().to_move == Colour::white);
  REQUIRE(file.record.turns().size() == 1);
  CHECK(file.record.turns()[0].move == problem.answer);
  CHECK(file.comment == "Isthmus: game 1, turn 6, White to move; one move alone wins");
}

TEST_CASE("positions are proven from the end backwards") {
  std::mt19937 random(4);
  for (const Trial& trial : {Trial{4, 4, SwapRule::none}, Trial{3, 0, SwapRule::pieces}}) {
    const std::shared_ptr<const Game> game = make_game("hex", trial.side, trial.side, trial.swap);
    BruteForce brute(trial.side, trial.side);
    for (int number = 0; number < 20; ++number) {
      const Record record = test::random_game(game, random);
      const std::vector<PositionProof> proofs = prove_backwards(record, {}, {});
      REQUIRE(proofs.size() == record.positions().size());
      for (std::size_t i = 0; i < proofs.size(); ++i) {
        const Position& position = record.positions()[i];
        if (position.result != Result::ongoing) {
          CHECK(proofs[i].proof == proof_for(position.to_move, position.result));
        } else if (trial.swap != SwapRule::none && position.occupied().size() <= 1) {
          CHECK(proofs[i].proof == Proof::unknown);
        } else if (position.occupied().size() >= trial.least_stones) {
          CHECK(proofs[i].proof == (wins(brute, position) ? Proof::win : Proof::loss));
          if (proofs[i].proof == Proof::win) {
            const auto moves = winning_moves(brute, *game, position);
            REQUIRE_FALSE(proofs[i].line.empty());
            CHECK(std::find(moves.begin(), moves.end(), proofs[i].line.front()) != moves.end());
          }
        }
      }
    }
  }
}

TEST_CASE("proving ends where the limits do not suffice") {
  std::mt19937 random(6);
  const std::shared_ptr<const Game> game = make_game("hex", 9, 9, SwapRule::none);
  const Record record = test::random_game(game, random, {.max_turns = 10});
  const std::vector<PositionProof> proofs = prove_backwards(record, {.nodes = 1}, {});
  CHECK(proofs.front().proof == Proof::unknown);
}

}  // namespace isthmus
