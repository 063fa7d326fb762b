// Opening books: the symmetries of boards, what is counted, and what is played from it.

#include "tools/book/book.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "games/list.hpp"
#include "tests/support/position_after.hpp"
#include "tests/support/random_game.hpp"
#include "tests/support/within.hpp"
#include "tests/tools/base/run_program.hpp"
#include "tests/tools/base/temporary_folder.hpp"
#include "tests/tools/book/book_games.hpp"
#include "tools/book/builder.hpp"
#include "tools/book/canonical_position.hpp"
#include "tools/book/choice.hpp"
#include "tools/selfplay/shards.hpp"

using namespace isthmus;
using namespace isthmus::book;
using isthmus::test::position_after;

namespace {

// The position after the first `count` of these moves as a drawing, row after row: the mover's
// stones 'm', the others' 'o', and the next move '*'. White to move is drawn mirrored, and so turns
// Black. Of the two drawings that half a turn makes of each other, the lesser.
std::string min_drawing(const std::vector<Cell>& cells, std::size_t count, int side) {
  std::array<std::string, 2> drawings;
  for (int turns = 0; turns < 2; ++turns) {
    std::string& drawing = drawings[static_cast<std::size_t>(turns)];
    drawing.assign(static_cast<std::size_t>(side * side), '.');
    for (std::size_t i = 0; i <= count; ++i) {
      int row = cells[i] / side, column = cells[i] % side;
      if (count % 2 == 1) std::swap(row, column);
      if (turns == 1) {
        row = side - 1 - row;
        column = side - 1 - column;
      }
      drawing[static_cast<std::size_t>(row * side + column)] = i == count           ? '*'
                                                               : i % 2 == count % 2 ? 'm'
                                                                                    : 'o';
    }
  }
  return std::min(drawings[0], drawings[1]);
}

std::size_t symmetry_count(std::string_view game, bool has_equal_sides) {
  if (game == "y") return 12;
  if (game == "havannah") return 24;
  if (game.starts_with("gonnect")) return 16;
  return has_equal_sides ? 4 : 2;
}

Counts counts_of(const std::vector<BookMove>& moves, const Game& game, const std::string& name) {
  for (const BookMove& move : moves) {
    if (game.name(move.move) == name) return move.counts;
  }
  return {};
}

}  // namespace

TEST_CASE("symmetries turn games into games of the same winner") {
  std::mt19937_64 random(1);
  for (const GameEntry& entry : games()) {
    for (const auto& [rows, columns] : {std::pair{4, 4}, {5, 5}, {3, 5}}) {
      if (rows != columns && !entry.any_rectangle) continue;
      const std::shared_ptr<const Game> game =
          isthmus::make_game(entry.name, rows, columns, SwapRule::none);
      const std::vector<Symmetry> all = game->symmetries();
      CHECK(all.size() == symmetry_count(entry.name, rows == columns));
      for (int i = 0; i < 50; ++i) {
        const auto count =
            static_cast<int>(random() % static_cast<unsigned>(game->board().cell_count()));
        const Position position = test::random_game(game, random, {.max_turns = count}).position();
        const std::string text = CanonicalPosition(*game, all, position).text();
        for (const Symmetry& symmetry : all) {
          std::array<CellSet, 2> stones;
          for (std::size_t colour = 0; colour < 2; ++colour) {
            position.stones[colour].for_each([&](Cell cell) {
              stones[symmetry.exchanges_colours ? 1 - colour : colour].insert(
                  symmetry.images[cell]);
            });
          }
          const Colour to_move =
              symmetry.exchanges_colours ? opponent(position.to_move) : position.to_move;
          const Position image = game->setup(stones[0], stones[1], to_move);
          CHECK(image.occupied().size() == position.occupied().size());
          const bool same = image.result == position.result;
          const bool is_over = position.result != Result::ongoing;
          CHECK(same != (is_over && symmetry.exchanges_colours));
          CHECK(CanonicalPosition(*game, all, image).text() == text);
        }
      }
    }
  }
}

