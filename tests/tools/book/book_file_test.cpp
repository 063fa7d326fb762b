// The file of a book: built, merged, killed, damaged.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <utility>

#include <doctest/doctest.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "games/list.hpp"
#include "tests/support/fewer_if_sanitized.hpp"
#include "tests/support/one_thread.hpp"
#include "tests/tools/base/run_program.hpp"
#include "tests/tools/base/temporary_folder.hpp"
#include "tests/tools/book/book_games.hpp"
#include "tools/base/bad_input.hpp"
#include "tools/book/book.hpp"
#include "tools/book/builder.hpp"
#include "tools/selfplay/shards.hpp"

using namespace isthmus;
using namespace isthmus::book;

TEST_CASE("games that are in the book are not counted again, wherever they are found") {
  const TemporaryFolder folder;
  const auto records = random_games(60, 5, 4);
  const auto shards = folder / "games", book = folder / "book";
  std::filesystem::create_directories(shards);
  const auto write = [&](const char* name, std::size_t first, std::size_t end) {
    selfplay::write_shard(shards / name, std::span(records).subspan(first, end - first));
  };
  const std::string command = "book " + book.string() + " " + shards.string() + " --size 5";
  write("games-00000.shard", 0, 20);
  Run result = run(folder, command);
  CHECK(result.code == 0);
  CHECK(result.output.find("20 games added, 0 known before") == 0);
  CHECK(result.output.find("hex 5x5, 12 plies, 20 games, ") != std::string::npos);
  // The shard has grown, another is there, and a copy of a part of both.
  write("games-00000.shard", 0, 30);
  write("games-00001.shard", 30, 60);
  write("games-00002.shard", 25, 35);
  result = run(folder, command);
  CHECK(result.output.find("40 games added, 30 known before") == 0);
  const std::string all = run(folder, "book " + book.string() + " --show ''").output;
  result = run(folder, command);
  CHECK(result.output.find("0 games added, 70 known before") == 0);
  CHECK(run(folder, "book " + book.string() + " --show ''").output == all);

  // Two rows that are filled in their order, which no game of chance begins with.
  CHECK(run(folder, "book " + book.string() + " --show ''").errors.empty());
  CHECK(run(folder, "book " + book.string() + " --show 'a1 b1 c1 d1 e1 a2 b2 c2 d2 e2'")
            .errors.find("isthmus: no game of the book came here") == 0);

  // What is asked for must be what the book is.
  result = run(folder, "book " + book.string() + " --size 6");
  CHECK(result.code == 2);
  CHECK(result.errors.find("is a book of hex 5x5, 12 plies; leave out") != std::string::npos);

  // The rare are forgotten.
  CHECK(run(folder, "book " + book.string() + " --trim 2").code == 0);
  Book trimmed(book);
  CHECK(trimmed.games() == 60);
  for (const BookMove& move : trimmed.moves(Position{})) CHECK(move.counts.games >= 2);
}

TEST_CASE("a build that is killed leaves a good book, and goes on to the same" *
          test::one_thread()) {
  const TemporaryFolder folder;
  const auto shards = folder / "games", book = folder / "book", whole = folder / "whole";
  std::filesystem::create_directories(shards);
  constexpr int kGames = test::fewer_if_sanitized(3000, 3);
  selfplay::write_shard(shards / "games-00000.shard", random_games(kGames, 6, 5));
  const std::string common = " " + shards.string() + " --size 6 --plies 36";
  const auto begin = std::chrono::steady_clock::now();
  CHECK(run(folder, "book " + whole.string() + common).code == 0);
  const auto length = std::chrono::steady_clock::now() - begin;
  constexpr int kKills = test::fewer_if_sanitized(12, 3);
  int kills = 0;
  for (int i = 1; i <= kKills; ++i) {
    const int child = ::fork();
    if (child == 0) {
      ::dup2(::open("/dev/null", O_WRONLY), STDOUT_FILENO);
      ::execl(ISTHMUS_PROGRAM, ISTHMUS_PROGRAM, "book", book.c_str(), shards.c_str(), "--size", "6",
              "--plies", "36", nullptr);
      std::_Exit(127);
    }
    std::this_thread::sleep_for(length * i / (kKills + 2));
    ::kill(child, SIGKILL);
    int status = 0;
    ::waitpid(child, &status, 0);
    if (!WIFSIGNALED(status)) break;
    ++kills;
    if (!std::filesystem::exists(book)) continue;
    // Each game as a whole, or not at all.
    Book found(book);
    std::int64_t games = 0;
    for (const BookMove& move : found.moves(Position{})) games += move.counts.games;
    CHECK(games == found.games());
  }
  CHECK(kills > 0);
  CHECK(run(folder, "book " + book.string() + common).code == 0);
  for (const auto& file : std::filesystem::directory_iterator(folder.path())) {
    CHECK(file.path().filename().string().find(".new") == std::string::npos);
  }
  Book found(book), expected(whole);
  CHECK(found.games() == kGames);
  CHECK(found.move_count() == expected.move_count());
  const std::string show = " --show 'c3 d4'";
  CHECK(run(folder, "book " + book.string() + show).output ==
        run(folder, "book " + whole.string() + show).output);
}

