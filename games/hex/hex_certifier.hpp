#pragma once

#include <functional>
#include <memory>

#include "engine/game/game.hpp"
#include "engine/theory/certifier.hpp"
#include "games/hex/certificate_builder.hpp"

namespace isthmus {

// Certificates of Hex or Y, for this game of it, which must outlive it, by connections
// (games/CERTIFICATES.md).
std::unique_ptr<const Certifier> make_hex_certifier(const Game& game);

using MakeBuilder = std::function<std::unique_ptr<CertificateBuilder>(Solver& solver)>;

// Those of a game on such a board, to join the edges, or not to (`is_reverse`), by a builder.
std::unique_ptr<const Certifier> make_fact_certifier(const Game& game, bool is_reverse,
                                                     MakeBuilder make_builder);

}  // namespace isthmus