TEST_CASE("counts of small games are those worked out by hand") {
  const TemporaryFolder folder;
  const auto path = folder / "book";
  const std::shared_ptr<const Game> game = isthmus::make_game("hex", 3, 3, SwapRule::none);
  create_book(path, hex_facts(3, 3));
  {
    Builder builder(path);
    // The second is the first after half a turn; so is the third but for its third move.
    builder.add(game, game_of(*game, {"a1", "b2", "c1"}, Result::black, 1, {10, 0.25}));
    builder.add(game, game_of(*game, {"c3", "b2", "a3", "b1"}, Result::white, 2, {30, 0.75}));
    builder.add(game, game_of(*game, {"c3", "b2", "b1", "a1"}, Result::draw, 3));
    builder.add(game, game_of(*game, {"b2", "a1"}, Result::black, 4, {1, 1}));
    builder.add(game, game_of(*game, {"b2"}, Result::ongoing, 5));
    builder.add(game, game_of(*game, {"b2", "b2"}, Result::black, 6));
    builder.finish();
    CHECK(builder.totals().taken == 4);
    CHECK(builder.totals().refused == 2);
  }
  Book book(path);
  CHECK(book.games() == 4);
  const auto first = book.moves(game->start());
  REQUIRE(first.size() == 2);
  // Three games, of which Black won one and drew one. Searches after it: 10 visits that gave White
  // 0.25, 30 that gave him 0.75.
  CHECK(game->name(first[0].move) == "a1");
  CHECK(first[0].counts == Counts{3, 1.5, 40, 10 * 0.75 + 30 * 0.25});
  CHECK(counts_of(first, *game, "b2") == Counts{1, 1, 1, 0});
  // Both corners lead to the same replies.
  for (const char* corner : {"a1", "c3"}) {
    const auto second = book.moves(position_after(*game, {corner}));
    REQUIRE(second.size() == 1);
    CHECK(game->name(second[0].move) == "b2");
    CHECK(second[0].counts == Counts{3, 1.5, 40, 10 * 0.75 + 30 * 0.25});
  }
  const auto third = book.moves(position_after(*game, {"a1", "b2"}));
  REQUIRE(third.size() == 2);
  // The fourth position of the second game was searched, that of the first game there was not.
  CHECK(counts_of(third, *game, "c1") == Counts{2, 1, 30, 30 * 0.25});
  CHECK(counts_of(third, *game, "b3") == Counts{1, 0.5, 0, 0});
  // Three stones are more than the book has.
  CHECK(book.moves(position_after(*game, {"c3", "b2", "a3"})).empty());
  // White's reply to b2 in any corner he can turn into a1: on a square board a1 and c3.
  const auto reply = book.moves(position_after(*game, {"b2"}));
  REQUIRE(reply.size() == 1);
  CHECK(reply[0].counts == Counts{1, 0, 0, 0});
}

TEST_CASE("a swap leads to the same position, whose stone has changed hands") {
  const TemporaryFolder folder;
  const auto path = folder / "book";
  const std::shared_ptr<const Game> plain = isthmus::make_game("hex", 3, 3, SwapRule::none);
  const std::shared_ptr<const Game> pieces = isthmus::make_game("hex", 3, 3, SwapRule::pieces);
  const std::shared_ptr<const Game> sides = isthmus::make_game("hex", 3, 3, SwapRule::sides);
  create_book(path, hex_facts(3, 5));
  {
    Builder builder(path);
    // White takes b1 over, which becomes a2, and wins: the first stone has won.
    builder.add(pieces, game_of(*pieces, {"b1", "swap-pieces", "b2"}, Result::white, 1));
    // The one who began has White now and wins: the first stone has lost.
    builder.add(sides, game_of(*sides, {"b1", "swap-sides", "b2"}, Result::white, 2));
    builder.add(plain, game_of(*plain, {"b1", "b2"}, Result::white, 3));
    builder.finish();
    CHECK(builder.totals().taken == 3);
  }
  Book book(path);
  CHECK(counts_of(book.moves(plain->start()), *plain, "b1") == Counts{3, 1, 0, 0});
  // The side to move after b1 and after the swap has played b2, and won two of three.
  for (const Position& position :
       {position_after(*plain, {"b1"}), position_after(*pieces, {"b1"}),
        position_after(*pieces, {"b1", "swap-pieces"}),
        position_after(*sides, {"b1", "swap-sides"}), position_after(*sides, {"b3"})}) {
    const auto moves = book.moves(position);
    REQUIRE(moves.size() == 1);
    CHECK(plain->name(moves[0].move) == "b2");
    CHECK(moves[0].counts == Counts{3, 2, 0, 0});
  }
}

