// What is proven in books: kept and found under symmetries, merged, played, safe under several
// processes.

#include "tools/book/proofs.hpp"

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <memory>
#include <random>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>
#include <fcntl.h>
#include <nlohmann/json.hpp>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/solve/general_solver.hpp"
#include "games/list.hpp"
#include "tests/support/position_after.hpp"
#include "tests/support/random_game.hpp"
#include "tests/tools/base/run_program.hpp"
#include "tests/tools/base/temporary_folder.hpp"
#include "tools/base/bad_input.hpp"
#include "tools/book/book.hpp"
#include "tools/book/choice.hpp"
#include "tools/book/recheck.hpp"
#include "tools/book/shared_book.hpp"
#include "tools/book/solutions.hpp"

namespace isthmus::book {

namespace {

using test::position_after;

// Who wins, by playing everything out.
Proof play_out(const Game& game, const Position& position) {
  if (position.result != Result::ongoing) return proof_for(position.to_move, position.result);
  bool draws = false;
  for (const Move move : game.legal_moves(position)) {
    Position next = position;
    game.play(next, move);
    const Proof proof = reversed(play_out(game, next));
    if (proof == Proof::win) return proof;
    draws |= proof == Proof::draw;
  }
  return draws ? Proof::draw : Proof::loss;
}

// Runs the program in the background, with nothing on its output.
int start(const std::vector<std::string>& arguments) {
  const int child = ::fork();
  if (child != 0) return child;
  ::dup2(::open("/dev/null", O_WRONLY), STDOUT_FILENO);
  std::vector<char*> words{const_cast<char*>(ISTHMUS_PROGRAM)};
  for (const std::string& argument : arguments)
    words.push_back(const_cast<char*>(argument.c_str()));
  words.push_back(nullptr);
  ::execv(ISTHMUS_PROGRAM, words.data());
  std::_Exit(127);
}

int end(int child) {
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace

TEST_CASE("proofs of a solved board are those of playing everything out") {
  const TemporaryFolder folder;
  const auto path = folder / "book";
  std::mt19937_64 random(1);
  for (const auto& board : {std::pair{"hex", 3}, {"rex", 3}, {"y", 4}}) {
    const auto [name, side] = board;
    CAPTURE(board.first);
    const std::shared_ptr<const Game> game = make_game(name, side, side, SwapRule::none);
    std::filesystem::remove(path);
    const std::string options =
        " --all --book " + path.string() + " --game " + name + " --size " + std::to_string(side);
    REQUIRE(run(folder, "solve" + options).code == 0);
    Book book(path);
    const Position start = game->start();
    CHECK(book.proofs().find(start) == play_out(*game, start));
    int known = 0;
    game->legal_cells(start).for_each([&](Cell cell) {
      Position next = start;
      game->play(next, Move(cell));
      CHECK(book.proofs().find(next) == play_out(*game, next));
      ++known;
    });
    CHECK(known == game->board().cell_count());
    // Nothing is known without having been solved.
    const Position other = test::random_game(game, random, {.max_turns = 2}).position();
    const Proof proof = book.proofs().find(other);
    CHECK((proof == Proof::unknown || proof == play_out(*game, other)));
    // It is answered a second time by the book alone.
    const Run again = run(folder, "solve" + options);
    CHECK(again.code == 0);
    CHECK(again.output.find("\"nodes\":0") != again.output.npos);
    CHECK(again.output.find("\"movesNodes\":0") != again.output.npos);
  }
}

TEST_CASE("a position is known by its images, and its moves for who plays them") {
  const TemporaryFolder folder;
  const auto path = folder / "book";
  create_book(path, {.game = "hex", .rows = 3, .columns = 3, .plies = 3});
  const std::shared_ptr<const Game> game = make_game("hex", 3, 3, SwapRule::none);
  Book book(path);
  CHECK(book.proofs().find_moves(game->start()).empty());
  // After b2 White has lost, and so has Black in its mirror image with the colours exchanged.
  const Position centre = position_after(*game, {"b2"});
  book.proofs().add(std::vector<ProvenPosition>{{centre, Proof::loss}});
  CellSet b2;
  b2.insert(*game->board().find("b2"));
  CHECK(book.proofs().find(game->setup({}, b2, Colour::black)) == Proof::loss);
  CHECK(book.proofs().find(position_after(*game, {"b1"})) == Proof::unknown);
  const auto moves = book.moves(game->start());
  REQUIRE(moves.size() == 1);
  CHECK(game->name(moves[0].move) == "b2");
  CHECK(moves[0].proof == Proof::win);
  CHECK(moves[0].counts.games == 0);
  // What ends the game needs no book, but one that knows something.
  const Position almost = position_after(*game, {"b2", "a1", "b1", "a2"});
  const auto found = book.proofs().find_moves(almost);
  CHECK(found.size() == 2);  // a3 and b3 join b2 to the bottom
  for (const auto& [cell, proof] : found) CHECK(proof == Proof::win);
}

TEST_CASE("moves that are proven to lose are shunned whatever their games were") {
  std::mt19937_64 random(1);
  const auto game = make_game("hex", 5, 5, SwapRule::none);
  const auto swap = make_game("hex", 5, 5, SwapRule::pieces);
  const Move a1 = *game->find_move("a1"), b2 = *game->find_move("b2"), c3 = *game->find_move("c3");
  const std::vector<BookMove> moves{
      {a1, {100, 90, 0, 0}, Proof::loss}, {c3, {40, 30, 0, 0}}, {b2, {}, Proof::win}};
  // What wins is left to the search.
  CHECK(!choose(*game, game->start(), moves, {}, random));
  CHECK(choose(*game, game->start(), std::vector{moves[0], moves[1]}, {}, random) == c3);
  // The other would take b2 over, and not a1.
  CHECK(choose(*swap, swap->start(), moves, {}, random) == c3);
  CHECK(!choose(*swap, swap->start(), std::vector{moves[0], moves[2]}, {}, random));
  // All that is known is lost: the search may know better.
  CHECK(!choose(*game, game->start(), std::vector{moves[0]}, {}, random));
}

TEST_CASE("what is known of moves holds by the swap rule") {
  const TemporaryFolder folder;
  const auto path = folder / "book";
  create_book(path, {.game = "hex", .rows = 3, .columns = 3, .plies = 3});
  const std::shared_ptr<const Game> game = make_game("hex", 3, 3, SwapRule::none);
  // All positions of up to two stones, by playing everything out.
  std::vector<ProvenPosition> all{{game->start(), play_out(*game, game->start())}};
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].position.moves_played == 2) break;
    for (const Move move : game->legal_moves(all[i].position)) {
      Position next = all[i].position;
      game->play(next, move);
      all.push_back({next, play_out(*game, next)});
    }
  }
  Book(path).proofs().add(all);
  SharedBook book(path, [](const std::string& why) { FAIL_CHECK(why); });
  for (const SwapRule rule : {SwapRule::none, SwapRule::pieces, SwapRule::sides}) {
    CAPTURE(name(rule));
    const std::shared_ptr<const Game> by_rule = make_game("hex", 3, 3, rule);
    std::vector<Position> positions{by_rule->start()};
    for (const char* first : {"a1", "b2", "c1", "b3"}) {
      positions.push_back(position_after(*by_rule, {first}));
    }
    for (const Position& position : positions) {
      const auto known = book.known_proofs(*by_rule, position);
      CHECK(known.size() == by_rule->legal_moves(position).size());
      for (const auto& [move, proof] : known) {
        const std::string name = by_rule->name(move);
        CAPTURE(name);
        Position next = position;
        by_rule->play(next, move);
        CHECK(proof == reversed(play_out(*by_rule, next)));
      }
    }
  }
  // A position that is lost needs no more to be said of its moves; nothing is said elsewhere.
  CHECK(book.known_proofs(*make_game("hex", 4, 4, SwapRule::none), game->start()).empty());
  CHECK(book.known_proofs(*make_game("rex", 3, 3, SwapRule::none), game->start()).empty());
}

