#include "engine/game/proven_moves.hpp"

namespace isthmus {

std::vector<ProvenMove> proven_moves(const Game& game, const Position& position, Proof own,
                                     std::span<const ProvenMove> stones) {
  std::vector<ProvenMove> proven;
  if (own == Proof::loss) {
    game.legal_cells(position).for_each([&](Cell cell) {
      proven.push_back({Move(cell), Proof::loss});
    });
  } else {
    // Whatever stone wins or loses, the opponent takes the better side.
    const bool is_swapped = game.next_may_swap(position);
    for (const auto& [move, proof] : stones) {
      proven.push_back({move, is_swapped && proof == Proof::win ? Proof::loss : proof});
    }
  }
  if (game.may_swap(position) && own != Proof::unknown) {
    proven.push_back({game.swap_move(), reversed(own)});
  }
  return proven;
}

}  // namespace isthmus
