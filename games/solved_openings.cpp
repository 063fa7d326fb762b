#include "games/solved_openings.hpp"

#include <algorithm>
#include <cstddef>
#include <sstream>
#include <string>
#include <utility>

#include "engine/board/board_size.hpp"
#include "engine/board/symmetry.hpp"
#include "engine/game/proven_moves.hpp"

namespace isthmus {

namespace {

constexpr const char* kText =
#include "games/solved_openings.inc"
    ;

// A board of the table. Of each first stone of Black's, by cell: "+" if it wins, "=" if it draws,
// and otherwise an answer that wins, or "-" where the stone has lost the game.
struct SolvedBoard {
  std::string game;
  std::string size;
  std::vector<std::string> stones{};
};

std::vector<SolvedBoard> read_table() {
  std::vector<SolvedBoard> boards;
  std::istringstream lines(kText);
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line.front() == '#') continue;
    std::istringstream words(line);
    std::string word;
    if (line.front() != ' ') {
      SolvedBoard& board = boards.emplace_back();
      words >> board.game >> board.size;
    } else {
      while (words >> word) boards.back().stones.push_back(word);
    }
  }
  return boards;
}

const SolvedBoard* find_board(const Game& game) {
  static const std::vector<SolvedBoard> boards = read_table();
  const auto found = std::find_if(boards.begin(), boards.end(), [&](const SolvedBoard& board) {
    return board.game == game.name() && board.size == size_text(game.size());
  });
  return found == boards.end() ? nullptr : &*found;
}

Proof proof_of(const std::string& stone) {
  return stone == "+" ? Proof::win : stone == "=" ? Proof::draw : Proof::loss;
}

// Those of the empty board for Black, by cell.
std::vector<std::pair<Cell, const std::string*>> first_stones(const Game& game,
                                                              const SolvedBoard& board) {
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
  const SolvedBoard* board = find_board(game);
  if (board == nullptr) return {};
  // As the table has it, Black is first.
  Symmetry to_table = identity(game.board());
  if (first == Colour::white) {
    const std::vector<Symmetry> all = game.symmetries();
    const auto exchange = std::find_if(all.begin(), all.end(), [](const Symmetry& symmetry) {
      return symmetry.exchanges_colours;
    });
    if (exchange == all.end()) return {};
    to_table = *exchange;
  }
  const Symmetry from_table = inverse(game.board(), to_table);
  Proof own = Proof::unknown;
  std::vector<ProvenMove> moves;
  for (const auto& [cell, stone] : first_stones(game, *board)) {
    const Cell here = from_table.images[cell];
    if (stones == 0) {
      moves.push_back({Move(here), proof_of(*stone)});
      if (own == Proof::unknown || expected_score(moves.back().proof) > expected_score(own)) {
        own = moves.back().proof;
      }
    } else if (position.of(first).contains(here)) {
      own = reversed(proof_of(*stone));
      const auto answer = game.find_move(*stone);
      if (answer) moves.push_back({Move(from_table.images[answer->cell()]), Proof::win});
    }
  }
  return proven_moves(game, position, own, moves);
}

}  // namespace isthmus