TEST_CASE("a book that is held by others for too long is not lost, and a damaged one is") {
  const TemporaryFolder folder;
  const auto path = folder / "book";
  create_book(path, {.game = "hex", .rows = 3, .columns = 3, .plies = 3});
  const std::shared_ptr<const Game> game = make_game("hex", 3, 3, SwapRule::none);
  Book(path).proofs().add(
      std::vector<ProvenPosition>{{position_after(*game, {"b2"}), Proof::loss}});
  int warnings = 0;
  SharedBook book(path, [&](const std::string&) { ++warnings; });
  CHECK(book.known_proofs(*game, game->start()).size() == 1);
  {
    sqlite::Database other(path, sqlite::Access::write);
    other.run("BEGIN EXCLUSIVE");
    CHECK(book.known_proofs(*game, game->start()).empty());  // after ten seconds
  }
  CHECK(book.known_proofs(*game, game->start()).size() == 1);
  CHECK(warnings == 0);
  sqlite::Database(path, sqlite::Access::write).run("DROP TABLE proofs");
  CHECK(book.known_proofs(*game, game->start()).empty());
  CHECK(book.known_proofs(*game, game->start()).empty());
  CHECK(warnings == 1);
}

TEST_CASE("searches report who wins by what another way of solving finds, and play so") {
  const TemporaryFolder folder;
  const auto path = folder / "book";
  create_book(path, {.game = "hex", .rows = 4, .columns = 4, .plies = 3});
  const std::shared_ptr<const Game> game = make_game("hex", 4, 4, SwapRule::none);
  // Into the book go all positions of up to two stones, by the solver of Hex.
  const auto solver = make_solver(*game);
  std::vector<Position> positions{game->start()};
  std::string queries;
  {
    Book book(path);
    for (std::size_t i = 0; i < positions.size(); ++i) {
      keep(book.proofs(), *game, positions[i], solver->solve(positions[i]));
      if (positions[i].moves_played == 2) continue;
      for (const Move move : game->legal_moves(positions[i])) {
        positions.push_back(positions[i]);
        game->play(positions.back(), move);
      }
    }
  }
  CHECK(positions.size() == 1 + 16 + 16 * 15);
  for (const Position& position : positions) {
    nlohmann::json stones = nlohmann::json::array();
    for (const Colour colour : {Colour::black, Colour::white}) {
      position.of(colour).for_each([&](Cell cell) {
        stones.push_back({colour == Colour::black ? "B" : "W", game->board().name(cell)});
      });
    }
    queries +=
        nlohmann::json{
            {"id", std::to_string(&position - positions.data())}, {"size", 4}, {"moves", stones}}
            .dump() +
        '\n';
  }
  write_text(folder / "queries", queries);
  // While others write to the book, and are killed.
  const std::vector<std::string> solve{"solve", "--size", "4", "--all", "--book", path.string()};
  const int writer = start(solve), killed = start(solve);
  ::kill(killed, SIGKILL);
  const Run result =
      run(folder, "analyze --evaluator fills --backend cpu --visits 1 --threads 2 --book " +
                      path.string() + " " + (folder / "queries").string());
  end(killed);
  CHECK(end(writer) == 0);
  REQUIRE(result.code == 0);
  const auto oracle = make_general_solver(*game, {});
  std::istringstream lines(result.output);
  std::size_t answers = 0;
  for (std::string line; std::getline(lines, line); ++answers) {
    const auto answer = nlohmann::json::parse(line);
    const Position& position = positions[std::stoul(answer["id"].get<std::string>())];
    CAPTURE(line);
    const Proof proof = oracle->solve(position).proof;
    CHECK(answer["rootInfo"]["visits"] == 1);
    CHECK(answer["rootInfo"]["proof"] == name(proof));
    CHECK(answer["rootInfo"]["winrate"] == expected_score(proof));
    CHECK(answer["moveInfos"][0]["proof"] == name(proof));
    Position next = position;
    game->play(next, *game->find_move(answer["moveInfos"][0]["move"].get<std::string>()));
    CHECK(oracle->solve(next).proof == reversed(proof));
  }
  CHECK(answers == positions.size());

  // On the board, and by GTP: Black wins from the start, whatever White does.
  write_text(folder / "query", R"({"size": 4, "moves": []})");
  const Run drawn =
      run(folder, "analyze --evaluator fills --backend cpu --visits 1 --format text --book " +
                      path.string() + " " + (folder / "query").string());
  CHECK(drawn.output.find("Black to move: won, 1 visits") != std::string::npos);
  write_text(folder / "commands", "genmove b\nundo\nisthmus-proofs b\n");
  const Run gtp = run(folder, "gtp --evaluator fills --backend cpu --size 4 --visits 1 --book " +
                                  path.string() + " < " + (folder / "commands").string());
  Position next = game->start();
  REQUIRE(gtp.output.starts_with("= "));
  game->play(next, *game->find_move(gtp.output.substr(2, 2)));
  CHECK(oracle->solve(next).proof == Proof::loss);
  CHECK(gtp.output.find(" W") != std::string::npos);
}

