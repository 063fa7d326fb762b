#pragma once

#include <memory>

#include "engine/game/game.hpp"
#include "engine/theory/certifier.hpp"

namespace isthmus {

// Certificates of Hex or Y, for this game of it, which must outlive it, by connections
// (games/certificates/README.md).
std::unique_ptr<const Certifier> make_hex_certifier(const Game& game);

}  // namespace isthmus
