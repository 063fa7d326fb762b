#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <iterator>
#include <optional>
#include <random>
#include <thread>
#include <unordered_map>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "engine/game/carrier.hpp"
#include "engine/search/level.hpp"
#include "engine/search/search.hpp"
#include "tests/support/plain_solver.hpp"
#include "tests/support/search_support.hpp"

using namespace isthmus;
using namespace isthmus::test;

namespace {

// Who wins with best play, by trying everything: without the engine's search, for boards whose
// cells have numbers below 30.
class BruteForce {
 public:
  explicit BruteForce(const Game& game) : game_(game) { REQUIRE(game.board().cell_range() < 30); }

  // Whether the side to move wins. Swaps are not tried.
  bool mover_wins(const Position& position) {
    if (position.result != Result::ongoing) return position.result == win_for(position.to_move);
    const std::uint64_t key = position.of(Colour::black).words()[0] << 32 |
                              position.of(Colour::white).words()[0] |
                              std::uint64_t{position.to_move == Colour::white} << 63;
    if (const auto known = known_.find(key); known != known_.end()) return known->second;
    bool wins = false;
    for (Move move : game_.legal_moves(position)) {
      if (!move.is_cell()) continue;
      Position next = position;
      game_.play(next, move);
      wins = !mover_wins(next);
      if (wins) break;
    }
    return known_[key] = wins;
  }

 private:
  const Game& game_;
  std::unordered_map<std::uint64_t, bool> known_;
};

// The winner at Hex, by a solver of the board's size that shares no code with the engine's.
std::optional<Colour> winner_of(PlainSolver& rules, const Position& position) {
  return rules.winner(PlainSolver::mask(position.of(Colour::black)),
                      PlainSolver::mask(position.of(Colour::white)), position.to_move);
}

// Knows for certain what a function says of a move of a position.
class KnowingEvaluator : public NoiseEvaluator {
 public:
  using Know = std::function<Proof(const Position& position, Move move)>;

  KnowingEvaluator(const Game& game, Know know)
      : NoiseEvaluator(game), game_(game), know_(std::move(know)) {}

  std::vector<ProvenMove> known_proofs(const Position& position) const override {
    std::vector<ProvenMove> known;
    for (Move move : game_.legal_moves(position)) {
      const Proof proof = know_(position, move);
      if (proof != Proof::unknown) known.push_back({move, proof});
    }
    return known;
  }