TEST_CASE("books are merged once, and not where games would count twice") {
  const TemporaryFolder folder;
  const std::string games = "selfplay --evaluator fills --backend cpu --sizes 4 --visits 8 ";
  const auto path = [&](const char* name) { return (folder / name).string(); };
  REQUIRE(run(folder, games + "--games 20 --seed 1 --out " + path("first")).code == 0);
  REQUIRE(run(folder, games + "--games 20 --seed 2 --out " + path("second")).code == 0);
  const std::string one = path("one"), two = path("two"), both = path("both");
  REQUIRE(run(folder, "book " + one + " " + path("first") + " --size 4").code == 0);
  REQUIRE(run(folder, "book " + two + " " + path("second") + " --size 4 --prove 10").code == 0);
  REQUIRE(
      run(folder, "book " + both + " " + path("first") + " " + path("second") + " --size 4").code ==
      0);
  const auto shown = [&](const std::string& book) {
    std::map<std::string, Counts> counts;
    const std::shared_ptr<const Game> game = make_game("hex", 4, 4, SwapRule::none);
    for (const BookMove& move : Book(book).moves(game->start())) {
      if (move.counts.games > 0) counts[game->name(move.move)] = move.counts;
    }
    return counts;
  };
  const std::int64_t proofs = Book(two).proof_count();
  CHECK(proofs > 20);
  Run result = run(folder, "book " + one + " " + two);
  CHECK(result.code == 0);
  CHECK(result.output.find("20 games added, 0 known before") == 0);
  CHECK(shown(one) == shown(both));
  CHECK(Book(one).proof_count() == proofs);
  result = run(folder, "book " + one + " " + two);
  CHECK(result.output.find("0 games added, 20 known before") == 0);
  CHECK(shown(one) == shown(both));
  result = run(folder, "book " + two + " " + one);
  CHECK(result.code == 2);
  CHECK(result.errors.find("shares 20 games") != result.errors.npos);
  REQUIRE(run(folder, "book " + path("other") + " " + path("first") + " --size 4 --plies 3").code ==
          0);
  CHECK(run(folder, "book " + one + " " + path("other")).code == 2);
}

