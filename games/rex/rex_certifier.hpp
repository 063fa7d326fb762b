#pragma once

#include <memory>

#include "engine/game/game.hpp"
#include "engine/theory/certifier.hpp"

namespace isthmus {

// Certificates of Rex, for this game of it, which must outlive it (games/certificates/README.md).
std::unique_ptr<const Certifier> make_rex_certifier(const Game& game);

}  // namespace isthmus