 private:
  const Game& game_;
  Know know_;
};

// Threads of this process.
std::size_t count_threads() {
  const auto threads = std::filesystem::directory_iterator("/proc/self/task");
  return static_cast<std::size_t>(std::distance(begin(threads), end(threads)));
}

// Whether there come to be this many; one that has ended may be listed for a moment longer.
bool has_threads(std::size_t wanted) {
  for (int i = 0; i < 60'000 && count_threads() != wanted; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return count_threads() == wanted;
}

}  // namespace

TEST_CASE("proofs agree with brute force in every position after one move") {
  for (auto [game_name, size] : {std::pair("hex", 3), {"rex", 3}, {"y", 4}}) {
    const char* name = game_name;  // clang++ 14 captures no structured bindings
    CAPTURE(name);
    Record record = record_of(name, size);
    const Game& game = record.game();
    BruteForce brute_force(game);
    const NoiseEvaluator evaluator(game);
    Settings settings;
    for (Move first : game.legal_moves(game.start())) {
      CAPTURE(game.name(first));
      REQUIRE(record.play(first));
      Search search(game, evaluator, settings);
      search.set_root(record);
      const SearchReport report = search.run({.visits = 1'000'000});
      const bool wins = brute_force.mover_wins(record.position());
      CHECK(report.proof == (wins ? Proof::win : Proof::loss));
      CHECK(report.win_rate == (wins ? 1.0 : 0.0));
      CHECK(report.visits < 1'000'000);
      record.undo();
    }
  }
}

TEST_CASE("what is known of all moves proves a position by one visit") {
  Record record = record_of("hex", 3);
  const Game& game = record.game();
  BruteForce brute_force(game);
  const KnowingEvaluator evaluator(game, [&](const Position& position, Move move) {
    Position next = position;
    game.play(next, move);
    return brute_force.mover_wins(next) ? Proof::loss : Proof::win;
  });
  Settings settings;
  Search search(game, evaluator, settings);
  for (Move first : game.legal_moves(game.start())) {
    CAPTURE(game.name(first));
    REQUIRE(record.play(first));
    search.set_root(record);
    const SearchReport report = search.run({.visits = 100});
    const bool wins = brute_force.mover_wins(record.position());
    CHECK(report.proof == (wins ? Proof::win : Proof::loss));
    CHECK(report.win_rate == (wins ? 1.0 : 0.0));
    CHECK(report.visits == 1);
    CHECK(report.moves.size() == 8);
    CHECK(report.moves.front().proof == report.proof);
    for (const MoveReport& move : report.moves) {
      CHECK(move.is_known());
      CHECK(move.win_rate == expected_score(move.proof));
    }
    record.undo();
  }
  // Who plays at a level without search plays no better for it; the others know it too.
  for (const int level : {1, kMaxPolicyLevel, kMaxPolicyLevel + 1, kMaxLevel}) {
    CAPTURE(level);
    settings.level = level;
    Search at_level(game, evaluator, settings);
    CHECK(at_level.run({.visits = 100}).proof ==
          (is_policy_level(level) ? Proof::unknown : Proof::win));
  }
}

TEST_CASE("a move known to lose is shunned, and one left out by rules is not counted on") {
  const auto game = make_game("hex", 5, 5, SwapRule::none);
  const Move c3 = *game->find_move("c3"), b2 = *game->find_move("b2");
  const KnowingEvaluator loses(
      *game, [&](const Position&, Move move) { return move == c3 ? Proof::loss : Proof::unknown; });
  const Settings settings = without_solver();
  Search search(*game, loses, settings);
  SearchReport report = search.run({.visits = 500});
  CHECK(report.proof == Proof::unknown);
  CHECK(report.moves.back().move == c3);
  CHECK(report.moves.back().visits == 0);
  CHECK(report.moves.back().proof == Proof::loss);

  const KnowingEvaluator wins(
      *game, [&](const Position&, Move move) { return move == c3 ? Proof::win : Proof::unknown; });
  Search ruled(*game, wins, settings);
  ruled.set_root(game->start(), {}, {{Colour::black, false, {c3}, 1}});
  report = ruled.run({.visits = 100});
  CHECK(report.proof == Proof::unknown);
  CHECK(report.visits == 100);
  ruled.set_root(game->start(), {}, {{Colour::black, true, {c3, b2}, 1}});
  report = ruled.run({.visits = 100});
  CHECK(report.proof == Proof::win);
  CHECK(report.moves.front().move == c3);
}

TEST_CASE(
    "a position that a known move has won has moves and a policy, though no visit went there") {
  Record record = record_of("hex", 5);
  const Game& game = record.game();
  const Move c3 = *game.find_move("c3");
  const KnowingEvaluator evaluator(game, [&](const Position& position, Move move) {
    return position.occupied().empty() && move == c3 ? Proof::win : Proof::unknown;
  });
  const Settings settings;
  Search search(game, evaluator, settings);
  search.set_root(record);
  CHECK(search.run({.visits = 20}).proof == Proof::win);
  record.play(c3);
  search.set_root(record);
  const SearchReport report = search.run({.visits = 20});
  CHECK(report.proof == Proof::loss);
  CHECK(report.visits == 1);
  CHECK(report.moves.size() == 24);
  CHECK(report.evaluation.policy.size() == 25);
}

TEST_CASE("a position that is won, as only the move to it shows, is searched for how") {
  Record record = record_of("hex", 3);
  const Game& game = record.game();
  const Move a1 = *game.find_move("a1");
  const KnowingEvaluator evaluator(game, [&](const Position& position, Move move) {
    return position.occupied().empty() && move == a1 ? Proof::loss : Proof::unknown;
  });
  const Settings settings;
  Search search(game, evaluator, settings);
  search.set_root(record);
  // Marked as its only known child, a1 becomes an edge; the tree goes on from there.
  CHECK(search.run({.visits = 20}).moves.back().proof == Proof::loss);
  record.play(a1);
  search.set_root(record);
  CHECK(search.report().proof == Proof::unknown);
  const SearchReport report = search.run({.visits = 1'000'000});
  CHECK(report.proof == Proof::win);
  Position next = record.position();
  game.play(next, report.moves.front().move);
  CHECK(!BruteForce(game).mover_wins(next));
}

TEST_CASE("a solver beside the search proves what brute force does, and leaves no thread") {
  Settings settings;
  settings.solver_threads = 1;
  std::jthread([] {}).join();  // ThreadSanitizer makes one of its own with the first
  const std::size_t threads = count_threads();
  for (auto [game_name, size] : {std::pair("hex", 4), {"y", 4}, {"rex", 3}}) {
    const char* name = game_name;
    CAPTURE(name);
    Record record = record_of(name, size);
    const Game& game = record.game();
    const NoiseEvaluator evaluator(game);
    BruteForce brute_force(game);
    std::mt19937_64 random(1);
    for (int turns : {2, 3, 4}) {
      record = Record(record.shared_game());
      for (int turn = 0; turn < turns; ++turn) {
        const auto moves = game.legal_moves(record.position());
        record.play(moves[random() % moves.size()]);
      }
      Search search(game, evaluator, settings);
      search.set_root(record);
      const SearchReport report = search.run({});
      const bool wins = brute_force.mover_wins(record.position());
      CHECK(report.proof == (wins ? Proof::win : Proof::loss));
      Position next = record.position();
      game.play(next, report.moves.front().move);
      CHECK(brute_force.mover_wins(next) != wins);
      CHECK(has_threads(threads));
    }
  }
}

TEST_CASE("a solver beside the search proves that who begins wins at Hex") {
  // For no board can be drawn, and a stone more does no harm (Nash): far beyond what noise proves.
  const auto game = make_game("hex", 6, 6, SwapRule::none);
  const NoiseEvaluator evaluator(*game);
  Settings settings = without_solver();
  int given = 0;
  CHECK(Search(*game, evaluator, settings).run({.seconds = 0.5}).proof == Proof::unknown);
  settings.solver_threads = 1;
  CHECK(Search(*game, evaluator, settings).run({}).proof == Proof::win);

  // Of a smaller board, either side to move: what is off the carrier may be the loser's.
  Record record = record_of("hex", 5);
  const NoiseEvaluator smaller(record.game());
  Search search(record.game(), smaller, settings);
  PlainSolver rules(5, 5);
  REQUIRE(record.play(*record.game().find_move("c3")));
  for (const char* stone : {"c2", "b4", "a1", "e2"}) {
    CAPTURE(stone);
    REQUIRE(record.play(*record.game().find_move(stone)));
    const Position& position = record.position();
    search.set_root(record);
    const SearchReport report = search.run({});
    REQUIRE(report.proof != Proof::unknown);
    const Colour winner =
        report.proof == Proof::win ? position.to_move : opponent(position.to_move);
    CHECK(winner_of(rules, position) == winner);
    REQUIRE((report.carrier - record.game().legal_cells(position)).empty());
    if (report.carrier.empty()) continue;
    CHECK(winner_of(rules, with_all_but(record.game(), position, report.carrier,
                                        opponent(winner))) == winner);
    ++given;
  }
  CHECK(given > 0);  // where the search did not come first
}

TEST_CASE("a solver's proofs hold as a game goes on, in parts and under a swap rule") {
  for (SwapRule swap : {SwapRule::none, SwapRule::pieces, SwapRule::sides}) {
    CAPTURE(name(swap));
    Record record = record_of("hex", 4, swap);
    const Game& game = record.game();
    const NoiseEvaluator evaluator(game);
    PlainSolver rules(4, 4);
    Settings settings;
    settings.solver_threads = 2;
    Search search(game, evaluator, settings);
    std::mt19937_64 random(2);
    std::vector<Evaluation> evaluations;
    while (record.position().result == Result::ongoing) {
      search.set_root(record);
      search.begin({}, {}, 4);  // to the proof, however long that takes
      for (auto asked = search.gather(); !asked.empty(); asked = search.gather()) {
        evaluations.resize(asked.size());
        evaluator.evaluate(asked, evaluations);
        search.back_up(evaluations);
      }
      const SearchReport report = search.report();
      // Who begins wins, but who may swap takes the better side, whatever the stone.
      const Position& position = record.position();
      const bool wins =
          position.occupied().empty()
              ? !game.next_may_swap(position)
              : game.may_swap(position) || winner_of(rules, position) == position.to_move;
      CHECK(report.proof == (wins ? Proof::win : Proof::loss));
      const auto moves = game.legal_moves(record.position());
      record.play(moves[random() % moves.size()]);
    }
    // A search that is not to go on is only destroyed.
    search.set_root(game.start(), {});
    search.begin({}, {}, 4);
    evaluations.resize(search.gather().size());
  }
}

TEST_CASE("a solver has nothing to say of one visit, under rules or at a level") {
  const auto game = make_game("hex", 5, 5, SwapRule::none);
  const NoiseEvaluator evaluator(*game);
  Settings settings;
  settings.solver_threads = 1;
  const Move a1 = *game->find_move("a1");
  Search search(*game, evaluator, settings);
  CHECK(search.run({.visits = 1}).proof == Proof::unknown);
  search.set_root(game->start(), {}, {{Colour::black, true, {a1}, 1}});
  CHECK(search.run({.visits = 3000}).proof == Proof::unknown);
  settings.level = 3;
  search.set_root(game->start(), {});
  CHECK(search.run({.seconds = 1}).proof == Proof::unknown);
  settings.level = 0;
  search.set_root(game->start(), {});
  const SearchReport report = search.run({});
  CHECK(report.proof == Proof::win);
  CHECK(report.win_rate == 1.0);
  CHECK(report.moves.front().lower_bound == 1.0);
}

TEST_CASE("several threads and batches prove the same") {
  Record record = record_of("hex", 4);
  PlainSolver rules(4, 4);
  const BatchEvaluator evaluator(record.game());
  Settings settings;
  settings.threads = 4;
  for (const char* first : {"a1", "b2"}) {
    CAPTURE(first);
    REQUIRE(record.play(*record.game().find_move(first)));
    Search search(record.game(), evaluator, settings);
    search.set_root(record);
    const SearchReport report = search.run({.visits = 10'000'000});
    const bool wins = winner_of(rules, record.position()) == record.position().to_move;
    CHECK(report.proof == (wins ? Proof::win : Proof::loss));
    record.undo();
  }
}

TEST_CASE("the second player takes a strong opening over, and leaves a weak one") {
  for (SwapRule swap : {SwapRule::pieces, SwapRule::sides}) {
    CAPTURE(name(swap));
    Record record = record_of("hex", 3, swap);
    const NoiseEvaluator evaluator(record.game());
    const Settings settings;
    for (auto [opening, is_strong] : {std::pair("b2", true), {"a1", false}}) {
      REQUIRE(record.play(*record.game().find_move(opening)));
      Search search(record.game(), evaluator, settings);
      search.set_root(record);
      const SearchReport report = search.run({.visits = 1'000'000});
      CHECK(report.proof == Proof::win);  // that is what the rule is for
      CHECK(report.moves.front().move.is_swap() == is_strong);
      record.undo();
    }
  }
}
