#include "games/known_openings.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <sstream>
#include <string>
#include <utility>

#include "engine/board/board_size.hpp"
#include "engine/board/symmetry.hpp"
#include "engine/evaluation/known_moves.hpp"
#include "engine/game/proven_moves.hpp"

namespace isthmus {

namespace {

constexpr const char* kSolved =
#include "games/solved_openings.inc"
    ;
constexpr const char* kJudged =
#include "games/judged_openings.inc"
    ;

// A board of a table, with a word for each first stone of Black's, by cell. Of those solved that is
// "+" if the stone wins, "=" if it draws, and otherwise an answer that wins, or "-" where the stone
// has lost the game. Of those judged it is how often the stone wins, in percent.
struct OpeningBoard {
  std::string game;
  std::string size;
  std::vector<std::string> stones{};
};
using OpeningTable = std::vector<OpeningBoard>;

OpeningTable read_table(const char* text) {
  OpeningTable boards;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line.front() == '#') continue;
    std::istringstream words(line);
    std::string word;
    if (line.front() != ' ') {
      OpeningBoard& board = boards.emplace_back();
      words >> board.game >> board.size;
    } else {
      while (words >> word) boards.back().stones.push_back(word);
    }
  }
  return boards;
}

const OpeningBoard* find_board(const OpeningTable& boards, const Game& game) {
  const auto found = std::find_if(boards.begin(), boards.end(), [&](const OpeningBoard& board) {
    return board.game == game.name() && board.size == size_text(game.size());
  });
  return found == boards.end() ? nullptr : &*found;
}

// How a position lies whose first stone is of this colour, if tables are read for Black; nothing
// where the game has no symmetry for that.
std::optional<Symmetry> from_table(const Game& game, Colour first) {
  if (first == Colour::black) return identity(game.board());
  for (const Symmetry& symmetry : game.symmetries()) {
    if (symmetry.exchanges_colours) return inverse(game.board(), symmetry);
  }
  return std::nullopt;
}

Proof proof_of(const std::string& stone) {
  return stone == "+" ? Proof::win : stone == "=" ? Proof::draw : Proof::loss;
}

// The words of a board, by cell.
std::vector<std::pair<Cell, const std::string*>> first_stones(const Game& game,
                                                              const OpeningBoard& board) {
  std::vector<std::pair<Cell, const std::string*>> stones;
  game.board().cells().for_each([&](Cell cell) {
    if (stones.size() < board.stones.size())
      stones.emplace_back(cell, &board.stones[stones.size()]);
  });
  return stones;
}

}  // namespace

std::vector<ProvenMove> solved_openings(const Game& game, const Position& position) {
  const int stones = position.occupied().size();
  const Colour first = stones == 0 ? position.to_move : opponent(position.to_move);
  if (stones > 1 || position.of(first).size() != stones) return {};
  static const OpeningTable boards = read_table(kSolved);
  const OpeningBoard* const board = find_board(boards, game);
  const std::optional<Symmetry> lies = from_table(game, first);
  if (!board || !lies) return {};
  Proof own = Proof::unknown;
  std::vector<ProvenMove> moves;
  for (const auto& [cell, stone] : first_stones(game, *board)) {
    const Cell here = lies->images[cell];
    if (stones == 0) {
      moves.push_back({Move(here), proof_of(*stone)});
      if (own == Proof::unknown || expected_score(moves.back().proof) > expected_score(own)) {
        own = moves.back().proof;
      }
    } else if (position.of(first).contains(here)) {
      own = reversed(proof_of(*stone));
      const auto answer = game.find_move(*stone);
      if (answer) moves.push_back({Move(lies->images[answer->cell()]), Proof::win});
    }
  }
  return proven_moves(game, position, own, moves);
}

std::vector<MoveValue> judged_openings(const Game& game, const Position& position) {
  if (!position.occupied().empty()) return {};
  static const OpeningTable boards = read_table(kJudged);
  const OpeningBoard* const board = find_board(boards, game);
  const std::optional<Symmetry> lies = from_table(game, position.to_move);
  if (!board || !lies) return {};
  std::vector<MoveValue> values;
  for (const auto& [cell, percent] : first_stones(game, *board)) {
    values.push_back({Move(lies->images[cell]), std::stod(*percent) / 100});
  }
  return values;
}

EvaluatorFactory with_known_openings(EvaluatorFactory make_evaluator) {
  return with_known_moves(std::move(make_evaluator),
                          {.proofs = solved_openings, .values = judged_openings});
}

}  // namespace isthmus
