#include "engine/search/search.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <functional>
#include <iterator>
#include <map>
#include <mutex>
#include <numeric>
#include <random>
#include <span>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "engine/random/splitmix.hpp"
#include "engine/solve/general_solver.hpp"
#include "games/list.hpp"

using namespace isthmus;

namespace {

// A search of a small board that no solver cuts short.
Settings without_solver() {
  Settings settings;
  settings.solver_share = 0;
  return settings;
}

// Knows nothing: values and policies are noise, the same for the same position.
class NoiseEvaluator : public Evaluator {
 public:
  explicit NoiseEvaluator(const Game& game) : game_(game) {}

  void evaluate(std::span<const EvaluationRequest> requests,
                std::span<Evaluation> evaluations) const override {
    for (std::size_t i = 0; i < requests.size(); ++i) {
      const Position& position = *requests[i].position;
      if (position.result != Result::ongoing) throw std::logic_error("asked of a finished game");
      std::uint64_t noise = 0;
      for (Colour colour : {Colour::black, Colour::white}) {
        position.of(colour).for_each([&](Cell cell) {
          noise = SplitMix64::mix(noise + 2U * cell + static_cast<unsigned>(colour));
        });
      }
      Evaluation& evaluation = evaluations[i];
      evaluation.black_wins = static_cast<float>(noise % 1000) / 1000;
      evaluation.policy.assign(static_cast<std::size_t>(game_.board().cell_range()), 0);
      const CellSet empty = game_.board().cells() - position.occupied();
      float sum = 0;
      empty.for_each([&](Cell cell) {
        noise = SplitMix64::mix(noise);
        sum += evaluation.policy[cell] = 1 + static_cast<float>(noise % 1000) / 1000;
      });
      empty.for_each([&](Cell cell) { evaluation.policy[cell] /= sum; });
    }
  }

 private:
  const Game& game_;
};

// Fails from its n-th call on.
class FailingEvaluator : public NoiseEvaluator {
 public:
  FailingEvaluator(const Game& game, int calls) : NoiseEvaluator(game), left_(calls) {}

  void evaluate(std::span<const EvaluationRequest> requests,
                std::span<Evaluation> evaluations) const override {
    if (left_-- <= 0) throw std::runtime_error("the evaluator is gone");
    NoiseEvaluator::evaluate(requests, evaluations);
  }
  void mend() { left_ = 1 << 30; }

 private:
  mutable std::atomic<int> left_;
};

// Asks for a stop in its n-th call.
class StoppingEvaluator : public NoiseEvaluator {
 public:
  StoppingEvaluator(const Game& game, int stop_at) : NoiseEvaluator(game), stop_at_(stop_at) {}

  void evaluate(std::span<const EvaluationRequest> requests,
                std::span<Evaluation> evaluations) const override {
    if (++calls == stop_at_) stop.request_stop();
    NoiseEvaluator::evaluate(requests, evaluations);
  }

  mutable std::stop_source stop;
  mutable std::atomic<int> calls{0};

 private:
  int stop_at_;
};

// Wants many leaves at once, and keeps how many it gets.
class BatchEvaluator : public NoiseEvaluator {
 public:
  using NoiseEvaluator::NoiseEvaluator;
  void evaluate(std::span<const EvaluationRequest> requests,
                std::span<Evaluation> evaluations) const override {
    {
      const std::lock_guard lock(mutex_);
      batches.push_back(requests.size());
    }
    NoiseEvaluator::evaluate(requests, evaluations);
  }
  int preferred_batch() const override { return 16; }

  mutable std::vector<std::size_t> batches;

 private:
  mutable std::mutex mutex_;
};

// Who wins with best play, by trying everything: without the engine's search, for small boards.
class BruteForce {
 public:
  explicit BruteForce(const Game& game) : game_(game) {}

