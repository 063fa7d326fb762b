// What is proven in books: kept and found under symmetries, merged, played, safe under several
// processes.

#include "tools/book/proofs.hpp"

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "games/list.hpp"
#include "tests/support/position_after.hpp"
#include "tests/support/random_game.hpp"
#include "tests/tools/base/run_program.hpp"
#include "tests/tools/base/temporary_folder.hpp"
#include "tools/base/bad_input.hpp"
#include "tools/book/book.hpp"
#include "tools/book/choice.hpp"

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

TEST_CASE("proven moves are played or shunned whatever their games were") {
  std::mt19937_64 random(1);
  const auto game = make_game("hex", 5, 5, SwapRule::none);
  const auto swap = make_game("hex", 5, 5, SwapRule::pieces);
  const Move a1 = *game->find_move("a1"), b2 = *game->find_move("b2"), c3 = *game->find_move("c3");
  const std::vector<BookMove> moves{
      {a1, {100, 90, 0, 0}, Proof::loss}, {c3, {40, 30, 0, 0}}, {b2, {}, Proof::win}};
  CHECK(choose(*game, game->start(), moves, {}, random) == b2);
  CHECK(choose(*game, game->start(), moves, {.temperature = 5}, random) == b2);
  // The other would take b2 over, and not a1.
  CHECK(choose(*swap, swap->start(), moves, {}, random) == c3);
  CHECK(!choose(*swap, swap->start(), std::vector{moves[0], moves[2]}, {}, random));
  // All that is known is lost: the search may know better.
  CHECK(!choose(*game, game->start(), std::vector{moves[0]}, {}, random));
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
  sqlite::Database(path, sqlite::Access::write).run("DROP TABLE proofs; PRAGMA user_version = 1");
  const std::shared_ptr<const Game> game = make_game("hex", 3, 3, SwapRule::none);
  Book(path).proofs().add(std::vector<ProvenPosition>{{game->start(), Proof::win}});
  CHECK(Book(path).proofs().find(game->start()) == Proof::win);
  sqlite::Database(path, sqlite::Access::write).run("PRAGMA user_version = 3");
  CHECK_THROWS_AS(Book{path}, BadInput);
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