TEST_CASE("counts of random games are those of drawings of their positions") {
  const TemporaryFolder folder;
  const auto path = folder / "book";
  constexpr int kSide = 4, kPlies = 6;
  const std::shared_ptr<const Game> game = isthmus::make_game("hex", kSide, kSide, SwapRule::none);
  create_book(path, hex_facts(kSide, kPlies));
  const auto records = random_games(2000, kSide, 3);
  std::map<std::string, Counts> expected;  // by the drawing with the move
  std::vector<std::vector<Cell>> lines;
  {
    Builder builder(path);
    for (const selfplay::GameRecord& record : records) {
      builder.add(game, book_game(record));
      std::vector<Cell> cells;
      for (const auto& move : record.moves) cells.push_back(move.cell);
      for (std::size_t i = 0; i < std::min<std::size_t>(cells.size(), kPlies); ++i) {
        Counts counts{1, (record.result == Result::black) == (i % 2 == 0) ? 1.0 : 0.0, 0, 0};
        if (i + 1 < cells.size() && !record.moves[i + 1].visits.empty()) {
          counts.visits = record.moves[i + 1].visits[0].visits;
          counts.value =
              static_cast<double>(counts.visits) * (1 - record.moves[i + 1].value / 65535.0);
        }
        const std::vector<Cell> begin(cells.begin(), cells.begin() + static_cast<long>(i) + 1);
        expected[min_drawing(begin, i, kSide)] += counts;
        lines.push_back(begin);
      }
    }
    builder.finish();
    CHECK(builder.totals().taken == 2000);
  }
  Book book(path);
  CHECK(book.move_count() == static_cast<std::int64_t>(expected.size()));
  for (std::size_t i = 0; i < lines.size(); i += 7) {
    const std::size_t played = lines[i].size() - 1;
    Position position = game->start();
    for (std::size_t k = 0; k < played; ++k) game->play(position, Move(lines[i][k]));
    std::int64_t games = 0;
    for (const BookMove& move : book.moves(position)) {
      std::vector<Cell> line(lines[i].begin(), lines[i].end() - 1);
      line.push_back(move.move.cell());
      const auto found = expected.find(min_drawing(line, played, kSide));
      REQUIRE(found != expected.end());
      CHECK(move.counts.games == found->second.games);
      CHECK(move.counts.points == found->second.points);
      CHECK(move.counts.visits == found->second.visits);
      CHECK(move.counts.value == doctest::Approx(found->second.value));
      games += move.counts.games;
    }
    if (played == 0) CHECK(games == 2000);
  }
}

TEST_CASE("points of few games leave much open") {
  // By the formula in Wilson (1927), with z = 1.959964, worked out by hand for 1 of 10 and 8 of 10.
  CHECK(likely_mean(1, 10).low == test::within(1e-3, 0.01788));
  CHECK(likely_mean(1, 10).high == test::within(1e-3, 0.40415));
  CHECK(likely_mean(8, 10).low == test::within(1e-3, 0.49016));
  CHECK(likely_mean(0, 10).low == doctest::Approx(0));
  CHECK(likely_mean(10, 10).high == doctest::Approx(1));
}

