#pragma once

#include <memory>

#include "engine/game/game.hpp"
#include "engine/theory/certifier.hpp"
#include "games/certificates/certificate_writer.hpp"

namespace isthmus {

// Certificates of a game on a board of Hex or Y in which who joins the edges wins, or loses
// (`is_reverse`), by a builder of its own. The game must outlive it.
std::unique_ptr<const Certifier> make_fact_certifier(const Game& game, bool is_reverse,
                                                     MakeBuilder make_builder);

}  // namespace isthmus