TEST_CASE("books of the first version get a place for proofs, and later ones are refused") {
  const TemporaryFolder folder;
  const auto path = folder / "book";
  create_book(path, {.game = "hex", .rows = 3, .columns = 3, .plies = 3});
  sqlite::Database(path, sqlite::Access::write)
      .run("DROP TABLE proofs; DROP TABLE unchecked_proofs; PRAGMA user_version = 1");
  const std::shared_ptr<const Game> game = make_game("hex", 3, 3, SwapRule::none);
  Book(path).proofs().add(std::vector<ProvenPosition>{{game->start(), Proof::win}});
  CHECK(Book(path).proofs().find(game->start()) == Proof::win);
  sqlite::Database(path, sqlite::Access::write).run("PRAGMA user_version = 4");
  CHECK_THROWS_AS(Book{path}, BadInput);
}

TEST_CASE(
    "what a book of an earlier version took for proven is left aside until it is solved again") {
  const TemporaryFolder folder;
  for (const char* const name : {"hex", "rex"}) {
    const bool is_hex = std::string(name) == "hex";
    const std::shared_ptr<const Game> game = make_game(name, 3, 3, SwapRule::none);
    const Position start = game->start(), corner = position_after(*game, {"a1"});
    const auto path = folder / name;
    create_book(path, {.game = name, .rows = 3, .columns = 3, .plies = 3});
    // As version 2 had it; the second proof is wrong in either game.
    const Proof of_start = play_out(*game, start), of_corner = play_out(*game, corner);
    Book(path).proofs().add(
        std::vector<ProvenPosition>{{start, of_start}, {corner, reversed(of_corner)}});
    sqlite::Database(path, sqlite::Access::write)
        .run("DROP TABLE unchecked_proofs; PRAGMA user_version = 2");
    const auto copy = folder / "copy";
    std::filesystem::copy_file(path, copy, std::filesystem::copy_options::overwrite_existing);
    std::filesystem::permissions(copy, std::filesystem::perms::owner_read);
    for (const auto& file : {copy, path, path}) {
      Book book(file);
      CHECK(book.proofs().unchecked_count() == (is_hex ? 2 : 0));
      CHECK(unchecked_text(book).empty() == !is_hex);
      CHECK(book.proofs().find(start) == (is_hex ? Proof::unknown : of_start));
    }
    std::filesystem::remove(copy);
    const Run opened = run(folder, "book " + path.string());
    CHECK(opened.code == 0);
    CHECK((opened.errors.find("--recheck") != opened.errors.npos) == is_hex);
    if (!is_hex) continue;

    // Books that take it over leave it aside as well; what is solved anew is taken away.
    const auto merged = folder / "merged";
    create_book(merged, {.game = name, .rows = 3, .columns = 3, .plies = 3});
    REQUIRE(run(folder, "book " + merged.string() + " " + path.string()).code == 0);
    CHECK(Book(merged).proofs().unchecked_count() == 2);
    CHECK(Book(merged).proof_count() == 0);
    Book(merged).proofs().add(std::vector<ProvenPosition>{{start, of_start}});
    CHECK(Book(merged).proofs().unchecked_count() == 1);

    const Run checked = run(folder, "book " + path.string() + " --recheck 60");
    CHECK(checked.code == 0);
    CHECK(checked.output.find("1 proofs are right, 1 were wrong and are mended, 0 could") == 0);
    CHECK(checked.errors.empty());
    Book book(path);
    CHECK(book.proofs().unchecked_count() == 0);
    CHECK(book.proofs().find(start) == of_start);
    CHECK(book.proofs().find(corner) == of_corner);
  }
}