TEST_CASE("moves are chosen by the lower bound, the swap rule or a draw") {
  std::mt19937_64 random(1);
  const auto game = isthmus::make_game("hex", 5, 5, SwapRule::none);
  const auto swap = isthmus::make_game("hex", 5, 5, SwapRule::pieces);
  const Move a1 = *game->find_move("a1"), b2 = *game->find_move("b2"), c3 = *game->find_move("c3");
  const std::vector<BookMove> moves{
      {a1, {100, 52, 0, 0}}, {c3, {40, 36, 0, 0}}, {b2, {9, 9, 0, 0}}};
  const ChoiceRule rule{.games = 10};
  CHECK(choose(*game, game->start(), moves, rule, random) == c3);
  CHECK(choose(*game, game->start(), moves, {.games = 9}, random) == c3);  // 0.70 for b2
  CHECK(choose(*game, game->start(), moves, {.games = 50}, random) == a1);
  CHECK(!choose(*game, game->start(), moves, {.games = 101}, random));
  // White would take c3 over.
  CHECK(choose(*swap, swap->start(), moves, rule, random) == a1);
  Position replying = position_after(*swap, {"a5"});
  CHECK(choose(*swap, replying, moves, rule, random) == c3);
  const std::vector<BookMove> bad{{a1, {100, 48, 0, 0}}};
  CHECK(choose(*swap, replying, bad, rule, random) == Move::swap_pieces());
  CHECK(choose(*game, position_after(*game, {"a5"}), bad, rule, random) == a1);

  std::array<int, 2> drawn{};
  for (int i = 0; i < 7000; ++i) {
    const auto move = choose(*game, game->start(), moves, {.games = 10, .temperature = 2}, random);
    REQUIRE((move == a1 || move == c3));
    ++drawn[move == a1 ? 0 : 1];
  }
  // In the ratio of sqrt(100) to sqrt(40), to four standard deviations.
  CHECK(std::abs(drawn[0] - 7000 * 10 / 16.3246) < 165);
}

TEST_CASE("gtp plays from its book while that knows the position") {
  const TemporaryFolder folder;
  const auto path = folder / "book";
  create_book(path, hex_facts(5, 8));
  const std::shared_ptr<const Game> game = isthmus::make_game("hex", 5, 5, SwapRule::none);
  {
    Builder builder(path);
    for (std::uint64_t i = 0; i < 20; ++i) {
      builder.add(game, game_of(*game, {"a1", "e5", "a2"}, Result::black, i));
    }
    builder.finish();
  }
  write_text(folder / "commands",
             "genmove b\nplay w e5\nreg_genmove b\ngenmove b\ngenmove w\nboardsize 4\ngenmove b\n");
  // Three visits would not find a corner.
  const Run result = run(folder, "gtp --backend cpu --evaluator fills --size 5 --visits 3 --book " +
                                     path.string() + " < " + (folder / "commands").string());
  CHECK(result.code == 0);
  CHECK(result.output.find("= a1\n\n= \n\n") == 0);
  CHECK(result.output.find("\n\n= a2\n\n") != std::string::npos);
  CHECK(count_lines(result.output) == 14);
  const Run rare =
      run(folder, "gtp --backend cpu --evaluator fills --size 5 --visits 3 --book " +
                      path.string() + " --book-games 21 < " + (folder / "commands").string());
  CHECK(rare.output.find("= a1\n") == std::string::npos);

  // A move that there cannot be: the book is of no use any more, but the engine is.
  BookFacts facts;
  sqlite::Database(open_book(path, facts)).run("UPDATE moves SET move = 'z9'");
  const Run damaged =
      run(folder, "gtp --backend cpu --evaluator fills --size 5 --visits 3 --book " +
                      path.string() + " < " + (folder / "commands").string());
  CHECK(damaged.code == 0);
  CHECK(count_lines(damaged.errors) == 1);
  CHECK(damaged.errors.find("going on without the book: ") != std::string::npos);
  CHECK(damaged.output.find("?") == std::string::npos);
  CHECK(count_lines(damaged.output) == 14);
}
