#include "tools/openings/openings.hpp"

#include <algorithm>
#include <cstdint>
#include <set>
#include <utility>

#include "tools/openings/balance.hpp"

namespace isthmus {

namespace {

constexpr std::size_t kBatch = 256;  // openings that are drawn and judged together

// What openings of the same stones in another order have in common: the codes of each colour's
// moves in order.
std::vector<std::uint16_t> key_of(const Opening& opening) {
  std::vector<std::uint16_t> codes(opening.size());
  for (std::size_t colour : {0U, 1U}) {
    std::vector<std::uint16_t> of_colour;
    for (std::size_t i = colour; i < opening.size(); i += 2) of_colour.push_back(opening[i].code());
    std::sort(of_colour.begin(), of_colour.end());
    for (std::size_t i = colour; i < opening.size(); i += 2) codes[i] = of_colour[i / 2];
  }
  return codes;
}

}  // namespace

Position play_opening(const Game& game, const Opening& opening) {
  Position position = game.start();
  for (Move move : opening) game.play(position, move);
  return position;
}

std::vector<Opening> first_moves(const Game& game) {
  std::vector<Opening> openings;
  for (Move move : game.legal_moves(game.start())) {
    if (play_opening(game, {move}).result == Result::ongoing) openings.push_back({move});
  }
  return openings;
}

void shuffle(std::vector<Opening>& openings, std::mt19937_64& random) {
  // Fisher and Yates; std::shuffle differs between libraries.
  for (std::size_t i = openings.size(); i > 1; --i) {
    std::swap(openings[i - 1], openings[random() % i]);
  }
}

DrawOpening random_stones(const Game& game, int stones, std::mt19937_64& random) {
  return [&game, stones, &random]() -> std::optional<Opening> {
    std::vector<Cell> cells;
    game.board().cells().for_each([&](Cell cell) { cells.push_back(cell); });
    Opening opening;
    Position position = game.start();
    while (static_cast<int>(opening.size()) < stones && !cells.empty()) {
      const std::size_t i = random() % cells.size();
      const Move move(cells[i]);
      cells[i] = cells.back();
      cells.pop_back();
      if (!game.is_legal(position, move)) continue;
      game.play(position, move);
      if (position.result != Result::ongoing) return std::nullopt;
      opening.push_back(move);
    }
    if (static_cast<int>(opening.size()) < stones) return std::nullopt;
    return opening;
  };
}

DrawOpening first_moves_then_answers(const Game& game, std::mt19937_64& random) {
  std::vector<Opening> firsts = first_moves(game);
  shuffle(firsts, random);
  return [&game, &random, firsts = std::move(firsts),
          next = std::size_t{0}]() mutable -> std::optional<Opening> {
    if (firsts.empty()) return std::nullopt;
    Opening opening = firsts[next % firsts.size()];
    if (next++ < firsts.size()) return opening;
    const std::vector<Move> answers = game.legal_moves(play_opening(game, opening));
    if (answers.empty()) return std::nullopt;
    opening.push_back(answers[random() % answers.size()]);
    return opening;
  };
}

std::vector<Opening> draw_openings(const Game& game, const DrawOpening& draw, std::size_t wanted,
                                   std::size_t max_draws, Balance* balance) {
  std::set<std::vector<std::uint16_t>> seen;
  std::vector<Opening> openings;
  for (std::size_t draws = 0; openings.size() < wanted && draws < max_draws; draws += kBatch) {
    std::vector<Opening> drawn;
    for (std::size_t i = 0; i < kBatch; ++i) {
      auto opening = draw();
      if (!opening || play_opening(game, *opening).result != Result::ongoing) continue;
      if (seen.insert(key_of(*opening)).second) drawn.push_back(*std::move(opening));
    }
    if (balance != nullptr) balance->keep_balanced(drawn);
    for (Opening& opening : drawn) {
      if (openings.size() < wanted) openings.push_back(std::move(opening));
    }
  }
  return openings;
}

}  // namespace isthmus