TEST_CASE(
    "a book that cannot be made leaves no file, and one that cannot be added to is as before") {
  const TemporaryFolder folder;
  const auto shards = folder / "games", torn = folder / "torn", books = folder / "books";
  for (const auto& path : {shards, torn, books}) std::filesystem::create_directories(path);
  selfplay::write_shard(shards / "games-00000.shard", random_games(2000, 5, 8));
  selfplay::write_shard(torn / "games-00000.shard", random_games(50, 5, 9));
  write_text(torn / "games-00001.shard", "no games\n");
  const auto old = books / "old", fresh = books / "fresh";
  const std::string few = (folder / "few.shard").string();
  selfplay::write_shard(few, random_games(10, 5, 10));
  REQUIRE(run(folder, "book " + old.string() + " " + few + " --size 5").code == 0);
  const std::string before = read_text(old);

  struct Failure {
    std::string options, prefix;
    int code;
    const char* message;
  };
  const Failure failures[] = {
      {torn.string(), "", 2, "games-00001.shard is no shard of games"},
      {shards.string() + " --show z9", "", 2, "option '--show': "},
      // The tables fit into 40 KiB, the games do not.
      {shards.string(), "ulimit -f 80; ", 1, "(File too large); make room there"},
      {shards.string(), "trap '' XFSZ; ulimit -f 0; ", 1, ""},  // ThreadSanitizer writes first
  };
  for (const Failure& failure : failures) {
    CAPTURE(failure.options);
    CAPTURE(failure.prefix);
    for (const auto& [book, size] : {std::pair{fresh, " --size 5"}, {old, ""}}) {
      const Run result =
          run(folder, "book " + book.string() + " " + failure.options + size, failure.prefix);
      CAPTURE(result.errors);
      CHECK(result.code == failure.code);
      CHECK(result.errors.find(failure.message) != std::string::npos);
      CHECK(count_lines(result.errors) <= 1);
      CHECK(read_text(old) == before);
      CHECK(std::distance(std::filesystem::directory_iterator(books), {}) == 1);
    }
  }
  // Nor where it cannot say what became of the games.
  CHECK(
      run(folder, "book " + fresh.string() + " " + shards.string() + " --size 5", "", "> /dev/full")
          .code == 1);
  CHECK(!std::filesystem::exists(fresh));
}

TEST_CASE("a new book comes to its name in the end, unless a signal or another was first" *
          test::one_thread()) {
  const TemporaryFolder folder;
  const auto book = folder / "book", pipe = folder / "games.shard", good = folder / "good.shard";
  // Enough games that the signal is heard before the last.
  selfplay::write_shard(good, random_games(test::fewer_if_sanitized(20000, 4), 5, 11));
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  const auto files = [&] {
    return std::distance(std::filesystem::directory_iterator(folder.path()), {});
  };
  const auto few = files();
  const auto start = [&] {
    const int child = ::fork();
    if (child == 0) {
      ::dup2(::open("/dev/null", O_WRONLY), STDOUT_FILENO);
      ::dup2(::open((folder / "errors").c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600),
             STDERR_FILENO);
      ::execl(ISTHMUS_PROGRAM, ISTHMUS_PROGRAM, "book", book.c_str(), pipe.c_str(), "--size", "5",
              nullptr);
      std::_Exit(127);
    }
    return child;
  };
  const auto end = [](int child) {
    int status = 0;
    ::waitpid(child, &status, 0);
    return WEXITSTATUS(status);
  };

  // It waits for its games until the pipe is opened: then it has begun, and nothing has its name.
  int child = start();
  {
    std::ofstream writer(pipe, std::ios::binary);
    CHECK(!std::filesystem::exists(book));
    ::kill(child, SIGTERM);
    writer << read_text(good);
  }
  CHECK(end(child) == 1);
  CHECK(read_text(folder / "errors") == "isthmus: stopped; give the same games again to go on\n");
  CHECK(files() == few + 1);  // the errors

  child = start();
  {
    std::ofstream writer(pipe, std::ios::binary);
    create_book(book, hex_facts(5, 8));
    writer << read_text(good);
  }
  CHECK(end(child) == 1);
  CHECK(read_text(folder / "errors").find("was made by another meanwhile") != std::string::npos);
  CHECK(Book(book).games() == 0);
  CHECK(files() == few + 2);
}

TEST_CASE("files that are no book get one line, damaged ones that or moves that are legal") {
  const TemporaryFolder folder;
  const auto path = folder / "book";
  create_book(path, hex_facts(5, 8));
  const std::shared_ptr<const Game> game = isthmus::make_game("hex", 5, 5, SwapRule::none);
  {
    Builder builder(path);
    for (const auto& record : random_games(300, 5, 6)) builder.add(game, book_game(record));
    builder.finish();
  }
  const std::string whole = read_text(path);
  for (const std::string& text : {std::string(), std::string("isthmus-games 1\n"),
                                  std::string(5000, 'x'), whole.substr(0, 100)}) {
    write_text(path, text);
    const Run result = run(folder, "gtp --backend cpu --book " + path.string() + " < /dev/null");
    CHECK(result.code == 2);
    CHECK(count_lines(result.errors) == 1);
    CHECK(result.errors.find(path.string()) != std::string::npos);
  }
  CHECK(run(folder, "gtp --backend cpu --book /no/such/book < /dev/null").code == 2);

  std::mt19937_64 random(7);
  int refused = 0, read = 0;
  for (int i = 0; i < 300; ++i) {
    std::string damaged = whole;
    for (std::size_t k = 0; k < 1 + random() % 20; ++k) {
      damaged[random() % damaged.size()] = static_cast<char>(random());
    }
    if (i % 10 == 0) damaged.resize(random() % damaged.size());
    write_text(path, damaged);
    try {
      Book book(path);
      Position position = game->start();
      for (int ply = 0; ply < 8; ++ply) {
        const auto moves = book.moves(position);
        for (const BookMove& move : moves) CHECK(game->is_legal(position, move.move));
        if (moves.empty()) break;
        game->play(position, moves[random() % moves.size()].move);
        if (position.result != Result::ongoing) break;
      }
      ++read;
    } catch (const BadInput&) {
      ++refused;
    }
  }
  CHECK(refused > 20);
  CHECK(read > 20);
}