TEST_CASE("several solvers share a book, and a killed one leaves it whole") {
  const TemporaryFolder folder;
  const auto path = folder / "book";
  const std::vector<std::string> solve{"solve", "--size", "4", "--all", "--book", path.string()};
  const std::vector<int> children{start(solve), start(solve), start(solve), start(solve)};
  for (int child : children) CHECK(end(child) == 0);
  CHECK(Book(path).proof_count() >= 9);  // the board, and its 8 kinds of first stones

  // Games, whose positions take seconds to write down as proven.
  const std::shared_ptr<const Game> game = make_game("hex", 4, 4, SwapRule::none);
  const std::string games = "selfplay --evaluator fills --backend cpu --sizes 4 --visits 2 ";
  REQUIRE(run(folder, games + "--games 200 --out " + (folder / "games").string()).code == 0);
  REQUIRE(run(folder, "book " + path.string() + " " + (folder / "games").string()).code == 0);
  for (int i = 0; i < 5; ++i) {
    const int child = start({"book", path.string(), "--prove", "1"});
    std::this_thread::sleep_for(std::chrono::milliseconds(30 * (i + 1)));
    ::kill(child, SIGKILL);
    end(child);
    Book book(path);
    for (const Position& position : book.open_positions()) {
      CHECK(book.proofs().find(position) == Proof::unknown);
    }
    for (const auto& [cell, proof] : book.proofs().find_moves(game->start())) {
      Position next = game->start();
      game->play(next, Move(cell));
      CHECK(proof != Proof::draw);
      CHECK(proof == reversed(book.proofs().find(next)));
    }
  }
  REQUIRE(run(folder, "book " + path.string() + " --prove 10").code == 0);
  CHECK(Book(path).open_positions().empty());
}

TEST_CASE("games that remember positions keep no proofs") {
  for (const GameEntry& entry : games()) {
    const auto game = make_game(entry.name, entry.default_size, entry.default_size, SwapRule::none);
    CHECK(keeps_proofs(*game) == !entry.name.starts_with("gonnect"));
  }
  const TemporaryFolder folder;
  const Run result =
      run(folder, "solve --game gonnect --size 5 --book " + (folder / "book").string());
  CHECK(result.code == 2);
  CHECK(count_lines(result.errors) == 1);
  CHECK(!std::filesystem::exists(folder / "book"));
}

}  // namespace isthmus::book