  // Whether the side to move wins. Swaps are not tried.
  bool mover_wins(const Position& position) {
    if (position.result != Result::ongoing) return position.result == win_for(position.to_move);
    std::string key(static_cast<std::size_t>(game_.board().cell_range()), '.');
    position.of(Colour::black).for_each([&](Cell cell) { key[cell] = 'b'; });
    position.of(Colour::white).for_each([&](Cell cell) { key[cell] = 'w'; });
    key += position.to_move == Colour::black ? 'b' : 'w';
    if (const auto known = known_.find(key); known != known_.end()) return known->second;
    bool wins = false;
    for (Move move : game_.legal_moves(position)) {
      if (!move.is_cell()) continue;
      Position next = position;
      game_.play(next, move);
      wins = wins || !mover_wins(next);
    }
    return known_[key] = wins;
  }

 private:
  const Game& game_;
  std::map<std::string, bool> known_;
};

// Knows for certain what a function tells of a move of a position.
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

Record record_of(std::string_view name, int size, SwapRule swap = SwapRule::none) {
  return Record(std::shared_ptr<const Game>(make_game(name, size, size, swap)));
}

std::vector<std::int64_t> visits_of(const SearchReport& report) {
  std::vector<std::int64_t> visits;
  for (const MoveReport& move : report.moves) visits.push_back(move.visits);
  return visits;
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
  // Who plays at a level plays no better for it.
  settings.level = 5;
  Search weak(game, evaluator, settings);
  CHECK(weak.run({.visits = 100}).proof == Proof::unknown);
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

TEST_CASE("a position that is won, as only the move to it tells, is searched for how") {
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

// Threads of this process.
std::size_t count_threads() {
  const auto threads = std::filesystem::directory_iterator("/proc/self/task");
  return static_cast<std::size_t>(std::distance(begin(threads), end(threads)));
}

// Whether there come to be so many; one that has ended may be listed for a moment longer.
bool has_threads(std::size_t wanted) {
  for (int i = 0; i < 60'000 && count_threads() != wanted; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return count_threads() == wanted;
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
  int told = 0;
  CHECK(Search(*game, evaluator, settings).run({.seconds = 0.5}).proof == Proof::unknown);
  settings.solver_threads = 1;
  CHECK(Search(*game, evaluator, settings).run({}).proof == Proof::win);

  // Of a smaller board, and with White to move: what is off the carrier may be the loser's.
  Record record = record_of("hex", 5);
  const NoiseEvaluator smaller(record.game());
  Search search(record.game(), smaller, settings);
  const auto solver = make_solver(record.game());
  for (const char* stone : {"", "a1", "e1", "c3"}) {
    CAPTURE(stone);
    if (*stone != 0) REQUIRE(record.play(*record.game().find_move(stone)));
    const Position& position = record.position();
    search.set_root(record);
    const SearchReport report = search.run({});
    REQUIRE(report.proof == solver->solve(position).proof);
    const CellSet empty = record.game().legal_cells(position);
    REQUIRE((report.carrier - empty).empty());
    const Colour winner =
        report.proof == Proof::win ? position.to_move : opponent(position.to_move);
    std::array<CellSet, 2> stones = position.stones;
    CellSet& loser = stones[static_cast<std::size_t>(opponent(winner))];
    if (!report.carrier.empty()) loser = loser | (empty - report.carrier);
    const Position reduced = record.game().setup(stones[0], stones[1], position.to_move);
    CHECK(solver->solve(reduced).proof == report.proof);
    told += !report.carrier.empty();
  }
  CHECK(told > 0);  // where the search did not come first
}

TEST_CASE("a solver's proofs hold as a game goes on, in parts and under a swap rule") {
  for (SwapRule swap : {SwapRule::none, SwapRule::pieces, SwapRule::sides}) {
    CAPTURE(name(swap));
    Record record = record_of("hex", 4, swap);
    const Game& game = record.game();
    const NoiseEvaluator evaluator(game);
    BruteForce brute_force(game);
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
      const bool wins = position.occupied().empty()
                            ? !game.next_may_swap(position)
                            : game.may_swap(position) || brute_force.mover_wins(position);
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
  BruteForce brute_force(record.game());
  const BatchEvaluator evaluator(record.game());
  Settings settings;
  settings.threads = 4;
  for (const char* first : {"a1", "b2"}) {
    CAPTURE(first);
    REQUIRE(record.play(*record.game().find_move(first)));
    Search search(record.game(), evaluator, settings);
    search.set_root(record);
    const SearchReport report = search.run({.visits = 10'000'000});
    CHECK(report.proof == (brute_force.mover_wins(record.position()) ? Proof::win : Proof::loss));
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

TEST_CASE("one thread with one seed repeats exactly, and stops at the visits asked for") {
  const Record record = record_of("hex", 7);
  const NoiseEvaluator evaluator(record.game());
  const Settings settings;
  std::vector<std::vector<std::int64_t>> runs;
  for (int i = 0; i < 2; ++i) {
    Search search(record.game(), evaluator, settings);
    search.set_root(record);
    const SearchReport report = search.run({.visits = 3000});
    CHECK(report.visits == 3000);
    runs.push_back(visits_of(report));
  }
  CHECK(runs[0] == runs[1]);
}

TEST_CASE("a run in parts comes to the same as a run, and ends for good") {
  const auto game = make_game("hex", 5, 5, SwapRule::none);
  const NoiseEvaluator evaluator(*game);
  const FailingEvaluator nobody(*game, 0);  // who is not to be asked
  for (const std::int64_t batch : {1, 7}) {
    Settings settings = without_solver();
    settings.batch = batch;
    Search whole(*game, evaluator, settings), parts(*game, nobody, settings);
    const SearchReport expected = whole.run({.visits = 900});
    int shown = 0;
    parts.begin(
        {.visits = 900}, {}, 1, [&](const SearchReport&) { ++shown; }, 0, 0);
    std::vector<Evaluation> evaluations(7);
    std::int64_t judged = 0;
    std::size_t largest = 0;
    for (auto asked = parts.gather(); !asked.empty(); asked = parts.gather()) {
      if (judged == 0) {
        CHECK(asked.size() == 1);
        CHECK(*asked[0].position == game->start());
      }
      judged += static_cast<std::int64_t>(asked.size());
      largest = std::max(largest, asked.size());
      const std::span<Evaluation> answers(evaluations.data(), asked.size());
      evaluator.evaluate(asked, answers);
      parts.back_up(answers);
    }
    CHECK(largest == static_cast<std::size_t>(batch));
    CHECK(shown == 1);
    const SearchReport report = parts.report();
    CHECK(report.evaluations == judged);
    CHECK(report.evaluations == expected.evaluations);
    CHECK(report.visits == 900);
    REQUIRE(report.moves.size() == expected.moves.size());
    for (std::size_t i = 0; i < report.moves.size(); ++i) {
      CHECK(report.moves[i].move == expected.moves[i].move);
      CHECK(report.moves[i].visits == expected.moves[i].visits);
      CHECK(report.moves[i].win_rate == expected.moves[i].win_rate);
    }
    CHECK(parts.gather().empty());

    std::stop_source stop;
    parts.set_root(game->start(), {});
    parts.begin({}, stop.get_token(), 1);
    for (int i = 0; i < 10; ++i) {
      const auto asked = parts.gather();
      REQUIRE(!asked.empty());
      const std::span<Evaluation> answers(evaluations.data(), asked.size());
      evaluator.evaluate(asked, answers);
      parts.back_up(answers);
    }
    stop.request_stop();
    CHECK(parts.gather().empty());
  }
}

TEST_CASE("a tree is shared with what goes on from its root") {
  const auto game = make_game("hex", 4, 4, SwapRule::none);
  const NoiseEvaluator evaluator(*game);
  const Settings settings;
  Search search(*game, evaluator, settings);
  const auto turn = [&](Colour colour, const char* name) {
    return Turn{colour, *game->find_move(name)};
  };
  const std::vector<Turn> turns{turn(Colour::black, "a1"), turn(Colour::white, "b2"),
                                turn(Colour::black, "c3")};
  const std::span all(turns);
  search.set_root(game->start(), all.first(2));
  CHECK(search.turns_shared(game->start(), all.first(2), {}) == 2);
  CHECK(search.turns_shared(game->start(), all, {}) == 2);
  CHECK(!search.turns_shared(game->start(), all.first(1), {}));
  const std::vector<Turn> others{turns[0], turn(Colour::white, "b3"), turns[2]};
  CHECK(!search.turns_shared(game->start(), others, {}));
  Position other = game->start();
  other.to_move = Colour::white;
  CHECK(!search.turns_shared(other, all, {}));
  const std::vector<MoveRule> rules(1);
  CHECK(!search.turns_shared(game->start(), all.first(2), rules));
  search.set_root(game->start(), all.first(2), rules);
  CHECK(search.turns_shared(game->start(), all.first(2), rules) == 2);
  CHECK(!search.turns_shared(game->start(), all, rules));
}

TEST_CASE("batches grow with the tree, to what the evaluator wants") {
  const Record record = record_of("y", 8);
  const BatchEvaluator evaluator(record.game());
  const Settings settings;
  Search search(record.game(), evaluator, settings);
  search.set_root(record);
  search.run({.visits = 5000});
  std::size_t visits = 0, full = 0;
  for (const std::size_t batch : evaluator.batches) {
    CHECK(batch <= std::max<std::size_t>(1, visits / 64));
    visits += batch;
    full += batch == 16;
  }
  CHECK(full > 100);
}

TEST_CASE("batches are as large as settings want, whatever the evaluator does") {
  const Record record = record_of("y", 8);
  for (const std::int64_t wanted : {1, 5, 40}) {
    const BatchEvaluator evaluator(record.game());
    Settings settings;
    settings.batch = wanted;
    Search search(record.game(), evaluator, settings);
    search.set_root(record);
    search.run({.visits = 5000});
    CHECK(*std::max_element(evaluator.batches.begin(), evaluator.batches.end()) ==
          static_cast<std::size_t>(wanted));
  }
}

TEST_CASE("threads share the leaves that may be under way") {
  const Record record = record_of("y", 8);
  const BatchEvaluator evaluator(record.game());
  Settings settings;
  settings.batch = 1000;
  settings.threads = 4;
  Search search(record.game(), evaluator, settings);
  search.set_root(record);
  search.run({.visits = 6400});
  const std::size_t largest = *std::max_element(evaluator.batches.begin(), evaluator.batches.end());
  CHECK(largest <= 25);  // 6400 / 64 / 4
  CHECK(largest > 10);
}

TEST_CASE("visits add up, with one thread and with several") {
  const Record record = record_of("y", 8);
  const BatchEvaluator evaluator(record.game());
  for (int threads : {1, 3}) {
    Settings settings;
    settings.threads = threads;
    Search search(record.game(), evaluator, settings);
    search.set_root(record);
    const SearchReport report = search.run({.visits = 5000});
    CHECK(report.visits == 5000);
    const auto visits = visits_of(report);
    // The first visit judged the root itself.
    CHECK(std::accumulate(visits.begin(), visits.end(), std::int64_t{1}) == 5000);
    double prior = 0;
    for (const MoveReport& move : report.moves) {
      prior += move.prior;
      CHECK(move.lower_bound <= move.win_rate);
      if (move.visits == 0) continue;
      REQUIRE(!move.variation.empty());
      CHECK(move.variation.front() == move.move);
      CHECK(std::is_sorted(move.variation_visits.rbegin(), move.variation_visits.rend()));
    }
    CHECK(prior == doctest::Approx(1).epsilon(0.01));
  }
}

TEST_CASE("moves keep their part of the tree, anything else starts anew") {
  Record record = record_of("hex", 6);
  const NoiseEvaluator evaluator(record.game());
  Settings settings = without_solver();
  Search search(record.game(), evaluator, settings);
  search.set_root(record);
  SearchReport before = search.run({.visits = 4000});
  const std::vector<Move> line = before.moves.front().variation;
  const std::vector<std::int64_t> line_visits = before.moves.front().variation_visits;
  REQUIRE(line.size() >= 4);

  record.play(line[0]);
  record.play(line[1]);
  search.set_root(record);
  SearchReport kept = search.report();
  CHECK(kept.visits == line_visits[1]);
  CHECK(kept.moves.front().variation == std::vector<Move>(line.begin() + 2, line.end()));
  CHECK(kept.tree_bytes < before.tree_bytes);

  // The kept tree is whole: it goes on as a search should.
  const SearchReport after = search.run({.visits = 6000});
  const auto visits = visits_of(after);
  CHECK(std::accumulate(visits.begin(), visits.end(), std::int64_t{1}) == 6000);

  record.undo();
  search.set_root(record);
  CHECK(search.report().visits == 0);

  settings.reuse_tree = false;
  search.run({.visits = 100});
  record.play(search.report().moves.front().move);
  search.set_root(record);
  CHECK(search.report().visits == 0);
}

TEST_CASE("rules keep a player from moves, as deep as they say") {
  const auto game = make_game("hex", 4, 4, SwapRule::none);
  const NoiseEvaluator evaluator(*game);
  const Settings settings;
  Search search(*game, evaluator, settings);
  const Move a1(Cell{0}), b1(Cell{1}), c3(Cell{10});
  const auto moves_of = [](const SearchReport& report) {
    std::vector<std::uint16_t> codes;
    for (const MoveReport& move : report.moves) codes.push_back(move.move.code());
    std::sort(codes.begin(), codes.end());
    return codes;
  };

  // Black may not begin on a1 and c3; White may answer on b1 and c3 alone.
  search.set_root(game->start(), {},
                  {{Colour::black, false, {a1, c3}, 1}, {Colour::white, true, {b1, c3}, 2}});
  const SearchReport report = search.run({.visits = 2000});
  std::vector<std::uint16_t> rest{1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 15};
  CHECK(moves_of(report) == rest);
  bool seen_later = false;
  for (const MoveReport& move : report.moves) {
    if (move.variation.size() < 2) continue;
    CHECK((move.variation[1] == b1 || move.variation[1] == c3));
    for (std::size_t i = 2; i < move.variation.size(); ++i) {
      seen_later |= move.variation[i] == a1 || move.variation[i] == c3;
    }
  }
  CHECK(seen_later);  // beyond their depth the rules hold no more

  // Where they leave nothing, any move will do.
  search.set_root(game->start(), {}, {{Colour::black, true, {}, 1}});
  CHECK(search.run({.visits = 10}).moves.size() == 16);
}

TEST_CASE("moves that rules leave out are not taken to lose") {
  // On 2 x 2 Black wins by the short diagonal alone (a2, b1), or by answering what White leaves.
  const auto game = make_game("hex", 2, 2, SwapRule::none);
  const NoiseEvaluator evaluator(*game);
  const Settings settings;
  Search search(*game, evaluator, settings);
  const Move a1(Cell{0}), b2(Cell{3});
  search.set_root(game->start(), {}, {{Colour::black, true, {a1, b2}, 1}});
  const SearchReport corners = search.run({.visits = 500});
  CHECK(corners.moves.size() == 2);
  CHECK(corners.moves[0].proof == Proof::loss);
  CHECK(corners.moves[1].proof == Proof::loss);
  CHECK(corners.proof == Proof::unknown);
  CHECK(corners.visits < 500);  // there was no more to find out
  search.set_root(game->start(), {});
  CHECK(search.run({.visits = 500}).proof == Proof::win);
}

TEST_CASE("a tree under rules is kept for the same root and rules alone") {
  const auto game = make_game("hex", 5, 5, SwapRule::none);
  const NoiseEvaluator evaluator(*game);
  const Settings settings;
  Search search(*game, evaluator, settings);
  const std::vector<MoveRule> rules{{Colour::black, false, {Move(Cell{12})}, 1}};
  search.set_root(game->start(), {}, rules);
  search.run({.visits = 100});
  search.set_root(game->start(), {}, rules);
  CHECK(search.report().visits == 100);
  const Turn turn{Colour::black, Move(Cell{0})};
  search.set_root(game->start(), {&turn, 1}, rules);
  CHECK(search.report().visits == 0);
  search.run({.visits = 100});
  search.set_root(game->start(), {&turn, 1});
  CHECK(search.report().visits == 0);
}

TEST_CASE("the tree keeps to its memory and the search goes on") {
  const Record record = record_of("hex", 11);
  const NoiseEvaluator evaluator(record.game());
  Settings settings;
  settings.memory = 1;
  Search search(record.game(), evaluator, settings);
  search.set_root(record);
  const SearchReport report = search.run({.visits = 20'000});
  CHECK(report.memory_full);
  CHECK(report.tree_bytes <= 1 << 20);
  CHECK(report.tree_bytes > (1 << 20) - (8 + 4 * 24 + 120 * 4));
  CHECK(report.visits == 20'000);
}

TEST_CASE("told to stop, each thread does no more than the batch in hand") {
  const Record record = record_of("hex", 9);
  const StoppingEvaluator evaluator(record.game(), 500);
  Settings settings;
  settings.threads = 3;
  Search search(record.game(), evaluator, settings);
  search.set_root(record);
  search.run({}, evaluator.stop.get_token());
  CHECK(evaluator.calls >= 500);
  CHECK(evaluator.calls <= 500 + settings.threads);
}

TEST_CASE("a search ends when its time is over, and shows how it goes on the way") {
  const Record record = record_of("hex", 9);
  const NoiseEvaluator evaluator(record.game());
  const Settings settings;
  Search search(record.game(), evaluator, settings);
  search.set_root(record);
  std::vector<std::int64_t> shown;
  const SearchReport report = search.run(
      {.seconds = 0.1}, {}, [&](const SearchReport& now) { shown.push_back(now.visits); }, 0.01);
  CHECK(report.seconds >= 0.1);
  CHECK(shown.size() > 1);
  CHECK(std::is_sorted(shown.begin(), shown.end()));
}

TEST_CASE("a failing evaluator is reported, and leaves a tree that can be searched on") {
  const Record record = record_of("hex", 6);
  FailingEvaluator evaluator(record.game(), 200);
  Settings settings;
  settings.threads = 2;
  Search search(record.game(), evaluator, settings);
  search.set_root(record);
  CHECK_THROWS_WITH_AS(search.run({.visits = 1000}), "the evaluator is gone", std::runtime_error);
  evaluator.mend();
  const SearchReport report = search.run({.visits = 1000});
  const auto visits = visits_of(report);
  CHECK(report.visits == 1000);
  CHECK(std::accumulate(visits.begin(), visits.end(), std::int64_t{1}) == 1000);
}

TEST_CASE("a finished game has no moves to report") {
  Record record = record_of("hex", 2);
  for (const char* move : {"a1", "b1", "a2"}) REQUIRE(record.play(*record.game().find_move(move)));
  REQUIRE(record.position().result == Result::black);
  const NoiseEvaluator evaluator(record.game());
  const Settings settings;
  Search search(record.game(), evaluator, settings);
  search.set_root(record);
  CHECK(search.run({.visits = 10}).moves.empty());
}
