#include "engine/solve/position_keys.hpp"

#include "engine/random/splitmix.hpp"

namespace isthmus {

namespace {

constexpr std::uint64_t kWhiteToMove = 0xd1342543de82ef95U;

}  // namespace

PositionKeys::PositionKeys(const Game& game)
    : symmetries_(game.symmetries()), cells_(game.board().cell_range()) {
  const auto cells = static_cast<std::size_t>(cells_);
  for (const Symmetry& symmetry : symmetries_) {
    inverses_.push_back(isthmus::inverse(game.board(), symmetry));
  }
  std::vector<std::uint64_t> of_stones(2 * cells);
  SplitMix64 random(1);
  for (std::uint64_t& word : of_stones) word = random();
  words_.resize(2 * cells * size());
  for (std::size_t colour : {std::size_t{0}, std::size_t{1}}) {
    game.board().cells().for_each([&](Cell cell) {
      for (std::size_t i = 0; i < size(); ++i) {
        const std::size_t becomes = symmetries_[i].exchanges_colours ? 1 - colour : colour;
        words_[(colour * cells + cell) * size() + i] =
            of_stones[becomes * cells + symmetries_[i].images[cell]];
      }
    });
  }
}

void PositionKeys::change(Hashes& hashes, const std::array<CellSet, 2>& from,
                          const std::array<CellSet, 2>& to) const {
  for (std::size_t colour : {std::size_t{0}, std::size_t{1}}) {
    const CellSet changed = (from[colour] - to[colour]) | (to[colour] - from[colour]);
    changed.for_each([&](Cell cell) {
      const std::uint64_t* words =
          &words_[(colour * static_cast<std::size_t>(cells_) + cell) * size()];
      for (std::size_t i = 0; i < hashes.size(); ++i) hashes[i] ^= words[i];
    });
  }
}

std::size_t PositionKeys::choose(const Hashes& hashes, Colour to_move) const {
  std::size_t best = 0;
  std::uint64_t least = ~std::uint64_t{0};
  for (std::size_t i = 0; i < hashes.size(); ++i) {
    const bool white_moves = (to_move == Colour::white) != symmetries_[i].exchanges_colours;
    const std::uint64_t hash = hashes[i] ^ (white_moves ? kWhiteToMove : 0);
    if (hash >= least) continue;
    least = hash;
    best = i;
  }
  return best;
}

}  // namespace isthmus
