#pragma once

#include <memory>

#include "engine/game/game.hpp"
#include "engine/theory/certifier.hpp"
#include "games/hex/certificate_writer.hpp"

namespace isthmus {

// Certificates of Hex or Y, for this game of it, which must outlive it, by connections
// (games/CERTIFICATES.md).
std::unique_ptr<const Certifier> make_hex_certifier(const Game& game);

// Those of a game on such a board, to join the edges, or not to (`is_reverse`), by a builder.
std::unique_ptr<const Certifier> make_fact_certifier(const Game& game, bool is_reverse,
                                                     MakeBuilder make_builder);

}  // namespace isthmus
